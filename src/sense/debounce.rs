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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Point;

    /// The settled picture after each of the samples of one point.
    fn settled<const N: usize>(samples: [u8; N]) -> [u8; N] {
        let mut debounce = Debounce::default();
        samples.map(|closed| {
            let picture = if closed == 1 {
                PointSet::of(Point::CENTRE)
            } else {
                PointSet::EMPTY
            };
            debounce.sample(picture);
            u8::from(debounce.settled().contains(Point::CENTRE))
        })
    }

    #[test]
    fn the_third_equal_sample_settles() {
        assert_eq!(settled([1, 1, 1, 1, 0, 0, 0]), [0, 0, 1, 1, 1, 1, 0]);
    }

    #[test]
    fn a_bounce_starts_the_count_again() {
        assert_eq!(settled([1, 0, 1, 1, 0, 1, 1, 1]), [0, 0, 0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn a_point_that_chatters_delays_no_other() {
        let (chatters, other) = (PointSet::of(Point::CENTRE), !PointSet::of(Point::CENTRE));
        let mut debounce = Debounce::default();
        let samples = [other | chatters, other, other | chatters];
        let changed = samples.map(|picture| debounce.sample(picture));
        assert_eq!(changed, [PointSet::EMPTY, PointSet::EMPTY, other]);
    }
}
