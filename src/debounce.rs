//! Settled pictures out of sampled ones.

use crate::point::PointSet;

/// Lets a point change only after it has looked different in so many samples one after another.
///
/// Every point has a counter of its own, so that one that chatters delays no other. Bit n of the two
/// sets together is the counter of point n.
#[derive(Clone, Debug, Default)]
pub struct Debounce {
    settled: PointSet,
    ones: PointSet,
    twos: PointSet,
}

impl Debounce {
    /// How many equal samples make a change; at a sample a millisecond, 3 ms.
    pub const SAMPLES: u32 = 3;

    /// Takes a sample; tells which points have changed with it.
    pub fn sample(&mut self, picture: PointSet) -> PointSet {
        let differs = (picture - self.settled) | (self.settled - picture);
        // A point that looks as settled starts again; the others count up, the third time settles.
        let changed = differs & self.twos;
        self.twos = differs & self.ones;
        self.ones = differs - self.ones - changed;
        self.settled = (self.settled - changed) | (changed & picture);
        changed
    }

    /// The picture as it has settled.
    #[must_use]
    pub const fn settled(&self) -> PointSet {
        self.settled
    }
}
