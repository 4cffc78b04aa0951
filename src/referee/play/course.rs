//! The course of the game as far as it is open: a position that is certain, and everything since.

use crate::referee::bound::Bound;
use crate::referee::clause::Clause;
use crate::referee::cost::{Cost, LANDING};
use crate::referee::habit::Habit;
use crate::referee::log::{Later, Log, Share};
use crate::referee::partner::Partner;
use crate::referee::picture::Picture;
use crate::referee::play::Sight;
use crate::referee::readings::{Complete, Question};
use crate::referee::story::{Known, Scene};
use crate::rules::game::Game;
use crate::rules::options::{Rules, Takeback, Touch};
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// What is certain, what was seen and said since, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// The position that is certain.
    pub base: Position,
    /// Everything that was seen and said since.
    pub log: Log,
    /// The turn from there, once it is complete: it becomes certain when the reply is complete too.
    pub first: Option<Complete>,
    /// What the players usually do first.
    pub habits: BySide<Habit>,
    /// How the turn from there and the reply to it have to begin.
    pub bound: [Option<Bound>; 2],
    /// What the board plays itself.
    pub partner: Partner,
}

impl Course {
    /// Begins with a position.
    pub const fn new(start: Position) -> Self {
        Self {
            base: start,
            log: Log::new(),
            first: None,
            habits: BySide {
                white: Habit::NONE,
                black: Habit::NONE,
            },
            bound: [None; 2],
            partner: Partner::NONE,
        }
    }

    /// Begins anew with a position; the players stay the same.
    pub fn stand_at(&mut self, position: Position) {
        self.base = position;
        self.log.clear();
        self.first = None;
        self.bound = [None; 2];
    }

    /// The position after the turn that is complete, or else the one that is certain.
    pub fn start(&self) -> &Position {
        self.first.as_ref().map_or(&self.base, |first| &first.after)
    }

    /// Whether the game has the first turn already.
    pub fn is_told(&self, game: &Game) -> bool {
        game.position() != &self.base
    }

    /// The last turn, as long as it may go on.
    pub fn chain(&self, game: &Game) -> Option<&Turn> {
        let first = self.first.as_ref()?;
        (!self.is_told(game) && !first.targets.is_empty()).then_some(&first.turn)
    }

    /// Whether the picture has not changed for a while.
    pub fn has_stood(&self, span: Millis, sight: Sight) -> bool {
        let changed = self.log.changed();
        changed.is_none_or(|at| sight.now - at >= span)
    }

    /// What is to be explained, where this was found out about the first turn already.
    pub fn scene<'a>(
        &'a self,
        rules: &'a Rules,
        found: Option<Later>,
        game: &Game,
        sight: Sight,
    ) -> Scene<'a> {
        let is_told = self.is_told(game);
        let known = |first| {
            let later = found.unwrap_or_else(|| self.later(first, sight.picture));
            Known::new(first, later, is_told)
        };
        Scene {
            rules,
            base: &self.base,
            log: &self.log,
            share: Share::ALL,
            known: self.first.as_ref().map(known),
            unread: None,
            picture: sight.picture,
            now: sight.now,
            at_rest: sight.at_rest,
            habits: self.habits,
            bound: self.bound(rules, game),
            partner: &self.partner,
            alone: None,
            is_chain: false,
            before: None,
        }
    }

    /// What is odd about the way of a turn whose stone stands at its end.
    pub fn way(&self, turn: &Turn) -> Option<Cost> {
        let evidence = self.log.evidence_of_first();
        evidence.way(turn, turn.len().saturating_sub(1))
    }

    /// What came after a turn.
    pub fn later(&self, first: &Complete, picture: Picture) -> Later {
        let landed = self.log.landed(Share::ALL, &first.turn);
        self.log
            .later(Share::ALL, landed, &self.base, first, picture)
    }

    /// A turn is certain: goes on from there with what came after it.
    pub fn pass(&mut self, first: &Complete, later: Later) {
        let Later { landed, share, .. } = later;
        if let (Some(landed), 1) = (landed, first.turn.len()) {
            let taken = self.base.occupied() - first.after.occupied() - first.turn.visited();
            let taken = taken
                .iter()
                .filter_map(|point| self.log.opened(Share::ALL.less(share), point));
            if let Some(last) = taken.max() {
                self.habits[self.base.side()].learn(last < landed.at);
            }
        }
        self.log.keep(share);
        self.first = None;
        self.bound = [self.bound[1], None];
        self.base = first.after;
    }

    /// How the turn and the reply to it have to begin. A turn that was told binds only where turns stay played.
    fn bound(&self, rules: &Rules, game: &Game) -> [Option<&Bound>; 2] {
        let is_open =
            !Clause::BoundTold.holds(self.is_told(game) && rules.takeback == Takeback::Yes);
        let [first, reply] = &self.bound;
        [first.as_ref().filter(|_| is_open), reply.as_ref()]
    }

    /// Whether the turn that is complete would undo, if it stood alone, what is bound to stay.
    pub fn undoes(&self, first: &Complete, game: &Game) -> bool {
        let [bound, reply] = self.bound(game.rules(), game);
        let has_replied = reply.is_some_and(|reply| reply.rests() > 0);
        has_replied || bound.is_some_and(|bound| !bound.allows(&first.turn))
    }

    /// The place of the turn that comes next: it is the one from the position that is certain, or the reply to it.
    pub fn next(&self) -> usize {
        usize::from(self.first.is_some())
    }

    /// A turn, or the reply to it, has stood at rest as far as this: where the rules say so, that stays.
    pub fn hold(&mut self, rules: &Rules, place: usize, turn: &Turn) {
        if rules.touch == Touch::Move || rules.takeback == Takeback::No {
            self.bound[place] = Some(Bound::rested(self.bound[place], turn));
        }
    }

    /// What comes after the turn that is complete begins anew: no step of it stays, but a touched stone must still move.
    #[inline(never)]
    pub fn release(&mut self, rules: &Rules) {
        let next = self.next();
        if let Some(first) = &self.first {
            while let Some(bound) = self.bound[0].filter(|bound| !bound.allows(&first.turn)) {
                self.bound[0] = bound.less();
            }
        }
        let touched = self.bound[next].filter(|_| rules.touch == Touch::Move);
        self.bound[next] = touched.map(|bound| Bound::touched(bound.origin()));
    }

    /// Another turn than the one that seemed to be complete is, or none: how that one had to begin still holds, unless it was
    /// told and may be taken back.
    pub fn adopt(&mut self, first: Option<Complete>, game: &Game) {
        let [bound, _] = self.bound(game.rules(), game);
        self.bound = [bound.copied(), None];
        self.first = first;
    }

    /// Under touch=move a stone that was lifted for a while is bound to move, if it can.
    pub fn bind(&mut self, rules: &Rules, picture: Picture) {
        let (start, next) = (self.start(), self.next());
        if rules.touch == Touch::Free
            || self.bound[next].is_some()
            || !picture.shows(start.occupied())
        {
            return;
        }
        let first = self.first.as_ref();
        let share = first.map_or(Share::ALL, |first| self.later(first, picture).since);
        let evidence = self.log.evidence(share);
        let asked = Question {
            rules,
            start,
            evidence: &evidence,
            picture,
            at_rest: true,
            takes_first: false,
            before: None,
            partner: &self.partner,
        };
        let own = start.stones()[start.side()];
        let touched = (evidence.touched() & own).iter().filter(|&point| {
            let times = evidence.opened(point).zip(evidence.closed(point));
            let held = times
                .is_some_and(|(opened, closed)| closed - opened >= Clause::BoundHeld.span(LANDING));
            held && !Clause::BoundSaid.holds(self.log.is_said_since(point))
                && asked.explain(Some(&Bound::touched(point))).is_some()
        });
        let touched = touched.min_by_key(|&point| evidence.opened(point));
        self.bound[next] = touched.map(Bound::touched);
    }
}
