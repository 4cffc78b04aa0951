//! How a Raspberry Pi Pico is wired.

use fanorona_board::light::palette::MAX_MA;
use fanorona_board::wiring::{Wiring, snake_by_ranks};

pub const WIRING: Wiring = Wiring {
    columns: [2, 3, 4, 5, 6, 7, 8, 9, 10],
    rows: [11, 12, 13, 14, 15],
    strip: 16,
    button: 17,
    // With a load switch: Some(19).
    switch: None,
    piezo: Some(18),
    // 23 to 25 and 29 are inside the Pico: power save, USB sense, LED, supply voltage. 0 and 1 stay free for a debug
    // UART.
    taken: &[0, 1, 23, 24, 25, 29],
    lights: snake_by_ranks(),
    max_ma: MAX_MA,
};
