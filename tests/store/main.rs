//! Nothing is lost: the store on flash that is as bad as flash can be.
//!
//! `CUTS=all cargo test --test store -- --nocapture` cuts after every byte of every write, and records the figures;
//! `IMAGES=1000000 cargo test --test store any_image -- --nocapture` tries a million images.

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

mod archive;
mod cuts;
mod images;
mod kept;
mod lives;
mod nor;
mod resume;

use common::figure;
use common::random::Random;
use cuts::{JOURNAL, Tried, cut_all, record};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::{Preset, Rules};
use fanorona_board::rules::side::Side;
use nor::{Nor, Op, Wear};
use resume::Went;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Whether every cut is tried.
fn is_all() -> bool {
    std::env::var("CUTS").is_ok_and(|text| text == "all")
}

/// A number that the environment may say.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// How often a sector can be erased, and how many games are played in a year: ten a day, each with a restart.
const ERASES: usize = 100_000;
const GAMES_A_YEAR: usize = 10 * 365;

#[test]
fn a_cut_loses_nothing() {
    let (turns, every, second) = if is_all() {
        (150, 1, 1000)
    } else {
        (12, 40, 200)
    };
    let mut total = Tried::default();
    let (mut games, mut played, mut written) = (0, 0, 0);
    let (mut opened, mut erased) = ([0; 2], 0);
    for (i, board) in Board::ALL.into_iter().enumerate() {
        for (j, &preset) in Preset::ALL.iter().enumerate() {
            let name = format!("{} by {preset:?}", board.word());
            let recording = record((10 * i + j) as u64, board, Rules::of(preset), turns);
            games += recording.games;
            played += recording.turns;
            written += recording.written;
            opened[0] += recording.opened[0];
            opened[1] += recording.opened[1];
            erased += recording
                .ops
                .iter()
                .filter(|op| matches!(op, Op::Erase(_)))
                .count();
            let tried = cut_all(&name, &recording, every, second);
            println!(
                "{name}: {} games, {} velas, {tried:?}",
                recording.games, recording.velas
            );
            total.cuts += tried.cuts;
            total.again += tried.again;
            total.lost += tried.lost;
            total.overwritten += tried.overwritten;
        }
    }
    println!("{games} games, {played} turns: {total:?}, {opened:?} sectors, {erased} erases");
    if is_all() {
        // A restart takes a sector of the journal.
        let per_game = [opened[0] + games, opened[1]];
        let life = |sectors: usize, used: usize| sectors * ERASES * games / used.max(1);
        let life = life(JOURNAL, per_game[0]).min(life(256 - JOURNAL, per_game[1]));
        figure::record("cuts.tried", total.cuts + total.again);
        figure::record("cuts.lost", total.lost);
        figure::record("store.bytes-a-turn", written / played);
        // In tenths.
        let tenths = (10 * (per_game[0] + per_game[1]) + games / 2) / games;
        figure::record("store.erases-a-game", tenths);
        figure::record("store.years", life / GAMES_A_YEAR);
    }
    assert_eq!((total.lost, total.overwritten), (0, 0));
}

/// The power goes again and again, in writes, in erases and while a restart is written.
#[test]
fn many_short_lives_lose_nothing() {
    let first = number("SEED", 1);
    let seeds = first..first + number("LIVES", 8);
    // Those that have found something once.
    let known = [54, 129, 168, 178, 209, 324];
    let mut boots = 0;
    for seed in seeds.chain(known) {
        match lives::live(seed, 100) {
            Ok(count) => boots += count,
            Err(text) => panic!("{text}"),
        }
    }
    println!("{boots} restarts");
}

/// A board that was switched off in the middle of a match reads on like one that was not. What hands did in the last moments
/// or in the dark is known by the stones alone.
#[test]
fn hands_go_on_after_a_cut() {
    let first = number("SEED", 1);
    let count = number("HANDS", if is_all() { 5000 } else { 200 });
    for (dark, least) in [(0, 98), (1000, 90)] {
        let (mut cut, mut well) = (0, 0);
        for seed in first..first + count {
            match resume::cut_once(seed, dark) {
                Went::NotCut => continue,
                Went::Well => well += 1,
                Went::Otherwise(text) => {
                    println!(
                        "seed {seed}, dark {dark}: {}",
                        text.lines().next().unwrap_or("")
                    );
                }
            }
            cut += 1;
        }
        println!("dark {dark}: {cut} cuts, {well} went on as if nothing had been");
        if is_all() {
            let name = if dark == 0 { "resume" } else { "resume.dark" };
            figure::record(&format!("{name}.cuts"), cut);
            figure::record(&format!("{name}.otherwise"), cut - well);
        }
        assert!(100 * well >= least * cut, "{well} of {cut}");
    }
}

/// Whatever the flash holds, the board starts and plays.
#[test]
fn any_image_is_played_on() {
    let (first, count) = (number("SEED", 1), number("IMAGES", 1000));
    let good = images::good();
    let mut failures = 0;
    // The last have found something once.
    for seed in (first..first + count).chain([17_807, 20_629, 21_932, 25_211]) {
        let mut random = Random::seeded(seed);
        let mut flash = good[random.below(good.len())].clone();
        images::spoil(&mut flash, &mut random);
        let flash = AssertUnwindSafe(&flash);
        let played = catch_unwind(|| images::plays(&flash, seed));
        if let Err(text) = played.unwrap_or_else(|_| Err("a panic".into())) {
            failures += 1;
            println!("image {seed}: {text}");
        }
    }
    println!("{count} images, {failures} failures");
    if count >= 100_000 {
        figure::record("store.images", count);
    }
    assert_eq!(failures, 0);
}

#[test]
fn two_hundred_games_are_kept_however_long_they_are() {
    let kinds = [(false, false), (false, true), (true, true), (true, false)];
    let kinds = if is_all() { &kinds[..] } else { &kinds[1..3] };
    for &(is_long, restarts) in kinds {
        let count = match (is_long, restarts) {
            (false, _) => 260,
            (true, true) => 400,
            (true, false) => 600,
        };
        let games = archive::keep(count, restarts, is_long, &[]);
        println!("long {is_long}, restarts {restarts}: {} games", games.len());
        assert!(games.len() >= 200);
        // The oldest are dropped, and no other.
        let first = count - u32::try_from(games.len()).expect("few") + 1;
        assert!(games.iter().copied().eq(first..=count), "{games:?}");
    }
}

#[test]
fn a_page_that_a_cut_has_begun_is_not_begun_again() {
    for seed in 0..50 {
        assert_eq!(archive::cut_in_first_bytes(seed), 0, "seed {seed}");
    }
}

#[test]
fn worn_sectors_are_passed_over() {
    for wear in [Wear::Stays, Wear::Blank, Wear::Stuck] {
        let worn: Vec<_> = (0..256).filter(|n| n % 5 == 2).map(|n| (n, wear)).collect();
        let games = archive::keep(90, true, false, &worn);
        assert_eq!(games.len(), 90, "{wear:?}");
    }
}

/// A game that has ended stays in the archive when the next one is asked for.
#[test]
fn a_word_for_the_next_game_takes_nothing_back() {
    let mut on = archive::ended();
    let now = on.app.now();
    on.app.referee.restart(Board::Telo, now);
    on.settle();
    assert_eq!(on.games(), [1]);
    assert_eq!(on.store.counters().games, 1);
    let mut on = kept::On::boot(on.flash);
    on.settle();
    assert_eq!(on.games(), [1]);
}

/// An end that was taken back is not listed, wherever the power went meanwhile; one that was not is listed once.
#[test]
fn an_end_is_listed_unless_it_was_taken_back() {
    for power in 1..300 {
        let mut on = archive::ended();
        on.flash.power = Some(power);
        let now = on.app.now();
        on.app.referee.undo(now).expect("it can be taken back");
        on.settle();
        on.flash.power = None;
        let mut on = kept::On::boot(on.flash);
        on.settle();
        let is_over = on.app.referee.game().outcome().is_some();
        assert_eq!(on.games().len(), usize::from(is_over), "power {power}");
        assert_eq!(
            on.store.counters().games,
            u32::from(is_over),
            "power {power}"
        );
        // And ended again.
        let now = on.app.now();
        let _ = on.app.referee.resign(Side::Black, now);
        on.settle();
        assert_eq!(on.games().len(), 1, "power {power}");
    }
}

/// What a later version or another board has written is left alone, bit by bit.
#[test]
fn what_is_not_ours_is_left_alone() {
    for (seed, flash) in (1..).zip(&images::good()) {
        for (place, byte) in [(4, 2), (8, 77)] {
            let mut other = flash.clone();
            for sector in 0..256 {
                let mut bytes = *flash.sector(sector);
                if bytes[32] != 0xff {
                    bytes[32 + place] = byte;
                    images::sum(&mut bytes[32..52], 16);
                    other.change(sector, &bytes);
                }
            }
            images::plays(&other, seed).expect("it plays");
            assert!(kept::On::boot(other).store.report().off.is_some());
        }
    }
}

/// A flash without a sector that is ready, and one that holds noise, are written after a rest.
#[test]
fn a_full_flash_is_made_room_in() {
    let mut random = Random::seeded(7);
    for is_noise in [false, true] {
        let mut flash = Nor::new(1);
        for sector in 0..256 {
            let mut bytes = [0; 4096];
            if is_noise {
                bytes.fill_with(|| random.next().to_le_bytes()[0]);
            }
            flash.change(sector, &bytes);
        }
        images::plays(&flash, 1).expect("it plays");
    }
}
