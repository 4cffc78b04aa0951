//! What is left when something went wrong for good: a message for the probe, a pattern on the lights.

use core::panic::PanicInfo;

use cortex_m::asm;
use cortex_m_rt::{ExceptionFrame, exception};
use defmt::{Display2Format, error};
use embassy_rp::pac;
use fanorona_board::light::palette::{Frame, Rgb};
use fanorona_board::point::{Point, RANKS};

use super::WIRING;

/// The middle rank in red: at most 9 · 60/255 · 20 mA above what dark lights draw, which any board may.
const RED: Rgb = Rgb::new(60, 0, 0);
/// The channel of DMA and the state machine of PIO1 that feed the strip.
const CHANNEL: usize = 4;
const MACHINE: usize = 0;
/// More cycles than a word takes to be sent.
const WORD: u32 = 10_000;
/// More cycles than a frame takes to be sent and to be taken by the lights, at 125 MHz.
const FRAME: u32 = 500_000;

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    cortex_m::interrupt::disable();
    // First: the log may wait for a probe that is gone.
    show();
    error!("{}", Display2Format(info));
    // The probe stops at the fault that this is.
    asm::udf();
}

/// Where a fault of the chip ends, and a panic when no probe is there.
// SAFETY: it returns to nothing, and uses nothing that could be half changed.
#[exception]
unsafe fn HardFault(_frame: &ExceptionFrame) -> ! {
    cortex_m::interrupt::disable();
    show();
    loop {
        asm::wfi();
    }
}

/// Sends the pattern without the executor, the timer or DMA, as far as the strip runs at all.
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
    for Rgb { r, g, b } in WIRING.in_order(&pattern()) {
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
    let mut frame = [Rgb::DARK; Point::COUNT];
    for point in Point::all().filter(|point| point.rank() == RANKS / 2) {
        frame[point.index()] = RED;
    }
    frame
}
