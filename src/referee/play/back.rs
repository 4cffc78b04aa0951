//! Going back: turns read anew, taken back by hand, or by a word.

use crate::point::PointSet;
use crate::referee::Event;
use crate::referee::evidence::LANDING;
use crate::referee::last::{Last, Passed};
use crate::referee::mirror;
use crate::referee::play::{Ledger, Play, Sight};
use crate::referee::readings::{Account, OpenTurn};
use crate::referee::show::show;
use crate::referee::situation::{Phase, Restore, Situation};
use crate::rules::game::NoTakeback;
use crate::rules::options::Takeback;
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::time::Millis;

impl Play {
    /// Takes back what happened last; the board then shows what is to be restored.
    ///
    /// # Errors
    /// If there is nothing, or the rules forbid it.
    pub fn undo(&mut self, ledger: &mut Ledger, now: Millis) -> Result<(), NoTakeback> {
        let has_passed = self.has_passed(ledger);
        if self.last.is_some() && !has_passed {
            // Complete, but not passed: it is given up, and nothing has to be taken back.
            self.last = None;
        } else {
            if ledger.game.take_back()?.is_none() {
                return Ok(());
            }
            ledger.events.tell(Event::Takeback);
            self.last = None;
        }
        self.rival = None;
        self.open = OpenTurn::new(*ledger.game.position());
        self.explained = self.open.start.stones();
        self.demanded = Some(self.explained);
        self.step_back(ledger, now);
        Ok(())
    }

    /// Reads a picture that could be two things as the other, once; tells whether it could.
    pub fn swap_mirror(&mut self, ledger: &mut Ledger, picture: PointSet, now: Millis) -> bool {
        let rules = *ledger.game.rules();
        let declared = ledger.game.outcome().is_some_and(Outcome::is_declared);
        let Some(last) = self.last.as_ref().filter(|last| !last.said && !declared) else {
            return false;
        };
        if picture != last.reply.picture() {
            return false;
        }
        let has_passed = self.has_passed(ledger);
        let replied = mirror::as_reply(&rules, &self.open.start, &last.turn, picture);
        let before = self.earlier.back().copied();
        let previous = ledger.game.history().turns();
        let previous = previous.take(ledger.game.history().len() - usize::from(has_passed));
        let previous = before.zip(previous.last());
        let chain = previous.and_then(|(start, turn)| {
            let chain = mirror::as_chain(&rules, &start, &turn, picture)?;
            Some((start, chain))
        });
        let complete = if let Some(replied) = replied {
            if has_passed {
                ledger.take_back();
            }
            ledger.pass(&replied.chain);
            self.remember(self.open.start);
            self.open = OpenTurn::new(replied.stopped);
            replied.reply
        } else if let Some((start, chain)) = chain {
            if has_passed {
                ledger.take_back();
            }
            ledger.take_back();
            self.earlier.pop_back();
            self.open = OpenTurn::new(start);
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

    /// The picture belongs to the last turn, which is not what it seemed to be. Where the reply could
    /// be a rival reading, nothing is given up.
    pub(super) fn mend(
        &mut self,
        ledger: &mut Ledger,
        sight: Sight,
        account: &Account,
        rival: bool,
    ) -> Situation {
        let Some(last) = &mut self.last else {
            return show(&self.open, account);
        };
        let passed = last.passed != Passed::No;
        let restored = sight.picture == self.open.picture();
        // With everything put back the turn is as good as taken back, and another can be played.
        last.rested &= !restored || ledger.game.outcome().is_some();
        // What has been at rest is not read anew in passing: a stone may brush a point, and after a game
        // the stones are put away and stand like anything on the way. Only the same stone on the same
        // point may have taken another row, and one that was tapped may go on.
        let is_over = ledger.game.outcome().is_some();
        let stays_played = ledger.game.rules().takeback == Takeback::No;
        let closes = self.open.evidence.last_closed() == Some(sight.now);
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
                ledger.take_back();
            }
            // A touch in passing is no rival.
            let stood = passed || sight.now - last.since >= LANDING;
            let rival = self.last.replace(Last::new(other, sight.now));
            self.rival = rival.filter(|_| stood);
            return self.rest(ledger);
        }
        if sight.at_rest && !rival && restored {
            if passed {
                ledger.take_back();
            }
            self.last = None;
            self.rival = None;
            self.step_back(ledger, sight.now);
            return self.rest(ledger);
        }
        if !passed || goes_on {
            return show(&self.open, account);
        }
        // It has passed: this is on the way back, until everything is restored.
        let mut situation = match ledger.game.outcome() {
            Some(_) => self.rest(ledger),
            None if stays_played => self.mistake(sight),
            None => self.plain(Phase::Wrong),
        };
        situation.fleeting = true;
        if stays_played {
            return situation;
        }
        situation.takeback = Restore::to(self.open.start.stones(), sight.picture);
        if sight.at_rest {
            self.target = Some(self.open.start.stones());
        }
        situation
    }

    /// With the start of a turn restored, the turn before it can be taken back next.
    pub(super) fn step_back(&mut self, ledger: &Ledger, now: Millis) {
        self.bound = None;
        let previous = self.earlier.pop_back().zip(ledger.game.history().last());
        let reply = OpenTurn::new(self.open.start);
        match previous {
            None => self.open = reply,
            Some((start, turn)) => {
                self.open = OpenTurn::new(start);
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

    /// Nothing explains the picture but the reply to another reading of the last turn.
    pub(super) fn swap(&mut self, ledger: &mut Ledger, sight: Sight) -> Option<Situation> {
        let rival = self.rival.as_ref().filter(|_| sight.at_rest)?;
        rival
            .reply
            .explain(ledger.game.rules(), sight.picture, None, true)?;
        core::mem::swap(&mut self.last, &mut self.rival);
        if let Some(last) = &mut self.rival
            && last.passed != Passed::No
        {
            last.passed = Passed::No;
            ledger.take_back();
        }
        self.read(ledger, sight)
    }

    /// Takes back to the latest earlier position that stands now.
    pub(super) fn take_back_to(&mut self, ledger: &mut Ledger, sight: Sight) -> Option<Situation> {
        let stands = |position: &Position| position.occupied() == sight.picture;
        let index = self.earlier.iter().rposition(stands)?;
        // The last turn has passed, or else it was no turn yet.
        if self.has_passed(ledger) {
            ledger.take_back();
        }
        while self.earlier.len() > index + 1 {
            self.earlier.pop_back();
            ledger.take_back();
        }
        let start = self.earlier.pop_back()?;
        ledger.take_back();
        self.open = OpenTurn::new(start);
        self.last = None;
        self.step_back(ledger, sight.now);
        self.explained = start.stones();
        Some(self.rest(ledger))
    }
}
