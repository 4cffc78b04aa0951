//! What is wrong, and how it is put right.

use crate::point::{Point, PointSet};
use crate::referee::cost::{Cost, LANDING};
use crate::referee::play::{Ledger, Play, Sight};
use crate::referee::readings::Difference;
use crate::referee::situation::{Phase, Restore, Situation};
use crate::referee::story::DOUBT;
use crate::rules::game::Game;
use crate::rules::lines::{Direction, neighbour};
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
        let earlier = self.nearest(sight.picture).filter(|_| may_take_back);
        let back = self.restore(earlier, sight, ledger.game);
        let is_patient = || !self.has_stood(DOUBT, sight) && self.is_between_two(ledger.game, sight);
        if back.is_some() || !sight.at_rest || is_patient() {
            return back;
        }
        Some(self.mistake(self.explained, sight, ledger.game))
    }

    /// The latest earlier position to which everything leads that has changed since a picture was explained, and more than
    /// half of the way.
    fn nearest(&self, picture: PointSet) -> Option<BySide<PointSet>> {
        let explained = self.explained.both();
        let changed = Difference::between(explained, picture).points();
        let leads_to = |position: &&Position| {
            let needed = Difference::between(explained, position.occupied()).points();
            needed.contains_all(changed) && 2 * changed.len() > needed.len()
        };
        let before = self.first.as_ref().map(|_| &self.base);
        let mut earlier = self.earlier.iter().chain(before).rev();
        earlier.find(leads_to).map(Position::stones)
    }

    /// What is still to be restored of the earlier position that was being restored, or else of this one, as long as a
    /// stone of it is back.
    pub(super) fn restore(
        &mut self,
        earlier: Option<BySide<PointSet>>,
        sight: Sight,
        game: &Game,
    ) -> Option<Situation> {
        let is_back = |stones: &BySide<PointSet>| {
            let back = stones.both() - self.explained.both();
            back.intersects(sight.picture)
        };
        self.restoring = self.restoring.filter(is_back);
        let stones = self.restoring.or(earlier.filter(is_back))?;
        if sight.at_rest {
            self.restoring = Some(stones);
        }
        self.has_stood(LANDING, sight).then(|| Situation {
            takeback: Restore::to(stones, sight.picture),
            fleeting: true,
            ..self.plain(Phase::Wrong, game)
        })
    }

    /// Whether a stone may stand between two points and close both: one of two neighbours has no stone of its own, and all
    /// would be well without it.
    fn is_between_two(&self, game: &Game, sight: Sight) -> bool {
        let without = |point: Point| sight.picture - PointSet::of(point);
        let is_beside = |point: &Point| {
            let mut around = Direction::ALL.into_iter().filter_map(|to| neighbour(*point, to));
            around.any(|point| sight.picture.contains(point))
        };
        let strays = sight.picture - self.explained.both();
        let mut pictures = strays.iter().filter(is_beside).map(without);
        pictures.any(|picture| self.explains(game, Sight { picture, ..sight }))
    }

    /// Whether something explains a picture.
    fn explains(&self, game: &Game, sight: Sight) -> bool {
        let most = Cost {
            contradicts: u8::MAX,
            ..Cost::NONE
        };
        let scene = self.scene(game.rules(), game, sight);
        sight.picture == self.start().occupied()
            || scene.alone().is_some()
            || scene.known_pair().is_some()
            || scene.other_pair(most).is_some()
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
