//! All legal turns of a position, one by one.
//!
//! Turns come in the bytewise order of their texts and are never collected: a position may have some two hundred of
//! them. The generator needs the memory of one turn, and one level of recursion for each step of that turn, of which
//! there are at most [`Turn::MAX_STEPS`].

use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::point::{Point, PointSet};
use crate::rules::licence::Manner;
use crate::rules::lines::{Direction, next};
use crate::rules::options::{Chain, Rules};
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::stone::{Captures, Stone};
use crate::rules::turn::{LegalStep, Step, Take, Turn};

impl Position {
    /// Calls `visit` with every legal turn and the position after it, until `visit` breaks.
    ///
    /// In mid-chain these are the whole turns that begin with the steps so far; the turn so far is
    /// among them if the player may stop.
    pub fn try_for_each_turn<B>(
        &self,
        rules: &Rules,
        visit: impl FnMut(&Turn, &Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let path = self.chain.unwrap_or(Turn::from(Point::CENTRE));
        self.walk(
            rules,
            Listing {
                position: self,
                path,
                visit,
            },
        )
    }

    /// Calls `visit` with every legal turn and the position after it.
    pub fn for_each_turn(&self, rules: &Rules, mut visit: impl FnMut(&Turn, &Self)) {
        let ControlFlow::Continue(()) = self.try_for_each_turn(rules, |turn, after| {
            visit(turn, after);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// The number of legal turns.
    #[must_use]
    pub fn count_turns(&self, rules: &Rules) -> u64 {
        let mut count = 0;
        let ControlFlow::Continue(()) = self.walk(rules, Count(&mut count));
        count
    }

    /// The number of sequences of `depth` complete turns.
    #[must_use]
    pub fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_turns(rules),
            _ => {
                let mut count = 0;
                self.for_each_turn(rules, |_, after| count += after.perft(rules, depth - 1));
                count
            }
        }
    }

    /// Calls `visit` with every legal step from here and the stones that the step would take, until `visit` breaks.
    ///
    /// At the start of a turn these are the first steps of all stones, in mid-chain further steps of the mover; they
    /// are ordered like the turns.
    pub fn try_for_each_step<B>(
        &self,
        rules: &Rules,
        mut visit: impl FnMut(LegalStep) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let licence = self.licence(rules);
        for origin in licence.origins {
            self.stone(rules, origin).steps(self, licence, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The stones that have a legal step.
    #[must_use]
    pub fn movable(&self, rules: &Rules) -> PointSet {
        let licence = self.licence(rules);
        let steps = |&origin: &Point| {
            let stone = self.stone(rules, origin);
            stone
                .steps(self, licence, |_| ControlFlow::Break(()))
                .is_break()
        };
        licence.origins.iter().filter(steps).collect()
    }

    /// Calls `visit` with every legal first step of some stones, and the stone after that step.
    pub(crate) fn for_each_beginning(
        &self,
        rules: &Rules,
        stones: PointSet,
        mut visit: impl FnMut(LegalStep, &OnItsWay),
    ) {
        let licence = self.licence(rules);
        for origin in licence.origins & stones {
            let stone = self.stone(rules, origin);
            let _ = stone.steps(self, licence, |legal| {
                let LegalStep { step, row } = legal;
                let goes_on = step.take.is_some() && licence.manner == Manner::Rows;
                let direction = Direction::between(origin, step.to).filter(|_| goes_on);
                let stone = match direction {
                    Some(direction) => stone.captured(rules, direction, row),
                    None => stone.moved(step.to).without(row),
                };
                visit(legal, &OnItsWay { stone, goes_on });
                ControlFlow::<Infallible>::Continue(())
            });
        }
    }

    /// Whether any step is legal.
    #[must_use]
    pub fn can_step(&self, rules: &Rules) -> bool {
        self.try_for_each_step(rules, |_| ControlFlow::Break(()))
            .is_break()
    }

    /// Walks all turns with a visitor.
    fn walk<V: Visitor>(&self, rules: &Rules, visitor: V) -> ControlFlow<V::Break> {
        let licence = self.licence(rules);
        let stone = self.stone(rules, self.mover().unwrap_or(Point::CENTRE));
        let mut walk = Walk { rules, visitor };
        match self.chain {
            Some(_) if licence.manner != Manner::Rows => walk.visitor.pass(stone.at, &stone),
            Some(_) => walk.landed(stone.at, &stone),
            None => licence.origins.iter().try_for_each(|origin| {
                let stone = Stone {
                    at: origin,
                    ..stone
                };
                walk.visitor.begin(origin);
                stone.steps(self, licence, |LegalStep { step, row }| {
                    walk.visitor.step(step.to, step.take);
                    match (step.take, Direction::between(origin, step.to)) {
                        (Some(_), Some(direction)) if licence.manner == Manner::Rows => {
                            walk.landed(origin, &stone.captured(rules, direction, row))?;
                        }
                        _ => walk
                            .visitor
                            .pass(origin, &stone.moved(step.to).without(row))?,
                    }
                    walk.visitor.back();
                    ControlFlow::Continue(())
                })
            }),
        }
    }

    /// The position after the turn in which a stone went from its origin to where it stands now.
    pub(super) fn passed(&self, origin: Point, stone: &Stone) -> Self {
        let own = (self.own() - PointSet::of(origin)) | PointSet::of(stone.at);
        let mut stones = BySide {
            white: own,
            black: own,
        };
        stones[!self.side] = stone.enemy;
        Self {
            stones,
            side: !self.side,
            chain: None,
            ..*self
        }
    }
}

/// A stone on its way through a turn.
#[derive(Clone, Copy)]
pub(crate) struct OnItsWay {
    stone: Stone,
    /// Whether the stone may go on where there is more to take.
    goes_on: bool,
}

impl OnItsWay {
    /// Calls `visit` with every legal step that can follow and lands on one of these points, and the stone after that step,
    /// until `visit` breaks.
    pub(crate) fn try_for_each_step<B>(
        &self,
        rules: &Rules,
        points: PointSet,
        mut visit: impl FnMut(LegalStep, &Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let stone = &self.stone;
        let captures = self.captures(points);
        for direction in captures.directions().iter() {
            for take in Take::BOTH {
                if captures.contains(direction, take) {
                    let row = stone.row(direction, take);
                    let after = Self {
                        stone: stone.captured(rules, direction, row),
                        goes_on: true,
                    };
                    let step = Step {
                        from: stone.at,
                        to: after.stone.at,
                        take: Some(take),
                    };
                    visit(LegalStep { step, row }, &after)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Where the steps land that can follow.
    pub(crate) fn targets(&self) -> PointSet {
        let captures = self.captures(PointSet::ALL);
        let at = self.stone.at;
        let directions = captures.directions();
        directions
            .iter()
            .map(|direction| next(at, direction))
            .collect()
    }

    /// The position after the turn, if the turn may end here; `start` and `origin` are where it began.
    pub(crate) fn stop(&self, rules: &Rules, start: &Position, origin: Point) -> Option<Position> {
        let may = rules.chain == Chain::May || self.captures(PointSet::ALL).is_empty();
        may.then(|| start.passed(origin, &self.stone))
    }

    fn captures(&self, points: PointSet) -> Captures {
        if self.goes_on {
            self.stone.captures_on(points)
        } else {
            Captures::default()
        }
    }
}

/// Follows a walk through all turns.
trait Visitor {
    type Break;
    /// A turn of the stone on this point begins.
    fn begin(&mut self, origin: Point);
    /// The turn goes one step further.
    fn step(&mut self, to: Point, take: Option<Take>);
    /// The walk takes the last step back.
    fn back(&mut self);
    /// A complete turn, and the stone after it.
    fn pass(&mut self, origin: Point, stone: &Stone) -> ControlFlow<Self::Break>;
}

/// Counts the turns.
struct Count<'a>(&'a mut u64);

impl Visitor for Count<'_> {
    type Break = Infallible;

    fn begin(&mut self, _: Point) {}

    fn step(&mut self, _: Point, _: Option<Take>) {}

    fn back(&mut self) {}

    fn pass(&mut self, _: Point, _: &Stone) -> ControlFlow<Infallible> {
        *self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Keeps track of the turn, and passes it to `visit` with the position after it.
struct Listing<'a, F> {
    position: &'a Position,
    path: Turn,
    visit: F,
}

impl<B, F: FnMut(&Turn, &Position) -> ControlFlow<B>> Visitor for Listing<'_, F> {
    type Break = B;

    fn begin(&mut self, origin: Point) {
        self.path = Turn::from(origin);
    }

    fn step(&mut self, to: Point, take: Option<Take>) {
        self.path.push(to, take);
    }

    fn back(&mut self) {
        self.path.pop();
    }

    fn pass(&mut self, origin: Point, stone: &Stone) -> ControlFlow<B> {
        (self.visit)(&self.path, &self.position.passed(origin, stone))
    }
}

/// The walk through the chains of one position.
struct Walk<'a, V> {
    rules: &'a Rules,
    visitor: V,
}

impl<V: Visitor> Walk<'_, V> {
    /// After a capture: the turn may end here, and may go on where there is more to take.
    // Most landings end their chain; inlined they need no call, which makes counting 5 % faster.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn landed(&mut self, origin: Point, stone: &Stone) -> ControlFlow<V::Break> {
        let captures = stone.captures();
        if self.rules.chain == Chain::May || captures.is_empty() {
            self.visitor.pass(origin, stone)?;
        }
        if captures.is_empty() {
            return ControlFlow::Continue(());
        }
        self.go_on(origin, stone, captures)
    }

    /// Further steps of a chain: [`Stone::steps`] less what a chain never needs, because most time is spent here.
    fn go_on(&mut self, origin: Point, stone: &Stone, captures: Captures) -> ControlFlow<V::Break> {
        for direction in captures.directions().iter() {
            for take in Take::BOTH {
                if captures.contains(direction, take) {
                    let row = stone.row(direction, take);
                    let after = stone.captured(self.rules, direction, row);
                    self.visitor.step(after.at, Some(take));
                    self.landed(origin, &after)?;
                    self.visitor.back();
                }
            }
        }
        ControlFlow::Continue(())
    }
}
