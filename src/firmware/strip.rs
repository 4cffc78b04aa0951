//! The strip of lights, by PIO1 and DMA.

use core::convert::Infallible;

use embassy_rp::Peri;
use embassy_rp::peripherals::{DMA_CH4, PIO1};
use embassy_rp::pio::Pio;
use embassy_rp::pio_programs::ws2812::{Grb, PioWs2812, PioWs2812Program};
use fanorona_board::point::Point;
use smart_leds_trait::{RGB8, SmartLedsWriteAsync};

use super::{Irqs, WIRING, pins};

/// The lights.
pub struct Strip(PioWs2812<'static, PIO1, 0, { Point::COUNT }, Grb>);

impl Strip {
    /// Takes the data pin; nothing is sent yet.
    pub fn new(pio: Peri<'static, PIO1>, channel: Peri<'static, DMA_CH4>) -> Self {
        let Pio {
            mut common, sm0, ..
        } = Pio::new(pio, Irqs);
        let program = PioWs2812Program::new(&mut common);
        let strip = pins::with_pin!(WIRING.strip, |pin| {
            PioWs2812::new(&mut common, sm0, channel, Irqs, pin, &program)
        });
        // Dropped, it would let go of the pin.
        core::mem::forget(common);
        Self(strip)
    }
}

/// Returns when all is handed over, while the last lights are still being sent.
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
