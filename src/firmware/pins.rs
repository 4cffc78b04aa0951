//! The pins of the board, and no others.

use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Input, Pull};
use embassy_rp::pac;

use super::WIRING;

/// Gives each column to its pull-up.
pub fn let_columns_rise() {
    for column in WIRING.columns {
        // Nobody reads it by this driver, but it must stay set up as it is.
        core::mem::forget(Input::new(take(column), Pull::Up));
    }
}

/// Gives each row to its pull-up and to PIO0, which at first drives none.
pub fn let_rows_rise() {
    for row in WIRING.rows.map(usize::from) {
        pac::PADS_BANK0.gpio(row).write(|pad| {
            pad.set_ie(true);
            pad.set_pue(true);
            pad.set_schmitt(true);
        });
        let pio0 = pac::io::vals::Gpio0ctrlFuncsel::PIO0_0;
        let io = pac::IO_BANK0.gpio(row);
        io.ctrl().write(|ctrl| ctrl.set_funcsel(pio0.into()));
    }
}

/// The button, which reads low when it is pressed.
pub fn button() -> Input<'static> {
    Input::new(take(WIRING.button), Pull::Up)
}

fn take(pin: u8) -> Peri<'static, AnyPin> {
    // SAFETY: all pins of a wiring are different, which is checked when this is compiled, and each is taken once.
    unsafe { AnyPin::steal(pin) }
}

/// Runs an expression with the pin of this number as the type that PIO drivers ask for.
///
/// The number is a constant, so one arm is left in the image.
macro_rules! with_pin {
    ($number:expr, |$pin:ident| $body:expr) => {
        $crate::firmware::pins::with_pin!(@arms $number, $pin, $body,
            0 PIN_0 1 PIN_1 2 PIN_2 3 PIN_3 4 PIN_4 5 PIN_5 6 PIN_6 7 PIN_7 8 PIN_8 9 PIN_9
            10 PIN_10 11 PIN_11 12 PIN_12 13 PIN_13 14 PIN_14 15 PIN_15 16 PIN_16 17 PIN_17 18 PIN_18 19 PIN_19
            20 PIN_20 21 PIN_21 22 PIN_22 23 PIN_23 24 PIN_24 25 PIN_25 26 PIN_26 27 PIN_27 28 PIN_28 29 PIN_29)
    };
    (@arms $number:expr, $pin:ident, $body:expr, $($n:literal $name:ident)*) => {
        match $number {
            $($n => {
                // SAFETY: as in `take`.
                let $pin = unsafe { embassy_rp::peripherals::$name::steal() };
                $body
            })*
            _ => unreachable!("the wiring is checked when this is compiled"),
        }
    };
}
pub(super) use with_pin;
