//! Boards with a bad reed: whole games at every point of them.
//!
//! `GAMES=40 SEED=300 cargo test --test reeds -- --nocapture` plays forty games for every point and fault, and prints the table;
//! `PRESET=relaxed` plays by one set of rules, `SHOW=9` prints as many failures, and `ONLY=` one of their names plays that game.

#[path = "../common/mod.rs"]
mod common;
mod hands;
#[allow(dead_code)]
#[path = "../store/kept.rs"]
mod kept;
#[allow(dead_code)]
#[path = "../store/nor.rs"]
mod nor;
mod player;
mod power;

use common::random::Random;
use fanorona_board::point::PointSet;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::{Preset, Rules, Vela};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use std::cell::RefCell;

use player::{End, Fault, Player, Tally, points};

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Plays games for every point of every board, always open and always closed, alone or with others that fail alike.
fn play_all(
    name: &str,
    rules: Rules,
    others: usize,
    begin: impl Fn(&mut Player, Fault, PointSet),
) -> Tally {
    common::without::obey();
    let (games, first) = (number("GAMES", 1), number("SEED", 1));
    let only = std::env::var("ONLY").ok();
    let mut tally = Tally::default();
    for board in [Board::Tsivy, Board::Dimy, Board::Telo] {
        for point in points(board) {
            for (i, fault) in [Fault::Open, Fault::Closed].into_iter().enumerate() {
                for game in 0..games {
                    let seed = ((first + game) * 2 + i) * 100 + point.index();
                    let case = format!("{} {point} {fault:?} seed {seed}", board.word());
                    if only.as_ref().is_some_and(|only| *only != case) {
                        continue;
                    }
                    let seed = seed as u64;
                    let mut random = Random::seeded(seed);
                    let others = (0..others).map(|_| random.pick(&points(board)));
                    let bad =
                        others.fold(PointSet::of(point), |bad, other| bad | PointSet::of(other));
                    let mut player = Player::new(seed, board, rules, bad);
                    begin(&mut player, fault, bad);
                    match player.begin().and_then(|()| player.play(&mut tally)) {
                        Ok(()) => {}
                        Err(End::Misread(text)) => {
                            tally.misread += 1;
                            tally.failures.push(format!("{case}: {text}"));
                        }
                        Err(End::Stuck(text)) => {
                            tally.stuck += 1;
                            tally.failures.push(format!("{case}: {text}"));
                        }
                    }
                }
            }
        }
    }
    for text in tally.failures.iter().take(number("SHOW", 2)) {
        println!("{text}");
    }
    println!("{name}: {tally}");
    if (games, first) == (1, 1) {
        tally.record(name);
    }
    tally
}

/// How many of these turns may be misread by these rules: none, but where a walk is always allowed, even if there is something to
/// take, slow hands are misread now and then without a bad reed too.
fn most_misread(preset: Preset, turns: usize) -> usize {
    match preset {
        Preset::Relaxed => turns / 2000,
        _ => 0,
    }
}

#[test]
fn a_reed_that_is_known_to_be_dead_is_done_without() {
    let only = std::env::var("PRESET").ok();
    let presets = Preset::ALL.iter();
    let mut failed = Vec::new();
    for preset in presets.filter(|preset| only.as_deref().is_none_or(|only| only == preset.word()))
    {
        let name = preset.word();
        let tally = play_all(name, Rules::of(*preset), 0, |player, fault, bad| {
            player.fail(fault);
            player.rig.app.mark_dead(bad).expect("one");
        });
        let most = most_misread(*preset, tally.turns);
        if tally.misread > most || tally.stuck > 0 {
            failed.push(format!("{name}: {tally}"));
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn in_a_vela_a_dead_reed_is_done_without() {
    let mut failed = Vec::new();
    for preset in Preset::ALL {
        let rules = Rules::of(*preset);
        if rules.vela == Vela::Off {
            continue;
        }
        let name = format!("{}-vela", preset.word());
        let tally = play_all(&name, rules, 0, |player, fault, bad| {
            let capturer = player.random.pick(&Side::BOTH);
            player.start_at(Position::vela(player.game.position().board(), capturer));
            player.fail(fault);
            player.rig.app.mark_dead(bad).expect("one");
        });
        let most = most_misread(*preset, tally.turns);
        if tally.misread > most || tally.stuck > 0 {
            failed.push(format!("{name}: {tally}"));
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn turns_are_taken_back_without_a_reed() {
    let tally = play_all("takebacks", Rules::STANDARD, 0, |player, fault, bad| {
        player.takebacks = 20;
        player.fail(fault);
        player.rig.app.mark_dead(bad).expect("one");
    });
    assert!(
        tally.misread * 1000 <= tally.takebacks,
        "{} misread, {} taken back",
        tally.misread,
        tally.takebacks
    );
    assert_eq!(tally.stuck, 0);
}

#[test]
fn a_board_without_a_reed_goes_on_after_a_cut() {
    let cuts = RefCell::new(Vec::new());
    let tally = play_all("cuts", Rules::STANDARD, 0, |player, fault, bad| {
        player.fail(fault);
        let seed = player.random.below(usize::MAX) as u64;
        cuts.borrow_mut()
            .push(power::interrupt(&mut player.rig, seed));
        player.rig.app.mark_dead(bad).expect("one");
    });
    let cuts: usize = cuts.borrow().iter().map(|cuts| cuts.get()).sum();
    println!("{cuts} cuts");
    if (number("GAMES", 1), number("SEED", 1)) == (1, 1) {
        common::figure::record("reeds.cuts.cuts", cuts);
    }
    assert!(tally.misread * 500 <= cuts, "{} misread", tally.misread);
    assert_eq!(tally.stuck, 0);
}

#[test]
fn two_reeds_that_are_known_to_be_dead_are_done_without() {
    let tally = play_all("two", Rules::STANDARD, 1, |player, fault, bad| {
        player.fail(fault);
        player.rig.app.mark_dead(bad).expect("two");
    });
    // A chain may hide in both at once.
    assert!(
        tally.misread * 2000 <= tally.turns,
        "{} misread",
        tally.misread
    );
    assert_eq!(tally.stuck, 0);
}

#[test]
fn a_reed_that_fails_in_a_game_is_found() {
    let tally = play_all("failing", Rules::STANDARD, 0, |player, fault, _| {
        let turn = player.random.below(20);
        player.failing = Some((fault, turn));
    });
    // In one game of fifty the fault looks too much like a turn.
    let lost = tally.misread + tally.stuck;
    assert!(
        lost * 50 <= tally.games,
        "{lost} of {} games lost",
        tally.games
    );
}
