//! What a position is when the search comes to it: ended, drawn, known, settled, or one whose turns are to be tried.

use super::ply::Ply;
use super::{PLIES, Tree, place};
use crate::engine::brief::Hint;
use crate::engine::field::Reach;
use crate::engine::generate::{End, Keep, Manner};
use crate::engine::level::Sight;
use crate::engine::score::{LIMIT, WON, from_table, plies};
use crate::engine::table::{self, Bound, Entry};
use crate::engine::worth::{Sample, Window, worth};
use crate::rules::side::Side;

/// How deep captures are followed beyond the depth of an iteration.
const QUIET_DEPTH: i8 = 10;
/// Up to which depth a position without a capture may be settled by what it is worth.
const SHALLOW: i8 = 3;
/// A look into the tables of endings takes as long as so many nodes more.
const LOOK_UP: u32 = 3;

/// What entering a node leads to.
pub(super) enum Entered {
    /// The node's score.
    Score(i16),
    /// Its turns are to be tried.
    Turns,
}

impl Tree {
    /// Looks at the position of the current ply.
    // Not inlined, like what it leads to: by themselves they have registers enough.
    #[inline(never)]
    pub(super) fn enter(&mut self, table: &[Entry]) -> Entered {
        let (ply, side) = (self.ply, self.side(self.ply));
        let node = &self.plies[ply];
        let mut depth = node.depth;
        let sample = self.sample(node);
        let Sample { stones, reach, .. } = sample;
        if let Some(end) = self.ground.end(side, stones, reach) {
            return Entered::Score(match end {
                End::Won => WON - plies(ply),
                End::Lost => plies(ply) - WON,
                End::Drawn => 0,
            });
        }
        if self.is_drawn() {
            return Entered::Score(0);
        }
        let mut is_ending = false;
        if self.endgame.is_of_use() {
            if self.endgame.has(stones)
                && let Some(score) = self.endgame.score(stones, plies(ply), depth)
            {
                self.nodes += LOOK_UP;
                return Entered::Score(score);
            }
            is_ending = self.endgame.has_root();
            if is_ending {
                // The tables are a turn or two away.
                depth = depth.max(1);
                self.plies[ply].depth = depth;
            }
        }
        let node = &self.plies[ply];
        let mut remembered = 0;
        if depth > 0
            && let Some(known) = table::look_up(table, node.key)
        {
            remembered = known.hint;
            let score = from_table(known.score, ply);
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= node.beta,
                Bound::AtMost => score <= node.alpha,
            };
            if known.depth >= depth && decides {
                return Entered::Score(score);
            }
        }
        let captures =
            reach.attacked & stones.enemy != 0 && self.ground.manner(side, stones) != Manner::Walk;
        let is_leaf = depth <= 0 && (!captures || depth <= -QUIET_DEPTH) || ply + 1 >= PLIES;
        let is_shallow = !captures && depth <= SHALLOW && !is_ending;
        if is_leaf || is_shallow || depth <= 0 {
            let window = if ply + 1 >= PLIES {
                Window::ALL
            } else {
                self.plies[ply].window()
            };
            let worth = worth(&self.scale, &sample, window);
            if is_leaf || self.plies[ply].is_settled_by(worth) {
                return Entered::Score(worth);
            }
            self.plies[ply].worth = worth;
        }
        self.list(side, remembered);
        Entered::Turns
    }

    /// What the position of the current ply is worth without looking ahead.
    pub(super) fn worth(&self) -> i16 {
        let sample = self.sample(&self.plies[self.ply]);
        worth(&self.scale, &sample, Window::ALL)
    }

    /// What the worth of a position depends on.
    fn sample(&self, node: &Ply) -> Sample {
        let Ply { stones, number, .. } = *node;
        let empty = self.ground.empty(stones);
        let reach = Reach::of(stones.own, empty);
        Sample {
            stones,
            number,
            empty,
            reach,
        }
    }

    /// Lists the turns of the current ply, in the order in which they are tried.
    #[inline(never)]
    fn list(&mut self, side: Side, remembered: Hint) {
        let ply = self.ply;
        let start = self.briefs.len();
        let sight = if ply % 2 == 1 {
            self.plan.strength.sight
        } else {
            Sight::FULL
        };
        // Only here: most positions are judged as they are.
        place(&mut self.field, !side, &self.plies[ply - 1].brief);
        let node = &mut self.plies[ply];
        let (field, list) = (&mut self.field, &mut self.briefs);
        (node.is_placed, node.hint) = (true, 0);
        let steps = if node.depth > 0 {
            node.best = -LIMIT;
            let steps = self.ground.generate(field, side, node.stones, sight, list);
            let killers = self.killers[ply];
            self.order
                .rank(list.list_mut(start), side, remembered, killers);
            steps
        } else {
            // A capture that is worse than none is not followed: smaller ones are not even looked at.
            node.best = node.worth;
            self.ground
                .captures(field, side, node.stones, sight, Keep::Largest, list)
        };
        self.effort = self.effort.saturating_add(steps.into());
        (node.start, node.next, node.end) = (start, start, list.len());
    }

    /// Whether the game is drawn by its history at the current ply. A position that has come up before, on the way from the root or
    /// in the game, is taken for a draw at once: who can repeat it once can do so again, and who is ahead had better not.
    fn is_drawn(&self) -> bool {
        let node = &self.plies[self.ply];
        if node.quiet == 0 {
            return false;
        }
        if self.ground.rules.quiet.is_reached(node.quiet) {
            return true;
        }
        let quiet = usize::from(node.quiet);
        // Written out, this takes half as long.
        let mut back = 2;
        while back <= quiet && back <= self.ply {
            if self.plies[self.ply - back].key == node.key {
                return true;
            }
            back += 2;
        }
        if quiet <= self.ply {
            return false;
        }
        // The past begins with the root, which was on the way.
        let before = self.past[..self.past_len].iter().skip(1);
        let mut before = before.take(quiet - self.ply);
        before.any(|&key| key == node.key)
    }
}
