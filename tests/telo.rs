//! Fanoron-Telo solved exactly, from the last turn backwards.

// Miri would take ten minutes for each of the tests.
#![cfg(not(miri))]

use std::collections::HashMap;

use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;

/// What best play makes of a position, for the side to move; plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Won(u32),
    Lost(u32),
}

/// All positions that turns lead to, and those that are decided. The others go round in circles.
struct Solution {
    turns: HashMap<Position, Vec<(String, Position)>>,
    values: HashMap<Position, Value>,
}

impl Solution {
    fn of(rules: &Rules, start: Position) -> Self {
        let mut turns = HashMap::new();
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            if turns.contains_key(&position) {
                continue;
            }
            let mut list = Vec::new();
            position.for_each_turn(rules, |turn, after| {
                list.push((position.board().text(turn).to_string(), *after));
                open.push(*after);
            });
            turns.insert(position, list);
        }
        let mut solution = Self {
            turns,
            values: HashMap::new(),
        };
        // One ply further from the end each time, until a distance occurs nowhere.
        let mut plies = 0;
        loop {
            let found = solution.decided_in(rules, plies);
            if found.is_empty() {
                return solution;
            }
            solution.values.extend(found);
            plies += 1;
        }
    }

    /// The positions that are this many plies from the end.
    fn decided_in(&self, rules: &Rules, plies: u32) -> Vec<(Position, Value)> {
        let value = |position: &Position, after: &[(String, Position)]| {
            if let Some(outcome) = position.outcome(rules) {
                let loser = outcome.winner().map(|winner| !winner);
                assert!(after.is_empty() && loser == Some(position.side()));
                return Some(Value::Lost(0));
            }
            let values = || after.iter().map(|(_, position)| self.values.get(position));
            if values().any(|value| matches!(value, Some(Value::Lost(_)))) {
                Some(Value::Won(plies))
            } else if values().all(|value| matches!(value, Some(Value::Won(_)))) {
                Some(Value::Lost(plies))
            } else {
                None
            }
        };
        self.turns
            .iter()
            .filter(|(position, _)| !self.values.contains_key(position))
            .filter_map(|(position, after)| Some((*position, value(position, after)?)))
            .collect()
    }
}

fn telo() -> (Position, Solution) {
    let start = Position::riatra(Board::Telo, Side::White);
    (start, Solution::of(&Rules::STANDARD, start))
}

#[test]
fn a_thousand_and_twelve_positions_are_reachable() {
    let (_, solution) = telo();
    assert_eq!(solution.turns.len(), 1012);
}

#[test]
fn white_wins_in_eleven_plies() {
    let (start, solution) = telo();
    assert_eq!(solution.values.get(&start), Some(&Value::Won(11)));
}

#[test]
fn two_of_the_four_first_turns_win_and_two_lose() {
    let (start, solution) = telo();
    let first: Vec<_> = solution.turns[&start]
        .iter()
        .map(|(turn, after)| {
            let wins = solution.values.get(after).map(|value| match value {
                // Black is to move.
                Value::Lost(_) => true,
                Value::Won(_) => false,
            });
            (turn.as_str(), wins)
        })
        .collect();
    assert_eq!(
        first,
        [
            ("a1b2A", Some(false)),
            ("b1b2A", Some(false)),
            ("c1b2A", Some(true)),
            ("c2b2A", Some(true)),
        ]
    );
}

#[test]
fn best_play_ends_after_eleven_plies() {
    let (start, solution) = telo();
    let (mut position, mut plies) = (start, 0);
    while position.outcome(&Rules::STANDARD).is_none() {
        // The winner hurries, the loser delays.
        let rank = |after: &Position| match solution.values[after] {
            Value::Lost(plies) => plies,
            Value::Won(plies) => 1000 - plies,
        };
        let after = solution.turns[&position].iter().map(|(_, after)| *after);
        position = after
            .filter(|after| solution.values.contains_key(after))
            .min_by_key(rank)
            .unwrap();
        plies += 1;
    }
    let outcome = position.outcome(&Rules::STANDARD).unwrap();
    assert_eq!((plies, outcome.winner()), (11, Some(Side::White)));
}
