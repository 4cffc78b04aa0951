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

mod archive;
mod cuts;
mod images;
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

/// Whatever the flash holds, the board starts and plays.
#[test]
fn any_image_is_played_on() {
    let count = std::env::var("IMAGES").map_or(1000, |text| text.parse().expect("a number"));
    let first = std::env::var("SEED").map_or(1, |text| text.parse().expect("a number"));
    let good = images::good();
    let mut failures = 0;
    for seed in first..first + count {
        let mut random = common::random::Random::seeded(seed);
        let mut flash = good[random.below(good.len())].clone();
        images::spoil(&mut flash, &mut random);
        let flash = std::panic::AssertUnwindSafe(&flash);
        let played = std::panic::catch_unwind(|| images::plays(&flash, seed));
        if let Err(text) = played.unwrap_or_else(|_| Err("a panic".into())) {
            failures += 1;
            if failures < 5 {
                println!("image {seed}: {text}");
            }
        }
    }
    println!("{count} images, {failures} failures");
    assert_eq!(failures, 0);
}

#[test]
fn two_hundred_games_are_kept_however_long_they_are() {
    for is_long in [false, true] {
        for restarts in [false, true] {
            let count = if is_long { 700 } else { 300 };
            let games = archive::keep(count, restarts, is_long, &[]);
            println!("long {is_long}, restarts {restarts}: {} games", games.len());
            assert!(games.len() >= 200);
            // The oldest are dropped, and no other.
            let first = count - u32::try_from(games.len()).expect("few") + 1;
            assert!(games.iter().copied().eq(first..=count), "{games:?}");
        }
    }
}

#[test]
fn worn_sectors_are_passed_over() {
    use nor::Wear;
    for wear in [Wear::Stays, Wear::Blank, Wear::Stuck] {
        let worn: Vec<_> = (0..256).filter(|n| n % 5 == 2).map(|n| (n, wear)).collect();
        let games = archive::keep(120, true, false, &worn);
        assert_eq!(games.len(), 120, "{wear:?}");
    }
}

/// What a later version or another board has written is left alone, bit by bit.
#[test]
fn what_is_not_ours_is_left_alone() {
    let good = images::good();
    for (seed, flash) in (1..).zip(&good) {
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
    for fill in [0, 1] {
        let mut random = common::random::Random::seeded(7);
        let mut flash = nor::Nor::new(1);
        for sector in 0..256 {
            let mut bytes = [0; 4096];
            bytes.fill_with(|| {
                if fill == 0 {
                    0
                } else {
                    random.next().to_le_bytes()[0]
                }
            });
            flash.change(sector, &bytes);
        }
        images::plays(&flash, 1).expect("it plays");
    }
}
