//! The generator against a slow and obvious one, on random positions under random rules.

mod common;

use common::oracle::Oracle;
use common::random::Random;
use common::{FEW, figure, position, rounds, sample, steps, terms, turns};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::{LegalStep, Turn};
use std::collections::BTreeMap;
use std::sync::Mutex;

#[test]
fn both_generators_agree_on_random_play_on_telo() {
    let tally = play(&mut Random::seeded(1), Board::Telo, rounds(10_000, 3));
    tally.covers(&["mid-chain", "white captured", "black captured"]);
}

#[test]
fn both_generators_agree_on_random_play_on_dimy() {
    let tally = play(&mut Random::seeded(2), Board::Dimy, rounds(10_000, 3));
    tally.covers(VELA);
}

#[test]
fn both_generators_agree_on_random_play_on_tsivy() {
    let tally = play(&mut Random::seeded(3), Board::Tsivy, rounds(10_000, 3));
    tally.covers(VELA);
}

#[test]
fn both_generators_agree_on_scattered_stones_on_telo() {
    let tally = scatterings(&mut Random::seeded(4), Board::Telo, rounds(10_000, 3));
    tally.covers(ENDS);
}

#[test]
fn both_generators_agree_on_scattered_stones_on_dimy() {
    let tally = scatterings(&mut Random::seeded(5), Board::Dimy, rounds(10_000, 3));
    tally.covers(VELA);
    tally.covers(ENDS);
    tally.covers(STRANDED);
}

#[test]
fn both_generators_agree_on_scattered_stones_on_tsivy() {
    let tally = scatterings(&mut Random::seeded(6), Board::Tsivy, rounds(10_000, 3));
    tally.covers(VELA);
    tally.covers(ENDS);
    tally.covers(STRANDED);
}

// Cases that must come up, or a sample says less than it seems to.
const VELA: &[&str] = &[
    "mid-chain",
    "capturer in phase one",
    "capturer in mid-chain in phase one",
    "other side in phase one",
    "other side refused a walk that leaves nothing",
];
const ENDS: &[&str] = &[
    "mid-chain",
    "white captured",
    "black captured",
    "white immobile",
    "black immobile",
    "draw immobile",
    "draw one-each",
];
const STRANDED: &[&str] = &["white stranded", "black stranded"];

/// Plays random games until a number of positions were compared.
fn play(random: &mut Random, board: Board, positions: usize) -> Tally {
    let mut tally = Tally::default();
    while tally.positions < positions {
        let text = sample::play_terms(random);
        let terms = terms(&text);
        let mut position = match terms.capturer {
            Some(capturer) => Position::vela(board, capturer),
            None => Position::riatra(board, random.pick(&Side::BOTH)),
        };
        for _ in 0..60 {
            if tally.positions >= positions {
                break;
            }
            compare_with_chain(random, &position, &text, &terms.rules, &mut tally);
            let turns = turns(&position, &terms.rules);
            if turns.is_empty() {
                break;
            }
            position = random.pick(&turns).1;
        }
    }
    tally.count();
    tally
}

/// Scatters stones until a number of positions were compared.
fn scatterings(random: &mut Random, board: Board, positions: usize) -> Tally {
    let mut tally = Tally::default();
    while tally.positions < positions {
        let text = sample::play_terms(random);
        let terms = terms(&text);
        let position = position(&sample::scatter(random, board), &terms);
        assert_eq!(position.board(), board);
        compare_with_chain(random, &position, &text, &terms.rules, &mut tally);
    }
    tally.count();
    tally
}

/// Compares a position, and one in the middle of one of its chains.
fn compare_with_chain(
    random: &mut Random,
    position: &Position,
    terms: &str,
    rules: &Rules,
    tally: &mut Tally,
) {
    compare(position, terms, rules, tally);
    let chains: Vec<Turn> = turns(position, rules)
        .into_iter()
        .map(|(turn, _)| turn)
        .filter(|turn| turn.steps().any(|step| step.take.is_some()))
        .collect();
    if chains.is_empty() {
        return;
    }
    let chain = random.pick(&chains);
    let length = 1 + random.below(chain.len());
    let on_the_way = chain
        .steps()
        .take(length)
        .fold(*position, |position, step| {
            position
                .step(rules, step)
                .unwrap_or_else(|why| panic!("{position} {terms} {chain:?}: {why:?}"))
        });
    compare(&on_the_way, terms, rules, tally);
}

/// Compares turns, positions after them, steps, rows and outcome.
fn compare(position: &Position, terms: &str, rules: &Rules, tally: &mut Tally) {
    let board = position.board();
    let text = position.to_string();
    let oracle = Oracle::new(&text, terms);

    let turns: Vec<(String, String)> = turns(position, rules)
        .iter()
        .map(|(turn, after)| (board.text(turn).to_string(), after.to_string()))
        .collect();
    assert_eq!(turns, oracle.turns(), "{text} {terms}");
    assert_eq!(position.count_turns(rules), turns.len() as u64);

    let step_text = |LegalStep { step, row }: &LegalStep| {
        let mut turn = Turn::from(step.from);
        assert!(turn.push(step.to, step.take));
        let row = row.iter().map(|point| board.name(point).to_string());
        (board.text(&turn).to_string(), row.collect::<Vec<_>>())
    };
    let steps: Vec<_> = steps(position, rules).iter().map(step_text).collect();
    assert_eq!(steps, oracle.steps(), "{text} {terms}");
    assert_eq!(position.can_step(rules), !steps.is_empty());

    let outcome = position.outcome(rules).map(|outcome| outcome.to_string());
    assert_eq!(outcome, oracle.outcome(), "{text} {terms}");

    tally.positions += 1;
    let mid_chain = position.chain().is_some();
    if !mid_chain {
        assert_eq!(position.is_phase_one(rules), oracle.phase_one().is_some());
    }
    if mid_chain {
        tally.saw("mid-chain");
    }
    match oracle.phase_one() {
        Some(true) if mid_chain => tally.saw("capturer in mid-chain in phase one"),
        Some(true) => tally.saw("capturer in phase one"),
        Some(false) => tally.saw("other side in phase one"),
        None => {}
    }
    if oracle.phase_one() == Some(false) && turns.len() < count_without_leave(&text, terms) {
        tally.saw("other side refused a walk that leaves nothing");
    }
    if let Some(outcome) = &outcome {
        tally.saw(outcome);
    }
}

fn count_without_leave(position: &str, terms: &str) -> usize {
    let terms = terms.replace("leave=yes", "leave=no");
    Oracle::new(position, &terms).turns().len()
}

/// What came up in a sample.
#[derive(Default)]
struct Tally {
    positions: usize,
    cases: BTreeMap<String, usize>,
}

impl Tally {
    fn saw(&mut self, case: &str) {
        *self.cases.entry(case.to_string()).or_default() += 1;
    }

    /// Adds the positions to those of the other samples; the last of six records the sum.
    fn count(&self) {
        static SAMPLES: Mutex<Vec<usize>> = Mutex::new(Vec::new());
        let mut samples = SAMPLES.lock().unwrap();
        samples.push(self.positions);
        if samples.len() == 6 {
            figure::record("oracle.positions", samples.iter().sum::<usize>());
        }
    }

    /// Checks that each of these cases came up often enough to mean something.
    fn covers(&self, cases: &[&str]) {
        for &case in cases {
            let count = self.cases.get(case).copied().unwrap_or(0);
            assert!(
                FEW || count >= 5,
                "{case} came up {count} times in {}",
                self.positions
            );
        }
    }
}
