//! The firmware: what the chip does.
use core::future;

use defmt::info;
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
    future::pending().await
}
