//! An opponent: finds a good turn by looking ahead.

mod brief;
mod endgame;
pub mod endings;
mod field;
mod generate;
pub mod level;
mod order;
mod plan;
mod score;
mod shape;
pub mod table;
mod tree;
pub mod worth;

use core::ops::ControlFlow;

use crate::engine::brief::Briefs;
use crate::engine::endings::Endings;
use crate::engine::field::{Field, Reach, points};
use crate::engine::generate::{Ground, Stones};
use crate::engine::level::Sight;
use crate::engine::table::Entry;
use crate::engine::tree::Tree;
pub use crate::engine::{plan::Plan, score::WON};

use crate::point::PointSet;
use crate::rules::game::Game;
use crate::rules::options::Rules;
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::turn::Turn;

/// A search for a good turn: a value that advances by so many nodes and answers at any time.
///
/// ```
/// use fanorona_board::engine::level::Level;
/// use fanorona_board::engine::table::Entry;
/// use fanorona_board::engine::{Plan, Progress, Search};
/// use fanorona_board::rules::board::Board;
/// use fanorona_board::rules::game::Game;
/// use fanorona_board::rules::options::Rules;
/// use fanorona_board::rules::position::Position;
/// use fanorona_board::rules::side::Side;
///
/// let game = Game::new(Rules::STANDARD, Position::riatra(Board::Telo, Side::White));
/// let mut table = [Entry::EMPTY; 1024];
/// let mut search = Search::new(&mut table);
/// search.begin(&game, Plan::of(Level::STRONGEST.strength()));
/// while search.step(100) == Progress::Searching {}
///
/// let found = search.finding().expect("the game is on");
/// assert!(game.clone().play(&found.turn).is_ok());
/// // White wins in eleven plies.
/// assert_eq!(found.score, fanorona_board::engine::WON - 11);
/// ```
#[derive(Debug)]
pub struct Search<T> {
    tree: Tree,
    table: T,
}

/// What a search has found so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The best turn.
    pub turn: Turn,
    /// How many positions were looked at.
    pub nodes: u32,
    /// How many turns ahead all was looked at.
    pub depth: u8,
    /// What the turn is worth to the side that plays it, in hundredths of a stone; a won game is [`WON`] less the plies to its end.
    pub score: i16,
}

/// Whether a search has more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// There is more to find out.
    Searching,
    /// The search has come to its end.
    Done,
}

impl<T> Search<T> {
    /// Room for a search, with a table of positions whose size is a power of two.
    #[must_use]
    pub const fn new(table: T) -> Self {
        Self {
            tree: Tree::new(None),
            table,
        }
    }

    /// The same with tables of endings.
    #[must_use]
    pub const fn with_endings(table: T, endings: Option<Endings>) -> Self {
        Self {
            tree: Tree::new(endings),
            table,
        }
    }

    /// Notes that the turn is to be found that a game needs next. That takes little time; [`Search::set_out`] begins.
    pub fn pose(&mut self, game: &Game, plan: Plan) {
        self.tree.pose(game, plan);
    }

    /// The same for a position after a capture: nothing from before can come up again.
    pub fn pose_after_capture(&mut self, position: &Position, rules: &Rules, plan: Plan) {
        self.tree.pose_after_capture(position, rules, plan);
    }
}

impl<T: AsMut<[Entry]>> Search<T> {
    /// Begins to look for the turn that the game needs next.
    pub fn begin(&mut self, game: &Game, plan: Plan) {
        self.pose(game, plan);
        self.set_out();
    }

    /// Begins to look for the turn that is to be found, with an empty table.
    pub fn set_out(&mut self) {
        table::clear(self.table.as_mut());
        self.tree.set_out();
    }

    /// Looks at no more than this many positions.
    pub fn step(&mut self, nodes: u32) -> Progress {
        let table = self.table.as_mut();
        for _ in 0..nodes {
            if self.tree.is_over() {
                return Progress::Done;
            }
            self.tree.advance(table);
        }
        if self.tree.is_over() {
            Progress::Done
        } else {
            Progress::Searching
        }
    }

    /// Looks until the search is done.
    pub fn run(&mut self) {
        while self.step(u32::MAX) == Progress::Searching {}
    }

    /// The best turn so far; none if the game is over.
    #[must_use]
    pub fn finding(&self) -> Option<Finding> {
        let tree = &self.tree;
        let root = tree.root();
        let found = root.try_for_each_turn(tree.rules(), |turn, after| {
            if tree.is_best(turn, after) {
                ControlFlow::Break(*turn)
            } else {
                ControlFlow::Continue(())
            }
        });
        Some(Finding {
            turn: found.break_value()?,
            nodes: tree.nodes(),
            depth: tree.finished().unsigned_abs(),
            score: tree.score(),
        })
    }
}

/// Calls `visit` with the stones after each turn of a position that is not in mid-chain, as the engine generates them:
/// each once, by however many ways a chain leads there. Returns whether that is all of them: the engine has room for
/// [so many](MOST_TURNS), and more are left out.
pub fn for_each_after(
    position: &Position,
    rules: &Rules,
    mut visit: impl FnMut(BySide<PointSet>),
) -> bool {
    let (side, before) = (position.side(), position.stones());
    let ground = Ground::new(position, rules);
    let stones = Stones::of(position);
    let mut list = Briefs::new();
    let mut field = Field::blank();
    field.put_up(position.board(), before.white, before.black);
    let reach = Reach::of(stones.own, ground.empty(stones));
    if ground.end(side, stones, reach).is_none() {
        ground.generate(&mut field, side, stones, Sight::FULL, &mut list);
    }
    for brief in list.list(0) {
        let mut after = before;
        after[side] = points(brief.moved(stones.own));
        after[!side] = points(stones.enemy & !brief.taken());
        visit(after);
    }
    !list.is_full()
}

/// The most turns of one position that the engine has room for.
pub const MOST_TURNS: usize = Briefs::ROOM;
