//! Stories: what may have been played since the position that is certain.
//!
//! A story is up to two turns, the second perhaps unfinished, that explain the picture and everything in the log. Each has
//! a [`Cost`], and the cheapest is shown.

use crate::point::PointSet;
use crate::referee::bound::Bound;
use crate::referee::clause::Clause;
use crate::referee::cost::{Cost, Row, SLID, SLIDING};
use crate::referee::habit::Habit;
use crate::referee::log::{Landed, Later, Log, Share, Told};
use crate::referee::mirror;
use crate::referee::partner::Partner;
use crate::referee::picture::Picture;
use crate::referee::readings::{Account, Complete, Mover, Question, goes_on, goes_on_by_points};
use crate::referee::situation::BySteps;
use crate::rules::options::{Rules, Takeback};
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// How long nothing is said of a reply that took the stone of a chain before its own had landed: the chain may go on.
pub const DOUBT: Millis = Millis(1500);

/// What is to be explained.
pub struct Scene<'a> {
    pub rules: &'a Rules,
    /// The position that is certain, and what was seen and said since.
    pub base: &'a Position,
    pub log: &'a Log,
    pub share: Share,
    /// The turn that is complete, as far as one is.
    pub known: Option<Known<'a>>,
    /// Where none is, the first of two turns that stood and were not read: they may have been replied to.
    pub unread: Option<Known<'a>>,
    pub picture: Picture,
    pub now: Millis,
    pub at_rest: bool,
    /// What the players usually do first.
    pub habits: BySide<Habit>,
    /// How the turn and the reply to it have to begin, as far as they are bound to.
    pub bound: [Option<&'a Bound>; 2],
    /// What the board plays itself.
    pub partner: &'a Partner,
    /// The one turn that explains it, as far as it has come, and whether one does that goes on from the one that is complete.
    pub alone: Option<Turn>,
    pub is_chain: bool,
    /// The scene before, where the turn that is known there is certain.
    pub before: Option<&'a Scene<'a>>,
}

/// The turn that is complete, and what came after it.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub first: &'a Complete,
    pub later: Later,
    pub told: Told,
}

/// A turn that is complete, but perhaps for stones to be taken off, and the reply as far as it has come.
#[derive(Clone, Debug)]
pub struct Pair {
    pub cost: Cost,
    pub first: Complete,
    /// What came after it.
    pub later: Later,
    /// What it takes and still stands: by its last step, and in all.
    pub choice: BySteps,
    pub standing: PointSet,
    pub reply: Account,
    /// When the reply's stone landed.
    pub replied: Option<Millis>,
    /// Whether the reply has lifted a single stone.
    pub single: bool,
}

impl Pair {
    /// Whether nothing is left to be done.
    pub fn is_complete(&self) -> bool {
        self.standing.is_empty() && self.reply.complete().is_some()
    }
}

impl<'a> Known<'a> {
    /// What is known of a turn, by the log.
    pub fn new(first: &'a Complete, later: Later, is_told: bool) -> Self {
        let told = if is_told { later.told } else { Told::No };
        Self { first, later, told }
    }
}

impl<'a> Scene<'a> {
    /// What is to be explained once this turn is certain.
    pub fn after(&self, first: &'a Complete, later: &Later) -> Self {
        Self {
            base: &first.after,
            share: later.share,
            known: None,
            unread: None,
            bound: [self.bound[1].filter(|_| self.is_known(&first.turn)), None],
            alone: None,
            is_chain: false,
            ..*self
        }
    }

    /// Whether this turn is the one that is complete.
    fn is_known(&self, turn: &Turn) -> bool {
        self.known.is_some_and(|known| known.first.turn == *turn)
    }

    /// Whether something changed a short while ago.
    fn has_changed(&self) -> bool {
        self.log.changed().is_some_and(|at| self.now - at < DOUBT)
    }

    /// The cheapest story of one turn.
    pub fn alone(&self) -> Option<(Account, Cost)> {
        let account = Question {
            rules: self.rules,
            start: self.base,
            evidence: &self.log.evidence_of_first(),
            picture: self.picture,
            at_rest: self.at_rest,
            takes_first: self.habits[self.base.side()].takes_first(),
            before: self.known.as_ref().map(|known| &known.first.turn),
            partner: self.partner,
        };
        let account = account.explain(self.bound[0])?;
        let cost = self.denial(&account.turn, true)?;
        // What was odd about the landing from which it goes on still is.
        let from = self
            .known
            .filter(|known| goes_on(&account.turn, &known.first.turn));
        let slid = from.filter(|_| Clause::SlidBefore.holds(true));
        let slid = slid.and_then(|known| known.later.landed);
        let slid = slid.map_or(Cost::NONE, |landed| Row::Slide.of_slide(landed.slid));
        let is_unseen =
            from.is_some_and(|known| self.log.unknown().contains(known.first.turn.end()));
        let unseen = Row::Unseen.if_so(Clause::UnseenOrder.holds(is_unseen));
        // Who lifted a stone before this one landed may have moved it there.
        let may_be_reply = from.is_some_and(|known| {
            is_unseen
                && account.mover == Mover::Placed
                && !self.habits[self.base.side()].takes_first()
                && Clause::UnseenRows.holds(mirror::moved_first(self, &known.later, &account.turn))
        });
        let in_doubt = account.in_doubt || may_be_reply;
        let cost = account.cost + slid + unseen + cost + Row::Doubt.if_so(in_doubt);
        Some((account, cost))
    }

    /// The cheapest story of the turn that is known and the reply to it.
    pub fn known_pair(&self) -> Option<Pair> {
        let known = self.known.as_ref()?;
        self.pair(known.first, known.later, PointSet::EMPTY, Cost::NONE)
    }

    /// What it costs that a story has this first turn and not the one that is known; nothing, if that cannot be.
    pub fn denial(&self, turn: &Turn, is_alone: bool) -> Option<Cost> {
        let Some(known) = &self.known else {
            let is_past = is_alone && self.log.goes_on_after_word(self.share, turn.origin());
            return Some(Row::Contradiction.if_so(Clause::PastWord.holds(is_past)));
        };
        let extends = turn.starts_with(&known.first.turn);
        let stayed = known.later.stayed;
        // What a player said stays: no reply denies it, and where turns stay played nothing does.
        let stays = self.rules.takeback == Takeback::No;
        let is_said = known.told == Told::Said;
        if Clause::SaidStays.holds(is_said && stays) || is_said && !is_alone && !extends {
            return None;
        }
        // A turn that stays played may have been another, until the board has been at rest, but not none.
        if Clause::Stays.holds(known.told != Told::No && stays && turn.is_empty()) {
            return None;
        }
        // What was seen to stand at rest is not another turn, whose landing nobody sees.
        let is_unseen = !turn.is_empty() && self.log.unknown().contains(turn.end());
        if known.told != Told::No && known.later.rested && !extends && is_unseen {
            return None;
        }
        Some(match known.told {
            Told::No if is_alone || extends => Cost::NONE,
            Told::No if Clause::Brushed.holds(self.log.is_brushed(&known.later)) => Cost::NONE,
            Told::No if !stayed => Row::Revision.cost(),
            Told::Seen | Told::Tapped if self.at_rest && (extends || !stayed) => {
                Row::Revision.cost()
            }
            Told::No | Told::Seen | Told::Tapped | Told::Said => Row::Contradiction.cost(),
        })
    }

    /// The last landing of a turn. If another had been played alone at rest, its stone came from where that had ended.
    pub fn landed(&self, turn: &Turn) -> Option<Landed> {
        let mut landed = self.log.landed(self.share, turn)?;
        let stood = self
            .known
            .filter(|known| Clause::OnePlace.holds(known.later.alone.is_some()));
        let stood = stood.map(|known| known.first.turn.end());
        let slid = stood
            .filter(|&stood| stood != turn.end())
            .map(|stood| self.log.drawn(self.share, stood, landed));
        let drawn = slid.map_or(Cost::NONE, |slid| Row::Slide.of_slide(slid));
        landed.cost = landed.cost + drawn;
        Some(landed)
    }

    /// Whether a pair may be read at all: one that denies a turn that was told and has been at rest must be complete; and if
    /// that turn alone was played then, the reply must have landed since.
    pub fn may_be(&self, pair: &Pair) -> bool {
        let known = self
            .known
            .filter(|known| known.told != Told::No && known.later.stayed);
        let denied = known.filter(|known| !pair.first.turn.starts_with(&known.first.turn));
        denied.is_none_or(|denied| {
            pair.is_complete() && !Clause::DeniedSince.holds(pair.replied <= denied.later.alone)
        })
    }

    /// The cheapest story of a turn that landed here and of the reply to it, with stones that still stand left out.
    pub fn pair(
        &self,
        first: &Complete,
        later: Later,
        standing: PointSet,
        denial: Cost,
    ) -> Option<Pair> {
        let Complete { turn, after, .. } = first;
        let is_bound = self.bound[0].is_some_and(|bound| !bound.allows(turn));
        if is_bound || !self.partner.may(self.base).turn(turn) {
            return None;
        }
        let picture = self.picture.without(standing);
        // What the reply has changed, it has changed since.
        let changed = picture.difference(after.occupied()).points();
        let evidence = self.log.evidence(later.share);
        let since = evidence.landings() | evidence.lifted();
        if changed.is_empty() || Clause::Since.holds(!since.contains_all(changed)) {
            return None;
        }
        let is_known = self.is_known(turn);
        let has_habit = self.habits[after.side()].takes_first();
        let asked = Question {
            rules: self.rules,
            start: after,
            evidence: &evidence,
            picture,
            at_rest: self.at_rest,
            takes_first: has_habit,
            before: None,
            partner: self.partner,
        };
        let reply = asked.explain(self.bound[1].filter(|_| is_known))?;
        if Clause::NotBegun.holds(reply.mover == Mover::Waiting && !standing.is_empty()) {
            return None;
        }
        let replied = match reply.mover {
            Mover::Placed | Mover::Sliding => {
                let landed = reply.at.iter().filter_map(|point| evidence.closed(point));
                landed.min()
            }
            Mover::Waiting | Mover::Lifted | Mover::Unseen => None,
        };
        // Where the reply's stone landed first: a chain that goes on would have landed there.
        let beside = match reply.turn.len() {
            0 => PointSet::EMPTY,
            1 => reply.at,
            _ => PointSet::of(reply.turn.landing()),
        };
        let hands = Hands::of(self.log, later.share, reply.origins, beside, picture.closed);
        let is_told = is_known && self.known.is_some_and(|known| known.told != Told::No);
        let is_whole = standing.is_empty();
        let is_paika = reply
            .complete()
            .is_some_and(|complete| complete.takes_nothing());
        let unfinished = match (is_whole, is_told) {
            (true, _) if reply.complete().is_some() => Cost::NONE,
            (true, true) => Row::Waiting.cost(),
            _ => Row::Unfinished.cost(),
        };
        let has_walked = self.log.unknown().contains(turn.end()) && first.takes_nothing();
        // That the turn before it is over may be all that is certain.
        let before = self.before.and_then(Scene::replied_to);
        let is_proved = is_whole && reply.complete().is_some()
            || before.is_some_and(|known| known.told >= Told::Tapped);
        let unproved = if has_walked && !is_proved {
            Row::Unseen.of_walk()
        } else {
            Cost::NONE
        };
        let cost = later.way(is_told)
            + unproved
            + self.before.map_or(Cost::NONE, |before| {
                before.replied(first, self.share.less(later.share))
            })
            + reply.oddity
            + Row::Doubt.if_so(reply.in_doubt)
            + Row::Paika.if_so(is_paika)
            + unfinished
            + denial
            + self.order(first, &later, standing, is_told, &hands);
        Some(Pair {
            cost,
            first: *first,
            later,
            choice: BySteps::default(),
            standing,
            reply,
            replied,
            single: evidence.lifted().is_single(),
        })
    }

    /// The turn to which there may be a reply that was replied to.
    pub fn replied_to(&self) -> Option<&Known<'a>> {
        self.known.as_ref().or(self.unread.as_ref())
    }

    /// What it costs that this turn was played, and replied to by another.
    fn replied(&self, reply: &Complete, own: Share) -> Cost {
        let Some(known) = self.replied_to() else {
            return Cost::NONE;
        };
        let origin = PointSet::of(reply.turn.origin());
        let beside = PointSet::of(reply.turn.landing());
        let hands = Hands::of(self.log, own, origin, beside, reply.after.occupied());
        let is_told = known.told != Told::No;
        let later = &known.later;
        // What was not read was too odd for that.
        let unread = Row::Revision.if_so(self.known.is_none());
        let order = self.order(known.first, later, PointSet::EMPTY, is_told, &hands);
        later.way(is_told) + unread + order
    }

    /// Whether this turn may go on in another story: in the one of a single turn, or in the turn that is complete. What each
    /// step takes there may still be open.
    fn may_be_chain(&self, turn: &Turn) -> bool {
        let known = self.known.as_ref().map(|known| &known.first.turn);
        let mut chains = self.alone.iter().chain(known);
        known == Some(turn) && self.is_chain || chains.any(|chain| goes_on_by_points(chain, turn))
    }

    /// What it costs that a reply came in this order after a turn.
    fn order(
        &self,
        first: &Complete,
        later: &Later,
        standing: PointSet,
        is_told: bool,
        hands: &Hands,
    ) -> Cost {
        let Hands {
            lifted,
            began,
            beside,
            left,
            is_unseen,
        } = *hands;
        let Complete { turn, after, .. } = first;
        // The stone of the first turn is off: the reply took it, or it goes on.
        let taken = self.log.opened(later.share, turn.end());
        let taken = taken.filter(|_| !left.contains(turn.end()));
        let at_once = |span| taken.is_some_and(|taken| began.is_none_or(|at| taken <= at + span));
        let always_first = self.habits[self.base.side()].takes_first();
        let slid = if always_first || Clause::UnseenSlid.holds(is_unseen) {
            SLIDING
        } else {
            SLID
        };
        // Nobody sees when a stone leaves a point that is unknown: it may have gone on.
        let may_go_on = !is_told && beside.intersects(first.targets) && self.may_be_chain(turn);
        let went_unseen = may_go_on && self.log.unknown().contains(turn.end());
        let began_late = began.map(|at| at + Clause::UnseenSlides.span(SLID));
        let moved_first = lifted.is_some() && !is_unseen && lifted < began_late && !always_first;
        let went_unseen = went_unseen && !Clause::UnseenOrder.holds(moved_first);
        let taken_first = went_unseen
            || at_once(slid)
            || taken.is_some_and(|taken| lifted.is_none_or(|at| taken < at));
        // Who takes first, then lifts and lands is believed in the end; at once, if that is a habit.
        let in_order = taken < lifted && lifted < began;
        let has_habit = self.habits[after.side()].takes_first();
        let taken_first = taken_first
            && !Clause::TakenTold.holds(is_told)
            && !Clause::TakenInOrder.holds(in_order && has_habit);
        let is_late = || {
            let victims = self.base.occupied() - after.occupied() - turn.visited() - standing;
            let own = self.share.less(later.share);
            lifted.is_some_and(|lifted| self.log.has_opened(own, victims, lifted))
        };
        let in_doubt = may_go_on
            && (taken_first || Clause::Late.holds(at_once(SLIDING) && is_late()))
            && !Clause::DoubtEnds.holds(!self.has_changed() && in_order);
        Row::TakenFirst.if_so(taken_first)
            + Row::Overtaken.if_so(self.log.is_overtaken(later))
            + Row::Doubt.if_so(in_doubt)
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
    /// Whether nobody saw it leave.
    is_unseen: bool,
}

impl Hands {
    /// What the log's share says of a reply by one of these stones, which landed on one of these points first.
    fn of(log: &Log, share: Share, origins: PointSet, beside: PointSet, left: PointSet) -> Self {
        let lifted = origins.iter().filter_map(|point| log.opened(share, point));
        let began = beside.iter().filter_map(|point| log.closed(share, point));
        let began = began.min();
        // Where nobody sees it leave, a stone was lifted at the latest when it landed.
        let is_unseen = origins.intersects(log.unknown());
        let lifted = lifted.min().or(began.filter(|_| is_unseen));
        // and has landed as soon as it was lifted.
        let unseen = lifted.filter(|_| Clause::UnseenOrder.holds(beside.intersects(log.unknown())));
        Self {
            lifted,
            began: began.or(unseen),
            beside,
            left,
            is_unseen,
        }
    }
}
