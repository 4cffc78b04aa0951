//! The self-test: every light is shown, every reed is tried with a stone.
//!
//! ```text
//! lights ─► any ─► alone ─► shown
//! ```
//! First each light in turn is red, green and blue. Then all points are lit that are still to be tried, in any order; the
//! one that a hand comes to next on its [`way`] is bright; if it does not answer for long, the one behind it is. What has
//! not answered when only few are left, or has answered in place of another, is asked *alone*: no other point is lit, so that it is known for which point a reed answers. At last the
//! lights show what was [found](findings).
//!
//! A reed has been tried when it has closed and opened, in either order: with a stone that is set down and lifted, or
//! with one that stands there and is lifted and set back. The value is stepped by [`SelfTest::hear`], a movement of a
//! reed, and [`SelfTest::tick`], a millisecond.

pub mod findings;
pub mod way;

use crate::light::cues::{Cue, Cues};
use crate::point::{Point, PointSet};
use crate::rules::side::Side;
use crate::selftest::findings::Findings;
use crate::sense::margins::Movement;

/// For how long a light has one colour, in milliseconds.
pub const COLOUR: u32 = 100;
/// The longest bounce of a reed that is well, in milliseconds.
pub const BOUNCE: u8 = 5;
/// How many points may be asked alone: as many as one wire has. If more have answered in place of others, the hand did not
/// follow the way.
pub const FEW: usize = 9;
/// How long a hand pauses that has come to the end of its way, in milliseconds.
pub const PAUSE: u32 = 1_000;
/// For how long a point is bright, or asked alone, in vain, in milliseconds.
pub const PATIENCE: u32 = 10_000;
/// For how long the lights show what was found, in milliseconds.
pub const SHOWN: u32 = 5_000;
/// After how long without a touch it is left, in milliseconds.
pub const QUIET: u32 = 600_000;

/// How far a self-test has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// There is none.
    Off,
    /// Each light is shown.
    Lights,
    /// Points are tried in any order.
    Any,
    /// One point is asked alone.
    Alone(Point),
    /// What was found is shown.
    Shown,
}

/// A self-test, under way or not, and what the last one has found.
#[derive(Clone, Debug)]
pub struct SelfTest {
    stage: Stage,
    /// Milliseconds since the stage began, or since a stone was last touched in it.
    waited: u32,
    /// Whether other lights are due.
    has_changed: bool,
    /// Reeds that have closed, and those that have opened, since they have last answered.
    closed: PointSet,
    opened: PointSet,
    /// Points of which enough is known.
    done: PointSet,
    /// Points that were to be next when another answered.
    missed: PointSet,
    /// The place on the way to which the hand comes next.
    hand: u8,
    /// Points that are to be asked alone.
    again: PointSet,
    /// The point that was asked alone, and the one that answered for it.
    claim: Option<(Point, Point)>,
    /// Reeds that did not move cleanly: once, and twice.
    unclean: [PointSet; 2],
    found: Findings,
    is_told: bool,
    /// What the last one has found that was not left early, and how often that has changed.
    last: Option<Findings>,
    changes: u32,
}

impl SelfTest {
    /// There was none.
    pub const NEW: Self = Self {
        stage: Stage::Off,
        waited: 0,
        has_changed: false,
        closed: PointSet::EMPTY,
        opened: PointSet::EMPTY,
        done: PointSet::EMPTY,
        missed: PointSet::EMPTY,
        hand: 0,
        again: PointSet::EMPTY,
        claim: None,
        unclean: [PointSet::EMPTY; 2],
        found: Findings::NONE,
        is_told: true,
        last: None,
        changes: 0,
    };

    /// Whether one is under way.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        !matches!(self.stage, Stage::Off)
    }

    /// Begins one.
    pub fn begin(&mut self) {
        let (last, changes) = (self.last.take(), self.changes);
        *self = Self {
            last,
            changes,
            ..Self::NEW
        };
        self.enter(Stage::Lights);
    }

    /// Leaves it. What was found so far is told and not kept, unless it was finished.
    pub fn leave(&mut self) {
        if !matches!(self.stage, Stage::Off | Stage::Shown) {
            self.found.untried = !self.done;
            self.is_told = false;
        }
        self.enter(Stage::Off);
    }

    /// What was found so far.
    #[must_use]
    pub fn so_far(&self) -> Findings {
        Findings {
            untried: !self.done,
            ..self.found.clone()
        }
    }

    /// What the last one has found that was not left early.
    #[must_use]
    pub const fn last(&self) -> Option<&Findings> {
        self.last.as_ref()
    }

    /// How often that has changed.
    #[must_use]
    pub const fn changes(&self) -> u32 {
        self.changes
    }

    /// Remembers what the last one has found before a restart, or forgets it.
    pub fn recall(&mut self, last: Option<Findings>) {
        self.last = last;
        self.changes = self.changes.wrapping_add(1);
    }

    /// What was found, once after each test.
    pub fn news(&mut self) -> Option<Findings> {
        let is_told = core::mem::replace(&mut self.is_told, true);
        (!is_told).then(|| self.found.clone())
    }

    /// What the lights are to show.
    #[inline(never)]
    #[must_use]
    pub fn cues(&self, side: Side) -> Cues {
        Cues::of_selftest(side, self.lamps())
    }

    fn lamps(&self) -> [(Cue, PointSet); 2] {
        let next = self.asked().map_or(PointSet::EMPTY, PointSet::of);
        match self.stage {
            Stage::Off => [
                (Cue::Next, PointSet::EMPTY),
                (Cue::Untried, PointSet::EMPTY),
            ],
            Stage::Lights => {
                const COLOURS: [Cue; 3] = [Cue::Red, Cue::Green, Cue::Blue];
                let number = self.waited / COLOUR;
                let light = u8::try_from(number / 3).ok().and_then(way::at);
                let colour = COLOURS[number as usize % 3];
                let lit = light.map_or(PointSet::EMPTY, PointSet::of);
                [(colour, lit), (Cue::Next, PointSet::EMPTY)]
            }
            Stage::Any => [(Cue::Next, next), (Cue::Untried, !self.done - next)],
            Stage::Alone(_) => [(Cue::Next, next), (Cue::Untried, PointSet::EMPTY)],
            Stage::Shown => [
                (Cue::Dead, self.found.bad()),
                (Cue::Green, self.found.well()),
            ],
        }
    }

    /// The point that is to be tried next.
    fn asked(&self) -> Option<Point> {
        match self.stage {
            Stage::Any => {
                let left = !self.done;
                way::ahead(left, self.hand).or_else(|| way::ahead(left, 0))
            }
            Stage::Alone(point) => Some(point),
            Stage::Off | Stage::Lights | Stage::Shown => None,
        }
    }

    /// Takes what a reed has done.
    pub fn hear(&mut self, movement: Movement) {
        let Movement {
            point,
            was_closed,
            is_closed,
            bounce,
            company,
        } = movement;
        if matches!(self.stage, Stage::Off | Stage::Shown) || was_closed == is_closed {
            return;
        }
        if self.stage != Stage::Lights {
            self.waited = 0;
        }
        let is_clean = bounce <= BOUNCE && company.is_none();
        if !is_clean && !self.is_usual(point) {
            return;
        }
        let asked = self.asked();
        if bounce > BOUNCE {
            self.found.bouncing.add(point);
            self.found.bounce = self.found.bounce.max(bounce);
        }
        if let Some(other) = company {
            self.found.together |= PointSet::of(point) | PointSet::of(other);
            // The stone is where it was asked for.
            if asked == Some(other) {
                return;
            }
        }
        if is_closed {
            self.closed.add(point);
        } else {
            self.opened.add(point);
        }
        if (self.closed & self.opened).contains(point) {
            self.closed.discard(point);
            self.opened.discard(point);
            self.answer(point, asked);
        }
    }

    /// Whether a reed that does not move cleanly has done so before, and more than once: it may have been the hand.
    fn is_usual(&mut self, point: Point) -> bool {
        let [once, twice] = &mut self.unclean;
        if twice.contains(point) {
            return true;
        }
        if once.contains(point) {
            twice.add(point);
        }
        once.add(point);
        false
    }

    /// A reed has closed and opened.
    fn answer(&mut self, point: Point, asked: Option<Point>) {
        self.has_changed = true;
        self.hand = way::place(point) + 1;
        // The only one that is lit is asked alone, whoever knows it.
        let is_only = self.is_alone() || (!self.done).is_single();
        match asked.filter(|&asked| asked != point) {
            Some(asked) if is_only => {
                if !self.is_alone() {
                    self.collect_the_rest();
                }
                self.answer_for(point, asked);
                self.ask();
            }
            Some(asked) => {
                self.missed.add(asked);
                self.done.add(point);
            }
            None => {
                self.done.add(point);
                self.again.discard(point);
                self.claim = None;
                if self.is_alone() {
                    self.ask();
                }
            }
        }
    }

    const fn is_alone(&self) -> bool {
        matches!(self.stage, Stage::Alone(_))
    }

    /// A reed has answered for a point that was asked alone: they are swapped, if it is so the other way round too.
    fn answer_for(&mut self, point: Point, asked: Point) {
        if self.claim == Some((point, asked)) {
            let both = PointSet::of(point) | PointSet::of(asked);
            let _ = self
                .found
                .swapped
                .push((point.min(asked), point.max(asked)));
            self.done |= both;
            self.again -= both;
            self.claim = None;
        } else {
            // It may have been the hand: both are asked.
            self.claim = Some((asked, point));
            self.again.add(asked);
            self.again.add(point);
        }
    }

    /// A point that does not answer.
    fn give_up(&mut self, point: Point, picture: PointSet) {
        self.again.discard(point);
        // One that has answered before works.
        if self.done.contains(point) {
            return;
        }
        self.done.add(point);
        if picture.contains(point) {
            self.found.closed.add(point);
        } else {
            self.found.open.add(point);
        }
    }

    /// Lets a millisecond go by, with the stones that stand; tells whether other lights are due.
    pub fn tick(&mut self, picture: PointSet) -> bool {
        self.waited += 1;
        match self.stage {
            Stage::Lights => {
                self.has_changed |= self.waited.is_multiple_of(COLOUR);
                if way::at(u8::try_from(self.waited / COLOUR / 3).unwrap_or(u8::MAX)).is_none() {
                    self.enter(Stage::Any);
                }
            }
            Stage::Any => self.look_for_the_rest(),
            Stage::Alone(point) if self.waited >= PATIENCE => {
                self.claim = None;
                self.give_up(point, picture);
                self.ask();
            }
            Stage::Shown if self.waited >= SHOWN => self.leave(),
            Stage::Off | Stage::Alone(_) | Stage::Shown => {}
        }
        core::mem::take(&mut self.has_changed)
    }

    /// Asks the rest alone when the hand has come to the end of its way, or stays away. While that is much, the hand is led on
    /// from a point that does not answer.
    fn look_for_the_rest(&mut self) {
        let left = !self.done;
        let is_at_the_end = way::at(self.hand).is_none() && self.waited >= PAUSE;
        let is_over = is_at_the_end && self.follows() || self.waited >= PATIENCE;
        if left.is_empty() || left.len() <= FEW && is_over {
            self.collect_the_rest();
            self.ask();
        } else if self.waited >= QUIET {
            self.leave();
        } else if self.waited.is_multiple_of(PATIENCE) {
            self.lead_on();
        }
    }

    /// The next point of the way is bright, although this one has not answered.
    fn lead_on(&mut self) {
        if let Some(asked) = self.asked() {
            self.hand = way::place(asked) + 1;
            self.has_changed = true;
        }
    }

    /// Whether the hand goes along the way.
    const fn follows(&self) -> bool {
        self.missed.len() <= FEW
    }

    /// What has not answered is to be asked alone, and so is what another has answered for.
    fn collect_the_rest(&mut self) {
        self.again = !self.done;
        if self.follows() {
            self.again |= self.missed;
        }
    }

    /// Asks the next point alone; if there is none, all is known.
    fn ask(&mut self) {
        let answered = self.claim.map(|(_, point)| point);
        let next = answered.or_else(|| way::ahead(self.again, 0));
        let Some(point) = next else {
            self.finish();
            return;
        };
        self.enter(Stage::Alone(point));
    }

    fn finish(&mut self) {
        self.found.untried = !self.done;
        self.is_told = false;
        self.recall(Some(self.found.clone()));
        self.enter(Stage::Shown);
    }

    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.waited = 0;
        self.has_changed = true;
        if self.is_alone() {
            (self.closed, self.opened) = (PointSet::EMPTY, PointSet::EMPTY);
        }
    }
}

impl Default for SelfTest {
    fn default() -> Self {
        Self::NEW
    }
}
