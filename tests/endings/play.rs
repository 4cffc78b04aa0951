//! The engine plays endings by the tables: it wins what is won, and against perfect defence.

use super::common::figure;
use super::common::random::Random;
use super::is_all;
use super::tables::{RULES, before, ending, five, four, random, rank};
use fanorona_board::engine::endings::{Ending, Endings};
use fanorona_board::engine::level::Level;
use fanorona_board::engine::table::{Entry, TABLE};
use fanorona_board::engine::{Plan, Search};
use fanorona_board::rules::game::Game;
use fanorona_board::rules::outcome::Outcome;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Turn;

struct Player {
    search: Search<Vec<Entry>>,
    plan: Plan,
    most_nodes: u32,
}

impl Player {
    fn new(endings: Endings, level: u8) -> Self {
        Self {
            search: Search::with_endings(vec![Entry::EMPTY; TABLE], Some(endings)),
            plan: Plan::of(Level::new(level).unwrap().strength()),
            most_nodes: 0,
        }
    }

    fn choose(&mut self, game: &Game) -> Turn {
        self.search.begin(game, self.plan);
        self.search.run();
        let found = self.search.finding().unwrap();
        self.most_nodes = self.most_nodes.max(found.nodes);
        found.turn
    }
}

/// The turn with which a position ends best, by exact tables.
fn best(tables: Endings, game: &Game) -> Turn {
    let mut best: Option<(Turn, Ending)> = None;
    game.position().for_each_turn(&RULES, |turn, after| {
        let ending = before(ending(tables, after));
        if best.is_none_or(|(_, best)| rank(best) < rank(ending)) {
            best = Some((*turn, ending));
        }
    });
    best.unwrap().0
}

/// Plays a game to its end: the engine has the side that it is told.
fn play(player: &mut Player, tables: Endings, game: &mut Game, side: Side) {
    while game.outcome().is_none() {
        let turn = if game.position().side() == side {
            player.choose(game)
        } else {
            best(tables, game)
        };
        game.play(&turn).unwrap();
    }
}

#[test]
fn up_to_four_stones_it_wins_as_soon_as_can_be_and_loses_as_late() {
    let tables = four();
    let mut dice = Random::seeded(5);
    // The weakest level that knows endings has little time.
    let mut player = Player::new(tables, 6);
    let each = if is_all() { 500 } else { 40 };
    for (own, enemy) in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3)] {
        for _ in 0..each {
            let start = random(&mut dice, own, enemy);
            let plies = match ending(tables, &start) {
                Ending::Won(plies) | Ending::Lost(plies) => plies,
                Ending::Drawn => continue,
            };
            for side in Side::BOTH {
                let mut game = Game::new(RULES, start);
                play(&mut player, tables, &mut game, side);
                assert_eq!(game.history().len(), usize::from(plies), "{start} {side}");
            }
        }
    }
}

#[test]
fn up_to_four_stones_it_never_spoils_a_draw() {
    let tables = four();
    let mut dice = Random::seeded(6);
    let mut player = Player::new(tables, 6);
    let mut draws = 0;
    while draws < 100 {
        let start = random(&mut dice, 2, 2);
        if ending(tables, &start) == Ending::Drawn {
            let mut game = Game::new(RULES, start);
            let turn = player.choose(&game);
            game.play(&turn).unwrap();
            assert_eq!(ending(tables, game.position()), Ending::Drawn, "{start}");
            draws += 1;
        }
    }
}

/// Wins endings of five stones that are won, at a level, against perfect defence.
fn win(usual: Endings, exact: Endings, level: u8, each: usize) -> (usize, u32) {
    let mut dice = Random::seeded(u64::from(level));
    let mut player = Player::new(usual, level);
    let mut won = 0;
    for (own, enemy) in [(3, 2), (2, 3), (4, 1), (1, 4)] {
        for _ in 0..each {
            let start = random(&mut dice, own, enemy);
            let side = match ending(exact, &start) {
                Ending::Won(_) => Side::White,
                Ending::Drawn => continue,
                Ending::Lost(_) => Side::Black,
            };
            let mut game = Game::new(RULES, start);
            play(&mut player, exact, &mut game, side);
            let winner = game.outcome().and_then(Outcome::winner);
            assert_eq!(
                winner,
                Some(side),
                "level {level}: {start} {:?}",
                game.outcome()
            );
            won += 1;
        }
    }
    (won, player.most_nodes)
}

#[test]
fn five_stones_are_won_against_perfect_defence() {
    if !is_all() {
        return;
    }
    let [usual, exact] = five();
    let (mut all, mut nodes) = (0, 0);
    for (level, each) in [(6, 1000), (9, 1000)] {
        let (won, most) = win(usual, exact, level, each);
        all += won;
        nodes = nodes.max(most);
    }
    figure::record("endings.won", all);
    figure::record("endings.nodes", nodes);
}
