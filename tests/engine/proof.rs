//! How the suite of tactics is made: positions of random games in which one turn is right, proved by trying everything.
//!
//! A proof knows nothing but the rules and the exact solution of all endings of up to five stones: who can force one of these,
//! or the end of the game, within [`PLIES`] plies, has proved what the position is worth at least. In a position of the suite
//! one turn is proved to win, or to save the game, and every other is proved not to. Who counts stones, [`GLANCE`] plies
//! ahead, plays another one.
//!
//! `TACTICS=write cargo test --release --test engine made_anew -- --ignored` writes the file.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::common::random::Random;
use super::common::turns;
use super::solve::Solution;
use super::tactics::{FILE, RULES};
use fanorona_board::engine::endings::Ending;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::{Step, Turn};

/// The stones of a position: more than the solved endings have, and few enough for proofs.
const STONES: RangeInclusive<usize> = 6..=11;
const SOLVED: usize = 5;
/// How many plies after a turn are tried.
const PLIES: u32 = 5;
/// How many plies a player looks ahead who does not find the right turn.
const GLANCE: u32 = 5;

/// What a side is to force.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    Win,
    Save,
}

impl Goal {
    const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Save => "save",
        }
    }
}

/// What the right turn is like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It takes one of two rows; the same step that takes the other is wrong.
    Row,
    /// It is a chain of three steps or more.
    Chain,
    /// None of these: it is hard because other turns win stones.
    Trap,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Chain => "chain",
            Self::Trap => "trap",
        }
    }

    /// How many the suite has; rare ones are few.
    const fn places(self) -> usize {
        match self {
            Self::Row => 6,
            Self::Chain => 14,
            Self::Trap => 40,
        }
    }
}

const ALL: usize = Kind::Row.places() + Kind::Chain.places() + Kind::Trap.places();

/// What has been proved, or could not be.
struct Proof<'a> {
    solution: &'a Solution,
    known: HashMap<(Position, Side, Goal, u32), bool>,
}

impl Proof<'_> {
    /// Whether a side can force its goal within so many plies.
    fn forces(&mut self, position: &Position, side: Side, goal: Goal, plies: u32) -> bool {
        let (stones, mover) = (position.stones(), position.side());
        if position.occupied().len() <= SOLVED {
            let [own, enemy] = [mover, !mover].map(|side| stones[side].bits());
            return match self.solution.ending(own, enemy) {
                Ending::Won(_) => mover == side,
                Ending::Lost(_) => mover != side,
                Ending::Drawn => goal == Goal::Save,
            };
        }
        let place = (*position, side, goal, plies);
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        let afters = afters(position);
        let mut goes_on = |after: &Position| self.forces(after, side, goal, plies - 1);
        let is_forced = if afters.is_empty() {
            mover != side
        } else if plies == 0 {
            false
        } else if mover == side {
            afters.iter().any(&mut goes_on)
        } else {
            afters.iter().all(&mut goes_on)
        };
        self.known.insert(place, is_forced);
        is_forced
    }

    /// The position after the one turn that reaches the goal, if all others are proved not to.
    fn only(&mut self, position: &Position, goal: Goal) -> Option<Position> {
        let side = position.side();
        let refuted = match goal {
            Goal::Win => Goal::Save,
            Goal::Save => Goal::Win,
        };
        let mut right = None;
        for after in afters(position) {
            let is_refuted = self.forces(&after, !side, refuted, PLIES);
            if !is_refuted && right.replace(after).is_some() {
                return None;
            }
        }
        right.filter(|after| self.forces(after, side, goal, PLIES))
    }
}

/// The positions that turns lead to, each once, those with the fewest enemy stones first.
fn afters(position: &Position) -> Vec<Position> {
    let turns = turns(position, &RULES).into_iter();
    let mut afters: Vec<Position> = turns.map(|(_, after)| after).collect();
    afters.sort_by_key(|after| {
        let stones = after.stones();
        (stones[after.side()].len(), stones.white, stones.black)
    });
    afters.dedup();
    afters
}

/// How many stones the side to move will have more, as a player sees it who looks so many plies ahead.
fn glance(position: &Position, plies: u32) -> i32 {
    let afters = if plies == 0 {
        Vec::new()
    } else {
        afters(position)
    };
    let best = afters.iter().map(|after| -glance(after, plies - 1)).max();
    let count = |side: Side| i32::try_from(position.stones()[side].len()).unwrap();
    best.unwrap_or_else(|| count(position.side()) - count(!position.side()))
}

/// The right turn, the shortest way, and what it is like.
fn right_turn(position: &Position, right: &Position) -> (Turn, Kind) {
    let all = turns(position, &RULES);
    let ways = all.iter().filter(|(_, after)| after == right);
    let shortest = ways.min_by_key(|(turn, _)| turn.steps().count());
    let turn = shortest.expect("it is one of them").0;
    let steps: Vec<Step> = turn.steps().collect();
    let takes_other_row = |other: &Turn| {
        let parting = other.steps().zip(&steps).find(|(one, two)| one != *two);
        parting.is_some_and(|(one, two)| (one.from, one.to) == (two.from, two.to))
    };
    let kind = if all.iter().any(|(other, _)| takes_other_row(other)) {
        Kind::Row
    } else if steps.len() >= 3 {
        Kind::Chain
    } else {
        Kind::Trap
    };
    (turn, kind)
}

/// The suite, a line for each position.
fn suite(solution: &Solution) -> String {
    let mut random = Random::seeded(2026);
    let mut lines: Vec<(Kind, String)> = Vec::new();
    while lines.len() < ALL {
        let mut game = Game::new(RULES, Position::riatra(Board::Tsivy, Side::White));
        while game.outcome().is_none() && game.position().occupied().len() > SOLVED {
            let position = *game.position();
            if is_candidate(&position) {
                let known = HashMap::new();
                let mut proof = Proof { solution, known };
                for goal in [Goal::Win, Goal::Save] {
                    let Some(right) = proof.only(&position, goal) else {
                        continue;
                    };
                    let (turn, kind) = right_turn(&position, &right);
                    let of_kind = lines.iter().filter(|line| line.0 == kind).count();
                    let is_found = -glance(&right, GLANCE - 1) >= glance(&position, GLANCE);
                    if of_kind < kind.places() && !is_found {
                        let (goal, kind_word) = (goal.word(), kind.word());
                        let turn = Board::Tsivy.text(&turn);
                        lines.push((kind, format!("{goal} {kind_word} {position} {turn}\n")));
                    }
                }
            }
            let list = turns(&position, &RULES);
            game.play(&random.pick(&list).0).unwrap();
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Whether there is a choice between captures, with few stones.
fn is_candidate(position: &Position) -> bool {
    if !STONES.contains(&position.occupied().len()) {
        return false;
    }
    let enemies = |position: &Position, side| position.stones()[side].len();
    let afters = afters(position);
    let takes = |after: &Position| enemies(after, after.side()) < enemies(position, after.side());
    afters.len() > 2 && afters.iter().all(takes)
}

#[test]
#[ignore = "it takes minutes"]
fn the_suite_can_be_made_anew() {
    let text = suite(&Solution::up_to(SOLVED));
    if std::env::var("TACTICS").is_ok_and(|word| word == "write") {
        std::fs::write(FILE, text).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(FILE).unwrap(), text);
    }
}
