//! The turns of a game, packed.

use heapless::Vec;

use crate::point::Point;
use crate::rules::turn::{Take, Turn};

/// The turns played in a game, in order.
///
/// A turn takes one byte for its origin and one for each step. A byte holds a point and a code: origin, paika, approach
/// or withdrawal.
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
    /// The capacity in turns; a game that reaches it is drawn.
    pub const TURNS: usize = 512;

    /// Enough for all turns: each has an origin and a step, and only captures add further steps, each of which takes at
    /// least one of 44 stones.
    pub const BYTES: usize = 2 * Self::TURNS + 44;

    /// No turns yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            bytes: Vec::new(),
            turns: 0,
        }
    }

    /// Forgets all turns.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.turns = 0;
    }

    /// The number of turns.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.turns
    }

    /// Whether there is no turn.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.turns == 0
    }

    /// Whether there is no room for another turn.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.turns >= Self::TURNS
    }

    /// Adds a turn; returns whether there was room for it.
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

    /// Removes the last turn and returns it.
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

    /// The index of the byte at which the last turn begins.
    fn last_start(&self) -> Option<usize> {
        self.bytes.iter().rposition(|byte| byte % 4 == ORIGIN)
    }

    /// The turns in order.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        unpacked(&self.bytes)
    }

    /// The turns as they are packed.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The turns that bytes hold; what is no turn is left out.
pub fn unpacked(bytes: &[u8]) -> impl Iterator<Item = Turn> {
    bytes
        .chunk_by(|_, next| next % 4 != ORIGIN)
        .filter_map(unpack)
}

/// How many turns bytes hold.
#[must_use]
pub fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte % 4 == ORIGIN).count()
}

/// Where the turn begins that has a byte.
#[must_use]
pub fn start_of_turn(bytes: &[u8], place: usize) -> usize {
    let is_origin = |byte: &u8| byte % 4 == ORIGIN;
    match bytes.get(place) {
        // A turn that is longer than before begins further ahead.
        Some(byte) if !is_origin(byte) => bytes[..place].iter().rposition(is_origin).unwrap_or(0),
        _ => place,
    }
}

// 44 * 4 + 3 fits a byte.
#[allow(clippy::cast_possible_truncation)]
const fn pack(point: Point, code: u8) -> u8 {
    point.index() as u8 * 4 + code
}

/// The turn that these bytes hold: an origin, then its steps.
fn unpack(bytes: &[u8]) -> Option<Turn> {
    let (origin, steps) = bytes.split_first()?;
    if steps.len() > Turn::MAX_STEPS {
        return None;
    }
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
