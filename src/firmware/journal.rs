//! The log of the game, for the debug probe.

use defmt::{Display2Format, debug, info, warn};
use fanorona_board::app::App;
use fanorona_board::point::PointSet;
use fanorona_board::referee::situation::Phase;

/// What was logged last.
#[derive(Default)]
pub struct Journal {
    picture: PointSet,
    phase: Option<Phase>,
    turns: usize,
    troubled: PointSet,
}

impl Journal {
    /// Logs what has changed since the last time.
    pub fn note(&mut self, app: &App) {
        let referee = &app.referee;
        let picture = referee.picture();
        if picture != self.picture {
            let (closed, opened) = (picture - self.picture, self.picture - picture);
            debug!(
                "closed {}, opened {}",
                Display2Format(&closed),
                Display2Format(&opened)
            );
            self.picture = picture;
        }
        let game = referee.game();
        let turns = game.history().len();
        if turns != self.turns {
            info!(
                "{=usize} turns, now {}",
                turns,
                Display2Format(game.position())
            );
            self.turns = turns;
        }
        let phase = referee.situation().phase;
        if self.phase != Some(phase) {
            info!("phase {=str}", phase.word());
            if let (Phase::Over, Some(outcome)) = (phase, game.outcome()) {
                info!("over: {}", Display2Format(&outcome));
            }
            self.phase = Some(phase);
        }
        let troubled = app.sensors().dead() | app.sensors().blind();
        if troubled != self.troubled {
            for report in app.sensors().troubles() {
                warn!("sensor {}", Display2Format(&report));
            }
            for report in app.sensors().harness.faults() {
                warn!("wire {}", Display2Format(&report));
            }
            self.troubled = troubled;
        }
    }
}
