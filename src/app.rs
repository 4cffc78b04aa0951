//! The straight line: sample, debounce, referee, view, show.

use crate::debounce::Debounce;
use crate::palette::{self, Drive, Frame};
use crate::point::PointSet;
use crate::referee::Referee;
use crate::time::Millis;
use crate::view::{Assist, Cues};

/// The hardware, or what stands for it.
pub trait Panel {
    /// The points that are closed now.
    fn sample(&mut self) -> PointSet;
    /// Lights the points.
    fn show(&mut self, frame: &Frame);
}

/// Everything between the sensors and the lights.
#[derive(Clone, Debug)]
pub struct App {
    debounce: Debounce,
    /// Who decides what the sensors mean.
    pub referee: Referee,
    /// How much the lights help.
    pub assist: Assist,
    /// How bright they are.
    pub drive: Drive,
    cues: Cues,
    /// Since when the cues are as they are.
    since: Millis,
    frame: Option<Frame>,
}

impl App {
    /// An app with a referee.
    #[must_use]
    pub fn new(referee: Referee) -> Self {
        let (assist, drive) = (Assist::default(), Drive::default());
        Self {
            debounce: Debounce::default(),
            cues: Cues::of(referee.situation(), assist),
            referee,
            assist,
            drive,
            since: Millis(0),
            frame: None,
        }
    }

    /// What is shown.
    #[must_use]
    pub const fn cues(&self) -> &Cues {
        &self.cues
    }

    /// One millisecond's work.
    pub fn step(&mut self, panel: &mut impl Panel, now: Millis) {
        self.debounce.sample(panel.sample());
        self.referee.see(self.debounce.settled(), now);
        let cues = Cues::of(self.referee.situation(), self.assist);
        if cues != self.cues {
            self.cues = cues;
            self.since = now;
        }
        let frame = palette::frame(
            &cues,
            self.referee.situation(),
            now - self.since,
            self.drive,
        );
        if self.frame != Some(frame) {
            self.frame = Some(frame);
            panel.show(&frame);
        }
    }
}
