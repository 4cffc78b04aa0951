//! A game on the board: a position that is certain, everything since, and the story that explains it best.

mod back;
mod course;
mod question;
pub mod recall;
mod wrong;

use crate::point::{Point, PointSet};
use crate::referee::clause::Clause;
use crate::referee::cost::{Cost, LANDING, Row};
use crate::referee::log::{Later, Told};
use crate::referee::partner::{May, Partner};
use crate::referee::picture::Picture;
use crate::referee::play::course::Course;
use crate::referee::play::question::{Answer, Guesses};
use crate::referee::readings::{Account, Complete, Mover, goes_on_by_points};
use crate::referee::search::Search;
use crate::referee::show::{show, show_pair};
use crate::referee::situation::{Phase, Situation};
use crate::referee::story::{Known, Pair, Scene};
use crate::referee::{Event, Events};
use crate::rules::game::Game;
use crate::rules::options::Takeback;
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
/// How many positions before the one that is certain are looked at: one turn more than that can be taken back at once, by restoring
/// what stood before it.
const DEPTH: usize = 8;

/// The game as far as the board shows it.
#[derive(Clone, Debug)]
pub struct Play {
    /// What is certain, and everything since.
    course: Course,
    /// The search for the story that explains it.
    search: Search,
    /// A turn and the reply to it that stood, but were not read: they were too odd before the board was at rest, or stones
    /// that the turn takes stood too, or that its reply takes: then only the turn is known.
    unread: Option<(Complete, Option<Complete>)>,
    /// The turn from the position that is certain that was told before another was read instead.
    denied: Option<Complete>,
    /// The stones of the last picture that was explained and stood for a moment.
    explained: BySide<PointSet>,
    /// The earlier position that is being restored since.
    restoring: Option<BySide<PointSet>>,
    /// Whether something was called wrong since.
    is_wrong: bool,
    /// What must stand again before play goes on, after a turn was taken back by a word.
    demanded: Option<BySide<PointSet>>,
    /// When the picture has to be judged again.
    again: Option<Millis>,
    /// What was shown last of the turn after the position that is certain, and of the reply to it.
    shown: [Option<Turn>; 2],
    /// What may be meant where points are unknown.
    guesses: Guesses,
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
    /// What is seen.
    pub picture: Picture,
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
    fn pass(&mut self, turn: &Turn, after: &Position) {
        let rules = *self.game.rules();
        let was_phase_one = self.game.position().is_phase_one(&rules);
        // Nothing is lost in silence: on the chip this is a fault, which has a name.
        let passed = self.game.pass(turn, after);
        assert!(passed.is_ok(), "the game is over, and a turn was read");
        self.events.tell(Event::Turn(*turn));
        if let Some(outcome) = self.game.outcome() {
            self.events.tell(Event::Over(outcome));
        } else if was_phase_one && !after.is_phase_one(&rules) {
            self.events.tell(Event::VelaFree);
        }
    }

    fn take_back(&mut self) {
        if self.game.retract().is_some() {
            self.events.tell(Event::Takeback);
        }
    }
}

/// The turn of an account as far as it has come for certain, if its stone has made a step.
fn begun(account: &Account) -> Option<Turn> {
    let mut turn = account.turn;
    if account.mover == Mover::Unseen {
        turn.pop();
    }
    Some(turn).filter(|turn| !turn.is_empty())
}

/// Whether a stone that landed then has stood for long enough not to be in passing.
fn has_landed(at: Option<Millis>, sight: Sight) -> bool {
    at.is_some_and(|at| sight.now - at >= LANDING)
}

/// Whether a turn has been at rest since its stone was lifted last; after a game, at all: stones are put away.
fn has_stayed(later: &Later, outcome: Option<Outcome>) -> bool {
    later.stayed || Clause::AfterGame.holds(outcome.is_some() && later.rested)
}

impl Play {
    /// A game that begins with a position.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self {
            course: Course::new(start),
            search: Search::new(),
            unread: None,
            denied: None,
            explained: start.stones(),
            restoring: None,
            is_wrong: false,
            demanded: None,
            again: None,
            shown: [None; 2],
            guesses: Guesses::NONE,
        }
    }

    /// Begins another game in the place of this one.
    pub fn restart(&mut self, start: Position) {
        // All fields are named, so that none is forgotten.
        let Self {
            course,
            search,
            unread,
            denied,
            explained,
            restoring,
            is_wrong,
            demanded,
            again,
            shown,
            guesses,
        } = self;
        *guesses = Guesses::NONE;
        course.stand_at(start);
        course.habits = BySide::default();
        search.forget();
        *explained = start.stones();
        (*unread, *restoring, *again, *demanded) = (None, None, None, None);
        *denied = None;
        *is_wrong = false;
        *shown = [None; 2];
    }

    /// Notes that a point has closed or opened.
    pub fn note(&mut self, point: Point, closed: bool, now: Millis) {
        self.course.log.note(point, closed, now);
        self.look_anew();
    }

    /// From now on nothing is known of these points.
    pub fn mistrust(&mut self, unknown: PointSet) {
        self.course.log.mistrust(unknown);
        self.look_anew();
        self.unread = None;
    }

    /// Something has changed: everything is considered anew.
    fn look_anew(&mut self) {
        self.search.forget();
        self.guesses = Guesses::NONE;
    }

    /// Whether a player is known to take stones off first and then to move.
    #[must_use]
    pub fn takes_first(&self, side: Side) -> bool {
        self.course.habits[side].takes_first()
    }

    /// Says that a chain is over; tells whether one could have gone on.
    pub fn stop(
        &mut self,
        ledger: &mut Ledger,
        picture: Picture,
        since: Millis,
        now: Millis,
    ) -> bool {
        let answer = self.confirm(ledger, picture, since, now);
        answer != Answer::Asked && self.end(ledger, picture, now) || answer != Answer::None
    }

    /// The turn that is complete is over, and is told; tells whether it was not yet.
    fn end(&mut self, ledger: &mut Ledger, picture: Picture, now: Millis) -> bool {
        let may_tell = !self.course.is_told(ledger.game) && ledger.game.outcome().is_none();
        let is_over = may_tell && !Clause::GoesOn.holds(self.is_going_on(picture));
        let Some(first) = self.course.first.as_ref().filter(|_| is_over) else {
            return false;
        };
        self.course.log.say(now);
        self.search.forget();
        ledger.pass(&first.turn, &first.after);
        true
    }

    /// Whether the turn that was complete goes on: its stone is in a hand, or has moved on and takes what still stands.
    fn is_going_on(&self, picture: Picture) -> bool {
        let alone = self.search.alone.as_ref();
        let goes_on = alone.is_some_and(|(account, _)| {
            let first = self.course.first.as_ref();
            account.mover == Mover::Lifted
                || first.is_some_and(|first| goes_on_by_points(&account.turn, &first.turn))
        });
        goes_on && self.search.is_one_turn() && !self.stands(picture)
    }

    /// What is likely, without all that takes longer to consider.
    fn look(&self, game: &Game, sight: Sight) -> Search {
        let mut scene = self.course.scene(game.rules(), None, game, sight);
        let mut search = Search::new();
        search.go_on(&mut scene, true);
        search
    }

    /// The players end the game: a turn that is complete still counts, if it stands alone or has at rest.
    #[inline(never)]
    pub fn conclude(&mut self, ledger: &mut Ledger, picture: Picture, now: Millis) {
        self.answer(ledger, picture, now, now);
        let counts = |first: &Complete| {
            picture.shows(first.after.occupied())
                || self.course.later(first, picture).alone.is_some()
        };
        if self.course.first.as_ref().is_some_and(counts) {
            self.end(ledger, picture, now);
        }
    }

    /// The last turn, as long as it may go on.
    #[must_use]
    pub fn chain(&self, game: &Game) -> Option<&Turn> {
        self.course.chain(game)
    }

    /// What the board plays itself.
    #[must_use]
    pub const fn partner(&self) -> &Partner {
        &self.course.partner
    }

    /// Whether the turn from the position that is certain is the board's, and not chosen yet.
    fn waits(&self) -> bool {
        matches!(self.course.partner.may(&self.course.base), May::Nothing)
    }

    /// Changes what the board plays itself; what stands is considered anew.
    pub fn change_partner(&mut self, change: impl FnOnce(&mut Partner)) {
        change(&mut self.course.partner);
        self.look_anew();
    }

    /// The position whose turn is due, and whether it is that after a chain that may still go on; none while a turn is over and
    /// not told yet.
    #[must_use]
    pub fn awaited(&self, game: &Game) -> Option<(Position, bool)> {
        let untold = !self.course.is_told(game);
        match self.course.first.filter(|_| untold) {
            Some(first) => (!first.targets.is_empty()).then_some((first.after, true)),
            None => Some((*game.position(), false)),
        }
    }

    /// When a picture that does not change has to be judged again, other than at rest.
    #[must_use]
    pub const fn deadline(&self) -> Option<Millis> {
        self.again
    }

    /// Judges a picture: what it means for the game, and what is to be shown.
    pub fn judge(&mut self, ledger: &mut Ledger, sight: Sight) -> Reading {
        let sight = self.told(sight);
        self.demanded = self
            .demanded
            .filter(|demanded| !sight.picture.shows(demanded.both()));
        if let Some(demanded) = self.demanded {
            return Reading::As(self.mistake(demanded, sight, ledger.game));
        }
        let reading = self.read(ledger, sight);
        if let Reading::As(situation) = &reading {
            self.explain(situation, sight);
        }
        if sight.at_rest && !matches!(reading, Reading::NotYet) {
            self.hold_first(ledger, sight);
        }
        reading
    }

    /// A turn that is complete and was told, or stands at rest, stays, where the rules say so.
    fn hold_first(&mut self, ledger: &Ledger, sight: Sight) {
        let is_told = self.course.is_told(ledger.game);
        let stays = |first: &Complete| {
            is_told
                || sight.picture.shows(first.after.occupied())
                    && !self.course.undoes(first, ledger.game)
        };
        if let Some(first) = self.course.first.filter(stays) {
            self.course.hold(ledger.game.rules(), 0, &first.turn);
        }
    }

    /// Remembers that a situation explains the picture. What does so only in passing is nothing to go back to.
    fn explain(&mut self, situation: &Situation, sight: Sight) {
        if !situation.fleeting
            && self
                .course
                .has_stood(Clause::ExplainedMoment.span(MOMENT), sight)
        {
            self.explained = situation.owners(sight.picture.closed);
            self.restoring = None;
            self.is_wrong = false;
        }
    }

    fn read(&mut self, ledger: &mut Ledger, sight: Sight) -> Reading {
        let rules = *ledger.game.rules();
        self.again = None;
        self.course.bind(&rules, sight.picture);
        let first = self.course.first;
        if let Some(told) = first.filter(|_| self.course.is_told(ledger.game)) {
            let Course { base, partner, .. } = &mut self.course;
            partner.accept(base, &told.turn);
        }
        let standing = first.filter(|first| sight.picture.shows(first.after.occupied()));
        let outcome = ledger.game.outcome();
        if let Some(first) = &standing
            && self.course.undoes(first, ledger.game)
        {
            if outcome.is_none() {
                return Reading::Not;
            }
            // After the end nothing has to go on.
            self.course.release(&rules);
        }
        if let Some(question) = self.ask(ledger.game, sight) {
            return question;
        }
        if sight.at_rest {
            if let Some(first) = standing
                .as_ref()
                .filter(|_| Clause::PutBack.holds(self.is_put_back()))
            {
                // What was touched has been put back, and counts no more; neither does what was not read.
                let later = self.course.later(first, sight.picture);
                self.course.log.forget(later.share);
                self.unread = None;
            }
            self.course.log.rest(sight.now);
        }
        if let Some(first) = &standing {
            return self.stand(ledger, sight, first);
        }
        if outcome.is_some_and(Outcome::is_declared)
            || outcome.is_some() && self.course.first.is_none()
        {
            if sight.picture.shows(self.course.base.occupied()) {
                return Reading::As(self.rest(ledger));
            }
            return Reading::Not;
        }
        // As long as the board has not chosen its turn, nobody has one to begin.
        if first.is_none() && sight.picture.shows(self.course.base.occupied()) && self.waits() {
            return self.stand_back(ledger, sight);
        }
        let found = self.search.known(sight.at_rest);
        let mut scene = self.course.scene(&rules, found, ledger.game, sight);
        let known = scene.known.map(|known| (*known.first, known.later));
        scene.known = self.proved(scene.known);
        let may_be_unread = Clause::Unread.holds(known.is_none());
        let unread = self.unread.filter(|_| may_be_unread);
        scene.unread = unread.as_ref().map(|(first, _)| {
            let later = self.course.later(first, sight.picture);
            Known::new(first, later, false)
        });
        let supposed = scene.unread.map(|unread| (*unread.first, unread.later));
        if !self.search.go_on(&mut scene, outcome.is_none()) {
            return self.look_again(sight);
        }
        if let Some((first, later)) = self.search.walked.and_then(|walk| scene.walk(walk)) {
            self.search.forget();
            self.adopt(ledger, Some(first));
            self.certain(ledger, &first, later, None);
            return self.look_again(sight);
        }
        self.search.forget();
        // That turns are taken back is a story too. What no hand does is not read as two turns.
        let least = self.search.least();
        let is_odder = least.is_none_or(|least| least > Row::Back.cost());
        let is_back = sight.at_rest && is_odder && self.is_taken_back(ledger.game, sight.picture);
        let is_impossible = least.is_some_and(|least| least.impossible > 0);
        if is_back || Clause::Impossible.holds(is_impossible && self.search.alone.is_none()) {
            return Reading::Not;
        }
        let Search {
            alone, pair, third, ..
        } = &self.search;
        if let (Some(third), Some((first, later))) = (third, known.or(supposed)) {
            // Nobody waits where nothing else explains the reply to what was not read.
            let is_only = known.is_none() && alone.is_none() && pair.is_none();
            let stands = is_only || self.course.has_stood(MOMENT, sight);
            let stands = stands && self.is_replied(ledger.game, &later, third);
            if !sight.at_rest && !stands {
                return Reading::As(show_pair(third));
            }
            self.certain(ledger, &first, later, None);
            return self.look_again(sight);
        }
        let is_one_turn = self.search.is_one_turn();
        match (alone, pair) {
            (Some((account, cost)), _) if is_one_turn => {
                let (account, cost) = (account.clone(), *cost);
                let rested = known.is_some_and(|(_, later)| has_stayed(&later, outcome));
                self.revise(ledger, sight, &account, rested.then_some(cost))
            }
            (alone, Some(pair)) => {
                let (pair, is_only) = (pair.clone(), alone.is_none());
                self.replied(ledger, sight, &pair, is_only)
            }
            _ => self.reply_to_unread(ledger, sight),
        }
    }

    /// Whether the reply to a turn was replied to, so that the turn is certain. On the way stones stand like anything, and nobody
    /// replies to a stone that still slides. What has stood alone is certain also if the reply to it, or the reply to that, is still
    /// to be cleared: nobody waits for that.
    fn is_replied(&self, game: &Game, later: &Later, third: &Pair) -> bool {
        let log = &self.course.log;
        let still_slides = log.is_overtaken(later) || log.is_overtaken(&third.later);
        let stood_alone = self.course.is_told(game) && later.alone.is_some();
        let has_landed = third.reply.complete().is_some() || third.reply.is_clearing();
        let is_replied = third.is_complete() || Clause::StoodAlone.holds(stood_alone && has_landed);
        is_replied && !Clause::StillSlides.holds(still_slides)
    }

    /// A turn that is complete stands alone: it is told if it is over.
    fn stand(&mut self, ledger: &mut Ledger, sight: Sight, first: &Complete) -> Reading {
        let later = self.course.later(first, sight.picture);
        let is_over = first.targets.is_empty() && self.has_stood(sight);
        let tapped = self.course.log.tapped(
            first.turn.end(),
            Clause::TapStood.span(TAP_STOOD),
            Clause::TapOff.span(TAP_OFF),
        );
        // Where the players have ended the game in the midst of a turn, nothing more is told of that.
        let may_tell = !self.course.is_told(ledger.game) && ledger.game.outcome().is_none();
        if may_tell && (later.told == Told::Said || tapped || is_over) {
            ledger.pass(&first.turn, &first.after);
            if tapped {
                self.course.log.tap(sight.now);
            }
        }
        self.shown = [Some(first.turn), None];
        Reading::As(self.rest(ledger))
    }

    /// Nothing explains the picture, unless it is the reply to what stood and was not read.
    fn reply_to_unread(&mut self, ledger: &mut Ledger, sight: Sight) -> Reading {
        let unread = self.unread.filter(|_| Clause::Unread.holds(true));
        let Some((first, Some(reply))) = unread else {
            return Reading::Not;
        };
        let rules = *ledger.game.rules();
        let taken = self.course.base.occupied() - first.after.occupied();
        let standing = taken & sight.picture.closed;
        let standing = standing - first.turn.visited() - reply.turn.visited();
        let sight = Sight {
            picture: sight.picture.without(standing),
            ..sight
        };
        let later = self.course.later(&first, sight.picture);
        let log = &self.course.log;
        let landed = log.landed(later.share, &reply.turn);
        let since = log.later(later.share, landed, &first.after, &reply, sight.picture);
        let scene = self.course.scene(&rules, Some(later), ledger.game, sight);
        let scene = Scene {
            known: Some(Known::new(&reply, since, false)),
            ..scene.after(&first, &later)
        };
        let Some(third) = scene.known_pair() else {
            return Reading::Not;
        };
        if !standing.is_empty() {
            return Reading::As(show_pair(&Pair { standing, ..third }));
        }
        self.adopt(ledger, Some(first));
        self.certain(ledger, &first, later, Some(reply));
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
        let is_told = self.course.is_told(ledger.game);
        // What has been at rest is not given up for a touch in passing, and if it was told at rest only: on the way stones
        // stand like anything.
        let is_passing = !self.course.has_stood(LANDING, sight);
        let is_other = self
            .course
            .first
            .is_some_and(|first| !account.turn.starts_with(&first.turn));
        let against = against.is_some_and(|cost| {
            Clause::RevisedAtRest.holds(cost.contradicts > 0) || is_other && is_passing
        });
        let settled = sight.at_rest || !against;
        let complete = account.complete().filter(|_| settled);
        if let Some(complete) = complete.or_else(|| self.tapped_hidden(account)) {
            self.adopt(ledger, Some(complete));
            return self.look_again(sight);
        }
        let stands = sight.picture.shows(self.course.base.occupied());
        if stands && (sight.at_rest || !Clause::BackAtRest.holds(is_told)) {
            return self.stand_back(ledger, sight);
        }
        let extends = self
            .course
            .first
            .is_some_and(|first| account.goes_on_from(&first.turn));
        // Who restores nothing is not on the way back: another turn was played, as far as it has come.
        let is_kept = || {
            let first = self.course.first.as_ref();
            let way = first.and_then(|first| self.course.way(&first.turn));
            let is_likelier = way.is_some_and(|way| account.oddity < way);
            is_likelier && account.mover == Mover::Placed && self.keeps(sight.picture)
        };
        let extends = extends || Clause::Kept.holds(is_told && sight.at_rest && is_kept());
        let is_over = ledger.game.outcome().is_some();
        if !is_told || extends && !is_over {
            // At rest it is certain that what was told to be over goes on, or was another.
            if is_told && sight.at_rest {
                self.adopt(ledger, None);
            }
            if account.mover != Mover::Sliding {
                self.shown = [begun(account), None];
            }
            // What may have been replied to, and then is shorter, is not bound yet; nor is what goes on although a player
            // has said that it is over, which may be on the way back.
            let is_said = self.course.log.is_said_since(account.turn.origin());
            let is_open = (self.search.pair.is_some()) || Clause::HeldSaid.holds(is_said);
            if sight.at_rest && account.mover == Mover::Placed && !is_open {
                self.course.hold(ledger.game.rules(), 0, &account.turn);
            }
            return Reading::As(show(&self.course.base, account));
        }
        // It was told: this is on the way back, until everything is restored.
        let may_take_back = ledger.game.rules().takeback == Takeback::Yes;
        if is_over {
            let mut situation = self.rest(ledger);
            situation.fleeting = true;
            if may_take_back {
                situation.takeback = sight.picture.restore(self.course.base.stones());
            }
            return Reading::As(situation);
        }
        let start = may_take_back.then(|| self.course.base.stones());
        let back = self.restore(start, sight, ledger.game);
        back.map_or(Reading::Not, Reading::As)
    }

    /// Whether all that the turn that is complete has changed still is so.
    fn keeps(&self, picture: Picture) -> bool {
        let before = self.course.base.occupied();
        let changed =
            Picture::new(before, picture.unknown).difference(self.course.start().occupied());
        picture
            .difference(before)
            .points()
            .contains_all(changed.points())
    }

    /// The turn of an account that is complete if something was done that cannot be seen, and whose stone was tapped to say
    /// so.
    fn tapped_hidden(&self, account: &Account) -> Option<Complete> {
        let is_tapped = |hidden: &Complete| {
            let end = hidden.turn.end();
            self.course.log.tapped(end, TAP_STOOD, TAP_OFF)
        };
        account.hidden().filter(is_tapped)
    }

    /// Whether nothing is in a hand if the stones seem to stand as before: not for certain if one that may go on, or any of
    /// the player's, stands where nothing can be seen.
    fn is_put_back(&self) -> bool {
        let start = self.course.start();
        let own = start.stones()[start.side()];
        let last = self.course.first.as_ref().map(|first| first.turn.end());
        let may_be_lifted = own | last.map_or(PointSet::EMPTY, PointSet::of);
        !may_be_lifted.intersects(self.course.log.unknown())
    }

    /// Everything stands as it did before the turn.
    fn stand_back(&mut self, ledger: &mut Ledger, sight: Sight) -> Reading {
        if sight.at_rest {
            // What was done for a turn that is taken back counts no more, whatever else is in a hand.
            let is_told = self.course.is_told(ledger.game);
            self.adopt(ledger, None);
            if is_told || self.is_put_back() {
                self.course.log.forget_all();
                self.step_back(ledger, sight.now);
            }
        }
        self.shown = [None; 2];
        Reading::As(self.rest(ledger))
    }

    /// A turn and the reply to it explain the picture; whether no single turn does, too.
    fn replied(&mut self, ledger: &mut Ledger, sight: Sight, pair: &Pair, only: bool) -> Reading {
        let Pair { first, reply, .. } = pair;
        let tapped = reply
            .complete()
            .is_none()
            .then(|| self.tapped_hidden(reply));
        let whole = reply.complete().or(tapped.flatten());
        let is_known = self
            .course
            .first
            .as_ref()
            .is_some_and(|known| known.turn == first.turn);
        if !pair.standing.is_empty() {
            // It may be replied to before all is off.
            if whole.is_some_and(|_| Clause::UnreadStanding.holds(true)) {
                self.unread = Some((*first, whole));
            }
            self.explain(&show(&first.after, reply), sight);
            self.shown = [Some(first.turn), begun(reply)];
            return Reading::As(show_pair(pair));
        }
        // On the way only what is known, or likely, is read.
        let is_likely = is_known || pair.cost.is_likely();
        let landed = pair.later.landed.map(|landed| landed.at);
        let is_passing = !is_known && !has_landed(landed, sight);
        let is_doubtful = pair.cost.contradicts > 0
            || is_passing && whole.is_none()
            || !is_known && !self.course.has_stood(LANDING, sight);
        if !sight.at_rest && (is_doubtful || !is_likely) {
            if whole.is_some() || Clause::UnreadClearing.holds(reply.is_clearing()) {
                self.unread = Some((*first, whole));
            }
            return Reading::As(show_pair(pair));
        }
        // What was told is not denied by a stone in a hand, but it is by one that stands where only stones are to be taken off.
        let is_played = whole.is_some() || reply.is_clearing();
        if Clause::DeniedWhole.holds(self.course.is_told(ledger.game) && !is_known && !is_played) {
            return Reading::As(show_pair(pair));
        }
        self.unread = None;
        // A walk that nobody saw land is proved by a reply that is complete.
        let is_unseen = self.course.log.unknown().contains(first.turn.end());
        if !is_known && is_unseen && whole.is_none() && first.takes_nothing() {
            return Reading::As(show(&first.after, reply));
        }
        if !is_known {
            self.adopt(ledger, Some(*first));
        }
        let is_told = self.course.is_told(ledger.game);
        // A reply that is complete for a moment may only have passed there: it ends no chain.
        if Clause::ReplyStands.holds(
            !is_told && whole.is_some() && !sight.at_rest && !has_landed(pair.replied, sight),
        ) {
            self.again = pair.replied.map(|at| at + LANDING);
            return Reading::As(show_pair(pair));
        }
        // The longer it slid, the longer it has to stand: what comes next may show that it was something else.
        let slid = reply.slid.both;
        if Clause::SlidStands.holds(whole.is_some() && !sight.at_rest)
            && !self.course.has_stood(slid, sight)
        {
            self.again = self.course.log.changed().map(|at| at + slid);
            let mut situation = show_pair(pair);
            situation.untold = true;
            return Reading::As(situation);
        }
        // A stone knocked over does not end a chain; one that has landed does, and one that is lifted while nothing else is.
        let moves = match reply.mover {
            Mover::Placed => has_landed(pair.replied, sight),
            Mover::Lifted | Mover::Unseen => {
                pair.single
                    && self
                        .course
                        .has_stood(Clause::MovesMoment.span(MOMENT), sight)
            }
            Mover::Waiting | Mover::Sliding => false,
        };
        if !is_told && (!Clause::MovesOnly.holds(!only) && moves || whole.is_some()) {
            ledger.pass(&first.turn, &first.after);
        }
        let Some(complete) = whole else {
            if reply.mover != Mover::Sliding {
                self.shown = [Some(first.turn), begun(reply)];
            }
            if sight.at_rest && reply.mover == Mover::Placed {
                self.course.hold(ledger.game.rules(), 1, &reply.turn);
            }
            return Reading::As(show(&first.after, reply));
        };
        self.certain(ledger, first, pair.later, Some(complete));
        self.look_again(sight)
    }

    /// The picture is to be judged again in a moment: it means something else now, or the search has to go on.
    fn look_again(&mut self, sight: Sight) -> Reading {
        self.again = Some(sight.now + Millis(1));
        Reading::NotYet
    }

    /// Another turn than the one that seemed to be complete is, or none; what was told is taken back.
    fn adopt(&mut self, ledger: &mut Ledger, first: Option<Complete>) {
        let is_told = self.course.is_told(ledger.game);
        if is_told {
            self.denied = self.course.first;
        }
        self.course.adopt(first, ledger.game);
        if is_told {
            ledger.take_back();
        }
    }

    /// The first turn is certain, and the reply to it is complete, or not yet.
    fn certain(
        &mut self,
        ledger: &mut Ledger,
        first: &Complete,
        later: Later,
        reply: Option<Complete>,
    ) {
        if !self.course.is_told(ledger.game) {
            ledger.pass(&first.turn, &first.after);
        }
        self.course.pass(first, later);
        self.course.first = reply;
        self.shown = [reply.map(|reply| reply.turn), None];
        (self.unread, self.denied) = (None, None);
    }

    /// The positions before the one that is certain, the latest first.
    fn earlier<'a>(&self, game: &'a Game) -> impl Iterator<Item = Position> + 'a {
        let told = usize::from(self.course.is_told(game));
        (1..=DEPTH).map_while(move |turns| game.before(told + turns))
    }

    /// Whether the game stands where this does: before the last turn, or after it.
    #[must_use]
    pub fn agrees_with(&self, game: &Game) -> bool {
        let after = self.course.first.as_ref().map(|first| &first.after);
        [Some(&self.course.base), after].contains(&Some(game.position()))
    }

    /// What to show when the stones stand as the game has them.
    fn rest(&self, ledger: &Ledger) -> Situation {
        let start = self.course.start();
        let stones = start.stones();
        let base = &self.course.base;
        let taken = base.stones()[!base.side()] - start.occupied();
        let unseen = taken & self.course.log.unknown();
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
        if let (Some(chain), Some(first)) = (self.course.chain(ledger.game), &self.course.first) {
            let mut situation = Situation::at(Phase::Chaining, start);
            situation.side = self.course.base.side();
            situation.mover = PointSet::of(chain.end());
            situation.targets = first.targets;
            return situation;
        }
        let mut situation = Situation::at(Phase::ToMove, start);
        let bound = self.course.bound[self.course.next()];
        situation.mover = bound.map_or(PointSet::EMPTY, |bound| PointSet::of(bound.origin()));
        situation.movable = match bound {
            Some(_) => situation.mover,
            None => start.movable(ledger.game.rules()),
        };
        // What was taken where nothing can be seen may still stand there.
        situation.victims = unseen;
        // A landing that may have been a touch in passing is not told yet.
        situation.untold = self.course.first.is_some() && !self.course.is_told(ledger.game);
        situation
    }
}
