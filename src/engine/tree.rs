//! The search: a walk through the tree of turns that can stop at every node.
//!
//! Principal variation search with iterative deepening. The way from the root to the node is an explicit stack of plies,
//! so that the search is a value: [`Tree::advance`] enters one node, and hands what it is worth up to where the next
//! turn is to be tried.

use crate::engine::brief::{Brief, Briefs, Hint};
use crate::engine::endgame::{self, Endgame};
use crate::engine::endings::Endings;
use crate::engine::field::{Cell, Field, Reach, at, cells, count, for_each_cell};
use crate::engine::generate::{End, Ground, Keep, Manner, Stones};
use crate::engine::level::{Sight, Strength};
use crate::engine::order::Order;
use crate::engine::table::{self, Bound, DEEPEST, Entry, Key, Known};
use crate::engine::worth::{Scale, Weights, Window, worth};
use crate::point::{Point, PointSet};
use crate::rules::game::Game;
use crate::rules::options::Rules;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::turn::Turn;

/// The score of a game that is won now; a ply later it is one less.
pub const WON: i16 = 30_000;
/// Beyond every score.
const LIMIT: i16 = 32_000;
/// Scores beyond this are won games.
pub(super) const DECIDED: i16 = WON - 1000;
/// The most plies from the root to a node.
const PLIES: usize = 64;
/// How deep captures are followed beyond the depth of an iteration.
const QUIET_DEPTH: i8 = 10;
/// Up to which depth a position without a capture may be settled by what it is worth.
const SHALLOW: i8 = 3;
/// What a paika may change, in hundredths of a stone.
const MARGIN: i16 = 200;
/// A look into the tables of endings takes as long as so many nodes more.
const LOOK_UP: u32 = 3;
/// From which depth, and from which turn of the list on, paikas are first tried less deep.
const REDUCED: (i8, u16) = (3, 4);

/// How a turn is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trial {
    /// With the whole window: its score is exact.
    Whole,
    /// Whether it is better than the best so far.
    Null,
    /// The same, less deep.
    Reduced,
}

/// One position on the way from the root.
#[derive(Clone, Copy, Debug)]
struct Ply {
    stones: Stones,
    key: Key,
    /// Turns without a capture up to here.
    quiet: u16,
    /// The list of turns: where it begins, what is tried next, where it ends.
    start: u16,
    next: u16,
    end: u16,
    /// The window as it was given, and the best score so far.
    alpha: i16,
    beta: i16,
    best: i16,
    /// What the position is worth without looking ahead, where captures alone are followed.
    worth: i16,
    depth: i8,
    /// Whether the field has its stones.
    is_placed: bool,
    trial: Trial,
    /// The turn that is being tried, and the best so far.
    brief: Brief,
    hint: Hint,
}

impl Ply {
    const BLANK: Self = Self {
        stones: Stones { own: 0, enemy: 0 },
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
}

impl Ply {
    /// Whether what a shallow position is worth without looking ahead settles its score: so good that the few turns that
    /// are left will not spoil it, or so bad that a paika will not mend it.
    const fn is_settled_by(&self, worth: i16) -> bool {
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

/// What entering a node leads to.
enum Entered {
    /// The node's score.
    Score(i16),
    /// Its turns are to be tried.
    Turns,
}

/// How the engine searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How strong.
    pub strength: Strength,
    /// By which evaluation.
    pub weights: Weights,
    /// Decides between turns that seem equally good.
    pub seed: u32,
    /// The stone that is to move, if only its turns are of interest.
    pub stone: Option<Point>,
}

impl Plan {
    /// A plan with the evaluation that the levels play by.
    #[must_use]
    pub const fn of(strength: Strength) -> Self {
        Self {
            strength,
            weights: Weights::TUNED,
            seed: 0,
            stone: None,
        }
    }
}

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
            depth: 0,
            finished: 0,
            best: Brief::NONE,
            score: 0,
            over: true,
        }
    }

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
        self.plies[0] = Ply {
            stones: Stones::of(root),
            key: key(root),
            ..Ply::BLANK
        };
        self.briefs.truncate(0);
        (self.best, self.score) = (Brief::NONE, 0);
        (self.nodes, self.depth, self.finished, self.ply) = (0, 0, 0, 0);
    }

    /// Begins to look for it.
    pub fn set_out(&mut self) {
        if self.over {
            return;
        }
        self.scale = Scale::new(&self.plan.weights);
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
        self.best = self.briefs.get(0).unwrap_or(Brief::NONE);
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

    /// Whether a turn of the root, which leads to this position, is the best so far.
    pub fn is_best(&self, turn: &Turn, after: &Position) -> bool {
        self.best.is_same(&brief(&self.root, turn, after))
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
        if self.nodes >= self.plan.strength.nodes {
            self.over = true;
        }
    }

    /// Looks at the position of the current ply.
    fn enter(&mut self, table: &[Entry]) -> Entered {
        let (ply, side) = (self.ply, self.side(self.ply));
        let node = &self.plies[ply];
        let (stones, depth) = (node.stones, node.depth);
        let empty = self.ground.empty(stones);
        let reach = Reach::of(stones.own, empty);
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
        if self.endgame.has(stones)
            && let Some(score) = self.endgame.score(stones, plies(ply), depth)
        {
            self.nodes += LOOK_UP;
            return Entered::Score(score);
        }
        let is_ending = self.endgame.has_root();
        // From an ending the tables are a turn or two away.
        let depth = if is_ending { depth.max(1) } else { depth };
        self.plies[ply].depth = depth;
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
            let window = if depth <= 0 {
                let node = &self.plies[ply];
                Window {
                    alpha: node.alpha,
                    beta: node.beta,
                }
            } else {
                Window::ALL
            };
            let worth = worth(&self.scale, stones, empty, reach, window);
            if is_leaf || self.plies[ply].is_settled_by(worth) {
                return Entered::Score(worth);
            }
            self.plies[ply].worth = worth;
        }
        self.list(side, remembered);
        Entered::Turns
    }

    /// What the position of the current ply is worth without looking ahead.
    fn worth(&self) -> i16 {
        let stones = self.plies[self.ply].stones;
        let empty = self.ground.empty(stones);
        let reach = Reach::of(stones.own, empty);
        worth(&self.scale, stones, empty, reach, Window::ALL)
    }

    /// Lists the turns of the current ply, in the order in which they are tried.
    fn list(&mut self, side: Side, remembered: Hint) {
        let ply = self.ply;
        let start = self.briefs.len();
        let sight = if ply % 2 == 1 {
            self.plan.strength.sight
        } else {
            Sight::FULL
        };
        if !self.plies[ply].is_placed {
            place(&mut self.field, !side, self.plies[ply - 1].brief);
        }
        let node = &mut self.plies[ply];
        let (field, list) = (&mut self.field, &mut self.briefs);
        (node.is_placed, node.hint) = (true, 0);
        if node.depth > 0 {
            node.best = -LIMIT;
            self.ground.generate(field, side, node.stones, sight, list);
            let killers = self.killers[ply];
            self.order
                .rank(list.list_mut(start), side, remembered, killers);
        } else {
            // A capture that is worse than none is not followed: smaller ones are not even looked at.
            node.best = node.worth;
            self.ground
                .captures(field, side, node.stones, sight, Keep::Largest, list);
        }
        (node.start, node.next, node.end) = (start, start, list.len());
    }

    /// Whether the game is drawn by its history at the current ply. A position that has come up on the way from the root
    /// is taken for a draw at once: who can repeat it once can do so again.
    fn is_drawn(&self) -> bool {
        let node = &self.plies[self.ply];
        if self.ground.rules.quiet.is_reached(node.quiet) {
            return true;
        }
        let quiet = usize::from(node.quiet);
        let on_the_way = self.plies[..self.ply].iter().rev().take(quiet);
        if on_the_way.skip(1).step_by(2).any(|ply| ply.key == node.key) {
            return true;
        }
        // The past begins with the root, which was on the way.
        let before = self.past[..self.past_len].iter().skip(1);
        let before = before.take(quiet.saturating_sub(self.ply));
        let times = before.filter(|&&key| key == node.key).count();
        let times = u16::try_from(times + 1).unwrap_or(u16::MAX);
        times > 1 && self.ground.rules.repetition.is_reached(times)
    }

    /// Goes on to the next turn of the current ply; returns whether there is one.
    fn try_next(&mut self) -> bool {
        let ply = self.ply;
        let node = &mut self.plies[ply];
        if node.next >= node.end {
            return false;
        }
        let picked = if ply == 0 || node.depth <= 0 {
            // The root's list keeps its order from one iteration to the next; the largest captures are in theirs.
            self.briefs.get(node.next)
        } else {
            self.briefs.pick(node.next, node.end)
        };
        let Some(brief) = picked else {
            return false;
        };
        let number = node.next - node.start;
        node.next += 1;
        node.brief = brief;
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
        let (ply, side) = (self.ply, self.side(self.ply));
        let node = &self.plies[ply];
        let (brief, stones) = (node.brief, node.stones);
        let taken = brief.taken();
        let alpha = node.alpha.max(node.best);
        let (low, high, depth) = match node.trial {
            Trial::Whole => (-node.beta, -alpha, node.depth - 1),
            Trial::Null => (-alpha - 1, -alpha, node.depth - 1),
            Trial::Reduced => (-alpha - 1, -alpha, node.depth - 2),
        };
        let quiet = if taken == 0 {
            node.quiet.saturating_add(1)
        } else {
            0
        };
        // Where only captures are followed nothing repeats or is remembered, and most positions are judged as they are.
        let is_placed = taken == 0 || depth > 0 || self.endgame.has_root();
        let key = if is_placed {
            node.key.and(play(&mut self.field, side, brief))
        } else {
            Key::NONE
        };
        self.ply += 1;
        let below = &mut self.plies[self.ply];
        below.stones = Stones {
            own: stones.enemy & !taken,
            enemy: brief.moved(stones.own),
        };
        (below.key, below.quiet, below.is_placed) = (key, quiet, is_placed);
        (below.alpha, below.beta, below.depth) = (low, high, depth);
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
fn place(field: &mut Field, side: Side, brief: Brief) {
    field.set(brief.from(), Cell::Empty);
    field.fill(brief.taken(), Cell::Empty);
    // Last: a chain may end where it has taken a stone.
    field.set(brief.to(), Cell::of(side));
}

/// The same; returns what it changes in the key of the position.
fn play(field: &mut Field, side: Side, brief: Brief) -> Key {
    let (from, to) = (brief.from(), brief.to());
    let mut key = Key::TURN
        .and(Key::stone(side, from))
        .and(Key::stone(side, to));
    field.set(from, Cell::Empty);
    for_each_cell(brief.taken(), |at| {
        field.set(at, Cell::Empty);
        key = key.and(Key::stone(!side, at));
    });
    // Last: a chain may end where it has taken a stone.
    field.set(to, Cell::of(side));
    key
}

/// A number of plies as part of a score.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // below 64
const fn plies(ply: usize) -> i16 {
    ply as i16
}

/// A score as the table keeps it: plies to the end count from the position, not from the root.
const fn to_table(score: i16, ply: usize) -> i16 {
    if score >= DECIDED {
        score + plies(ply)
    } else if score <= -DECIDED {
        score - plies(ply)
    } else {
        score
    }
}

/// The other way round.
const fn from_table(score: i16, ply: usize) -> i16 {
    if score >= DECIDED {
        score - plies(ply)
    } else if score <= -DECIDED {
        score + plies(ply)
    } else {
        score
    }
}

/// A turn of the root in brief. In mid-chain it begins where the mover stands.
fn brief(root: &Position, turn: &Turn, after: &Position) -> Brief {
    let from = root.mover().unwrap_or(turn.origin());
    let enemy = !root.side();
    let taken = root.stones()[enemy] - after.stones()[enemy];
    let (from, to, taken) = (at(from), at(turn.end()), cells(taken));
    match u8::try_from(count(taken)) {
        Ok(size) if size > 0 => Brief::capture(from, to, taken, size),
        _ => Brief::walk(from, to),
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
