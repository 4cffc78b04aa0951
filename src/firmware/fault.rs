//! Panics and faults: a message for the probe, a pattern on the lights.

use core::panic::PanicInfo;

use cortex_m::asm;
use cortex_m_rt::{ExceptionFrame, exception};
use defmt::{Display2Format, error};
use embassy_rp::pac;
use fanorona_board::light::palette::{DARK, Frame};
use fanorona_board::point::{Point, RANKS};

use smart_leds::RGB8;

use super::WIRING;

/// The colour of the middle rank: its 9 lights draw 9 · 60/255 · 20 mA more than dark ones, which every board allows.
const RED: RGB8 = RGB8::new(60, 0, 0);
/// The DMA channel of the strip.
const CHANNEL: usize = 4;
/// The state machine of PIO1 that drives the strip.
const MACHINE: usize = 0;
/// Polls of the FIFO that take longer than sending a word.
const WORD: u32 = 10_000;
/// Cycles, at 125 MHz, that are more than enough to send a frame and for the lights to latch it.
const FRAME: u32 = 500_000;

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    cortex_m::interrupt::disable();
    // The lights first: the log may wait for a probe that is gone.
    show();
    error!("{}", Display2Format(info));
    // An undefined instruction is a hard fault, at which a probe halts.
    asm::udf();
}

/// Handles faults of the chip, and panics while no probe is attached.
// SAFETY: the handler never returns, and uses no state that could be half changed.
#[exception]
unsafe fn HardFault(_frame: &ExceptionFrame) -> ! {
    cortex_m::interrupt::disable();
    show();
    loop {
        asm::wfi();
    }
}

/// Sends the pattern without the executor, the timer or DMA, if the strip has been started.
fn show() {
    let pio = pac::PIO1;
    if pio.ctrl().read().sm_enable() >> MACHINE & 1 == 0 {
        return;
    }
    pac::DMA
        .chan_abort()
        .write(|abort| abort.set_chan_abort(1 << CHANNEL));
    asm::delay(FRAME);
    let is_full = || pio.fstat().read().txfull() >> MACHINE & 1 != 0;
    for RGB8 { r, g, b } in WIRING.in_order(&pattern()) {
        for _ in 0..WORD {
            if !is_full() {
                break;
            }
        }
        pio.txf(MACHINE)
            .write_value(u32::from_be_bytes([g, r, b, 0]));
    }
}

fn pattern() -> Frame {
    let mut frame = [DARK; Point::COUNT];
    for point in Point::all().filter(|point| point.rank() == RANKS / 2) {
        frame[point.index()] = RED;
    }
    frame
}
