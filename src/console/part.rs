//! A text of any length in parts of fixed capacity.

use core::fmt;

use heapless::Vec;

use crate::console::SHORT;

/// A writer that skips a number of bytes and keeps what follows, up to its capacity. A short text fits whole.
///
/// A text that can be written repeatedly can so be sent part by part, whatever its length.
#[derive(Clone, Debug, Default)]
pub struct Part {
    skip: usize,
    text: Vec<u8, SHORT>,
}

impl Part {
    /// Clears the part; the next text is kept from the byte `skip` on.
    pub fn restart(&mut self, skip: usize) {
        self.skip = skip;
        self.text.clear();
    }

    /// The bytes that were kept.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }
}

/// Fails when no more fits.
impl fmt::Write for Part {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let behind = text.as_bytes().get(self.skip..).unwrap_or(&[]);
        self.skip = self.skip.saturating_sub(text.len());
        let room = self.text.capacity() - self.text.len();
        let fits = behind.len().min(room);
        // Cannot fail: `fits` is within the capacity.
        let _ = self.text.extend_from_slice(&behind[..fits]);
        if fits < behind.len() {
            return Err(fmt::Error);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::fmt::Write;
    use std::string::String;

    use super::*;

    /// Writes the numbers below `end`, each with a write of its own.
    fn count(end: u32, out: &mut dyn Write) -> fmt::Result {
        (0..end).try_for_each(|number| writeln!(out, "{number} é"))
    }

    #[test]
    fn the_parts_make_the_whole_and_each_but_the_last_is_full() {
        for end in [0, 1, 10, 700, 1000, 5000] {
            let mut whole = String::new();
            count(end, &mut whole).unwrap();
            let mut bytes = std::vec::Vec::new();
            let mut part = Part::default();
            loop {
                part.restart(bytes.len());
                let result = count(end, &mut part);
                bytes.extend(part.text());
                if result.is_ok() {
                    break;
                }
                assert_eq!(part.text().len(), SHORT);
            }
            assert_eq!(String::from_utf8(bytes).unwrap(), whole);
        }
    }

    #[test]
    fn a_text_that_just_fits_is_one_part() {
        let mut part = Part::default();
        assert_eq!(part.write_str(&"x".repeat(SHORT)), Ok(()));
        assert_eq!(part.write_str(""), Ok(()));
        assert_eq!(part.write_str("x"), Err(fmt::Error));
        assert_eq!(part.text().len(), SHORT);
    }
}
