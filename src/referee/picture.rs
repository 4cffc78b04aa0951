//! What the reeds see, held against stones. Pictures are compared here and nowhere else.

use crate::point::{Point, PointSet};
use crate::referee::situation::Restore;
use crate::rules::side::BySide;

/// The points that are closed, and those of which that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Points that are closed; none of those that are unknown.
    pub closed: PointSet,
    /// Points whose reeds are not to be trusted: they speak neither for nor against anything.
    pub unknown: PointSet,
}

/// How a picture differs from what should stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Points that should be closed.
    pub opened: PointSet,
    /// Points that should be open.
    pub closed: PointSet,
}

impl Difference {
    /// All points that differ.
    #[must_use]
    pub fn points(self) -> PointSet {
        self.opened | self.closed
    }
}

impl Picture {
    /// What these closed points say, but for those that are unknown.
    #[must_use]
    pub fn new(closed: PointSet, unknown: PointSet) -> Self {
        let closed = closed - unknown;
        Self { closed, unknown }
    }

    /// Whether exactly these stones may stand.
    #[must_use]
    pub fn shows(self, stones: PointSet) -> bool {
        self.closed == stones - self.unknown
    }

    /// How it differs from these stones.
    #[must_use]
    pub fn difference(self, stones: PointSet) -> Difference {
        Difference {
            opened: stones - self.closed - self.unknown,
            closed: self.closed - stones,
        }
    }

    /// What is to be done to get to these stones.
    #[must_use]
    pub fn restore(self, stones: BySide<PointSet>) -> Restore {
        let Difference { opened, closed } = self.difference(stones.both());
        Restore {
            put: BySide {
                white: stones.white & opened,
                black: stones.black & opened,
            },
            take: closed,
        }
    }

    /// How many guesses there are at what stands where that is unknown.
    #[must_use]
    pub fn guesses(self) -> usize {
        1 << self.unknown.len()
    }

    /// One of the guesses at what stands where that is unknown: each of these points has a stone or not.
    #[must_use]
    pub fn guess(self, index: usize) -> Self {
        let unknown = self.unknown.iter().enumerate();
        let guessed = unknown.filter(|(place, _)| index >> place & 1 == 1);
        let guessed: PointSet = guessed.map(|(_, point)| point).collect();
        Self {
            closed: self.closed | guessed,
            unknown: PointSet::EMPTY,
        }
    }

    /// The same picture without some of its stones.
    #[must_use]
    pub fn without(self, stones: PointSet) -> Self {
        Self {
            closed: self.closed - stones,
            ..self
        }
    }

    /// Whether it cannot be seen what a point holds.
    #[must_use]
    pub fn hides(self, point: Point) -> bool {
        self.unknown.contains(point)
    }
}
