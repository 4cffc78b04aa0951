//! The engine: its turns, its search, its play.
//!
//! `ENGINE=all cargo test --release --test engine -- --nocapture` tries all positions of Telo by all rules, and records the figures.

// Miri would take hours.
#![cfg(not(miri))]

#[path = "../common/mod.rs"]
mod common;

mod every_rule;
mod proof;
mod same_turns;
mod stepping;
mod tactics;
mod telo;

// The host program's own: exact, and made from nothing but the rules.
#[path = "../../src/host/endings/solve.rs"]
mod solve;

use fanorona_board::engine::level::Strength;
use fanorona_board::engine::table::{Entry, TABLE};
use fanorona_board::engine::{Finding, Plan, Search};
use fanorona_board::rules::game::Game;

/// A search with a table of positions as large as the chip's.
type Engine = Search<Vec<Entry>>;

fn engine() -> Engine {
    Search::new(vec![Entry::EMPTY; TABLE])
}

/// Whether everything is tried.
fn is_all() -> bool {
    std::env::var("ENGINE").is_ok_and(|word| word == "all")
}

/// What a search of so many nodes finds.
fn find(game: &Game, nodes: u32) -> Option<Finding> {
    let mut engine = engine();
    engine.begin(game, Plan::of(Strength::nodes(nodes)));
    engine.run();
    engine.finding()
}
