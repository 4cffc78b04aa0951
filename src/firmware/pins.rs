//! The pins of the board, and no others.

use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Input, Level, Output, Pull};
use embassy_rp::pac;

use super::WIRING;
use super::sound::Piezo;

/// Enables the pull-up of each column and row, and a Schmitt trigger: a wire rises slowly. Connects them to PIO0, which at
/// first drives none.
pub fn let_wires_rise() {
    for wire in WIRING.columns.into_iter().chain(WIRING.rows) {
        pull(wire, true);
        let pio0 = pac::io::vals::Gpio0ctrlFuncsel::PIO0_0;
        let io = pac::IO_BANK0.gpio(wire.into());
        io.ctrl().write(|ctrl| ctrl.set_funcsel(pio0.into()));
    }
}

/// Pulls these rows down instead of up: bit n is rank n.
pub fn pull_rows_down(rows: u8) {
    let rows = (0..)
        .zip(WIRING.rows)
        .filter(|(rank, _)| rows >> rank & 1 != 0);
    for (_, row) in rows {
        pull(row, false);
    }
}

fn pull(wire: u8, up: bool) {
    pac::PADS_BANK0.gpio(wire.into()).write(|pad| {
        pad.set_ie(true);
        pad.set_pue(up);
        pad.set_pde(!up);
        pad.set_schmitt(true);
    });
}

/// The button's input, low while the button is pressed.
pub fn button() -> Input<'static> {
    let mut button = Input::new(take(WIRING.button), Pull::Up);
    button.set_schmitt(true);
    button
}

/// The load switch of the lights' supply, if the board has one; it is on.
pub fn switch() -> Option<Output<'static>> {
    WIRING.switch.map(|pin| Output::new(take(pin), Level::High))
}

/// The piezo, if the board has room for one; it is silent.
pub fn piezo() -> Option<Piezo> {
    let low = |pin| Output::new(take(pin), Level::Low);
    WIRING.piezo.map(|pin| Piezo::new(pin, low(pin)))
}

/// Whether the button is pressed, once its input has been made.
pub fn is_button_down() -> bool {
    pac::SIO.gpio_in(0).read() >> WIRING.button & 1 == 0
}

fn take(pin: u8) -> Peri<'static, AnyPin> {
    // SAFETY: all pins of a wiring are different, which is checked at compile time, and each is taken once.
    unsafe { AnyPin::steal(pin) }
}
