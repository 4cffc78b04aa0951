//! A game on the board: the turn in hand, the one before it, and what is wrong.

use heapless::Deque;

use crate::point::{Point, PointSet};
use crate::referee::evidence::{Evidence, LANDING};
use crate::referee::last::{Choice, Last, Passed, may_mend};
use crate::referee::mirror;
use crate::referee::readings::{Account, Complete, Frame, Mover};
use crate::referee::show::show;
use crate::referee::situation::{Phase, Situation};
use crate::referee::{Event, Events};
use crate::rules::game::{Game, NoTakeback};
use crate::rules::options::{Rules, Takeback, Touch};
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// So few mistakes are put right where they were made; beyond, the turn begins anew.
const NEAR: usize = 2;
/// How many positions are remembered beside that before the last turn: one turn more than that can be
/// taken back by restoring what stood before it.
pub const DEPTH: usize = 8;

/// The game as far as the board shows it.
///
/// Two frames are alive: that of the turn that was completed last, and that of the reply to it. A
/// picture may belong to either, because a chain may go on until the reply shows that it has not, and
/// a turn may be mended until the reply is complete.
#[derive(Clone, Debug)]
pub struct Play {
    /// The frame of the last turn.
    frame: Frame,
    /// The last turn, once it is complete, and the frame of the reply.
    last: Option<Last>,
    /// Another reading of that turn, which came second but is not ruled out.
    rival: Option<Last>,
    /// The positions before that of the frame, the oldest first.
    earlier: Deque<Position, DEPTH>,
    /// The stone that was touched and must move.
    bound: Option<Point>,
    /// The last picture that was explained at rest or on the way.
    explained: PointSet,
    /// What the board should show instead, as long as it is wrong.
    target: Option<PointSet>,
    /// What must stand again before play goes on, after a turn was taken back by a word.
    demanded: Option<PointSet>,
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
pub struct Table<'a> {
    /// The game.
    pub game: &'a mut Game,
    /// Who is told.
    pub events: &'a mut Events,
}

impl Table<'_> {
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
        let frame = Frame::new(start);
        Self {
            explained: frame.picture(),
            frame,
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
        self.frame.evidence.note(point, closed, now);
        if let Some(rival) = &mut self.rival {
            rival.reply.evidence.note(point, closed, now);
        }
        let Some(last) = &mut self.last else { return };
        last.note(point, picture, now);
    }

    /// Says that a chain is over; tells whether one could have gone on.
    pub fn stop(&mut self, table: &mut Table) -> bool {
        let Some(last) = self.last.as_mut().filter(|last| last.passed == Passed::No) else {
            return false;
        };
        last.passed = Passed::Told;
        table.pass(&last.turn);
        true
    }

    /// Takes back what happened last; the board then shows what is to be restored.
    ///
    /// # Errors
    /// If there is nothing, or the rules forbid it.
    pub fn undo(&mut self, table: &mut Table, now: Millis) -> Result<(), NoTakeback> {
        let has_passed = table.game.position() != &self.frame.start;
        if self.last.is_some() && !has_passed {
            // Complete, but not passed: it is given up, and nothing has to be taken back.
            self.last = None;
        } else {
            if table.game.take_back()?.is_none() {
                return Ok(());
            }
            table.events.tell(Event::Takeback);
            self.last = None;
        }
        self.rival = None;
        self.frame = Frame::new(*table.game.position());
        self.explained = self.frame.picture();
        self.demanded = Some(self.explained);
        self.step_back(table, now);
        Ok(())
    }

    /// Reads a picture that could be two things as the other, once; tells whether it could.
    pub fn swap_mirror(&mut self, table: &mut Table, picture: PointSet, now: Millis) -> bool {
        let rules = *table.game.rules();
        let declared = table.game.outcome().is_some_and(Outcome::is_declared);
        let Some(last) = self.last.as_ref().filter(|last| !last.said && !declared) else {
            return false;
        };
        if picture != last.reply.picture() {
            return false;
        }
        let has_passed = table.game.position() != &self.frame.start;
        let replied = mirror::as_reply(&rules, &self.frame.start, &last.turn, picture);
        let before = self.earlier.back().copied();
        let previous = table.game.record().turns();
        let previous = previous.take(table.game.record().len() - usize::from(has_passed));
        let previous = before.zip(previous.last());
        let chain = previous.and_then(|(start, turn)| {
            let chain = mirror::as_chain(&rules, &start, &turn, picture)?;
            Some((start, chain))
        });
        let complete = if let Some(replied) = replied {
            if has_passed {
                table.take_back();
            }
            table.pass(&replied.chain);
            if self.earlier.is_full() {
                self.earlier.pop_front();
            }
            let _ = self.earlier.push_back(self.frame.start);
            self.frame = Frame::new(replied.stopped);
            replied.reply
        } else if let Some((start, chain)) = chain {
            if has_passed {
                table.take_back();
            }
            table.take_back();
            self.earlier.pop_back();
            self.frame = Frame::new(start);
            chain
        } else {
            return false;
        };
        self.last = Some(Last {
            passed: Passed::Told,
            said: true,
            ..Last::new(complete, now)
        });
        self.rival = None;
        self.bound = None;
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
    pub fn judge(&mut self, table: &mut Table, sight: Sight) -> Option<Situation> {
        self.demanded = self.demanded.filter(|&demanded| demanded != sight.picture);
        if let Some(demanded) = self.demanded {
            self.target = Some(demanded);
            return Some(self.mistake(sight));
        }
        let situation = self.read(table, sight)?;
        // What is explained only in passing is nothing to go back to.
        if !situation.fleeting {
            self.explained = sight.picture;
            self.target = None;
        }
        Some(situation)
    }

    fn read(&mut self, table: &mut Table, sight: Sight) -> Option<Situation> {
        let rules = *table.game.rules();
        self.bind(&rules, sight.picture);
        let Some(last) = &mut self.last else {
            return self.read_first_turn(table, sight);
        };
        if sight.picture == last.reply.picture() {
            if sight.at_rest {
                last.rested = true;
                last.disturbed = false;
                // What was touched has been put back, and counts no more.
                last.reply.evidence = Evidence::none();
            }
            let ends = last.targets.is_empty() && sight.now - last.since >= LANDING;
            if last.passed == Passed::Told && table.game.position() == &self.frame.start {
                table.pass(&last.turn);
            } else if last.passed == Passed::No && ends {
                last.passed = Passed::Seen;
                table.pass(&last.turn);
            }
            return Some(self.rest(table));
        }
        let outcome = table.game.outcome();
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
            .frame
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
                    table.pass(&last.turn);
                }
                if let Some(complete) = account.complete {
                    self.advance(complete, sight.now);
                    return self.read(table, sight);
                }
                let situation = show(&last.reply, &account);
                // The stones speak for another turn, but not as loudly.
                if let Some(other) = other {
                    self.rival = Some(Last::new(other, sight.now));
                }
                Some(situation)
            }
            Choice::Old(account) => Some(self.mend(table, sight, &account, rival)),
            Choice::Neither => self.swap(table, sight),
        }
    }

    /// The picture before any turn is complete.
    fn read_first_turn(&mut self, table: &mut Table, sight: Sight) -> Option<Situation> {
        if table.game.outcome().is_some() {
            return (sight.picture == self.frame.picture()).then(|| self.rest(table));
        }
        let rules = table.game.rules();
        let account = self
            .frame
            .explain(rules, sight.picture, self.bound, sight.at_rest)?;
        match account.complete {
            Some(complete) => {
                self.last = Some(Last::new(complete, sight.now));
                self.bound = None;
                Some(self.rest(table))
            }
            None if sight.picture == self.frame.picture() => {
                if sight.at_rest {
                    self.frame.evidence = Evidence::none();
                }
                if sight.at_rest && !self.earlier.is_empty() {
                    self.step_back(table, sight.now);
                }
                Some(self.rest(table))
            }
            None => Some(show(&self.frame, &account)),
        }
    }

    /// The picture belongs to the last turn, which is not what it seemed to be. Where the reply could
    /// be a rival reading, nothing is given up.
    fn mend(
        &mut self,
        table: &mut Table,
        sight: Sight,
        account: &Account,
        rival: bool,
    ) -> Situation {
        let Some(last) = &mut self.last else {
            return show(&self.frame, account);
        };
        let passed = last.passed != Passed::No;
        let restored = sight.picture == self.frame.picture();
        // With everything put back the turn is as good as taken back, and another can be played.
        last.rested &= !restored || table.game.outcome().is_some();
        // What has been at rest is not read anew in passing: a stone may brush a point, and after a game
        // the stones are put away and stand like anything on the way. Only the same stone on the same
        // point may have taken another row, and one that was tapped may go on.
        let is_over = table.game.outcome().is_some();
        let stays_played = table.game.rules().takeback == Takeback::No;
        let closes = self.frame.evidence.last_closed() == Some(sight.now);
        let was_tapped = last.passed == Passed::Told && !is_over;
        let may_go_on = !last.rested || was_tapped && !(closes && account.complete.is_some());
        let goes_on = account.goes_on_from(&last.turn) && may_go_on;
        let stays = account.at == PointSet::of(last.turn.end()) && !is_over && !closes;
        let settled = sight.at_rest || !passed || !last.rested || goes_on || stays;
        if let Some(other) = account
            .complete
            .filter(|complete| complete.turn != last.turn && settled)
        {
            if passed {
                table.take_back();
            }
            // A touch in passing is no rival.
            let stood = passed || sight.now - last.since >= LANDING;
            let rival = self.last.replace(Last::new(other, sight.now));
            self.rival = rival.filter(|_| stood);
            return self.rest(table);
        }
        if sight.at_rest && !rival && restored {
            if passed {
                table.take_back();
            }
            self.last = None;
            self.rival = None;
            self.step_back(table, sight.now);
            return self.rest(table);
        }
        if !passed || goes_on {
            return show(&self.frame, account);
        }
        // It has passed: this is on the way back, until everything is restored.
        let mut situation = match table.game.outcome() {
            Some(_) => self.rest(table),
            None if stays_played => self.mistake(sight),
            None => self.plain(Phase::Wrong),
        };
        situation.fleeting = true;
        if stays_played {
            return situation;
        }
        situation.takeback = difference(self.frame.picture(), sight.picture);
        if sight.at_rest {
            self.target = Some(self.frame.picture());
        }
        situation
    }

    /// With the start of a turn restored, the turn before it can be taken back next.
    fn step_back(&mut self, table: &Table, now: Millis) {
        self.bound = None;
        let previous = self
            .earlier
            .pop_back()
            .zip(table.game.record().turns().last());
        let reply = Frame::new(self.frame.start);
        match previous {
            None => self.frame = reply,
            Some((start, turn)) => {
                self.frame = Frame::new(start);
                self.last = Some(Last {
                    turn,
                    cost: 0,
                    targets: PointSet::EMPTY,
                    reply,
                    since: now,
                    passed: Passed::Seen,
                    tapped_at: None,
                    disturbed: true,
                    rested: true,
                    said: true,
                });
            }
        }
    }

    /// The reply is complete: it is the last turn now.
    fn advance(&mut self, complete: Complete, now: Millis) {
        let Some(last) = self.last.take() else { return };
        if self.earlier.is_full() {
            self.earlier.pop_front();
        }
        let _ = self.earlier.push_back(self.frame.start);
        let said = last.passed == Passed::Told;
        self.frame = last.reply;
        self.last = Some(Last {
            said,
            ..Last::new(complete, now)
        });
        self.rival = None;
        self.bound = None;
    }

    /// Nothing explains the picture but the reply to another reading of the last turn.
    fn swap(&mut self, table: &mut Table, sight: Sight) -> Option<Situation> {
        let rival = self.rival.as_ref().filter(|_| sight.at_rest)?;
        rival
            .reply
            .explain(table.game.rules(), sight.picture, None, true)?;
        core::mem::swap(&mut self.last, &mut self.rival);
        if let Some(last) = &mut self.rival
            && last.passed != Passed::No
        {
            last.passed = Passed::No;
            table.take_back();
        }
        self.read(table, sight)
    }

    /// What to show when the stones stand as the game has them.
    fn rest(&self, table: &Table) -> Situation {
        let (frame, chaining) = match &self.last {
            Some(last) => (
                &last.reply,
                last.passed == Passed::No && !last.targets.is_empty(),
            ),
            None => (&self.frame, false),
        };
        let stones = frame.start.stones();
        if let Some(outcome) = table.game.outcome() {
            let mut situation = Situation::at(Phase::Over, &frame.start);
            // Nobody's victory is everybody's.
            situation.winner = stones.white | stones.black;
            if let Some(winner) = outcome.winner() {
                situation.side = winner;
                situation.winner = stones[winner];
            }
            return situation;
        }
        if let Some(last) = self.last.as_ref().filter(|_| chaining) {
            let mut situation = Situation::at(Phase::Chaining, &frame.start);
            situation.side = self.frame.start.side();
            situation.mover = PointSet::of(last.turn.end());
            situation.targets = last.targets;
            return situation;
        }
        let mut situation = Situation::at(Phase::ToMove, &frame.start);
        situation.mover = self.bound.map_or(PointSet::EMPTY, PointSet::of);
        situation.movable = match self.bound {
            Some(_) => situation.mover,
            None => frame.start.movable(table.game.rules()),
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
        let frame = self.last.as_ref().map_or(&self.frame, |last| &last.reply);
        if rules.touch == Touch::Free || self.bound.is_some() || picture != frame.picture() {
            return;
        }
        let own = frame.start.stones()[frame.start.side()];
        let touched = (frame.evidence.touched() & own).iter().filter(|&point| {
            let times = frame
                .evidence
                .opened(point)
                .zip(frame.evidence.closed(point));
            let held = times.is_some_and(|(opened, closed)| closed - opened >= LANDING);
            held && frame.explain(rules, picture, Some(point), true).is_some()
        });
        self.bound = touched.min_by_key(|&point| frame.evidence.opened(point));
    }

    /// What to show when no turn explains what stands; or what is taken back by it.
    pub fn wrong(&mut self, table: &mut Table, sight: Sight) -> Situation {
        let may_take_back = table.game.rules().takeback == Takeback::Yes;
        if may_take_back && let Some(situation) = self.take_back_to(table, sight) {
            return situation;
        }
        // One target until it is met: an earlier position if that is nearer than what was explained
        // last, or as near and the last mover is back; that, if it is near; else the start of the turn.
        let far = |picture: PointSet| difference(picture, sight.picture).len();
        let earlier = || {
            let before = self.last.as_ref().map(|_| self.frame.picture());
            let pictures = self.earlier.iter().map(Position::occupied).chain(before);
            pictures.filter(|_| may_take_back)
        };
        let returned = self.last.as_ref().is_some_and(|last| {
            let (from, to) = (last.turn.origin(), last.turn.end());
            sight.picture.contains(from) && !sight.picture.contains(to)
        });
        let nearer = |&picture: &PointSet| {
            let (far, explained) = (far(picture), far(self.explained));
            far < explained || far == explained && returned
        };
        let start = self
            .last
            .as_ref()
            .map_or(&self.frame, |last| &last.reply)
            .picture();
        let near = (1..=NEAR).contains(&far(self.explained));
        let target = self
            .target
            .filter(|&target| target != sight.picture)
            .or_else(|| earlier().rev().find(nearer))
            .unwrap_or(if near { self.explained } else { start });
        let is_earlier = target != self.explained && earlier().any(|picture| picture == target);
        self.target = Some(target);
        let mut situation = self.mistake(sight);
        if is_earlier {
            situation.wanted = BySide::default();
            situation.extra = PointSet::EMPTY;
            situation.takeback = difference(target, sight.picture);
        }
        situation
    }

    /// A phase, the stones as they should stand, and whose turn it is: while a chain may go on, the
    /// mover's.
    fn plain(&self, phase: Phase) -> Situation {
        let Some(last) = &self.last else {
            return Situation::at(phase, &self.frame.start);
        };
        let mut situation = Situation::at(phase, &last.reply.start);
        if last.passed == Passed::No && !last.targets.is_empty() {
            situation.side = self.frame.start.side();
        }
        situation
    }

    /// What stands otherwise than it should.
    fn mistake(&self, sight: Sight) -> Situation {
        let mut situation = self.plain(Phase::Wrong);
        let target = self.target.unwrap_or(self.explained);
        situation.extra = sight.picture - target;
        situation.wanted = self.owners(target - sight.picture);
        situation
    }

    /// Takes back to the latest earlier position that stands now.
    fn take_back_to(&mut self, table: &mut Table, sight: Sight) -> Option<Situation> {
        let stands = |position: &Position| position.occupied() == sight.picture;
        let index = self.earlier.iter().rposition(stands)?;
        // The last turn has passed, or else it was no turn yet.
        if table.game.position() != &self.frame.start {
            table.take_back();
        }
        while self.earlier.len() > index + 1 {
            self.earlier.pop_back();
            table.take_back();
        }
        let start = self.earlier.pop_back()?;
        table.take_back();
        self.frame = Frame::new(start);
        self.last = None;
        self.step_back(table, sight.now);
        self.explained = sight.picture;
        Some(self.rest(table))
    }

    /// Whose stones are missing on these points.
    fn owners(&self, points: PointSet) -> BySide<PointSet> {
        let Situation {
            side, mut stones, ..
        } = self.plain(Phase::Wrong);
        // A stone that has moved is not where it stood: it is the mover's.
        let strange = points - stones.white - stones.black;
        stones[side] |= strange;
        BySide {
            white: points & stones.white,
            black: points & stones.black,
        }
    }
}

/// The points in which two pictures differ.
fn difference(one: PointSet, other: PointSet) -> PointSet {
    (one - other) | (other - one)
}
