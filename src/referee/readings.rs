//! Readings: the beginnings of legal turns that explain a picture.
//!
//! Nothing is followed from event to event. Whenever a point changes, all beginnings of legal turns
//! are gone through again and held against the picture as it is and the touches that were seen. So
//! nothing can be lost on the way, and no number of readings has to be bounded.

use core::ops::ControlFlow;

use crate::point::{Point, PointSet};
use crate::referee::evidence::Evidence;
use crate::referee::situation::BySteps;
use crate::rules::generate::OnItsWay;
use crate::rules::options::Rules;
use crate::rules::position::Position;
use crate::rules::turn::{LegalStep, Take, Turn};
use crate::time::Millis;

/// A position at the start of a turn, and what has been seen since.
#[derive(Clone, Debug)]
pub struct OpenTurn {
    /// The position.
    pub start: Position,
    /// The touches since then.
    pub evidence: Evidence,
}

/// Where the stone that moves is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// Not lifted yet.
    Waiting,
    /// In a hand.
    Lifted,
    /// On the last point of the reading.
    Placed,
    /// On the last point, while the one before is still closed.
    Sliding,
}

/// What explains a picture: all readings that cost the least, together.
#[derive(Clone, Debug)]
pub struct Account {
    /// What is odd about it, with what is unfinished.
    pub cost: u32,
    /// What is odd about it.
    pub oddity: u32,
    /// The turn as far as it has come; where several are alike, the first.
    pub turn: Turn,
    /// The most steps of all turns that end where a stone stands, also of those that are odder.
    pub reach: usize,
    /// Where the mover is.
    pub mover: Mover,
    /// The stones that may be the mover, where they stood at the start.
    pub origins: PointSet,
    /// Where the mover stands, or stood before it was lifted.
    pub at: PointSet,
    /// Where it may land next.
    pub targets: PointSet,
    /// What it would take there.
    pub prey: BySteps,
    /// Stones still to be taken off if the last step approached.
    pub approach: PointSet,
    /// Stones still to be taken off if the last step withdrew.
    pub withdrawal: PointSet,
    /// Stones still to be taken off in any case.
    pub victims: PointSet,
    /// Whether a stone is off that only a later step would take.
    pub early: bool,
    /// The turn that is complete, if one is.
    pub complete: Option<Complete>,
}

/// A turn that has been played out on the board.
#[derive(Clone, Copy, Debug)]
pub struct Complete {
    /// The turn.
    pub turn: Turn,
    /// The position after it.
    pub after: Position,
    /// What is odd about it.
    pub cost: u32,
    /// Where the chain could go on.
    pub targets: PointSet,
}

/// For how long a stone that slides may be on two points.
const OVERLAP: Millis = Millis(1000);
/// Taking a stone early is a little odd.
const EARLY: u32 = 2;
/// Putting a victim back and landing on its point look the same; landing is likelier.
const PUT_BACK: u32 = 8;
/// A turn that is complete explains more than any that is not.
const UNFINISHED: u32 = 1000;

impl OpenTurn {
    /// A turn of which nothing has been seen yet.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self {
            start,
            evidence: Evidence::none(),
        }
    }

    /// The points that are closed at its start.
    #[must_use]
    pub fn picture(&self) -> PointSet {
        self.start.occupied()
    }

    /// The cheapest account of a picture, if any turn explains it; any turn of one stone, where one is
    /// bound to move. At rest nothing slides.
    #[must_use]
    pub fn explain(
        &self,
        rules: &Rules,
        picture: PointSet,
        bound: Option<Point>,
        at_rest: bool,
    ) -> Option<Account> {
        let stones = self.start.stones();
        let own = stones[self.start.side()];
        let opened = self.picture() - picture;
        let lifted = opened & own;
        if lifted.len() > 1 {
            return None;
        }
        let stones = [lifted.first(), bound].into_iter().flatten();
        let stones = stones.fold(own, |stones, stone| stones & PointSet::of(stone));
        let mut search = Search {
            open: self,
            rules,
            before: self.picture(),
            picture,
            opened: opened - own,
            closed: picture - self.picture(),
            lifted: lifted.first(),
            at_rest,
            turn: Turn::from(Point::CENTRE),
            reach: 0,
            best: None,
        };
        search.start(stones);
        let reach = search.reach;
        search.best.map(|best| Account { reach, ..best })
    }
}

/// The search through all beginnings of turns.
struct Search<'a> {
    open: &'a OpenTurn,
    rules: &'a Rules,
    /// The points that were closed at the start of the turn.
    before: PointSet,
    picture: PointSet,
    /// Enemy stones that are off.
    opened: PointSet,
    /// Points that are closed and were empty.
    closed: PointSet,
    /// The one own stone that is off.
    lifted: Option<Point>,
    at_rest: bool,
    /// The beginning that is looked at.
    turn: Turn,
    /// The most steps of those that end where a stone stands.
    reach: usize,
    best: Option<Account>,
}

/// The stone of a beginning, and what it has done.
#[derive(Clone, Copy)]
struct Node {
    stone: OnItsWay,
    /// Where it stands, and where it has been before.
    end: Point,
    left: PointSet,
    /// What all steps have taken, and what the last one has.
    victims: PointSet,
    last: LegalStep,
}

impl Node {
    /// A step further.
    fn next(&self, legal: LegalStep, stone: OnItsWay) -> Self {
        Self {
            stone,
            end: legal.step.to,
            left: self.left | PointSet::of(self.end),
            victims: self.victims | legal.row,
            last: legal,
        }
    }
}

/// What can follow a beginning.
#[derive(Clone, Copy, Default)]
struct Ways {
    /// Whether all stones that are off are taken here or further on.
    covers: bool,
    /// Whether a step can follow at all.
    goes_on: bool,
    /// Where a following step lands, if what is off is taken on that way.
    targets: PointSet,
    /// What that step takes.
    prey: BySteps,
}

impl Search<'_> {
    /// Goes through all beginnings of some stones' turns.
    fn start(&mut self, stones: PointSet) {
        let touches = self.touch_cost(&self.turn, 0).unwrap_or(0);
        let start = &self.open.start;
        start.for_each_beginning(self.rules, stones, |legal, stone| {
            let LegalStep { step, row } = legal;
            self.turn = Turn::from(step.from);
            let node = Node {
                stone,
                end: step.to,
                left: PointSet::of(step.from),
                victims: row,
                last: legal,
            };
            if self.enter(&node) {
                self.first(legal, touches);
            }
        });
    }

    /// Goes on to a beginning that is a step longer; tells whether it takes all stones that are off, or
    /// can.
    fn enter(&mut self, node: &Node) -> bool {
        // Where no stone was put down the mover has not been, and neither beyond.
        if !self.open.evidence.touched().contains(node.end) {
            return self.covers(node);
        }
        self.turn.push(node.end, node.last.step.take);
        let covers = self.walk(node);
        self.turn.pop();
        covers
    }

    /// Whether all stones that are off are taken by a beginning, or by what can follow it.
    fn covers(&self, node: &Node) -> bool {
        if node.victims.contains_all(self.opened) {
            return true;
        }
        let found = node.stone.try_for_each_step(self.rules, |legal, stone| {
            if self.covers(&node.next(legal, stone)) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found.is_break()
    }

    /// Goes through a beginning and all that can follow it; tells whether it takes all stones that are
    /// off, or can.
    fn walk(&mut self, node: &Node) -> bool {
        let mover = self.mover(node);
        let mut ways = Ways {
            covers: node.victims.contains_all(self.opened),
            ..Ways::default()
        };
        let rules = self.rules;
        let _ = node.stone.try_for_each_step(rules, |legal, stone| {
            ways.goes_on = true;
            if self.enter(&node.next(legal, stone)) {
                ways.covers = true;
                ways.targets.add(legal.step.to);
                ways.prey.add(legal.step.take, legal.row);
            }
            ControlFlow::<()>::Continue(())
        });
        if let Some(mover) = mover.filter(|_| ways.covers) {
            self.judge(node, mover, ways);
        }
        ways.covers
    }

    /// The mover still stands, or was lifted and has not landed: then all touches were in passing.
    fn first(&mut self, LegalStep { step, row }: LegalStep, touches: u32) {
        if !self.closed.is_empty() {
            return;
        }
        let mover = match self.lifted {
            None => Mover::Waiting,
            Some(_) => Mover::Lifted,
        };
        let early = if self.opened.is_empty() { 0 } else { EARLY };
        let oddity = touches + self.lifted_back(mover, PointSet::EMPTY) + early;
        let cost = oddity + UNFINISHED;
        if self.best.as_ref().is_some_and(|best| best.cost < cost) {
            return;
        }
        let origins = PointSet::of(step.from);
        let targets = match mover {
            Mover::Waiting => PointSet::EMPTY,
            _ => PointSet::of(step.to),
        };
        let mut prey = BySteps::default();
        prey.add(step.take, row);
        // Most often it joins others like it.
        if let Some(best) = &mut self.best
            && best.cost == cost
            && best.mover == mover
        {
            best.origins |= origins;
            best.at |= origins;
            best.targets |= targets;
            best.prey.join(prey);
            return;
        }
        self.offer(Account {
            cost,
            oddity,
            turn: Turn::from(step.from),
            reach: 0,
            mover,
            origins,
            at: origins,
            targets,
            prey,
            approach: PointSet::EMPTY,
            withdrawal: PointSet::EMPTY,
            victims: PointSet::EMPTY,
            early: !self.opened.is_empty(),
            complete: None,
        });
    }

    /// Holds a beginning against the picture.
    fn judge(&mut self, node: &Node, mover: Mover, ways: Ways) {
        if mover == Mover::Lifted && !ways.goes_on {
            return;
        }
        let end = PointSet::of(node.end);
        let standing = (node.victims & self.picture) - end;
        let taken_early = !node.victims.contains_all(self.opened);
        let whole = mover == Mover::Placed && standing.is_empty() && !taken_early;
        // Touches that should have ended by now.
        let landings = match mover {
            Mover::Waiting | Mover::Lifted => self.turn.len(),
            Mover::Placed => self.turn.len() - 1,
            Mover::Sliding => self.turn.len().saturating_sub(2),
        };
        let Some(touches) = self.touch_cost(&self.turn, landings) else {
            return;
        };
        if mover == Mover::Placed {
            self.reach = self.reach.max(self.turn.len());
        }
        let origin = self.turn.origin();
        let after = whole
            .then(|| node.stone.stop(self.rules, &self.open.start, origin))
            .flatten();
        let early = if taken_early { EARLY } else { 0 };
        let proved = after.is_some() && (self.at_rest || !node.victims.is_empty());
        let unfinished = if proved { 0 } else { UNFINISHED };
        let oddity = touches + self.lifted_back(mover, end) + early;
        let cost = oddity + unfinished;
        if self.best.as_ref().is_some_and(|best| best.cost < cost) {
            return;
        }
        let complete = after.map(|after| Complete {
            turn: self.turn,
            after,
            cost: oddity,
            targets: ways.targets,
        });
        let row = node.last.row;
        let mut account = Account {
            cost,
            oddity,
            turn: self.turn,
            reach: 0,
            mover,
            origins: PointSet::of(origin),
            at: end,
            targets: ways.targets,
            prey: ways.prey,
            approach: PointSet::EMPTY,
            withdrawal: PointSet::EMPTY,
            victims: standing - row,
            early: taken_early,
            complete,
        };
        match node.last.step.take {
            Some(Take::Approach) => account.approach = standing & row,
            Some(Take::Withdrawal) => account.withdrawal = standing & row,
            None => {}
        }
        self.offer(account);
    }

    /// Where the mover of a beginning is in the picture, if it agrees with it.
    fn mover(&self, node: &Node) -> Option<Mover> {
        let end = node.end;
        let was_empty = !self.before.contains(end);
        let strange = self.closed - PointSet::of(end);
        // Points that the mover has left, and that are closed nevertheless.
        let left = node.left & self.picture;
        if !left.is_empty() {
            let slides = was_empty && self.closed.contains(end) && (strange - left).is_empty();
            let slides = slides && left == PointSet::of(node.last.step.from);
            return (slides && !self.at_rest).then_some(Mover::Sliding);
        }
        if !strange.is_empty() {
            None
        } else if self.closed.contains(end) {
            Some(Mover::Placed)
        } else if !self.picture.contains(end) {
            Some(Mover::Lifted)
        } else {
            // On the point of a stone that was taken: only what closed there again can be the mover.
            self.open.evidence.closed(end).map(|_| Mover::Placed)
        }
    }

    /// The cheapest way to tell the touches that have ended into landings on the way, which must come
    /// in their order, and points passed over; none if a landing was not seen.
    fn touch_cost(&self, turn: &Turn, landings: usize) -> Option<u32> {
        // What it costs to have landed on the first n points of the way, for each n.
        let mut costs = [None; Turn::MAX_STEPS + 1];
        costs[0] = Some(0);
        // Once the mover stands where the way ends, nothing is landed on any more.
        let stands = (landings < turn.len())
            .then(|| self.open.evidence.closed(turn.end()))
            .flatten();
        for touch in self.open.evidence.touches() {
            let is_late = stands.is_some_and(|stands| touch.ended > stands + OVERLAP);
            let passing = touch.passing_cost();
            let mut before = costs[0];
            costs[0] = costs[0].map(|cost| cost + passing);
            if is_late {
                costs[1..]
                    .iter_mut()
                    .flatten()
                    .for_each(|cost| *cost += passing);
                continue;
            }
            for (step, cost) in turn.steps().take(landings).zip(&mut costs[1..]) {
                let lands = before.filter(|_| step.to == touch.point);
                let lands = lands.map(|cost| cost + touch.landing_cost());
                before = *cost;
                let passes = cost.map(|cost| cost + passing);
                *cost = lands.into_iter().chain(passes).min();
            }
        }
        costs[landings]
    }

    /// Landing where a stone was taken is likelier than putting that stone back.
    fn lifted_back(&self, mover: Mover, end: PointSet) -> u32 {
        let back = self.open.evidence.touched() & self.before & self.picture;
        let explained = if mover == Mover::Placed {
            end
        } else {
            PointSet::EMPTY
        };
        if (back - explained).is_empty() {
            0
        } else {
            PUT_BACK
        }
    }

    /// Keeps the cheapest account, and joins what costs the same.
    fn offer(&mut self, account: Account) {
        match &mut self.best {
            Some(best) if best.cost < account.cost => {}
            Some(best) if best.cost == account.cost && best.mover == account.mover => {
                best.join(&account);
            }
            Some(best) if best.cost == account.cost && best.mover as u8 > account.mover as u8 => {}
            best => *best = Some(account),
        }
    }
}

impl Account {
    /// Whether a turn that was complete goes on: its stone is lifted again, or has moved on.
    #[must_use]
    pub fn goes_on_from(&self, turn: &Turn) -> bool {
        let standing = self.approach | self.withdrawal | self.victims;
        let lifted = self.mover == Mover::Lifted && standing.is_empty();
        self.turn.starts_with(turn) && (lifted || self.turn.len() > turn.len())
    }

    fn join(&mut self, other: &Self) {
        self.origins |= other.origins;
        self.at |= other.at;
        self.targets |= other.targets;
        self.prey.join(other.prey);
        self.approach |= other.approach;
        self.withdrawal |= other.withdrawal;
        self.victims |= other.victims;
        // Of turns that come to the same, the first in the order of texts counts.
        self.complete = match (self.complete, other.complete) {
            (Some(one), Some(two)) if two.turn < one.turn => Some(two),
            (Some(one), _) => Some(one),
            (None, two) => two,
        };
    }
}
