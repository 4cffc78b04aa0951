//! A board in memory: the real app, virtual stones, lights and time.

use embedded_storage::nor_flash::NorFlash;
use fanorona_board::app::thinker::Thinker;
use fanorona_board::app::{App, Panel};
use fanorona_board::console::Device;
use fanorona_board::console::hands::{Hands, Reed};
use fanorona_board::engine::Search;
use fanorona_board::engine::endings::Endings;
use fanorona_board::engine::table::{Entry, TABLE};
use fanorona_board::light::palette::{DARK, Frame};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::sense::matrix::Sample;
use fanorona_board::store::Store;
use fanorona_board::store::report::Report;
use fanorona_board::store::shelf::{Keeper, Shelf};
use fanorona_board::time::Millis;

use super::flash::MemoryFlash;

/// A board in memory. Its time advances only by [`Hands::tick`].
#[derive(Debug)]
pub struct VirtualBoard<F = MemoryFlash> {
    app: App,
    thinker: Box<Thinker<Vec<Entry>>>,
    endings: Option<Endings>,
    wires: Wires,
    seed: u64,
    store: Store,
    flash: F,
}

/// The positions that it looks at in a millisecond, about as many as the chip.
const NODES: u32 = 40;

/// The name by which the store knows that something was kept by such a board.
const NAME: &str = "virtual";

/// Stands for the hardware.
#[derive(Clone, Debug)]
struct Wires {
    /// Where stones stand.
    closed: PointSet,
    /// Reeds that stay open, and those that stay closed.
    open: PointSet,
    shut: PointSet,
    pressed: bool,
    frame: Frame,
}

impl Panel for Wires {
    fn sample(&mut self) -> Sample {
        ((self.closed - self.open) | self.shut).into()
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
}

impl<F: NorFlash> VirtualBoard<F> {
    /// An empty board that has just been switched on, with this flash.
    #[must_use]
    pub fn with(seed: u64, mut flash: F) -> Self {
        let (app, store) = switch_on(seed, &mut flash);
        Self {
            app,
            thinker: thinker(None),
            endings: None,
            wires: Wires {
                closed: PointSet::EMPTY,
                open: PointSet::EMPTY,
                shut: PointSet::EMPTY,
                pressed: false,
                frame: [DARK; Point::COUNT],
            },
            seed,
            store,
            flash,
        }
    }

    /// The same board, which plays endings by tables if there are any.
    #[must_use]
    pub fn with_endings(mut self, endings: Option<Endings>) -> Self {
        self.endings = endings;
        self.thinker = thinker(endings);
        self
    }

    const fn shelf(&mut self) -> (Shelf<'_, F>, &mut App) {
        let kept = Shelf {
            store: &mut self.store,
            flash: &mut self.flash,
        };
        (kept, &mut self.app)
    }

    /// The frame that the lights show.
    #[must_use]
    pub const fn frame(&self) -> &Frame {
        &self.wires.frame
    }
}

/// Who thinks for the board.
fn thinker(endings: Option<Endings>) -> Box<Thinker<Vec<Entry>>> {
    let table = vec![Entry::EMPTY; TABLE];
    Box::new(Thinker::new(Search::with_endings(table, endings)))
}

/// The app and its store, after they have read what a flash holds.
fn switch_on(seed: u64, flash: &mut impl NorFlash) -> (App, Store) {
    let mut app = App::new(Referee::new(Board::Tsivy, Rules::STANDARD, seed));
    let mut store = Store::new();
    store.begin(NAME, flash, &mut app);
    (app, store)
}

impl<F: NorFlash> Device for VirtualBoard<F> {
    fn app(&mut self) -> &mut App {
        &mut self.app
    }

    fn hands(&mut self) -> Option<&mut dyn Hands> {
        Some(self)
    }

    fn keep(&mut self, act: &mut dyn FnMut(&mut dyn Keeper, &mut App)) -> bool {
        let (mut kept, app) = self.shelf();
        act(&mut kept, app);
        true
    }

    fn look_up(&mut self, act: &mut dyn FnMut(&mut dyn Keeper, &mut Game)) -> bool {
        let mut game = self.app.referee.game().clone();
        let (mut kept, _) = self.shelf();
        act(&mut kept, &mut game);
        true
    }

    fn news(&mut self) -> Option<Report> {
        self.store.news()
    }

    fn settle(&mut self) {
        let (mut kept, app) = self.shelf();
        kept.settle(app);
    }
}

impl<F: NorFlash> Hands for VirtualBoard<F> {
    fn stones(&self) -> PointSet {
        self.wires.closed
    }

    fn put(&mut self, stones: PointSet) {
        self.wires.closed = stones;
    }

    fn tick(&mut self) {
        let uptime = self.app.uptime() + Millis(1);
        self.app.tick(&mut self.wires, uptime);
        self.thinker.think(&mut self.app, NODES);
        let (mut kept, app) = self.shelf();
        kept.tick(app);
    }

    fn press(&mut self, pressed: bool) {
        self.wires.pressed = pressed;
    }

    fn stick(&mut self, point: Point, reed: Reed) {
        let Wires { open, shut, .. } = &mut self.wires;
        open.discard(point);
        shut.discard(point);
        match reed {
            Reed::Well => {}
            Reed::Open => open.add(point),
            Reed::Closed => shut.add(point),
        }
    }

    fn cut(&mut self) {
        (self.app, self.store) = switch_on(self.seed, &mut self.flash);
        self.thinker = thinker(self.endings);
        self.wires.pressed = false;
        self.wires.frame = [DARK; Point::COUNT];
    }
}
