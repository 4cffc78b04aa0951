//! A board whose stones nobody moves by words.

use fanorona_board::app::App;
use fanorona_board::console::Desk;
use fanorona_board::referee::Referee;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::time::Millis;

/// A real board, as its console sees it.
pub struct RealBoard(App);

impl RealBoard {
    pub fn new() -> Self {
        Self(App::new(Referee::new(Board::Tsivy, Rules::STANDARD, 0)))
    }
}

impl Desk for RealBoard {
    fn app(&mut self) -> &mut App {
        &mut self.0
    }

    fn now(&self) -> Millis {
        Millis(0)
    }
}
