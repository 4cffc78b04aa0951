//! In which order turns are tried: what has proved good before comes first.

use crate::engine::brief::{Brief, Hint};
use crate::rules::side::Side;

/// The turn that the table of positions remembers.
const REMEMBERED: u16 = u16::MAX;
/// Turns that refuted a brother of this position.
const KILLER: u16 = 15_000;
/// The most that the history says.
const MOST: u16 = 12_000;

/// What has proved good in this search.
#[derive(Debug)]
pub(super) struct Order {
    /// For each side and each paika, by the cell it starts from and its way, how often and how deep it refuted a position.
    history: [[u16; Self::PAIKAS]; 2],
}

impl Order {
    const PAIKAS: usize = 64 * 16;

    pub const fn new() -> Self {
        Self {
            history: [[0; Self::PAIKAS]; 2],
        }
    }

    pub fn clear(&mut self) {
        for side in &mut self.history {
            side.fill(0);
        }
    }

    /// Gives every turn of a list its rank; captures have it by their size.
    pub fn rank(&self, list: &mut [Brief], side: Side, remembered: Hint, killers: [Hint; 2]) {
        for brief in list {
            let hint = brief.hint();
            if hint == remembered {
                brief.rank = REMEMBERED;
            } else if !brief.captures() {
                brief.rank = if hint == killers[0] {
                    KILLER
                } else if hint == killers[1] {
                    KILLER - 1
                } else {
                    self.history[side as usize][paika(brief)]
                };
            }
        }
    }

    /// Notes that a paika refuted a position.
    pub fn reward(&mut self, brief: &Brief, side: Side, depth: i8) {
        let depth = u16::from(depth.max(1).unsigned_abs());
        let history = &mut self.history[side as usize];
        let place = &mut history[paika(brief)];
        *place += depth * depth;
        if *place > MOST {
            for place in history {
                *place /= 2;
            }
        }
    }
}

/// The number of a paika: its cell, which is below 64, and its way, from -7 to 7.
const fn paika(brief: &Brief) -> usize {
    let way = brief.to().wrapping_add(7).wrapping_sub(brief.from()) & 15;
    (brief.from() as usize) << 4 | way as usize
}
