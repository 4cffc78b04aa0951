//! The positions on the way from the root.

use crate::engine::brief::{Brief, Hint};
use crate::engine::generate::{Number, Stones};
use crate::engine::score::DECIDED;
use crate::engine::table::Key;
use crate::engine::worth::Window;

/// What a paika may change, in hundredths of a stone.
const MARGIN: i16 = 200;

/// How a turn is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trial {
    /// With the whole window: its score is exact.
    Whole,
    /// Whether it is better than the best so far.
    Null,
    /// The same, less deep.
    Reduced,
}

/// One position on the way from the root.
// Bytes first: the core reads those at once only where they are near.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Ply {
    pub depth: i8,
    /// Whether the field has its stones.
    pub is_placed: bool,
    pub trial: Trial,
    /// How many stones there are.
    pub number: Number,
    /// Turns without a capture up to here.
    pub quiet: u16,
    /// The list of turns: where it begins, what is tried next, where it ends.
    pub start: u16,
    pub next: u16,
    pub end: u16,
    /// The window as it was given, and the best score so far.
    pub alpha: i16,
    pub beta: i16,
    pub best: i16,
    /// What the position is worth without looking ahead, where captures alone are followed.
    pub worth: i16,
    /// The best turn so far, and the one that is being tried.
    pub hint: Hint,
    pub brief: Brief,
    pub key: Key,
    pub stones: Stones,
}

impl Ply {
    pub const BLANK: Self = Self {
        stones: Stones { own: 0, enemy: 0 },
        number: Number { own: 0, enemy: 0 },
        key: Key::NONE,
        quiet: 0,
        start: 0,
        next: 0,
        end: 0,
        alpha: 0,
        beta: 0,
        best: 0,
        worth: 0,
        depth: 0,
        is_placed: true,
        trial: Trial::Whole,
        brief: Brief::NONE,
        hint: 0,
    };

    /// The scores between which it matters what the position is worth without looking ahead.
    pub const fn window(&self) -> Window {
        let (alpha, beta) = (self.alpha, self.beta);
        if self.depth <= 0 {
            return Window { alpha, beta };
        }
        let beta = beta.saturating_add(MARGIN * self.depth as i16);
        let alpha = if self.depth == 1 {
            alpha.saturating_sub(MARGIN)
        } else {
            beta - 1
        };
        Window { alpha, beta }
    }

    /// Whether what a shallow position is worth without looking ahead settles its score: so good that the few turns that
    /// are left will not spoil it, or so bad that a paika will not mend it.
    pub const fn is_settled_by(&self, worth: i16) -> bool {
        if self.depth <= 0 {
            return worth >= self.beta;
        }
        if self.alpha + 1 < self.beta || self.beta.abs() >= DECIDED {
            return false;
        }
        worth - MARGIN * self.depth as i16 >= self.beta
            || (self.depth == 1 && worth + MARGIN <= self.alpha)
    }
}
