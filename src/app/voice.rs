//! Which tone is due: what changes in the game, or in the menu, becomes sound.

use crate::point::PointSet;
use crate::referee::Referee;
use crate::referee::situation::Phase;
use crate::sound::Tone;

/// What was said by sound last, and what is still to be said.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// How often the situation had changed.
    changes: u32,
    /// The phase that was told.
    phase: Phase,
    /// Whether a draw was offered.
    is_offered: bool,
    /// Stones that have landed since, and still stand.
    landed: PointSet,
    /// What the menu says.
    due: Option<Tone>,
}

impl Voice {
    /// Nothing was said yet.
    pub const fn new() -> Self {
        Self {
            changes: 0,
            phase: Phase::Setup,
            is_offered: false,
            landed: PointSet::EMPTY,
            due: None,
        }
    }

    /// Has a tone said.
    pub const fn say(&mut self, tone: Tone) {
        self.due = Some(tone);
    }

    /// Notes which points have changed, and which are closed now.
    pub fn note(&mut self, changed: PointSet, settled: PointSet) {
        self.landed = (self.landed | changed) & settled;
    }

    /// The tone that is due, if there is one.
    pub const fn take(&mut self) -> Option<Tone> {
        self.due.take()
    }

    /// Hears what has changed in the game, if something has.
    pub fn hear(&mut self, referee: &Referee) {
        if referee.changes() != self.changes {
            self.changes = referee.changes();
            if let Some(tone) = self.meant(referee) {
                self.due = Some(tone);
            }
        }
    }

    /// What a change of the situation says. Not inlined: it may wait for the flash.
    #[inline(never)]
    fn meant(&mut self, referee: &Referee) -> Option<Tone> {
        let situation = referee.situation();
        // It may have been a touch in passing.
        if situation.untold {
            return None;
        }
        let is_offered = situation.phase == Phase::ToMove && !situation.offer.is_empty();
        let was_offered = core::mem::replace(&mut self.is_offered, is_offered);
        let before = core::mem::replace(&mut self.phase, situation.phase);
        // Before a game, and after a power cut, nothing has ended.
        let was_on = !matches!(before, Phase::Setup | Phase::Resume);
        match situation.phase {
            phase if phase == before && (phase == Phase::Wrong || phase == Phase::Over) => None,
            Phase::Wrong => Some(Tone::Wrong),
            Phase::Over => was_on.then_some(Tone::End),
            _ if is_offered && !was_offered => Some(Tone::Offer),
            Phase::ToMove | Phase::Choosing | Phase::Clearing | Phase::Chaining => {
                let landed = core::mem::take(&mut self.landed);
                (was_on && !landed.is_empty()).then_some(Tone::Landing)
            }
            Phase::Setup
            | Phase::Resume
            | Phase::Carrying
            | Phase::Ending
            | Phase::Menu
            | Phase::SelfTest => None,
        }
    }
}
