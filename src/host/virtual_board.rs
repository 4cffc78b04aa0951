//! A board in memory: the real app, virtual stones, lights and time.

use fanorona_board::app::{App, Panel};
use fanorona_board::console::Device;
use fanorona_board::console::hands::Hands;
use fanorona_board::light::palette::{DARK, Frame};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::sense::matrix::Sample;
use fanorona_board::store::shelf::{Keeper, Shelf};
use fanorona_board::store::{Report, Store};
use fanorona_board::time::Millis;

use super::flash::MemoryFlash;

/// A board in memory. Its time advances only by [`Hands::tick`].
#[derive(Clone, Debug)]
pub struct VirtualBoard {
    app: App,
    wires: Wires,
    seed: u64,
    store: Store,
    flash: MemoryFlash,
}

/// The name by which the store knows that something was kept by such a board.
const NAME: &str = "virtual";

/// Stands for the hardware.
#[derive(Clone, Debug)]
struct Wires {
    closed: PointSet,
    pressed: bool,
    frame: Frame,
}

impl Panel for Wires {
    fn sample(&mut self) -> Sample {
        self.closed.into()
    }

    fn button(&mut self) -> bool {
        self.pressed
    }

    fn show(&mut self, frame: &Frame) {
        self.frame = *frame;
    }
}

impl VirtualBoard {
    /// An empty board that has just been switched on. The seed decides all lots.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with(seed, MemoryFlash::default())
    }

    /// An empty board that has just been switched on, with this flash.
    #[must_use]
    pub fn with(seed: u64, mut flash: MemoryFlash) -> Self {
        let mut app = App::new(Referee::new(Board::Tsivy, Rules::STANDARD, seed));
        let mut store = Store::new();
        store.begin(NAME, &mut flash, &mut app);
        Self {
            app,
            wires: Wires {
                closed: PointSet::EMPTY,
                pressed: false,
                frame: [DARK; Point::COUNT],
            },
            seed,
            store,
            flash,
        }
    }

    const fn shelf(&mut self) -> (Shelf<'_, MemoryFlash>, &mut App) {
        let shelf = Shelf {
            store: &mut self.store,
            flash: &mut self.flash,
        };
        (shelf, &mut self.app)
    }

    /// Presses or releases the button.
    pub fn press(&mut self, pressed: bool) {
        self.wires.pressed = pressed;
    }

    /// The frame that the lights show.
    #[must_use]
    pub const fn frame(&self) -> &Frame {
        &self.wires.frame
    }
}

impl Device for VirtualBoard {
    fn app(&mut self) -> &mut App {
        &mut self.app
    }

    fn hands(&mut self) -> Option<&mut dyn Hands> {
        Some(self)
    }

    fn keep(&mut self, act: &mut dyn FnMut(&mut dyn Keeper, &mut App)) -> bool {
        let (mut shelf, app) = self.shelf();
        act(&mut shelf, app);
        true
    }

    fn news(&mut self) -> Option<Report> {
        self.store.news()
    }

    fn settle(&mut self) {
        let (mut shelf, app) = self.shelf();
        shelf.settle(app);
    }
}

impl Hands for VirtualBoard {
    fn stones(&self) -> PointSet {
        self.wires.closed
    }

    fn put(&mut self, stones: PointSet) {
        self.wires.closed = stones;
    }

    fn tick(&mut self) {
        let now = self.app.now() + Millis(1);
        self.app.tick(&mut self.wires, now);
        let (mut shelf, app) = self.shelf();
        shelf.tick(app);
    }

    fn cut(&mut self) {
        let stones = self.wires.closed;
        *self = Self::with(self.seed, core::mem::take(&mut self.flash));
        self.wires.closed = stones;
    }
}
