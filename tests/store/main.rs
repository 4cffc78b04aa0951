//! Nothing is lost: the store on flash that is as bad as flash can be.
//!
//! `CUTS=all cargo test --release --test store cuts -- --nocapture` cuts after every byte of every write.

#[path = "../common/mod.rs"]
mod common;
#[path = "../robot/hands.rs"]
mod hands;
#[path = "../robot/mirror.rs"]
mod mirror;
#[path = "../robot/mirror_hands.rs"]
mod mirror_hands;
#[path = "../robot/mistakes.rs"]
mod mistakes;
#[path = "../robot/quirks.rs"]
mod quirks;
#[path = "../robot/robot.rs"]
#[allow(dead_code)]
mod robot;
#[path = "../robot/rounds.rs"]
mod rounds;
#[path = "../robot/tally.rs"]
#[allow(dead_code)]
mod tally;
#[path = "../robot/turns.rs"]
mod turns;
#[path = "../robot/ways.rs"]
mod ways;

mod cuts;
mod kept;
mod lives;
mod nor;
mod resume;

use cuts::{Tried, cut_all, record};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::{Preset, Rules};

#[test]
fn a_cut_loses_nothing() {
    let all = std::env::var("CUTS").is_ok_and(|text| text == "all");
    let (turns, every, second) = if all { (60, 1, 2000) } else { (12, 40, 200) };
    let mut total = Tried::default();
    let (mut games, mut velas) = (0, 0);
    for (i, board) in Board::ALL.into_iter().enumerate() {
        for (j, &preset) in Preset::ALL.iter().enumerate() {
            let name = format!("{} by {preset:?}", board.word());
            let recording = record((10 * i + j) as u64, board, Rules::of(preset), turns);
            games += recording.games;
            velas += recording.velas;
            let tried = cut_all(&name, &recording, every, second);
            println!(
                "{name}: {} turns, {} ops, {tried:?}",
                recording.turns,
                recording.ops.len()
            );
            total.cuts += tried.cuts;
            total.again += tried.again;
            total.lost += tried.lost;
            total.overwritten += tried.overwritten;
        }
    }
    println!("{games} games, {velas} velas: {total:?}");
    assert_eq!((total.lost, total.overwritten), (0, 0));
}

#[test]
fn many_short_lives_lose_nothing() {
    let seeds = std::env::var("LIVES").map_or(20, |text| text.parse().expect("a number"));
    let mut failures = 0;
    let mut boots = 0;
    let first = std::env::var("SEED").map_or(1, |text| text.parse().expect("a number"));
    for seed in first..first + seeds {
        let lived = std::panic::catch_unwind(|| lives::live(seed, 100));
        match lived.unwrap_or_else(|_| Err(format!("seed {seed}: a panic"))) {
            Ok(count) => boots += count,
            Err(text) => {
                failures += 1;
                if failures < 4 {
                    println!("{text}");
                }
            }
        }
    }
    println!("{boots} boots, {failures} failures");
    assert_eq!(failures, 0);
}

/// The board that was switched off in the middle of a match is read like one that was not.
#[test]
fn hands_go_on_after_a_cut() {
    let count = std::env::var("HANDS").map_or(150, |text| text.parse().expect("a number"));
    let first = std::env::var("SEED").map_or(1, |text| text.parse().expect("a number"));
    let shown = std::env::var("SHOW").map_or(1, |text| text.parse().expect("a number"));
    for dark in [0, 1000] {
        let mut tally = std::collections::BTreeMap::<String, Vec<u64>>::new();
        for seed in first..first + count {
            let (kind, text) = resume::cut_once(seed, dark);
            let seeds = tally.entry(kind).or_default();
            if seeds.len() < shown && !text.is_empty() {
                println!("seed {seed}, dark {dark}: {text}");
            }
            seeds.push(seed);
        }
        for (kind, seeds) in &tally {
            println!(
                "dark {dark}: {kind}: {} {:?}",
                seeds.len(),
                &seeds[..seeds.len().min(20)]
            );
        }
    }
}
