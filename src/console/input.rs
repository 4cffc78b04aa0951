//! Lines out of bytes, in a buffer of fixed capacity.

use core::str;

use heapless::Vec;

use crate::console::refusal::Refusal;

/// The longest line, in bytes: all keys of the rules with their longest values take less.
pub const LONGEST: usize = 256;

/// The buffer of the line that is being received.
#[derive(Clone, Debug, Default)]
pub struct Input {
    bytes: Vec<u8, LONGEST>,
    /// What is to be done with the line when it ends.
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// The line goes on.
    #[default]
    Open,
    /// The line has more bytes than the buffer.
    TooLong,
    /// The line was handed out; the next byte begins another.
    Ended,
}

impl Input {
    /// Takes a byte; returns the line that it ends, unless that line is blank.
    ///
    /// CR, LF or both end a line: both together end a blank line as well, which is ignored.
    pub fn feed(&mut self, byte: u8) -> Option<Result<&str, Refusal>> {
        if self.state == State::Ended {
            self.bytes.clear();
            self.state = State::Open;
        }
        if !matches!(byte, b'\r' | b'\n') {
            if self.bytes.push(byte).is_err() {
                self.state = State::TooLong;
            }
            return None;
        }
        self.end()
    }

    /// Returns the line that ends with the input, unless it is blank.
    pub fn end(&mut self) -> Option<Result<&str, Refusal>> {
        match core::mem::replace(&mut self.state, State::Ended) {
            State::Ended => None,
            State::TooLong => Some(Err(Refusal::TooLong)),
            State::Open if self.bytes.trim_ascii().is_empty() => None,
            State::Open => Some(str::from_utf8(&self.bytes).map_err(|_| Refusal::NoText)),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Result<String, Refusal>> {
        let mut input = Input::default();
        let mut lines = Vec::new();
        for &byte in bytes {
            if let Some(line) = input.feed(byte) {
                lines.push(line.map(ToString::to_string));
            }
        }
        lines.extend(input.end().map(|line| line.map(ToString::to_string)));
        lines
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        lines(bytes).into_iter().map(|line| line.unwrap()).collect()
    }

    #[test]
    fn a_line_ends_with_cr_lf_or_both() {
        assert_eq!(texts(b"a\rb\nc\r\nd\n\re"), ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn blank_lines_are_nothing() {
        assert_eq!(texts(b"\n\r\n  \t\n\n"), [""; 0]);
        assert_eq!(texts(b""), [""; 0]);
        assert_eq!(texts(b"\n a \n\n"), [" a "]);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_line_and_the_next_is_read() {
        let mut bytes = [b'x'; 3 * LONGEST].to_vec();
        bytes.extend(b"\nhelp\n");
        assert_eq!(
            lines(&bytes),
            [Err(Refusal::TooLong), Ok("help".to_string())]
        );
        let just = [b'x'; LONGEST];
        assert_eq!(texts(&just), [String::from_utf8(just.to_vec()).unwrap()]);
    }

    #[test]
    fn bytes_that_are_no_text_spoil_only_their_line() {
        assert_eq!(
            lines(b"\xff\xfe\nhelp"),
            [Err(Refusal::NoText), Ok("help".to_string())]
        );
    }
}
