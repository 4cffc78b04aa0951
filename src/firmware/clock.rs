//! The clock of the chip: 125 MHz, or 50 while the USB host is suspended.
//!
//! It cannot be lower, because the USB controller must hear the host resume and needs 48 MHz on both of its sides. And
//! 50 MHz are a whole multiple of what scan and strip run at, so both go on as before.

use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use embassy_rp::pac;
use embassy_rp::pac::clocks::vals::ClkSysCtrlSrc;
use embassy_rp::pac::pio::regs::SmClkdiv;

/// The dividers behind the PLL at the low clock: its 1500 MHz are divided by both.
const LOW: (u8, u8) = (6, 5);
/// What `LOW` is to the full clock: 50 to 125.
const RATIO: (u32, u32) = (2, 5);

/// How often the clock has changed. Every time the scan gets out of rhythm by a microsecond or two.
static CHANGES: AtomicU8 = AtomicU8::new(0);
/// The dividers of the full clock, while it is low; otherwise 0.
static FULL: AtomicU32 = AtomicU32::new(0);

/// A number that is another one after the clock has changed.
pub fn changes() -> u8 {
    CHANGES.load(Relaxed)
}

/// Lowers the clock or restores it. No frame may be on its way, or its pulses would be too long.
pub fn lower(low: bool) {
    let full = FULL.load(Relaxed);
    if low == (full != 0) {
        return;
    }
    cortex_m::interrupt::free(|_| {
        let dividers = pac::PLL_SYS.prim();
        run_from(ClkSysCtrlSrc::CLK_REF);
        if low {
            FULL.store(dividers.read().0, Relaxed);
            dividers.write(|prim| {
                prim.set_postdiv1(LOW.0);
                prim.set_postdiv2(LOW.1);
            });
        } else {
            FULL.store(0, Relaxed);
            dividers.write(|prim| prim.0 = full);
        }
        run_from(ClkSysCtrlSrc::CLKSRC_CLK_SYS_AUX);
        let (most, least) = if low { RATIO } else { (RATIO.1, RATIO.0) };
        // The scan's machine, and the strip's.
        for machine in [pac::PIO0.sm(0), pac::PIO1.sm(0)] {
            let divider = machine.clkdiv().read().0;
            // Fixed point, of which the lowest byte is not there: all dividers here have room for the product.
            let scaled = (divider >> 8) * most / least;
            machine.clkdiv().write_value(SmClkdiv(scaled << 8));
        }
    });
    CHANGES.store(changes().wrapping_add(1), Relaxed);
}

/// Switches the system clock over, without a glitch, and waits until it has.
fn run_from(source: ClkSysCtrlSrc) {
    let clocks = pac::CLOCKS;
    clocks.clk_sys_ctrl().modify(|ctrl| ctrl.set_src(source));
    while clocks.clk_sys_selected().read() != 1 << source as u32 {}
}
