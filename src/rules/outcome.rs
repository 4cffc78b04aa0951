//! How games end.

use core::fmt;

use crate::rules::licence::Cut;
use crate::rules::options::{Immobile, Rules, Stranded};
use crate::rules::position::Position;
use crate::rules::side::Side;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A side won.
    Won {
        /// The side that won.
        winner: Side,
        /// How.
        by: Win,
    },
    /// Nobody won.
    Drawn(Draw),
}

/// How a game can be won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Win {
    /// The loser has no stone left.
    Captured,
    /// The loser has no legal turn.
    Immobile,
    /// The loser gave up.
    Resigned,
    /// The capturer of a vela had no capture in phase one.
    Stranded,
}

/// How a game can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draw {
    /// The same position occurred too often.
    Repetition,
    /// Too many turns went by without a capture.
    Quiet,
    /// One stone against one, and no capture at hand.
    OneEach,
    /// Both sides agreed.
    Agreed,
    /// The side to move has no legal turn.
    Immobile,
    /// The game has reached the capacity of its history.
    Length,
}

impl Position {
    /// How the game ended with this position, if it did; draws by its history are left to the game.
    #[must_use]
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        let won = |winner, by| Outcome::Won { winner, by };
        match self.cut(rules, self.can_capture()) {
            Some(Cut::CapturedOut) => {
                let loser = if self.own().is_empty() {
                    self.side
                } else {
                    !self.side
                };
                Some(won(!loser, Win::Captured))
            }
            Some(Cut::OneEach) => Some(Outcome::Drawn(Draw::OneEach)),
            Some(Cut::Stranded) => {
                let wins = rules.stranded == Stranded::Wins;
                Some(won(
                    if wins { self.side } else { !self.side },
                    Win::Stranded,
                ))
            }
            None if self.chain.is_some() || self.can_step(rules) => None,
            None => Some(match rules.immobile {
                Immobile::Loses => won(!self.side, Win::Immobile),
                Immobile::Draw => Outcome::Drawn(Draw::Immobile),
            }),
        }
    }
}

impl Outcome {
    /// Whether players declared the outcome, and no turn brought it about.
    #[must_use]
    pub const fn is_declared(self) -> bool {
        matches!(
            self,
            Self::Drawn(Draw::Agreed)
                | Self::Won {
                    by: Win::Resigned,
                    ..
                }
        )
    }

    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won { winner, .. } => Some(winner),
            Self::Drawn(_) => None,
        }
    }
}

impl Outcome {
    /// The outcome as the result of a record: `white won: black resigned`, `draw repetition`, …
    #[must_use]
    pub fn result(self) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Self::Won { winner, by } => {
                let loser = !winner;
                write!(f, "{winner} won: ")?;
                match by {
                    Win::Captured => write!(f, "{loser} captured out"),
                    Win::Immobile => write!(f, "{loser} cannot move"),
                    Win::Resigned => write!(f, "{loser} resigned"),
                    // Which side wins by this depends on the rules.
                    Win::Stranded => f.write_str("capturer stranded"),
                }
            }
            Self::Drawn(_) => write!(f, "{self}"),
        })
    }
}

/// Writes the winner or `draw`, and how, in the words of the console's events: `white captured`, `draw repetition`, …
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Won { winner, by } => write!(f, "{winner} {by}"),
            Self::Drawn(by) => write!(f, "draw {by}"),
        }
    }
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Captured => "captured",
            Self::Immobile => "immobile",
            Self::Resigned => "resigned",
            Self::Stranded => "stranded",
        })
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Repetition => "repetition",
            Self::Quiet => "quiet",
            Self::OneEach => "one-each",
            Self::Agreed => "agreed",
            Self::Immobile => "immobile",
            Self::Length => "length",
        })
    }
}
