//! What the side to move may do at all, before any stone is looked at.

use core::ops::ControlFlow;

use crate::point::{Point, PointSet};
use crate::rules::lines::capturers;
use crate::rules::options::{Capture, Leave, OneEach, Rules, Stranded, Vela};
use crate::rules::position::Position;
use crate::rules::stone::Stone;

/// What the side to move may do.
#[derive(Clone, Copy)]
pub(super) struct Licence {
    /// The stones that may step.
    pub origins: PointSet,
    /// Whether a step that can take, takes.
    pub captures: bool,
    /// Whether a step may take nothing.
    pub paikas: bool,
    /// Whether only the nearest stone of a row is taken, and the turn ends there.
    pub nearest: bool,
    /// Whether the opponent must have a capture afterwards.
    pub leave: bool,
}

impl Licence {
    const NONE: Self = Self {
        origins: PointSet::EMPTY,
        captures: false,
        paikas: false,
        nearest: false,
        leave: false,
    };
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
        let capturers = capturers(self.own(), self.empty(), self.enemy());
        if self.cut(rules, !capturers.is_empty()).is_some() {
            return Licence::NONE;
        }
        let phase_one = self.is_phase_one(rules);
        if phase_one && self.capturer != Some(self.side) {
            return self.licence_of_the_hunted(rules);
        }
        let nearest = phase_one && rules.vela == Vela::Nearest;
        let captures = Licence {
            captures: true,
            nearest,
            ..Licence::NONE
        };
        if let Some(mover) = self.mover() {
            let origins = if nearest {
                PointSet::EMPTY
            } else {
                PointSet::of(mover)
            };
            return Licence {
                origins,
                ..captures
            };
        }
        if rules.capture == Capture::May || capturers.is_empty() {
            Licence {
                origins: self.own(),
                paikas: true,
                ..captures
            }
        } else {
            Licence {
                origins: capturers,
                ..captures
            }
        }
    }

    /// In phase one of a vela the side that is not the capturer only walks.
    fn licence_of_the_hunted(&self, rules: &Rules) -> Licence {
        let walk = Licence {
            origins: self.own(),
            paikas: true,
            ..Licence::NONE
        };
        let leave = Licence {
            leave: true,
            ..walk
        };
        let leaves = |at| {
            self.stone(rules, at)
                .steps(self, leave, |_| ControlFlow::Break(()))
        };
        let must_leave =
            rules.leave == Leave::Yes && walk.origins.iter().any(|at| leaves(at).is_break());
        if must_leave { leave } else { walk }
    }

    /// How the game ended before this turn; immobility aside, which shows when no step is found.
    pub(super) fn cut(&self, rules: &Rules, can_capture: bool) -> Option<Cut> {
        if self.chain.is_some() {
            None
        } else if self.own().is_empty() || self.enemy().is_empty() {
            Some(Cut::CapturedOut)
        } else if can_capture {
            None
        } else if rules.one_each == OneEach::Draw
            && self.own().is_single()
            && self.enemy().is_single()
        {
            Some(Cut::OneEach)
        } else {
            let stranded = self.capturer == Some(self.side)
                && self.is_phase_one(rules)
                && rules.capture == Capture::Must
                && rules.stranded != Stranded::Paika;
            stranded.then_some(Cut::Stranded)
        }
    }

    /// Whether a stone of the side to move has a capturing step, whatever a vela makes of it.
    pub(super) fn can_capture(&self) -> bool {
        !capturers(self.own(), self.empty(), self.enemy()).is_empty()
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
