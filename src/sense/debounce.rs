//! Debounce: settled pictures out of samples.

use crate::point::PointSet;

/// Lets a point change only when [`Debounce::SAMPLES`] consecutive samples differ from its settled state.
///
/// Every point has its own counter, so that a point that chatters delays no other. The counter of point n has two
/// bits: bit n of `ones` and bit n of `twos`.
#[derive(Clone, Debug, Default)]
pub struct Debounce {
    settled: PointSet,
    ones: PointSet,
    twos: PointSet,
}

impl Debounce {
    /// Equal samples that make a change: 3 ms, at one sample a millisecond.
    pub const SAMPLES: u32 = 3;

    /// Nothing is closed.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            settled: PointSet::EMPTY,
            ones: PointSet::EMPTY,
            twos: PointSet::EMPTY,
        }
    }

    /// Takes a sample; returns the points that it has changed in the settled picture.
    pub fn sample(&mut self, closed: PointSet) -> PointSet {
        // Most of the time nothing moves.
        if closed == self.settled {
            (self.ones, self.twos) = (PointSet::EMPTY, PointSet::EMPTY);
            return PointSet::EMPTY;
        }
        let differs = (closed - self.settled) | (self.settled - closed);
        // A point that agrees with its settled state resets its counter; any other counts up, and settles at three.
        let changed = differs & self.twos;
        self.twos = differs & self.ones;
        self.ones = differs - self.ones - changed;
        self.settled = (self.settled - changed) | (changed & closed);
        changed
    }

    /// The settled picture.
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
            let sample = if closed == 1 {
                PointSet::of(Point::CENTRE)
            } else {
                PointSet::EMPTY
            };
            debounce.sample(sample);
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
        let changed = samples.map(|sample| debounce.sample(sample));
        assert_eq!(changed, [PointSet::EMPTY, PointSet::EMPTY, other]);
    }
}
