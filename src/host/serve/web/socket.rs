//! The server's side of a WebSocket (RFC 6455) that only tells: the page hears on it and says nothing.
//!
//! A browser allows six ordinary connections to a server for all of its pages together, but hundreds of these.

/// What the server appends to the page's key.
const SUFFIX: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/// The first byte of a whole message of text, and of the end.
const TEXT: u8 = 0x81;
const CLOSE: u8 = 0x88;

/// The end of the conversation.
pub const END: [u8; 2] = [CLOSE, 0];

/// What the server answers to the key of a page.
pub fn accept(key: &str) -> String {
    base64(&sha1(format!("{key}{SUFFIX}").as_bytes()))
}

/// A message.
pub fn message(text: &str) -> Vec<u8> {
    let length = text.len();
    let mut bytes = vec![TEXT];
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ 0..126), _) => bytes.push(short),
        (_, Ok(middle)) => {
            bytes.push(126);
            bytes.extend(middle.to_be_bytes());
        }
        _ => {
            bytes.push(127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    bytes.extend(text.as_bytes());
    bytes
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |value: u32| char::from(DIGITS[(value & 63) as usize]);
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let at = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let value = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let is_padding = i > group.len();
            text.push(if is_padding {
                '='
            } else {
                digit(value >> (18 - 6 * i))
            });
        }
    }
    text
}

/// SHA-1 (RFC 3174), which protects nothing here: it shows that the server has read the key.
// The letters are those of the standard.
#[allow(clippy::many_single_char_names)]
fn sha1(bytes: &[u8]) -> [u8; 20] {
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((8 * bytes.len() as u64).to_be_bytes());
    let mut sum: [u32; 5] = [
        0x6745_2301,
        0xefcd_ab89,
        0x98ba_dcfe,
        0x1032_5476,
        0xc3d2_e1f0,
    ];
    for block in padded.chunks_exact(64) {
        let mut words = [0; 80];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = bytes
                .iter()
                .fold(0, |word, &byte| word << 8 | u32::from(byte));
        }
        for i in 16..80 {
            let mixed = words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16];
            words[i] = mixed.rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = sum;
        for (i, word) in words.into_iter().enumerate() {
            let (mixed, constant) = match i {
                0..20 => ((b & c) | (!b & d), 0x5a82_7999),
                20..40 => (b ^ c ^ d, 0x6ed9_eba1),
                40..60 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6),
            };
            let next = [a.rotate_left(5), mixed, e, constant, word];
            let next = next.into_iter().fold(0, u32::wrapping_add);
            [a, b, c, d, e] = [next, a, b.rotate_left(30), c, d];
        }
        for (sum, word) in sum.iter_mut().zip([a, b, c, d, e]) {
            *sum = sum.wrapping_add(word);
        }
    }
    let mut bytes = [0; 20];
    for (bytes, word) in bytes.chunks_exact_mut(4).zip(sum) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_answered_as_the_standard_does_it() {
        // The example of RFC 6455, section 1.3.
        let answer = accept("dGhlIHNhbXBsZSBub25jZQ==");
        assert_eq!(answer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn sums_are_those_of_the_standard() {
        let first = |bytes: &[u8]| u32::from_be_bytes(sha1(bytes)[..4].try_into().unwrap());
        // RFC 3174, section 7.3; the second fills more than one block.
        assert_eq!(first(b"abc"), 0xa999_3e36);
        let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(first(long), 0x8498_3e44);
    }

    #[test]
    fn digits_are_padded() {
        let texts = ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes()));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }

    #[test]
    fn a_message_says_how_long_it_is() {
        assert_eq!(message("hi"), [0x81, 2, b'h', b'i']);
        assert_eq!(message(&"x".repeat(126))[..4], [0x81, 126, 0, 126]);
        assert_eq!(message(&"x".repeat(65_535))[..4], [0x81, 126, 255, 255]);
        let long = message(&"x".repeat(65_536));
        assert_eq!(long[..10], [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
    }
}
