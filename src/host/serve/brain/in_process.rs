//! The board's own program, in process.

use std::mem;

use embedded_storage::nor_flash::NorFlash;
use fanorona_board::app::App;
use fanorona_board::console::hands::Hands;
use fanorona_board::console::{self, Device};
use fanorona_board::engine::endings::Endings;
use fanorona_board::point::PointSet;
use fanorona_board::rules::game::Game;
use fanorona_board::store::report::Report;
use fanorona_board::store::shelf::Keeper;

use super::{Brain, Heard};
use crate::host::texts::Text;
use crate::host::virtual_board::VirtualBoard;

/// A board in memory, a tick a millisecond.
pub struct InProcess<F> {
    board: VirtualBoard<F>,
    /// What the console wrote since the last tick.
    said: String,
}

impl<F: NorFlash> InProcess<F> {
    /// A board that has just been switched on, with this flash, and tables of endings if there are any. The seed decides all lots.
    pub fn new(seed: u64, flash: F, endings: Option<Endings>) -> Self {
        Self {
            board: VirtualBoard::with(seed, flash).with_endings(endings),
            said: String::new(),
        }
    }
}

/// A board whose hands do not obey: on the page, people move the stones.
struct Handless<'a, F>(&'a mut VirtualBoard<F>);

impl<F: NorFlash> Device for Handless<'_, F> {
    fn app(&mut self) -> &mut App {
        self.0.app()
    }

    fn keep(&mut self, act: &mut dyn FnMut(&mut dyn Keeper, &mut App)) -> bool {
        self.0.keep(act)
    }

    fn look_up(&mut self, act: &mut dyn FnMut(&mut dyn Keeper, &mut Game)) -> bool {
        self.0.look_up(act)
    }

    fn news(&mut self) -> Option<Report> {
        self.0.news()
    }

    fn settle(&mut self) {
        self.0.settle();
    }
}

impl<F: NorFlash> Brain for InProcess<F> {
    fn about(&self) -> Text {
        Text::new("about.in-process")
    }

    fn patience(&self) -> u64 {
        20
    }

    fn tick(&mut self, closed: PointSet, pressed: bool) -> Result<Heard, String> {
        self.board.put(closed);
        self.board.press(pressed);
        self.board.tick();
        // Writing to a string cannot fail.
        let _ = console::tell(&mut self.board, &mut self.said);
        let said = mem::take(&mut self.said);
        Ok(Heard {
            frame: Some(*self.board.frame()),
            lines: said.lines().map(String::from).collect(),
            ..Heard::default()
        })
    }

    fn say(&mut self, line: &str) {
        let _ = console::answer(&mut Handless(&mut self.board), Ok(line), &mut self.said);
    }

    fn cut(&mut self) {
        self.board.cut();
    }
}
