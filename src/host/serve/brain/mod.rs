//! The board's electronics behind the page, in process or on an emulated chip.

pub mod chip;
pub mod in_process;

use fanorona_board::light::palette::Frame;
use fanorona_board::point::PointSet;

/// What a board did in a millisecond.
#[derive(Default)]
pub struct Heard {
    /// The lights, if they may have changed.
    pub frame: Option<Frame>,
    /// The lines that the board's console wrote.
    pub lines: Vec<String>,
}

/// The board's electronics: reeds and console lines go in, lights and console lines come out.
pub trait Brain {
    /// What this brain is, for the page.
    fn about(&self) -> &'static str;
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
