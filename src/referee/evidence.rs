//! What the points have seen of a turn.

use heapless::Vec;

use crate::point::{Point, PointSet};
use crate::referee::clause::Clause;
use crate::referee::cost::{Cost, Row, Slide};
use crate::referee::log::Log;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// How long a stone stayed on a point, and what that costs in a story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stay {
    /// Milliseconds.
    pub millis: u16,
    /// What it costs if the stone only passed over the point,
    passing: u8,
    /// and if it landed there.
    landing: u8,
}

impl Stay {
    /// A stone that is still there.
    pub const LASTING: Self = Self {
        millis: u16::MAX,
        passing: 0,
        landing: 0,
    };

    /// A stone that was there for a while.
    pub fn of(span: Millis) -> Self {
        let millis = u16::try_from(span.0).unwrap_or(u16::MAX);
        Self {
            millis,
            passing: Row::Passing.of_stay(millis),
            landing: Row::Landing.of_stay(millis),
        }
    }
}

impl Stay {
    /// Whether a stone that came then was still there when a turn's stone left its origin: else it was another.
    pub fn lasts_until(self, came: Millis, left: Option<Millis>) -> bool {
        let is_over = left.is_some_and(|left| came + Millis(self.millis.into()) < left);
        !Clause::LeftFirst.holds(is_over)
    }
}

/// The cheapest way to tell touches into landings of a turn, which must come in their order, and points passed over.
pub struct Way<'a> {
    turn: &'a Turn,
    visited: PointSet,
    /// What it costs to have landed on the first n points of the way, for each n up to the last that counts, beside all
    /// that was passed.
    costs: Vec<i16, { Turn::MAX_STEPS + 1 }>,
    /// What it would cost if all touches were in passing.
    passed: i16,
    /// Points on which no landing is seen: there the stone lands whenever it has to.
    unknown: PointSet,
}

impl<'a> Way<'a> {
    /// More than anything costs.
    const NEVER: i16 = i16::MAX / 2;

    /// The way of the first steps of a turn.
    pub fn new(turn: &'a Turn, landings: usize, unknown: PointSet) -> Self {
        let mut costs = Vec::new();
        let _ = costs.push(0);
        let _ = costs.resize(landings + 1, Self::NEVER);
        let visited = turn.visited();
        let mut way = Self {
            turn,
            visited,
            costs,
            passed: 0,
            unknown: unknown & visited,
        };
        way.land_unseen();
        way
    }

    /// Lets the stone land where that is not seen.
    fn land_unseen(&mut self) {
        if self.unknown.is_empty() {
            return;
        }
        let mut before = self.costs[0];
        for (step, cost) in self.turn.steps().zip(&mut self.costs[1..]) {
            if self.unknown.contains(step.to) {
                *cost = before.min(*cost);
            }
            before = *cost;
        }
    }

    /// Notes a touch that was in passing.
    pub fn pass(&mut self, stay: Stay) {
        self.passed += i16::from(stay.passing);
    }

    /// Notes a touch; what the whole way costs if it ends with it.
    pub fn touch(&mut self, point: Point, stay: Stay) -> Option<Cost> {
        let passing = i16::from(stay.passing);
        self.pass(stay);
        if !self.visited.contains(point) {
            return None;
        }
        let mut before = self.costs[0];
        let mut lands = Self::NEVER;
        for (step, cost) in self.turn.steps().zip(&mut self.costs[1..]) {
            lands = if step.to == point && before < Self::NEVER {
                before + i16::from(stay.landing) - passing
            } else {
                Self::NEVER
            };
            before = *cost;
            *cost = before.min(lands);
        }
        self.land_unseen();
        (lands < Self::NEVER).then(|| Cost::odd(lands + self.passed))
    }

    /// What the way costs; none if a landing was not seen.
    pub fn cost(&self) -> Option<Cost> {
        let cost = self.costs.last().filter(|&&cost| cost < Self::NEVER)?;
        Some(Cost::odd(cost + self.passed))
    }
}

/// The touches of some entries of the log in their order, and when each point changed.
#[derive(Clone, Debug)]
pub struct Evidence<'a> {
    log: &'a Log,
    /// The entries with which touches began that have ended, in the order in which they did.
    touches: Vec<u8, { Log::MOST / 2 }>,
    /// Points that closed at least once, and the entry at which each did last.
    touched: PointSet,
    closed: [u8; Point::COUNT],
    /// Points that opened at least once, the entry at which each did first, and at which a stone last left it.
    lifted: PointSet,
    opened: [u8; Point::COUNT],
    left: [u8; Point::COUNT],
    /// The last entry with which all stood as at first for a while, if that counts.
    anew: Option<u8>,
}

impl<'a> Evidence<'a> {
    /// Nothing seen yet.
    pub const fn of(log: &'a Log) -> Self {
        Self {
            log,
            touches: Vec::new(),
            touched: PointSet::EMPTY,
            closed: [0; Point::COUNT],
            lifted: PointSet::EMPTY,
            opened: [0; Point::COUNT],
            left: [0; Point::COUNT],
            anew: None,
        }
    }

    /// The same, where all stood as at first with this entry, and so a turn may have been begun anew.
    pub const fn or_since(mut self, anew: Option<u8>) -> Self {
        self.anew = anew;
        self
    }

    /// Notes that a point has closed at an entry of the log.
    pub fn close(&mut self, point: Point, entry: u8) {
        self.touched.add(point);
        self.closed[point.index()] = entry;
    }

    /// Notes that a point has opened at an entry of the log.
    pub fn open(&mut self, point: Point, entry: u8) {
        let i = point.index();
        if self.touched.contains(point) {
            let _ = self.touches.push(self.closed[i]);
            self.left[i] = entry;
        }
        if self.lifted.insert(point) {
            (self.opened[i], self.left[i]) = (entry, entry);
        }
    }

    /// What it costs that the touches which have ended are the first steps of a turn and points passed over; none if a
    /// landing was not seen. Where the stone stands by now, all landings before came before that. Whoever has begun anew has
    /// done so when all stood as at first.
    #[must_use]
    pub fn way(&self, turn: &Turn, landings: usize) -> Option<Cost> {
        let all = self.way_since(turn, landings, 0);
        let anew = self
            .anew
            .and_then(|anew| self.way_since(turn, landings, anew + 1));
        all.into_iter().chain(anew).min()
    }

    fn way_since(&self, turn: &Turn, landings: usize, first: u8) -> Option<Cost> {
        let stands_since = if landings < turn.len() {
            self.closed[turn.end().index()]
        } else {
            u8::MAX
        };
        let mut way = Way::new(turn, landings, self.log.unknown());
        let left = self.opened(turn.origin());
        for &entry in self.touches.iter().filter(|&&entry| entry >= first) {
            let Some((point, stay)) = self.log.touch(entry) else {
                continue;
            };
            if entry < stands_since && stay.lasts_until(self.log.moment(entry), left) {
                way.touch(point, stay);
            } else {
                way.pass(stay);
            }
        }
        way.cost()
    }

    /// Points that opened at least once.
    #[must_use]
    pub const fn lifted(&self) -> PointSet {
        self.lifted
    }

    /// Points that closed at least once, and those that may have.
    #[must_use]
    pub fn landings(&self) -> PointSet {
        self.touched | self.log.unknown()
    }

    /// Points on which no landing is seen.
    #[must_use]
    pub const fn unknown(&self) -> PointSet {
        self.log.unknown()
    }

    /// Points that closed at least once.
    #[must_use]
    pub const fn touched(&self) -> PointSet {
        self.touched
    }

    /// Whether the point has opened, and when that was first.
    #[must_use]
    pub fn opened(&self, point: Point) -> Option<Millis> {
        let has_opened = self.lifted.contains(point);
        has_opened.then(|| self.log.moment(self.opened[point.index()]))
    }

    /// When a stone left the point last, or it opened first.
    #[must_use]
    pub fn left(&self, point: Point) -> Option<Millis> {
        let has_opened = self.lifted.contains(point);
        has_opened.then(|| self.log.moment(self.left[point.index()]))
    }

    /// How a stone slid from a point to another, if that has closed and this has opened.
    #[must_use]
    pub fn slid(&self, from: Point, to: Point) -> Option<Slide> {
        let has_slid = self.lifted.contains(from) && self.touched.contains(to);
        let (landed, left) = (self.closed[to.index()], self.left[from.index()]);
        has_slid.then(|| self.log.slide(from, landed.into(), left.into()))
    }

    /// How a stone that has landed on a point slides, as long as it has not left the one before.
    #[must_use]
    pub fn slides(&self, from: Point, to: Point) -> Option<Slide> {
        let landed = usize::from(self.closed[to.index()]);
        let has_landed = self.touched.contains(to);
        has_landed.then(|| self.log.slide_since(from, landed))
    }

    /// Whether the point has closed, and when that was last.
    #[must_use]
    pub fn closed(&self, point: Point) -> Option<Millis> {
        let has_closed = self.touched.contains(point);
        has_closed.then(|| self.log.moment(self.closed[point.index()]))
    }
}
