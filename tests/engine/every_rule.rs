//! Whole games by every rule: the engine answers with a legal turn, to the end.

use super::common::random::Random;
use super::common::sample::game_terms;
use super::common::{position, terms};
use super::{Engine, engine};
use fanorona_board::engine::Plan;
use fanorona_board::engine::level::{Level, Strength};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::outcome::{Draw, Outcome};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;

/// Plays a game with one plan for each side.
fn play(engine: &mut Engine, game: &mut Game, plans: [Plan; 2]) {
    while game.outcome().is_none() {
        let plan = plans[usize::from(game.position().side() == Side::Black)];
        engine.begin(game, plan);
        engine.run();
        let found = engine.finding().expect("the game is on");
        game.play(&found.turn).expect("a legal turn");
    }
}

#[test]
fn games_by_random_rules_are_played_to_their_end() {
    let mut random = Random::seeded(4);
    let mut engine = engine();
    let (mut phases, mut games) = ([0; 2], 0);
    for i in 0..150 {
        let terms = terms(&game_terms(&mut random));
        let board = Board::ALL[i % 3];
        let start = match terms.capturer {
            Some(capturer) => Position::vela(board, capturer),
            None => Position::riatra(board, random.pick(&Side::BOTH)),
        };
        let mut game = Game::new(terms.rules, start);
        let level = |random: &mut Random| {
            let levels: Vec<Level> = Level::all().take(4).collect();
            Plan::of(random.pick(&levels).strength())
        };
        play(
            &mut engine,
            &mut game,
            [level(&mut random), level(&mut random)],
        );
        games += 1;
        if start.capturer().is_some() {
            let one = game.position().is_phase_one(&terms.rules);
            phases[usize::from(!one)] += 1;
        }
    }
    assert_eq!(games, 150);
    assert!(phases[0] > 0 && phases[1] > 0, "{phases:?}");
}

#[test]
fn a_side_that_is_behind_repeats_and_one_that_is_ahead_does_not() {
    // Two white stones against one that shuttles in its corner: the third occurrence would be a draw.
    let terms = terms("standard");
    let mut game = Game::new(terms.rules, position("8b/9/9/9/www6 w", &terms));
    let mut engine = engine();
    play(
        &mut engine,
        &mut game,
        [Plan::of(Strength::nodes(20_000)); 2],
    );
    let winner = game.outcome().and_then(Outcome::winner);
    assert_eq!(winner, Some(Side::White), "{:?}", game.outcome());
}

#[test]
fn the_engine_knows_what_the_game_will_call_a_repetition() {
    let terms = terms("standard");
    // White is far behind, and both have shuttled: one more time round is a draw.
    let start = position("bbb6/9/9/9/8w w", &terms);
    let mut game = Game::new(terms.rules, start);
    for text in ["i1h1", "c5d5", "h1i1", "d5c5", "i1h1", "c5d5"] {
        let turn = Board::Tsivy.read_turn(text).unwrap();
        game.play(&turn).unwrap();
    }
    let mut engine = engine();
    engine.begin(&game, Plan::of(Strength::nodes(2000)));
    engine.run();
    let back = engine.finding().unwrap();
    // Going back to i1 leads to a position that Black can only leave, or the game is drawn there.
    let mut after = game.clone();
    after.play(&back.turn).unwrap();
    engine.begin(&after, Plan::of(Strength::nodes(2000)));
    engine.run();
    let reply = engine.finding().unwrap();
    after.play(&reply.turn).unwrap();
    // Black, ahead, does not let it come to that.
    assert_ne!(after.outcome(), Some(Outcome::Drawn(Draw::Repetition)));
}
