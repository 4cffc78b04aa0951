//! Why a stone cannot move, and why one does not belong where it was put.

use core::fmt;

use crate::point::{Point, PointSet};
use crate::rules::board::Board;
use crate::rules::illegal::Illegal;
use crate::rules::licence::Manner;
use crate::rules::lines::{Direction, able_to_capture};
use crate::rules::options::Rules;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::turn::Step;

/// Why something cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The game is over.
    Over,
    /// This side has the turn.
    OtherSide(Side),
    /// The stone of this point is on its way.
    OtherStone(Point),
    /// This side must capture, which these stones can.
    MustCapture(Side, PointSet),
    /// No line leads to an empty point.
    Enclosed,
    /// A chain has nothing more to take.
    ChainEnds,
    /// A vela: this side must be left a capture.
    MustLeave(Side),
    /// A vela: only this side captures, until five stones of the other are left.
    OnlyCaptures(Side),
    /// The step is not legal.
    Step(Illegal),
}

impl Position {
    /// Why the stone of a point cannot move; none if it can, or no stone stands there.
    #[must_use]
    pub fn why_stuck(&self, rules: &Rules, at: Point) -> Option<Why> {
        let stones = self.stones();
        let is_stone = (stones.white | stones.black).contains(at);
        if !is_stone || self.movable(rules).contains(at) {
            return None;
        }
        let (own, side) = (self.own(), self.side());
        Some(match self.mover() {
            _ if self.outcome(rules).is_some() => Why::Over,
            _ if !own.contains(at) => Why::OtherSide(side),
            Some(mover) if mover != at => Why::OtherStone(mover),
            Some(_) => Why::ChainEnds,
            None if self.is_enclosed(at) => Why::Enclosed,
            None if self.licence(rules).manner == Manner::WalkAndLeave => Why::MustLeave(!side),
            None => Why::MustCapture(side, able_to_capture(own, self.empty(), self.enemy())),
        })
    }

    /// Why a stone cannot go from one point to another; none if it can.
    #[must_use]
    pub fn why_not(&self, rules: &Rules, from: Point, to: Point) -> Option<Why> {
        // Of a stone that has nowhere to go the step itself says more.
        if let Some(why) = self.why_stuck(rules, from)
            && why != Why::Enclosed
        {
            return Some(why);
        }
        let step = Step {
            from,
            to,
            take: None,
        };
        match self.step(rules, step) {
            // It is not said which row it takes, but it takes one.
            Ok(_) | Err(Illegal::NoLetter(_)) => None,
            Err(Illegal::MustCapture) => {
                let able = able_to_capture(self.own(), self.empty(), self.enemy());
                Some(Why::MustCapture(self.side(), able))
            }
            Err(illegal) => Some(Why::Step(illegal)),
        }
    }

    /// Why the side to move takes nothing at all, if it does not.
    #[must_use]
    pub fn why_nothing_taken(&self, rules: &Rules) -> Option<Why> {
        let manner = self.licence(rules).manner;
        let walks = matches!(manner, Manner::Walk | Manner::WalkAndLeave);
        walks.then_some(Why::OnlyCaptures(!self.side()))
    }

    fn is_enclosed(&self, at: Point) -> bool {
        let mut empty = self.empty().iter();
        !empty.any(|to| Direction::between(at, to).is_some())
    }
}

impl Why {
    /// The reason in words, with points as the board calls them.
    #[must_use]
    #[inline(never)]
    pub fn on(self, board: Board) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Self::Over => f.write_str("the game is over"),
            Self::OtherSide(side) => write!(f, "{} has the turn", name(side)),
            Self::OtherStone(point) => {
                write!(f, "the stone on {} is on its way", board.name(point))
            }
            Self::MustCapture(side, stones) => {
                write!(f, "{} must capture, with ", name(side))?;
                for (i, point) in stones.iter().enumerate() {
                    let comma = match stones.len() - i {
                        _ if i == 0 => "",
                        1 => " or ",
                        _ => ", ",
                    };
                    write!(f, "{comma}{}", board.name(point))?;
                }
                Ok(())
            }
            Self::Enclosed => f.write_str("no line leads from it to an empty point"),
            Self::ChainEnds => f.write_str("its chain has nothing more to take"),
            Self::MustLeave(side) => write!(f, "{} must be left a capture", name(side)),
            Self::OnlyCaptures(side) => write!(
                f,
                "in this vela only {} captures until five {} stones are left",
                name(side),
                (!side).word()
            ),
            Self::Step(illegal) => write!(f, "{}", illegal.on(board)),
        })
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
