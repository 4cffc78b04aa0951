//! One stone on its way: its steps, and its state after them.

use core::ops::ControlFlow;

use crate::point::{Point, PointSet};
use crate::rules::licence::{Licence, Manner};
use crate::rules::lines::{Direction, Directions, beyond, next, row_ahead, row_behind, towards};
use crate::rules::options::{ChainDirection, Rules};
use crate::rules::position::Position;
use crate::rules::turn::{LegalStep, Step, Take};

/// A stone on its way, and what its next step depends on.
#[derive(Clone, Copy)]
pub(super) struct Stone {
    pub at: Point,
    /// The points on which the stone may land: empty, and not visited in this turn.
    pub free: PointSet,
    pub enemy: PointSet,
    /// The directions that the stone may not take.
    pub barred: Directions,
}

/// The directions of the capturing steps that a stone has.
#[derive(Clone, Copy, Default)]
pub(super) struct Captures {
    approach: Directions,
    withdrawal: Directions,
}

impl Captures {
    pub fn directions(self) -> Directions {
        self.approach.or(self.withdrawal)
    }

    pub fn is_empty(self) -> bool {
        self.directions().is_empty()
    }

    pub fn contains(self, direction: Direction, take: Take) -> bool {
        match take {
            Take::Approach => self.approach,
            Take::Withdrawal => self.withdrawal,
        }
        .contains(direction)
    }
}

impl Stone {
    /// The directions in which the stone may go.
    fn open(&self) -> Directions {
        towards(self.at, self.free).without(self.barred)
    }

    /// The stone's capturing steps.
    pub fn captures(&self) -> Captures {
        self.captures_on(PointSet::ALL)
    }

    /// The stone's capturing steps that land on one of these points.
    pub fn captures_on(&self, points: PointSet) -> Captures {
        let open = towards(self.at, self.free & points).without(self.barred);
        Captures {
            approach: beyond(self.at, self.enemy).and(open),
            withdrawal: towards(self.at, self.enemy).reversed().and(open),
        }
    }

    /// The row that a capturing step takes.
    pub fn row(&self, direction: Direction, take: Take) -> PointSet {
        match take {
            Take::Approach => row_ahead(self.at, direction, self.enemy),
            Take::Withdrawal => row_behind(self.at, direction, self.enemy),
        }
    }

    /// Calls `visit` with each of the stone's legal steps, in order, until `visit` breaks.
    pub fn steps<B>(
        &self,
        position: &Position,
        licence: Licence,
        mut visit: impl FnMut(LegalStep) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let captures = match licence.manner {
            Manner::Rows | Manner::Nearest => self.captures(),
            Manner::Walk | Manner::WalkAndLeave => Captures::default(),
        };
        let open = if licence.paikas {
            self.open()
        } else {
            captures.directions()
        };
        for direction in open.iter() {
            let to = next(self.at, direction);
            let step = |take| Step {
                from: self.at,
                to,
                take,
            };
            for take in Take::BOTH {
                if captures.contains(direction, take) {
                    let mut row = self.row(direction, take);
                    if licence.manner == Manner::Nearest {
                        row = self.nearest(row);
                    }
                    visit(LegalStep {
                        step: step(Some(take)),
                        row,
                    })?;
                }
            }
            let may_walk = !captures.directions().contains(direction)
                && (licence.manner != Manner::WalkAndLeave || self.leaves(to, position));
            if may_walk {
                visit(LegalStep {
                    step: step(None),
                    row: PointSet::EMPTY,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The stone of a row that is nearest to this one.
    fn nearest(&self, row: PointSet) -> PointSet {
        // All of a row lies below this point in number, or all of it above.
        let distance = |point: &Point| point.index().abs_diff(self.at.index());
        row.iter()
            .min_by_key(distance)
            .map_or(PointSet::EMPTY, PointSet::of)
    }

    /// The stone after a paika.
    pub fn moved(&self, to: Point) -> Self {
        Self { at: to, ..*self }
    }

    /// The same stone with fewer enemies.
    pub fn without(&self, row: PointSet) -> Self {
        Self {
            enemy: self.enemy - row,
            ..*self
        }
    }

    /// The stone after a capturing step of a chain.
    pub fn captured(&self, rules: &Rules, direction: Direction, row: PointSet) -> Self {
        let at = next(self.at, direction);
        Self {
            at,
            free: (self.free | row) - PointSet::of(at),
            enemy: self.enemy - row,
            barred: rules.bar(self.barred, direction),
        }
    }

    /// Whether the opponent can capture after a paika to this point.
    fn leaves(&self, to: Point, position: &Position) -> bool {
        position.passed(self.at, &self.moved(to)).can_capture()
    }
}

impl Rules {
    /// The directions barred to the next step of a chain, after one more step in this direction.
    pub(super) const fn bar(&self, barred: Directions, direction: Direction) -> Directions {
        match self.direction {
            ChainDirection::Change => Directions::of(direction),
            ChainDirection::Any => Directions::EMPTY,
            ChainDirection::New => barred.or(Directions::of(direction)),
        }
    }
}
