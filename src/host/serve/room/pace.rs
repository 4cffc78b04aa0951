//! Ticks of a millisecond, at the pace of real time.

use std::time::{Duration, Instant};

/// The most ticks that are caught up: while the machine sleeps, the board's time stands still.
const MOST: u64 = 100;

/// Counts the milliseconds that have gone by.
#[derive(Debug)]
pub struct Pace {
    began: Instant,
    done: u64,
}

impl Pace {
    /// Begins to count.
    pub fn new(now: Instant) -> Self {
        Self {
            began: now,
            done: 0,
        }
    }

    /// The number of ticks that are due, and the time until the next tick is.
    pub fn due(&mut self, now: Instant) -> (u64, Duration) {
        let gone = now.saturating_duration_since(self.began);
        let ticks = u64::try_from(gone.as_millis())
            .unwrap_or(u64::MAX)
            .saturating_sub(self.done);
        if ticks > MOST {
            *self = Self::new(now);
            return (MOST, Duration::from_millis(1));
        }
        self.done += ticks;
        let next = Duration::from_millis(self.done + 1);
        (ticks, next.saturating_sub(gone))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn no_millisecond_is_lost_or_done_twice() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        let moments = [300, 999, 1000, 1001, 2500, 2600, 9900].map(Duration::from_micros);
        let ticks = moments.map(|moment| pace.due(start + moment).0);
        assert_eq!(ticks, [0, 0, 1, 0, 1, 0, 7]);
    }

    #[test]
    fn the_next_tick_is_due_when_its_millisecond_is_over() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        assert_eq!(
            pace.due(start + Duration::from_micros(2300)),
            (2, Duration::from_micros(700))
        );
    }

    #[test]
    fn sleep_is_not_caught_up() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        assert_eq!(pace.due(start + millis(3_600_000)), (MOST, millis(1)));
        assert_eq!(pace.due(start + millis(3_600_003)).0, 3);
    }
}
