//! Tactics: positions with one right turn, proved by an exhaustive search, and how many of them the engine solves.
//!
//! Half of the suite are wins: one turn forces the end of the game within [`PLIES`], and no other does. Half are saves: all
//! turns but one lose by force within them. Turns that merely take the most stones at once are not asked for.

use super::common::random::Random;
use super::common::{figure, turns};
use super::find;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::outcome::Outcome;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;

const RULES: Rules = Rules::STANDARD;
/// The wins in the suite, and the saves.
const EACH: usize = 20;
/// How many plies after the turn are looked at.
const PLIES: u32 = 3;
/// The most stones of a position in the suite: with more, the proofs take too long.
const STONES: usize = 10;

/// Whether the side to move can force a win within so many plies.
fn wins(position: &Position, plies: u32) -> bool {
    plies > 0 && afters(position).iter().any(|after| loses(after, plies - 1))
}

/// Whether the side to move cannot avoid a loss within so many plies.
fn loses(position: &Position, plies: u32) -> bool {
    let afters = afters(position);
    if afters.is_empty() {
        let winner = position.outcome(&RULES).and_then(Outcome::winner);
        return winner == Some(!position.side());
    }
    plies > 0 && afters.iter().all(|after| wins(after, plies - 1))
}

/// The positions that turns lead to, each once, those with the fewest enemy stones first.
fn afters(position: &Position) -> Vec<Position> {
    let mut afters: Vec<Position> = turns(position, &RULES)
        .into_iter()
        .map(|(_, after)| after)
        .collect();
    afters.sort_by_key(|after| {
        (
            enemies(position, after),
            after.stones().white,
            after.stones().black,
        )
    });
    afters.dedup();
    afters
}

/// How many stones the other side has left after a turn.
fn enemies(before: &Position, after: &Position) -> usize {
    after.stones()[!before.side()].len()
}

/// The position after the only turn of those that is right, unless it is the one that takes most.
fn only(position: &Position, right: impl Fn(&Position) -> bool) -> Option<Position> {
    let afters = afters(position);
    let mut found = None;
    for after in &afters {
        if right(after) && found.replace(*after).is_some() {
            return None;
        }
    }
    let most = enemies(position, afters.first()?);
    found.filter(|after| afters.len() > 2 && enemies(position, after) > most)
}

/// The suite: positions of random games, each with the one after its right turn.
fn suite() -> Vec<(Position, Position)> {
    let mut random = Random::seeded(2024);
    let (mut winning, mut saving) = (Vec::new(), Vec::new());
    while winning.len() < EACH || saving.len() < EACH {
        let board = random.pick(&[Board::Dimy, Board::Tsivy]);
        let mut game = Game::new(RULES, Position::riatra(board, Side::White));
        while game.outcome().is_none() && game.history().len() < 80 {
            let position = *game.position();
            if position.occupied().len() <= STONES && random.percent(30) {
                let win = only(&position, |after| loses(after, PLIES));
                let save = only(&position, |after| !wins(after, PLIES));
                if winning.len() < EACH {
                    winning.extend(win.map(|after| (position, after)));
                }
                if saving.len() < EACH {
                    saving.extend(
                        save.filter(|_| win.is_none())
                            .map(|after| (position, after)),
                    );
                }
            }
            let list = turns(&position, &RULES);
            game.play(&random.pick(&list).0).unwrap();
        }
    }
    winning.append(&mut saving);
    winning
}

#[test]
fn nearly_all_of_the_suite_is_solved() {
    let suite = suite();
    assert_eq!(suite.len(), 2 * EACH);
    let solved = |nodes: u32| {
        let is_solved = |(position, after): &&(Position, Position)| {
            let game = Game::new(RULES, *position);
            let found = find(&game, nodes).unwrap();
            position.play(&RULES, &found.turn).unwrap() == *after
        };
        let solved = 100 * suite.iter().filter(is_solved).count() / suite.len();
        figure::record(&format!("engine.tactics.{nodes}"), solved);
        solved
    };
    let (few, more, most) = (solved(1000), solved(10_000), solved(100_000));
    assert!(few >= 60 && more >= 80 && most >= 90, "{few} {more} {most}");
}
