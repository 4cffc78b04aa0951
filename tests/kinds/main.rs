//! Kinds of hands, each with its figures.
//!
//! `KINDS=3000 SEED=1 cargo test --release --test kinds -- --nocapture` plays 3,000 turns of each kind and
//! prints the table. `KIND=overlap` plays only that kind, `PRESET=booklet` by other rules, `PRESET=all`
//! by each preset in turn, `SIZE=telo` on one board; `SHOW=3` prints the first failures and false alarms of
//! each kind as scripts for the console.

mod against;
mod back;
#[path = "../common/mod.rs"]
mod common;
mod draft;
#[allow(dead_code)]
#[path = "../robot/hands.rs"]
mod hands;
mod judge;
mod kind;
#[allow(dead_code)]
#[path = "../robot/mirror.rs"]
mod mirror;
mod mistakes;
mod notes;
mod plain;
mod plan;
mod player;
mod proper;
#[allow(dead_code)]
#[path = "../robot/quirks.rs"]
mod quirks;
mod reeds;
mod run;
mod table;
mod touches;
mod two;
mod vela;
#[allow(dead_code)]
#[path = "../robot/ways.rs"]
mod ways;

use common::figure;
use draft::Draft;
use fanorona_board::point::Point;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::{Preset, Rules, Vela};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use kind::{ALL, Kind};
use plan::{Beat, Deed, Pace, Plan};
use player::Player;
use run::{Order, run};
use table::{HEAD, Row, Verdict};

/// A variable of the environment that is a number.
fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// The presets to play by.
fn presets() -> Vec<Preset> {
    match std::env::var("PRESET").as_deref() {
        Err(_) => vec![Preset::Standard],
        Ok("all") => Preset::ALL.to_vec(),
        Ok(word) => vec![Preset::find(word).expect("a preset")],
    }
}

/// The kinds to play.
fn kinds() -> Vec<Kind> {
    let wanted = std::env::var("KIND").ok();
    let is_wanted = |kind: &&Kind| wanted.as_ref().is_none_or(|name| name == kind.name);
    let kinds: Vec<Kind> = ALL.iter().filter(is_wanted).copied().collect();
    assert!(!kinds.is_empty(), "no kind has this name");
    kinds
}

/// The tables to be printed: each preset, and its vela if it has one.
fn orders() -> Vec<Order> {
    let board = std::env::var("SIZE").ok();
    let board = board.map(|word| Board::find(&word).expect("a board"));
    let order = |preset, is_vela| Order {
        preset,
        is_vela,
        board,
        total: number("KINDS", 40),
        first: number("SEED", 1) as u64,
    };
    let mut orders = Vec::new();
    for preset in presets() {
        orders.push(order(preset, false));
        if Rules::of(preset).vela != Vela::Off {
            orders.push(order(preset, true));
        }
    }
    orders
}

#[test]
fn kinds_of_hands_are_counted() {
    common::without::obey();
    let shown = number("SHOW", 0);
    let (mut all_stuck, mut menus, mut unasked) = (0, 0, 0);
    for order in orders() {
        let mut stuck = 0;
        let name = order.name();
        println!("\n{name}\n{:10} {HEAD}", "");
        let kinds = kinds().into_iter().filter(|kind| order.has(kind));
        for kind in kinds {
            let row = run(kind, &order);
            println!("{:10} {row}", kind.name);
            if order.is_reported() {
                let key = format!("kinds.{name}.{}", kind.name);
                figure::record(&key, row.misread + row.sent_back);
                if kind.name == "fat" {
                    figure::record(&format!("{key}.alarms"), row.false_alarms);
                }
            }
            for script in row.failures.iter().take(shown) {
                println!("{script}");
            }
            for script in row.alarms.iter().take(shown) {
                println!("{script}");
            }
            stuck += row.stuck;
            menus += row.menus;
            unasked += row.unasked;
        }
        if order.is_reported() {
            figure::record(&format!("kinds.{name}.stuck"), stuck);
        }
        all_stuck += stuck;
    }
    assert_eq!(all_stuck, 0, "the lights led nowhere");
    assert_eq!(menus, 0, "nobody has asked for the menu");
    assert_eq!(
        unasked, 0,
        "the board asked who gives up, and nobody had put a start up"
    );
}

/// The plan of some plain hands at the start of a game, and the board that they sit at.
fn plain_plan() -> (Player, Plan) {
    let start = Position::riatra(Board::Tsivy, Side::White);
    let mut player = Player::new(1, Board::Tsivy, Rules::STANDARD, start);
    let mut draft = Draft::new(&mut player.random, &player.game, start);
    plain::turn(&mut draft, Pace::STEADY).expect("a turn");
    let mut plan = draft.plan;
    assert!(plan.is_possible(player.reeds));
    (player, plan)
}

#[test]
fn plain_hands_are_read_right() {
    let (mut player, plan) = plain_plan();
    assert_eq!(player.play(&plan, &mut Row::default()), Verdict::Right);
}

/// The robot itself can fail.
#[test]
fn hands_that_play_another_turn_are_misread() {
    let (mut player, mut plan) = plain_plan();
    let start = plan.plays[0].start;
    let all = common::turns(&start, &Rules::STANDARD);
    let other = all.iter().find(|other| other.1 != plan.plays[0].after);
    plan.goal = Game::new(Rules::STANDARD, start);
    plan.goal.play(&other.expect("another turn").0).unwrap();
    let mut row = Row::default();
    assert_eq!(player.play(&plan, &mut row), Verdict::Misread);
    assert_eq!((row.misread, row.failures.len()), (1, 1));
}

#[test]
fn a_turn_that_the_board_does_not_have_is_sent_back() {
    let (mut player, mut plan) = plain_plan();
    plan.beats.clear();
    let mut row = Row::default();
    assert_eq!(player.play(&plan, &mut row), Verdict::SentBack);
    assert_eq!(row.sent_back, 1);
}

#[test]
fn a_stone_left_off_its_point_is_a_false_alarm() {
    let (mut player, mut plan) = plain_plan();
    let corner = Point::find("a1").unwrap();
    let beat = |at, deed| Beat {
        at,
        deed,
        turn: None,
    };
    plan.beats.iter_mut().for_each(|beat| beat.at += 3000);
    plan.beats.insert(0, beat(1000, Deed::Lift(corner)));
    plan.beats
        .insert(1, beat(2200, Deed::Place(corner, Side::White)));
    let mut row = Row::default();
    player.play(&plan, &mut row);
    assert_eq!((row.false_alarms, row.lit_alarms), (1, 1));
}

#[test]
fn a_seed_repeats() {
    let order = Order {
        total: 60,
        ..orders()[0]
    };
    let kind = ALL.iter().find(|kind| kind.name == "natural");
    let natural = *kind.expect("a kind");
    let figures = || run(natural, &order).to_string();
    assert_eq!(figures(), figures());
}
