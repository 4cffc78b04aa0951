//! What is wrong, and how it is put right.

use crate::point::PointSet;
use crate::referee::play::{Ledger, Play, Sight};
use crate::referee::readings::Difference;
use crate::referee::situation::{Phase, Restore, Situation};
use crate::rules::game::Game;
use crate::rules::options::Takeback;
use crate::rules::position::Position;

/// Up to this many mistakes are put right where they were made; with more, the turn begins anew.
const NEAR: usize = 2;

impl Play {
    /// What to show when no turn explains what stands; or what is taken back by it.
    pub fn wrong(&mut self, ledger: &mut Ledger, sight: Sight) -> Situation {
        let may_take_back = ledger.game.rules().takeback == Takeback::Yes;
        if may_take_back && let Some(situation) = self.take_back_to(ledger, sight) {
            return situation;
        }
        // One target until it is met: an earlier position if that is nearer than what was explained
        // last, or as near and the last mover is back; that, if it is near; else the start of the turn.
        let far = |picture: PointSet| {
            Difference::between(picture, sight.picture).points().len()
        };
        let earlier = || {
            let before = self.first.as_ref().map(|_| &self.base);
            let positions = self.earlier.iter().chain(before);
            positions.rev().filter(|_| may_take_back)
        };
        let returned = self.first.as_ref().is_some_and(|first| {
            let (from, to) = (first.turn.origin(), first.turn.end());
            sight.picture.contains(from) && !sight.picture.contains(to)
        });
        let nearer = |position: &&Position| {
            let picture = position.occupied();
            let (far, explained) = (far(picture), far(self.explained.both()));
            far < explained || far == explained && returned
        };
        let start = self.start().stones();
        let near = (1..=NEAR).contains(&far(self.explained.both()));
        let target = self
            .target
            .filter(|target| target.both() != sight.picture)
            .or_else(|| earlier().find(nearer).map(Position::stones))
            .unwrap_or(if near { self.explained } else { start });
        let is_earlier = target != self.explained && earlier().any(|it| it.stones() == target);
        self.target = Some(target);
        if !is_earlier {
            return self.mistake(sight, ledger.game);
        }
        Situation {
            takeback: Restore::to(target, sight.picture),
            ..self.plain(Phase::Wrong, ledger.game)
        }
    }

    /// A phase, the stones as they should stand, and whose turn it is: while a chain may go on, the
    /// mover's.
    pub(super) fn plain(&self, phase: Phase, game: &Game) -> Situation {
        let mut situation = Situation::at(phase, self.start());
        if self.chain(game).is_some() {
            situation.side = self.base.side();
        }
        situation
    }

    /// What stands otherwise than it should.
    pub(super) fn mistake(&self, sight: Sight, game: &Game) -> Situation {
        let target = self.target.unwrap_or(self.explained);
        let Restore { put, take } = Restore::to(target, sight.picture);
        Situation {
            stones: target,
            wanted: put,
            extra: take,
            ..self.plain(Phase::Wrong, game)
        }
    }
}
