//! Positions with all their turns against tests/data/positions.jsonl.

mod common;

use common::{FEW, board, position, position_terms, rounds, terms, turn_texts};
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn every_known_position_has_exactly_the_known_turns_in_order() {
    let mut seen = BTreeMap::new();
    let lines = include_str!("data/positions.jsonl").lines();
    for line in lines.step_by(rounds(1, 40)) {
        let case: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| case[key].as_str().unwrap();
        let tag = text("rules");
        let terms = terms(position_terms(tag));
        let position = position(text("fen"), &terms);
        assert_eq!(position.board(), board(text("board")), "{line}");
        assert_eq!(position.to_string(), text("fen"));

        let known: Vec<&str> = case["turns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|turn| turn.as_str().unwrap())
            .collect();
        assert_eq!(known.len() as u64, case["n"].as_u64().unwrap(), "{line}");
        assert_eq!(turn_texts(&position, &terms.rules), known, "{line}");
        *seen.entry(tag.to_string()).or_insert(0) += 1;
    }
    let expected = [
        ("cap0", 200),
        ("chain1", 200),
        ("dir0", 200),
        ("dir0cap0", 200),
        ("dir2", 200),
        ("std", 760),
        ("vela1", 160),
        ("vela1leave", 160),
        ("vela2", 160),
    ];
    assert!(
        FEW || seen
            .iter()
            .map(|(tag, count)| (tag.as_str(), *count))
            .eq(expected),
        "{seen:?}"
    );
    assert_eq!(seen.values().sum::<usize>(), rounds(2240, 56));
}
