//! What a position is worth, without looking ahead.

use crate::engine::field::{Reach, count_here, difference};
use crate::engine::generate::{Number, Stones};
use crate::engine::shape::{MOST_STONES, shape};
use crate::point::Point;
use crate::rules::board::Board;

/// What a term counts, in hundredths of a stone on a full board: on an empty board, and how much more for 32 stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight {
    /// On an empty board.
    pub base: i16,
    /// How much more it is with 32 stones on the board.
    pub crowd: i16,
}

impl Weight {
    const NONE: Self = Self::new(0, 0);

    const fn new(base: i16, crowd: i16) -> Self {
        Self { base, crowd }
    }

    // A part of an `i16` that is at most twice as large.
    #[allow(clippy::cast_possible_truncation)]
    const fn at(self, stones: i32) -> i16 {
        self.base + ((self.crowd as i32 * stones) >> 5) as i16
    }
}

/// What each term of the evaluation counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Each stone more than the other side has.
    pub stone: Weight,
    /// The logarithm of how many times as many stones a side has: a stone counts more where there are few.
    pub ratio: Weight,
    /// Each empty point on which a stone can land: who reaches much is not shut in.
    pub reach: Weight,
    /// Each of those on which it cannot be taken at once: a turn that costs nothing.
    pub safe: Weight,
    /// Each of the first few of those, in addition: who has none left must give stones away.
    pub first: Weight,
    /// Each empty point on which an enemy stone could be taken: where the enemy cannot go.
    pub guarded: Weight,
    /// Having the turn.
    pub turn: Weight,
    /// The most that the shape of the position counts, in hundredths of a stone.
    pub shape: i16,
}

impl Weights {
    /// What the levels play by.
    pub const TUNED: Self = Self {
        stone: Weight::new(100, -14),
        ratio: Weight::new(1300, 250),
        reach: Weight::new(19, 1),
        safe: Weight::new(18, -4),
        first: Weight::new(46, 4),
        guarded: Weight::new(26, 11),
        turn: Weight::new(37, -11),
        shape: 400,
    };

    /// Stones alone, to see what the other terms are good for.
    pub const MATERIAL: Self = Self {
        stone: Weight::new(100, 0),
        ratio: Weight::NONE,
        reach: Weight::NONE,
        safe: Weight::NONE,
        first: Weight::NONE,
        guarded: Weight::NONE,
        turn: Weight::NONE,
        shape: 0,
    };
}

/// What each term counts with a number of stones on the board.
#[derive(Clone, Copy, Debug)]
struct Grade {
    stone: i16,
    ratio: i16,
    reach: i16,
    safe: i16,
    first: i16,
    guarded: i16,
    turn: i16,
}

/// What each term counts with any number of stones on the board, worked out once.
#[derive(Debug)]
pub(super) struct Scale {
    grades: [Grade; Point::COUNT + 1],
    /// The most that the shape counts.
    shape: i32,
}

impl Scale {
    pub const NONE: Self = Self {
        grades: [Grade {
            stone: 0,
            ratio: 0,
            reach: 0,
            safe: 0,
            first: 0,
            guarded: 0,
            turn: 0,
        }; Point::COUNT + 1],
        shape: 0,
    };

    pub fn new(weights: &Weights, board: Board) -> Self {
        let mut scale = Self::NONE;
        // Other boards have shapes of their own, of which nothing is known.
        if board == Board::Tsivy {
            scale.shape = weights.shape.into();
        }
        for (stones, grade) in (0..).zip(&mut scale.grades) {
            *grade = Grade {
                stone: weights.stone.at(stones),
                ratio: weights.ratio.at(stones),
                reach: weights.reach.at(stones),
                safe: weights.safe.at(stones),
                first: weights.first.at(stones),
                guarded: weights.guarded.at(stones),
                turn: weights.turn.at(stones),
            };
        }
        scale
    }

    fn at(&self, stones: i32) -> &Grade {
        let last = &self.grades[Point::COUNT];
        let stones = usize::try_from(stones).unwrap_or(0);
        self.grades.get(stones).unwrap_or(last)
    }
}

/// Natural logarithms of the numbers from 1, in 64ths; of 0, which ends a game, as of 1.
static LOG: [i16; 23] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188,
    192, 195, 198,
];

fn log(stones: i32) -> i32 {
    let log = usize::try_from(stones).ok().and_then(|i| LOG.get(i));
    log.map_or(0, |&log| i32::from(log))
}

/// How many safe landings are few.
const FEW: i32 = 6;

/// What landings and guarded points add to stones at most, but for rare positions.
const ROOM: i32 = 1000;

/// The scores between which a position is to be judged closely; beyond them it is enough to know that it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: i16,
    pub beta: i16,
}

impl Window {
    pub const ALL: Self = Self {
        alpha: i16::MIN,
        beta: i16::MAX,
    };
}

/// A position as far as its worth depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub stones: Stones,
    /// How many there are.
    pub number: Number,
    pub empty: u64,
    /// What the stones of the side to move reach.
    pub reach: Reach,
}

/// What a position is worth to the side to move. Its shape counts where nothing can be taken: of others nothing has been
/// learnt.
pub(super) fn worth(scale: &Scale, sample: &Sample, window: Window) -> i16 {
    let Sample {
        stones,
        number,
        empty,
        reach: own,
    } = sample;
    let (ours, theirs) = (i32::from(number.own), i32::from(number.enemy));
    let grade = scale.at(ours + theirs);
    let ratio = log(ours) - log(theirs);
    let material = i32::from(grade.stone) * (ours - theirs)
        + i32::from(grade.ratio) * ratio / 64
        + i32::from(grade.turn);
    if material - ROOM >= i32::from(window.beta) {
        return score(material - ROOM);
    }
    if material + ROOM <= i32::from(window.alpha) {
        return score(material + ROOM);
    }
    let enemy = Reach::of(stones.enemy, *empty);
    let reach = difference(own.landings, enemy.landings);
    let safe = count_here(own.landings & !enemy.attacked);
    let their_safe = count_here(enemy.landings & !own.attacked);
    let guarded = difference(own.attacked & empty, enemy.attacked & empty);
    let sum = material
        + i32::from(grade.reach) * reach
        + i32::from(grade.safe) * (safe - their_safe)
        + i32::from(grade.first) * (safe.min(FEW) - their_safe.min(FEW))
        + i32::from(grade.guarded) * guarded;
    let most = scale.shape;
    if most == 0 || ours + theirs > MOST_STONES || own.attacked & stones.enemy != 0 {
        return score(sum);
    }
    if sum - most >= i32::from(window.beta) {
        return score(sum - most);
    }
    if sum + most <= i32::from(window.alpha) {
        return score(sum + most);
    }
    score(sum + shape(*stones, ours + theirs).clamp(-most, most))
}

/// All terms together stay below a hundred stones.
fn score(sum: i32) -> i16 {
    i16::try_from(sum).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::field::cells;
    use crate::point::PointSet;

    fn worth_of(weights: &Weights, own: u64, enemy: u64) -> i16 {
        let stones = Stones { own, enemy };
        let empty = cells(PointSet::ALL) & !(own | enemy);
        let sample = Sample {
            stones,
            number: stones.number(),
            empty,
            reach: Reach::of(own, empty),
        };
        worth(&Scale::new(weights, Board::Tsivy), &sample, Window::ALL)
    }

    #[test]
    fn what_one_side_gains_the_other_loses_but_for_the_turn_and_the_shape() {
        let weights = Weights {
            shape: 0,
            ..Weights::TUNED
        };
        let [own, enemy] =
            [0x1_2345_6789, 0x8_9000_0010].map(|set| cells(PointSet::from_bits(set)));
        let turn = 2 * weights
            .turn
            .at(i32::try_from((own | enemy).count_ones()).unwrap());
        let sum =
            i32::from(worth_of(&weights, own, enemy)) + i32::from(worth_of(&weights, enemy, own));
        assert_eq!(sum, i32::from(turn));
    }

    #[test]
    fn no_position_is_worth_as_much_as_a_won_game() {
        let all = cells(PointSet::ALL);
        let mut random: u64 = 1;
        for _ in 0..10_000 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let own = random >> 19 & all & !1;
            let [ours, theirs] = [(own, 1), (1, own)].map(|(a, b)| worth_of(&Weights::TUNED, a, b));
            assert!(ours.abs() < 20_000 && theirs.abs() < 20_000);
        }
    }
}
