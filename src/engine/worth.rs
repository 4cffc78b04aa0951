//! What a position is worth, without looking ahead.

use crate::engine::field::Reach;
use crate::engine::generate::Stones;

/// What each term of the evaluation counts, in hundredths of a stone on a full board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Each stone more than the other side has, on a full board.
    pub stone: i16,
    /// What a stone counts in addition as the board empties: this, divided by the number of all stones.
    pub rare: i16,
    /// Each point on which a stone can land.
    pub reach: i16,
    /// Each of those on which it cannot be taken at once, the first few of them.
    pub safe: i16,
    /// How few safe landings are few.
    pub few: i16,
    /// Each stone that can be taken at once.
    pub attacked: i16,
    /// Having the turn.
    pub turn: i16,
}

impl Weights {
    /// What the levels play by.
    pub const TUNED: Self = Self {
        stone: 100,
        rare: 1000,
        reach: 3,
        safe: 12,
        few: 6,
        attacked: 10,
        turn: 10,
    };

    /// Stones alone.
    pub const MATERIAL: Self = Self {
        stone: 100,
        rare: 0,
        reach: 0,
        safe: 0,
        few: 0,
        attacked: 0,
        turn: 0,
    };
}

/// What a position is worth to the side to move, which reaches `own`.
pub(super) fn worth(weights: &Weights, stones: Stones, empty: u64, own: Reach) -> i16 {
    let enemy = Reach::of(stones.enemy, empty);
    let (ours, theirs) = (count(stones.own), count(stones.enemy));
    let total = (ours + theirs).max(1);
    let stone = i32::from(weights.stone) + i32::from(weights.rare) / total;
    let reach = count(own.landings) - count(enemy.landings);
    let few = i32::from(weights.few);
    let safe = |own: Reach, enemy: Reach| {
        let safe = count(own.landings & !enemy.attacked);
        // Above a few, a landing counts a quarter.
        safe.min(few) * 4 + (safe - few).max(0)
    };
    let attacked = count(own.attacked & stones.enemy) - count(enemy.attacked & stones.own);
    let score = stone * (ours - theirs)
        + i32::from(weights.reach) * reach
        + i32::from(weights.safe) * (safe(own, enemy) - safe(enemy, own)) / 4
        + i32::from(weights.attacked) * attacked
        + i32::from(weights.turn);
    i16::try_from(score).unwrap_or(0)
}

#[allow(clippy::cast_possible_wrap)] // at most 45
const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}
