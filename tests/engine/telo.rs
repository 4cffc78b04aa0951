//! Telo is played perfectly, by every rule: held against its exact solution.

use std::collections::HashMap;

use super::common::{figure, terms};
use super::{engine, is_all};
use fanorona_board::engine::level::{Level, Strength};
use fanorona_board::engine::{Plan, WON};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;

/// The options that make a difference in Telo, whose velas have no phase one.
const CHOICES: [&[&str]; 5] = [
    &["capture=must", "capture=may"],
    &["direction=change", "direction=any", "direction=new"],
    &["chain=may", "chain=must"],
    &["immobile=loses", "immobile=draw"],
    &["one-each=play", "one-each=draw"],
];

/// The score of best play, as the engine tells it; positions that go round in circles are draws.
struct Solution {
    after: HashMap<Position, Vec<Position>>,
    scores: HashMap<Position, i16>,
}

impl Solution {
    fn of(rules: &Rules) -> Self {
        let mut after = HashMap::new();
        let mut open = Side::BOTH
            .map(|side| Position::riatra(Board::Telo, side))
            .to_vec();
        while let Some(position) = open.pop() {
            if after.contains_key(&position) {
                continue;
            }
            let mut list = Vec::new();
            position.for_each_turn(rules, |_, after| list.push(*after));
            open.extend(&list);
            after.insert(position, list);
        }
        let mut solution = Self {
            after,
            scores: HashMap::new(),
        };
        for plies in 0.. {
            let found = solution.decided_in(rules, plies);
            if found.is_empty() && plies > 0 {
                break;
            }
            solution.scores.extend(found);
        }
        solution
    }

    /// The positions that are won or lost in so many plies.
    fn decided_in(&self, rules: &Rules, plies: i16) -> Vec<(Position, i16)> {
        let decide = |position: &Position, after: &[Position]| {
            if let Some(outcome) = position.outcome(rules) {
                let wins = outcome.winner()? == position.side();
                return (plies == 0).then_some(if wins { WON } else { -WON });
            }
            let score = |after: &Position| self.scores.get(after).copied().unwrap_or(0);
            if after.iter().any(|after| score(after) < 0) {
                Some(WON - plies)
            } else if after.iter().all(|after| score(after) > 0) {
                Some(plies - WON)
            } else {
                None
            }
        };
        let open = self
            .after
            .iter()
            .filter(|(position, _)| !self.scores.contains_key(position));
        open.filter_map(|(position, after)| Some((*position, decide(position, after)?)))
            .collect()
    }

    fn score(&self, position: &Position) -> i16 {
        self.scores.get(position).copied().unwrap_or(0)
    }
}

/// All rules that the choices make.
fn all_rules() -> Vec<String> {
    let mut texts = vec![String::from("standard")];
    for words in CHOICES {
        let longer = |text: &String| {
            words
                .iter()
                .map(|word| format!("{text},{word}"))
                .collect::<Vec<_>>()
        };
        texts = texts.iter().flat_map(longer).collect();
    }
    texts
}

#[test]
fn every_turn_keeps_what_the_position_is_worth() {
    let mut engine = engine();
    // Positions that go round in circles take all nodes that there are.
    let plan = Plan::of(if is_all() {
        Level::STRONGEST.strength()
    } else {
        Strength::nodes(10_000)
    });
    let mut tried = 0;
    // Ten of the 48 sets of rules, or all.
    let every = if is_all() { 1 } else { 5 };
    for (i, text) in all_rules().iter().enumerate().step_by(every) {
        let rules = terms(text).rules;
        let solution = Solution::of(&rules);
        let mut positions: Vec<&Position> = solution.after.keys().collect();
        positions.sort_by_key(ToString::to_string);
        let stride = if is_all() { 1 } else { 397 };
        for position in positions.into_iter().skip(i % stride).step_by(stride) {
            if position.outcome(&rules).is_some() {
                continue;
            }
            let game = Game::new(rules, *position);
            engine.begin(&game, plan);
            engine.run();
            let found = engine.finding().unwrap();
            let after = position.play(&rules, &found.turn).unwrap();
            let (best, got) = (solution.score(position), -solution.score(&after));
            assert_eq!(got.signum(), best.signum(), "{text}: {position} {found:?}");
            if best > 0 {
                // The shortest way, so that a won game makes progress.
                assert_eq!(got - 1, best, "{text}: {position} {found:?}");
            }
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
    if is_all() {
        figure::record("engine.telo", tried);
    }
}

#[test]
fn it_knows_who_wins_from_the_start() {
    let mut engine = engine();
    let game = Game::new(Rules::STANDARD, Position::riatra(Board::Telo, Side::White));
    engine.begin(&game, Plan::of(Level::STRONGEST.strength()));
    engine.run();
    let found = engine.finding().unwrap();
    assert_eq!(found.score, WON - 11);
}
