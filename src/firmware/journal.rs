//! The log of the game, for the debug probe.

use defmt::{Display2Format, debug, info, warn};
use fanorona_board::app::App;
use fanorona_board::point::PointSet;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::outcome::Outcome;
use fanorona_board::rules::position::Position;
use fanorona_board::sense::{sensors, wires};
use heapless::Vec;

/// The most troubles of sensors, and of wires, that are logged at once; the console tells all.
const TROUBLES: usize = 8;

/// The ticks for which news wait until they are logged: the search for what a change means takes a few, and logging takes
/// as long as a part of it.
const LATER: u8 = 20;

/// What was noted last, and what of it is still to be logged.
#[derive(Default)]
pub struct Journal {
    picture: PointSet,
    phase: Option<Phase>,
    turns: usize,
    /// How often the game, and the health of the sensors, had changed.
    stirs: Option<u32>,
    troubled: u32,
    news: Option<News>,
    /// Ticks since there are news.
    waited: u8,
}

/// Copies of what has changed, so that the app need not be held while they are logged.
#[derive(Default)]
struct News {
    /// The points that have closed, and those that have opened.
    moved: Option<[PointSet; 2]>,
    position: Option<Position>,
    phase: Option<Phase>,
    outcome: Option<Outcome>,
    troubles: Vec<sensors::Report, TROUBLES>,
    faults: Vec<wires::Report, TROUBLES>,
}

impl Journal {
    /// Notes what has changed since the last time; logs nothing.
    pub fn note(&mut self, app: &App) {
        let referee = &app.referee;
        let picture = referee.picture();
        if picture != self.picture {
            let before = core::mem::replace(&mut self.picture, picture);
            let [closed, opened] = self.news().moved.get_or_insert_default();
            *closed |= picture - before;
            *opened |= before - picture;
        }
        let stirs = Some(referee.stirs());
        if stirs != self.stirs {
            self.stirs = stirs;
            self.note_game(app);
        }
        let troubled = app.sensors().stirs();
        if troubled != self.troubled {
            self.note_troubles(app);
            self.troubled = troubled;
        }
    }

    #[inline(never)]
    fn note_game(&mut self, app: &App) {
        let referee = &app.referee;
        let game = referee.game();
        let turns = game.history().len();
        if turns != self.turns {
            self.news().position = Some(*game.position());
            self.turns = turns;
        }
        let phase = referee.situation().phase;
        if self.phase != Some(phase) {
            self.news().phase = Some(phase);
            self.news().outcome = game.outcome().filter(|_| phase == Phase::Over);
            self.phase = Some(phase);
        }
    }

    #[cold]
    fn note_troubles(&mut self, app: &App) {
        self.news().troubles = app.sensors().troubles().take(TROUBLES).collect();
        self.news().faults = app.sensors().harness.faults().take(TROUBLES).collect();
    }

    /// Logs what was noted a while ago; to be called after each tick, not while the app is locked.
    pub fn log(&mut self) {
        if self.news.is_none() {
            return;
        }
        self.waited += 1;
        if self.waited == LATER
            && let Some(news) = self.news.take()
        {
            self.waited = 0;
            self.write(&news);
        }
    }

    #[cold]
    fn write(&self, news: &News) {
        if let Some([closed, opened]) = news.moved {
            debug!(
                "closed {}, opened {}",
                Display2Format(&closed),
                Display2Format(&opened)
            );
        }
        if let Some(position) = news.position {
            let turns = self.turns;
            info!("{=usize} turns, now {}", turns, Display2Format(&position));
        }
        if let Some(phase) = news.phase {
            info!("phase {=str}", phase.word());
        }
        if let Some(outcome) = news.outcome {
            info!("over: {}", Display2Format(&outcome));
        }
        for report in &news.troubles {
            warn!("sensor {}", Display2Format(report));
        }
        for report in &news.faults {
            warn!("wire {}", Display2Format(report));
        }
    }

    fn news(&mut self) -> &mut News {
        self.news.get_or_insert_default()
    }
}
