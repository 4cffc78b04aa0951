//! Records of games: what is written can be replayed.

mod common;
#[path = "common/folder.rs"]
mod folder;
#[path = "common/program.rs"]
mod program;

use common::random::Random;
use common::turns;
use common::virtual_board::VirtualBoard;
use fanorona_board::console;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::{Preset, Rules, Vela};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::record::{self, Reader};
use fanorona_board::rules::side::Side;

/// A random game to its end, or to a number of turns.
fn random_game(random: &mut Random, rules: Rules, start: Position, most: usize) -> Game {
    let mut game = Game::new(rules, start);
    for _ in 0..most {
        if game.outcome().is_some() {
            return game;
        }
        let (turn, _) = random.pick(&turns(game.position(), &rules));
        game.play(&turn).unwrap();
    }
    if game.outcome().is_none() {
        match random.below(4) {
            0 => game.agree_draw().unwrap(),
            1 => game.resign(Side::White).unwrap(),
            2 => game.resign(Side::Black).unwrap(),
            _ => {}
        }
    }
    game
}

fn written(game: &Game, before: &str) -> String {
    let mut text = String::new();
    record::write(game, before, &mut text).unwrap();
    text
}

#[test]
fn what_is_recorded_can_be_replayed() {
    let mut random = Random::seeded(9);
    for i in 0..600 {
        let board = Board::ALL[i % 3];
        let rules = Rules::of(random.pick(Preset::ALL));
        let side = random.pick(&Side::BOTH);
        let start = if rules.vela == Vela::Off || i % 2 == 0 {
            Position::riatra(board, side)
        } else {
            Position::vela(board, side)
        };
        let most = random.below(120);
        let game = random_game(&mut random, rules, start, most);
        for before in ["", "  "] {
            let text = written(&game, before);
            let mut reader = Reader::default();
            for line in text.lines().chain(["="]) {
                let read = reader.line(line);
                read.unwrap_or_else(|error| panic!("{error}: {line}\n{text}"));
            }
            let read = reader.game();
            assert_eq!(read.position(), game.position());
            assert_eq!(read.outcome(), game.outcome());
            assert_eq!(written(&read, before), text);
        }
    }
}

/// Replays a record by the program; returns its exit code, output and errors.
fn replay(file: &str, record: &[u8]) -> (Option<i32>, String, String) {
    let output = program::run(&["replay", file], record);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code();
    (code, text(output.stdout), text(output.stderr))
}

#[test]
fn a_record_of_the_console_is_replayed_by_the_program() {
    let mut board = VirtualBoard::new(0);
    let mut say = |line: &str| {
        let mut said = String::new();
        console::answer(&mut board, Ok(line), &mut said).unwrap();
        said
    };
    for line in ["new telo", "setup", "lift f3", "place e3", "lift d3 700"] {
        say(line);
    }
    for line in ["lift d4", "place d3", "lift d2 700"] {
        say(line);
    }
    let (code, said, errors) = replay("-", say("record").as_bytes());
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(said, "1bb/bw1/1ww w\nunfinished\n");
    say("resign");
    let record = say("record");
    let record: Vec<&str> = record.lines().map(str::trim_start).collect();
    let (code, said, _) = replay("-", (record.join("\r\n") + "\r\n").as_bytes());
    assert_eq!(code, Some(0));
    assert_eq!(said, "1bb/bw1/1ww w\nblack won: white resigned\n");
}

#[test]
fn what_is_no_text_or_no_file_is_refused() {
    for (file, record, error) in [
        ("-", &b"\n\xff\xfe\n"[..], "line 2: "),
        ("/no/such/file", b"", "/no/such/file: "),
    ] {
        let (code, _, errors) = replay(file, record);
        assert_eq!(code, Some(2));
        assert!(errors.contains(error), "{errors}");
    }
}
