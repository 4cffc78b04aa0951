//! A search is a value: however it is stepped, and wherever it is stopped.

use super::common::random::Random;
use super::common::{position, terms};
use super::{engine, find};
use fanorona_board::engine::level::{Level, Strength};
use fanorona_board::engine::{Finding, Plan, Progress};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;

/// Games after some random turns, on all boards.
fn games(number: usize) -> Vec<Game> {
    let mut random = Random::seeded(77);
    let mut games = Vec::new();
    while games.len() < number {
        let board = Board::ALL[games.len() % 3];
        let mut game = Game::new(Rules::STANDARD, Position::riatra(board, Side::White));
        for _ in 0..random.below(24) {
            let turns = super::common::turns(game.position(), game.rules());
            if game.outcome().is_none() {
                game.play(&random.pick(&turns).0).unwrap();
            }
        }
        if game.outcome().is_none() {
            games.push(game);
        }
    }
    games
}

fn stepped(game: &Game, plan: Plan, nodes: u32) -> Option<Finding> {
    let mut engine = engine();
    engine.begin(game, plan);
    while engine.step(nodes) == Progress::Searching {}
    engine.finding()
}

#[test]
fn steps_of_any_size_find_the_same() {
    for game in games(12) {
        for plan in [
            Plan::of(Strength::nodes(5000)),
            Plan::of(Level::new(1).unwrap().strength()),
            Plan {
                seed: 5,
                ..Plan::of(Level::new(5).unwrap().strength())
            },
        ] {
            let whole = stepped(&game, plan, 100_000);
            assert!(whole.is_some());
            for nodes in [1, 7, 1000] {
                assert_eq!(stepped(&game, plan, nodes), whole, "{}", game.position());
            }
        }
    }
}

#[test]
fn a_search_is_the_same_after_any_other() {
    let games = games(12);
    let mut engine = engine();
    let plan = Plan::of(Strength::nodes(3000));
    for game in &games {
        engine.begin(game, plan);
        engine.run();
        assert_eq!(engine.finding(), find(game, 3000));
    }
}

#[test]
fn stopped_at_any_node_it_answers_a_legal_turn() {
    for game in games(6) {
        let mut engine = engine();
        engine.begin(&game, Plan::of(Strength::nodes(2000)));
        loop {
            let found = engine.finding().expect("a turn at any time");
            assert!(game.clone().play(&found.turn).is_ok());
            if engine.step(1) == Progress::Done {
                break;
            }
        }
    }
}

#[test]
fn it_never_looks_at_more_positions_than_it_may() {
    for game in games(6) {
        for nodes in [1, 2, 100, 1000] {
            assert!(find(&game, nodes).unwrap().nodes <= nodes);
        }
    }
}

#[test]
fn the_seed_decides_between_equal_turns_only() {
    // What is the same in a mirror is equally good.
    let terms = terms("standard");
    let start = position("4b4/9/9/9/4w4 w", &terms);
    let game = Game::new(terms.rules, start);
    let plan = |seed| Plan {
        seed,
        ..Plan::of(Level::new(2).unwrap().strength())
    };
    let turns: std::collections::BTreeSet<_> = (0..40)
        .map(|seed| stepped(&game, plan(seed), 100).unwrap().turn)
        .collect();
    assert!(turns.len() > 1);
    // With a stone to win, no seed plays anything else.
    let start = position("9/9/2b6/9/w8 w", &terms);
    let game = Game::new(terms.rules, start);
    for seed in 0..40 {
        let found = stepped(&game, plan(seed), 100).unwrap();
        assert_eq!(Board::Tsivy.text(&found.turn).to_string(), "a1b2A");
    }
}

#[test]
fn a_game_that_is_over_has_no_best_turn() {
    let terms = terms("standard");
    let game = Game::new(terms.rules, position("9/9/2b6/9/9 w", &terms));
    assert!(game.outcome().is_some());
    assert_eq!(find(&game, 1000), None);
}

#[test]
fn in_mid_chain_the_answer_begins_with_the_steps_so_far() {
    let terms = terms("standard");
    let text = "b2b1bbbb/b3bbbbb/1bwbwbwbw/w3wwwww/www2wwww w c3 b2c3A";
    let game = Game::new(terms.rules, position(text, &terms));
    let found = find(&game, 5000).unwrap();
    let turn = Board::Tsivy.text(&found.turn).to_string();
    assert!(turn.starts_with("b2c3A"), "{turn}");
}
