//! What a story costs: the table from which one can say what the board will read.
//!
//! Of all stories that explain what was seen the cheapest is shown. Costs are compared place by place: a story with
//! something that no hand does is worse than any without, then one that contradicts what was told. Among equals the odder
//! one is worse, and being unfinished is as odd as a good deal of what hands do.

use core::cmp::Ordering;
use core::ops::Add;

use crate::referee::switch;
use crate::time::Millis;

/// What a story costs. Less is likelier.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// How much of it no hand does.
    pub impossible: u8,
    /// How much of what was told it denies.
    pub contradicts: u8,
    /// Whether something is still to be done.
    pub unfinished: u8,
    /// How unusual the hands would be.
    pub odd: u16,
}

impl Cost {
    /// Nothing.
    pub const NONE: Self = Self {
        impossible: 0,
        contradicts: 0,
        unfinished: 0,
        odd: 0,
    };

    /// More than any story costs.
    pub const MOST: Self = Self {
        impossible: u8::MAX,
        ..Self::NONE
    };

    /// Whether hands are often like that.
    #[must_use]
    pub const fn is_likely(&self) -> bool {
        self.impossible == 0 && self.odd <= LIKELY
    }

    /// Nothing but oddity.
    pub fn odd(odd: impl TryInto<u16>) -> Self {
        Self {
            odd: odd.try_into().unwrap_or(u16::MAX),
            ..Self::NONE
        }
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |cost: &Self| {
            let odd = u32::from(cost.odd) + u32::from(cost.unfinished) * UNFINISHED;
            (cost.impossible, cost.contradicts, odd)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialEq for Cost {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            impossible: self.impossible + other.impossible,
            contradicts: self.contradicts + other.contradicts,
            unfinished: self.unfinished + other.unfinished,
            odd: self.odd.saturating_add(other.odd),
        }
    }
}

/// Parts passing over a point from landing on it.
pub const LANDING: Millis = Millis(160);
/// A stone that leaves a point so soon after the next has closed has slid there.
pub const SLID: Millis = Millis(40);
/// For how long a stone that slides is on two points at most, usually.
pub const SLIDING: Millis = Millis(150);
/// Being unfinished is as unlikely as this much that is odd.
const UNFINISHED: u32 = 150;
/// A point of oddity for this many milliseconds.
const UNIT: u16 = 10;
/// How odd a story may be that is read before the board is at rest.
const LIKELY: u16 = 60;
/// No stay is odder than this.
const MOST: u16 = 60;

/// How a stone slid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slide {
    /// For how long it was on both points,
    pub both: Millis,
    /// and whether the board was at rest meanwhile.
    pub rested: bool,
}

/// The rows of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// A stone stayed on a point that it only passed over: a point for every 10 ms.
    Passing,
    /// A landing was short: a point for every 10 ms that are missing to 320, so that both cost the same at [`LANDING`].
    Landing,
    /// A stone that slides was on both points: a point for every 10 ms beyond 150; at rest nothing slides.
    Slide,
    /// Something is still to be done.
    Unfinished,
    /// A stone has landed where that cannot be seen; if it has walked, only a complete turn after it proves that.
    Unseen,
    /// The same hands may mean a chain that goes on or the reply to it: for a while nothing is said.
    Doubt,
    /// The turn was told, and the reply is under way.
    Waiting,
    /// The stone of a turn that may go on was taken off before the reply's had landed: nothing is said of it for a while.
    TakenFirst,
    /// The stone of the first turn was still being slid when the reply began.
    Overtaken,
    /// The reply takes nothing: no stone that is off speaks for it.
    Paika,
    /// A turn that is complete is read anew before the board has been at rest.
    Revision,
    /// A turn that was told is denied.
    Contradiction,
    /// Turns are taken back: an earlier position stands at rest.
    Back,
}

impl Row {
    /// All rows.
    pub const ALL: [Self; 13] = [
        Self::Passing,
        Self::Landing,
        Self::Slide,
        Self::Unfinished,
        Self::Unseen,
        Self::Doubt,
        Self::Waiting,
        Self::TakenFirst,
        Self::Overtaken,
        Self::Paika,
        Self::Revision,
        Self::Contradiction,
        Self::Back,
    ];

    /// Its place among all that can be switched off.
    #[must_use]
    pub const fn place(self) -> u32 {
        self as u32
    }

    /// What it costs once.
    #[must_use]
    pub fn cost(self) -> Cost {
        self.unless_off(match self {
            Self::Passing | Self::Landing | Self::Slide => Cost::odd(1),
            Self::Unfinished | Self::Doubt | Self::Revision => Cost {
                unfinished: 1,
                ..Cost::NONE
            },
            Self::Back => Cost {
                unfinished: 2,
                ..Cost::NONE
            },
            Self::Waiting => Cost {
                unfinished: 1,
                ..Cost::odd(20)
            },
            Self::TakenFirst | Self::Unseen => Cost::odd(100),
            Self::Overtaken => Cost::odd(300),
            Self::Paika => Cost::odd(40),
            Self::Contradiction => Cost {
                contradicts: 1,
                ..Cost::NONE
            },
        })
    }

    /// What it costs if it holds.
    #[must_use]
    pub fn if_so(self, holds: bool) -> Cost {
        if holds { self.cost() } else { Cost::NONE }
    }

    /// How odd it is that a stone stayed on a point for these milliseconds.
    #[must_use]
    pub fn of_stay(self, millis: u16) -> u8 {
        let span = match self {
            Self::Landing => (2 * LANDING.0).saturating_sub(millis.into()),
            _ => millis.into(),
        };
        #[allow(clippy::cast_possible_truncation)] // at most MOST
        let odd = self.units(span).odd as u8;
        odd
    }

    /// What it costs that a stone slid.
    #[must_use]
    pub fn of_slide(self, Slide { both, rested }: Slide) -> Cost {
        if rested {
            return self.unless_off(Cost {
                impossible: 1,
                ..Cost::NONE
            });
        }
        self.units((both - SLIDING).0)
    }

    /// What it costs beside that if a stone has walked there, and nothing proves it.
    #[must_use]
    pub fn of_walk(self) -> Cost {
        self.unless_off(Cost {
            contradicts: 1,
            ..Cost::NONE
        })
    }

    fn units(self, span: u64) -> Cost {
        // In few bits, because the core has to divide by hand.
        let span = u16::try_from(span).unwrap_or(u16::MAX).min(MOST * UNIT);
        self.unless_off(Cost::odd(span / UNIT))
    }

    fn unless_off(self, cost: Cost) -> Cost {
        if switch::is_off(self.place()) {
            Cost::NONE
        } else {
            cost
        }
    }
}
