//! The table of positions: what the search has found out about them before.

use crate::engine::brief::Hint;
use crate::engine::field::{At, CELLS, at, for_each_cell};
use crate::point::Point;
use crate::rules::side::Side;

/// The key of a position: the low half chooses its place in the table, the high half tells it from others there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Key {
    low: u32,
    high: u32,
}

impl Key {
    pub const NONE: Self = Self { low: 0, high: 0 };

    /// Both keys, each half by itself.
    pub const fn and(self, other: Self) -> Self {
        Self {
            low: self.low ^ other.low,
            high: self.high ^ other.high,
        }
    }

    /// The key of whose turn it is; no stone's.
    pub const TURN: Self = random(2 * Point::COUNT as u64);

    /// The key of a stone.
    pub fn stone(side: Side, at: At) -> Self {
        KEYS[side as usize][at as usize % CELLS]
    }

    /// The key of several stones.
    pub fn stones(side: Side, set: u64) -> Self {
        let mut key = Self::NONE;
        for_each_cell(set, |at| key = key.and(Self::stone(side, at)));
        key
    }
}

/// The keys of all stones, by side and cell.
static KEYS: [[Key; CELLS]; 2] = {
    let mut keys = [[Key::NONE; CELLS]; 2];
    let mut i = 0;
    while let Some(point) = Point::new(i) {
        keys[0][at(point) as usize] = random(i as u64);
        keys[1][at(point) as usize] = random((Point::COUNT + i as usize) as u64);
        i += 1;
    }
    keys
};

/// `SplitMix64` (Steele, Lea and Flood, 2014).
#[allow(clippy::cast_possible_truncation)] // halves
const fn random(number: u64) -> Key {
    let mut z = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    Key {
        low: z as u32,
        high: (z >> 32) as u32,
    }
}

/// How a score in the table compares to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true score is at least this.
    AtLeast,
    /// The true score is at most this.
    AtMost,
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub score: i16,
    pub depth: i8,
    pub bound: Bound,
    pub hint: Hint,
}

/// A place in the table: 8 bytes.
///
/// ```
/// assert_eq!(size_of::<fanorona_board::engine::table::Entry>(), 8);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// 24 bits of the key, then depth and bound in a byte; 0 is an empty place.
    label: u32,
    score: i16,
    hint: Hint,
}

impl Entry {
    /// An empty place.
    pub const EMPTY: Self = Self {
        label: 0,
        score: 0,
        hint: 0,
    };
}

/// The places of the table by which the levels play: 64 KB, which is what the chip has room for.
pub const TABLE: usize = 8192;

/// The deepest search whose result fits the six bits of an entry.
pub(super) const DEEPEST: i8 = 60;

/// Forgets everything.
pub(super) fn clear(table: &mut [Entry]) {
    table.fill(Entry::EMPTY);
}

/// What the table knows of a position.
pub(super) fn look_up(table: &[Entry], key: Key) -> Option<Known> {
    let entry = table.get(place(table, key)?)?;
    #[allow(clippy::cast_possible_wrap)] // below 64
    let depth = (entry.label & 63) as i8;
    // An empty place has a depth of 0, which is never stored.
    if (entry.label ^ key.high) >> 8 != 0 || depth == 0 {
        return None;
    }
    let bound = match entry.label >> 6 & 3 {
        0 => Bound::AtLeast,
        1 => Bound::AtMost,
        _ => Bound::Exact,
    };
    Some(Known {
        score: entry.score,
        depth,
        bound,
        hint: entry.hint,
    })
}

/// Notes what is known of a position, at a depth from 1 to [`DEEPEST`]; the latest drives out what is in its place, which keeps the table
/// close to where the search is.
pub(super) fn note(table: &mut [Entry], key: Key, known: Known) {
    let Some(entry) = place(table, key).and_then(|place| table.get_mut(place)) else {
        return;
    };
    let bound: u32 = match known.bound {
        Bound::AtLeast => 0,
        Bound::AtMost => 1,
        Bound::Exact => 2,
    };
    *entry = Entry {
        label: key.high & !255 | bound << 6 | u32::from(known.depth.unsigned_abs() & 63),
        score: known.score,
        hint: known.hint,
    };
}

/// The place of a position, in a table of any size that is a power of two; a larger one is used up to the next lower power.
fn place(table: &[Entry], key: Key) -> Option<usize> {
    let places = 1usize << table.len().checked_ilog2()?;
    Some(key.low as usize & (places - 1))
}
