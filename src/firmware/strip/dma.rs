//! The driver of embassy-rp: PIO1 sends, DMA feeds it.

use core::convert::Infallible;

use embassy_rp::Peri;
use embassy_rp::peripherals::{DMA_CH4, PIO1};
use embassy_rp::pio::Pio;
use embassy_rp::pio_programs::ws2812::{Grb, PioWs2812, PioWs2812Program};
use fanorona_board::point::Point;
use smart_leds_trait::{RGB8, SmartLedsWriteAsync};

use crate::firmware::{Irqs, WIRING};

/// Evaluates an expression with the pin of this number, in the type that the driver needs. The number is a constant,
/// so that only one arm is left in the image.
macro_rules! with_pin {
    ($number:expr, |$pin:ident| $body:expr) => {
        with_pin!(@arms $number, $pin, $body,
            0 PIN_0 1 PIN_1 2 PIN_2 3 PIN_3 4 PIN_4 5 PIN_5 6 PIN_6 7 PIN_7 8 PIN_8 9 PIN_9
            10 PIN_10 11 PIN_11 12 PIN_12 13 PIN_13 14 PIN_14 15 PIN_15 16 PIN_16 17 PIN_17 18 PIN_18 19 PIN_19
            20 PIN_20 21 PIN_21 22 PIN_22 23 PIN_23 24 PIN_24 25 PIN_25 26 PIN_26 27 PIN_27 28 PIN_28 29 PIN_29)
    };
    (@arms $number:expr, $pin:ident, $body:expr, $($n:literal $name:ident)*) => {
        match $number {
            $($n => {
                // SAFETY: all pins of a wiring are different, which is checked at compile time, and this is the only
                // place that takes the strip's.
                let $pin = unsafe { embassy_rp::peripherals::$name::steal() };
                $body
            })*
            _ => unreachable!("the wiring is checked when this is compiled"),
        }
    };
}

/// The lights.
pub struct Strip(PioWs2812<'static, PIO1, 0, { Point::COUNT }, Grb>);

impl Strip {
    /// Takes the data pin; nothing is sent yet.
    pub fn new(pio: Peri<'static, PIO1>, channel: Peri<'static, DMA_CH4>) -> Self {
        let Pio {
            mut common, sm0, ..
        } = Pio::new(pio, Irqs);
        let program = PioWs2812Program::new(&mut common);
        let strip = with_pin!(WIRING.strip, |pin| {
            PioWs2812::new(&mut common, sm0, channel, Irqs, pin, &program)
        });
        // Dropping it would release the pin.
        core::mem::forget(common);
        Self(strip)
    }
}

/// Returns when the whole frame is handed over; the colours of the last lights are still being sent then.
impl SmartLedsWriteAsync for Strip {
    type Error = Infallible;
    type Color = RGB8;

    async fn write<T, I>(&mut self, colours: T) -> Result<(), Infallible>
    where
        T: IntoIterator<Item = I>,
        I: Into<RGB8>,
    {
        let mut lights = [RGB8::default(); Point::COUNT];
        for (light, colour) in lights.iter_mut().zip(colours) {
            *light = colour.into();
        }
        self.0.write(&lights).await;
        Ok(())
    }
}
