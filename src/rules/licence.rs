//! What the side to move may do at all, before any stone is looked at.

use core::ops::ControlFlow;

use crate::point::{Point, PointSet};
use crate::rules::lines::able_to_capture;
use crate::rules::options::{Capture, Leave, OneEach, Rules, Stranded, Vela};
use crate::rules::position::Position;
use crate::rules::stone::Stone;

/// What the side to move may do.
#[derive(Clone, Copy)]
pub(super) struct Licence {
    /// The stones that may step.
    pub origins: PointSet,
    /// Whether a step that has nothing to take is allowed.
    pub paikas: bool,
    /// What a step does to enemy stones.
    pub manner: Manner,
}

/// What a step does to enemy stones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Takes a row, and may be followed by another step.
    Rows,
    /// Takes the nearest stone of a row, and ends the turn.
    Nearest,
    /// Takes nothing.
    Walk,
    /// Takes nothing, and leaves the opponent a capture.
    WalkAndLeave,
}

/// How a game can end by its position, other than by immobility.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    CapturedOut,
    OneEach,
    Stranded,
}

impl Position {
    /// What the side to move may do.
    pub(super) fn licence(&self, rules: &Rules) -> Licence {
        let able = able_to_capture(self.own(), self.empty(), self.enemy());
        let phase_one = self.is_phase_one(rules);
        let manner = if phase_one && self.capturer != Some(self.side) {
            self.manner_of_the_hunted(rules)
        } else if phase_one && rules.vela == Vela::Nearest {
            Manner::Nearest
        } else {
            Manner::Rows
        };
        let walks = matches!(manner, Manner::Walk | Manner::WalkAndLeave);
        let paikas = walks || rules.capture == Capture::May || able.is_empty();
        let origins = match self.mover() {
            Some(mover) if manner == Manner::Rows => PointSet::of(mover),
            Some(_) => PointSet::EMPTY,
            None if self.cut(rules, !able.is_empty()).is_some() => PointSet::EMPTY,
            None if paikas => self.own(),
            None => able,
        };
        Licence {
            origins,
            paikas: paikas && self.chain.is_none(),
            manner,
        }
    }

    /// In phase one of a vela the side that is not the capturer only walks.
    fn manner_of_the_hunted(&self, rules: &Rules) -> Manner {
        let leave = Licence {
            origins: self.own(),
            paikas: true,
            manner: Manner::WalkAndLeave,
        };
        let can_leave = rules.leave == Leave::Yes
            && leave.origins.iter().any(|at| {
                self.stone(rules, at)
                    .steps(self, leave, |_| ControlFlow::Break(()))
                    .is_break()
            });
        if can_leave {
            Manner::WalkAndLeave
        } else {
            Manner::Walk
        }
    }

    /// How the game ended before this turn, immobility aside: that shows only when no step is found.
    pub(super) fn cut(&self, rules: &Rules, can_capture: bool) -> Option<Cut> {
        if self.chain.is_some() {
            None
        } else if self.own().is_empty() || self.enemy().is_empty() {
            Some(Cut::CapturedOut)
        } else if can_capture {
            None
        } else if rules.one_each == OneEach::Draw && self.is_one_each() {
            Some(Cut::OneEach)
        } else {
            let stranded = self.capturer == Some(self.side)
                && self.is_phase_one(rules)
                && rules.capture == Capture::Must
                && rules.stranded != Stranded::Paika;
            stranded.then_some(Cut::Stranded)
        }
    }

    /// Whether each side has one stone left.
    fn is_one_each(&self) -> bool {
        self.own().is_single() && self.enemy().is_single()
    }

    /// Whether one stone stands against one, and the side to move cannot capture.
    pub(super) fn is_barren(&self) -> bool {
        self.chain.is_none() && self.is_one_each() && !self.can_capture()
    }

    /// Whether a stone of the side to move has a capturing step, even if a vela forbids it.
    pub(super) fn can_capture(&self) -> bool {
        !able_to_capture(self.own(), self.empty(), self.enemy()).is_empty()
    }

    /// A stone of the side to move, ready for its next step.
    pub(super) fn stone(&self, rules: &Rules, at: Point) -> Stone {
        let (visited, barred) = self.spent(rules);
        Stone {
            at,
            free: self.empty() - visited,
            enemy: self.enemy(),
            barred,
        }
    }
}
