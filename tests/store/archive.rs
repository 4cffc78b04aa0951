//! The games that have ended: how many are kept, and what is told of them.

use crate::common::terms;
use crate::kept::{Digest, On};
use crate::nor::{Nor, Wear};
use fanorona_board::point::PointSet;
use fanorona_board::referee::resume::{Kept, Open, Stand};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::history::History;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Turn;
use fanorona_board::store::ring::Ring;
use fanorona_board::store::shelf::Keeper;
use fanorona_board::time::Millis;

/// The longest game there is, but for the last turn: stones go to and fro.
pub fn longest() -> (Rules, Vec<Turn>) {
    let rules = terms("standard repetition=off capture=may").rules;
    let mut game = Game::new(rules, Position::riatra(Board::Tsivy, Side::White));
    let mut turns = Vec::new();
    while game.outcome().is_none() && turns.len() < History::TURNS {
        let mut found = None;
        // What takes fewest leaves most to come.
        game.position().for_each_turn(&rules, |turn, after| {
            let left = after.occupied().len();
            if found.is_none_or(|(_, most)| left > most) {
                found = Some((*turn, left));
            }
        });
        let (turn, _) = found.expect("a turn");
        game.play(&turn).expect("it is legal");
        turns.push(turn);
    }
    (rules, turns)
}

/// A board on which these turns were played.
pub fn played(on: &mut On, rules: Rules, turns: &[Turn]) {
    let now = on.app.now();
    let referee = &mut on.app.referee;
    referee.set_rules(rules, None, now);
    referee.restart(Board::Tsivy, now);
    // Its stones stand, and it begins.
    let stones = referee.game().position().occupied();
    let later = |span| Millis(now.0 + span);
    referee.see(PointSet::EMPTY, later(1));
    referee.see(stones, later(10));
    referee.see(stones, later(700));
    let open = Open {
        is_told: true,
        ..Open::NOTHING
    };
    let kept = Kept {
        series: referee.series().clone(),
        seed: referee.seed(),
        start: *referee.game().start(),
        stand: Stand::Playing {
            is_put_away: false,
            declared: None,
            open,
            touches: &[],
        },
    };
    assert!(referee.resume(&kept, turns.iter().copied()));
}

/// Plays many games to their end; tells which are kept, and checks each.
pub fn keep(count: u32, restarts: bool, is_long: bool, worn: &[(usize, Wear)]) -> Vec<u32> {
    let (rules, turns) = longest();
    let turns = if is_long { &turns[..] } else { &turns[..3] };
    let mut flash = Nor::new(1);
    flash.worn = worn.iter().copied().collect();
    let mut on = On::boot(flash);
    for number in 1..=count {
        played(&mut on, rules, turns);
        on.settle();
        let now = on.app.now();
        if on.app.referee.game().outcome().is_none() {
            on.app
                .referee
                .resign(Side::BOTH[number as usize % 2], now)
                .expect("a game is on");
        }
        on.settle();
        on.rest();
        if restarts {
            let digest = Digest::of(&on.app);
            on = On::boot(on.flash);
            assert_eq!(on.digest(), digest);
        }
    }
    assert_eq!(on.flash.overwritten, 0);
    let games = on.games();
    for &number in &games {
        let mut game = Game::new(rules, Position::riatra(Board::Telo, Side::White));
        let (mut keeper, _) = on.shelf();
        assert!(keeper.load(number, &mut game), "game {number}");
        assert!(
            game.history().turns().eq(turns.iter().copied()),
            "game {number}"
        );
    }
    games
}

/// Cuts the power twice in a row in the first byte of a frame, each time in a sector that goes on after a restart, and then
/// writes another; tells how often a byte was programmed that held something else.
pub fn cut_in_first_bytes(seed: u64) -> usize {
    const BOARD: u32 = 7;
    let mut flash = Nor::new(seed);
    // What is in doubt reads as blank.
    flash.lean = 100;
    let mut ring = Ring::new(0, 4, b'A', 1);
    ring.begin(&mut flash, BOARD);
    while ring.found(&mut flash) {}
    ring.open(&mut flash).expect("a sector is ready");
    ring.append(&mut flash, 1, &[1]).expect("it is blank");
    for _ in 0..2 {
        ring.begin(&mut flash, BOARD);
        assert!(ring.reopen(&mut flash));
        flash.power = Some(1);
        // With this length the first byte has a single bit to clear.
        assert!(ring.append(&mut flash, 1, &[2; 0xee]).is_err());
        flash.power = None;
    }
    ring.begin(&mut flash, BOARD);
    assert!(ring.reopen(&mut flash));
    ring.append(&mut flash, 1, &[3; 0xf6]).expect("it is blank");
    flash.overwritten
}

/// A board with a game that has ended, and is in the archive.
pub fn ended() -> On {
    let mut on = On::boot(Nor::new(1));
    let (rules, turns) = longest();
    played(&mut on, rules, &turns[..3]);
    on.settle();
    let now = on.app.now();
    on.app
        .referee
        .resign(Side::White, now)
        .expect("a game is on");
    on.settle();
    on
}
