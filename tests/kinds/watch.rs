//! What the board tells, and when.

use fanorona_board::app::{App, Event};
use fanorona_board::referee;
use fanorona_board::rules::turn::Turn;
use fanorona_board::time::Millis;

/// Turns as they were told.
#[derive(Default)]
pub struct Watch {
    told: Vec<(Turn, Millis)>,
}

impl Watch {
    pub fn look(&mut self, app: &mut App, now: Millis) {
        while let Some(event) = app.event() {
            if let Event::Game(referee::Event::Turn(turn)) = event {
                self.told.push((turn, now));
            }
        }
    }

    pub fn forget(&mut self) {
        self.told.clear();
    }

    /// When a turn was told last.
    pub fn told(&self, turn: &Turn) -> Option<Millis> {
        let entry = self.told.iter().rev().find(|entry| entry.0 == *turn);
        entry.map(|entry| entry.1)
    }
}
