//! The board's electronics behind the page: in process, on an emulated chip, or a real board.

pub mod cable;
pub mod chip;
pub mod in_process;

use fanorona_board::light::palette::Frame;
use fanorona_board::point::PointSet;

use crate::host::texts::Text;

/// What a board did in a millisecond.
#[derive(Default)]
pub struct Heard {
    /// The lights, if they may have changed.
    pub frame: Option<Frame>,
    /// The lines that the board's console wrote.
    pub lines: Vec<String>,
    /// The reeds that are closed, if the board has stones of its own.
    pub reeds: Option<PointSet>,
    /// Whether another board has come, or this one has gone: what is known of it is old.
    pub is_new: bool,
}

/// The board's electronics: reeds and console lines go in, lights and console lines come out.
pub trait Brain {
    /// What this brain is, for the page.
    fn about(&self) -> Text;
    /// Whether it has stones of its own, which no page moves.
    fn is_real(&self) -> bool {
        false
    }
    /// Whether it is there: a cable may be pulled.
    fn is_there(&self) -> bool {
        true
    }
    /// Interval at which the board is asked what its lights mean, in milliseconds.
    fn patience(&self) -> u64;
    /// Lets a millisecond of real time go by with these reeds closed, and the button pressed or not.
    ///
    /// # Errors
    /// Why the brain has stopped for good.
    fn tick(&mut self, closed: PointSet, pressed: bool) -> Result<Heard, String>;
    /// Writes a line to the board's console.
    fn say(&mut self, line: &str);
    /// Switches the power off and on.
    fn cut(&mut self);
}
