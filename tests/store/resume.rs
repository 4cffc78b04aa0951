//! The power goes at a random moment of a robot's match, and the hands play on.

use crate::common::random::Random;
use crate::common::sample::all_terms;
use crate::common::terms;
use crate::kept::{NAME, fresh};
use crate::nor::Nor;
use crate::robot::Robot;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::{Preset, Rules};
use fanorona_board::store::Store;
use fanorona_board::store::shelf::Shelf;
use std::cell::Cell;
use std::rc::Rc;

/// How many turns the robot plays.
const TURNS: usize = 8;

/// Plays a match in which the power goes once, for as long as `dark` at most, and hands do not care. Tells how it went, and
/// what was done if it did not go well.
pub fn cut_once(seed: u64, dark: usize) -> (String, String) {
    let mut random = Random::seeded(seed);
    let rules = match random.below(10) {
        0..3 => Rules::STANDARD,
        3..7 => Rules::of(random.pick(Preset::ALL)),
        _ => terms(&all_terms(&mut random)).rules,
    };
    let board = random.pick(&Board::ALL);
    let mut robot = Robot::new(seed, board, rules, true);
    let mut flash = Nor::new(seed);
    let mut store = Store::new();
    store.begin(NAME, &mut flash, &mut robot.rig.app);
    // After the stones were put up.
    let mut left = 4000 + random.below(30_000);
    let mut off = random.below(dark + 1);
    let mut is_off = false;
    let pause = 100 + random.below(400) as u64;
    let cut = Rc::new(Cell::new(None));
    let was_cut = Rc::clone(&cut);
    robot.rig.beside = Some(Box::new(move |app| {
        left = left.saturating_sub(1);
        if left > 0 || was_cut.get().is_some() {
            Shelf {
                store: &mut store,
                flash: &mut flash,
            }
            .tick(app);
            if was_cut.get().is_some() && app.now().0 < 1500 {
                println_at(seed, app);
            }
            return None;
        }
        if !is_off {
            is_off = true;
            println_at(seed, app);
        }
        if off > 0 {
            // The app that goes on meanwhile is not remembered.
            off -= 1;
            return None;
        }
        *app = fresh();
        store.begin(NAME, &mut flash, app);
        was_cut.set(Some(app.now()));
        Some(pause)
    }));
    let played = robot.play_match(TURNS);
    if cut.get().is_none() {
        return ("not cut".into(), String::new());
    }
    match played {
        Ok(()) => ("well".into(), String::new()),
        Err(failure) => {
            let what = failure.text.lines().next().unwrap_or_default().to_string();
            (what, failure.text)
        }
    }
}

fn println_at(seed: u64, app: &fanorona_board::app::App) {
    if std::env::var("TRACE").is_ok() {
        let (shown, game) = (app.referee.shown(), app.referee.game().position());
        println!(
            "seed {seed}: cut at {} {} {shown:?}",
            app.now().0,
            app.referee.situation().phase
        );
        println!("{game}");
    }
}
