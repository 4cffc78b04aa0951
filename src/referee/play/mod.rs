//! A game on the board: a position that is certain, everything since, and the story that explains it best.

mod back;
mod wrong;

use heapless::Deque;

use crate::point::{Point, PointSet};
use crate::referee::cost::{Cost, LANDING};
use crate::referee::habit::Habit;
use crate::referee::log::{Landed, Later, Log, Rested, Share};
use crate::referee::readings::{Account, Complete, Mover, Question};
use crate::referee::show::{show, show_pair};
use crate::referee::situation::{Phase, Restore, Situation};
use crate::referee::story::{Known, LIKELY, Pair, Scene, Search, Told};
use crate::referee::{Event, Events};
use crate::rules::game::Game;
use crate::rules::options::{Rules, Takeback, Touch};
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::turn::Turn;
use crate::time::Millis;

/// The time that a stone must have stood to be tapped,
const TAP_STOOD: Millis = Millis(200);
/// and the time that a tap must last.
const TAP_OFF: Millis = Millis(50);
/// How long a picture must stand to be one that lights lead back to: stones that are knocked over together fall faster.
pub const MOMENT: Millis = Millis(60);
/// How many positions are remembered beside that before the last turn: one turn more than that can be
/// taken back by restoring what stood before it.
pub const DEPTH: usize = 8;

/// The game as far as the board shows it.
#[derive(Clone, Debug)]
pub struct Play {
    /// The position that is certain.
    base: Position,
    /// Everything that was seen and said since.
    log: Log,
    /// The turn from there, once it is complete: it becomes certain when the reply is complete too.
    first: Option<Complete>,
    /// The positions before the one that is certain, the oldest first.
    earlier: Deque<Position, DEPTH>,
    /// What the players usually do first.
    habits: BySide<Habit>,
    /// The stone that was touched and must move.
    bound: Option<Point>,
    /// The stones of the last picture that was explained and stood for a moment.
    explained: BySide<PointSet>,
    /// The earlier position that is being restored since.
    restoring: Option<BySide<PointSet>>,
    /// Whether something was called wrong since.
    is_wrong: bool,
    /// When the picture has to be judged again.
    again: Option<Millis>,
    /// The search for the story that explains it.
    search: Option<Search>,
    /// A turn and the reply to it that stood, but were not read: they were too odd before the board was at rest, or stones
    /// that the turn takes stood too.
    unread: Option<(Complete, Complete)>,
    /// What must stand again before play goes on, after a turn was taken back by a word.
    demanded: Option<BySide<PointSet>>,
}

/// What a picture means.
pub enum Reading {
    /// It is explained, and this is to be shown.
    As(Situation),
    /// No turn explains it.
    Not,
    /// The search has to go on.
    NotYet,
}

/// The picture to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// What is closed.
    pub picture: PointSet,
    /// When.
    pub now: Millis,
    /// Whether it has not changed for a while.
    pub at_rest: bool,
}

/// The game and who is told of what happens in it.
pub struct Ledger<'a> {
    /// The game.
    pub game: &'a mut Game,
    /// Who is told.
    pub events: &'a mut Events,
}

impl Ledger<'_> {
    fn pass(&mut self, turn: &Turn) {
        if self.game.play(turn).is_ok() {
            self.events.tell(Event::Turn(*turn));
            if let Some(outcome) = self.game.outcome() {
                self.events.tell(Event::Over(outcome));
            }
        }
    }

    fn take_back(&mut self) {
        if self.game.retract().is_some() {
            self.events.tell(Event::Takeback);
        }
    }
}

impl Play {
    /// A game that begins with a position.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self {
            explained: start.stones(),
            base: start,
            log: Log::new(),
            first: None,
            earlier: Deque::new(),
            habits: BySide {
                white: Habit::NONE,
                black: Habit::NONE,
            },
            bound: None,
            restoring: None,
            is_wrong: false,
            again: None,
            search: None,
            unread: None,
            demanded: None,
        }
    }

    /// Begins another game in the place of this one.
    pub fn restart(&mut self, start: Position) {
        // All fields are named, so that none is forgotten.
        let Self {
            base,
            log,
            first,
            earlier,
            habits,
            bound,
            explained,
            restoring,
            is_wrong,
            again,
            search,
            unread,
            demanded,
        } = self;
        log.clear();
        earlier.clear();
        (*base, *explained) = (start, start.stones());
        *habits = BySide::default();
        (*first, *search, *unread) = (None, None, None);
        (*bound, *restoring, *again, *demanded) = (None, None, None, None);
        *is_wrong = false;
    }

    /// Notes that a point has closed or opened.
    pub fn note(&mut self, point: Point, closed: bool, now: Millis) {
        self.log.note(point, closed, now);
        self.search = None;
    }

    /// Whether a player is known to take stones off first and then to move.
    #[must_use]
    pub fn takes_first(&self, side: Side) -> bool {
        self.habits[side].takes_first()
    }

    /// Says that a chain is over; tells whether one could have gone on.
    pub fn stop(&mut self, ledger: &mut Ledger, now: Millis) -> bool {
        let untold = !self.is_told(ledger.game);
        let Some(first) = self.first.as_ref().filter(|_| untold) else {
            return false;
        };
        self.log.say(now);
        self.search = None;
        ledger.pass(&first.turn);
        true
    }

    /// The last turn, as long as it may go on.
    #[must_use]
    pub fn chain(&self, game: &Game) -> Option<&Turn> {
        let first = self.first.as_ref()?;
        (!self.is_told(game) && !first.targets.is_empty()).then_some(&first.turn)
    }

    /// When a picture that does not change has to be judged again, other than at rest.
    #[must_use]
    pub const fn deadline(&self) -> Option<Millis> {
        self.again
    }

    /// Judges a picture: what it means for the game, and what is to be shown.
    pub fn judge(&mut self, ledger: &mut Ledger, sight: Sight) -> Reading {
        self.demanded = self
            .demanded
            .filter(|demanded| demanded.both() != sight.picture);
        if let Some(demanded) = self.demanded {
            return Reading::As(self.mistake(demanded, sight, ledger.game));
        }
        let reading = self.read(ledger, sight);
        if let Reading::As(situation) = &reading {
            self.explain(situation, sight);
        }
        reading
    }

    /// Remembers that a situation explains the picture. What does so only in passing is nothing to go back to.
    fn explain(&mut self, situation: &Situation, sight: Sight) {
        if !situation.fleeting && self.has_stood(MOMENT, sight) {
            self.explained = situation.owners(sight.picture);
            self.restoring = None;
            self.is_wrong = false;
        }
    }

    fn read(&mut self, ledger: &mut Ledger, sight: Sight) -> Reading {
        let rules = *ledger.game.rules();
        self.again = None;
        self.bind(&rules, sight.picture);
        if sight.at_rest {
            self.log.rest(sight.now);
        }
        if let Some(first) = &self.first
            && sight.picture == first.after.occupied()
        {
            let known = self.known(first, sight.picture, ledger.game);
            let is_over = first.targets.is_empty() && self.has_stood(LANDING, sight);
            let tapped = self.log.tapped(first.turn.end(), TAP_STOOD, TAP_OFF);
            let later = known.later.share;
            if known.told == Told::No && (known.later.said || tapped || is_over) {
                ledger.pass(&first.turn);
                if tapped {
                    self.log.tap(sight.now);
                }
            }
            if sight.at_rest {
                // What was touched has been put back, and counts no more.
                self.log.forget(later);
            }
            return Reading::As(self.rest(ledger));
        }
        let outcome = ledger.game.outcome();
        if outcome.is_some_and(Outcome::is_declared) || outcome.is_some() && self.first.is_none() {
            if sight.picture == self.base.occupied() {
                return Reading::As(self.rest(ledger));
            }
            return Reading::Not;
        }
        let before = self
            .search
            .take()
            .filter(|search| search.at_rest == sight.at_rest);
        let found = before.as_ref().and_then(Search::known);
        let mut scene = self.scene(&rules, found, ledger.game, sight);
        let rested = scene.known.is_some_and(|known| match outcome {
            None => known.later.rested == Rested::Since,
            // After a game stones are put away.
            Some(_) => known.later.rested != Rested::No,
        });
        let search = match before {
            None if outcome.is_some() => Search::of_one_turn(&scene),
            None => Search::new(&mut scene),
            Some(mut search) => {
                search.go_on(&mut scene);
                search
            }
        };
        if !search.is_done() {
            self.search = Some(search);
            return self.look_again(sight);
        }
        let Search {
            alone, pair, third, ..
        } = search;
        if let Some(third) = third {
            let is_certain = third.reply.complete.is_some() && third.standing.is_empty();
            if !sight.at_rest && !is_certain {
                return Reading::As(show_pair(&third));
            }
            self.certain(ledger, sight.picture);
            return self.look_again(sight);
        }
        match (alone, pair) {
            (Some((account, cost)), pair) if pair.as_ref().is_none_or(|pair| cost < pair.cost) => {
                self.revise(ledger, sight, &account, rested.then_some(cost))
            }
            (_, Some(pair)) if pair.in_doubt && sight.at_rest => Reading::As(show_pair(&pair)),
            (alone, Some(pair)) if !pair.in_doubt => {
                self.replied(ledger, sight, &pair, alone.is_none())
            }
            _ => self.reply_to_unread(ledger, sight),
        }
    }

    /// Nothing explains the picture, unless it is the reply to what stood and was not read.
    fn reply_to_unread(&mut self, ledger: &mut Ledger, sight: Sight) -> Reading {
        let Some((first, reply)) = self.unread else {
            return Reading::Not;
        };
        let rules = *ledger.game.rules();
        let taken = self.base.occupied() - first.after.occupied();
        let standing = (taken & sight.picture) - first.turn.visited() - reply.turn.visited();
        let sight = Sight {
            picture: sight.picture - standing,
            ..sight
        };
        let later = self.known(&first, sight.picture, ledger.game).later.share;
        let landed = self.log.landed(later, &reply.turn);
        let since = self
            .log
            .later(later, landed, &first.after, &reply, sight.picture);
        let scene = Scene {
            base: &first.after,
            share: later,
            known: Some(Known::new(&reply, (landed, since), false)),
            bound: None,
            ..self.scene(&rules, None, ledger.game, sight)
        };
        let Some(third) = scene.known_pair() else {
            return Reading::Not;
        };
        if !standing.is_empty() {
            return Reading::As(show_pair(&Pair { standing, ..third }));
        }
        if self.is_told(ledger.game) {
            ledger.take_back();
        }
        self.first = Some(first);
        self.certain(ledger, sight.picture);
        self.first = Some(reply);
        self.look_again(sight)
    }

    /// One turn explains the picture, which may not be what it seemed to be.
    fn revise(
        &mut self,
        ledger: &mut Ledger,
        sight: Sight,
        account: &Account,
        against: Option<Cost>,
    ) -> Reading {
        let is_told = self.is_told(ledger.game);
        // What has been at rest is not given up for a touch in passing, and if it was told at rest only: on the way stones
        // stand like anything.
        let is_passing = !self.has_stood(LANDING, sight);
        let is_other = self
            .first
            .is_some_and(|first| !account.turn.starts_with(&first.turn));
        let against = against.is_some_and(|cost| cost.contradicts > 0 || is_other && is_passing);
        let settled = sight.at_rest || !against;
        if let Some(complete) = account.complete.filter(|_| settled) {
            if is_told {
                ledger.take_back();
            }
            self.first = Some(complete);
            self.bound = None;
            return self.look_again(sight);
        }
        if sight.picture == self.base.occupied() {
            if sight.at_rest {
                if is_told {
                    ledger.take_back();
                }
                self.first = None;
                self.log.clear();
                self.step_back(ledger, sight.now);
            }
            if sight.at_rest || !is_told {
                return Reading::As(self.rest(ledger));
            }
        }
        let extends = self.first.as_ref().is_some_and(|first| {
            let standing = account.approach | account.withdrawal | account.victims;
            let lifted = account.mover == Mover::Lifted && standing.is_empty();
            account.turn.starts_with(&first.turn)
                && (lifted || account.turn.len() > first.turn.len())
        });
        let is_over = ledger.game.outcome().is_some();
        if !is_told || extends && !is_over {
            // At rest it is certain that what was told to be over goes on.
            if is_told && sight.at_rest {
                ledger.take_back();
                self.first = None;
            }
            return Reading::As(show(&self.base, account));
        }
        // It was told: this is on the way back, until everything is restored.
        let may_take_back = ledger.game.rules().takeback == Takeback::Yes;
        if is_over {
            let mut situation = self.rest(ledger);
            situation.fleeting = true;
            if may_take_back {
                situation.takeback = Restore::to(self.base.stones(), sight.picture);
            }
            return Reading::As(situation);
        }
        let start = may_take_back.then(|| self.base.stones());
        let back = self.restore(start, sight, ledger.game);
        back.map_or(Reading::Not, Reading::As)
    }

    /// Whether the picture has not changed for so long.
    fn has_stood(&self, span: Millis, sight: Sight) -> bool {
        let changed = self.log.changed();
        changed.is_none_or(|at| sight.now - at >= span)
    }

    /// A turn and the reply to it explain the picture; whether no single turn does, too.
    fn replied(&mut self, ledger: &mut Ledger, sight: Sight, pair: &Pair, only: bool) -> Reading {
        let Pair { first, reply, .. } = pair;
        let is_known = self
            .first
            .as_ref()
            .is_some_and(|known| known.turn == first.turn);
        let has_stood = |at: Option<Millis>| at.is_some_and(|at| sight.now - at >= LANDING);
        let is_passing = !is_known && !has_stood(pair.landed);
        if !pair.standing.is_empty() {
            // It may be replied to before all is off.
            if let Some(reply) = reply.complete {
                self.unread = Some((*first, reply));
            }
            self.explain(&show(&first.after, reply), sight);
            return Reading::As(show_pair(pair));
        }
        // On the way only what is known, or likely, is read.
        let is_likely = is_known || pair.cost.odd <= LIKELY;
        let is_doubtful = pair.cost.contradicts > 0 || is_passing && reply.complete.is_none();
        if !sight.at_rest && (is_doubtful || !is_likely) {
            if let Some(reply) = reply.complete {
                self.unread = Some((*first, reply));
            }
            return Reading::As(show_pair(pair));
        }
        self.unread = None;
        if !is_known {
            if self.is_told(ledger.game) {
                ledger.take_back();
            }
            self.first = Some(*first);
            self.bound = None;
        }
        let is_told = self.is_told(ledger.game);
        // A reply that is complete for a moment may only have passed there: it ends no chain.
        if !is_told && reply.complete.is_some() && !sight.at_rest && !has_stood(pair.replied) {
            self.again = pair.replied.map(|at| at + LANDING);
            return Reading::As(show_pair(pair));
        }
        // A stone knocked over or brushed by does not end a chain; one that lands does, and one that is lifted while
        // nothing else is.
        let moves = match reply.mover {
            Mover::Placed => has_stood(pair.replied),
            Mover::Lifted => pair.single && self.has_stood(MOMENT, sight),
            Mover::Waiting | Mover::Sliding => false,
        };
        if !is_told && (only && moves || reply.complete.is_some()) {
            ledger.pass(&first.turn);
        }
        let Some(complete) = reply.complete else {
            return Reading::As(show(&first.after, reply));
        };
        self.certain(ledger, sight.picture);
        self.first = Some(complete);
        self.look_again(sight)
    }

    /// The picture is to be judged again in a moment: it means something else now, or the search has to go on.
    fn look_again(&mut self, sight: Sight) -> Reading {
        self.again = Some(sight.now + Millis(1));
        Reading::NotYet
    }

    /// The first turn is certain.
    fn certain(&mut self, ledger: &mut Ledger, picture: PointSet) {
        let Some(first) = self.first else { return };
        if !self.is_told(ledger.game) {
            ledger.pass(&first.turn);
        }
        let known = self.known(&first, picture, ledger.game);
        let (landed, share) = (known.landed, known.later.share);
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
        self.remember(self.base);
        self.base = first.after;
        self.first = None;
        self.bound = None;
        self.unread = None;
    }

    /// What is to be explained, where this was found out about the first turn already.
    fn scene<'a>(
        &'a self,
        rules: &'a Rules,
        found: Option<(Option<Landed>, Later)>,
        game: &Game,
        sight: Sight,
    ) -> Scene<'a> {
        let known = |first| match found {
            Some(found) => Known::new(first, found, self.is_told(game)),
            None => self.known(first, sight.picture, game),
        };
        Scene {
            rules,
            base: &self.base,
            log: &self.log,
            share: Share::ALL,
            known: self.first.as_ref().map(known),
            picture: sight.picture,
            now: sight.now,
            at_rest: sight.at_rest,
            habits: self.habits,
            bound: self.bound,
            is_one_turn: false,
            before: None,
        }
    }

    /// What is known of the first turn.
    fn known<'a>(&self, first: &'a Complete, picture: PointSet, game: &Game) -> Known<'a> {
        let landed = self.log.landed(Share::ALL, &first.turn);
        let later = self
            .log
            .later(Share::ALL, landed, &self.base, first, picture);
        Known::new(first, (landed, later), self.is_told(game))
    }

    /// Remembers a position that can be gone back to, and forgets the oldest.
    fn remember(&mut self, position: Position) {
        if self.earlier.is_full() {
            self.earlier.pop_front();
        }
        let _ = self.earlier.push_back(position);
    }

    /// Whether the game stands where this does: before the last turn, or after it.
    #[must_use]
    pub fn agrees_with(&self, game: &Game) -> bool {
        let after = self.first.as_ref().map(|first| &first.after);
        [Some(&self.base), after].contains(&Some(game.position()))
    }

    /// Whether the game has the first turn already.
    fn is_told(&self, game: &Game) -> bool {
        game.position() != &self.base
    }

    /// What to show when the stones stand as the game has them.
    fn rest(&self, ledger: &Ledger) -> Situation {
        let start = self.start();
        let stones = start.stones();
        if let Some(outcome) = ledger.game.outcome() {
            let mut situation = Situation::at(Phase::Over, start);
            // Nobody's victory is everybody's.
            situation.winner = stones.white | stones.black;
            if let Some(winner) = outcome.winner() {
                situation.side = winner;
                situation.winner = stones[winner];
            }
            return situation;
        }
        if let (Some(chain), Some(first)) = (self.chain(ledger.game), &self.first) {
            let mut situation = Situation::at(Phase::Chaining, start);
            situation.side = self.base.side();
            situation.mover = PointSet::of(chain.end());
            situation.targets = first.targets;
            return situation;
        }
        let mut situation = Situation::at(Phase::ToMove, start);
        situation.mover = self.bound.map_or(PointSet::EMPTY, PointSet::of);
        situation.movable = match self.bound {
            Some(_) => situation.mover,
            None => start.movable(ledger.game.rules()),
        };
        // A landing that may have been a touch in passing is not told yet.
        situation.untold = self.first.is_some() && !self.is_told(ledger.game);
        situation
    }

    /// The position after the turn that is complete, or else the one that is certain.
    fn start(&self) -> &Position {
        self.first.as_ref().map_or(&self.base, |first| &first.after)
    }

    /// Under touch=move a stone that was lifted for a while is bound to move, if it can.
    fn bind(&mut self, rules: &Rules, picture: PointSet) {
        let start = self.start();
        if rules.touch == Touch::Free || self.bound.is_some() || picture != start.occupied() {
            return;
        }
        let share = self.first.as_ref().map_or(Share::ALL, |first| {
            let landed = self.log.landed(Share::ALL, &first.turn);
            let log = &self.log;
            log.later(Share::ALL, landed, &self.base, first, picture)
                .since
        });
        let evidence = self.log.evidence(share);
        let asked = Question {
            rules,
            start,
            evidence: &evidence,
            picture,
            at_rest: true,
            takes_first: false,
        };
        let own = start.stones()[start.side()];
        let touched = (evidence.touched() & own).iter().filter(|&point| {
            let times = evidence.opened(point).zip(evidence.closed(point));
            let held = times.is_some_and(|(opened, closed)| closed - opened >= LANDING);
            held && asked.explain(Some(point)).is_some()
        });
        self.bound = touched.min_by_key(|&point| evidence.opened(point));
    }
}
