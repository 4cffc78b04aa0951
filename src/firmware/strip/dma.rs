//! The driver of our own: PIO1 sends, DMA feeds it.
//!
//! That of embassy-rp has the same shape, but its pulses are fixed, and the short one is the shortest that the older
//! lights take. These lie in the middle of what both data sheets allow:
//!
//! | pulse | ns | WS2812B | WS2812B V5 |
//! |---|---|---|---|
//! | zero, high | 320 | 250 to 550 | 220 to 380 |
//! | zero, low | 840 | 700 to 1000 | 580 to 1010 |
//! | one, high | 800 | 650 to 950 | 580 to 1000 |
//! | one, low | 360 | 300 to 600 | from 220 |

use core::convert::Infallible;

use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::peripherals::{DMA_CH4, PIO1};
use embassy_rp::pio::program::{
    Assembler, JmpCondition, OutDestination, Program, SetDestination, SideSet,
};
use embassy_rp::pio::{Config, FifoJoin, Pio, ShiftConfig, ShiftDirection, StateMachine};
use embassy_rp::{Peri, dma};
use fanorona_board::point::Point;
use smart_leds::{RGB8, SmartLedsWriteAsync};

use crate::firmware::{Irqs, WIRING};

/// Frequency of the state machine: a cycle takes 40 ns. It divides the chip's 125 MHz, so no pulse jitters.
const CYCLES: u32 = 25_000_000;
/// Cycles for which the line is high for either bit.
const START: u8 = 8;
/// Cycles for which it then stays high for a one, or is low for a zero.
const DATA: u8 = 12;
/// Cycles for which it is low at the end of either bit.
const END: u8 = 9;
/// Bits of a colour, green first; they are the upper ones of a word.
const BITS: u8 = 24;

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
pub struct Strip {
    machine: StateMachine<'static, PIO1, 0>,
    channel: dma::Channel<'static>,
    /// The frame as it is sent, a word for each light.
    words: [u32; Point::COUNT],
}

impl Strip {
    /// Takes the data pin; nothing is sent yet.
    pub fn new(pio: Peri<'static, PIO1>, channel: Peri<'static, DMA_CH4>) -> Self {
        let Pio {
            mut common,
            sm0: mut machine,
            ..
        } = Pio::new(pio, Irqs);
        let pin = with_pin!(WIRING.strip, |pin| common.make_pio_pin(pin));
        let mut config = Config::default();
        config.use_program(&common.load_program(&program()), &[&pin]);
        config.set_set_pins(&[&pin]);
        let divider = u16::try_from(clk_sys_freq() / CYCLES).expect("the chip is not that fast");
        config.clock_divider = divider.into();
        config.fifo_join = FifoJoin::TxOnly;
        config.shift_out = ShiftConfig {
            auto_fill: true,
            threshold: BITS,
            direction: ShiftDirection::Left,
        };
        machine.set_config(&config);
        machine.set_enable(true);
        // Dropping it would release the pin.
        core::mem::forget(common);
        Self {
            machine,
            channel: dma::Channel::new(channel, Irqs),
            words: [0; Point::COUNT],
        }
    }
}

/// The PIO program, which sends a bit in each round. Without one it waits in its first instruction, with the line low.
fn program() -> Program<32> {
    const LOW: u8 = 0;
    const HIGH: u8 = 1;
    let mut a = Assembler::<32>::new_with_side_set(SideSet::new(false, 1, false));
    let (mut start, mut end, mut zero) = (a.label(), a.label(), a.label());
    a.set_with_side_set(SetDestination::PINDIRS, 1, LOW);
    a.bind(&mut start);
    a.out_with_delay_and_side_set(OutDestination::X, 1, END - 1, LOW);
    a.jmp_with_delay_and_side_set(JmpCondition::XIsZero, &mut zero, START - 1, HIGH);
    a.jmp_with_delay_and_side_set(JmpCondition::Always, &mut start, DATA - 1, HIGH);
    a.bind(&mut zero);
    a.nop_with_delay_and_side_set(DATA - 1, LOW);
    a.bind(&mut end);
    a.assemble_with_wrap(end, start)
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
        for (word, colour) in self.words.iter_mut().zip(colours) {
            let RGB8 { r, g, b } = colour.into();
            *word = u32::from_be_bytes([g, r, b, 0]);
        }
        let sender = self.machine.tx();
        sender.dma_push(&mut self.channel, &self.words, false).await;
        Ok(())
    }
}
