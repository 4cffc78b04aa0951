//! The text of a panic, as much of it as is kept.

use core::fmt::{self, Write};
use core::str;

/// The longest text of a panic, in bytes; what is longer is cut.
pub const LONGEST: usize = 160;
/// The longest name of a file in such a text; of a longer one the end is kept.
const LONGEST_FILE: usize = 56;

/// The text of a panic: printable, on one line, cut to what is kept.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    pub(super) bytes: [u8; LONGEST],
    pub(super) length: u32,
}

impl Text {
    /// Nothing.
    pub const EMPTY: Self = Self {
        bytes: [0; LONGEST],
        length: 0,
    };

    /// A text that begins with a place in the source.
    #[must_use]
    pub fn at(file: &str, line: u32, column: u32) -> Self {
        let mut text = Self::EMPTY;
        let mut from = file.len().saturating_sub(LONGEST_FILE);
        while !file.is_char_boundary(from) {
            from += 1;
        }
        // Never fails: what does not fit is cut.
        let _ = write!(text, "{}:{line}:{column}: ", &file[from..]);
        text
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.length as usize).unwrap_or(&[]);
        str::from_utf8(bytes).unwrap_or("")
    }
}

/// Never fails.
impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            let Some(place) = self.bytes.get_mut(self.length as usize) else {
                break;
            };
            *place = match u8::try_from(letter) {
                Ok(byte @ b' '..=b'~') => byte,
                // A line of the console stays a line.
                _ if letter.is_whitespace() => b' ',
                _ => b'?',
            };
            self.length += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;

    use super::*;

    #[test]
    fn the_text_of_a_panic_is_one_printable_line() {
        let mut text = Text::at("src/app.rs", 12, 34);
        let _ = write!(text, "left:\n  1\r\nright: é\u{7}");
        assert_eq!(text.as_str(), "src/app.rs:12:34: left:   1  right: ??");

        let long = Text::at(&format!("é{}", "x".repeat(LONGEST_FILE - 1)), 1, 2);
        let kept = long.as_str().split(':').next().unwrap();
        assert_eq!(kept, "x".repeat(LONGEST_FILE - 1));

        let mut text = Text::at("f", 1, 2);
        let _ = write!(text, "{}", "y".repeat(1000));
        assert_eq!(text.as_str().len(), LONGEST);
    }
}
