//! Robot hands: whole matches of random legal turns, played in random untidy ways.
//!
//! `ROBOT=1000000 cargo test --release --test robot -- --nocapture` plays a million turns and prints
//! the figures.

#[path = "../common/mod.rs"]
mod common;
mod hands;
mod mirror;
mod mirror_hands;
mod mistakes;
mod quirks;
mod robot;
mod rounds;
mod slides;
mod tally;
mod transcript;
mod turns;
mod ways;

use common::figure;
use common::random::Random;
use common::sample::all_terms;
use common::terms;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::{Preset, Rules};
use robot::Robot;
use std::fs;
use tally::{Fault, Tally};

/// How many turns a match has; the next one has other rules.
const TURNS: usize = 100;

/// The robot of a number: the same number plays the same.
fn robot(seed: u64, patient: bool) -> Robot {
    let mut random = Random::seeded(seed);
    let rules = match random.below(10) {
        0..3 => Rules::STANDARD,
        3..5 => Rules::of(random.pick(Preset::ALL)),
        _ => terms(&all_terms(&mut random)).rules,
    };
    Robot::new(seed, random.pick(&Board::ALL), rules, patient)
}

/// What the figures of a run are recorded as; those of other lengths and other seeds are only printed.
fn run_name(total: usize, first: u64) -> Option<&'static str> {
    match (total, first) {
        (100_000, 1) => Some("robot"),
        (1_000_000, 1) => Some("robot-million"),
        (1_000_000, 20_001) => Some("robot-others"),
        _ => None,
    }
}

/// Time in which nothing can happen is left out: that must change nothing.
#[test]
fn skipping_idle_time_changes_nothing() {
    for seed in 1..20 {
        let play = |patient| {
            let mut robot = robot(seed, patient);
            let result = robot.play_match(30).map_err(|failure| failure.text);
            let record: Vec<_> = robot.rig.referee().game().history().turns().collect();
            let events = std::iter::from_fn(|| robot.rig.app.referee.event());
            (result, record, events.collect::<Vec<_>>(), robot.rig.now())
        };
        assert_eq!(play(true), play(false), "seed {seed}");
    }
}

#[test]
fn random_hands_are_read_right() {
    common::without::obey();
    let total: usize =
        std::env::var("ROBOT").map_or(20_000, |text| text.parse().expect("a number"));
    let first: u64 = std::env::var("SEED").map_or(1, |text| text.parse().expect("a number"));
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for seed in first.. {
        if tally.turns >= total {
            break;
        }
        let mut robot = robot(seed, false);
        if let Err(failure) = robot.play_match(TURNS) {
            match failure.fault {
                Fault::Misread => robot.tally.misread += 1,
                Fault::Stuck => robot.tally.stuck += 1,
            }
            failures.push((seed, failure));
        }
        robot.tally.menus += robot.rig.menus;
        tally += robot.tally;
    }
    println!("{tally}");
    if let Some(run) = run_name(total, first) {
        tally.record(run);
        // The long runs only fail by it.
        if run == "robot" {
            figure::record("robot.menus", tally.menus);
        }
    }
    let shown: usize = std::env::var("SHOW").map_or(3, |text| text.parse().expect("a number"));
    for (seed, failure) in failures.iter().take(shown) {
        println!("seed {seed}: {:?}: {}", failure.fault, failure.text);
    }
    assert!(tally.mirrors > 0, "no mirror was met");
    assert_eq!(tally.as_ruled, tally.mirrors, "mirrors against the rule");
    assert!(tally.answered > 0, "no game was ended by hand");
    assert_eq!(tally.unasked, 0, "the board asked who gives up for nothing");
    assert!(failures.is_empty(), "{} failures", failures.len());
    assert_eq!(tally.menus, 0, "nobody has asked for the menu");
}

/// A board that is told what a robot did reads it as the robot meant it. With `TRANSCRIPTS=FOLDER` the
/// transcripts are written, for the firmware to be held to them; `TURNS` says how long each is.
#[test]
fn a_transcript_replays() {
    let folder = std::env::var_os("TRANSCRIPTS");
    let turns = std::env::var("TURNS").map_or(30, |text| text.parse().expect("a number"));
    let boards = [Board::Tsivy, Board::Dimy, Board::Telo];
    let rules = [Preset::Standard, Preset::Royal, Preset::Standard].map(Rules::of);
    for ((seed, board), rules) in (1..).zip(boards).zip(rules) {
        let robot = Robot::new(seed, board, rules, true);
        let lines = transcript::transcript(robot, turns);
        assert!(lines.len() > turns / 3, "{} looks", lines.len());
        if let Some(folder) = &folder {
            fs::create_dir_all(folder).expect("a folder");
            let path = std::path::Path::new(folder).join(format!("{}.jsonl", board.word()));
            fs::write(path, lines.join("\n") + "\n").expect("a file");
        }
    }
}
