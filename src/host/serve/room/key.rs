//! The button's travel: however fast a page presses, the board gets to see it.

use std::collections::VecDeque;

/// How long the button stays down or up at least, in milliseconds: the board would take less for a bounce.
const SHORTEST: u64 = 40;
/// The most changes that wait for their time.
const MOST: usize = 16;

/// The button as the board sees it.
#[derive(Default)]
pub struct Key {
    is_down: bool,
    /// Milliseconds since it went up or down.
    age: u64,
    /// Where it goes next; down and up by turns.
    next: VecDeque<bool>,
}

impl Key {
    /// Presses it or lets it go; nothing happens if that is how it is, or will be.
    pub fn press(&mut self, down: bool) {
        if down == *self.next.back().unwrap_or(&self.is_down) {
            return;
        }
        if self.next.len() < MOST {
            self.next.push_back(down);
        } else {
            // This change and the one before it cancel each other.
            self.next.pop_back();
        }
    }

    /// Lets a millisecond go by; returns whether the button is down in it.
    pub fn tick(&mut self) -> bool {
        self.age += 1;
        if self.age > SHORTEST
            && let Some(down) = self.next.pop_front()
        {
            *self = Self {
                is_down: down,
                age: 1,
                next: std::mem::take(&mut self.next),
            };
        }
        self.is_down
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long the button is up, down, up, … while nobody touches it any more.
    fn spans(mut key: Key) -> Vec<usize> {
        let ticks: Vec<bool> = (0..2000).map(|_| key.tick()).collect();
        ticks.chunk_by(|a, b| a == b).map(<[_]>::len).collect()
    }

    /// A button that has been up for long.
    fn rested() -> Key {
        Key {
            age: 1000,
            ..Key::default()
        }
    }

    #[test]
    fn presses_in_one_moment_are_seen_one_by_one() {
        let mut key = rested();
        for down in [true, false, true, false, true] {
            key.press(down);
        }
        assert_eq!(spans(key), [40, 40, 40, 40, 1840]);
    }

    #[test]
    fn a_press_after_a_rest_is_seen_at_once() {
        let mut key = rested();
        key.press(true);
        assert!(key.tick());
        for _ in 0..500 {
            assert!(key.tick());
        }
        key.press(false);
        assert!(!key.tick());
    }

    #[test]
    fn whoever_hammers_at_it_finds_it_as_they_left_it() {
        for presses in [1000, 1001] {
            let mut key = rested();
            (0..presses).for_each(|at| key.press(at % 2 == 0));
            assert!(key.next.len() <= MOST);
            let down = presses % 2 == 1;
            assert_eq!((0..2000).map(|_| key.tick()).last(), Some(down));
        }
    }
}
