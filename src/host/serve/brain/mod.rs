//! What is behind the page: the board's electronics, in process or on an emulated chip.

pub mod chip;
pub mod in_process;

use fanorona_board::light::palette::Frame;
use fanorona_board::point::PointSet;

/// What a board did in a millisecond.
#[derive(Default)]
pub struct Heard {
    /// The lights, if they have changed.
    pub frame: Option<Frame>,
    /// The lines that its console wrote.
    pub lines: Vec<String>,
}

/// The electronics under the wood: reeds and words go in, lights and words come out.
pub trait Brain {
    /// What it is, for the page.
    fn about(&self) -> &'static str;
    /// How long to wait before asking it again what its lights mean, in milliseconds.
    fn patience(&self) -> u64;
    /// A millisecond of real time goes by with these reeds closed, and the button pressed or not.
    ///
    /// # Errors
    /// Why it has stopped for good.
    fn tick(&mut self, closed: PointSet, pressed: bool) -> Result<Heard, String>;
    /// Writes a line to its console.
    fn say(&mut self, line: &str);
    /// Power off and on.
    fn cut(&mut self);
}
