//! Situations for the tests of what is shown: plain ones, and any that can be told.

// Every test program uses its own part of it.
#![allow(dead_code)]

use crate::common::random::Random;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::situation::{Phase, Restore, Situation};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::side::{BySide, Side};

/// The points of names with spaces between.
pub fn points(names: &str) -> PointSet {
    let find = |name| Point::all().find(|point| point.to_string() == name);
    names
        .split_whitespace()
        .map(|name| find(name).unwrap_or_else(|| panic!("no point is {name}")))
        .collect()
}

/// The start of a game on the whole panel.
pub fn start(phase: Phase, side: Side) -> Situation {
    Situation::plain(phase, side, Board::Tsivy.start())
}

/// Any situation at all: every set is empty, small or wild, and agrees with nothing.
pub fn random(random: &mut Random) -> Situation {
    let (phase, side) = (random.pick(&Phase::ALL), random.pick(&Side::BOTH));
    let mut plain = Situation::plain(phase, side, BySide::default());
    plain.stones = coloured(random);
    Situation {
        wanted: coloured(random),
        movable: random_set(random),
        origin: random_set(random),
        targets: random_set(random),
        approach: random_set(random),
        withdrawal: random_set(random),
        victims: random_set(random),
        mover: random_set(random),
        extra: random_set(random),
        takeback: Restore {
            put: coloured(random),
            take: random_set(random),
        },
        winner: random_set(random),
        offer: random_set(random),
        score: random_set(random),
        capturer: random_set(random),
        guided: random.percent(50),
        ..plain
    }
}

/// Points, each of one colour.
fn coloured(random: &mut Random) -> BySide<PointSet> {
    let (stones, colours) = (random_set(random), random_set(random));
    BySide {
        white: stones & colours,
        black: stones - colours,
    }
}

/// A set that is empty, has a few points or has about half.
pub fn random_set(random: &mut Random) -> PointSet {
    match random.below(3) {
        0 => PointSet::EMPTY,
        1 => PointSet::from_bits(random.next() & random.next() & random.next() & random.next()),
        _ => PointSet::from_bits(random.next()),
    }
}
