//! Drafting a plan, movement by movement.

use crate::common::random::Random;
use crate::common::turns;
use crate::plain;
use crate::plan::{Beat, Deed, Heed, Pace, Plan, Play};
use crate::player::REST;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::game::Game;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::{BySide, Side};
use fanorona_board::rules::turn::{Step, Turn};

/// A plan that is being made. Each hand has its clock; the draft's is that of the hand at work.
pub struct Draft<'a> {
    pub random: &'a mut Random,
    pub plan: Plan,
    pub now: u64,
    /// The game at the start.
    pub before: &'a Game,
    /// How another game would start.
    pub fresh: Position,
}

/// A movement of a turn that hands can do sooner or later.
#[derive(Clone, Copy)]
pub enum Act {
    Step(Step),
    Take(Point),
}

impl<'a> Draft<'a> {
    pub fn new(random: &'a mut Random, before: &'a Game, fresh: Position) -> Self {
        Self {
            random,
            plan: Plan {
                beats: Vec::new(),
                plays: Vec::new(),
                goal: before.clone(),
                is_proper: true,
                legal: true,
                puts_up: false,
                rest: REST,
            },
            now: 0,
            before,
            fresh,
        }
    }

    pub fn below(&mut self, bound: usize) -> u64 {
        self.random.below(bound) as u64
    }

    /// A number of milliseconds between two bounds.
    pub fn between(&mut self, least: usize, most: usize) -> u64 {
        (least + self.random.below(most - least + 1)) as u64
    }

    pub fn position(&self) -> Position {
        *self.plan.goal.position()
    }

    pub fn is_over(&self) -> bool {
        self.plan.goal.outcome().is_some()
    }

    /// What stands if all beats so far have been done.
    pub fn reeds(&self) -> BySide<PointSet> {
        let mut beats = self.plan.beats.clone();
        beats.sort_by_key(|beat| beat.at);
        let mut reeds = self.before.position().stones();
        for beat in beats {
            match beat.deed {
                Deed::Lift(point) => {
                    reeds.white.discard(point);
                    reeds.black.discard(point);
                }
                Deed::Place(point, side) => reeds[side].add(point),
                Deed::Follow(goal, _) => reeds = goal,
            }
        }
        reeds
    }

    pub fn standing(&self) -> PointSet {
        let reeds = self.reeds();
        reeds.white | reeds.black
    }

    /// Decides for a random turn of those that please; none if none does, or the game is over.
    pub fn choose(&mut self, pleases: impl Fn(&Turn, &Position) -> bool) -> Option<Play> {
        let (start, rules) = (self.position(), *self.before.rules());
        if self.is_over() {
            return None;
        }
        let mut all = turns(&start, &rules);
        all.retain(|(turn, after)| pleases(turn, after));
        if all.is_empty() {
            return None;
        }
        let (turn, after) = self.random.pick(&all);
        self.plan.goal.play(&turn).expect("a legal turn");
        let play = Play::new(self.plan.plays.len(), &rules, start, turn, after);
        self.plan.plays.push(play.clone());
        Some(play)
    }

    pub fn any(&mut self) -> Option<Play> {
        self.choose(|_, _| true)
    }

    /// A turn that captures, if there is one; else any.
    pub fn capture(&mut self) -> Option<Play> {
        let enemy = self.position().stones()[!self.position().side()];
        let captures = move |_: &Turn, after: &Position| after.stones()[after.side()] != enemy;
        self.choose(captures).or_else(|| self.any())
    }

    /// Plays a plain turn instead of what the kind is about.
    pub fn instead(&mut self) -> Option<()> {
        self.plan.is_proper = false;
        plain::base(self)
    }

    pub fn wait(&mut self, span: u64) {
        self.now += span;
    }

    pub fn pause(&mut self, pace: Pace) {
        self.now += pace.pause(self.random);
    }

    fn beat(&mut self, deed: Deed, turn: Option<usize>) {
        let at = self.now;
        self.plan.beats.push(Beat { at, deed, turn });
    }

    /// A movement that a turn needs.
    pub fn lift(&mut self, play: &Play, point: Point) {
        self.beat(Deed::Lift(point), Some(play.index));
    }

    pub fn place(&mut self, play: &Play, point: Point) {
        self.beat(Deed::Place(point, play.side()), Some(play.index));
    }

    /// A movement that no turn needs.
    pub fn stray_lift(&mut self, point: Point) {
        self.beat(Deed::Lift(point), None);
    }

    pub fn stray_place(&mut self, point: Point, side: Side) {
        self.beat(Deed::Place(point, side), None);
    }

    /// A reed closes and opens again.
    pub fn touch(&mut self, point: Point, side: Side, span: u64) {
        self.stray_place(point, side);
        self.wait(span);
        self.stray_lift(point);
    }

    pub fn follow(&mut self, goal: BySide<PointSet>, heed: Heed) {
        self.beat(Deed::Follow(goal, heed), None);
    }

    /// Lifts the mover and puts it down.
    pub fn step(&mut self, play: &Play, step: Step, pace: Pace) {
        self.lift(play, step.from);
        self.pause(pace);
        self.place(play, step.to);
        self.pause(pace);
    }

    pub fn take(&mut self, play: &Play, point: Point, pace: Pace) {
        self.lift(play, point);
        self.pause(pace);
    }

    /// Does all these, plainly.
    pub fn perform(&mut self, play: &Play, acts: &[Act], pace: Pace) {
        for act in acts {
            match *act {
                Act::Step(step) => self.step(play, step, pace),
                Act::Take(point) => self.take(play, point, pace),
            }
        }
    }

    /// The movements of a turn, in one of the orders that hands have.
    pub fn acts(&mut self, play: &Play) -> Vec<Act> {
        let style = self.random.below(4);
        let mut victims: Vec<Point> = play.victims().iter().collect();
        self.random.shuffle(&mut victims);
        let mut acts = Vec::new();
        let mut taken = PointSet::EMPTY;
        let mut take = |acts: &mut Vec<Act>, point: Point| {
            if taken.insert(point) {
                acts.push(Act::Take(point));
            }
        };
        for (i, &(step, row)) in play.steps.iter().enumerate() {
            match style {
                // All first, or some whenever it comes.
                0 if i == 0 => victims.iter().for_each(|&point| take(&mut acts, point)),
                1 => {
                    for &point in &victims {
                        if self.random.percent(40) {
                            take(&mut acts, point);
                        }
                    }
                }
                _ => {}
            }
            // A stone stands where the mover is to land: it goes first.
            if victims.contains(&step.to) {
                take(&mut acts, step.to);
            }
            acts.push(Act::Step(step));
            if style == 2 {
                let mut row: Vec<Point> = row.iter().collect();
                self.random.shuffle(&mut row);
                for point in row {
                    take(&mut acts, point);
                }
            }
        }
        for point in victims {
            take(&mut acts, point);
        }
        acts
    }
}
