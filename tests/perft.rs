//! Counts of turn sequences against tests/data/perft.json.
//!
//! `cargo test` takes the counts up to a million, `PERFT=all cargo test --test perft` takes all.

mod common;

use common::{FEW, board, figure, perft_terms, position, terms};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use serde_json::Value;

const LIMIT: u64 = if FEW { 100 } else { 1_000_000 };

#[test]
fn telo_has_the_known_counts() {
    compare("3x3", 121, 130);
}

#[test]
fn dimy_has_the_known_counts() {
    compare("5x5", 61, 70);
}

#[test]
fn tsivy_has_the_known_counts() {
    compare("9x5", 52, 60);
}

#[test]
fn the_file_has_no_other_boards() {
    let data = data();
    for part in ["perft", "start"] {
        let sizes: Vec<&String> = data[part].as_object().unwrap().keys().collect();
        assert_eq!(sizes, ["3x3", "5x5", "9x5"], "{part}");
    }
}

#[test]
fn black_begins_with_the_same_counts() {
    // The start is the same under a half turn with colours exchanged.
    let data = data();
    let mut compared = 0;
    for (size, counts_by_rules) in data["perft"].as_object().unwrap() {
        for (tags, counts) in counts_by_rules.as_object().unwrap() {
            let terms = terms(&perft_terms(tags));
            let position = match terms.capturer {
                Some(_) => Position::vela(board(size), Side::Black),
                None => Position::riatra(board(size), Side::Black),
            };
            for (depth, count) in (1..=4).zip(counts.as_array().unwrap()) {
                let count = count.as_u64().unwrap();
                if count <= LIMIT {
                    let ours = position.perft(&terms.rules, depth);
                    assert_eq!(ours, count, "{size} {tags} depth {depth}");
                    compared += 1;
                }
            }
        }
    }
    assert!(FEW || compared == 3 * 10 * 4, "{compared}");
}

/// Compares every count of a board; `within_limit` and `in_file` are the numbers of counts there must be.
fn compare(size: &str, within_limit: usize, in_file: usize) {
    let all = wants_all();
    let data = data();
    let start = data["start"][size].as_str().unwrap();
    let counts_by_rules = data["perft"][size].as_object().unwrap();
    let (mut compared, mut seen) = (0, 0);
    for (tags, counts) in counts_by_rules {
        let terms = terms(&perft_terms(tags));
        let position = position(start, &terms);
        assert_eq!(position, own_start(board(size), terms.capturer), "{tags}");
        for (depth, count) in (1..).zip(counts.as_array().unwrap()) {
            let count = count.as_u64().unwrap();
            seen += 1;
            if all || count <= LIMIT {
                let ours = position.perft(&terms.rules, depth);
                assert_eq!(ours, count, "{size} {tags} depth {depth}");
                compared += 1;
            }
        }
    }
    assert_eq!(seen, in_file);
    let wanted = if all { in_file } else { within_limit };
    assert!(FEW || compared == wanted, "{compared} of {wanted}");
    if all {
        let key = format!("perft-held.{}", board(size).word());
        figure::record(&key, compared);
    }
}

fn wants_all() -> bool {
    match std::env::var("PERFT") {
        Ok(word) => {
            assert_eq!(word, "all", "PERFT can only be all");
            true
        }
        Err(_) => false,
    }
}

fn data() -> Value {
    serde_json::from_str(include_str!("data/perft.json")).unwrap()
}

fn own_start(board: Board, capturer: Option<Side>) -> Position {
    match capturer {
        Some(capturer) => Position::vela(board, capturer),
        None => Position::riatra(board, Side::White),
    }
}
