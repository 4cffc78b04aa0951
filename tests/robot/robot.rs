//! A robot with a board before it: what stands there, and what it has played.

use crate::common::lights::{Wish, wish};
use crate::common::random::Random;
use crate::common::rig::Rig;
use crate::hands::{Act, Move};
use crate::mirror::Past;
use crate::tally::{Failure, Fault, Tally};
use crate::ways::picture;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::series::Match;
use fanorona_board::rules::side::{BySide, Side};
use std::collections::VecDeque;
use std::fmt::Write;

/// Longer than the rest after which things are decided.
pub const REST: u64 = 700;
/// The most steps in which lights may lead back to play.
const PATIENCE: usize = 60;
/// How many lines of what was done are remembered, and how many turns of it told with a failure.
const MEMORY: usize = 200;
const TOLD: usize = 6;

pub struct Robot {
    pub random: Random,
    pub rig: Rig,
    pub rules: Rules,
    /// What really stands on the board.
    pub stones: BySide<PointSet>,
    /// What was played.
    pub game: Game,
    pub series: Match,
    /// The game before each turn of it.
    pub trail: Vec<Game>,
    /// The last turn, as long as it was not taken back.
    pub past: Option<Past>,
    /// Whether a start position is put up in the midst of a game.
    pub puts_up: bool,
    pub tally: Tally,
    log: VecDeque<String>,
    /// All that was done, for others to do the same.
    pub script: Vec<Deed>,
}

/// Something that was done, and can be done again.
pub enum Deed {
    /// A command of the console.
    Command(String),
    /// All was read as it was played, to this position.
    Checked(Position),
}

impl Robot {
    /// A robot in front of an empty board.
    pub fn new(seed: u64, board: Board, rules: Rules, patient: bool) -> Self {
        let series = Match::new(board, rules, seed);
        Self {
            random: Random::seeded(seed),
            rig: Rig::new(Referee::new(board, rules, seed), !seed, patient),
            rules,
            stones: BySide::default(),
            game: Game::new(rules, series.start()),
            series,
            trail: Vec::new(),
            past: None,
            puts_up: false,
            tally: Tally::default(),
            log: VecDeque::new(),
            script: Vec::new(),
        }
    }

    pub fn command(&mut self, line: String) {
        self.script.push(Deed::Command(line));
    }

    pub fn note(&mut self, line: String) {
        if self.log.len() == MEMORY {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }

    pub fn standing(&self) -> PointSet {
        self.stones.white | self.stones.black
    }

    pub fn perform(&mut self, Move { act, then, .. }: Move) {
        match act {
            Act::Lift(points) => {
                assert!(self.standing().contains_all(points), "nothing to lift");
                self.stones.white -= points;
                self.stones.black -= points;
                self.rig.toggle(points);
                for point in points {
                    self.command(format!("lift {point} 0"));
                }
            }
            Act::Place(point, side) => {
                assert!(!self.standing().contains(point), "no room on {point}");
                self.stones[side].add(point);
                self.rig.toggle(PointSet::of(point));
                self.command(format!("place {point} 0"));
            }
        }
        self.pass(then);
        let mut line = match act {
            Act::Lift(points) => format!("lift {points} {then}"),
            Act::Place(point, side) => format!("place {point} {then}  ({side})"),
        };
        let _ = write!(line, "  -> {}", self.rig.app.cues());
        self.note(line);
    }

    pub fn lift(&mut self, point: Point, then: u64) {
        let act = Act::Lift(PointSet::of(point));
        self.perform(Move {
            act,
            then,
            calm: true,
        });
    }

    pub fn place(&mut self, point: Point, side: Side, then: u64) {
        let act = Act::Place(point, side);
        self.perform(Move {
            act,
            then,
            calm: true,
        });
    }

    /// Lets time go by, and counts how often the board asks who gives up.
    pub fn pass(&mut self, span: u64) {
        let mut was_asking = self.rig.phase() == Phase::Ending;
        let mut asked = 0;
        self.rig.watch(span, |app, _| {
            let is_asking = app.referee.situation().phase == Phase::Ending;
            asked += usize::from(is_asking && !was_asking);
            was_asking = is_asking;
        });
        if self.puts_up {
            self.tally.asked += asked;
        } else {
            self.tally.unasked += asked;
        }
        self.command(format!("wait {span}"));
    }

    pub fn wait(&mut self, span: u64) {
        self.pass(span);
        let line = format!("wait {span}  -> {}", self.rig.app.cues());
        self.note(line);
    }

    pub fn failure(&self, fault: Fault, what: &str) -> Failure {
        let marks = self
            .log
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, line)| line.starts_with("# "));
        let begin = marks.take(TOLD).last().map_or(0, |(i, _)| i);
        let log: Vec<&str> = self.log.iter().skip(begin).map(String::as_str).collect();
        let text = format!(
            "{what}\nrules {}\nplayed {}, outcome {:?}\nread   {}, outcome {:?}\ncues {}\n{}\n",
            self.rules,
            self.game.position(),
            self.game.outcome(),
            self.rig.referee().game().position(),
            self.rig.referee().game().outcome(),
            self.rig.app.cues(),
            log.join("\n")
        );
        Failure { fault, text }
    }

    pub fn misread(&self, what: &str) -> Failure {
        self.failure(Fault::Misread, what)
    }

    /// Does what the lights ask as long as something is wrong.
    pub fn follow(&mut self) -> Result<(), Failure> {
        for step in 0..=PATIENCE {
            let asks = [Phase::Wrong, Phase::Setup, Phase::Resume];
            if !asks.contains(&self.rig.phase()) {
                if step > 0 {
                    self.tally.followed(step);
                }
                return Ok(());
            }
            match wish(&self.rig) {
                Some(Wish::Lift(point)) => self.lift(point, REST),
                Some(Wish::Place(point, side)) => self.place(point, side, REST),
                None => self.wait(REST),
            }
        }
        Err(self.failure(Fault::Stuck, "the lights lead nowhere"))
    }

    /// Lets the board rest, does what the lights ask, and compares what was read with what was played.
    pub fn verify(&mut self) -> Result<(), Failure> {
        self.compare()?;
        self.script
            .push(Deed::Checked(self.rig.referee().position()));
        Ok(())
    }

    fn compare(&mut self) -> Result<(), Failure> {
        self.wait(REST);
        self.follow()?;
        let (phase, read) = (self.rig.phase(), self.rig.referee().game());
        let stones = self.game.position().stones();
        if self.stones != stones {
            return Err(self.misread("the lights asked for what was not played"));
        }
        if let Some(past) = &mut self.past {
            past.rested = true;
            let going = past.pictures.goes_on(&past.after);
            if phase == Phase::Chaining && !past.told && going.may {
                let situation = self.rig.situation();
                if situation.stones != stones || situation.side == self.game.position().side() {
                    return Err(self.misread("another chain"));
                }
                return Ok(());
            }
            if going.must && !past.told {
                return Err(self.misread("the chain was not stopped"));
            }
        }
        if read.position() != self.game.position() {
            return Err(self.misread("another position"));
        }
        if read.outcome() != self.game.outcome() {
            return Err(self.misread("another outcome"));
        }
        let expected = match self.game.outcome() {
            Some(_) => Phase::Over,
            None => Phase::ToMove,
        };
        if phase != expected {
            return Err(self.misread("another phase"));
        }
        if read.history().len() != self.game.history().len() {
            return Err(self.misread("another number of turns"));
        }
        Ok(())
    }

    /// Whether the last turn is still open: it may go on, and nobody has said that it does not.
    pub fn is_open(&self) -> bool {
        self.rig.phase() == Phase::Chaining
    }

    /// Goes back to the game before some turns.
    pub fn rewind(&mut self, turns: usize) {
        for _ in 0..turns {
            if let Some(game) = self.trail.pop() {
                self.game = game;
            }
        }
        self.past = None;
    }

    /// The same, but at no rest where a still earlier position stands: that would be taken back to.
    pub fn restore_apart(&mut self, goal: BySide<PointSet>) {
        let earlier: Vec<PointSet> = self
            .trail
            .iter()
            .map(|game| picture(game.position()))
            .collect();
        let stands = self.standing();
        let all = goal.white | goal.black;
        let near = |&&earlier: &&PointSet| {
            // Whether it can be met on the way, which changes these points only.
            let way = (stands - all) | (all - stands);
            let apart = (earlier - all) | (all - earlier);
            !apart.is_empty() && way.contains_all(apart)
        };
        if earlier.iter().any(|earlier| near(&earlier)) {
            self.restore(goal, |random| 50 + random.below(300) as u64);
        } else {
            self.restore(goal, Self::pause);
        }
    }

    /// Brings the board to a position, in random order; wrong colours go first, and a stone is lifted before
    /// one of its colour is put down.
    pub fn restore(&mut self, goal: BySide<PointSet>, pause: impl Fn(&mut Random) -> u64) {
        self.restore_but(goal, pause, |_| false);
    }

    /// The same, but by none of some pictures, if there is another way.
    pub fn restore_but(
        &mut self,
        goal: BySide<PointSet>,
        pause: impl Fn(&mut Random) -> u64,
        avoids: impl Fn(PointSet) -> bool,
    ) {
        let wrong = (self.stones.white & goal.black) | (self.stones.black & goal.white);
        self.toggle_all(wrong.iter().collect(), goal, &pause, &avoids);
        let (stands, all) = (self.standing(), goal.white | goal.black);
        let mut points: Vec<Point> = ((stands - all) | (all - stands)).iter().collect();
        self.random.shuffle(&mut points);
        let before = self.stones;
        points.sort_by_key(|&point| {
            let side = Side::BOTH[usize::from(goal.black.contains(point))];
            !stands.contains(point) && !(before[side] - all).is_empty()
        });
        self.toggle_all(points, goal, &pause, &avoids);
    }

    /// Lifts what stands on these points, and puts on the others what belongs there, in this order but for pictures to be
    /// avoided.
    fn toggle_all(
        &mut self,
        mut points: Vec<Point>,
        goal: BySide<PointSet>,
        pause: &impl Fn(&mut Random) -> u64,
        avoids: &impl Fn(PointSet) -> bool,
    ) {
        while !points.is_empty() {
            let stands = self.standing();
            let leads = |point: &Point| {
                let point = PointSet::of(*point);
                !avoids((stands - point) | (point - stands))
            };
            let next = points.iter().position(leads).unwrap_or(0);
            let point = points.remove(next);
            let then = pause(&mut self.random);
            if stands.contains(point) {
                self.lift(point, then);
            } else {
                let black = goal.black.contains(point);
                self.place(point, Side::BOTH[usize::from(black)], then);
            }
        }
    }
}
