//! Playing steps and turns, and why one cannot be played.

use core::fmt;
use core::ops::ControlFlow;

use crate::point::Point;
use crate::rules::board::Board;
use crate::rules::licence::{Licence, Manner};
use crate::rules::lines::Direction;
use crate::rules::options::{Chain, Rules};
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::rules::turn::{LegalStep, Step, Take, Turn};

impl Position {
    /// The position after a legal step: in mid-chain after a capture; with the other side to move after a paika.
    ///
    /// # Errors
    /// Why the step is not legal.
    pub fn step(&self, rules: &Rules, step: Step) -> Result<Self, Illegal> {
        self.find(rules, step).map(|legal| self.after(legal))
    }

    /// The position after a step that is known to be legal here.
    #[must_use]
    pub(crate) fn after(&self, LegalStep { step, row }: LegalStep) -> Self {
        let mut after = *self;
        after.stones[self.side].discard(step.from);
        after.stones[self.side].add(step.to);
        after.stones[!self.side] -= row;
        if step.take.is_none() {
            after.side = !self.side;
        } else {
            let mut chain = self.chain.unwrap_or(Turn::from(step.from));
            chain.push(step.to, step.take);
            after.chain = Some(chain);
        }
        after
    }

    /// The position after the chain has been stopped.
    ///
    /// # Errors
    /// At the start of a turn, because there is no passing; and where the chain must go on.
    pub fn stop(&self, rules: &Rules) -> Result<Self, Illegal> {
        if self.chain.is_none() {
            return Err(Illegal::NoStep);
        }
        if rules.chain == Chain::Must && self.can_step(rules) {
            return Err(Illegal::MustGoOn);
        }
        Ok(Self {
            side: !self.side,
            chain: None,
            ..*self
        })
    }

    /// The position after a complete turn. In mid-chain the turn must begin with the steps so far.
    ///
    /// # Errors
    /// Why the turn is not legal.
    pub fn play(&self, rules: &Rules, turn: &Turn) -> Result<Self, Illegal> {
        let done = match self.chain {
            Some(chain) if !turn.starts_with(&chain) => return Err(Illegal::OtherChain),
            Some(chain) => chain.len(),
            None => 0,
        };
        let mut position = *self;
        for (i, step) in turn.steps().enumerate().skip(done) {
            position = position.step(rules, step)?;
            if step.take.is_none() {
                let is_last = i + 1 == turn.len();
                return if is_last {
                    Ok(position)
                } else {
                    Err(Illegal::PaikaEnds)
                };
            }
        }
        position.stop(rules)
    }

    /// Finds this step among the legal ones.
    fn find(&self, rules: &Rules, step: Step) -> Result<LegalStep, Illegal> {
        let legal = self.try_for_each_step(rules, |legal| {
            if legal.step == step {
                ControlFlow::Break(legal)
            } else {
                ControlFlow::Continue(())
            }
        });
        match legal {
            ControlFlow::Break(legal) => Ok(legal),
            ControlFlow::Continue(()) => Err(self.objection(rules, step)),
        }
    }

    /// What is wrong with a step that is not legal.
    fn objection(&self, rules: &Rules, step: Step) -> Illegal {
        let Step { from, to, take } = step;
        if let Some(outcome) = self.outcome(rules) {
            return Illegal::Over(outcome);
        }
        if !self.own().contains(from) || self.mover().is_some_and(|mover| mover != from) {
            return Illegal::NotYours(from);
        }
        let Some(direction) =
            Direction::between(from, to).filter(|_| self.board.points().contains(to))
        else {
            return Illegal::NoLine(from, to);
        };
        let stone = self.stone(rules, from);
        if self.chain.is_some_and(|chain| chain.visited().contains(to)) {
            return Illegal::Visited(to);
        }
        if !stone.free.contains(to) {
            return Illegal::Occupied(to);
        }
        let Licence { manner, .. } = self.licence(rules);
        let takes = |take| !stone.row(direction, take).is_empty();
        match (take, manner) {
            (Some(_), Manner::Walk | Manner::WalkAndLeave) => Illegal::TakesNothing,
            (None, Manner::WalkAndLeave) => Illegal::MustLeave,
            _ if self.chain.is_some() && manner == Manner::Nearest => Illegal::OneStone,
            (Some(take), _) if !takes(take) => Illegal::NoRow(to, take),
            _ if stone.barred.contains(direction) => Illegal::Direction(to),
            (None, _) if Take::BOTH.into_iter().any(takes) => Illegal::NoLetter(to),
            (None, _) if self.chain.is_some() => Illegal::OnlyCaptures,
            _ => Illegal::MustCapture,
        }
    }
}

/// Why a step or a turn is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over.
    Over(Outcome),
    /// No stone of the side to move that may step stands there.
    NotYours(Point),
    /// No line of the board leads from the one point to the other.
    NoLine(Point, Point),
    /// A stone stands there.
    Occupied(Point),
    /// The stone has been there in this turn.
    Visited(Point),
    /// A chain may not go on in that direction.
    Direction(Point),
    /// There is nothing to take there in that way.
    NoRow(Point, Take),
    /// The step captures, and the turn does not say which row.
    NoLetter(Point),
    /// Another step captures, so this turn must capture.
    MustCapture,
    /// A chain goes on by capturing.
    OnlyCaptures,
    /// Nothing follows a step that takes nothing.
    PaikaEnds,
    /// A capture is possible and the chain must go on.
    MustGoOn,
    /// In phase one of a vela this side takes nothing.
    TakesNothing,
    /// In phase one of a vela the capturer takes one stone a turn.
    OneStone,
    /// In phase one of a vela this side must leave the capturer a capture.
    MustLeave,
    /// A turn without a step.
    NoStep,
    /// A turn that does not begin with the steps made already.
    OtherChain,
}

impl Illegal {
    /// The reason in a sentence, with points as the board calls them.
    #[must_use]
    pub fn on(self, board: Board) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let name = |point| board.name(point);
            match self {
                Self::Over(outcome) => write!(f, "the game is over: {outcome}"),
                Self::NotYours(point) => {
                    write!(
                        f,
                        "no stone of the side to move may step from {}",
                        name(point)
                    )
                }
                Self::NoLine(from, to) => write!(f, "no line from {} to {}", name(from), name(to)),
                Self::Occupied(point) => write!(f, "{} is occupied", name(point)),
                Self::Visited(point) => {
                    write!(f, "the stone has been on {} in this turn", name(point))
                }
                Self::Direction(point) => {
                    write!(
                        f,
                        "the chain may not go on in the direction of {}",
                        name(point)
                    )
                }
                Self::NoRow(point, Take::Approach) => {
                    write!(f, "{} approaches nothing to take", name(point))
                }
                Self::NoRow(point, Take::Withdrawal) => {
                    write!(f, "{} withdraws from nothing to take", name(point))
                }
                Self::NoLetter(point) => {
                    write!(
                        f,
                        "the step to {} takes: write A or W behind it",
                        name(point)
                    )
                }
                Self::MustCapture => f.write_str("a capture is possible, so the turn must capture"),
                Self::OnlyCaptures => f.write_str("a chain goes on only by capturing"),
                Self::PaikaEnds => f.write_str("nothing follows a step that takes nothing"),
                Self::MustGoOn => f.write_str("the chain must go on while it can capture"),
                Self::TakesNothing => f.write_str("this side takes nothing in phase one of a vela"),
                Self::OneStone => f.write_str("phase one of a vela takes one stone a turn"),
                Self::MustLeave => f.write_str("the turn must leave the capturer a capture"),
                Self::NoStep => f.write_str("a turn needs a step; there is no passing"),
                Self::OtherChain => f.write_str("the turn must begin with the steps made already"),
            }
        })
    }
}
