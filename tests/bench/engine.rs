//! How fast the engine searches: nodes a second, from the start and from the middle of a game, one thread.
//!
//! With a number of nodes as its argument it searches once and says nothing, for a count of its instructions.

#[path = "../common/figure.rs"]
mod figure;

use std::time::{Duration, Instant};

use fanorona_board::engine::level::Strength;
use fanorona_board::engine::table::Entry;
use fanorona_board::engine::{Plan, Search};
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::setup::Setup;

/// The start, two positions of the middle game and an ending.
const POSITIONS: [&str; 4] = [
    "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w",
    "b2b3bb/1b2w4/3b2wbw/w8/www1w1www b",
    "3bb2b1/2b6/b2b5/4ww1w1/1w3ww2 w",
    "1b3b3/4b4/9/2w3w2/4w4 w",
];

/// Searches all positions; returns how many nodes that took.
fn search(nodes: u32) -> u32 {
    let mut table = vec![Entry::EMPTY; 8192];
    let mut engine = Search::new(&mut table);
    let mut sum = 0;
    for text in POSITIONS {
        let setup: Setup = text.parse().expect("a position");
        let position = setup.position(&Rules::STANDARD).expect("it can stand");
        engine.begin(
            &Game::new(Rules::STANDARD, position),
            Plan::of(Strength::nodes(nodes)),
        );
        engine.run();
        sum += engine.finding().map_or(0, |finding| finding.nodes);
    }
    sum
}

fn main() {
    if let Some(nodes) = std::env::args().nth(1).and_then(|word| word.parse().ok()) {
        search(nodes);
        return;
    }
    let mut nodes = 0;
    // The machine may be busy with other things: the best time says most about the program.
    let best = (0..5).map(|_| {
        let clock = Instant::now();
        nodes = search(200_000);
        clock.elapsed()
    });
    let best = best.min().unwrap_or(Duration::ZERO);
    let rate = 1_000_000 * u128::from(nodes) / best.as_micros().max(1);
    println!("{nodes} nodes, best of 5: {best:.2?}");
    figure::record("engine.rate", rate);
}
