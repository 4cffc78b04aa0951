//! The log as bytes, which outlast a power cut.
//!
//! An entry is a byte, and the time since the entry before it: one byte, or two from 128 ms on. How long a touch has lasted
//! follows from its end.

use heapless::Vec;

use super::{Entry, Log, What};
use crate::point::Point;
use crate::time::Millis;

/// What an entry says, in the upper two bits of its byte; the lower six are a point, or what was said.
const OPENED: u8 = 0 << 6;
const CLOSED: u8 = 1 << 6;
const SAID: u8 = 2 << 6;
const KIND: u8 = 3 << 6;
/// What has no point, by its number.
const WITHOUT_POINT: [What; 4] = [What::Rest, What::Word, What::Tap, What::Before];
/// The longest time between two entries: nothing depends on a longer one.
const LONGEST: u64 = 0x7fff;

/// The bytes of one entry.
type Bytes = Vec<u8, 3>;

impl Log {
    /// The bytes of a log, at most.
    pub const BYTES: usize = 3 * Self::MOST;

    /// All entries that were not forgotten as bytes.
    pub fn bytes(&self) -> impl Iterator<Item = u8> {
        let entries = self.entries.iter().filter(|entry| !entry.is_past);
        let mut before = None;
        entries.flat_map(move |entry| {
            let since = before.replace(entry.at).unwrap_or(entry.at);
            entry_bytes(entry, since)
        })
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
            SAID => {
                let what = *WITHOUT_POINT.get(usize::from(number))?;
                self.push(what, *at);
            }
            _ => return None,
        }
        Some(())
    }
}

/// The bytes of an entry, where the one before it was made then.
fn entry_bytes(entry: &Entry, since: Millis) -> Bytes {
    let mut bytes = Bytes::new();
    let _ = bytes.push(match entry.what {
        What::Opened(point) => OPENED | index(point),
        What::Closed(point, _) => CLOSED | index(point),
        other => {
            let number = WITHOUT_POINT.iter().position(|&what| what == other);
            #[allow(clippy::cast_possible_truncation)] // there are four
            let number = number.unwrap_or(0) as u8;
            SAID | number
        }
    });
    #[allow(clippy::cast_possible_truncation)] // 15 bits
    let span = (entry.at - since).0.min(LONGEST) as u16;
    let [high, low] = span.to_be_bytes();
    if span >= 0x80 {
        let _ = bytes.push(0x80 | high);
    }
    let _ = bytes.push(low);
    bytes
}

#[allow(clippy::cast_possible_truncation)] // there are 45
const fn index(point: Point) -> u8 {
    point.index() as u8
}
