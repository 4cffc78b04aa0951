//! Hands that obey words, and a board without wood.

use crate::app::{App, Panel};
use crate::console::Desk;
use crate::light::palette::{Frame, Rgb};
use crate::point::{Point, PointSet};
use crate::referee::Referee;
use crate::rules::board::Board;
use crate::rules::options::Rules;
use crate::sense::matrix::Sample;
use crate::time::Millis;

/// How long hands wait after they have moved a stone, unless told otherwise.
pub const AFTER_STONE: Millis = Millis(300);
/// How long they wait after they have moved all of them: enough for a game to start.
pub const AFTER_STONES: Millis = Millis(1000);
/// The longest that they wait in one command.
pub const LONGEST_WAIT: Millis = Millis(3_600_000);

/// Hands that obey words, and a clock that goes only when it is told to.
pub trait Hands: Desk {
    /// The points on which stones stand.
    fn stones(&self) -> PointSet;
    /// Puts stones on these points and no others.
    fn put(&mut self, stones: PointSet);
    /// Lets a millisecond go by.
    fn tick(&mut self);
    /// Power off and on; the stones stay.
    fn cut(&mut self);
}

/// A board in memory: real app, virtual stones, lights and time.
#[derive(Clone, Debug)]
pub struct VirtualBoard {
    app: App,
    panel: VirtualPanel,
    now: Millis,
    seed: u64,
}

#[derive(Clone, Debug)]
struct VirtualPanel {
    stones: PointSet,
    frame: Frame,
}

impl Panel for VirtualPanel {
    fn sample(&mut self) -> Sample {
        self.stones.into()
    }

    fn show(&mut self, frame: &Frame) {
        self.frame = *frame;
    }
}

impl VirtualBoard {
    /// An empty board that has just been switched on. The seed decides all lots.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            app: App::new(Referee::new(Board::Tsivy, Rules::STANDARD, seed)),
            panel: VirtualPanel {
                stones: PointSet::EMPTY,
                frame: [Rgb::DARK; Point::COUNT],
            },
            now: Millis(0),
            seed,
        }
    }

    /// What the lights show.
    #[must_use]
    pub const fn frame(&self) -> &Frame {
        &self.panel.frame
    }
}

impl Desk for VirtualBoard {
    fn app(&mut self) -> &mut App {
        &mut self.app
    }

    fn now(&self) -> Millis {
        self.now
    }

    fn hands(&mut self) -> Option<&mut dyn Hands> {
        Some(self)
    }
}

impl Hands for VirtualBoard {
    fn stones(&self) -> PointSet {
        self.panel.stones
    }

    fn put(&mut self, stones: PointSet) {
        self.panel.stones = stones;
    }

    fn tick(&mut self) {
        self.now = self.now + Millis(1);
        self.app.step(&mut self.panel, self.now);
    }

    fn cut(&mut self) {
        let stones = self.panel.stones;
        *self = Self::new(self.seed);
        self.panel.stones = stones;
    }
}
