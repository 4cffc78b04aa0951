//! Stories: what may have been played since the position that is certain.
//!
//! A story is up to two turns, the second perhaps unfinished, that explain the picture and everything in the log. Each has
//! a [`Cost`], and the cheapest is shown.

use core::ops::ControlFlow;

use crate::point::{Point, PointSet};
use crate::referee::cost::{Cost, Row, SLID, SLIDING};
use crate::referee::habit::Habit;
use crate::referee::log::{Landed, Later, Log, Rested, Share};
use crate::referee::readings::{Account, Complete, Difference, Mover, Question};
use crate::referee::situation::BySteps;
use crate::rules::generate::OnItsWay;
use crate::rules::options::{Rules, Takeback};
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::turn::{LegalStep, Turn};
use crate::time::Millis;

/// How long nothing is said of a reply that took the stone of a chain before its own had landed: the chain may go on.
pub const DOUBT: Millis = Millis(1500);

/// How odd a story may be that is read before the board is at rest.
pub const LIKELY: u16 = 60;
/// How much is considered at a time, so that the lights do not wait: a turn that has landed counts twice.
const SLICE: usize = 3;

/// The search for the cheapest story: the cheap ones first, the others a few at a time.
#[derive(Clone, Debug)]
pub struct Search {
    /// Whether the board was at rest.
    pub at_rest: bool,
    /// What is known of the first turn.
    known: Option<(Option<Landed>, Later)>,
    /// The cheapest story of one turn,
    pub alone: Option<(Account, Cost)>,
    /// of two,
    pub pair: Option<Pair>,
    /// and of two after the one that is known.
    pub third: Option<Pair>,
    next: Next,
}

/// What is to be considered next.
#[derive(Clone, Copy, Debug)]
enum Next {
    Others(usize),
    Third(usize),
    Nothing,
}

impl Search {
    /// Begins with one turn, and the reply to the one that is known.
    pub fn new(scene: &mut Scene) -> Self {
        let alone = scene.alone();
        scene.is_one_turn = alone.is_some();
        let mut search = Self {
            at_rest: scene.at_rest,
            known: scene.known.map(|known| (known.landed, known.later)),
            alone,
            pair: scene.known_pair(),
            third: None,
            next: Next::Others(0),
        };
        search.consider(scene, 0);
        search
    }

    /// One turn, and nothing else: after a game there is no reply.
    pub fn of_one_turn(scene: &Scene) -> Self {
        Self {
            at_rest: scene.at_rest,
            known: None,
            alone: scene.alone(),
            pair: None,
            third: None,
            next: Next::Nothing,
        }
    }

    /// What is known of the first turn.
    pub const fn known(&self) -> Option<(Option<Landed>, Later)> {
        self.known
    }

    /// Whether nothing is left to be considered.
    pub const fn is_done(&self) -> bool {
        matches!(self.next, Next::Nothing)
    }

    /// Goes on for a while.
    pub fn go_on(&mut self, scene: &mut Scene) {
        scene.is_one_turn = self.alone.is_some();
        self.consider(scene, SLICE);
    }

    fn consider(&mut self, scene: &Scene, most: usize) {
        let mut budget = most;
        if let Next::Others(from) = self.next {
            let bound = self.least().unwrap_or(Cost::MOST);
            let mut left = None;
            if scene.least_denial() <= bound {
                let best = self.pair.take();
                (self.pair, left) = scene.other_pair(best, bound, from, &mut budget);
            }
            self.next = left.map_or(Next::Third(0), Next::Others);
            if budget < most {
                return;
            }
        }
        if let Next::Third(from) = self.next {
            let least = self.least();
            let (third, left) = scene.third(least.unwrap_or(Cost::MOST), from, &mut budget);
            self.third = third.or(self.third.take());
            self.next = left.map_or(Next::Nothing, Next::Third);
        }
    }

    fn least(&self) -> Option<Cost> {
        let costs = self.alone.iter().map(|(_, cost)| *cost);
        let pairs = self.pair.iter().chain(&self.third);
        costs.chain(pairs.map(|pair| pair.cost)).min()
    }
}

/// What is to be explained.
pub struct Scene<'a> {
    pub rules: &'a Rules,
    /// The position that is certain, and what was seen and said since.
    pub base: &'a Position,
    pub log: &'a Log,
    pub share: Share,
    /// The turn that is complete, as far as one is.
    pub known: Option<Known<'a>>,
    pub picture: PointSet,
    pub now: Millis,
    pub at_rest: bool,
    /// What the players usually do first.
    pub habits: BySide<Habit>,
    /// The stone that must move next.
    pub bound: Option<Point>,
    /// Whether one turn explains it.
    pub is_one_turn: bool,
    /// The scene before, where the turn that is known there is certain.
    pub before: Option<&'a Scene<'a>>,
}

/// The turn that is complete, and what came after it.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub first: &'a Complete,
    pub landed: Option<Landed>,
    pub later: Later,
    pub told: Told,
}

/// Whether a turn was told, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    No,
    /// The stones showed that it is over.
    Seen,
    /// Its stone was tapped.
    Tapped,
    /// A player said so.
    Said,
}

/// A turn that is complete, but perhaps for stones to be taken off, and the reply as far as it has come.
#[derive(Clone, Debug)]
pub struct Pair {
    pub cost: Cost,
    pub first: Complete,
    /// When its stone landed.
    pub landed: Option<Millis>,
    /// What it takes and still stands: by its last step, and in all.
    pub choice: BySteps,
    pub standing: PointSet,
    pub reply: Account,
    /// When the reply's stone landed.
    pub replied: Option<Millis>,
    /// Whether the reply has lifted a single stone.
    pub single: bool,
    /// Whether a chain may still be meant, of which another change would tell.
    pub in_doubt: bool,
}

impl Pair {
    /// Whether nothing is left to be done.
    pub fn is_complete(&self) -> bool {
        self.standing.is_empty() && self.reply.complete.is_some()
    }
}

impl<'a> Known<'a> {
    /// What is known of a turn, by the log.
    pub fn new(
        first: &'a Complete,
        (landed, later): (Option<Landed>, Later),
        is_told: bool,
    ) -> Self {
        let told = match is_told {
            false => Told::No,
            true if later.said => Told::Said,
            true if later.tapped => Told::Tapped,
            true => Told::Seen,
        };
        Self {
            first,
            landed,
            later,
            told,
        }
    }
}

impl Scene<'_> {
    /// Whether something changed a short while ago.
    fn in_doubt(&self) -> bool {
        self.log.changed().is_some_and(|at| self.now - at < DOUBT)
    }

    /// The cheapest story of one turn.
    fn alone(&self) -> Option<(Account, Cost)> {
        let account = Question {
            rules: self.rules,
            start: self.base,
            evidence: &self.log.evidence(self.share),
            picture: self.picture,
            at_rest: self.at_rest,
            takes_first: self.habits[self.base.side()].takes_first(),
        };
        let account = account.explain(self.bound.filter(|_| self.known.is_none()))?;
        let cost = self.denial(&account.turn, account.at, true)?;
        let cost = account.cost + cost + Row::Doubt.if_so(account.in_doubt);
        Some((account, cost))
    }

    /// The cheapest story of the turn that is known and the reply to it.
    pub fn known_pair(&self) -> Option<Pair> {
        let known = self.known.as_ref()?;
        self.pair(
            known.first,
            known.landed,
            known.later,
            PointSet::EMPTY,
            Cost::NONE,
        )
    }

    /// The cheapest story of another turn and the reply to it, if it costs less than the best so far: of a few turns, after
    /// those that were considered before. Tells how many have been, if some are left.
    fn other_pair(
        &self,
        best: Option<Pair>,
        bound: Cost,
        from: usize,
        budget: &mut usize,
    ) -> (Option<Pair>, Option<usize>) {
        let (touched, lifted) = self.log.points(self.share);
        let mut others = Others {
            scene: self,
            touched,
            lifted,
            bound,
            best,
            place: 0,
            from,
            left: *budget,
            is_done: true,
        };
        let own = self.base.stones()[self.base.side()];
        self.base
            .for_each_beginning(self.rules, lifted & own, |legal, stone| {
                let mut turn = Turn::from(legal.step.from);
                others.enter(&mut turn, PointSet::EMPTY, legal, stone);
            });
        *budget = others.left;
        let left = (!others.is_done).then(|| others.place - 1);
        (others.best, left)
    }

    /// The same, where the turn that is known is certain, and its reply was replied to before it was complete.
    fn third(&self, bound: Cost, from: usize, budget: &mut usize) -> (Option<Pair>, Option<usize>) {
        let Some(known) = &self.known else {
            return (None, None);
        };
        let before = known.landed.map_or(Cost::NONE, |landed| landed.cost);
        if before >= bound {
            return (None, None);
        }
        let scene = Scene {
            base: &known.first.after,
            share: known.later.share,
            known: None,
            bound: None,
            is_one_turn: false,
            before: Some(self),
            ..*self
        };
        let (third, left) = scene.other_pair(None, bound, from, budget);
        let third = third.map(|third| Pair {
            cost: before + third.cost,
            ..third
        });
        (
            third.filter(|third| third.cost < bound && !third.in_doubt),
            left,
        )
    }

    /// What it costs at least that a story has another first turn than the one that is known.
    fn least_denial(&self) -> Cost {
        let is_told = self.known.is_some_and(|known| known.told != Told::No);
        Row::Contradiction.if_so(is_told && !self.at_rest)
    }

    /// What it costs that a story has this first turn, whose stone is here, and not the one that is known; nothing, if that
    /// cannot be.
    fn denial(&self, turn: &Turn, at: PointSet, is_alone: bool) -> Option<Cost> {
        let Some(known) = &self.known else {
            return Some(Cost::NONE);
        };
        let extends = turn.starts_with(&known.first.turn);
        let rested = known.later.rested != Rested::No;
        let stayed = known.later.rested == Rested::Since;
        // What a player said stays.
        if !is_alone && !extends && known.told == Told::Said {
            return None;
        }
        if known.told != Told::No && self.rules.takeback == Takeback::No && !extends {
            // Of a turn that stays played only the rows are open, until the board has been at rest.
            let stays = at == PointSet::of(known.first.turn.end());
            if !(stays && is_alone) && (rested || turn.is_empty()) {
                return None;
            }
        }
        Some(match known.told {
            Told::No => Row::Contradiction.if_so(stayed && !extends && !is_alone),
            Told::Seen | Told::Tapped if self.at_rest && (extends || !stayed) => {
                Row::Revision.cost() + Row::Tap.if_so(known.told == Told::Tapped)
            }
            Told::Seen | Told::Tapped | Told::Said => Row::Contradiction.cost(),
        })
    }

    /// Whether another turn than this was told and has been at rest: what denies it is read only if it is complete.
    fn has_rested(&self, turn: &Turn) -> bool {
        self.known.is_some_and(|known| {
            let is_other = !turn.starts_with(&known.first.turn);
            is_other && known.told != Told::No && known.later.rested == Rested::Since
        })
    }

    /// The cheapest story of a turn that landed here and of the reply to it, with stones that still stand left out.
    fn pair(
        &self,
        first: &Complete,
        landed: Option<Landed>,
        later: Later,
        standing: PointSet,
        denial: Cost,
    ) -> Option<Pair> {
        let Complete { turn, after, .. } = first;
        let picture = self.picture - standing;
        // What the reply has changed, it has changed since.
        let changed = Difference::between(after.occupied(), picture).points();
        let evidence = self.log.evidence(later.share);
        let since = evidence.touched() | evidence.lifted();
        if changed.is_empty() || !since.contains_all(changed) {
            return None;
        }
        let is_known = self.known.is_some_and(|known| known.first.turn == *turn);
        let has_habit = self.habits[after.side()].takes_first();
        let asked = Question {
            rules: self.rules,
            start: after,
            evidence: &evidence,
            picture,
            at_rest: self.at_rest,
            takes_first: has_habit,
        };
        let reply = asked.explain(self.bound.filter(|_| is_known))?;
        if reply.mover == Mover::Waiting && !standing.is_empty() {
            return None;
        }
        let lifted = reply.origins.iter();
        let lifted = lifted
            .filter_map(|point| self.log.opened(later.share, point))
            .min();
        let replied = match reply.mover {
            Mover::Placed | Mover::Sliding => {
                let landed = reply.at.iter().filter_map(|point| evidence.closed(point));
                landed.min()
            }
            Mover::Waiting | Mover::Lifted => None,
        };
        // Where the reply's stone landed first: a chain that goes on would have landed there.
        let landing = reply.turn.steps().next().filter(|_| reply.turn.len() > 1);
        let beside = landing.map_or(reply.at, |step| PointSet::of(step.to));
        let began = match reply.mover {
            Mover::Lifted if reply.turn.is_empty() => None,
            Mover::Waiting => None,
            _ => beside
                .iter()
                .filter_map(|point| evidence.closed(point))
                .min(),
        };
        let is_told = is_known && self.known.is_some_and(|known| known.told != Told::No);
        let is_whole = standing.is_empty();
        let is_paika = reply
            .complete
            .is_some_and(|complete| complete.turn.steps().all(|step| step.take.is_none()));
        let unfinished = match (is_whole, is_told) {
            (true, _) if reply.complete.is_some() => Cost::NONE,
            (true, true) => Row::Waiting.cost(),
            _ => Row::Unfinished.cost(),
        };
        let hands = Hands {
            lifted,
            began,
            beside,
            left: picture,
        };
        let order = self.order(
            first,
            self.share.less(later.share),
            later.share,
            standing,
            is_told,
            &hands,
        );
        let cost = landed.map_or(Cost::NONE, |landed| landed.cost)
            + self.before.map_or(Cost::NONE, |before| {
                before.replied(first, self.share.less(later.share))
            })
            + reply.oddity
            + Row::Paika.if_so(is_paika)
            + unfinished
            + denial
            + order.cost;
        Some(Pair {
            cost,
            first: *first,
            landed: landed.map(|landed| landed.at),
            choice: BySteps::default(),
            standing,
            reply,
            replied,
            single: evidence.lifted().is_single(),
            in_doubt: order.in_doubt,
        })
    }

    /// What it costs that the turn that is known was replied to by this one.
    fn replied(&self, reply: &Complete, own: Share) -> Cost {
        let Some(known) = &self.known else {
            return Cost::NONE;
        };
        let landing = reply.turn.steps().next().map(|step| step.to);
        let hands = Hands {
            lifted: self.log.opened(own, reply.turn.origin()),
            began: landing.and_then(|point| self.log.closed(own, point)),
            beside: landing.map_or(PointSet::EMPTY, PointSet::of),
            left: reply.after.occupied(),
        };
        let (own, later) = (self.share.less(known.later.share), known.later.share);
        let is_told = known.told != Told::No;
        self.order(known.first, own, later, PointSet::EMPTY, is_told, &hands)
            .cost
    }

    /// What it costs that a reply came in this order after a turn.
    fn order(
        &self,
        first: &Complete,
        own: Share,
        later: Share,
        standing: PointSet,
        is_told: bool,
        hands: &Hands,
    ) -> Order {
        let Hands {
            lifted,
            began,
            beside,
            left,
        } = *hands;
        let Complete { turn, after, .. } = first;
        let victims = self.base.occupied() - after.occupied() - turn.visited() - standing;
        let is_late = |point: Point| {
            let taken = self.log.opened(own, point);
            lifted
                .zip(taken)
                .is_some_and(|(lifted, taken)| taken > lifted)
        };
        let is_late = victims.iter().any(is_late);
        // The stone of the first turn is off: the reply took it, or it goes on.
        let taken = self.log.opened(later, turn.end());
        let taken = taken.filter(|_| !left.contains(turn.end()));
        let at_once = |span| taken.is_some_and(|taken| began.is_none_or(|at| taken <= at + span));
        let slid = if self.habits[self.base.side()].takes_first() {
            SLIDING
        } else {
            SLID
        };
        let taken_first =
            at_once(slid) || taken.is_some_and(|taken| lifted.is_none_or(|at| taken < at));
        let may_go_on = !is_told && beside.intersects(first.targets);
        // Who takes first, then lifts and lands is believed in the end; at once, if that is a habit.
        let in_order = taken < lifted && lifted < began;
        let has_habit = self.habits[after.side()].takes_first();
        let taken_first = taken_first && !(in_order && has_habit);
        let looks_like_chain =
            self.is_one_turn && may_go_on && (taken_first || is_late && at_once(SLIDING));
        let in_doubt = looks_like_chain && (self.in_doubt() || !in_order);
        let span = lifted.zip(began).map(|(lifted, began)| lifted - began);
        let slid_slowly = span.is_some_and(|span| span > SLIDING);
        Order {
            cost: Row::Late.if_so(is_late)
                + Row::TakenFirst.if_so(taken_first)
                + Row::Doubt.if_so(in_doubt),
            in_doubt: in_doubt && slid_slowly && self.in_doubt(),
        }
    }
}

/// What the hands of a reply did when.
struct Hands {
    /// When its stone was lifted, and when it landed first.
    lifted: Option<Millis>,
    began: Option<Millis>,
    /// Where it landed first.
    beside: PointSet,
    /// What stands afterwards.
    left: PointSet,
}

/// What it costs that a reply came as it came, and whether a chain may still be meant.
struct Order {
    cost: Cost,
    in_doubt: bool,
}

/// The search for other first turns.
struct Others<'a> {
    scene: &'a Scene<'a>,
    /// Points that closed at least once, and points that opened.
    touched: PointSet,
    lifted: PointSet,
    /// What a pair must cost less than.
    bound: Cost,
    best: Option<Pair>,
    /// How many were met, how many of these were considered before, and how many may be now.
    place: usize,
    from: usize,
    left: usize,
    /// Whether none is left.
    is_done: bool,
}

impl Others<'_> {
    /// Goes on to a first turn that is a step longer, and to all that go on from it.
    fn enter(&mut self, turn: &mut Turn, victims: PointSet, legal: LegalStep, stone: OnItsWay) {
        if !self.is_done || !self.touched.contains(legal.step.to) {
            return;
        }
        turn.push(legal.step.to, legal.step.take);
        let victims = victims | legal.row;
        let mut targets = PointSet::EMPTY;
        let _ = stone.try_for_each_step(self.scene.rules, |legal, stone| {
            targets.add(legal.step.to);
            self.enter(turn, victims, legal, stone);
            ControlFlow::<()>::Continue(())
        });
        let stands = self.stands(turn, victims);
        let forms = [stands - self.lifted, stands];
        let last = if forms[0] == forms[1] { 1 } else { 2 };
        for standing in forms.into_iter().take(last) {
            if let Some(is_moved) = self.may_reply(turn, victims, standing) {
                let after = stone.stop(self.scene.rules, self.scene.base, turn.origin());
                let Some(after) = after else { break };
                let turn = *turn;
                let first = Complete {
                    turn,
                    after,
                    targets,
                };
                self.consider(&first, standing, is_moved, legal);
            }
        }
        turn.pop();
    }

    /// What stands of all that a turn takes.
    fn stands(&self, turn: &Turn, victims: PointSet) -> PointSet {
        (victims & self.scene.picture) - PointSet::of(turn.end())
    }

    /// Whether there can be a reply to a turn of which this still stands: something else has changed, and at most one stone
    /// of the reply's is off; if so, whether one is.
    fn may_reply(&self, turn: &Turn, victims: PointSet, standing: PointSet) -> Option<bool> {
        let Scene { base, picture, .. } = self.scene;
        let end = PointSet::of(turn.end());
        let after = (base.occupied() - victims - PointSet::of(turn.origin())) | end;
        let Difference { opened, closed } = Difference::between(after, *picture - standing);
        let mine = opened & (base.stones()[!base.side()] - victims);
        let may = mine.len() <= 1 && closed.len() <= 2 && !(opened | closed).is_empty();
        may.then(|| !mine.is_empty())
    }

    /// Holds a first turn of which this still stands against the picture.
    fn consider(
        &mut self,
        first: &Complete,
        standing: PointSet,
        is_moved: bool,
        LegalStep { step, row }: LegalStep,
    ) {
        let scene = self.scene;
        let known = scene
            .known
            .as_ref()
            .filter(|known| known.first.turn == first.turn);
        if !self.is_done {
            return;
        }
        self.place += 1;
        if self.place <= self.from || standing.is_empty() && known.is_some() {
            return;
        }
        let denial = match known {
            // What was told to be complete is not.
            Some(known) => Some(Row::Contradiction.if_so(known.told != Told::No)),
            None => scene.denial(&first.turn, PointSet::of(first.turn.end()), false),
        };
        // A reply that is complete has moved a stone.
        let is_whole = standing.is_empty() && is_moved;
        let least = Row::Unfinished.if_so(!is_whole);
        let Some(denial) = denial.filter(|&denial| denial + least <= self.bound) else {
            return;
        };
        if self.left == 0 {
            self.is_done = false;
            return;
        }
        self.left -= 1;
        let landed = scene.log.landed(scene.share, &first.turn);
        let landed = landed.filter(|landed| denial + least + landed.cost <= self.bound);
        if landed.is_none() {
            return;
        }
        // The rest takes as long again.
        self.left = self.left.saturating_sub(1);
        let later = scene
            .log
            .later(scene.share, landed, scene.base, first, scene.picture);
        let pair = scene.pair(first, landed, later, standing, denial);
        let pair = pair.filter(|pair| pair.is_complete() || !scene.has_rested(&first.turn));
        if let Some(mut pair) = pair {
            pair.choice.add(step.take, row & standing);
            self.offer(pair);
        }
    }

    /// Keeps the cheapest pair; where it is still to be chosen which row is taken, both.
    fn offer(&mut self, pair: Pair) {
        match &mut self.best {
            Some(best)
                if best.cost == pair.cost
                    && best.first.turn.visited() == pair.first.turn.visited()
                    && !pair.standing.is_empty()
                    && !best.standing.is_empty() =>
            {
                best.choice.join(pair.choice);
                best.standing |= pair.standing;
            }
            _ if pair.cost < self.bound => {
                self.bound = pair.cost;
                self.best = Some(pair);
            }
            _ => {}
        }
    }
}
