//! Endings of few stones, from tables that the host has computed.
//!
//! The tables have every ending by the standard rules whose side to move has no capture and no fewer stones than the other.
//! All others are a turn or two from there, which the search makes.

pub mod code;
pub mod layout;

use core::fmt;

use crc::{CRC_32_ISO_HDLC, Crc};

use crate::engine::endings::code::Reader;
use crate::engine::endings::layout::{Kind, Placement};
use crate::rules::board::Board;
use crate::rules::options::{Capture, Chain, ChainDirection, Immobile, OneEach, Quiet, Rules};
use crate::rules::position::Position;

/// How a game ends with best play, after so many plies at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The side to move wins.
    Won(u8),
    /// Nobody wins.
    Drawn,
    /// The side to move loses.
    Lost(u8),
}

impl Ending {
    /// The number by which tables have it, if they count turns of the side that wins by so many: 0 for a draw, even for a win.
    #[must_use]
    pub const fn symbol(self, pace: u8) -> u8 {
        match self {
            Self::Won(plies) => 2 * (plies / 2 + 1).div_ceil(pace),
            Self::Drawn => 0,
            Self::Lost(plies) => 2 * (plies / 2).div_ceil(pace) + 1,
        }
    }

    const fn of(symbol: u8, pace: u8) -> Self {
        let plies = (symbol / 2).saturating_mul(2).saturating_mul(pace);
        match symbol {
            0 => Self::Drawn,
            symbol if symbol.is_multiple_of(2) => Self::Won(plies.saturating_sub(1)),
            _ => Self::Lost(plies),
        }
    }
}

/// What the tables know of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// How it ends.
    pub ending: Ending,
    /// Whether the plies are exact, and not only the most.
    pub is_exact: bool,
}

/// Tables of endings.
#[derive(Clone, Copy, Debug)]
pub struct Endings {
    bytes: &'static [u8],
}

/// Why bytes are no tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unusable {
    /// They are something else.
    Foreign,
    /// They are of a version that is not known.
    Version(u8),
    /// Some are missing, or too many.
    Length,
    /// Some have changed.
    Damaged,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("these are no tables of endings"),
            Self::Version(version) => write!(
                f,
                "these tables have version {version}, and only version {VERSION} is known"
            ),
            Self::Length => f.write_str("these tables are not complete"),
            Self::Damaged => f.write_str("these tables are damaged: their checksum is wrong"),
        }
    }
}

/// What tables begin with.
pub const MAGIC: [u8; 4] = *b"FBEN";
/// The version of the tables.
pub const VERSION: u8 = 1;
/// The bytes before what tells of the kinds: magic, version, the most stones, two for later, and the length of all. The
/// last four bytes are the checksum of all others.
pub const HEAD: usize = 12;
/// The bytes that tell of one kind: its pace, its symbols, two for later, where its table begins, and how many values it has.
pub const ENTRY: usize = 12;
/// How many consecutive sets of stones have one place in common where their values begin.
pub const RUN: usize = 32;
/// How many values are coded together.
pub const BLOCK: usize = 128;
/// How many blocks have one place in common from which on their beginnings are counted.
pub const SHELF: usize = 32;

const CHECKSUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The checksum of tables.
#[must_use]
pub const fn checksum(bytes: &[u8]) -> u32 {
    CHECKSUM.checksum(bytes)
}

/// The table of one kind.
struct Part {
    kind: Kind,
    /// How many turns of the side that wins are told apart: 1 if all are.
    pace: u8,
    symbols: usize,
    /// The codes.
    codes: &'static [u8],
    /// A bit for each set of stones: whether it is the least of its images.
    least: &'static [u8],
    /// The number of the first value of each run of sets.
    runs: &'static [u8],
    /// Where each block begins: a place for every [`SHELF`] blocks, and for each how much further on it is.
    shelves: &'static [u8],
    blocks: &'static [u8],
    data: &'static [u8],
}

impl Endings {
    /// The tables that bytes hold.
    ///
    /// # Errors
    /// If they are no tables, or not whole.
    pub fn read(bytes: &'static [u8]) -> Result<Self, Unusable> {
        let endings = Self::trust(bytes);
        if bytes.get(..MAGIC.len()) != Some(&MAGIC) {
            return Err(Unusable::Foreign);
        }
        match bytes.get(4) {
            Some(&VERSION) => {}
            Some(&version) => return Err(Unusable::Version(version)),
            None => return Err(Unusable::Length),
        }
        if number(bytes, 8, 4) != Some(bytes.len()) {
            return Err(Unusable::Length);
        }
        let (rest, sum) = bytes.split_last_chunk().ok_or(Unusable::Length)?;
        if checksum(rest) != u32::from_le_bytes(*sum) {
            return Err(Unusable::Damaged);
        }
        Ok(endings)
    }

    /// The tables that bytes hold which have been checked before. Others say nonsense, or nothing.
    #[must_use]
    pub const fn trust(bytes: &'static [u8]) -> Self {
        Self { bytes }
    }

    /// The most stones of an ending that the tables have.
    #[must_use]
    pub fn stones(&self) -> u32 {
        self.bytes.get(5).map_or(0, |&stones| stones.into())
    }

    /// What the tables know of a position; nothing where the side to move has a capture, or fewer stones than the other.
    #[must_use]
    pub fn look_up(&self, placement: Placement) -> Option<Known> {
        let Placement { own, enemy } = placement;
        let (own, enemy) = (own.count_ones() as usize, enemy.count_ones() as usize);
        let kinds = Kind::ALL.iter();
        let number = kinds
            .take_while(|kind| kind.stones() <= self.stones() as usize)
            .position(|kind| kind.own == own && kind.enemy == enemy)?;
        if placement.has_capture() {
            return None;
        }
        let part = self.part(number)?;
        let symbol = part.symbol(placement.least())?;
        Some(Known {
            ending: Ending::of(symbol, part.pace),
            is_exact: part.pace == 1,
        })
    }

    fn part(&self, number: usize) -> Option<Part> {
        let kind = *Kind::ALL.get(number)?;
        let entry = HEAD + ENTRY * number;
        let pace = *self.bytes.get(entry)?;
        let symbols = usize::from(*self.bytes.get(entry + 1)?);
        let start = self::number(self.bytes, entry + 4, 4)?;
        let rest = self.bytes.get(start..)?;
        let values = self::number(self.bytes, entry + 8, 4)?;
        let blocks = values.div_ceil(BLOCK);
        let (codes, rest) = rest.split_at_checked(code::size(symbols))?;
        let (least, rest) = rest.split_at_checked(kind.sets().div_ceil(8))?;
        let (runs, rest) = rest.split_at_checked(3 * kind.sets().div_ceil(RUN))?;
        let (shelves, rest) = rest.split_at_checked(3 * blocks.div_ceil(SHELF))?;
        let (blocks, data) = rest.split_at_checked(2 * blocks)?;
        Some(Part {
            kind,
            pace,
            symbols,
            codes,
            least,
            runs,
            shelves,
            blocks,
            data,
        })
    }
}

impl Part {
    /// The symbol of a position without a capture.
    fn symbol(&self, placement: Placement) -> Option<u8> {
        let value = self.first_value(layout::rank(placement.own))? + placement.slot();
        let block = value / BLOCK;
        let start =
            number(self.shelves, 3 * (block / SHELF), 3)? + number(self.blocks, 2 * block, 2)?;
        let mut reader = Reader::new(self.codes, self.symbols, self.data.get(start..)?);
        for _ in 0..value % BLOCK {
            reader.next()?;
        }
        reader.next()
    }

    /// The number of the first value that belongs to a set of stones.
    fn first_value(&self, set: usize) -> Option<usize> {
        let run = set / RUN;
        let mut value = number(self.runs, 3 * run, 3)?;
        for set in run * RUN..set {
            if self.least.get(set / 8)? >> (set % 8) & 1 != 0 {
                value += layout::slots(layout::unrank(set, self.kind.own), self.kind.enemy);
            }
        }
        Some(value)
    }
}

/// The number in some bytes, the lowest first.
fn number(bytes: &[u8], at: usize, size: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + size)?;
    Some(
        bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | usize::from(byte)),
    )
}

/// Whether the tables are of the game that a position belongs to: the large board, by rules that are as the standard ones
/// where it matters in an ending. How often a position may come up does not: who wins never goes round in circles.
#[must_use]
pub fn apply_to(position: &Position, rules: &Rules) -> bool {
    position.board() == Board::Tsivy
        && rules.capture == Capture::Must
        && rules.direction == ChainDirection::Change
        && rules.chain == Chain::May
        && rules.immobile == Immobile::Loses
        && rules.quiet == Quiet::Off
        && rules.one_each == OneEach::Play
}
