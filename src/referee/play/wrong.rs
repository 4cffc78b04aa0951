//! What is wrong, and how it is put right.

use crate::point::PointSet;
use crate::referee::last::Passed;
use crate::referee::play::{Ledger, Play, Sight};
use crate::referee::situation::{Phase, Restore, Situation};
use crate::rules::options::Takeback;
use crate::rules::position::Position;
use crate::rules::side::BySide;

/// So few mistakes are put right where they were made; beyond, the turn begins anew.
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
        let far = |picture: PointSet| difference(picture, sight.picture).len();
        let earlier = || {
            let before = self.last.as_ref().map(|_| &self.open.start);
            let positions = self.earlier.iter().chain(before);
            positions.rev().filter(|_| may_take_back)
        };
        let returned = self.last.as_ref().is_some_and(|last| {
            let (from, to) = (last.turn.origin(), last.turn.end());
            sight.picture.contains(from) && !sight.picture.contains(to)
        });
        let nearer = |position: &&Position| {
            let picture = position.occupied();
            let (far, explained) = (far(picture), far(self.explained));
            far < explained || far == explained && returned
        };
        let start = self
            .last
            .as_ref()
            .map_or(&self.open, |last| &last.reply)
            .picture();
        let near = (1..=NEAR).contains(&far(self.explained));
        let target = self
            .target
            .filter(|&target| target != sight.picture)
            .or_else(|| earlier().find(nearer).map(Position::occupied))
            .unwrap_or(if near { self.explained } else { start });
        let takeback = earlier()
            .find(|position| position.occupied() == target)
            .filter(|_| target != self.explained)
            .map(|position| Restore::to(position, sight.picture));
        self.target = Some(target);
        match takeback {
            None => self.mistake(sight),
            Some(takeback) => Situation {
                takeback,
                ..self.plain(Phase::Wrong)
            },
        }
    }

    /// A phase, the stones as they should stand, and whose turn it is: while a chain may go on, the
    /// mover's.
    pub(super) fn plain(&self, phase: Phase) -> Situation {
        let Some(last) = &self.last else {
            return Situation::at(phase, &self.open.start);
        };
        let mut situation = Situation::at(phase, &last.reply.start);
        if last.passed == Passed::No && !last.targets.is_empty() {
            situation.side = self.open.start.side();
        }
        situation
    }

    /// What stands otherwise than it should.
    pub(super) fn mistake(&self, sight: Sight) -> Situation {
        let mut situation = self.plain(Phase::Wrong);
        let target = self.target.unwrap_or(self.explained);
        situation.extra = sight.picture - target;
        situation.wanted = self.owners(target - sight.picture);
        situation
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
