//! Where nothing is known of a point, several stories may explain the board at rest: then the lights ask.
//!
//! A point that is unknown has a stone or not. Each guess at that makes a picture like any other, of which the cheapest story is
//! looked for. If that is a turn that has been played out, and another guess has one too, neither is read before somebody
//! answers.

use crate::point::PointSet;
use crate::referee::clause::Clause;
use crate::referee::cost::{Cost, LANDING, Row};
use crate::referee::log::{Later, Told};
use crate::referee::picture::Picture;
use crate::referee::play::{Ledger, Play, Reading, Sight};
use crate::referee::readings::{Account, Mover};
use crate::referee::search::Search;
use crate::referee::show::{show, show_pair};
use crate::referee::situation::{Phase, Situation};
use crate::referee::story::{Known, Pair};
use crate::rules::game::Game;
use crate::rules::options::Takeback;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::time::Millis;

/// For how long the lights mean one answer of several that only the button can give.
const CYCLE: Millis = Millis(2000);
/// For how long the lights must have asked before the button answers: whoever pressed it sooner meant what stands.
const SEEN: Millis = Millis(300);
/// How many guesses there are at most: two points may be unknown.
const MOST: usize = 4;
/// How much is read at once of an answer; what takes longer, which was never seen, is read with the next samples.
const SLICES: usize = 500;

/// What was found out so far, guess by guess, since anything has changed.
#[derive(Clone, Debug)]
pub(super) struct Guesses {
    found: [Option<Found>; MOST],
    /// How many guesses were considered.
    count: usize,
    /// What is still to be taken off, if the turn is not played out.
    open: Option<Situation>,
    /// Since when the lights ask, and since when they do because the button was pressed.
    asked: Option<Millis>,
    /// The guess that somebody has said to be right.
    answered: Option<usize>,
    pressed: Option<Millis>,
}

/// What came of it that a player said that all is as it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There was nothing to be said.
    None,
    /// The lights ask which of several turns is meant.
    Asked,
    /// It is read.
    Read,
}

/// The cheapest story of a guess.
#[derive(Clone, Copy, Debug)]
struct Found {
    cost: Cost,
    state: State,
    /// Where its last stone has landed.
    at: PointSet,
    /// Whether anything was seen of its last turn: a stone may have gone from one unknown point to another.
    is_seen: bool,
}

/// How far a story has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// A stone is in a hand, or nothing has happened.
    InHand,
    /// Stones are still to be taken off.
    Clearing,
    /// All turns are played out.
    Whole,
}

impl Guesses {
    pub(super) const NONE: Self = Self {
        found: [None; MOST],
        count: 0,
        open: None,
        asked: None,
        answered: None,
        pressed: None,
    };

    /// The guesses that leave a story which has been played out and denies nothing that another does not, the likeliest first.
    /// One of which nothing was seen counts only once somebody has pressed the button.
    fn answers(&self) -> impl Iterator<Item = (usize, Found)> {
        let least = self.least();
        let is_pressed = self.pressed.is_some();
        let rivals = self.found.into_iter().enumerate();
        rivals.filter_map(move |(guess, found)| {
            let rivals = |found: &Found| least.is_some_and(|least| found.rivals(&least));
            let found = found.filter(|found| (found.is_seen || is_pressed) && rivals(found))?;
            Some((guess, found))
        })
    }

    /// Whether what explains the board best has been played out, and by no guess its stone is in a hand.
    fn is_open(&self) -> bool {
        let mut found = self.found.into_iter().flatten();
        let least = self.least().filter(|least| least.state == State::Whole);
        // A stone in the hand of which nobody saw another land explains more than it needs.
        let is_likely = |found: Found, least: Found| {
            found.state == State::InHand && found.cost < least.cost + Row::Unseen.cost()
        };
        least.is_some_and(|least| !found.any(|found| is_likely(found, least)))
    }

    fn least(&self) -> Option<Found> {
        let found = self.found.into_iter().flatten();
        found.min_by_key(|found| found.cost)
    }
}

impl Found {
    /// Whether it is about as good as the best: nothing is in a hand, and it is hardly odder.
    fn rivals(&self, least: &Self) -> bool {
        self.state != State::InHand && self.cost <= least.cost + Row::Unfinished.cost()
    }
}

/// How far the cheapest story of a search has come; none, if all that is still to be taken off stands where that cannot be
/// seen: who has played so far has done that too.
fn found(search: &Search, base: &Position, picture: Picture) -> Option<Found> {
    let unknown = picture.unknown;
    let of = |account: &Account, cost: Cost, standing: PointSet, start: &Position| {
        let standing = standing | account.approach | account.withdrawal | account.victims;
        let state = match account.mover {
            Mover::Placed if account.complete().is_some() && standing.is_empty() => State::Whole,
            _ if !standing.is_empty() => State::Clearing,
            Mover::Placed => State::Clearing,
            _ => State::InHand,
        };
        let is_cleared = !standing.is_empty() && unknown.contains_all(standing);
        (!is_cleared).then_some(Found {
            cost,
            state,
            at: account.at,
            is_seen: !picture.shows(start.occupied()),
        })
    };
    let of_pair = |pair: &Pair, cost| of(&pair.reply, cost, pair.standing, &pair.first.after);
    if let Some(third) = &search.third {
        let unseen = Row::Unseen.if_so(search.walked.is_some());
        return of_pair(third, third.cost + unseen);
    }
    if search.is_one_turn() {
        let (account, cost) = search.alone.as_ref()?;
        return of(account, *cost, PointSet::EMPTY, base);
    }
    let pair = search.pair.as_ref()?;
    of_pair(pair, pair.cost)
}

/// Whether a turn was only read in passing, and is as open as anything else.
fn is_open(told: Told, later: &Later) -> bool {
    told == Told::No && !later.rested
}

impl Play {
    /// Whether a turn has stood for long enough to be told. Where not everything is seen, it may turn out at rest that something
    /// else was played.
    pub(super) fn has_stood(&self, sight: Sight) -> bool {
        if sight.picture.unknown.is_empty() {
            self.course
                .has_stood(Clause::OverStands.span(LANDING), sight)
        } else {
            sight.at_rest
        }
    }

    /// What is seen, and what somebody has said to be where nothing can be seen.
    pub(super) fn told(&self, sight: Sight) -> Sight {
        let picture = sight.picture;
        let answered = self.guesses.answered;
        Sight {
            picture: answered.map_or(picture, |guess| picture.guess(guess)),
            ..sight
        }
    }

    /// What counts of the turn that is complete as soon as somebody has answered: what was only read in passing is as open as
    /// anything else.
    pub(super) fn proved<'a>(&self, known: Option<Known<'a>>) -> Option<Known<'a>> {
        let is_answered = self.guesses.answered.is_some();
        known.filter(|known| !is_answered || !is_open(known.told, &known.later))
    }

    /// Asks, if what stands at rest may be read in more than one way.
    #[inline(never)]
    pub(super) fn ask(&mut self, game: &Game, sight: Sight) -> Option<Reading> {
        if !sight.at_rest || !self.may_wonder(game, sight) {
            return None;
        }
        if !self.wonder(game, sight) {
            return Some(self.look_again(sight));
        }
        self.question(game, sight).map(Reading::As)
    }

    /// Whether something has happened of which not everything was seen, and nobody has said what it was.
    fn may_wonder(&self, game: &Game, sight: Sight) -> bool {
        if sight.picture.unknown.is_empty()
            || self.guesses.answered.is_some()
            || game.outcome().is_some()
        {
            return false;
        }
        if self.guesses.pressed.is_some() {
            return true;
        }
        let Some(first) = &self.course.first else {
            return !sight.picture.shows(self.course.base.occupied());
        };
        let later = self.course.later(first, sight.picture);
        let stands = sight.picture.shows(first.after.occupied());
        !stands || !self.course.is_told(game) && later.told != Told::Said && !later.stayed
    }

    /// Whether what stands may be read in more than one way: goes on to find out for a while, and tells whether that is done.
    #[inline(never)]
    fn wonder(&mut self, game: &Game, sight: Sight) -> bool {
        let guess = self.guesses.count;
        if guess == sight.picture.guesses().min(MOST) {
            return true;
        }
        let picture = sight.picture.guess(guess);
        let rules = *game.rules();
        let known = self.search.known(sight.at_rest);
        let mut scene = self
            .course
            .scene(&rules, known, game, Sight { picture, ..sight });
        scene.known = scene
            .known
            .filter(|known| !is_open(known.told, &known.later));
        if self.search.go_on(&mut scene, game.outcome().is_none()) {
            let found = found(&self.search, &self.course.base, sight.picture);
            self.guesses.found[guess] = found;
            if found.is_some_and(|found| found.state == State::Clearing) {
                self.guesses.open = self.glance_at(&self.search);
            }
            self.search.forget();
            self.guesses.count += 1;
        }
        false
    }

    /// What a search has found, as it is shown.
    fn glance_at(&self, search: &Search) -> Option<Situation> {
        if search.is_one_turn() {
            let (account, _) = search.alone.as_ref()?;
            return Some(show(&self.course.base, account));
        }
        search.pair.as_ref().map(show_pair)
    }

    /// The question that the lights ask, if what stands may be read in more than one way.
    #[inline(never)]
    fn question(&mut self, game: &Game, sight: Sight) -> Option<Situation> {
        let is_pressed = self.guesses.pressed.is_some();
        // Whoever has pressed the button may also mean what stands as it is known to.
        let may_stand = is_pressed && self.stands(sight.picture);
        let count = self.guesses.answers().count() + usize::from(may_stand);
        if !(self.guesses.is_open() || is_pressed) || count < 2 {
            return None;
        }
        self.guesses.asked.get_or_insert(sight.now);
        let mut situation = match self.guesses.open {
            Some(open) => open,
            None => self.plain(Phase::Choosing, game),
        };
        situation.phase = Phase::Choosing;
        let shown = sight.picture.closed | sight.picture.unknown;
        for side in Side::BOTH {
            situation.stones[side] &= shown;
        }
        situation.fleeting = true;
        let (meant, next) = self.meant(sight.picture, sight.now)?;
        let meant = sight.picture.guess(meant).closed;
        let answers = self.guesses.answers().map(|(guess, _)| guess);
        let closed = answers.map(|guess| sight.picture.guess(guess).closed);
        let hidden = self.course.start().occupied() & sight.picture.unknown;
        let known = may_stand.then_some(sight.picture.closed | hidden);
        let closed = closed.chain(known);
        let (all, any) = closed.fold((PointSet::ALL, PointSet::EMPTY), |(all, any), closed| {
            (all & closed, any | closed)
        });
        situation.targets = meant - all;
        let lit = situation.approach | situation.withdrawal | situation.victims;
        situation.origin = any - meant - lit;
        if next.is_some() {
            // One answer after another: a tap could not say which of the others it is, so no stone invites to it.
            situation.mover = PointSet::EMPTY;
            self.again = next;
        } else {
            let at = self.guesses.answers().map(|(_, found)| found.at);
            let at = at.fold(PointSet::EMPTY, |all, at| all | at);
            situation.mover = at & sight.picture.closed;
        }
        Some(situation)
    }

    /// The guess that the button means at a moment, of all that have been played out, and until when. What stands as it is known
    /// to is meant only if nothing else is.
    fn meant(&self, picture: Picture, at: Millis) -> Option<(usize, Option<Millis>)> {
        let whole = |&(_, found): &(usize, Found)| found.state == State::Whole;
        let all = || self.guesses.answers().filter(whole).map(|(guess, _)| guess);
        let others = || all().filter(|&guess| !self.stands(picture.guess(guess)));
        let count = others().count();
        if count == 0 {
            return all().next().map(|guess| (guess, None));
        }
        let begun = self.guesses.pressed.or(self.course.log.changed())?;
        let cycles = (at - begun).0 / CYCLE.0;
        let place = usize::try_from(cycles).unwrap_or(0) % count;
        let next = (count > 1).then(|| begun + Millis((cycles + 1) * CYCLE.0));
        Some((others().nth(place)?, next))
    }

    /// Whether the button means at a moment that something else was played than what is known to be.
    fn means_other(&self, picture: Picture, at: Millis) -> bool {
        let meant = self.meant(picture, at);
        meant.is_some_and(|(guess, _)| !self.stands(picture.guess(guess)))
    }

    /// Takes turns back if, as far as can be seen, what stood before them does; tells whether that is so.
    #[inline(never)]
    fn is_back(&mut self, ledger: &mut Ledger, sight: Sight) -> bool {
        let rules = *ledger.game.rules();
        let stands = sight.picture.shows(self.course.base.occupied());
        let is_told = self.course.is_told(ledger.game);
        if rules.takeback == Takeback::No || stands && !is_told {
            return false;
        }
        if !stands {
            return self.take_back_unseen(ledger, sight);
        }
        self.adopt(ledger, None);
        self.course.log.forget_all();
        self.step_back(ledger, sight.now);
        self.look_anew();
        true
    }

    /// A player says that all is as it should be: what a turn needs and cannot be seen was done, or, where no turn has been played
    /// out, the last ones were taken back.
    #[inline(never)]
    pub fn confirm(
        &mut self,
        ledger: &mut Ledger,
        picture: Picture,
        since: Millis,
        now: Millis,
    ) -> Answer {
        let answer = self.answer(ledger, picture, since, now);
        let first = self.course.first.as_ref();
        let stands = first.is_some_and(|first| picture.shows(first.after.occupied()));
        if answer != Answer::None || picture.unknown.is_empty() || stands {
            return answer;
        }
        let sight = Sight {
            picture,
            now,
            at_rest: true,
        };
        if self.is_back(ledger, sight) {
            Answer::Read
        } else {
            Answer::None
        }
    }

    /// What a turn needs and cannot be seen was done. Where several turns may have been played so, it is the one that the lights
    /// meant when the player began to say so; if they did not ask yet, they do from now on.
    #[inline(never)]
    pub(super) fn answer(
        &mut self,
        ledger: &mut Ledger,
        picture: Picture,
        since: Millis,
        now: Millis,
    ) -> Answer {
        let first = self.course.first.as_ref();
        let stands = first.is_some_and(|first| picture.shows(first.after.occupied()));
        let is_told = self.course.is_told(ledger.game);
        let asked = self.guesses.asked;
        let is_asked = asked.is_some_and(|asked| since - asked >= SEEN);
        // From one point that is unknown to another a stone may have gone, and nothing has changed.
        let may_be_hidden = is_told && picture.unknown.len() > 1;
        if picture.unknown.is_empty() || stands && !is_asked && !may_be_hidden {
            return Answer::None;
        }
        let sight = Sight {
            picture,
            now,
            at_rest: true,
        };
        self.search.forget();
        while !self.wonder(ledger.game, sight) {}
        self.search.forget();
        // What nobody has seen is asked for before it is believed.
        let pressed = self.guesses.pressed;
        if !is_asked && pressed.is_none() && !self.means_other(picture, since) {
            self.guesses.pressed = Some(now);
            if self.means_other(picture, since) {
                self.guesses.answered = None;
                return Answer::Asked;
            }
            self.guesses.pressed = None;
        }
        let Some((guess, next)) = self.meant(picture, since) else {
            return Answer::None;
        };
        if !is_asked && (next.is_some() || pressed.is_some()) {
            self.guesses.pressed = Some(now);
            return Answer::Asked;
        }
        // Who presses just when the lights mean something else has not seen that yet, and may press once more.
        if next.is_some_and(|next| next - since > CYCLE - SEEN) {
            return Answer::Asked;
        }
        self.guesses = Guesses {
            answered: Some(guess),
            ..Guesses::NONE
        };
        for _ in 0..SLICES {
            if !matches!(self.judge(ledger, sight), Reading::NotYet) {
                break;
            }
        }
        Answer::Read
    }
}
