//! Reeds that are not believed: who says so, and what the referee is told of it.

use crate::app::App;
use crate::point::{Point, PointSet};
use crate::referee::Blame;
use crate::referee::situation::Phase;
use crate::sense::sensors::TooManyDead;
use crate::time::Millis;

/// How long the lights must have asked in vain before a press of the button means that a reed is dead.
const VAIN: u32 = 2000;

/// The search for the reed that is to blame for what stands, a point every millisecond.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubt {
    /// The point that is considered next; none when all have been.
    next: Option<Point>,
    best: Option<(Blame, Point)>,
    /// Reeds that were blamed before, by presses of the button since anything was touched.
    tried: PointSet,
}

impl App {
    /// From now on nothing is believed of these points.
    ///
    /// # Errors
    /// If too many would be dead.
    pub fn mark_dead(&mut self, points: PointSet) -> Result<(), TooManyDead> {
        self.sensors.mark(points)?;
        self.heed();
        Ok(())
    }

    /// These points are believed again.
    pub fn mark_well(&mut self, points: PointSet) {
        self.sensors.believe_again(points);
        self.heed();
    }

    /// Takes these reeds for dead, and no others, as before a restart.
    pub fn remember_dead(&mut self, points: PointSet) {
        self.sensors.remember(points);
        self.heed();
    }

    /// The referee is told which points are unknown.
    #[inline(never)]
    pub(super) fn heed(&mut self) {
        let settled = self.debounce.settled();
        self.referee
            .mistrust(self.sensors.unknown(), settled, self.now);
    }

    /// The button was pressed for a moment, and there was nothing to stop: if the lights ask in vain, it says that a reed is
    /// dead. Pressed once more before anything is touched, that it is another.
    pub(super) fn blame(&mut self) {
        let tried = self.doubt.map_or(PointSet::EMPTY, |doubt| doubt.tried);
        let is_vain = self.sensors.waited() >= VAIN;
        if tried.is_empty() && !is_vain || self.doubt.is_some_and(|doubt| doubt.next.is_some()) {
            return;
        }
        self.mark_well(tried & self.sensors.unknown());
        let asked = self.cues().asks() - self.sensors.unknown();
        match self.referee.situation().phase {
            Phase::Setup | Phase::Resume if !asked.is_empty() => {
                let _ = self.mark_dead(asked);
            }
            Phase::Carrying | Phase::Choosing | Phase::Clearing | Phase::Wrong => {
                self.doubt = Some(Doubt {
                    next: Point::new(0),
                    best: None,
                    tried,
                });
            }
            _ => self.doubt = None,
        }
    }

    /// Looks at the next point that may be to blame.
    #[inline(never)]
    pub(super) fn look_for_culprit(&mut self, now: Millis) {
        let Some(doubt) = &mut self.doubt else {
            return;
        };
        let Some(point) = doubt.next else {
            return;
        };
        let may_be = !doubt.tried.contains(point) && !self.sensors.unknown().contains(point);
        let blame = self.referee.blame(point, now).filter(|_| may_be);
        if let Some(blame) = blame
            && doubt.best.is_none_or(|(best, _)| blame < best)
        {
            doubt.best = Some((blame, point));
        }
        doubt.next = Point::all().nth(point.index() + 1);
        if doubt.next.is_some() {
            return;
        }
        let culprit = doubt.best.map(|(_, culprit)| PointSet::of(culprit));
        match culprit {
            Some(culprit) => {
                doubt.tried |= culprit;
                let _ = self.mark_dead(culprit);
                self.referee.confirm(now);
            }
            // All were tried: it begins anew.
            None => self.doubt = None,
        }
    }

    /// Holds dead reeds that have changed against what stands for certain.
    #[inline(never)]
    pub(super) fn follow(&mut self) {
        let situation = self.referee.situation();
        let (stones, settled) = (situation.stones.both(), self.debounce.settled());
        let is_certain = match situation.phase {
            Phase::ToMove => true,
            // While stones are put up, one that is lifted again says nothing.
            Phase::Setup => settled.contains_all(stones & self.sensors.unknown()),
            _ => false,
        };
        if is_certain && self.sensors.follow(stones, settled) {
            self.heed();
        }
    }

    /// Reeds that were blamed last, until anything is touched: they are shown.
    pub(super) fn blamed(&self) -> PointSet {
        let tried = self.doubt.map_or(PointSet::EMPTY, |doubt| doubt.tried);
        tried & self.sensors.unknown()
    }
}
