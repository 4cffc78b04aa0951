//! The search for the cheapest story.
//!
//! Cheap ones come first, and what is left is considered a little at a time, so that the lights never wait.

use core::ops::ControlFlow;

use crate::point::PointSet;
use crate::referee::clause::Clause;
use crate::referee::cost::{Cost, Row};
use crate::referee::log::{Later, Told};
use crate::referee::picture::Difference;
use crate::referee::readings::{Account, Complete};
use crate::referee::story::{Pair, Scene};
use crate::rules::generate::OnItsWay;
use crate::rules::turn::{LegalStep, Turn};

/// How much is considered at a time, so that the lights do not wait: a turn that has landed counts twice.
const SLICE: usize = 3;

/// The search for the cheapest story: the cheap ones first, the others a few at a time.
#[derive(Clone, Debug)]
pub struct Search {
    next: Next,
    /// Whether the board was at rest.
    at_rest: bool,
    /// What is known of the first turn.
    known: Option<Later>,
    /// The cheapest story of one turn,
    pub alone: Option<(Account, Cost)>,
    /// of two,
    pub pair: Option<Pair>,
    /// and of two after the one that is known,
    pub third: Option<Pair>,
    /// or, where nothing else explains it, after this one of the walks that nobody saw land.
    pub walked: Option<usize>,
}

/// What is to be considered next.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// One turn, and the reply to the one that is known.
    Likely,
    Others(usize),
    Third(usize),
    /// A walk that nobody saw land, and how many pairs after it were considered.
    Walk(usize, usize),
    Nothing,
}

impl Search {
    /// A search that has not begun.
    pub const fn new() -> Self {
        Self {
            next: Next::Likely,
            at_rest: false,
            known: None,
            alone: None,
            pair: None,
            third: None,
            walked: None,
        }
    }

    /// Has to begin anew: something has changed.
    pub const fn forget(&mut self) {
        self.next = Next::Likely;
    }

    /// What is known of the first turn, as long as nothing has changed. At rest everything is considered anew.
    pub fn known(&mut self, at_rest: bool) -> Option<Later> {
        if self.at_rest != at_rest {
            self.forget();
        }
        self.known.filter(|_| !matches!(self.next, Next::Likely))
    }

    /// Goes on for a while; tells whether nothing is left to be considered. Where no reply can be, only one turn is.
    pub fn go_on(&mut self, scene: &mut Scene, may_reply: bool) -> bool {
        let mut most = SLICE;
        if matches!(self.next, Next::Likely) {
            most = 0;
            self.at_rest = scene.at_rest;
            self.known = scene.known.map(|known| known.later);
            self.alone = scene.alone();
            (self.pair, self.third, self.walked) = (None, None, None);
            self.next = Next::Nothing;
        }
        let alone = self.alone.as_ref();
        scene.alone = alone.map(|(account, _)| account.turn);
        scene.is_chain = alone.is_some_and(|(account, _)| account.goes_on);
        if most == 0 && may_reply {
            self.pair = scene.known_pair();
            self.next = Next::Others(0);
        }
        self.consider(scene, most);
        matches!(self.next, Next::Nothing)
    }

    /// Whether one turn costs less than two.
    pub fn is_one_turn(&self) -> bool {
        let alone = self.alone.as_ref();
        alone.is_some_and(|(_, cost)| self.pair.as_ref().is_none_or(|pair| *cost < pair.cost))
    }

    fn consider(&mut self, scene: &Scene, most: usize) {
        let mut left = most;
        if let Next::Others(from) = self.next {
            let bound = self.least().unwrap_or(Cost::MOST);
            let best = &mut self.pair;
            let mut slice = Slice {
                best,
                bound,
                from,
                left,
            };
            let may_be = scene.least_denial() <= bound;
            let place = may_be.then(|| scene.other_pair(&mut slice)).flatten();
            left = slice.left;
            self.next = place.map_or(Next::Third(0), Next::Others);
            if left < most {
                return;
            }
        }
        if let Next::Third(from) = self.next {
            let bound = self.least().unwrap_or(Cost::MOST);
            let best = &mut self.third;
            let place = scene.third(&mut Slice {
                best,
                bound,
                from,
                left,
            });
            // A walk may have been where nobody sees it, if nothing else explains what stands.
            let is_hidden = !scene.log.unknown().is_empty();
            let may_walk = is_hidden && scene.at_rest && self.least().is_none();
            let last = if may_walk {
                Next::Walk(0, 0)
            } else {
                Next::Nothing
            };
            self.next = place.map_or(last, Next::Third);
        } else if let Next::Walk(walk, from) = self.next {
            self.next = self.consider_walk(scene, walk, from, most);
        }
    }

    /// Considers pairs after a walk that nobody saw land; tells what comes next.
    #[inline(never)]
    fn consider_walk(&mut self, scene: &Scene, walk: usize, from: usize, left: usize) -> Next {
        let Some((first, later)) = scene.walk(walk) else {
            return Next::Nothing;
        };
        let place = scene.after(&first, &later).other_pair(&mut Slice {
            best: &mut self.third,
            bound: Cost::MOST,
            from,
            left,
        });
        self.walked = self.third.as_ref().map(|_| walk);
        match place {
            Some(place) => Next::Walk(walk, place),
            None if self.third.is_some() => Next::Nothing,
            None => Next::Walk(walk + 1, 0),
        }
    }

    /// What the cheapest story costs.
    pub fn least(&self) -> Option<Cost> {
        let costs = self.alone.iter().map(|(_, cost)| *cost);
        let pairs = self.pair.iter().chain(&self.third);
        costs.chain(pairs.map(|pair| pair.cost)).min()
    }
}

impl Scene<'_> {
    /// The cheapest story of another turn and the reply to it, if it costs less than the best so far: of a few turns, after
    /// those that were considered before. Tells how many have been, if some are left.
    fn other_pair(&self, slice: &mut Slice) -> Option<usize> {
        let (touched, lifted) = self.log.points(self.share);
        let unknown = self.log.unknown();
        let touched = touched | unknown;
        let mut others = Others {
            scene: self,
            touched,
            lifted,
            slice,
            place: 0,
            is_done: true,
        };
        let own = self.base.stones()[self.base.side()];
        self.base
            .for_each_beginning(self.rules, (lifted | unknown) & own, |legal, stone| {
                if touched.contains(legal.step.to) {
                    let mut turn = Turn::from(legal.step.from);
                    others.enter(&mut turn, PointSet::EMPTY, legal, stone);
                }
            });
        (!others.is_done).then(|| others.place - 1)
    }

    /// The same, where the turn that is known is certain, and its reply was replied to before it was complete.
    fn third(&self, slice: &mut Slice) -> Option<usize> {
        let known = self.replied_to()?;
        if !Clause::Third.holds(true) {
            return None;
        }
        if known.later.way(known.told != Told::No) >= slice.bound {
            return None;
        }
        let scene = Scene {
            before: Some(self),
            ..self.after(known.first, &known.later)
        };
        scene.other_pair(slice)
    }

    /// One of the walks that may have landed on a point that is unknown, and what came after it.
    #[inline(never)]
    pub fn walk(&self, index: usize) -> Option<(Complete, Later)> {
        let (_, lifted) = self.log.points(self.share);
        let own = self.base.stones()[self.base.side()];
        let mut walks = 0;
        let mut found = None;
        self.base
            .for_each_beginning(self.rules, lifted & own, |legal, stone| {
                let LegalStep { step, .. } = legal;
                if step.take.is_some() || !self.log.unknown().contains(step.to) {
                    return;
                }
                if walks == index {
                    let mut turn = Turn::from(step.from);
                    turn.push(step.to, None);
                    found = stone
                        .stop(self.rules, self.base, step.from)
                        .map(|after| (turn, after));
                }
                walks += 1;
            });
        let (turn, after) = found?;
        let first = Complete {
            turn,
            after,
            targets: PointSet::EMPTY,
        };
        let landed = self.log.landed(self.share, &turn);
        let later = self
            .log
            .later(self.share, landed, self.base, &first, self.picture);
        Some((first, later))
    }

    /// What it costs at least that a story has another first turn than the one that is known.
    fn least_denial(&self) -> Cost {
        let is_told = self.known.is_some_and(|known| known.told != Told::No);
        Row::Contradiction.if_so(is_told && !self.at_rest)
    }
}

/// What is considered at a time.
struct Slice<'a> {
    /// The cheapest pair so far, and what one must cost less than.
    best: &'a mut Option<Pair>,
    bound: Cost,
    /// How many were considered before, and how many may be now.
    from: usize,
    left: usize,
}

/// The search for other first turns.
struct Others<'a, 'b> {
    scene: &'a Scene<'a>,
    /// Points that closed at least once, or may have, and points that opened.
    touched: PointSet,
    lifted: PointSet,
    slice: &'a mut Slice<'b>,
    /// How many were met.
    place: usize,
    /// Whether none is left.
    is_done: bool,
}

impl Others<'_, '_> {
    /// Goes on to a first turn that is a step longer, and to all that go on from it.
    fn enter(&mut self, turn: &mut Turn, victims: PointSet, legal: LegalStep, stone: &OnItsWay) {
        if !self.is_done {
            return;
        }
        turn.push(legal.step.to, legal.step.take);
        let victims = victims | legal.row;
        let (rules, touched) = (self.scene.rules, self.touched);
        let _ = stone.try_for_each_step(rules, touched, |legal, stone| {
            self.enter(turn, victims, legal, stone);
            ControlFlow::<()>::Continue(())
        });
        // What stands of all that it takes, less what has been lifted, which may be the reply's.
        let stands = (victims & self.scene.picture.closed) - PointSet::of(turn.end());
        let forms = [stands - self.lifted, stands];
        let count = if Clause::Lifted.holds(forms[0] != forms[1]) {
            2
        } else {
            1
        };
        for standing in forms.into_iter().take(count) {
            self.consider(turn, victims, standing, legal, stone);
        }
        turn.pop();
    }

    /// Holds a first turn of which this still stands against the picture. Not inlined: it needs much stack, and `enter` is on
    /// it for every step of a turn.
    #[inline(never)]
    fn consider(
        &mut self,
        turn: &Turn,
        victims: PointSet,
        standing: PointSet,
        LegalStep { step, row }: LegalStep,
        stone: &OnItsWay,
    ) {
        let scene = self.scene;
        let Some(is_moved) = self.may_reply(turn, victims, standing) else {
            return;
        };
        if !self.is_done {
            return;
        }
        self.place += 1;
        if self.place <= self.slice.from {
            return;
        }
        let known = scene.known.as_ref();
        let known = known.filter(|known| known.first.turn == *turn);
        if standing.is_empty() && known.is_some() {
            return;
        }
        let denial = match known {
            // What was told to be complete is not.
            Some(known) => Some(Row::Contradiction.if_so(known.told != Told::No)),
            None => scene.denial(turn, false),
        };
        // A reply that is complete has moved a stone.
        let is_whole = standing.is_empty() && is_moved;
        let least = Row::Unfinished.if_so(!is_whole);
        let Some(denial) = denial.filter(|&denial| denial + least <= self.slice.bound) else {
            return;
        };
        if self.slice.left == 0 {
            self.is_done = false;
            return;
        }
        self.slice.left -= 1;
        let landed = scene.landed(turn);
        let landed = landed.filter(|landed| denial + least + landed.cost <= self.slice.bound);
        let Some(after) = landed.and_then(|_| stone.stop(scene.rules, scene.base, turn.origin()))
        else {
            return;
        };
        let is_open = scene.partner.may(scene.base).is_any();
        let first = Complete {
            turn: *turn,
            after,
            targets: if is_open {
                stone.targets()
            } else {
                PointSet::EMPTY
            },
        };
        // The rest takes as long again.
        self.slice.left = self.slice.left.saturating_sub(1);
        let later = scene
            .log
            .later(scene.share, landed, scene.base, &first, scene.picture);
        let pair = scene.pair(&first, later, standing, denial);
        if let Some(mut pair) = pair.filter(|pair| scene.may_be(pair)) {
            pair.choice.add(step.take, row & standing);
            self.offer(pair);
        }
    }

    /// Whether there can be a reply to a turn of which this still stands: something else has changed, and at most one stone
    /// of the reply's is off; if so, whether one is.
    fn may_reply(&self, turn: &Turn, victims: PointSet, standing: PointSet) -> Option<bool> {
        let Scene { base, picture, .. } = self.scene;
        let end = PointSet::of(turn.end());
        let after = (base.occupied() - victims - PointSet::of(turn.origin())) | end;
        let Difference { opened, closed } = picture.without(standing).difference(after);
        let others = base.stones()[!base.side()] - victims;
        let mine = opened & others;
        let may = mine.is_at_most(1) && closed.is_at_most(2) && !(opened | closed).is_empty();
        may.then(|| others.intersects(opened | picture.unknown))
    }

    /// Keeps the cheapest pair; where it is still to be chosen which row is taken, both.
    fn offer(&mut self, pair: Pair) {
        match &mut self.slice.best {
            Some(best)
                if best.cost == pair.cost
                    && best.first.turn != pair.first.turn
                    && best.first.turn.visited() == pair.first.turn.visited()
                    && !pair.standing.is_empty()
                    && !best.standing.is_empty() =>
            {
                best.choice.join(pair.choice);
                best.standing |= pair.standing;
            }
            _ if pair.cost < self.slice.bound => {
                self.slice.bound = pair.cost;
                *self.slice.best = Some(pair);
            }
            _ => {}
        }
    }
}
