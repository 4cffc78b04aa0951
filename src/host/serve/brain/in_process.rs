//! The board's own program, in process.

use std::mem;

use fanorona_board::console::hands::Hands;
use fanorona_board::console::{self, Device};
use fanorona_board::point::PointSet;

use super::{Brain, Heard};
use crate::host::virtual_board::VirtualBoard;

/// A board in memory, a tick a millisecond.
pub struct InProcess {
    board: VirtualBoard,
    /// What the console wrote since the last tick.
    said: String,
}

impl InProcess {
    /// A board that has just been switched on. The seed decides all lots.
    pub fn new(seed: u64) -> Self {
        Self {
            board: VirtualBoard::new(seed),
            said: String::new(),
        }
    }
}

impl Brain for InProcess {
    fn about(&self) -> &'static str {
        "the board’s own program, in process"
    }

    fn patience(&self) -> u64 {
        20
    }

    fn tick(&mut self, closed: PointSet, pressed: bool) -> Result<Heard, String> {
        self.board.put(closed);
        self.board.press(pressed);
        self.board.tick();
        // Writing to a string cannot fail.
        let _ = console::tell(self.board.app(), &mut self.said);
        let said = mem::take(&mut self.said);
        Ok(Heard {
            frame: Some(*self.board.frame()),
            lines: said.lines().map(String::from).collect(),
        })
    }

    fn say(&mut self, line: &str) {
        // The app alone, which has no hands: on the page, people move the stones.
        let _ = console::answer(self.board.app(), Ok(line), &mut self.said);
    }

    fn cut(&mut self) {
        self.board.cut();
    }
}
