//! What is noted: what hands did, and what the board told.

use fanorona_board::app::{App, Event};
use fanorona_board::referee;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::turn::Turn;
use fanorona_board::time::Millis;

/// Lines of the console, each with the time that goes by after it.
#[derive(Default)]
pub struct Script {
    head: String,
    lines: Vec<(String, u64)>,
}

impl Script {
    /// A game begins: what was before does not matter.
    pub fn begin(&mut self, rules: &Rules, start: &Position) {
        let vela = start.capturer();
        let vela = vela.map_or(String::new(), |side| format!(" capturer={side}"));
        self.head = format!("rules {rules}\nnew {start}{vela}\nsetup\n");
        self.lines.clear();
    }

    pub fn say(&mut self, line: String) {
        self.lines.push((line, 0));
    }

    pub fn wait(&mut self, span: u64) {
        match self.lines.last_mut() {
            Some((_, then)) => *then += span,
            None => self.lines.push(("wait".into(), span)),
        }
    }

    /// The script as it can be pasted.
    pub fn text(&self) -> String {
        let line = |(line, then): &(String, u64)| match line.split(' ').next() {
            Some("lift" | "place" | "wait") => format!("{line} {then}\n"),
            Some("#") if *then == 0 => format!("{line}\n"),
            _ => format!("{line}\nwait {then}\n"),
        };
        let lines: String = self.lines.iter().map(line).collect();
        self.head.clone() + &lines
    }
}

/// Turns as they were told, and what was asked.
#[derive(Default)]
pub struct Watch {
    told: Vec<(Turn, Millis)>,
    /// How often the board has asked who gives the game up.
    pub asked: usize,
}

impl Watch {
    pub fn look(&mut self, app: &mut App, now: Millis) {
        while let Some(event) = app.event() {
            match event {
                Event::Game(referee::Event::Turn(turn)) => self.told.push((turn, now)),
                Event::Game(referee::Event::Phase(Phase::Ending)) => self.asked += 1,
                _ => {}
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
