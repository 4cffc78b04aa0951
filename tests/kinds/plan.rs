//! What hands are going to do, reed by reed, and what they mean by it.

use crate::common::random::Random;
use crate::common::rows;
use crate::hands::{Act, Move};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::{BySide, Side};
use fanorona_board::rules::turn::{Step, Turn};

/// How long the last movement of a turn stays as it is, as far as its meaning goes.
const LAST: u64 = 700;
/// How long it takes at least until a stone of another turn stands where one was taken off: hands are not that quick.
const EXCHANGE: u64 = 40;

/// What happens to a reed; or that hands do what the lights ask until this stands.
#[derive(Clone, Copy, Debug)]
pub enum Deed {
    Lift(Point),
    Place(Point, Side),
    Follow(BySide<PointSet>, Heed),
}

/// How hands do what the lights ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heed {
    /// First whatever leads to what they want.
    Sense,
    /// Point by point.
    Letter,
}

/// A deed, when it is done, and to which of the turns it belongs; to none if it is not needed.
#[derive(Clone, Copy, Debug)]
pub struct Beat {
    pub at: u64,
    pub deed: Deed,
    pub turn: Option<usize>,
}

/// A turn of a plan.
#[derive(Clone)]
pub struct Play {
    /// Which of the plan's turns it is.
    pub index: usize,
    pub start: Position,
    pub turn: Turn,
    pub after: Position,
    pub steps: Vec<(Step, PointSet)>,
}

impl Play {
    pub fn new(index: usize, rules: &Rules, start: Position, turn: Turn, after: Position) -> Self {
        Self {
            index,
            start,
            turn,
            after,
            steps: rows(&start, rules, &turn),
        }
    }

    pub fn side(&self) -> Side {
        self.start.side()
    }

    /// All that it takes.
    pub fn victims(&self) -> PointSet {
        let rows = self.steps.iter().map(|(_, row)| *row);
        rows.fold(PointSet::EMPTY, |all, row| all | row)
    }
}

/// What hands are going to do from a position at rest.
pub struct Plan {
    pub beats: Vec<Beat>,
    pub plays: Vec<Play>,
    /// The game as it is when all is done.
    pub goal: Game,
    /// Whether it is what its kind is about, and not what is played where the position does not let it.
    pub is_proper: bool,
    /// Whether all is as the rules have it, so that nothing should be called wrong.
    pub legal: bool,
    /// Whether a start position is put up, so that the board may ask who gives the game up.
    pub puts_up: bool,
    /// How long the hands stay off the board then.
    pub rest: u64,
}

impl Plan {
    /// Puts the beats in order; tells whether stones can really be moved so.
    pub fn is_possible(&mut self, stands: BySide<PointSet>) -> bool {
        self.beats.sort_by_key(|beat| beat.at);
        let mut reeds = stands;
        let can = self.beats.iter().all(|beat| can_do(&mut reeds, beat.deed));
        can && reeds == self.goal.position().stones() && !self.is_crowded()
    }

    /// Whether a stone comes to a point that another has left too short a time ago.
    fn is_crowded(&self) -> bool {
        let mut needed = self.beats.iter().filter(|beat| beat.turn.is_some());
        needed.any(|landing| {
            let Deed::Place(point, _) = landing.deed else {
                return false;
            };
            let leaves = |beat: &&Beat| matches!(beat.deed, Deed::Lift(left) if left == point);
            let mut others = self.beats.iter().filter(leaves);
            others.any(|beat| {
                let is_other = beat.turn.is_some_and(|turn| Some(turn) != landing.turn);
                is_other && (beat.at..beat.at + EXCHANGE).contains(&landing.at)
            })
        })
    }

    /// The movements that one of the turns needs, without all that is done besides.
    pub fn moves(&self, index: usize) -> Vec<Move> {
        let own = self.beats.iter().filter(|beat| beat.turn == Some(index));
        let own: Vec<&Beat> = own.collect();
        let until = |i: usize| own.get(i + 1).map_or(own[i].at + LAST, |beat| beat.at);
        let moves = own.iter().enumerate().filter_map(|(i, beat)| {
            let act = match beat.deed {
                Deed::Lift(point) => Act::Lift(PointSet::of(point)),
                Deed::Place(point, side) => Act::Place(point, side),
                Deed::Follow(..) => return None,
            };
            let then = until(i) - beat.at;
            Some(Move {
                act,
                then,
                calm: false,
            })
        });
        moves.collect()
    }
}

fn can_do(reeds: &mut BySide<PointSet>, deed: Deed) -> bool {
    match deed {
        Deed::Lift(point) => reeds.white.remove(point) || reeds.black.remove(point),
        Deed::Place(point, side) => {
            let free = !(reeds.white | reeds.black).contains(point);
            reeds[side].add(point);
            free
        }
        Deed::Follow(goal, _) => {
            *reeds = goal;
            true
        }
    }
}

/// How quickly a hand moves: milliseconds between two movements.
#[derive(Clone, Copy)]
pub struct Pace {
    pub least: usize,
    pub span: usize,
}

impl Pace {
    pub const QUICK: Self = Self::of(50, 100);
    pub const STEADY: Self = Self::of(170, 400);
    pub const SLOW: Self = Self::of(400, 900);

    pub const fn of(least: usize, span: usize) -> Self {
        Self { least, span }
    }

    pub fn any(random: &mut Random) -> Self {
        random.pick(&[Self::QUICK, Self::STEADY, Self::STEADY, Self::SLOW])
    }

    pub fn pause(self, random: &mut Random) -> u64 {
        (self.least + random.below(self.span)) as u64
    }
}
