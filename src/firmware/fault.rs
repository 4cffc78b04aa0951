//! Panics and faults: the reason is kept, the lights show a pattern, the probe gets a message, and the chip is reset.

use core::fmt::Write;
use core::panic::PanicInfo;

use cortex_m::asm;
use cortex_m::peripheral::MPU;
use cortex_m_rt::{ExceptionFrame, exception};
use defmt::{Display2Format, error};
use embassy_rp::pac;
use fanorona_board::crash::Crash;
use fanorona_board::crash::text::Text;
use fanorona_board::light::palette::{DARK, Frame};
use fanorona_board::point::{Point, RANKS};
use smart_leds::RGB8;

use super::{WIRING, rtt, supervisor};

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

/// The 16 MB below the RAM, at whose foot the stack is: the MPU refuses them, whatever the bus would make of them. No frame
/// is so large that it could jump over them.
const BELOW_RAM: u32 = 0x1f00_0000;
/// Their size as the MPU has it: the exponent of two, less one.
const BELOW_RAM_BITS: u32 = 23;

/// Has a stack that overflows fault at once. The fault finds no stack for its registers, which is a lockup: the watchdog
/// restarts the board.
pub fn guard_stack(mpu: &mut MPU) {
    const IS_VALID: u32 = 1 << 4;
    const EXECUTE_NEVER: u32 = 1 << 28;
    const IS_ON: u32 = 1;
    const ALL_ELSE_AS_USUAL: u32 = 1 << 2;
    // SAFETY: nothing uses what is below the RAM.
    unsafe {
        mpu.rbar.write(BELOW_RAM | IS_VALID);
        // Whoever accesses it has no right to.
        mpu.rasr.write(EXECUTE_NEVER | BELOW_RAM_BITS << 1 | IS_ON);
        mpu.ctrl.write(ALL_ELSE_AS_USUAL | IS_ON);
    }
}

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    cortex_m::interrupt::disable();
    let mut text = info.location().map_or(Text::EMPTY, |place| {
        Text::at(place.file(), place.line(), place.column())
    });
    // Never fails: what does not fit is cut.
    let _ = write!(text, "{}", info.message());
    stop(Crash::Panic(text.as_str()));
    // An undefined instruction is a hard fault, at which a probe halts.
    asm::udf();
}

/// Handles faults of the chip, and the end of a panic if no probe halts there.
// SAFETY: the handler never returns, and uses no state that could be half changed.
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    cortex_m::interrupt::disable();
    if !supervisor::memory().has_crashed() {
        stop(Crash::Fault([
            frame.r0(),
            frame.r1(),
            frame.r2(),
            frame.r3(),
            frame.r12(),
            frame.lr(),
            frame.pc(),
            frame.xpsr(),
        ]));
    }
    supervisor::restart();
}

/// Keeps the reason, shows it and logs it. The log comes last: it may have been interrupted in the middle.
fn stop(crash: Crash) {
    supervisor::crash(crash);
    show(&pattern());
    rtt::abandon();
    error!("{}", Display2Format(&crash));
}

/// Sends a frame without the executor, the timer or DMA, if the strip has been started.
pub fn show(frame: &Frame) {
    let pio = pac::PIO1;
    if pio.ctrl().read().sm_enable() >> MACHINE & 1 == 0 {
        return;
    }
    pac::DMA
        .chan_abort()
        .write(|abort| abort.set_chan_abort(1 << CHANNEL));
    asm::delay(FRAME);
    let is_full = || pio.fstat().read().txfull() >> MACHINE & 1 != 0;
    for RGB8 { r, g, b } in WIRING.in_order(frame) {
        for _ in 0..WORD {
            if !is_full() {
                break;
            }
        }
        pio.txf(MACHINE)
            .write_value(u32::from_be_bytes([g, r, b, 0]));
    }
    // A reset would cut the end of it off.
    asm::delay(FRAME);
}

/// The red rank.
pub fn pattern() -> Frame {
    let mut frame = [DARK; Point::COUNT];
    for point in Point::all().filter(|point| point.rank() == RANKS / 2) {
        frame[point.index()] = RED;
    }
    frame
}
