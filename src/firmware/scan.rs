//! The scan of the switch matrix, by PIO and DMA into a ring buffer.
//!
//! A PIO state machine pulls one row after another low, waits, and reads all pins of the chip; DMA supplies the rows
//! and stores the levels. The processor takes no part, so holding it up costs no sample until the ring is full. Rows
//! are driven by their direction alone: low or released, never high.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::pac::dma::vals::{DataSize, TreqSel};
use embassy_rp::peripherals::{DMA_CH0, DMA_CH1, DMA_CH2, DMA_CH3, PIO0};
use embassy_rp::pio::program::{Assembler, InSource, JmpCondition, OutDestination, SetDestination};
use embassy_rp::pio::{Config, Pio, ShiftConfig, ShiftDirection};
use embassy_rp::{Peri, pac};
use embassy_time::{Duration, Instant, Timer};
use fanorona_board::point::RANKS;
use fanorona_board::sense::matrix::{Sample, Strobe};

use super::{Irqs, WIRING, pins};

/// Slots of a scan: one for each of the five rows, and three without a row, because DMA wraps at powers of two.
const SLOTS: usize = 8;
/// Time that a row is low before the columns are read, and that the row before it has been released by then; a scan
/// of eight slots takes 1 ms. A column needs 6 to 12 µs to rise, with long wires.
const SLOT_US: u8 = 125;
/// Capacity of the ring, in scans: more than the 400 ms for which erasing a sector of flash may hold up the processor.
const SCANS: usize = 512;
const WORDS: usize = SLOTS * SCANS;
// 4096 fits.
#[allow(clippy::cast_possible_truncation)]
const ONCE_ROUND: u32 = WORDS as u32;

/// The row to pull in each slot, as directions of all pins. Aligned to its size, at multiples of which DMA wraps.
#[repr(C, align(32))]
struct Rows([AtomicU32; SLOTS]);
static ROWS: Rows = Rows([const { AtomicU32::new(0) }; SLOTS]);

/// The levels of all pins in each slot.
#[repr(C, align(16384))]
struct Ring([AtomicU32; WORDS]);
static RING: Ring = Ring([const { AtomicU32::new(0) }; WORDS]);
const _: () = assert!(size_of::<Ring>() == align_of::<Ring>());

/// The reader of the ring, scan by scan.
pub struct Scan {
    /// The word of the ring with which the next scan begins.
    next: usize,
    /// The moment at which that scan will be complete.
    due: Instant,
    /// The levels of the wires in the last scan, by row.
    words: [u32; RANKS as usize],
    /// What these levels mean.
    sample: Sample,
}

/// What the scan takes of the chip.
pub struct Parts {
    /// Its state machine.
    pub pio: Peri<'static, PIO0>,
    /// Its DMA channels, which it uses by their registers.
    pub _channels: (
        Peri<'static, DMA_CH0>,
        Peri<'static, DMA_CH1>,
        Peri<'static, DMA_CH2>,
        Peri<'static, DMA_CH3>,
    ),
}

impl Scan {
    /// Starts the scan, which never ends.
    pub fn start(parts: Parts) -> Self {
        for (slot, row) in ROWS.0.iter().zip(WIRING.rows) {
            slot.store(1 << row, Relaxed);
        }
        pins::let_columns_rise();

        let Pio {
            mut common,
            mut sm0,
            ..
        } = Pio::new(parts.pio, Irqs);
        let mhz = u16::try_from(clk_sys_freq() / 1_000_000).expect("it runs at 125 MHz");
        let mut config = Config::default();
        config.use_program(&common.load_program(&program()), &[]);
        config.clock_divider = mhz.into();
        config.shift_out = whole_words();
        config.shift_in = whole_words();
        let mut all_pins = config.get_pins();
        all_pins.out_count = 32;
        // SAFETY: PIO0 drives only pins that are given to it, and those are the rows.
        unsafe { config.set_pins(all_pins) };
        sm0.set_config(&config);
        pins::let_rows_rise();

        let (from, to) = (sm0.rx_fifo_ptr() as u32, sm0.tx_fifo_ptr() as u32);
        run_for_ever(
            [0, 1],
            ROWS.0.as_ptr() as u32,
            to,
            sm0.tx_treq(),
            Wrap::Read(SLOTS),
        );
        run_for_ever(
            [2, 3],
            from,
            RING.0.as_ptr() as u32,
            sm0.rx_treq(),
            Wrap::Write(WORDS),
        );
        // Empties the shift register, so that the first slot pulls the first row.
        sm0.restart();
        sm0.set_enable(true);
        let begun = Instant::now();
        // Dropping these would stop the scan and release the rows.
        core::mem::forget((common, sm0));
        Self {
            next: 0,
            // In the second of the three slots without a row.
            due: begun + micros(usize::from(RANKS) + 1),
            words: [0; RANKS as usize],
            sample: Sample::default(),
        }
    }

    /// Waits until the next scan is due.
    pub async fn wait(&mut self) {
        Timer::at(self.due).await;
        self.due += micros(SLOTS);
    }

    /// Advances to the next complete scan; returns whether there is one.
    pub fn advance(&mut self) -> bool {
        // A scan is complete with its last row; the slots without a row may still be ahead.
        let idle = SLOTS - usize::from(RANKS);
        if (position() + idle + WORDS - self.next) % WORDS < SLOTS {
            return false;
        }
        let mut differs = 0;
        for (row, word) in self.words.iter_mut().enumerate() {
            let read = RING.0[self.next + row].load(Relaxed) & WIRES;
            differs |= *word ^ read;
            *word = read;
        }
        self.next = (self.next + SLOTS) % WORDS;
        if differs != 0 {
            self.sample = meaning(&self.words);
        }
        true
    }

    /// The sample of the scan last advanced to.
    pub const fn sample(&self) -> Sample {
        self.sample
    }
}

/// The sample that the words of a scan mean.
fn meaning(words: &[u32; RANKS as usize]) -> Sample {
    let mut rank = 0;
    Sample::of(&words.map(|word| {
        let mut strobe = Strobe::default();
        for (file, column) in WIRING.columns.iter().enumerate() {
            strobe.columns |= u16::from(word >> column & 1 == 0) << file;
        }
        for (other, row) in WIRING.rows.iter().enumerate() {
            strobe.rows |= u8::from(other != rank && word >> row & 1 == 0) << other;
        }
        rank += 1;
        strobe
    }))
}

/// Mask of the columns and rows among all pins.
const WIRES: u32 = {
    let (mut wires, mut at) = (0, 0);
    while at < WIRING.columns.len() {
        wires |= 1 << WIRING.columns[at];
        at += 1;
    }
    at = 0;
    while at < WIRING.rows.len() {
        wires |= 1 << WIRING.rows[at];
        at += 1;
    }
    wires
};

/// The PIO program of one slot, at one cycle a microsecond.
fn program() -> embassy_rp::pio::program::Program<32> {
    const LOOPS: u8 = 30;
    const LOOP_US: u8 = 4;
    // The three other instructions take a microsecond each.
    const REST: u8 = SLOT_US - LOOPS * LOOP_US - 3;
    let mut a = Assembler::<32>::new();
    let (mut start, mut end, mut wait) = (a.label(), a.label(), a.label());
    a.bind(&mut start);
    a.out(OutDestination::PINDIRS, 32);
    a.set_with_delay(SetDestination::X, LOOPS - 1, REST);
    a.bind(&mut wait);
    a.jmp_with_delay(JmpCondition::XDecNonZero, &mut wait, LOOP_US - 1);
    a.r#in(InSource::PINS, 32);
    a.bind(&mut end);
    a.assemble_with_wrap(end, start)
}

fn whole_words() -> ShiftConfig {
    ShiftConfig {
        auto_fill: true,
        threshold: 32,
        direction: ShiftDirection::Right,
    }
}

/// Which address increments, and the number of words at which it wraps.
#[derive(Clone, Copy)]
enum Wrap {
    Read(usize),
    Write(usize),
}

/// Chains two DMA channels to each other: one alone ends after 2^32 words, which is less than a week.
fn run_for_ever(channels: [u8; 2], from: u32, to: u32, request: TreqSel, wrap: Wrap) {
    let [first, second] = channels;
    for (channel, other) in [(second, first), (first, second)] {
        let registers = pac::DMA.ch(channel.into());
        registers.read_addr().write_value(from);
        registers.write_addr().write_value(to);
        // Each channel goes once round the ring, so that it ends where it began.
        registers.trans_count().write_value(ONCE_ROUND);
        let mut control = pac::dma::regs::CtrlTrig::default();
        control.set_treq_sel(request);
        control.set_data_size(DataSize::SIZE_WORD);
        let words = match wrap {
            Wrap::Read(words) => {
                control.set_incr_read(true);
                words
            }
            Wrap::Write(words) => {
                control.set_incr_write(true);
                control.set_ring_sel(true);
                words
            }
        };
        // The size in bytes, as an exponent of two.
        control.set_ring_size(bits(words * size_of::<u32>()));
        control.set_chain_to(other);
        control.set_irq_quiet(true);
        control.set_en(true);
        if channel == first {
            registers.ctrl_trig().write_value(control);
        } else {
            // This alias of the register does not trigger the channel.
            registers.al1_ctrl().write_value(control.0);
        }
    }
}

/// The logarithm of a power of two.
fn bits(power: usize) -> u8 {
    u8::try_from(power.ilog2()).expect("a number of bits is small")
}

fn micros(slots: usize) -> Duration {
    Duration::from_micros(slots as u64 * u64::from(SLOT_US))
}

/// The word of the ring that is written next. One of the two channels is under way, the other is at offset 0.
fn position() -> usize {
    let start = RING.0.as_ptr() as u32;
    let [one, other] = [2, 3].map(|channel| pac::DMA.ch(channel).write_addr().read() - start);
    ((one + other) as usize / size_of::<u32>()) % WORDS
}
