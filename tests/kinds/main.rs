//! Kinds of hands, each with its figures.
//!
//! `KINDS=3000 SEED=1 cargo test --release --test kinds -- --nocapture` plays so many turns of each kind
//! and prints the table. `KIND=overlap` plays only that kind, `PRESET=booklet` by other rules, `PRESET=all`
//! by each preset in turn, `SIZE=telo` on one board; `SHOW=3` prints the first failures and false alarms of
//! each kind as scripts for the console.

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
mod natural;
mod plain;
mod plan;
mod player;
#[allow(dead_code)]
#[path = "../robot/quirks.rs"]
mod quirks;
mod reeds;
mod run;
mod script;
mod table;
mod touches;
mod two;
mod watch;
#[allow(dead_code)]
#[path = "../robot/ways.rs"]
mod ways;

use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::{Preset, Rules, Vela};
use kind::{ALL, Kind};
use run::{Order, run};
use table::HEAD;

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
    ALL.iter().filter(is_wanted).copied().collect()
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
    let shown = number("SHOW", 0);
    let mut stuck = 0;
    for order in orders() {
        let game = if order.is_vela { "vela" } else { "" };
        println!("\n{} {game}\n{:10} {HEAD}", order.preset.word(), "");
        for kind in kinds() {
            let row = run(kind, &order);
            println!("{:10} {row}", kind.name);
            for script in row.failures.iter().take(shown) {
                println!("{script}");
            }
            for script in row.alarms.iter().take(shown) {
                println!("{script}");
            }
            stuck += row.stuck;
        }
    }
    assert_eq!(stuck, 0, "the lights led nowhere");
}
