//! How a Waveshare RP2040-Zero is wired.

use fanorona_board::wiring::{Wiring, snake_by_files};

pub const WIRING: Wiring = Wiring {
    // Along the module's edge, so that no wire crosses another.
    columns: [8, 7, 6, 5, 4, 3, 2, 1, 0],
    rows: [26, 27, 28, 29, 14],
    strip: 15,
    button: 9,
    switch: Some(10),
    piezo: Some(11),
    // 16 is the module's own light; 17 to 25 are not at its edge.
    taken: &[16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
    lights: snake_by_files(),
    // Its USB socket and the traces to its 5V pin are smaller than the Pico's.
    max_ma: 300,
};
