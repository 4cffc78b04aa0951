//! Readings: the beginnings of legal turns that explain a picture.
//!
//! Nothing is followed from event to event. All beginnings of legal turns are gone through again and held against the
//! picture as it is and the touches that were seen. So nothing can be lost on the way, and no number of readings has to be
//! bounded.

use core::ops::ControlFlow;

use crate::point::{Point, PointSet};
use crate::referee::bound::Bound;
use crate::referee::clause::Clause;
use crate::referee::cost::{Cost, Row, SLID, SLIDING, Slide};
use crate::referee::evidence::Evidence;
use crate::referee::partner::{May, Partner};
use crate::referee::picture::{Difference, Picture};
use crate::referee::situation::BySteps;
use crate::rules::generate::OnItsWay;
use crate::rules::lines::{Direction, neighbour};
use crate::rules::options::Rules;
use crate::rules::position::Position;
use crate::rules::turn::{LegalStep, Step, Take, Turn};
use crate::time::Millis;

/// Where the stone that moves is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// Not lifted yet.
    Waiting,
    /// In a hand.
    Lifted,
    /// In a hand, or on the last point of the reading, which cannot be seen.
    Unseen,
    /// On the last point of the reading.
    Placed,
    /// On the last point, while the one before is still closed.
    Sliding,
}

/// What explains a picture: all readings that cost the least, together.
#[derive(Clone, Debug)]
pub struct Account {
    /// What it costs.
    pub cost: Cost,
    /// What of that does not come from being unfinished.
    pub oddity: Cost,
    /// The turn as far as it has come; where several are alike, the first.
    pub turn: Turn,
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
    /// Stones that were to be taken off where nobody can see it: nothing waits for them.
    pub unseen: PointSet,
    /// How the last step was slid,
    pub slid: Slide,
    /// and whether that step of a chain may have been the reply to it.
    pub in_doubt: bool,
    /// Whether the turn that was complete goes on in a reading, whatever that costs.
    pub goes_on: bool,
    /// The turn that is complete, if one is,
    whole: Option<Complete>,
    /// or would be if something had been done that cannot be seen.
    is_hidden: bool,
}

/// A turn that has been played out on the board.
#[derive(Clone, Copy, Debug)]
pub struct Complete {
    /// The turn.
    pub turn: Turn,
    /// The position after it.
    pub after: Position,
    /// Where the chain could go on.
    pub targets: PointSet,
}

impl Complete {
    /// Whether the turn is a walk.
    pub fn takes_nothing(&self) -> bool {
        self.turn.steps().all(|step| step.take.is_none())
    }
}

/// What is to be explained by one turn.
pub struct Question<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position at the start of the turn.
    pub start: &'a Position,
    /// The touches since then.
    pub evidence: &'a Evidence<'a>,
    /// What is seen.
    pub picture: Picture,
    /// At rest nothing slides.
    pub at_rest: bool,
    /// Whether the player is known to take first.
    pub takes_first: bool,
    /// The turn that was complete, if one was.
    pub before: Option<&'a Turn>,
    /// What the board plays itself.
    pub partner: &'a Partner,
}

impl Question<'_> {
    /// The cheapest account of the picture, if any turn explains it; any that is allowed, where it is bound.
    #[must_use]
    pub fn explain(&self, bound: Option<&Bound>) -> Option<Account> {
        let own = self.start.stones()[self.start.side()];
        let before = self.start.occupied();
        let Difference { opened, closed } = self.picture.difference(before);
        let lifted = opened & own;
        if lifted.len() > 1 {
            return None;
        }
        let stones = [lifted.first(), bound.map(Bound::origin)]
            .into_iter()
            .flatten();
        let stones = stones.fold(own, |stones, stone| stones & PointSet::of(stone));
        let mut beginnings = Beginnings {
            asked: self,
            before,
            opened: opened - own,
            closed,
            lifted: lifted.first(),
            bound,
            may: self.partner.may(self.start),
            turn: Turn::from(Point::CENTRE),
            goes_on: false,
            best: None,
            rival: None,
        };
        beginnings.start(stones);
        if let Some(best) = &mut beginnings.best {
            best.goes_on = beginnings.goes_on;
            best.unveil(beginnings.rival.as_ref());
        }
        beginnings.best
    }
}

impl Question<'_> {
    /// The rows of which nothing can be seen, after one more step of a turn that has taken these: one that it takes, if it
    /// could have taken another. A stone that lands where another was taken shows that it was.
    fn hidden_after(
        &self,
        hidden: PointSet,
        taken: PointSet,
        LegalStep { step, row }: LegalStep,
    ) -> PointSet {
        let unknown = self.picture.unknown;
        if unknown.is_empty() {
            return hidden;
        }
        let enemy = self.start.stones()[!self.start.side()] - taken;
        let is_unseen = row.intersects(unknown) && unknown.contains_all(row);
        let row = if is_unseen && is_choice(step, enemy) {
            row
        } else {
            PointSet::EMPTY
        };
        (hidden | row) - PointSet::of(step.to)
    }
}

/// Whether a chain is another that goes on.
pub fn goes_on(longer: &Turn, chain: &Turn) -> bool {
    longer.len() > chain.len() && longer.starts_with(chain)
}

/// Whether a chain is another that goes on, whatever both take.
pub fn goes_on_by_points(longer: &Turn, chain: &Turn) -> bool {
    let mut points = longer.points();
    longer.len() > chain.len()
        && longer.origin() == chain.origin()
        && chain.points().all(|point| points.next() == Some(point))
}

/// All beginnings of turns, gone through.
struct Beginnings<'a> {
    asked: &'a Question<'a>,
    /// The points that were closed at the start of the turn.
    before: PointSet,
    /// Enemy stones that are off.
    opened: PointSet,
    /// Points that are closed and were empty.
    closed: PointSet,
    /// The one own stone that is off.
    lifted: Option<Point>,
    /// How the turn has to begin.
    bound: Option<&'a Bound>,
    /// Which turns there may be.
    may: May<'a>,
    /// The beginning that is looked at.
    turn: Turn,
    /// Whether one went on from the turn that was complete.
    goes_on: bool,
    best: Option<Account>,
    /// The cheapest reading in which the stone stands and others are still to be taken off, if points are unknown.
    rival: Option<Rival>,
}

/// What another reading still has to be taken off.
#[derive(Clone, Copy)]
struct Rival {
    cost: Cost,
    at: Point,
    row: BySteps,
    victims: PointSet,
}

/// The stone of a beginning, and what it has done.
#[derive(Clone, Copy)]
struct Node<'a> {
    stone: &'a OnItsWay,
    /// Where it stands, and where it has been before.
    end: Point,
    left: PointSet,
    /// What all steps have taken, and what the last one has.
    victims: PointSet,
    last: LegalStep,
    /// Rows that steps take and of which nothing can be seen.
    hidden: PointSet,
}

/// Whether a step could take either of two rows.
fn is_choice(Step { from, to, .. }: Step, enemy: PointSet) -> bool {
    let Some(ahead) = Direction::between(from, to) else {
        return false;
    };
    let ends = [neighbour(to, ahead), neighbour(from, ahead.opposite())];
    let is_enemy = |end: Option<Point>| end.is_some_and(|end| enemy.contains(end));
    ends.into_iter().all(is_enemy)
}

impl Node<'_> {
    /// A step further.
    fn next<'a>(&self, asked: &Question, legal: LegalStep, stone: &'a OnItsWay) -> Node<'a> {
        Node {
            stone,
            end: legal.step.to,
            left: self.left | PointSet::of(self.end),
            victims: self.victims | legal.row,
            last: legal,
            hidden: asked.hidden_after(self.hidden, self.victims, legal),
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

impl Beginnings<'_> {
    /// Goes through all beginnings of some stones' turns.
    fn start(&mut self, stones: PointSet) {
        let touches = self.asked.evidence.way(&self.turn, 0).unwrap_or(Cost::NONE);
        let Question { start, rules, .. } = *self.asked;
        start.for_each_beginning(rules, stones, |legal, stone| {
            let LegalStep { step, row } = legal;
            if !self.may_step(PointSet::EMPTY, step) {
                return;
            }
            self.turn = Turn::from(step.from);
            let node = Node {
                stone,
                end: step.to,
                left: PointSet::of(step.from),
                victims: row,
                last: legal,
                hidden: self
                    .asked
                    .hidden_after(PointSet::EMPTY, PointSet::EMPTY, legal),
            };
            // Where no stone was put down the mover has not been: then only its beginning is of interest.
            let may_begin = self.may_begin(touches);
            if may_begin || self.has_been(node.end) {
                let covers = self.enter(&node);
                if covers && may_begin {
                    self.first(legal, touches);
                }
            }
        });
    }

    /// Whether a beginning that has left these points may go on with a step.
    fn may_step(&self, left: PointSet, step: Step) -> bool {
        self.may.is_any() || self.may.step(left, step)
    }

    /// Whether a stone was put down on a point.
    fn has_been(&self, point: Point) -> bool {
        self.asked.evidence.landings().contains(point)
    }

    /// Whether the mover may still stand, or be lifted and not have landed, and nothing explains the picture better.
    fn may_begin(&self, touches: Cost) -> bool {
        let cost = touches + Row::Unfinished.cost();
        self.closed.is_empty()
            && self.is_allowed()
            && self.best.as_ref().is_none_or(|best| best.cost >= cost)
    }

    /// Whether the beginning that is looked at is as it is bound to be.
    fn is_allowed(&self) -> bool {
        self.bound.is_none_or(|bound| bound.allows(&self.turn))
    }

    /// Goes on to a beginning that is a step longer; tells whether it takes all stones that are off, or
    /// can.
    fn enter(&mut self, node: &Node) -> bool {
        // Where no stone was put down the mover has not been, and neither beyond.
        if !self.has_been(node.end) {
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
        let found =
            node.stone
                .try_for_each_step(self.asked.rules, PointSet::ALL, |legal, stone| {
                    let may = self.may_step(node.left, legal.step);
                    if may && self.covers(&node.next(self.asked, legal, stone)) {
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
        let mover = self.mover(node).filter(|_| self.is_allowed());
        let mut ways = Ways {
            covers: node.victims.contains_all(self.opened),
            ..Ways::default()
        };
        let asked = self.asked;
        let rules = asked.rules;
        let all = PointSet::ALL;
        let _ = node.stone.try_for_each_step(rules, all, |legal, stone| {
            if !self.may_step(node.left, legal.step) {
                return ControlFlow::<()>::Continue(());
            }
            ways.goes_on = true;
            if self.enter(&node.next(asked, legal, stone)) {
                ways.covers = true;
                ways.targets.add(legal.step.to);
                ways.prey.add(legal.step.take, legal.row);
            }
            ControlFlow::Continue(())
        });
        if let Some(mover) = mover.filter(|_| ways.covers) {
            self.judge(node, mover, ways);
        }
        ways.covers
    }

    /// The mover still stands, or was lifted and has not landed: then all touches were in passing.
    fn first(&mut self, LegalStep { step, row }: LegalStep, touches: Cost) {
        let mover = match self.lifted {
            None => Mover::Waiting,
            Some(_) => Mover::Lifted,
        };
        let cost = touches + Row::Unfinished.cost();
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
            oddity: touches,
            turn: Turn::from(step.from),
            mover,
            origins,
            at: origins,
            targets,
            prey,
            approach: PointSet::EMPTY,
            withdrawal: PointSet::EMPTY,
            victims: PointSet::EMPTY,
            unseen: PointSet::EMPTY,
            slid: Slide::default(),
            in_doubt: false,
            goes_on: false,
            whole: None,
            is_hidden: false,
        });
    }

    /// Holds a beginning against the picture.
    #[inline(never)]
    fn judge(&mut self, node: &Node, mover: Mover, ways: Ways) {
        if mover == Mover::Lifted && !ways.goes_on {
            return;
        }
        let end = PointSet::of(node.end);
        let standing = (node.victims & self.asked.picture.closed) - end;
        let may_stand = matches!(mover, Mover::Placed | Mover::Unseen);
        let whole = may_stand
            && standing.is_empty()
            && node.victims.contains_all(self.opened)
            && (self.may.is_any() || self.may.turn(&self.turn));
        // At rest a row that is off proves the step that took it.
        let unknown = self.asked.picture.unknown;
        let unseen = self.asked.evidence.unknown();
        let row = node.last.row;
        let is_proved = whole && self.asked.at_rest && !unknown.contains_all(row);
        let mover = match mover {
            Mover::Unseen if is_proved => Mover::Placed,
            mover => mover,
        };
        let is_hidden = !node.hidden.is_empty();
        // Touches that should have ended by now.
        let landings = match mover {
            Mover::Waiting | Mover::Lifted | Mover::Unseen => self.turn.len(),
            Mover::Placed if unseen.contains(node.end) => self.turn.len(),
            Mover::Placed => self.turn.len() - 1,
            Mover::Sliding => self.turn.len().saturating_sub(2),
        };
        let Some(touches) = self.asked.evidence.way(&self.turn, landings) else {
            return;
        };
        let origin = self.turn.origin();
        let Question {
            rules,
            start,
            before,
            ..
        } = *self.asked;
        self.goes_on |= before.is_some_and(|before| goes_on(&self.turn, before));
        let after = whole
            .then(|| node.stone.stop(rules, start, origin))
            .flatten();
        let unfinished = match after {
            Some(_) if mover == Mover::Placed => Cost::NONE,
            _ => Row::Unfinished.cost(),
        };
        let (slide, in_doubt) = self.slide(node, mover);
        let is_unseen = mover == Mover::Placed && unseen.contains(node.end);
        let oddity = touches + Row::Slide.of_slide(slide) + Row::Unseen.if_so(is_unseen);
        let cost = oddity + unfinished;
        if !unknown.is_empty() && mover == Mover::Placed {
            self.note_rival(node, standing, cost);
        }
        if self.best.as_ref().is_some_and(|best| best.cost < cost) {
            return;
        }
        let whole = after.map(|after| Complete {
            turn: self.turn,
            after,
            targets: ways.targets,
        });
        let mut targets = ways.targets;
        // What cannot be seen of the last row stands as long as the rest does, or if that is all there is to do.
        let goes_on = Clause::GoesOnUnseen
            .holds(mover == Mover::Placed && standing.is_empty() && after.is_none());
        let (mut last, hidden) = if goes_on {
            (PointSet::EMPTY, unknown & row)
        } else {
            ((standing | unknown) & row, PointSet::EMPTY)
        };
        if mover == Mover::Unseen {
            targets.add(node.end);
            if !self.asked.at_rest {
                last = PointSet::EMPTY;
            }
        }
        let mut account = Account {
            cost,
            oddity,
            turn: self.turn,
            mover,
            origins: PointSet::of(origin),
            at: end,
            targets,
            prey: ways.prey,
            approach: PointSet::EMPTY,
            withdrawal: PointSet::EMPTY,
            victims: standing - row,
            unseen: hidden,
            slid: slide,
            in_doubt,
            goes_on: false,
            whole,
            is_hidden: is_hidden || mover == Mover::Unseen,
        };
        match node.last.step.take {
            Some(Take::Approach) => account.approach = last,
            Some(Take::Withdrawal) => account.withdrawal = last,
            None => {}
        }
        self.offer(account);
    }

    /// Remembers the cheapest reading in which the stone stands, and others are still to be taken off.
    #[inline(never)]
    fn note_rival(&mut self, node: &Node, standing: PointSet, cost: Cost) {
        let is_best = self.rival.is_none_or(|rival| cost < rival.cost);
        if !standing.is_empty() && is_best {
            let last = node.last.row;
            let mut row = BySteps::default();
            row.add(node.last.step.take, standing & last);
            self.rival = Some(Rival {
                cost,
                at: node.end,
                row,
                victims: standing - last,
            });
        }
    }

    /// Where the mover of a beginning is in the picture, if it agrees with it.
    fn mover(&self, node: &Node) -> Option<Mover> {
        let end = node.end;
        let was_empty = !self.before.contains(end);
        let strange = self.closed - PointSet::of(end);
        // Points that the mover has left, and that are closed nevertheless.
        let left = node.left & self.asked.picture.closed;
        if !left.is_empty() {
            let slides = was_empty && self.closed.contains(end) && (strange - left).is_empty();
            let slides = slides && left == PointSet::of(node.last.step.from);
            return (slides && !self.asked.at_rest).then_some(Mover::Sliding);
        }
        if !strange.is_empty() {
            None
        } else if self.asked.picture.hides(end) {
            Some(Mover::Unseen)
        } else if self.closed.contains(end) {
            Some(Mover::Placed)
        } else if !self.asked.picture.closed.contains(end) {
            Some(Mover::Lifted)
        } else {
            // On the point of a stone that was taken: only what closed there again can be the mover.
            let evidence = self.asked.evidence;
            let has_closed = evidence.landings().contains(end);
            has_closed.then_some(Mover::Placed)
        }
    }

    /// How the last step was slid, if it was, and whether it may have been the reply: a stone hardly slides to
    /// where all is off that it takes there.
    fn slide(&self, node: &Node, mover: Mover) -> (Slide, bool) {
        let evidence = self.asked.evidence;
        let from = node.last.step.from;
        if mover == Mover::Sliding {
            return (evidence.slides(from, node.end).unwrap_or_default(), false);
        }
        let times = evidence.left(from).zip(evidence.closed(node.end));
        let slid = evidence.slid(from, node.end);
        let (Mover::Placed, Some((left, closed)), Some(slide)) = (mover, times, slid) else {
            return (Slide::default(), false);
        };
        let stood = evidence.closed(from);
        // Where it came from was brushed afterwards.
        if stood.is_some_and(|brushed| brushed > closed) {
            return (Slide::default(), false);
        }
        // What is approached may instead have gone there itself, and taken this stone, once it stood.
        let between = |at: Millis| stood.is_none_or(|stood| stood < at) && at < left;
        let mut taken = node.last.row.iter().map(|point| evidence.left(point));
        let taken_first =
            node.last.step.take == Some(Take::Approach) && taken.all(|at| at.is_some_and(between));
        let slid = if self.asked.takes_first {
            SLIDING
        } else {
            SLID
        };
        let in_doubt =
            Clause::SlowSlide.holds(slide.both > slid && taken_first && self.turn.len() > 1);
        (slide, in_doubt)
    }

    /// Keeps the cheapest account, and joins what costs the same.
    fn offer(&mut self, account: Account) {
        match &mut self.best {
            Some(best) if best.cost < account.cost => {}
            Some(best) if best.cost == account.cost && best.mover.is_like(account.mover) => {
                best.join(&account, self.asked.before);
            }
            Some(best) if best.cost == account.cost && best.mover as u8 > account.mover as u8 => {}
            best => *best = Some(account),
        }
    }
}

impl Mover {
    /// Whether both look alike.
    fn is_like(self, other: Self) -> bool {
        let may_be_lifted = |mover| matches!(mover, Self::Lifted | Self::Unseen);
        self == other || may_be_lifted(self) && may_be_lifted(other)
    }
}

impl Account {
    /// The turn that is complete, if one is.
    #[must_use]
    pub fn complete(&self) -> Option<Complete> {
        self.whole.filter(|_| !self.is_hidden)
    }

    /// The turn that is complete, whether that can be seen or not.
    #[must_use]
    pub const fn whole(&self) -> Option<Complete> {
        self.whole
    }

    /// The turn that is complete if something was done that cannot be seen.
    #[must_use]
    pub fn hidden(&self) -> Option<Complete> {
        self.whole.filter(|_| self.is_hidden)
    }

    /// A row of which nothing can be seen was taken, unless it may be another one that is still to be: then both are shown, and
    /// it is not complete yet.
    fn unveil(&mut self, rival: Option<&Rival>) {
        if self.mover != Mover::Placed || self.hidden().is_none() {
            return;
        }
        self.is_hidden = false;
        if let Some(rival) = rival.filter(|rival| self.at == PointSet::of(rival.at)) {
            self.is_hidden = true;
            self.cost = self.cost + Row::Unfinished.cost();
            self.approach |= rival.row.approach;
            self.withdrawal |= rival.row.withdrawal;
            self.victims |= rival.victims;
        }
    }

    /// Whether the mover stands, and stones are still to be taken off.
    #[must_use]
    pub fn is_clearing(&self) -> bool {
        let standing = self.approach | self.withdrawal | self.victims;
        self.mover == Mover::Placed && !standing.is_empty()
    }

    /// Whether a turn that was complete goes on: its stone is lifted again, or has moved on.
    #[must_use]
    pub fn goes_on_from(&self, turn: &Turn) -> bool {
        let standing = self.approach | self.withdrawal | self.victims;
        let lifted = match self.mover {
            Mover::Lifted => standing.is_empty(),
            Mover::Unseen => true,
            Mover::Waiting | Mover::Placed | Mover::Sliding => false,
        };
        self.turn.starts_with(turn) && (lifted || self.turn.len() > turn.len())
    }

    fn join(&mut self, other: &Self, before: Option<&Turn>) {
        self.origins |= other.origins;
        self.at |= other.at;
        self.targets |= other.targets;
        self.prey.join(other.prey);
        self.approach |= other.approach;
        self.withdrawal |= other.withdrawal;
        self.victims |= other.victims;
        self.unseen |= other.unseen;
        if self.mover != other.mover {
            self.mover = Mover::Unseen;
            if other.turn.len() > self.turn.len() {
                self.turn = other.turn;
            }
        }
        self.is_hidden |= other.is_hidden;
        // Of turns that come to the same, the one counts that goes on from what was complete, or else the first in the order of texts.
        let is_new = |turn: &Turn| {
            let goes_on = before.is_some_and(|before| goes_on(turn, before));
            !Clause::SameTurn.holds(goes_on)
        };
        self.whole = match (self.whole, other.whole) {
            (Some(one), Some(two))
                if (is_new(&two.turn), two.turn) < (is_new(&one.turn), one.turn) =>
            {
                Some(two)
            }
            (Some(one), _) => Some(one),
            (None, two) => two,
        };
    }
}
