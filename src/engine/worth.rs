//! What a position is worth, without looking ahead.

use crate::engine::field::Reach;
use crate::engine::generate::Stones;

/// What a term counts, in hundredths of a stone on a full board: on an empty board, and how much more for 32 stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight {
    /// On an empty board.
    pub base: i16,
    /// How much more it is with 32 stones on the board.
    pub crowd: i16,
}

impl Weight {
    const fn new(base: i16, crowd: i16) -> Self {
        Self { base, crowd }
    }

    const fn at(self, stones: i32) -> i32 {
        self.base as i32 + ((self.crowd as i32 * stones) >> 5)
    }
}

/// What each term of the evaluation counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Each stone more than the other side has.
    pub stone: Weight,
    /// The logarithm of how many times as many stones a side has, in 64ths.
    pub ratio: Weight,
    /// Each point on which a stone can land.
    pub reach: Weight,
    /// Each of those on which it cannot be taken at once.
    pub safe: Weight,
    /// The first few of those, in addition.
    pub first: Weight,
    /// Each stone of the side to move that can be taken at once.
    pub attacked: Weight,
    /// Each empty point on which an enemy stone could be taken.
    pub guarded: Weight,
    /// Having the turn.
    pub turn: Weight,
}

impl Weights {
    /// What the levels play by.
    pub const TUNED: Self = Self {
        stone: Weight::new(100, 0),
        ratio: Weight::new(1000, 0),
        reach: Weight::new(3, 0),
        safe: Weight::new(3, 0),
        first: Weight::new(9, 0),
        attacked: Weight::new(10, 0),
        guarded: Weight::new(2, 0),
        turn: Weight::new(10, 0),
    };

    const NONE: Weight = Weight::new(0, 0);
    /// Stones alone.
    pub const MATERIAL: Self = Self {
        stone: Weight::new(100, 0),
        ratio: Self::NONE,
        reach: Self::NONE,
        safe: Self::NONE,
        first: Self::NONE,
        attacked: Self::NONE,
        guarded: Self::NONE,
        turn: Self::NONE,
    };
}

/// Natural logarithms of the numbers from 1, in 64ths; of 0, which ends a game, as of 1.
const LOG: [i16; 23] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188, 192, 195, 198,
];

fn log(stones: u64) -> i32 {
    let log = LOG.get(stones.count_ones() as usize);
    log.map_or(0, |&log| i32::from(log))
}

/// How many safe landings are few.
const FEW: i32 = 6;

/// What a position is worth to the side to move, which reaches `own`.
pub(super) fn worth(weights: &Weights, stones: Stones, empty: u64, own: Reach) -> i16 {
    let enemy = Reach::of(stones.enemy, empty);
    let (ours, theirs) = (count(stones.own), count(stones.enemy));
    let all = ours + theirs;
    let ratio = log(stones.own) - log(stones.enemy);
    let reach = count(own.landings) - count(enemy.landings);
    let (safe, their_safe) = (
        count(own.landings & !enemy.attacked),
        count(enemy.landings & !own.attacked),
    );
    let first = safe.min(FEW) - their_safe.min(FEW);
    let attacked = count(enemy.attacked & stones.own);
    let guarded = count(own.attacked & empty) - count(enemy.attacked & empty);
    let score = weights.stone.at(all) * (ours - theirs)
        + ((weights.ratio.at(all) * ratio) >> 6)
        + weights.reach.at(all) * reach
        + weights.safe.at(all) * (safe - their_safe)
        + weights.first.at(all) * first
        - weights.attacked.at(all) * attacked
        + weights.guarded.at(all) * guarded
        + weights.turn.at(all);
    i16::try_from(score).unwrap_or(0)
}

#[allow(clippy::cast_possible_wrap)] // at most 45
const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}
