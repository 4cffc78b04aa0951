//! What is wrong, and how it is put right.

use crate::point::PointSet;
use crate::referee::cost::LANDING;
use crate::referee::play::{Ledger, Play, Sight};
use crate::referee::readings::Difference;
use crate::referee::situation::{Phase, Restore, Situation};
use crate::rules::game::Game;
use crate::rules::options::Takeback;
use crate::rules::position::Position;
use crate::rules::side::BySide;

impl Play {
    /// What to show when no turn explains what stands, or what is taken back by it; nothing, if it may still be in passing.
    ///
    /// Everything leads back to the picture that was explained last, unless turns are being taken back.
    pub fn wrong(&mut self, ledger: &mut Ledger, sight: Sight) -> Option<Situation> {
        let may_take_back = ledger.game.rules().takeback == Takeback::Yes;
        if may_take_back && let Some(situation) = self.take_back_to(ledger, sight) {
            return Some(situation);
        }
        // What was explained once and is not any more is begun anew.
        if self.explained.both() == sight.picture {
            self.explained = self.start().stones();
        }
        let before = self.first.as_ref().map(|_| &self.base);
        let earlier = self.earlier.iter().chain(before).rev();
        let mut earlier = earlier.filter(|_| may_take_back && self.has_stood(LANDING, sight));
        let back = earlier.find(|position| self.leads_to(position, sight.picture));
        match back {
            Some(position) => Some(Situation {
                takeback: Restore::to(position.stones(), sight.picture),
                ..self.plain(Phase::Wrong, ledger.game)
            }),
            None => sight.at_rest.then(|| self.mistake(self.explained, sight, ledger.game)),
        }
    }

    /// Whether an earlier position is being restored: all that has changed since a picture was explained leads there, and
    /// a stone is back.
    fn leads_to(&self, position: &Position, picture: PointSet) -> bool {
        let (explained, goal) = (self.explained.both(), position.occupied());
        let changed = Difference::between(explained, picture);
        let needed = Difference::between(explained, goal);
        !changed.closed.is_empty() && needed.points().contains_all(changed.points())
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

    /// What stands otherwise than these stones should.
    pub(super) fn mistake(
        &self,
        target: BySide<PointSet>,
        sight: Sight,
        game: &Game,
    ) -> Situation {
        let Restore { put, take } = Restore::to(target, sight.picture);
        Situation {
            stones: target,
            wanted: put,
            extra: take,
            ..self.plain(Phase::Wrong, game)
        }
    }
}
