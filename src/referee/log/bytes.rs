//! The log as bytes, which outlast a power cut.
//!
//! An entry is a byte, and the time since the entry before it: one byte, or two from 128 ms on. How long a touch has lasted
//! is said only where no later entry tells.

use heapless::Vec;

use super::{Entry, Log, What};
use crate::point::Point;
use crate::referee::evidence::Stay;
use crate::time::Millis;

/// What an entry says, in the upper two bits of its byte; the lower six are a point, or what was said.
const OPENED: u8 = 0 << 6;
const CLOSED: u8 = 1 << 6;
const TOUCHED: u8 = 2 << 6;
const SAID: u8 = 3 << 6;
const KIND: u8 = 3 << 6;
/// What has no point, by its number.
const WITHOUT_POINT: [What; 4] = [What::Rest, What::Word, What::Tap, What::Before];
/// The longest time between two entries: nothing depends on a longer one.
const LONGEST: u64 = 0x7fff;

/// The bytes of one entry.
type Bytes = Vec<u8, 5>;

impl Log {
    /// The bytes of a log, at most.
    pub const BYTES: usize = 5 * Self::MOST;

    /// All entries as bytes.
    pub fn bytes(&self) -> impl Iterator<Item = u8> {
        self.entries
            .iter()
            .enumerate()
            .flat_map(|(place, entry)| self.entry_bytes(place, entry))
    }

    fn entry_bytes(&self, place: usize, entry: &Entry) -> Bytes {
        let mut bytes = Bytes::new();
        let mut stay = None;
        let _ = bytes.push(match entry.what {
            What::Opened(point) => OPENED | index(point),
            What::Closed(point, lasted) => {
                stay = Some(lasted).filter(|&lasted| self.lasted(place, point) != lasted);
                index(point) | if stay.is_some() { TOUCHED } else { CLOSED }
            }
            other => {
                let number = WITHOUT_POINT.iter().position(|&what| what == other);
                #[allow(clippy::cast_possible_truncation)] // there are four
                let number = number.unwrap_or(0) as u8;
                SAID | number
            }
        });
        let before = place
            .checked_sub(1)
            .map_or(entry.at, |i| self.entries[i].at);
        #[allow(clippy::cast_possible_truncation)] // 15 bits
        let span = (entry.at - before).0.min(LONGEST) as u16;
        let [high, low] = span.to_be_bytes();
        if span >= 0x80 {
            let _ = bytes.push(0x80 | high);
        }
        let _ = bytes.push(low);
        if let Some(stay) = stay {
            bytes.extend(stay.millis.to_le_bytes());
        }
        bytes
    }

    /// How long a touch has lasted, as far as later entries tell.
    fn lasted(&self, place: usize, point: Point) -> Stay {
        let mut later = self.entries.iter().skip(place + 1);
        match later.find(|entry| entry.point() == Some(point)) {
            Some(Entry { at, what }) if *what == What::Opened(point) => {
                Stay::of(*at - self.entries[place].at)
            }
            _ => Stay::LASTING,
        }
    }

    /// Takes a log from its bytes, as if the last entry had been made now; tells whether they made sense. What comes after the
    /// first that does not is left out.
    pub fn recall(&mut self, bytes: &[u8], now: Millis) -> bool {
        self.clear();
        let mut bytes = bytes.iter().copied();
        let mut at = Millis(0);
        let is_sound = loop {
            let Some(first) = bytes.next() else {
                break true;
            };
            if self.entries.is_full() || self.recall_entry(first, &mut bytes, &mut at).is_none() {
                break false;
            }
        };
        let last = self.entries.last().map_or(now, |last| last.at);
        for entry in &mut self.entries {
            entry.at = now - (last - entry.at);
        }
        is_sound
    }

    fn recall_entry(
        &mut self,
        first: u8,
        bytes: &mut impl Iterator<Item = u8>,
        at: &mut Millis,
    ) -> Option<()> {
        let high = bytes.next()?;
        let span = match high {
            ..0x80 => u16::from(high),
            _ => u16::from_be_bytes([high & 0x7f, bytes.next()?]),
        };
        *at = *at + Millis(span.into());
        let number = first & !KIND;
        match first & KIND {
            OPENED => self.note(Point::new(number)?, false, *at),
            CLOSED => self.note(Point::new(number)?, true, *at),
            TOUCHED => {
                let millis = u16::from_le_bytes([bytes.next()?, bytes.next()?]);
                let stay = Stay::of(Millis(millis.into()));
                let what = What::Closed(Point::new(number)?, stay);
                self.push(Entry { at: *at, what });
            }
            _ => {
                let what = *WITHOUT_POINT.get(usize::from(number))?;
                self.push(Entry { at: *at, what });
            }
        }
        Some(())
    }
}

#[allow(clippy::cast_possible_truncation)] // there are 45
const fn index(point: Point) -> u8 {
    point.index() as u8
}
