//! The scan of the switch matrix, by PIO and DMA into a ring buffer.
//!
//! A PIO state machine pulls one row after another low, waits, and reads all pins of the chip; DMA supplies the rows
//! and stores the levels. The processor takes no part, so holding it up costs no sample until the ring is full. Wires
//! are driven by their direction alone: low or released, never high, and one at a time.
//!
//! The steps without a row tell of the wires: in one of them nothing is pulled, in the next a column, another one every
//! few scans; a third lets that column rise again.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::pac::dma::vals::{DataSize, TreqSel};
use embassy_rp::peripherals::{DMA_CH0, DMA_CH1, DMA_CH2, DMA_CH3, PIO0};
use embassy_rp::pio::program::{Assembler, InSource, JmpCondition, OutDestination, SetDestination};
use embassy_rp::pio::{Config, Pio, ShiftConfig, ShiftDirection};
use embassy_rp::{Peri, pac};
use embassy_time::{Duration, Instant, Timer};
use fanorona_board::point::{FILES, RANKS};
use fanorona_board::sense::matrix::{Levels, Sample};
use fanorona_board::sense::wires::{Mishap, Wires};
use fanorona_board::time::Millis;

use super::{Irqs, WIRING, clock, pins};

/// Slots of a scan: one for each of the five rows, and three without a row, because DMA wraps at powers of two.
const SLOTS: usize = 8;
/// The slots with a row.
const ROW_SLOTS: usize = RANKS as usize;
/// The slot in which nothing is pulled.
const IDLE: usize = ROW_SLOTS;
/// The slot in which a column is pulled.
const COLUMN: usize = ROW_SLOTS + 1;
/// Time that a row is low before the columns are read, and that the row before it has been released by then; a scan
/// of eight slots takes 1 ms. A column needs 6 to 12 µs to rise, with long wires.
const SLOT_US: u8 = 125;
/// Capacity of the ring, in scans: more than the 400 ms for which erasing a sector of flash may hold up the processor.
const SCANS: usize = 512;
const WORDS: usize = SLOTS * SCANS;
// 4096 fits.
#[allow(clippy::cast_possible_truncation)]
const ONCE_ROUND: u32 = WORDS as u32;
/// Duration of a scan.
const SCAN_US: u32 = 1000;
const _: () = assert!(SLOTS * SLOT_US as usize == SCAN_US as usize);
/// Time for which a scan can be read: a few scans less than the ring holds, because it goes on.
const READABLE_US: u32 = (ONCE_ROUND / 8 - 8) * SCAN_US;
/// Words by which the ring may still be behind the scan that is to be read next.
const BEHIND: usize = 2 * SLOTS;
/// Scans until a change of [`ROWS`] or of a pull shows for sure: rows are fetched ahead, and the slots without a row are
/// read a scan later.
const DELAY: u8 = 2;
/// Time from the beginning of a scan until it is looked for: in the second of the three slots without a row.
const DUE: Duration = Duration::from_micros(SLOT_US as u64 * (ROW_SLOTS as u64 + 1));
/// Scans in a row with a row that does not go low before that is looked into.
const STIFF: u8 = 3;
/// How often in a row a column must stay high to be held.
const DOUBT: u8 = 4;
/// Scans after which a wire that is held high is asked again.
const AGAIN: u16 = 1000;

/// The wire to pull in each slot, as directions of all pins. Aligned to its size, at multiples of which DMA wraps.
#[repr(C, align(32))]
struct Rows([AtomicU32; SLOTS]);
static ROWS: Rows = Rows([const { AtomicU32::new(0) }; SLOTS]);

/// The levels of all pins in each slot. At an end of the RAM: anywhere else its alignment would cost a gap before it.
/// Nothing is read from it that the scan has not written.
#[repr(C, align(16384))]
struct Ring([AtomicU32; WORDS]);
#[unsafe(link_section = ".ring")]
static RING: Ring = Ring([const { AtomicU32::new(0) }; WORDS]);
const _: () = assert!(size_of::<Ring>() == align_of::<Ring>());

/// The reader of the ring, scan by scan.
pub struct Scan {
    /// When the first word of the ring was begun.
    begun: Instant,
    /// When the next scan should be complete.
    due: Instant,
    /// The word with which the next scan begins, counted from the first one that was ever written.
    next: u64,
    /// The levels of all wires in the last scan, by slot; those of the slots without a row are of the scan before.
    words: [u32; SLOTS],
    /// What these levels mean.
    sample: Sample,
    /// Consecutive scans in which some row did not go low.
    stiff: u8,
    columns: Columns,
    pulls: Pulls,
    /// The clock's changes that are known.
    clock: u8,
    /// What went wrong since the last look.
    mishap: Option<Mishap>,
}

/// The columns, which are pulled one after another.
struct Columns {
    /// The file whose column is pulled now.
    file: usize,
    /// Scans until it shows.
    delay: u8,
    /// The wires that went low with each column, beside itself.
    with: [Wires; FILES as usize],
    /// How often the one that is pulled has stayed high.
    doubt: u8,
    /// Columns that stayed high. They are pulled only now and then, so that nothing fights for long.
    stiff: u16,
    /// Scans until these are pulled again.
    again: u16,
}

impl Columns {
    /// The file whose column is pulled next.
    fn next(&self) -> usize {
        let after = (1..=self.with.len()).map(|step| (self.file + step) % self.with.len());
        let rests = |file: usize| self.again > 0 && self.stiff >> file & 1 != 0;
        let mut awake = after.filter(|&file| !rests(file));
        awake.next().unwrap_or(self.file)
    }
}

/// The rows that do not go low: does something hold them high? Then they stay high without their pull-up.
#[derive(Default)]
struct Pulls {
    /// The rows that are asked, or were asked last.
    asked: u8,
    /// Scans until the answer shows, if one is due: the pulls are down until then.
    answer: Option<u8>,
    /// Rows that are held high. They are not pulled low, so that nothing fights.
    held: u8,
    /// Scans until these are asked again.
    again: u16,
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
    #[inline(never)]
    pub fn start(parts: Parts) -> Self {
        for (slot, row) in ROWS.0.iter().zip(WIRING.rows) {
            slot.store(1 << row, Relaxed);
        }
        ROWS.0[COLUMN].store(1 << WIRING.columns[0], Relaxed);
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
        // SAFETY: PIO0 drives only pins that are given to it, and those are the wires of the matrix.
        unsafe { config.set_pins(all_pins) };
        sm0.set_config(&config);
        pins::let_wires_rise();

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
            begun,
            due: begun + DUE,
            next: 0,
            words: [WIRES; SLOTS],
            sample: Sample::default(),
            stiff: 0,
            columns: Columns {
                file: 0,
                delay: DELAY,
                with: [Wires::NONE; FILES as usize],
                doubt: 0,
                stiff: 0,
                again: 0,
            },
            pulls: Pulls::default(),
            clock: clock::changes(),
            mishap: None,
        }
    }

    /// Waits until the next scan is due; skips those that are lost by then, because the ring has gone on over them.
    pub async fn wait(&mut self) {
        Timer::at(self.due).await;
        // The lower half of the time is enough, and much quicker to read.
        #[allow(clippy::cast_possible_truncation)]
        let due = self.due.as_ticks() as u32;
        let late = pac::TIMER.timerawl().read().wrapping_sub(due);
        // If it is not complete, after all.
        self.due += micros(1);
        if (READABLE_US..=u32::MAX / 2).contains(&late) {
            let lost = (late - READABLE_US) / SCAN_US + 1;
            self.next += u64::from(lost) * SLOTS as u64;
            self.mishap = Some(Mishap::Lost(lost));
        }
    }

    /// Advances to the next complete scan, if there is one; returns the time that has gone by since the first began.
    #[inline(never)]
    pub fn advance(&mut self) -> Option<Millis> {
        let next = word(self.next);
        // A scan is complete with its last row; the slots without a row may still be ahead.
        let unread = word((position() + WORDS + BEHIND - next) as u64);
        if unread < BEHIND + ROW_SLOTS {
            return None;
        }
        let mut differs = 0;
        let (rows, between) = self.words.split_at_mut(ROW_SLOTS);
        for (slot, known) in rows.iter_mut().enumerate() {
            let read = RING.0[(next + slot) % WORDS].load(Relaxed) & WIRES;
            differs |= *known ^ read;
            *known = read;
        }
        // In the first scan nothing is behind.
        if self.next > 0 {
            for (slot, known) in (ROW_SLOTS..).zip(between) {
                let read = RING.0[(next + slot + WORDS - SLOTS) % WORDS].load(Relaxed) & WIRES;
                differs |= if slot == IDLE { *known ^ read } else { 0 };
                *known = read;
            }
        }
        self.next += SLOTS as u64;
        // What was written while nobody read was written with other settings.
        let is_newest = unread < BEHIND + ROW_SLOTS + SLOTS;
        if self.pulls.answer.is_some() {
            self.hear_pulls(is_newest);
        } else if self.hear_column(is_newest) || differs != 0 {
            self.sample = Sample::of(&self.levels());
        }
        self.mind_rows();
        if self.clock != clock::changes() {
            self.clock = clock::changes();
            self.keep_time();
        }
        self.due = self.begun + micros(self.next) + DUE;
        Some(Millis(self.next / SLOTS as u64))
    }

    /// The sample of the scan last advanced to.
    pub const fn sample(&self) -> Sample {
        self.sample
    }

    /// What has gone wrong since this was last asked.
    pub fn mishap(&mut self) -> Option<Mishap> {
        self.mishap.take()
    }

    /// The levels of all wires in the last scan.
    fn levels(&self) -> Levels {
        let with = &self.columns.with;
        let pairs = (0..).zip(with).filter(|(_, low)| low.columns != 0);
        Levels {
            pulled: core::array::from_fn(|row| low(self.words[row])),
            idle: low(self.words[IDLE]),
            together: pairs.fold(0, |all, (file, low)| all | low.columns | 1 << file),
            dragged: with.iter().fold(0, |all, low| all | low.rows),
            stiff: self.columns.stiff,
            held: self.pulls.held,
        }
    }

    /// Notes which wires went low with the column that is pulled, and pulls the next; returns whether that is news.
    fn hear_column(&mut self, is_newest: bool) -> bool {
        let columns = &mut self.columns;
        columns.again = columns.again.saturating_sub(1);
        columns.delay = match (is_newest, columns.delay) {
            (false, _) => DELAY,
            (true, delay) => delay.saturating_sub(1),
        };
        if !is_newest || columns.delay > 0 {
            return false;
        }
        let own = 1 << WIRING.columns[columns.file];
        // What is low all the time does not count.
        let others = !self.words[COLUMN] & self.words[IDLE] & !own;
        let with = if others == 0 {
            Wires::NONE
        } else {
            let with = low(!others);
            // A bridged diode pulls more than one column down, by its row.
            if with.rows == 0 {
                with
            } else {
                Wires::rows(with.rows)
            }
        };
        columns.delay = DELAY + 1;
        let is_stiff = self.words[COLUMN] & own != 0;
        if is_stiff {
            // A scan that is out of step shows the same, for a moment.
            columns.doubt += 1;
            if columns.doubt < DOUBT && columns.stiff >> columns.file & 1 == 0 {
                return false;
            }
            columns.again = AGAIN;
        }
        columns.doubt = 0;
        let stiff = columns.stiff & !(1 << columns.file) | u16::from(is_stiff) << columns.file;
        let is_known = stiff == columns.stiff && with == columns.with[columns.file];
        (columns.stiff, columns.with[columns.file]) = (stiff, with);
        columns.file = columns.next();
        ROWS.0[COLUMN].store(1 << WIRING.columns[columns.file], Relaxed);
        !is_known
    }

    /// Looks into rows that do not go low.
    fn mind_rows(&mut self) {
        let stiff = self.sample.faults.stiff();
        if stiff == 0 {
            self.stiff = 0;
            self.pulls.asked = 0;
            return;
        }
        self.stiff = self.stiff.saturating_add(1);
        self.pulls.again = self.pulls.again.saturating_sub(1);
        if self.stiff < STIFF || self.pulls.answer.is_some() {
            return;
        }
        if let Some(step) = out_of_step(&self.words) {
            self.next += step;
            self.stiff = 0;
            self.mishap = Some(Mishap::OutOfStep);
            self.keep_time();
        } else if stiff != self.pulls.asked || (self.pulls.held != 0 && self.pulls.again == 0) {
            self.pulls.asked = stiff;
            self.pulls.answer = Some(2 * DELAY);
            pins::pull_rows_down(stiff);
        }
    }

    /// Hears whether rows stay high that are pulled down; lets them rise again before anything else is read.
    #[cold]
    fn hear_pulls(&mut self, is_newest: bool) {
        let pulls = &mut self.pulls;
        let (true, Some(left)) = (is_newest, pulls.answer) else {
            return;
        };
        pulls.answer = left.checked_sub(1);
        if left == DELAY {
            pulls.held = pulls.asked & !low(self.words[IDLE]).rows;
            pulls.again = AGAIN;
            for (rank, row) in WIRING.rows.into_iter().enumerate() {
                let is_held = pulls.held >> rank & 1 != 0;
                ROWS.0[rank].store(if is_held { 0 } else { 1 << row }, Relaxed);
            }
            pins::let_wires_rise();
        } else if left == 0 {
            self.sample = Sample::of(&self.levels());
        }
    }

    /// Takes the time anew from what is being written now.
    fn keep_time(&mut self) {
        let written = (position() + WORDS + BEHIND - word(self.next)) % WORDS;
        let written = micros(self.next + written as u64) - micros(BEHIND as u64);
        self.begun = Instant::now() - written;
    }
}

/// The place in the ring of a word.
// It is below the size of the ring.
#[allow(clippy::cast_possible_truncation)]
fn word(count: u64) -> usize {
    count as usize % WORDS
}

/// The wires that are low in a word of the ring.
fn low(word: u32) -> Wires {
    let mut wires = Wires::NONE;
    for (file, column) in WIRING.columns.iter().enumerate() {
        wires.columns |= u16::from(word >> column & 1 == 0) << file;
    }
    for (rank, row) in WIRING.rows.iter().enumerate() {
        wires.rows |= u8::from(word >> row & 1 == 0) << rank;
    }
    wires
}

/// The number of words by which the slots are further on, if every row was low in another slot than its own.
fn out_of_step(words: &[u32; SLOTS]) -> Option<u64> {
    let is_step = |step: &usize| {
        let mut rows = WIRING.rows.iter().enumerate();
        rows.all(|(rank, row)| words[(rank + step) % SLOTS] >> row & 1 == 0)
    };
    (1..SLOTS).find(is_step).map(|step| step as u64)
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

fn micros(slots: u64) -> Duration {
    Duration::from_micros(slots * u64::from(SLOT_US))
}

/// The word of the ring that is written next. One of the two channels is under way, the other is at offset 0.
fn position() -> usize {
    let start = RING.0.as_ptr() as u32;
    let [one, other] = [2, 3].map(|channel| pac::DMA.ch(channel).write_addr().read() - start);
    ((one + other) as usize / size_of::<u32>()) % WORDS
}
