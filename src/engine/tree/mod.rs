//! The search: a walk through the tree of turns that can stop at every node.
//!
//! Principal variation search with iterative deepening. The way from the root to the node is an explicit stack of plies,
//! so that the search is a value: [`Tree::advance`] enters one node, and hands what it is worth up to where the next
//! turn is to be tried.

mod enter;
mod ply;
mod root;

use self::enter::Entered;
use self::ply::{Ply, Trial};
use crate::engine::brief::{Brief, Briefs, Hint};
use crate::engine::endgame::Endgame;
use crate::engine::endings::Endings;
use crate::engine::field::{Cell, Field};
use crate::engine::generate::{Ground, Stones};
use crate::engine::level::Strength;
use crate::engine::order::Order;
use crate::engine::plan::Plan;
use crate::engine::score::{DECIDED, LIMIT, WON, to_table};
use crate::engine::table::{self, Bound, DEEPEST, Entry, Key, Known};
use crate::engine::worth::Scale;
use crate::rules::game::Game;
use crate::rules::options::Rules;
use crate::rules::position::Position;
use crate::rules::side::Side;

/// The most plies from the root to a node.
const PLIES: usize = 64;
/// From which depth, and from which turn of the list on, paikas are first tried less deep.
const REDUCED: (i8, u16) = (3, 4);

/// A search without its table.
#[derive(Debug)]
pub(super) struct Tree {
    ground: Ground,
    root: Position,
    plan: Plan,
    scale: Scale,
    field: Field,
    plies: [Ply; PLIES],
    ply: usize,
    briefs: Briefs,
    endgame: Endgame,
    order: Order,
    killers: [[Hint; 2]; PLIES],
    /// The keys of the positions since the last capture, the root's last.
    past: [Key; Game::LOOK_BACK],
    past_len: usize,
    nodes: u32,
    /// What the search has taken so far, in steps of chains.
    effort: u32,
    /// The depth of the iteration that is going on.
    depth: i8,
    /// The last depth that was searched to its end.
    finished: i8,
    best: Brief,
    score: i16,
    over: bool,
}

impl Tree {
    pub const fn new(endings: Option<Endings>) -> Self {
        let root = Position::riatra(crate::rules::board::Board::Telo, Side::White);
        Self {
            ground: Ground {
                rules: Rules::STANDARD,
                capturer: None,
                points: 0,
            },
            root,
            plan: Plan::of(Strength::nodes(0)),
            scale: Scale::NONE,
            field: Field::blank(),
            plies: [Ply::BLANK; PLIES],
            ply: 0,
            briefs: Briefs::new(),
            endgame: Endgame::new(endings),
            order: Order::new(),
            killers: [[0; 2]; PLIES],
            past: [Key::NONE; Game::LOOK_BACK],
            past_len: 0,
            nodes: 0,
            effort: 0,
            depth: 0,
            finished: 0,
            best: Brief::NONE,
            score: 0,
            over: true,
        }
    }

    /// Whether the search has come to its end.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    pub const fn nodes(&self) -> u32 {
        self.nodes
    }

    pub const fn finished(&self) -> i8 {
        self.finished
    }

    pub const fn score(&self) -> i16 {
        self.score
    }

    pub const fn root(&self) -> &Position {
        &self.root
    }

    pub const fn rules(&self) -> &Rules {
        &self.ground.rules
    }

    /// Begins the next iteration.
    fn deepen(&mut self) {
        self.depth += 1;
        let root = &mut self.plies[0];
        (root.alpha, root.beta, root.best) = (-LIMIT, LIMIT, -LIMIT);
        root.next = root.start;
        root.depth = self.depth;
        self.ply = 0;
        self.try_next();
    }

    /// The side to move at a ply.
    fn side(&self, ply: usize) -> Side {
        if ply.is_multiple_of(2) {
            self.root.side()
        } else {
            !self.root.side()
        }
    }

    /// Enters one node, and goes on to the next one.
    pub fn advance(&mut self, table: &mut [Entry]) {
        if self.over {
            return;
        }
        self.nodes += 1;
        self.effort = self.effort.saturating_add(Strength::NODE);
        match self.enter(table) {
            Entered::Score(score) => self.hand_up(score, table),
            Entered::Turns => {
                if !self.try_next() {
                    // No turn was seen, or there was no room for one.
                    let score = self.worth();
                    self.hand_up(score, table);
                }
            }
        }
        let strength = &self.plan.strength;
        if self.nodes >= strength.nodes || self.effort >= strength.effort {
            self.over = true;
        }
    }

    /// Goes on to the next turn of the current ply; returns whether there is one.
    fn try_next(&mut self) -> bool {
        let ply = self.ply;
        let node = &mut self.plies[ply];
        if node.next >= node.end {
            return false;
        }
        // The root's list keeps its order from one iteration to the next; the largest captures are in theirs.
        if ply > 0 && node.depth > 0 {
            self.briefs.pick(node.next, node.end);
        }
        let Some(brief) = self.briefs.get(node.next) else {
            return false;
        };
        let number = node.next - node.start;
        node.next += 1;
        node.brief = brief.copy();
        node.trial = if number == 0 {
            Trial::Whole
        } else if ply > 0
            && node.depth >= REDUCED.0
            && number >= REDUCED.1
            && !brief.captures()
            && !self.endgame.has_root()
        {
            Trial::Reduced
        } else {
            Trial::Null
        };
        self.descend();
        true
    }

    /// Plays the turn that is being tried at the current ply, and goes to the ply after it.
    fn descend(&mut self) {
        let side = self.side(self.ply);
        let way = self.plies.get_mut(self.ply..);
        let Some([node, below]) = way.and_then(<[Ply]>::first_chunk_mut) else {
            return;
        };
        let (stones, number, brief) = (&node.stones, &node.number, &node.brief);
        let taken = brief.taken();
        below.stones = Stones {
            own: stones.enemy & !taken,
            enemy: brief.moved(stones.own),
        };
        (below.number, below.quiet) = if taken == 0 {
            (number.swapped(0), node.quiet.saturating_add(1))
        } else {
            (number.swapped(brief.size()), 0)
        };
        let alpha = node.alpha.max(node.best);
        (below.alpha, below.beta) = (-alpha - 1, -alpha);
        if node.trial == Trial::Whole {
            below.alpha = -node.beta;
        }
        let less = if node.trial == Trial::Reduced { 2 } else { 1 };
        below.depth = node.depth - less;
        below.is_placed = false;
        // Where only captures are followed nothing repeats or is remembered.
        below.key = if taken == 0 || below.depth > 0 || self.endgame.has_root() {
            node.key.and(key_of(side, brief))
        } else {
            Key::NONE
        };
        self.ply += 1;
    }

    /// Goes back to the ply before, and takes its turn back.
    fn ascend(&mut self) {
        let is_placed = self.plies[self.ply].is_placed;
        self.ply -= 1;
        if !is_placed {
            return;
        }
        let side = self.side(self.ply);
        let brief = self.plies[self.ply].brief;
        self.field.set(brief.to(), Cell::Empty);
        self.field.set(brief.from(), Cell::of(side));
        self.field.fill(brief.taken(), Cell::of(!side));
    }

    /// Hands the score of the current ply up, to where the next turn is to be tried.
    #[inline(never)] // by itself it has registers enough
    fn hand_up(&mut self, score: i16, table: &mut [Entry]) {
        let mut score = score;
        while self.ply > 0 {
            self.ascend();
            if self.receive(-score) {
                return;
            }
            score = self.finish(table);
        }
        self.finish_iteration();
    }

    /// Takes the score of the turn that was tried at the current ply; returns whether the search goes on below.
    fn receive(&mut self, score: i16) -> bool {
        let ply = self.ply;
        let node = &mut self.plies[ply];
        let alpha = node.alpha.max(node.best);
        let again = match node.trial {
            Trial::Reduced if score > alpha => Some(Trial::Null),
            Trial::Null if score > alpha && score < node.beta => Some(Trial::Whole),
            _ => None,
        };
        if let Some(trial) = again {
            node.trial = trial;
            self.descend();
            return true;
        }
        if score > node.best {
            node.best = score;
            node.hint = node.brief.hint();
            if ply == 0 {
                (self.best, self.score) = (node.brief, score);
                // The best so far is the first in the next iteration.
                if let Some(list) = self.briefs.list_mut(0).get_mut(..usize::from(node.next)) {
                    list.rotate_right(1);
                }
            }
        }
        if score >= node.beta {
            let (brief, depth) = (node.brief, node.depth);
            if !brief.captures() && depth > 0 {
                let hint = brief.hint();
                let killers = &mut self.killers[ply];
                if killers[0] != hint {
                    *killers = [hint, killers[0]];
                }
                let side = self.side(ply);
                self.order.reward(&brief, side, depth);
            }
            return false;
        }
        self.try_next()
    }

    /// The score of the current ply, all of whose turns have been tried, or one that is good enough.
    fn finish(&mut self, table: &mut [Entry]) -> i16 {
        let node = &self.plies[self.ply];
        if self.ply == 0 {
            return node.best;
        }
        self.briefs.truncate(node.start);
        if node.depth <= 0 {
            return node.best;
        }
        let bound = if node.best >= node.beta {
            Bound::AtLeast
        } else if node.best > node.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let known = Known {
            score: to_table(node.best, self.ply),
            depth: node.depth.min(DEEPEST),
            bound,
            hint: node.hint,
        };
        table::note(table, node.key, known);
        node.best
    }

    /// Ends an iteration, and begins the next one if there is anything left to find out.
    fn finish_iteration(&mut self) {
        self.finished = self.depth;
        let plies_left = WON - self.score.abs();
        let is_proved = self.score.abs() >= DECIDED && plies_left <= i16::from(self.depth);
        let is_proved = is_proved || self.endgame.has_root() && self.endgame.settles(self.score);
        let deepest = u8::try_from(DEEPEST).unwrap_or(0);
        let deepest = self.plan.strength.depth.min(deepest);
        if is_proved || self.depth.unsigned_abs() >= deepest || self.briefs.len() == 1 {
            self.over = true;
        } else {
            self.deepen();
        }
    }
}

/// Plays a turn on the field.
fn place(field: &mut Field, side: Side, brief: &Brief) {
    field.set(brief.from(), Cell::Empty);
    field.fill(brief.taken(), Cell::Empty);
    // Last: a chain may end where it has taken a stone.
    field.set(brief.to(), Cell::of(side));
}

/// What a turn changes in the key of the position.
fn key_of(side: Side, brief: &Brief) -> Key {
    let mover = Key::stone(side, brief.from()).and(Key::stone(side, brief.to()));
    Key::TURN.and(mover).and(Key::stones(!side, brief.taken()))
}
