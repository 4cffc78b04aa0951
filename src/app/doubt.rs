//! Reeds that are not believed: who says so, and what the referee is told of it.

use crate::app::App;
use crate::point::{Point, PointSet};
use crate::referee::Blame;
use crate::referee::situation::Phase;
use crate::sense::sensors::{TooManyDead, Trouble};
use crate::time::Millis;

/// How long the lights must have asked in vain before a press of the button means that a reed is dead.
const VAIN: u32 = 2000;
/// How long the light of the reed that is blamed asks, before it counts as dead.
const ASKED: Millis = Millis(2000);

/// The search for the reed that is to blame for what stands, a point every millisecond.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubt {
    /// The point that is considered next; none when all have been.
    next: Option<Point>,
    best: Option<(Blame, Point)>,
    /// Reeds that were blamed since anything was touched, the last of them now, and since when its light asks.
    tried: PointSet,
    blamed: Option<(Point, Millis)>,
    /// Whether nobody has pressed the button: then the board only asks.
    is_own: bool,
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
        let settled = self.debounce.settled();
        self.referee.hide(self.sensors.unknown(), settled);
    }

    /// The referee is told which points are unknown.
    #[inline(never)]
    pub(super) fn heed(&mut self) {
        let settled = self.debounce.settled();
        self.referee
            .mistrust(self.sensors.unknown(), settled, self.now);
    }

    /// The button was pressed for a moment, and there was nothing to stop: if the lights ask in vain, it says that a reed is
    /// dead. Which one the board blames, its light asks; pressed once more meanwhile, the button says that it is another.
    pub(super) fn blame(&mut self) {
        let tried = match &self.doubt {
            Some(doubt) if doubt.next.is_some() => return,
            Some(doubt) if !doubt.is_own => doubt.tried,
            None if self.sensors.waited() < VAIN => return,
            Some(_) | None => PointSet::EMPTY,
        };
        let asked = self.cues().asks() - self.sensors.unknown();
        match self.referee.situation().phase {
            Phase::Setup | Phase::Resume if !asked.is_empty() => {
                let _ = self.mark_dead(asked);
            }
            Phase::ToMove
            | Phase::Carrying
            | Phase::Choosing
            | Phase::Clearing
            | Phase::Chaining
            | Phase::Wrong => {
                self.begin_doubt(tried, false);
            }
            Phase::Setup
            | Phase::Resume
            | Phase::Over
            | Phase::Ending
            | Phase::Menu
            | Phase::SelfTest => {}
        }
    }

    /// The lights have asked in vain for long, and something is wrong: asks whether the reed is dead that explains it.
    #[inline(never)]
    pub(super) fn wonder(&mut self) {
        if self.doubt.is_none() && self.referee.situation().phase == Phase::Wrong {
            self.begin_doubt(PointSet::EMPTY, true);
        }
    }

    fn begin_doubt(&mut self, tried: PointSet, is_own: bool) {
        self.browsed = self.browsed.wrapping_add(1);
        self.doubt = Some(Doubt {
            next: Point::new(0),
            best: None,
            tried,
            blamed: None,
            is_own,
        });
    }

    /// Looks at the next point that may be to blame, or believes that the one is whose light has asked for long enough.
    #[inline(never)]
    pub(super) fn look_for_culprit(&mut self, now: Millis) {
        let Some(doubt) = &mut self.doubt else {
            return;
        };
        let Some(point) = doubt.next else {
            // Whoever presses the button just now is about to say no.
            let waits = doubt.is_own || self.button.is_touched();
            let asked = doubt.blamed.filter(|_| !waits);
            if asked.is_some_and(|(_, since)| now - since >= ASKED) {
                self.believe_blame(now);
            }
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
        match doubt.best {
            Some((_, culprit)) => {
                doubt.tried.add(culprit);
                doubt.blamed = Some((culprit, now));
                self.browsed = self.browsed.wrapping_add(1);
                if doubt.is_own {
                    self.sensors.tell(culprit, Trouble::Stuck);
                }
            }
            // All were tried.
            None => self.doubt = None,
        }
    }

    /// The reed that is blamed counts as dead, and what stands is right; unless nobody has said so.
    #[inline(never)]
    pub(super) fn believe_blame(&mut self, now: Millis) {
        let doubt = self.doubt.take();
        self.browsed = self.browsed.wrapping_add(1);
        let Some(Doubt { blamed, is_own, .. }) = doubt else {
            return;
        };
        if let Some((culprit, _)) = blamed.filter(|_| is_own) {
            self.sensors.tell(culprit, Trouble::Over);
        } else if let Some((culprit, _)) = blamed
            && self.mark_dead(PointSet::of(culprit)).is_ok()
        {
            self.referee.confirm(now);
        }
    }

    /// Holds dead reeds that have changed against what stands for certain.
    #[inline(never)]
    pub(super) fn recheck(&mut self) {
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

    /// The reeds whose lights ask whether they are dead: the one that is blamed, those that have chattered for long, or, if
    /// something is wrong, those that seem to be stuck.
    pub(super) fn blamed(&self) -> PointSet {
        let suspected = self.sensors.suspected();
        if !suspected.is_empty() {
            return suspected;
        }
        match self.doubt.and_then(|doubt| doubt.blamed) {
            Some((point, _)) => PointSet::of(point),
            None if self.referee.situation().phase == Phase::Wrong => self.sensors.stuck(),
            None => PointSet::EMPTY,
        }
    }
}
