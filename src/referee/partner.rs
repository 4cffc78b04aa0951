//! What the board plays itself: its sides, and the turn that it has chosen.
//!
//! The referee stays the judge. A turn of such a side is in a story only if the board has chosen it, so any other turn
//! that is made for it is as wrong as one that the rules forbid, and the lights lead back.

use crate::point::PointSet;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::turn::{Step, Turn};

/// The sides that the board plays, and its next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partner {
    sides: BySide<bool>,
    /// Its latest two turns, each with its position: where it plays both sides, one may be the reply to the other.
    chosen: [Option<(Position, Turn)>; 2],
}

/// What may be played from a position.
#[derive(Clone, Copy, Debug)]
pub enum May<'a> {
    /// Any turn.
    Any,
    /// The turn that the board has chosen.
    Only(&'a Turn),
    /// None: the board has not chosen yet.
    Nothing,
}

impl Partner {
    /// People play both sides.
    pub const NONE: Self = Self {
        sides: BySide {
            white: false,
            black: false,
        },
        chosen: [None; 2],
    };

    /// Whether the board plays a side.
    #[must_use]
    pub fn plays(&self, side: Side) -> bool {
        self.sides[side]
    }

    /// Whether the board plays at all.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.sides.white || self.sides.black
    }

    /// Plays these sides from now on, and chooses anew.
    pub fn play(&mut self, sides: BySide<bool>) {
        *self = Self {
            sides,
            ..Self::NONE
        };
    }

    /// Chooses a turn of a position, or none.
    pub fn choose(&mut self, chosen: Option<(Position, Turn)>) {
        let chosen = chosen.filter(|(start, _)| self.plays(start.side()));
        let start = |chosen: &(Position, Turn)| chosen.0;
        let before = self.chosen[0].filter(|it| Some(start(it)) != chosen.as_ref().map(start));
        self.chosen = [chosen, before.filter(|_| chosen.is_some())];
    }

    /// This turn of a position was told: whoever played it, and for whatever reason, it counts as chosen.
    pub fn accept(&mut self, start: &Position, turn: &Turn) {
        if self.plays(start.side()) && self.chosen(start).is_none() {
            let place = usize::from(self.chosen[0].is_some());
            self.chosen[place] = Some((*start, *turn));
        }
    }

    /// The turn that is chosen for a position.
    #[must_use]
    #[inline(never)]
    pub fn chosen(&self, start: &Position) -> Option<&Turn> {
        let mut chosen = self.chosen.iter().flatten();
        let found = chosen.find(|(at, _)| at == start);
        found.map(|(_, turn)| turn)
    }

    /// The turn that was chosen last.
    #[must_use]
    pub fn turn(&self) -> Option<Turn> {
        self.chosen[0].map(|(_, turn)| turn)
    }

    /// What may be played from a position.
    #[must_use]
    pub fn may(&self, start: &Position) -> May<'_> {
        if !self.plays(start.side()) {
            return May::Any;
        }
        self.chosen(start).map_or(May::Nothing, May::Only)
    }
}

impl May<'_> {
    /// Whether a turn may have this step, after others that it may have and by which its stone has left these points.
    #[must_use]
    #[inline(never)]
    pub fn step(self, left: PointSet, step: Step) -> bool {
        match self {
            Self::Any => true,
            Self::Only(turn) => turn.steps().nth(left.len()) == Some(step),
            Self::Nothing => false,
        }
    }

    /// Whether this may be a turn, and not only the beginning of one.
    #[must_use]
    #[inline(never)]
    pub fn turn(self, turn: &Turn) -> bool {
        match self {
            Self::Any => true,
            Self::Only(only) => only == turn,
            Self::Nothing => false,
        }
    }

    /// Whether it is open how a turn goes on.
    #[must_use]
    pub const fn is_any(self) -> bool {
        matches!(self, Self::Any)
    }
}
