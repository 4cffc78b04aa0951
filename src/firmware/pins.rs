//! The pins of the board, and no others.

use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Input, Pull};
use embassy_rp::pac;

use super::WIRING;

/// Makes each column an input with pull-up.
pub fn let_columns_rise() {
    for column in WIRING.columns {
        // PIO reads the pin, not this driver; but dropping the driver would reset the pin.
        core::mem::forget(Input::new(take(column), Pull::Up));
    }
}

/// Enables the pull-up of each row and connects the row to PIO0, which at first drives none.
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

/// The button's input, low while the button is pressed.
pub fn button() -> Input<'static> {
    Input::new(take(WIRING.button), Pull::Up)
}

/// Whether the button is pressed, once its input has been made.
pub fn is_button_down() -> bool {
    pac::SIO.gpio_in(0).read() >> WIRING.button & 1 == 0
}

fn take(pin: u8) -> Peri<'static, AnyPin> {
    // SAFETY: all pins of a wiring are different, which is checked at compile time, and each is taken once.
    unsafe { AnyPin::steal(pin) }
}
