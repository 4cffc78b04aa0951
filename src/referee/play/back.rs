//! Going back: turns read anew, taken back by hand, or by a word.

use crate::point::PointSet;
use crate::referee::Event;
use crate::referee::clause::Clause;
use crate::referee::mirror;
use crate::referee::picture::Picture;
use crate::referee::play::{Ledger, Play, Sight};
use crate::referee::readings::Complete;
use crate::referee::situation::Situation;
use crate::rules::game::{Game, NoTakeback};
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
        // A turn that is complete but was not told is given up, and nothing has to be taken back.
        let is_over = ledger.game.outcome().is_some();
        if self.course.first.is_none() || self.course.is_told(ledger.game) || is_over {
            if ledger.game.take_back()?.is_none() {
                return Ok(());
            }
            ledger.events.tell(Event::Takeback);
        }
        self.stand_at(*ledger.game.position());
        self.explained = self.course.base.stones();
        self.demanded = Some(self.explained);
        self.step_back(ledger, now);
        Ok(())
    }

    /// Reads a picture that could be two things as the other, once; tells whether it could.
    pub fn swap_mirror(&mut self, ledger: &mut Ledger, picture: Picture, now: Millis) -> bool {
        let rules = *ledger.game.rules();
        let declared = ledger.game.outcome().is_some_and(Outcome::is_declared);
        let Some(first) = self.course.first.filter(|_| !declared) else {
            return false;
        };
        if self.course.log.is_said() || !picture.shows(first.after.occupied()) {
            return false;
        }
        let is_told = self.course.is_told(ledger.game);
        let replied = mirror::as_reply(&rules, &self.course.base, &first.turn, picture);
        let before = self.earlier(ledger.game).next();
        let history = ledger.game.history();
        let previous = history.turns().take(history.len() - usize::from(is_told));
        let chain = before.zip(previous.last()).and_then(|(start, turn)| {
            let chain = mirror::as_chain(&rules, &start, &turn, picture)?;
            Some((start, chain))
        });
        if replied.is_none() && chain.is_none() {
            return false;
        }
        if is_told {
            ledger.take_back();
        }
        let other = if let Some(replied) = replied {
            ledger.pass(&replied.chain, &replied.stopped);
            self.stand_at(replied.stopped);
            Some(replied.reply)
        } else {
            chain.map(|(start, chain)| {
                ledger.take_back();
                self.stand_at(start);
                chain
            })
        };
        self.course.first = other;
        self.course.log.begin_after(now);
        if let Some(other) = other {
            ledger.pass(&other.turn, &other.after);
        }
        true
    }

    /// Begins anew from a position.
    pub(super) fn stand_at(&mut self, position: Position) {
        self.course.stand_at(position);
        self.look_anew();
        (self.unread, self.denied) = (None, None);
        self.shown = [None; 2];
    }

    /// With the start of a turn restored, the turn before it can be taken back next.
    pub(super) fn step_back(&mut self, ledger: &Ledger, now: Millis) {
        let previous = ledger.game.before(1).zip(ledger.game.history().last());
        if let Some((start, turn)) = previous {
            let after = self.course.base;
            self.stand_at(start);
            self.course.first = Some(Complete {
                turn,
                after,
                targets: PointSet::EMPTY,
            });
            self.course.log.begin_after(now);
        }
    }

    /// Whether an earlier position stands, and turns may be taken back to it.
    #[inline(never)]
    pub(super) fn is_taken_back(&self, game: &Game, picture: Picture) -> bool {
        let stands = picture.shows(self.course.base.occupied());
        game.rules().takeback == Takeback::Yes && !stands && self.restored(game, picture).is_some()
    }

    /// How many turns before the one that is certain the latest earlier position stood that stands now, less one. Several turns are
    /// not taken back by a stone that nobody sees.
    fn restored(&self, game: &Game, picture: Picture) -> Option<usize> {
        let now = self.course.start().occupied() & picture.unknown;
        self.earlier(game).position(|position| {
            let then = position.occupied();
            picture.shows(then) && !Clause::BackSeen.holds(then & picture.unknown != now)
        })
    }

    /// Takes back to the latest earlier position, if one stands at rest.
    pub(super) fn take_back_to(&mut self, ledger: &mut Ledger, sight: Sight) -> Option<Situation> {
        let index = self.restored(ledger.game, sight.picture);
        let index = index.filter(|_| sight.at_rest)?;
        Some(self.take_back_until(ledger, sight, index))
    }

    /// The same, whatever stands where nobody sees it, because a player has said so.
    pub(super) fn take_back_unseen(&mut self, ledger: &mut Ledger, sight: Sight) -> bool {
        let stands = |position: Position| sight.picture.shows(position.occupied());
        let index = self.earlier(ledger.game).position(stands);
        let taken_back = index.map(|index| self.take_back_until(ledger, sight, index));
        taken_back.is_some()
    }

    fn take_back_until(&mut self, ledger: &mut Ledger, sight: Sight, index: usize) -> Situation {
        // The last turn has passed, or else it was no turn yet.
        if self.course.is_told(ledger.game) {
            ledger.take_back();
        }
        for _ in 0..=index {
            ledger.take_back();
        }
        let start = *ledger.game.position();
        self.stand_at(start);
        self.step_back(ledger, sight.now);
        self.explained = start.stones();
        self.rest(ledger)
    }
}
