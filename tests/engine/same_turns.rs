//! The engine's turns against those of the rules: the same positions after them, each once.

use std::collections::BTreeSet;

use super::common::random::Random;
use super::common::sample::{play_terms, scatter};
use super::common::{board, perft_terms, position, position_terms, terms};
use fanorona_board::engine::for_each_after;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use serde_json::Value;

/// Compares the turns of a position; returns how many positions they lead to.
fn compare(position: &Position, rules: &Rules) -> usize {
    let mut expected = BTreeSet::new();
    position.for_each_turn(rules, |_, after| {
        expected.insert((after.stones().white, after.stones().black));
    });
    let mut ours = Vec::new();
    let all = for_each_after(position, rules, |after| {
        ours.push((after.white, after.black));
    });
    let number = ours.len();
    let ours: BTreeSet<_> = ours.into_iter().collect();
    assert_eq!(ours.len(), number, "{position}: a position comes twice");
    if all {
        assert!(ours == expected, "{position}, {rules}");
    } else {
        assert!(ours.is_subset(&expected), "{position}, {rules}");
    }
    number
}

/// Compares the turns of a position and of all positions up to some turns later.
fn walk(position: &Position, rules: &Rules, depth: usize) -> usize {
    let mut count = compare(position, rules);
    if depth > 1 {
        position.for_each_turn(rules, |_, after| count += walk(after, rules, depth - 1));
    }
    count
}

#[test]
fn they_are_the_same_from_the_starts_of_all_boards_and_rules() {
    let data: Value = serde_json::from_str(include_str!("../data/perft.json")).unwrap();
    for (size, counts_by_rules) in data["perft"].as_object().unwrap() {
        let start = data["start"][size].as_str().unwrap();
        let depth = if board(size) == Board::Telo { 7 } else { 4 };
        for tags in counts_by_rules.as_object().unwrap().keys() {
            let terms = terms(&perft_terms(tags));
            assert!(walk(&position(start, &terms), &terms.rules, depth) > 0);
        }
    }
}

#[test]
fn they_are_the_same_in_all_positions_of_the_data() {
    let lines = include_str!("../data/positions.jsonl").lines();
    let mut count = 0;
    for line in lines {
        let line: Value = serde_json::from_str(line).unwrap();
        let terms = terms(position_terms(line["rules"].as_str().unwrap()));
        let text = line["fen"].as_str().unwrap();
        let after = compare(&position(text, &terms), &terms.rules);
        assert!(after <= line["turns"].as_array().unwrap().len());
        count += 1;
    }
    assert_eq!(count, 2240);
}

#[test]
fn they_are_the_same_in_random_positions_by_random_rules() {
    let mut random = Random::seeded(1);
    for i in 0..20_000 {
        let terms = terms(&play_terms(&mut random));
        let text = scatter(&mut random, Board::ALL[i % 3]);
        compare(&position(&text, &terms), &terms.rules);
    }
}
