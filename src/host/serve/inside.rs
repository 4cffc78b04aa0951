//! The board's own program, in process.

use std::mem;

use fanorona_board::app::{App, Panel};
use fanorona_board::console::{self, Desk};
use fanorona_board::light::palette::Frame;
use fanorona_board::point::PointSet;
use fanorona_board::referee::Referee;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::sense::matrix::Sample;
use fanorona_board::time::Millis;

use super::brain::{Brain, Heard};

/// The app with its console, stepped once a millisecond.
pub struct Inside {
    app: App,
    now: Millis,
    wires: Wires,
    /// What the console wrote and nobody has heard yet.
    said: String,
    seed: u64,
}

/// Where the hardware would be.
#[derive(Default)]
struct Wires {
    closed: PointSet,
    pressed: bool,
    frame: Option<Frame>,
}

impl Panel for Wires {
    fn sample(&mut self) -> Sample {
        self.closed.into()
    }

    fn button(&mut self) -> bool {
        self.pressed
    }

    fn show(&mut self, frame: &Frame) {
        self.frame = Some(*frame);
    }
}

impl Inside {
    /// A board that has just been switched on. The seed decides all lots.
    pub fn new(seed: u64) -> Self {
        Self {
            app: App::new(Referee::new(Board::Tsivy, Rules::STANDARD, seed)),
            now: Millis(0),
            wires: Wires::default(),
            said: String::new(),
            seed,
        }
    }
}

impl Desk for Inside {
    fn app(&mut self) -> &mut App {
        &mut self.app
    }

    fn now(&self) -> Millis {
        self.now
    }
}

impl Brain for Inside {
    fn about(&self) -> &'static str {
        "the board’s own program, in process"
    }

    fn patience(&self) -> u64 {
        20
    }

    fn tick(&mut self, closed: PointSet, pressed: bool) -> Result<Heard, String> {
        self.now = self.now + Millis(1);
        self.wires.closed = closed;
        self.wires.pressed = pressed;
        self.app.step(&mut self.wires, self.now);
        // A string takes everything.
        let _ = console::tell(&mut self.app, &mut self.said);
        let said = mem::take(&mut self.said);
        Ok(Heard {
            frame: self.wires.frame.take(),
            lines: said.lines().map(String::from).collect(),
        })
    }

    fn say(&mut self, line: &str) {
        let mut said = mem::take(&mut self.said);
        let _ = console::answer(self, Ok(line), &mut said);
        self.said = said;
    }

    fn cut(&mut self) {
        *self = Self::new(self.seed);
    }
}
