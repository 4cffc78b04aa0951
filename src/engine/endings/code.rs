//! How values are coded: by prefix codes (Huffman, 1952), one for each value that may stand before.
//!
//! A code is kept as the number of its words of each length, and its symbols from the shortest word to the longest; words of one
//! length are consecutive numbers. So it is read a bit at a time, and needs no room.

/// The most bits of a word.
pub const LONGEST: usize = 15;

/// The bytes of the codes for so many symbols.
#[must_use]
pub const fn size(symbols: usize) -> usize {
    symbols * (LONGEST + symbols)
}

/// Reads symbols, one after another.
pub(super) struct Reader<'a> {
    codes: &'a [u8],
    symbols: usize,
    bytes: core::slice::Iter<'a, u8>,
    /// The next bits, the first one lowest, and how many there are.
    bits: u32,
    ready: u32,
    before: u8,
}

impl<'a> Reader<'a> {
    pub fn new(codes: &'a [u8], symbols: usize, data: &'a [u8]) -> Self {
        Self {
            codes,
            symbols,
            bytes: data.iter(),
            bits: 0,
            ready: 0,
            before: 0,
        }
    }

    /// The next symbol; none where the data are no code.
    pub fn next(&mut self) -> Option<u8> {
        let row = LONGEST + self.symbols;
        let code = self.codes.get(usize::from(self.before) * row..)?;
        let (lengths, symbols) = code.get(..row)?.split_at(LONGEST);
        // Behind the end there are zeros, which nobody needs.
        while self.ready <= 16 {
            let byte = self.bytes.next().copied().unwrap_or(0);
            self.bits |= u32::from(byte) << self.ready;
            self.ready += 8;
        }
        // The bits so far, and the least word of this length; both as numbers.
        let (mut word, mut least, mut shorter) = (0, 0, 0);
        for &number in lengths {
            word = word << 1 | self.bits & 1;
            self.bits >>= 1;
            self.ready -= 1;
            least <<= 1;
            let number = u32::from(number);
            if word < least + number {
                self.before = *symbols.get((shorter + word - least) as usize)?;
                return Some(self.before);
            }
            least += number;
            shorter += number;
        }
        None
    }
}
