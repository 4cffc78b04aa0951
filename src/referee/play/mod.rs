//! A game on the board: a position that is certain, everything since, and the story that explains it best.

mod back;
mod wrong;

use heapless::Deque;

use crate::point::{Point, PointSet};
use crate::referee::cost::{Cost, LANDING};
use crate::referee::log::{Log, Share};
use crate::referee::readings::{Account, Complete, Mover, Question};
use crate::referee::show::show;
use crate::referee::situation::{Phase, Restore, Situation};
use crate::referee::story::{Known, Pair, Scene, Told};
use crate::referee::{Event, Events};
use crate::rules::game::Game;
use crate::rules::options::{Rules, Takeback, Touch};
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// The time that a stone must have stood to be tapped,
const TAP_STOOD: Millis = Millis(200);
/// and the time that a tap must last.
const TAP_OFF: Millis = Millis(50);
/// How long a picture must stand to be one that lights lead back to: stones that are knocked over together fall faster.
pub const MOMENT: Millis = Millis(60);
/// How odd a story may be that is read before the board is at rest.
const LIKELY: u16 = 60;
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
    /// The stone that was touched and must move.
    bound: Option<Point>,
    /// The stones of the last picture that was explained and stood for a moment.
    explained: BySide<PointSet>,
    /// The earlier position that is being restored since.
    restoring: Option<BySide<PointSet>>,
    /// Whether something was called wrong since.
    is_wrong: bool,
    /// When a reply that is complete has stood long enough to be one.
    ripe: Option<Millis>,
    /// What must stand again before play goes on, after a turn was taken back by a word.
    demanded: Option<BySide<PointSet>>,
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
    pub fn new(start: Position) -> Self {
        Self {
            explained: start.stones(),
            base: start,
            log: Log::new(),
            first: None,
            earlier: Deque::new(),
            bound: None,
            restoring: None,
            is_wrong: false,
            ripe: None,
            demanded: None,
        }
    }

    /// Notes that a point has changed, and what the picture is now.
    pub fn note(&mut self, point: Point, picture: PointSet, now: Millis) {
        self.log.note(point, picture.contains(point), now);
        let Some(first) = &self.first else { return };
        let is_whole = point == first.turn.end() && picture == first.after.occupied();
        if is_whole && self.log.tapped(point, TAP_STOOD, TAP_OFF) {
            self.log.say(now);
        }
    }

    /// Says that a chain is over; tells whether one could have gone on.
    pub fn stop(&mut self, ledger: &mut Ledger, now: Millis) -> bool {
        let untold = !self.is_told(ledger.game);
        let Some(first) = self.first.as_ref().filter(|_| untold) else {
            return false;
        };
        self.log.say(now);
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
        self.ripe
    }

    /// Judges a picture: what it means for the game, and what is to be shown; nothing, if no turn
    /// explains it.
    pub fn judge(&mut self, ledger: &mut Ledger, sight: Sight) -> Option<Situation> {
        self.demanded = self
            .demanded
            .filter(|demanded| demanded.both() != sight.picture);
        if let Some(demanded) = self.demanded {
            return Some(self.mistake(demanded, sight, ledger.game));
        }
        let situation = self.read(ledger, sight)?;
        self.explain(&situation, sight);
        Some(situation)
    }

    /// Remembers that a situation explains the picture. What does so only in passing is nothing to go back to.
    fn explain(&mut self, situation: &Situation, sight: Sight) {
        if !situation.fleeting && self.has_stood(MOMENT, sight) {
            self.explained = situation.owners(sight.picture);
            self.restoring = None;
            self.is_wrong = false;
        }
    }

    fn read(&mut self, ledger: &mut Ledger, sight: Sight) -> Option<Situation> {
        let rules = *ledger.game.rules();
        self.ripe = None;
        self.bind(&rules, sight.picture);
        if sight.at_rest {
            self.log.rest(sight.now);
        }
        if let Some(first) = &self.first
            && sight.picture == first.after.occupied()
        {
            let known = self.known(first, sight.picture, ledger.game);
            let is_over = first.targets.is_empty() && self.has_stood(LANDING, sight);
            if known.told == Told::No && (known.later.said || is_over) {
                ledger.pass(&first.turn);
            }
            if sight.at_rest {
                // What was touched has been put back, and counts no more.
                let later = known.later.share;
                self.log.forget(later);
            }
            return Some(self.rest(ledger));
        }
        let outcome = ledger.game.outcome();
        if outcome.is_some_and(Outcome::is_declared) || outcome.is_some() && self.first.is_none() {
            return (sight.picture == self.base.occupied()).then(|| self.rest(ledger));
        }
        let scene = self.scene(&rules, ledger.game, sight);
        let alone = scene.alone();
        let rested = scene.known.is_some_and(|known| known.later.rested);
        if outcome.is_some() {
            let (account, cost) = alone?;
            return self.revise(ledger, sight, &account, rested.then_some(cost));
        }
        let told = scene.known.map_or(Told::No, |known| known.told);
        let most = Cost {
            contradicts: u8::MAX,
            ..Cost::NONE
        };
        let mut pair = scene.known_pair();
        let best = |pair: &Option<Pair>| {
            let costs = alone.as_ref().map(|(_, cost)| *cost).into_iter();
            costs.chain(pair.as_ref().map(|pair| pair.cost)).min()
        };
        pair = scene.other_pair(best(&pair).unwrap_or(most)).or(pair);
        let least = best(&pair);
        let may = least.is_none() || sight.at_rest || told != Told::No;
        let third = may.then(|| scene.third(least.unwrap_or(most))).flatten();
        let third = third.filter(|third| !third.in_doubt);
        if let Some(third) = third {
            let is_certain = rested && told != Told::No
                || third.reply.complete.is_some() && third.standing.is_empty();
            if !sight.at_rest && !is_certain {
                return Some(self.in_passing(&third));
            }
            self.certain(ledger, sight.picture);
            return Some(self.replied(ledger, sight, third, true));
        }
        #[cfg(not(target_os = "none"))]
        extern crate std;
        #[cfg(not(target_os = "none"))]
        use std::string::ToString;
        #[cfg(not(target_os = "none"))]
        if std::env::var("STORY").is_ok() {
            let known = self.first.as_ref().map(|first| first.turn);
            let text = |turn: &Turn| crate::rules::board::Board::Tsivy.text(turn).to_string();
            std::eprintln!("{} rest {} known {:?} told {:?} rested {}", sight.now.0, sight.at_rest, known.as_ref().map(text), told, rested);
            if let Some((account, cost)) = &alone { std::eprintln!("   alone {} {:?} {:?} {:?} victims {}", text(&account.turn), account.mover, account.complete.is_some(), cost, account.approach|account.withdrawal|account.victims); }
            if let Some(pair) = &pair { std::eprintln!("   pair {} + {} {:?} {:?} {:?} standing {}", text(&pair.first.turn), text(&pair.reply.turn), pair.reply.mover, pair.reply.complete.is_some(), pair.cost, pair.standing); }
        }
        match (alone, pair) {
            (None, None) => None,
            (Some((account, cost)), pair) if pair.as_ref().is_none_or(|pair| cost < pair.cost) => {
                self.revise(ledger, sight, &account, rested.then_some(cost))
            }
            (_, Some(pair)) if pair.in_doubt => sight.at_rest.then(|| self.in_passing(&pair)),
            (alone, Some(pair)) => Some(self.replied(ledger, sight, pair, alone.is_none())),
            (Some(_), None) => None,
        }
    }

    /// One turn explains the picture, which may not be what it seemed to be.
    fn revise(
        &mut self,
        ledger: &mut Ledger,
        sight: Sight,
        account: &Account,
        against: Option<Cost>,
    ) -> Option<Situation> {
        let is_told = self.is_told(ledger.game);
        // What has been at rest is not given up for a touch in passing, and if it was told at rest only: on the way stones
        // stand like anything.
        let is_passing = !self.has_stood(LANDING, sight);
        let is_other = self.first.is_some_and(|first| !account.turn.starts_with(&first.turn));
        let against = against.is_some_and(|cost| cost.contradicts > 0 || is_other && is_passing);
        let settled = sight.at_rest || !against;
        if let Some(complete) = account.complete.filter(|_| settled) {
            if is_told {
                ledger.take_back();
            }
            self.first = Some(complete);
            self.bound = None;
            return self.read(ledger, sight).or_else(|| Some(self.rest(ledger)));
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
                return Some(self.rest(ledger));
            }
        }
        let extends = self.first.as_ref().is_some_and(|first| {
            let standing = account.approach | account.withdrawal | account.victims;
            let lifted = account.mover == Mover::Lifted && standing.is_empty();
            account.turn.starts_with(&first.turn) && (lifted || account.turn.len() > first.turn.len())
        });
        let is_over = ledger.game.outcome().is_some();
        if !is_told || extends && !is_over {
            // At rest it is certain that what was told to be over goes on.
            if is_told && sight.at_rest {
                ledger.take_back();
                self.first = None;
            }
            return Some(show(&self.base, account));
        }
        // It was told: this is on the way back, until everything is restored.
        let may_take_back = ledger.game.rules().takeback == Takeback::Yes;
        if is_over {
            let mut situation = self.rest(ledger);
            situation.fleeting = true;
            if may_take_back {
                situation.takeback = Restore::to(self.base.stones(), sight.picture);
            }
            return Some(situation);
        }
        let start = may_take_back.then(|| self.base.stones());
        self.restore(start, sight, ledger.game)
    }

    /// Whether the picture has not changed for so long.
    fn has_stood(&self, span: Millis, sight: Sight) -> bool {
        let changed = self.log.changed();
        changed.is_none_or(|at| sight.now - at >= span)
    }

    /// A turn and the reply to it explain the picture; whether no single turn does, too.
    fn replied(
        &mut self,
        ledger: &mut Ledger,
        sight: Sight,
        pair: Pair,
        only: bool,
    ) -> Situation {
        let Pair { first, reply, .. } = &pair;
        let is_known = self.first.as_ref().is_some_and(|known| known.turn == first.turn);
        let has_stood = |at: Option<Millis>| at.is_some_and(|at| sight.now - at >= LANDING);
        let is_passing = !is_known && !has_stood(pair.landed);
        if !pair.standing.is_empty() {
            self.explain(&show(&first.after, reply), sight);
            return self.in_passing(&pair);
        }
        // On the way only what is known, or likely, is read.
        let is_likely = is_known || pair.cost.odd <= LIKELY;
        let is_doubtful = pair.cost.contradicts > 0 || is_passing && reply.complete.is_none();
        if !sight.at_rest && (is_doubtful || !is_likely) {
            return self.in_passing(&pair);
        }
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
            self.ripe = pair.replied.map(|at| at + LANDING);
            return self.in_passing(&pair);
        }
        // A stone knocked over or brushed by does not end a chain; one that lands does, and one that is lifted while
        // nothing else is.
        let moves = match reply.mover {
            Mover::Placed => has_stood(pair.replied),
            Mover::Lifted => pair.single,
            Mover::Waiting | Mover::Sliding => false,
        };
        if !is_told && (only && moves || reply.complete.is_some()) {
            ledger.pass(&first.turn);
        }
        let Some(complete) = reply.complete else {
            return show(&first.after, reply);
        };
        self.certain(ledger, sight.picture);
        self.first = Some(complete);
        self.read(ledger, sight).unwrap_or_else(|| self.rest(ledger))
    }

    /// What is shown of a turn and the reply to it as long as they are not settled: what is still to be taken off.
    fn in_passing(&self, pair: &Pair) -> Situation {
        let mut situation = show(&pair.first.after, &pair.reply);
        situation.fleeting = true;
        if pair.standing.is_empty() {
            return situation;
        }
        let is_open = !pair.choice.approach.is_empty() && !pair.choice.withdrawal.is_empty();
        Situation {
            phase: if is_open {
                Phase::Choosing
            } else {
                Phase::Clearing
            },
            side: !situation.side,
            mover: PointSet::of(pair.first.turn.end()),
            approach: pair.choice.approach,
            withdrawal: pair.choice.withdrawal,
            victims: pair.standing - pair.choice.approach - pair.choice.withdrawal,
            ..situation
        }
    }

    /// The first turn is certain.
    fn certain(&mut self, ledger: &mut Ledger, picture: PointSet) {
        let Some(first) = self.first else { return };
        if !self.is_told(ledger.game) {
            ledger.pass(&first.turn);
        }
        let share = self.known(&first, picture, ledger.game).later.share;
        self.log.keep(share);
        self.remember(self.base);
        self.base = first.after;
        self.first = None;
        self.bound = None;
    }

    /// What is to be explained.
    fn scene<'a>(&'a self, rules: &'a Rules, game: &Game, sight: Sight) -> Scene<'a> {
        let known = |first| self.known(first, sight.picture, game);
        Scene {
            rules,
            base: &self.base,
            log: &self.log,
            share: Share::ALL,
            known: self.first.as_ref().map(known),
            picture: sight.picture,
            now: sight.now,
            at_rest: sight.at_rest,
            bound: self.bound,
        }
    }

    /// What is known of the first turn.
    fn known<'a>(&self, first: &'a Complete, picture: PointSet, game: &Game) -> Known<'a> {
        Known::new(first, &self.base, &self.log, picture, self.is_told(game))
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
            log.later(Share::ALL, landed, &self.base, first, picture).since
        });
        let evidence = self.log.evidence(share);
        let asked = Question {
            rules,
            start,
            evidence: &evidence,
            picture,
            at_rest: true,
            in_doubt: false,
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
