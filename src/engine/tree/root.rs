//! The root of a search: what is to be found, and which turns there are.

use super::ply::Ply;
use super::{PLIES, Tree};
use crate::engine::brief::Brief;
use crate::engine::endgame;
use crate::engine::field::{at, cells, count};
use crate::engine::generate::{Ground, Stones};
use crate::engine::plan::Plan;
use crate::engine::table::Key;
use crate::engine::worth::Scale;
use crate::point::PointSet;
use crate::rules::game::Game;
use crate::rules::options::Rules;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::turn::Turn;

impl Tree {
    /// Notes that the turn is to be found that a game needs next.
    pub fn pose(&mut self, game: &Game, plan: Plan) {
        self.stand_at(game.position(), game.rules(), plan);
        self.remember(game);
        self.plies[0].quiet = game.quiet();
        self.over = game.outcome().is_some();
    }

    /// The same after a capture, of which nothing from before matters.
    pub fn pose_after_capture(&mut self, position: &Position, rules: &Rules, plan: Plan) {
        self.stand_at(position, rules, plan);
        self.past[0] = self.plies[0].key;
        self.past_len = 1;
        self.over = position.outcome(rules).is_some();
    }

    fn stand_at(&mut self, root: &Position, rules: &Rules, plan: Plan) {
        self.root = *root;
        self.plan = plan;
        self.ground = Ground::new(root, rules);
        let stones = Stones::of(root);
        self.plies[0] = Ply {
            stones,
            number: stones.number(),
            key: key(root),
            ..Ply::BLANK
        };
        self.briefs.truncate(0);
        (self.best, self.score) = (Brief::NONE, 0);
        (self.nodes, self.effort) = (0, 0);
        (self.depth, self.finished, self.ply) = (0, 0, 0);
    }

    /// Begins to look for it.
    #[inline(never)] // it is done once
    pub fn set_out(&mut self) {
        if self.over {
            return;
        }
        self.scale = Scale::new(&self.plan.weights, self.root.board());
        let stones = self.root.stones();
        self.field
            .put_up(self.root.board(), stones.white, stones.black);
        self.order.clear();
        self.killers = [[0; 2]; PLIES];
        let strength = &mut self.plan.strength;
        let knows = strength.knows_endings();
        self.endgame.begin(&self.root, &self.ground.rules, knows);
        if self.endgame.has_root() {
            strength.nodes = strength.nodes.max(endgame::NODES);
        }
        self.list_root();
        self.best = self.briefs.get(0).copied().unwrap_or(Brief::NONE);
        self.over = self.briefs.len() == 0;
        if !self.over {
            self.deepen();
        }
    }

    /// Notes the positions since the last capture.
    fn remember(&mut self, game: &Game) {
        self.past_len = 0;
        let side = self.root.side();
        for (back, stones) in game.recent().enumerate() {
            let side = if back % 2 == 0 { side } else { !side };
            if let Some(place) = self.past.get_mut(back) {
                *place = stones_key(side, stones);
                self.past_len = back + 1;
            }
        }
    }

    /// Lists the turns of the root. The rules themselves list them, in mid-chain too.
    fn list_root(&mut self) {
        let root = &self.root;
        let briefs = &mut self.briefs;
        let stone = self.plan.stone;
        root.for_each_turn(&self.ground.rules, |turn, after| {
            if stone.is_none_or(|stone| stone == turn.origin()) {
                briefs.push_new(0, brief(root, turn, after));
            }
        });
        self.shuffle();
        let end = self.briefs.len();
        for next in 0..end {
            self.briefs.pick(next, end);
        }
        let root = &mut self.plies[0];
        (root.start, root.end) = (0, end);
    }

    /// Lets the seed decide which of equal turns stands first.
    fn shuffle(&mut self) {
        let mut random = self.plan.seed;
        if random == 0 {
            return;
        }
        let list = self.briefs.list_mut(0);
        for i in (1..list.len()).rev() {
            random ^= random << 13;
            random ^= random >> 17;
            random ^= random << 5;
            list.swap(i, random as usize % (i + 1));
        }
    }

    /// Whether a turn of the root, which leads to this position, is the best so far.
    pub fn is_best(&self, turn: &Turn, after: &Position) -> bool {
        self.best.is_same(&brief(&self.root, turn, after))
    }
}

/// A turn of the root in brief. In mid-chain it begins where the mover stands.
fn brief(root: &Position, turn: &Turn, after: &Position) -> Brief {
    let from = root.mover().unwrap_or(turn.origin());
    let enemy = !root.side();
    let taken = root.stones()[enemy] - after.stones()[enemy];
    let (from, to, taken) = (at(from), at(turn.end()), cells(taken));
    match count(taken) {
        0 => Brief::walk(from, to),
        size => Brief::capture(from, to, taken, size),
    }
}

fn key(position: &Position) -> Key {
    stones_key(position.side(), position.stones())
}

fn stones_key(side: Side, stones: BySide<PointSet>) -> Key {
    let white = Key::stones(Side::White, cells(stones.white));
    let both = white.and(Key::stones(Side::Black, cells(stones.black)));
    match side {
        Side::White => both,
        Side::Black => both.and(Key::TURN),
    }
}
