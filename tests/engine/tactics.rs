//! Tactics: positions with one right turn, as `proof.rs` proves it, and how many of them the engine solves without endings.

use super::common::{figure, position, terms};
use super::find;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;

pub const RULES: Rules = Rules::STANDARD;
/// The suite, a line for each: what the right turn does, what it is like, the position, and the turn.
pub const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tactics.txt");

/// Whether the engine finds the right turn of a line with so many nodes.
fn is_solved(line: &str, nodes: u32) -> bool {
    let [_, _, stones, side, turn] = line.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{line}");
    };
    let position = position(&format!("{stones} {side}"), &terms("standard"));
    let right = position.board().read_turn(turn).unwrap();
    let found = find(&Game::new(RULES, position), nodes).unwrap().turn;
    let [found, right] = [found, right].map(|turn| position.play(&RULES, &turn).unwrap());
    found == right
}

#[test]
fn most_of_the_suite_is_solved() {
    let suite = std::fs::read_to_string(FILE).unwrap();
    let solved = |nodes: u32| {
        let solved = suite.lines().filter(|line| is_solved(line, nodes)).count();
        let share = 100 * solved / suite.lines().count();
        println!("{share} % with {nodes} nodes");
        figure::record(&format!("engine.tactics.{nodes}"), share);
        share
    };
    let (few, more, most) = (solved(1000), solved(10_000), solved(100_000));
    assert!(few >= 50 && more >= 70 && most >= 90, "{few} {more} {most}");
}
