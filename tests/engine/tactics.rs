//! Tactics: positions with one right turn, found by an exhaustive search, and how many of them the engine solves.
//!
//! A position is in the suite if exactly one of its turns, by what it leads to, wins or saves so many stones more than
//! every other when all turns of the next three plies are looked at, captures followed to their end.

use super::common::random::Random;
use super::common::{figure, turns};
use super::find;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;

/// The positions in the suite.
const SUITE: usize = 60;
/// How many plies are looked at after the turn.
const PLIES: u32 = 3;
/// How many stones the right turn is better by, at least.
const MARGIN: i32 = 2;

/// The difference in stones after best play, for the side to move: every turn is tried, and captures go on to their end.
fn exhaustive(position: &Position, plies: u32, mut alpha: i32, beta: i32, quiet: u32) -> i32 {
    let rules = &Rules::STANDARD;
    let stones = position.stones();
    let count = |side: Side| i32::try_from(stones[side].len()).unwrap();
    let (own, enemy) = (count(position.side()), count(!position.side()));
    if own == 0 {
        return -100;
    }
    let mut list = turns(position, rules);
    if list.is_empty() {
        return -100;
    }
    let captures = list[0].0.steps().any(|step| step.take.is_some());
    if plies == 0 && (!captures || quiet == 0) {
        return own - enemy;
    }
    // The largest captures first: that prunes most.
    list.sort_by_key(|(_, after)| after.stones()[!position.side()].len());
    list.dedup_by_key(|(_, after)| *after);
    let (plies, quiet) = if plies > 0 { (plies - 1, quiet) } else { (0, quiet - 1) };
    let mut best = -200;
    for (_, after) in list {
        best = best.max(-exhaustive(&after, plies, -beta, -alpha, quiet));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The position after the only right turn, if there is exactly one.
fn solution(position: &Position) -> Option<Position> {
    let mut afters: Vec<Position> = turns(position, &Rules::STANDARD).into_iter().map(|(_, after)| after).collect();
    afters.sort_by_key(|after| after.to_string());
    afters.dedup();
    if !(3..=20).contains(&afters.len()) {
        return None;
    }
    let mut scores: Vec<(i32, Position)> = afters
        .into_iter()
        .map(|after| (-exhaustive(&after, PLIES, -200, 200, 2), after))
        .collect();
    scores.sort_by_key(|(score, _)| -score);
    // Neither is it the one that takes most at once, which anybody would find.
    let greedy = scores.iter().map(|(_, after)| after.stones()[!position.side()].len()).min()?;
    let (best, after) = scores[0];
    let is_greedy = after.stones()[!position.side()].len() == greedy;
    (best >= scores[1].0 + MARGIN && !is_greedy).then_some(after)
}

/// The suite: positions of random games, on Dimy and Tsivy.
fn suite() -> Vec<(Position, Position)> {
    let mut random = Random::seeded(2024);
    let mut suite = Vec::new();
    while suite.len() < SUITE {
        let board = random.pick(&[Board::Dimy, Board::Tsivy]);
        let mut game = Game::new(Rules::STANDARD, Position::riatra(board, Side::White));
        while game.outcome().is_none() && game.history().len() < 60 {
            let position = *game.position();
            let few = position.occupied().len() <= 20;
            if few && random.percent(20)
                && let Some(after) = solution(&position)
            {
                suite.push((position, after));
                break;
            }
            let list = turns(&position, &Rules::STANDARD);
            game.play(&random.pick(&list).0).unwrap();
        }
    }
    suite
}

#[test]
fn most_of_the_suite_is_solved_and_more_nodes_solve_more() {
    let suite = suite();
    let solved = |nodes: u32| {
        let is_solved = |(position, after): &&(Position, Position)| {
            let game = Game::new(Rules::STANDARD, *position);
            let found = find(&game, nodes).unwrap();
            position.play(&Rules::STANDARD, &found.turn).unwrap() == *after
        };
        let solved = 100 * suite.iter().filter(is_solved).count() / suite.len();
        figure::record(&format!("engine.tactics.{nodes}"), solved);
        solved
    };
    let (few, more, most) = (solved(1000), solved(10_000), solved(100_000));
    assert!(few >= 50 && more >= 60 && most >= 70, "{few} {more} {most}");
}
