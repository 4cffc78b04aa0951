//! The firmware: what the chip does.
use core::future;

use defmt::{Display2Format, info};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
// Linked for what they define: the log's way out, its time stamps, the panic handler.
use {defmt_rtt as _, embassy_time as _, panic_probe as _};

#[embassy_executor::main]
async fn main(_spawner: embassy_executor::Spawner) -> ! {
    embassy_rp::init(embassy_rp::config::Config::default());
    info!(
        "fanorona-board {=str} on {=str}",
        env!("CARGO_PKG_VERSION"),
        env!("BOARD")
    );
    let rules = Rules::STANDARD;
    let start = Position::riatra(Board::Tsivy, Side::White);
    info!(
        "rules {}, {=u64} first turns",
        Display2Format(&rules),
        start.count_turns(&rules)
    );
    future::pending().await
}
