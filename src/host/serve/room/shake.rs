//! A shaken board: reeds that bounce and are brushed at random.

use fanorona_board::point::{Point, PointSet};

/// How long a shake lasts, in milliseconds.
const SHAKES_FOR: u32 = 2000;
/// How long a reed is left alone after a disturbance, in milliseconds, so that two bounces do not look like one lift.
const RESTS_FOR: u32 = 5;

/// What happens to reeds when the board is shaken: contacts bounce, and magnets in sleeves and hands pass by.
#[derive(Clone, Debug)]
pub struct Shake {
    /// Milliseconds until the shake ends.
    left: u32,
    disturbed: Vec<Disturbance>,
    random: Random,
}

#[derive(Clone, Copy, Debug)]
struct Disturbance {
    point: Point,
    /// Whether a magnet passes, which only an empty point notices; otherwise the contact bounces.
    is_brush: bool,
    /// Milliseconds that are left, including [`RESTS_FOR`].
    left: u32,
}

impl Shake {
    /// A board at rest.
    pub fn new(seed: u64) -> Self {
        Self {
            left: 0,
            disturbed: Vec::new(),
            random: Random(seed | 1),
        }
    }

    /// Shakes for two seconds from now.
    pub fn start(&mut self) {
        self.left = SHAKES_FOR;
    }

    /// Whether the board is being shaken, or a reed is still disturbed.
    pub fn is_going_on(&self) -> bool {
        self.left > 0 || !self.disturbed.is_empty()
    }

    /// Lets a millisecond go by; returns how the reeds look then, disturbances included.
    pub fn tick(&mut self, closed: PointSet) -> PointSet {
        self.left = self.left.saturating_sub(1);
        if self.left > 0 && self.random.below(4) == 0 {
            let is_brush = self.random.below(16) == 0;
            let left = if is_brush {
                10 + self.random.below(60)
            } else {
                1 + self.random.below(2)
            };
            let number = u8::try_from(self.random.below(45)).unwrap_or_default();
            let Some(point) = Point::new(number) else {
                return closed;
            };
            if self.disturbed.iter().all(|other| other.point != point) {
                self.disturbed.push(Disturbance {
                    point,
                    is_brush,
                    left: left + RESTS_FOR,
                });
            }
        }
        let mut seen = closed;
        for disturbance in &mut self.disturbed {
            disturbance.left -= 1;
            let point = disturbance.point;
            if disturbance.left < RESTS_FOR {
                continue;
            }
            if disturbance.is_brush || !closed.contains(point) {
                seen.add(point);
            } else {
                seen.discard(point);
            }
        }
        self.disturbed.retain(|disturbance| disturbance.left > 0);
        seen
    }
}

/// A pseudo-random number generator, xorshift64*, which is plenty for bounces.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        u32::try_from(high).unwrap_or(u32::MAX) % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_disturbs_and_then_everything_is_as_before() {
        let mut shake = Shake::new(7);
        let closed = PointSet::from_bits(0x1555_5555_5555);
        assert_eq!(shake.tick(closed), closed);
        shake.start();
        let seen: Vec<PointSet> = (0..SHAKES_FOR + 100).map(|_| shake.tick(closed)).collect();
        let opened = seen.iter().any(|&seen| !(closed - seen).is_empty());
        let brushed = seen.iter().any(|&seen| !(seen - closed).is_empty());
        assert!(opened && brushed);
        assert!(!shake.is_going_on());
        assert_eq!(seen.last(), Some(&closed));
    }

    #[test]
    fn a_standing_stone_is_open_for_two_milliseconds_at_most_at_a_time() {
        let mut shake = Shake::new(3);
        shake.start();
        let mut open = [0; Point::COUNT];
        for _ in 0..SHAKES_FOR {
            let seen = shake.tick(PointSet::ALL);
            for point in Point::all() {
                let count = &mut open[point.index()];
                *count = if seen.contains(point) { 0 } else { *count + 1 };
            }
            assert!(open.iter().all(|&count| count <= 2));
        }
    }
}
