//! The driver `ws2812-pio`: PIO1 sends, the processor feeds it, busy-waiting.

use core::convert::Infallible;

use embassy_rp::Peri;
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::peripherals::{DMA_CH4, PIO1};
use rp2040_hal::fugit::HertzU32;
use rp2040_hal::gpio::{DynBankId, DynPinId, DynPullType, FunctionPio1, Pin, new_pin};
use rp2040_hal::pac;
use rp2040_hal::pio::{PIOExt, SM0};
use smart_leds::{RGB8, SmartLedsWrite, SmartLedsWriteAsync};
use ws2812_pio::Ws2812Direct;

use crate::firmware::WIRING;

/// The lights.
pub struct Strip(Ws2812Direct<pac::PIO1, SM0, Pin<DynPinId, FunctionPio1, DynPullType>>);

impl Strip {
    /// Takes the data pin; nothing is sent yet. The parameters ensure that embassy no longer owns the peripherals.
    pub fn new(_pio: Peri<'static, PIO1>, _channel: Peri<'static, DMA_CH4>) -> Self {
        // SAFETY: embassy gave PIO1 away, and uses the resets only while it starts, which is over.
        let mut peripherals = unsafe { pac::Peripherals::steal() };
        let (mut pio, sm0, ..) = peripherals.PIO1.split(&mut peripherals.RESETS);
        let id = DynPinId {
            bank: DynBankId::Bank0,
            num: WIRING.strip,
        };
        // SAFETY: all pins of a wiring are different, which is checked at compile time, and this is the only place that
        // takes the strip's.
        let pin = unsafe { new_pin(id) };
        let pin = pin.try_into_function();
        let Ok(pin) = pin else {
            unreachable!("every GPIO can be given to PIO1");
        };
        let frequency = HertzU32::Hz(clk_sys_freq());
        Self(Ws2812Direct::new(pin, &mut pio, sm0, frequency))
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
        // This driver cannot fail.
        let _ = self.0.write(colours.into_iter().map(Into::into));
        Ok(())
    }
}
