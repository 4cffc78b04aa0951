//! A game on the board: the turn in hand, and the one before it.

mod back;
mod wrong;

use heapless::Deque;

use crate::point::{Point, PointSet};
use crate::referee::evidence::{Evidence, LANDING};
use crate::referee::last::{Choice, Last, Passed, may_mend};
use crate::referee::readings::{Complete, Mover, OpenTurn};
use crate::referee::show::show;
use crate::referee::situation::{Phase, Situation};
use crate::referee::{Event, Events};
use crate::rules::game::Game;
use crate::rules::options::{Rules, Touch};
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// How many positions are remembered beside that before the last turn: one turn more than that can be
/// taken back by restoring what stood before it.
pub const DEPTH: usize = 8;

/// The game as far as the board shows it.
///
/// Two open turns are alive: that of the turn that was completed last, and that of the reply to it. A
/// picture may belong to either, because a chain may go on until the reply shows that it has not, and
/// a turn may be mended until the reply is complete.
#[derive(Clone, Debug)]
pub struct Play {
    /// The last turn, from its start.
    open: OpenTurn,
    /// The last turn, once it is complete, and the reply to it.
    last: Option<Last>,
    /// Another reading of that turn, which came second but is not ruled out.
    rival: Option<Last>,
    /// The positions before the start of the last turn, the oldest first.
    earlier: Deque<Position, DEPTH>,
    /// The stone that was touched and must move.
    bound: Option<Point>,
    /// The stones of the last picture that was explained at rest or on the way.
    explained: BySide<PointSet>,
    /// What the board should show instead, as long as it is wrong.
    target: Option<BySide<PointSet>>,
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
        let open = OpenTurn::new(start);
        Self {
            explained: start.stones(),
            open,
            last: None,
            rival: None,
            earlier: Deque::new(),
            bound: None,
            target: None,
            demanded: None,
        }
    }

    /// Notes that a point has changed, and what the picture is now.
    pub fn note(&mut self, point: Point, picture: PointSet, now: Millis) {
        let closed = picture.contains(point);
        self.open.evidence.note(point, closed, now);
        if let Some(rival) = &mut self.rival {
            rival.reply.evidence.note(point, closed, now);
        }
        let Some(last) = &mut self.last else { return };
        last.note(point, picture, now);
    }

    /// Says that a chain is over; tells whether one could have gone on.
    pub fn stop(&mut self, ledger: &mut Ledger) -> bool {
        let Some(last) = self.last.as_mut().filter(|last| last.passed == Passed::No) else {
            return false;
        };
        last.passed = Passed::Told;
        ledger.pass(&last.turn);
        true
    }

    /// The last turn, as long as it may go on.
    #[must_use]
    pub fn chain(&self) -> Option<&Turn> {
        let last = self.last.as_ref()?;
        (last.passed == Passed::No && !last.targets.is_empty()).then_some(&last.turn)
    }

    /// When a picture that does not change has to be judged again, other than at rest.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        let last = self.last.as_ref()?;
        (last.passed == Passed::No && last.targets.is_empty()).then_some(last.since + LANDING)
    }

    /// Judges a picture: what it means for the game, and what is to be shown; nothing, if no turn
    /// explains it.
    pub fn judge(&mut self, ledger: &mut Ledger, sight: Sight) -> Option<Situation> {
        self.demanded = self
            .demanded
            .filter(|demanded| demanded.both() != sight.picture);
        if let Some(demanded) = self.demanded {
            self.target = Some(demanded);
            return Some(self.mistake(sight));
        }
        let situation = self.read(ledger, sight)?;
        // What is explained only in passing is nothing to go back to.
        if !situation.fleeting {
            self.explained = situation.owners(sight.picture);
            self.target = None;
        }
        Some(situation)
    }

    fn read(&mut self, ledger: &mut Ledger, sight: Sight) -> Option<Situation> {
        let rules = *ledger.game.rules();
        self.bind(&rules, sight.picture);
        let Some(last) = &mut self.last else {
            return self.read_first_turn(ledger, sight);
        };
        if sight.picture == last.reply.picture() {
            if sight.at_rest {
                last.rested = true;
                last.disturbed = false;
                // What was touched has been put back, and counts no more.
                last.reply.evidence = Evidence::none();
            }
            let ends = last.targets.is_empty() && sight.now - last.since >= LANDING;
            if last.passed == Passed::Told && ledger.game.position() == &self.open.start {
                ledger.pass(&last.turn);
            } else if last.passed == Passed::No && ends {
                last.passed = Passed::Seen;
                ledger.pass(&last.turn);
            }
            return Some(self.rest(ledger));
        }
        let outcome = ledger.game.outcome();
        if outcome.is_some_and(Outcome::is_declared) {
            return None;
        }
        let new = if outcome.is_some() {
            None
        } else {
            last.reply
                .explain(&rules, sight.picture, self.bound, sight.at_rest)
        };
        let old = self
            .open
            .explain(&rules, sight.picture, None, sight.at_rest);
        let old = old.filter(|account| {
            last.passed == Passed::No || may_mend(&rules, last, account, sight.picture)
        });
        let (alone, rival) = (old.is_none(), new.is_some());
        let other = old.as_ref().and_then(|old| old.complete);
        let other = other.filter(|other| other.turn != last.turn);
        match last.choose(old, new, sight.at_rest) {
            Choice::New(account) => {
                last.rested |= sight.at_rest;
                // A stone knocked over or brushed by does not end a chain; one that lands does, and one
                // that is lifted while nothing else is.
                let landed = account
                    .at
                    .iter()
                    .filter_map(|at| last.reply.evidence.closed(at));
                let moves = match account.mover {
                    Mover::Placed => landed.max().is_some_and(|at| sight.now - at >= LANDING),
                    Mover::Lifted => last.reply.evidence.lifted().is_single(),
                    Mover::Waiting | Mover::Sliding => false,
                };
                if last.passed == Passed::No && (alone && moves || account.complete.is_some()) {
                    last.passed = Passed::Seen;
                    ledger.pass(&last.turn);
                }
                if let Some(complete) = account.complete {
                    self.advance(complete, sight.now);
                    return self.read(ledger, sight);
                }
                let situation = show(&last.reply, &account);
                // The stones speak for another turn, but not as loudly.
                if let Some(other) = other {
                    self.rival = Some(Last::new(other, sight.now));
                }
                Some(situation)
            }
            Choice::Old(account) => Some(self.mend(ledger, sight, &account, rival)),
            Choice::Neither => self.swap(ledger, sight),
        }
    }

    /// The picture before any turn is complete.
    fn read_first_turn(&mut self, ledger: &mut Ledger, sight: Sight) -> Option<Situation> {
        if ledger.game.outcome().is_some() {
            return (sight.picture == self.open.picture()).then(|| self.rest(ledger));
        }
        let rules = ledger.game.rules();
        let account = self
            .open
            .explain(rules, sight.picture, self.bound, sight.at_rest)?;
        match account.complete {
            Some(complete) => {
                self.last = Some(Last::new(complete, sight.now));
                self.bound = None;
                Some(self.rest(ledger))
            }
            None if sight.picture == self.open.picture() => {
                if sight.at_rest {
                    self.open.evidence = Evidence::none();
                }
                if sight.at_rest && !self.earlier.is_empty() {
                    self.step_back(ledger, sight.now);
                }
                Some(self.rest(ledger))
            }
            None => Some(show(&self.open, &account)),
        }
    }

    /// The reply is complete: it is the last turn now.
    fn advance(&mut self, complete: Complete, now: Millis) {
        let Some(last) = self.last.take() else { return };
        self.remember(self.open.start);
        let said = last.passed == Passed::Told;
        self.open = last.reply;
        self.last = Some(Last {
            said,
            ..Last::new(complete, now)
        });
        self.rival = None;
        self.bound = None;
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
        let after = self.last.as_ref().map(|last| &last.reply.start);
        [Some(&self.open.start), after].contains(&Some(game.position()))
    }

    /// Whether the game has the last turn already.
    fn has_passed(&self, ledger: &Ledger) -> bool {
        ledger.game.position() != &self.open.start
    }

    /// What to show when the stones stand as the game has them.
    fn rest(&self, ledger: &Ledger) -> Situation {
        let (open, chaining) = match &self.last {
            Some(last) => (
                &last.reply,
                last.passed == Passed::No && !last.targets.is_empty(),
            ),
            None => (&self.open, false),
        };
        let stones = open.start.stones();
        if let Some(outcome) = ledger.game.outcome() {
            let mut situation = Situation::at(Phase::Over, &open.start);
            // Nobody's victory is everybody's.
            situation.winner = stones.white | stones.black;
            if let Some(winner) = outcome.winner() {
                situation.side = winner;
                situation.winner = stones[winner];
            }
            return situation;
        }
        if let Some(last) = self.last.as_ref().filter(|_| chaining) {
            let mut situation = Situation::at(Phase::Chaining, &open.start);
            situation.side = self.open.start.side();
            situation.mover = PointSet::of(last.turn.end());
            situation.targets = last.targets;
            return situation;
        }
        let mut situation = Situation::at(Phase::ToMove, &open.start);
        situation.mover = self.bound.map_or(PointSet::EMPTY, PointSet::of);
        situation.movable = match self.bound {
            Some(_) => situation.mover,
            None => open.start.movable(ledger.game.rules()),
        };
        // A landing that may have been a touch in passing is not told yet.
        situation.untold = self
            .last
            .as_ref()
            .is_some_and(|last| last.passed == Passed::No);
        situation
    }

    /// Under touch=move a stone that was lifted for a while is bound to move, if it can.
    fn bind(&mut self, rules: &Rules, picture: PointSet) {
        let open = self.last.as_ref().map_or(&self.open, |last| &last.reply);
        if rules.touch == Touch::Free || self.bound.is_some() || picture != open.picture() {
            return;
        }
        let own = open.start.stones()[open.start.side()];
        let touched = (open.evidence.touched() & own).iter().filter(|&point| {
            let times = open.evidence.opened(point).zip(open.evidence.closed(point));
            let held = times.is_some_and(|(opened, closed)| closed - opened >= LANDING);
            held && open.explain(rules, picture, Some(point), true).is_some()
        });
        self.bound = touched.min_by_key(|&point| open.evidence.opened(point));
    }
}
