//! The turns of a game, packed.

use heapless::Vec;

use crate::point::Point;
use crate::rules::turn::{Take, Turn};

/// The turns played in a game, in order.
///
/// A turn takes a byte for its origin and one for each step, which holds the point and what the byte
/// is: an origin, a paika, an approach, a withdrawal.
#[derive(Clone, Debug, Default)]
pub struct History {
    bytes: Vec<u8, { History::BYTES }>,
    turns: usize,
}

const ORIGIN: u8 = 0;
const PAIKA: u8 = 1;
const APPROACH: u8 = 2;
const WITHDRAWAL: u8 = 3;

impl History {
    /// How many turns it holds; a longer game is drawn.
    pub const TURNS: usize = 512;

    /// Enough for all of them: every turn has an origin and a step, and only captures add further
    /// steps, each of which takes at least one of 44 stones.
    const BYTES: usize = 2 * Self::TURNS + 44;

    /// How many turns it holds.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.turns
    }

    /// Whether it holds no turn.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.turns == 0
    }

    /// Whether it can hold no more.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.turns >= Self::TURNS
    }

    /// Adds a turn; tells whether there was room for it.
    pub fn push(&mut self, turn: &Turn) -> bool {
        if self.is_full() || self.bytes.len() + 1 + turn.len() > Self::BYTES {
            return false;
        }
        let steps = turn.steps().map(|step| {
            let code = match step.take {
                None => PAIKA,
                Some(Take::Approach) => APPROACH,
                Some(Take::Withdrawal) => WITHDRAWAL,
            };
            pack(step.to, code)
        });
        self.bytes
            .extend([pack(turn.origin(), ORIGIN)].into_iter().chain(steps));
        self.turns += 1;
        true
    }

    /// Takes the last turn out.
    pub fn pop(&mut self) -> Option<Turn> {
        let turn = self.last()?;
        self.bytes.truncate(self.last_start()?);
        self.turns -= 1;
        Some(turn)
    }

    /// The last turn.
    #[must_use]
    pub fn last(&self) -> Option<Turn> {
        unpack(&self.bytes[self.last_start()?..])
    }

    /// Where the last turn begins.
    fn last_start(&self) -> Option<usize> {
        self.bytes.iter().rposition(|byte| byte % 4 == ORIGIN)
    }

    /// The turns in order.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.bytes
            .chunk_by(|_, next| next % 4 != ORIGIN)
            .filter_map(unpack)
    }
}

// 44 * 4 + 3 fits a byte.
#[allow(clippy::cast_possible_truncation)]
const fn pack(point: Point, code: u8) -> u8 {
    point.index() as u8 * 4 + code
}

/// The turn of an origin's byte and its steps'.
fn unpack(bytes: &[u8]) -> Option<Turn> {
    let (origin, steps) = bytes.split_first()?;
    let mut turn = Turn::from(Point::new(origin / 4)?);
    for step in steps {
        let take = match step % 4 {
            APPROACH => Some(Take::Approach),
            WITHDRAWAL => Some(Take::Withdrawal),
            _ => None,
        };
        turn.push(Point::new(step / 4)?, take);
    }
    Some(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(steps: usize) -> Turn {
        let mut turn = Turn::from(Point::CENTRE);
        for to in Point::all().take(steps) {
            turn.push(to, (steps > 1).then_some(Take::Withdrawal));
        }
        turn
    }

    #[test]
    fn what_goes_in_comes_out_in_order() {
        let mut history = History::default();
        let turns = [turn(1), turn(3), turn(22), turn(1)];
        assert!(turns.iter().all(|turn| history.push(turn)));
        assert!(history.turns().eq(turns));
        assert_eq!(history.pop(), Some(turns[3]));
        assert_eq!(history.pop(), Some(turns[2]));
        assert_eq!(history.len(), 2);
        assert!(history.turns().eq([turns[0], turns[1]]));
    }

    #[test]
    fn the_longest_possible_game_fits() {
        // Two chains that take 22 and 21 stones one by one, and paikas.
        let mut history = History::default();
        assert!(history.push(&turn(22)) && history.push(&turn(21)));
        assert!((2..History::TURNS).all(|_| history.push(&turn(1))));
        assert!(history.is_full());
        assert!(!history.push(&turn(1)));
        assert_eq!(history.turns().count(), History::TURNS);
    }
}
