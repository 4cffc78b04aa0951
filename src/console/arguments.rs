//! A line of the console: its command and arguments.

use crate::console::command::Command;
use crate::console::refusal::Refusal;

/// The arguments of a command, and where they begin in the line.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    /// The command.
    pub command: Command,
    /// The arguments as they stand in the line, without the blanks around them.
    pub text: &'a str,
    /// The column at which the arguments begin, from 0.
    pub column: usize,
}

impl<'a> Arguments<'a> {
    /// Splits a line into command and arguments.
    ///
    /// # Errors
    /// If the first word is no command.
    pub fn of(line: &'a str) -> Result<Self, Refusal> {
        let text = line.trim_ascii();
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let command = Command::find(word)?;
        let text = rest.trim_ascii();
        Ok(Self {
            command,
            text,
            // The arguments end where the line does, blanks aside.
            column: line.trim_ascii_end().len() - text.len(),
        })
    }

    /// The arguments one by one; those left out at the end are none.
    ///
    /// # Errors
    /// If there are more than `N`.
    pub fn words<const N: usize>(self) -> Result<[Option<&'a str>; N], Refusal> {
        let mut words = self.text.split_ascii_whitespace();
        let first = core::array::from_fn(|_| words.next());
        match words.next() {
            None => Ok(first),
            Some(_) => Err(self.misuse()),
        }
    }

    /// The refusal that shows how the command is used.
    #[must_use]
    pub const fn misuse(self) -> Refusal {
        Refusal::Usage(self.command)
    }
}
