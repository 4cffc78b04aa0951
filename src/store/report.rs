//! How a store fares, in words.

use core::fmt;

/// What the store was found to hold, and how it fares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Frames that were damaged.
    pub damaged: u16,
    /// Frames and sections that a later version has written, or that make no sense.
    pub unknown: u16,
    /// Sectors that do not erase or hold what is written.
    pub worn: u16,
    /// Why nothing is kept, if so.
    pub off: Option<Off>,
}

/// Why nothing is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Off {
    /// A later version has written the flash.
    Later,
    /// The flash is another board's.
    Other,
}

impl Report {
    /// All is well.
    pub const WELL: Self = Self {
        damaged: 0,
        unknown: 0,
        worn: 0,
        off: None,
    };

    /// Whether all is well.
    #[must_use]
    pub fn is_well(&self) -> bool {
        *self == Self::default()
    }
}

/// Writes what is not well: `2 damaged, 1 unknown, 1 worn`, `written by a later version`.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut comma = "";
        let counts = [
            (self.damaged, "damaged"),
            (self.unknown, "unknown"),
            (self.worn, "worn"),
        ];
        for (count, what) in counts {
            if count > 0 {
                write!(f, "{comma}{count} {what}")?;
                comma = ", ";
            }
        }
        match self.off {
            Some(Off::Later) => write!(f, "{comma}written by a later version, nothing is kept"),
            Some(Off::Other) => write!(f, "{comma}written by another board, nothing is kept"),
            None if comma.is_empty() => f.write_str("well"),
            None => Ok(()),
        }
    }
}
