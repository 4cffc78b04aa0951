//! What a player usually does first.

use crate::referee::clause::Clause;

/// In how many clear turns in a row a player took the stones off before moving. A turn is clear if it has one step, which
/// takes something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habit(u8);

impl Habit {
    /// So many turns make a habit.
    const TURNS: u8 = 5;

    /// None yet.
    pub const NONE: Self = Self(0);

    /// The number of these turns, of which not more are counted than make a habit.
    #[must_use]
    pub const fn turns(self) -> u8 {
        self.0
    }

    /// After so many turns in a row.
    #[must_use]
    pub fn after(turns: u8) -> Self {
        Self(turns.min(Self::TURNS))
    }

    /// Learns from a clear turn.
    pub fn learn(&mut self, took_first: bool) {
        self.0 = if took_first {
            Self::TURNS.min(self.0 + 1)
        } else {
            0
        };
    }

    /// Whether the player takes first, and then moves.
    #[must_use]
    pub fn takes_first(self) -> bool {
        Clause::Habit.holds(self.0 == Self::TURNS)
    }
}
