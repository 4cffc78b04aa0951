//! Files that are no tables, or not whole: they are refused, and say why.

use super::tables::written;
use fanorona_board::engine::endings::{Endings, Unusable};

fn read(bytes: &[u8]) -> Result<(), Unusable> {
    Endings::read(Vec::leak(bytes.to_vec())).map(|_| ())
}

#[test]
fn a_file_is_refused_wherever_it_ends_early() {
    let bytes = written(2, 3);
    assert_eq!(read(bytes), Ok(()));
    for length in 0..bytes.len() {
        let expected = if length < 4 {
            Unusable::Foreign
        } else {
            Unusable::Length
        };
        assert_eq!(read(&bytes[..length]), Err(expected), "{length}");
    }
    assert_eq!(read(&[bytes, &[0]].concat()), Err(Unusable::Length));
}

#[test]
fn a_file_is_refused_whatever_bit_has_changed() {
    let bytes = written(2, 3);
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut bytes = bytes.to_vec();
            bytes[at] ^= 1 << bit;
            assert!(read(&bytes).is_err(), "bit {bit} of byte {at}");
        }
    }
}

#[test]
fn a_file_of_a_later_version_says_so() {
    let mut bytes = written(2, 3).to_vec();
    bytes[4] = 2;
    assert_eq!(read(&bytes), Err(Unusable::Version(2)));
    assert_eq!(read(b"something else entirely"), Err(Unusable::Foreign));
}
