//! Ways in which hands play a turn.

use crate::common::random::Random;
use crate::common::rows;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::options::{Rules, Touch};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::{BySide, Side};
use fanorona_board::rules::turn::{Step, Turn};

/// What a hand does at once.
#[derive(Clone, Copy, Debug)]
pub enum Act {
    Lift(PointSet),
    Place(Point, Side),
}

/// What a hand does, and how long it waits then.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub act: Act,
    pub then: u64,
    /// Whether the hands may stay as they are for longer, and nothing else is meant.
    pub calm: bool,
}

/// How quickly a player moves.
#[derive(Clone, Copy)]
enum Tempo {
    Quick,
    Steady,
    Slow,
}

/// When stones are taken off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    VictimsFirst,
    Mixed,
    AfterEachStep,
    ChainFirst,
}

/// A turn played step by step with time to spare, each stone taken after the step.
pub fn tidy(position: &Position, rules: &Rules, turn: &Turn) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut then = |act| {
        moves.push(Move {
            act,
            then: 300,
            calm: true,
        });
    };
    for (step, row) in rows(position, rules, turn) {
        then(Act::Lift(PointSet::of(step.from)));
        then(Act::Place(step.to, position.side()));
        row.iter()
            .for_each(|point| then(Act::Lift(PointSet::of(point))));
    }
    moves
}

/// A turn played in a random untidy way. No stone on a point of `hush` is touched without need.
pub fn untidy(
    random: &mut Random,
    position: &Position,
    rules: &Rules,
    turn: &Turn,
    hush: PointSet,
) -> Vec<Move> {
    let tempo = random.pick(&[Tempo::Quick, Tempo::Steady, Tempo::Steady, Tempo::Slow]);
    let order = random.pick(&[
        Order::VictimsFirst,
        Order::Mixed,
        Order::AfterEachStep,
        Order::ChainFirst,
    ]);
    let mut hands = Hands {
        random,
        rules,
        side: position.side(),
        start: *position,
        stones: position.stones(),
        hush,
        tempo,
        moves: Vec::new(),
    };
    if hands.may_put_back() && hands.random.percent(6) {
        hands.change_mind();
    }
    hands.play(&rows(position, rules, turn), order);
    hands.moves
}

/// Hands at work, and what stands on the board meanwhile.
pub struct Hands<'a> {
    pub random: &'a mut Random,
    pub rules: &'a Rules,
    pub side: Side,
    pub start: Position,
    pub stones: BySide<PointSet>,
    pub hush: PointSet,
    tempo: Tempo,
    pub moves: Vec<Move>,
}

impl Hands<'_> {
    pub fn may_put_back(&self) -> bool {
        self.rules.touch == Touch::Free
    }

    fn pause(&mut self) -> u64 {
        if self.random.percent(3) {
            return 1000 + self.random.below(2000) as u64;
        }
        let (least, span) = match self.tempo {
            Tempo::Quick => (50, 100),
            Tempo::Steady => (170, 400),
            Tempo::Slow => (400, 900),
        };
        least + self.random.below(span) as u64
    }

    fn then(&mut self, act: Act, then: u64, calm: bool) {
        match act {
            Act::Lift(points) => {
                self.stones.white -= points;
                self.stones.black -= points;
            }
            Act::Place(point, side) => self.stones[side].add(point),
        }
        self.moves.push(Move { act, then, calm });
    }

    /// The last movements were not meant to last.
    pub fn uneasy(&mut self, count: usize) {
        let last = self.moves.iter_mut().rev().take(count);
        last.for_each(|step| step.calm = false);
    }

    fn sweep(&mut self, points: PointSet) {
        let then = self.pause();
        self.then(Act::Lift(points), then, true);
    }

    pub fn lift(&mut self, point: Point) {
        self.sweep(PointSet::of(point));
    }

    pub fn lift_for(&mut self, point: Point, then: u64) {
        self.then(Act::Lift(PointSet::of(point)), then, false);
    }

    pub fn place(&mut self, point: Point, side: Side) {
        let then = self.pause();
        self.then(Act::Place(point, side), then, true);
    }

    pub fn place_for(&mut self, point: Point, then: u64) {
        self.then(Act::Place(point, self.side), then, false);
    }

    pub fn standing(&self) -> PointSet {
        self.stones.white | self.stones.black
    }

    fn play(&mut self, steps: &[(Step, PointSet)], order: Order) {
        let rows = steps.iter().map(|(_, row)| *row);
        let mut victims: Vec<Point> = match order {
            // Those of the steps so far are added step by step.
            Order::AfterEachStep => Vec::new(),
            _ => rows.flat_map(PointSet::iter).collect(),
        };
        self.random.shuffle(&mut victims);
        let early = match order {
            Order::VictimsFirst => 100,
            Order::Mixed => 40,
            Order::AfterEachStep | Order::ChainFirst => 0,
        };
        self.take(&mut victims, early);
        for (i, &(step, row)) in steps.iter().enumerate() {
            self.knock(PointSet::of(step.from), &victims, i > 0);
            // A stone stands where the mover is to land: it goes first.
            if self.standing().contains(step.to) {
                victims.retain(|&victim| victim != step.to);
                self.lift(step.to);
            }
            self.step(step, i == 0, &mut victims, early / 2);
            if order == Order::AfterEachStep {
                victims.extend(row & self.standing());
                self.random.shuffle(&mut victims);
            }
            self.try_other_row(steps, i, &victims);
            let now = if order == Order::AfterEachStep {
                90
            } else {
                early
            };
            self.take(&mut victims, now);
        }
        // Once the turn is complete, to lift a stone is to reply.
        if !victims.is_empty() {
            self.knock(PointSet::of(steps[steps.len() - 1].0.to), &victims, true);
        }
        self.take(&mut victims, 101);
    }

    /// Takes victims off one by one or several at once, as long as chance will have it.
    fn take(&mut self, victims: &mut Vec<Point>, chance: usize) {
        while !victims.is_empty() && self.random.below(101) < chance {
            let several = if self.random.percent(25) {
                1 + self.random.below(victims.len())
            } else {
                1
            };
            let swept = victims.split_off(victims.len() - several);
            self.sweep(swept.into_iter().collect());
        }
    }

    /// Moves the mover by a step: slid, or lifted and put down.
    fn step(&mut self, step: Step, is_first: bool, victims: &mut Vec<Point>, early: usize) {
        let short = 2 + self.random.below(140) as u64;
        match self.random.below(10) {
            0 | 1 => {
                self.place_for(step.to, short);
                self.lift(step.from);
            }
            2 => {
                self.lift_for(step.from, short / 4);
                self.place(step.to, self.side);
            }
            way => {
                let again = if is_first { 10 } else { 2 };
                if self.may_put_back() && self.random.percent(again) {
                    self.lift(step.from);
                    self.place(step.from, self.side);
                    self.uneasy(2);
                }
                self.lift(step.from);
                if way < 5 {
                    self.hover(step);
                }
                if way > 6 {
                    // Not the stones that the mover is about to join.
                    self.take(victims, early);
                }
                if self.standing().contains(step.to) {
                    self.lift(step.to);
                    victims.retain(|&victim| victim != step.to);
                }
                self.place(step.to, self.side);
            }
        }
    }
}
