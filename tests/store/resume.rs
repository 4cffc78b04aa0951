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

/// How a match went on.
pub enum Went {
    /// It was over before the power went.
    NotCut,
    /// As if nothing had been.
    Well,
    /// Not as it was played.
    Otherwise(String),
}

/// Plays a match in which the power goes once, for as long as `dark` at most, and hands do not care.
pub fn cut_once(seed: u64, dark: usize) -> Went {
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
    let pause = 100 + random.below(400) as u64;
    let cut = Rc::new(Cell::new(false));
    let was_cut = Rc::clone(&cut);
    robot.rig.beside = Some(Box::new(move |app| {
        left = left.saturating_sub(1);
        if left > 0 || was_cut.get() {
            Shelf {
                store: &mut store,
                flash: &mut flash,
            }
            .tick(app);
            return None;
        }
        if off > 0 {
            // The app that goes on meanwhile is not remembered.
            off -= 1;
            return None;
        }
        *app = fresh();
        store.begin(NAME, &mut flash, app);
        was_cut.set(true);
        Some(pause)
    }));
    let played = robot.play_match(TURNS);
    match played {
        _ if !cut.get() => Went::NotCut,
        Ok(()) => Went::Well,
        Err(failure) => Went::Otherwise(failure.text),
    }
}
