//! What is kept of crashes where a reset does not clear it.
//!
//! [`Memory`] is nothing but numbers, so that whatever a RAM holds after power-on is one; its checksum tells whether
//! the firmware has written it.

use core::fmt::Write;

use crate::crash::text::{LONGEST, Text};
use crate::crash::{Crash, Part, Pulse, Reset};
use crate::time::Millis;

/// The number of crashes that are kept.
pub const KEPT: usize = 3;
/// As many crashes as are kept, within this time, and the board no longer plays.
pub const WINDOW: Millis = Millis(60_000);

/// A crash as it is kept.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Record {
    kind: u32,
    part: u32,
    /// Milliseconds since the start of the run that it ended, and since power came on.
    uptime: u64,
    at: u64,
    registers: [u32; 8],
    text: Text,
}

impl Record {
    const NONE: u32 = 0;
    const PANIC: u32 = 1;
    const FAULT: u32 = 2;
    const HANG: u32 = 3;

    const EMPTY: Self = Self {
        kind: Self::NONE,
        part: 0,
        uptime: 0,
        at: 0,
        registers: [0; 8],
        text: Text::EMPTY,
    };

    fn of(crash: Crash) -> Self {
        let mut record = Self::EMPTY;
        match crash {
            Crash::Panic(text) => {
                record.kind = Self::PANIC;
                let _ = record.text.write_str(text);
            }
            Crash::Fault(registers) => {
                record.kind = Self::FAULT;
                record.registers = registers;
            }
            Crash::Hang(part) => {
                record.kind = Self::HANG;
                record.part = part as u32;
            }
        }
        record
    }

    fn crash(&self) -> Option<Crash<'_>> {
        match self.kind {
            Self::PANIC => Some(Crash::Panic(self.text.as_str())),
            Self::FAULT => Some(Crash::Fault(self.registers)),
            Self::HANG => Part::ALL.get(self.part as usize).copied().map(Crash::Hang),
            _ => None,
        }
    }
}

/// What outlasts a reset.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Memory {
    state: u32,
    /// What started this run, as a number.
    reset: u32,
    restarts: u32,
    /// Whether this run follows a crash, and whether it is one too many.
    follows_crash: u32,
    is_safe: u32,
    /// Milliseconds from power-on to the start of this run.
    start: u64,
    /// The newest is the first.
    records: [Record; KEPT],
    sum: u32,
}

/// The firmware runs.
const RUNNING: u32 = 1;
/// It has noted why it will not go on.
const CRASHED: u32 = 2;
/// It has left for the boot drive.
const LEFT: u32 = 3;

impl Memory {
    /// As after power-on.
    pub const FRESH: Self = {
        let mut fresh = Self {
            state: RUNNING,
            reset: Reset::PowerOn as u32,
            restarts: 0,
            follows_crash: 0,
            is_safe: 0,
            start: 0,
            records: [Record::EMPTY; KEPT],
            sum: 0,
        };
        fresh.sum = fresh.checksum();
        fresh
    };

    /// Begins a run, which was started by `reset`: takes down how the last one ended. `pulse` is what that was doing, and
    /// `uptime` how long it has run.
    pub fn begin(&mut self, reset: Reset, pulse: u32, uptime: Millis) {
        let mut reset = reset;
        if matches!(reset, Reset::PowerOn | Reset::Pin) || !self.is_whole() {
            *self = Self::FRESH;
            self.reset = reset as u32;
            self.sum = self.checksum();
            return;
        }
        let by_itself = matches!(reset, Reset::Watchdog | Reset::Restart);
        if self.state == LEFT && by_itself {
            reset = Reset::Drive;
        }
        if self.state == RUNNING && reset == Reset::Watchdog {
            let part = Pulse::hung(pulse).unwrap_or(Part::Start);
            self.note(Crash::Hang(part), uptime);
        }
        let crashed = self.state == CRASHED && by_itself;
        self.follows_crash = u32::from(crashed);
        self.restarts += u32::from(crashed);
        let [newest, .., oldest] = &self.records;
        let too_many = oldest.kind != Record::NONE && newest.at - oldest.at <= WINDOW.0;
        self.is_safe = u32::from(crashed && too_many);
        self.start = if crashed {
            newest.at
        } else {
            self.start + uptime.0
        };
        self.state = RUNNING;
        self.reset = reset as u32;
        self.sum = self.checksum();
    }

    /// Notes why the firmware will not go on; only the first reason counts.
    pub fn note(&mut self, crash: Crash, uptime: Millis) {
        if !self.is_whole() {
            *self = Self::FRESH;
        }
        if self.state == CRASHED {
            return;
        }
        self.records.rotate_right(1);
        self.records[0] = Record {
            uptime: uptime.0,
            at: self.start + uptime.0,
            ..Record::of(crash)
        };
        self.state = CRASHED;
        self.sum = self.checksum();
    }

    /// Notes that the board leaves for its boot drive.
    pub fn leave(&mut self) {
        self.state = LEFT;
        self.sum = self.checksum();
    }

    /// What started this run.
    #[must_use]
    pub fn reset(&self) -> Reset {
        let reset = Reset::ALL.get(self.reset as usize);
        reset.copied().unwrap_or(Reset::PowerOn)
    }

    /// Whether a crash of this run has been noted.
    #[must_use]
    pub const fn has_crashed(&self) -> bool {
        self.state == CRASHED
    }

    /// How often the firmware was started anew after a crash since power came on.
    #[must_use]
    pub const fn restarts(&self) -> u32 {
        self.restarts
    }

    /// Whether this run follows a crash.
    #[must_use]
    pub const fn follows_crash(&self) -> bool {
        self.follows_crash != 0
    }

    /// Whether there were too many crashes within [`WINDOW`], so that the board should not play.
    #[must_use]
    pub const fn is_safe(&self) -> bool {
        self.is_safe != 0
    }

    /// The last crashes, the oldest first, each with the time that the firmware had run.
    pub fn crashes(&self) -> impl Iterator<Item = (Millis, Crash<'_>)> {
        let records = self.records.iter().rev();
        records.filter_map(|record| Some((Millis(record.uptime), record.crash()?)))
    }

    const fn is_whole(&self) -> bool {
        self.sum == self.checksum()
    }

    /// FNV-1a over everything but the sum itself, a word at a time.
    const fn checksum(&self) -> u32 {
        const fn add(sum: u32, word: u32) -> u32 {
            (sum ^ word).wrapping_mul(0x0100_0193)
        }
        // Both halves, so nothing is lost.
        #[allow(clippy::cast_possible_truncation)]
        const fn add_long(sum: u32, long: u64) -> u32 {
            add(add(sum, long as u32), (long >> 32) as u32)
        }
        let mut sum = 0x811c_9dc5;
        sum = add(add(add(sum, self.state), self.reset), self.restarts);
        sum = add(add(sum, self.follows_crash), self.is_safe);
        sum = add_long(sum, self.start);
        let mut at = 0;
        while at < KEPT {
            let record = &self.records[at];
            sum = add(add(sum, record.kind), record.part);
            sum = add_long(add_long(sum, record.uptime), record.at);
            let mut register = 0;
            while register < record.registers.len() {
                sum = add(sum, record.registers[register]);
                register += 1;
            }
            sum = add(sum, record.text.length);
            let mut byte = 0;
            while byte < LONGEST {
                sum = add(sum, record.text.bytes[byte] as u32);
                byte += 1;
            }
            at += 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;

    const PULSE: u32 = Pulse {
        running: Part::App,
        stalled: None,
    }
    .word();

    /// A run that ends with a crash after some time, and the start that follows.
    fn crash(memory: &mut Memory, crash: Crash, seconds: u64) {
        memory.note(crash, Millis(1000 * seconds));
        memory.begin(Reset::Restart, PULSE, Millis(0));
        assert_eq!(memory.reset(), Reset::Restart);
    }

    fn told(memory: &Memory) -> Vec<String> {
        memory
            .crashes()
            .map(|(uptime, crash)| format!("{} {crash}", uptime.0))
            .collect()
    }

    #[test]
    fn what_a_ram_holds_after_power_on_is_nothing() {
        for bit in 0..32 {
            let mut memory = Memory::FRESH;
            memory.sum ^= 1 << bit;
            memory.restarts = 77;
            memory.begin(Reset::Watchdog, PULSE, Millis(5));
            assert_eq!(memory.restarts(), 0);
            assert_eq!(told(&memory), [""; 0]);
        }
    }

    #[test]
    fn every_number_that_is_kept_is_in_the_checksum() {
        let mut whole = Memory::FRESH;
        crash(&mut whole, Crash::Panic("a place: a text"), 1);
        crash(&mut whole, Crash::Fault([1, 2, 3, 4, 5, 6, 7, 8]), 1);
        let changes: [fn(&mut Memory); 12] = [
            |memory| memory.state ^= 1,
            |memory| memory.reset ^= 1,
            |memory| memory.restarts += 1,
            |memory| memory.follows_crash ^= 1,
            |memory| memory.is_safe ^= 1,
            |memory| memory.start ^= 1 << 40,
            |memory| memory.records[1].kind ^= 1,
            |memory| memory.records[2].part ^= 1,
            |memory| memory.records[0].uptime ^= 1,
            |memory| memory.records[0].at ^= 1 << 33,
            |memory| memory.records[0].registers[7] ^= 1 << 31,
            |memory| memory.records[1].text.bytes[LONGEST - 1] ^= 1,
        ];
        for change in changes {
            let mut memory = whole;
            assert!(memory.is_whole());
            change(&mut memory);
            assert!(!memory.is_whole());
        }
    }

    #[test]
    fn power_and_the_reset_pin_forget_everything_and_a_probe_nothing() {
        for (reset, restarts) in [(Reset::PowerOn, 0), (Reset::Pin, 0), (Reset::Probe, 1)] {
            let mut memory = Memory::FRESH;
            crash(&mut memory, Crash::Hang(Part::Scan), 1);
            assert!(memory.follows_crash());
            memory.begin(reset, PULSE, Millis(0));
            assert_eq!(memory.reset(), reset);
            assert!(memory.is_whole());
            assert_eq!(memory.restarts(), restarts);
            assert!(!memory.follows_crash());
        }
    }

    #[test]
    fn the_watchdog_means_a_hang_unless_a_crash_was_noted_before() {
        let mut memory = Memory::FRESH;
        memory.begin(Reset::Watchdog, PULSE, Millis(2500));
        memory.note(Crash::Panic("here: why"), Millis(10));
        memory.note(Crash::Fault([0; 8]), Millis(11));
        memory.begin(Reset::Watchdog, PULSE, Millis(1500));
        let stalled = Pulse {
            running: Part::Below,
            stalled: Some(Part::Strip),
        };
        memory.begin(Reset::Watchdog, stalled.word(), Millis(7));
        assert_eq!(
            told(&memory),
            ["2500 hang in app", "10 panic here: why", "7 hang in strip"]
        );
        assert_eq!(memory.restarts(), 3);
        assert_eq!(Pulse::hung(Pulse::moved(PULSE, Part::Log)), Some(Part::Log));
        let moved = Pulse::moved(stalled.word(), Part::Log);
        assert_eq!(Pulse::hung(moved), Some(Part::Strip));
        // A pulse that was never written: the game had not begun.
        memory.begin(Reset::Watchdog, 0x1234_5678, Millis(1));
        assert_eq!(told(&memory)[2], "1 hang in start");
    }

    #[test]
    fn three_crashes_within_a_minute_are_too_many() {
        let mut memory = Memory::FRESH;
        for (seconds, is_safe) in [
            (5, false),
            (4, false),
            (30, true),
            (31, false),
            (3, true),
            (60, false),
        ] {
            crash(&mut memory, Crash::Hang(Part::Below), seconds);
            assert_eq!(memory.is_safe(), is_safe, "{seconds}");
        }
        // Whoever resets a board that is safe wants it to play.
        crash(&mut memory, Crash::Hang(Part::Below), 0);
        crash(&mut memory, Crash::Hang(Part::Below), 0);
        assert!(memory.is_safe());
        memory.begin(Reset::Probe, PULSE, Millis(0));
        assert!(!memory.is_safe());
    }

    #[test]
    fn a_board_that_comes_back_from_its_drive_has_not_crashed() {
        let mut memory = Memory::FRESH;
        memory.leave();
        for (reset, restarts) in [(Reset::Drive, 0), (Reset::Watchdog, 1)] {
            memory.begin(Reset::Watchdog, PULSE, Millis(0));
            assert_eq!((memory.reset(), memory.restarts()), (reset, restarts));
        }
    }

    #[test]
    fn the_text_of_a_panic_is_kept() {
        let mut text = Text::at("src/app.rs", 12, 34);
        let _ = write!(text, "{}", "y".repeat(1000));
        let mut memory = Memory::FRESH;
        memory.note(Crash::Panic(text.as_str()), Millis(0));
        let (_, crash) = memory.crashes().next().unwrap();
        assert_eq!(crash.to_string(), format!("panic {}", text.as_str()));
    }
}
