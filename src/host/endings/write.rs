//! Writes the tables that `engine/endings/` reads.

use fanorona_board::engine::endings::layout::{self, Kind, Placement};
use fanorona_board::engine::endings::{BLOCK, ENTRY, HEAD, MAGIC, RUN, SHELF, VERSION, checksum};

use super::huffman::Code;
use super::solve::{Solution, sets};

/// The tables of all endings up to so many stones. With five, as many turns of the winner are not told apart as the pace
/// says.
pub fn tables(solution: &Solution, stones: u8, pace: u8) -> Vec<u8> {
    let kinds = Kind::ALL;
    let kinds = kinds.iter().filter(|kind| kind.stones() <= stones.into());
    let mut entries = Vec::new();
    let mut parts = Vec::new();
    let first = HEAD + ENTRY * kinds.clone().count();
    for &kind in kinds {
        let pace = if kind.stones() == 5 { pace } else { 1 };
        let part = Part::of(solution, kind, pace);
        entries.extend([pace, part.symbols, 0, 0]);
        entries.extend(word(first + parts.len()));
        entries.extend(word(part.values.len()));
        parts.extend(part.bytes());
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, stones, 0, 0]);
    bytes.extend(word(first + parts.len() + size_of::<u32>()));
    bytes.extend([entries, parts].concat());
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// A number in four bytes, the lowest first.
fn word(number: usize) -> [u8; 4] {
    let number = u32::try_from(number).expect("tables are small");
    number.to_le_bytes()
}

/// The table of one kind.
struct Part {
    symbols: u8,
    /// Whether each set of stones of the side to move is the least of its images.
    least: Vec<bool>,
    /// The number of the first value of each set.
    firsts: Vec<usize>,
    /// The values; nothing where no position needs the place.
    values: Vec<Option<u8>>,
}

impl Part {
    fn of(solution: &Solution, kind: Kind, pace: u8) -> Self {
        let mut part = Self {
            symbols: 1,
            least: Vec::new(),
            firsts: Vec::new(),
            values: Vec::new(),
        };
        for own in sets(kind.own) {
            let first = part.values.len();
            part.firsts.push(first);
            part.least.push(layout::is_least(own));
            if !layout::is_least(own) {
                continue;
            }
            part.values
                .resize(first + layout::slots(own, kind.enemy), None);
            for enemy in sets(kind.enemy).filter(|enemy| own & enemy == 0) {
                let placement = Placement { own, enemy };
                if !placement.has_capture() {
                    let symbol = solution.ending(own, enemy).symbol(pace);
                    part.symbols = part.symbols.max(symbol + 1);
                    part.values[first + placement.slot()] = Some(symbol);
                }
            }
        }
        part
    }

    fn bytes(&self) -> Vec<u8> {
        let codes = self.codes();
        let mut bytes: Vec<u8> = codes.iter().flat_map(Code::bytes).collect();
        bytes.extend(packed(&self.least));
        for &first in self.firsts.iter().step_by(RUN) {
            bytes.extend(&word(first)[..3]);
        }
        let (mut shelves, mut blocks, mut data) = (Vec::new(), Vec::new(), Vec::new());
        for shelf in self.values.chunks(BLOCK * SHELF) {
            let start = data.len();
            shelves.extend(&word(start)[..3]);
            for block in shelf.chunks(BLOCK) {
                blocks.extend(&word(data.len() - start)[..2]);
                data.extend(coded(block, &codes));
            }
        }
        [bytes, shelves, blocks, data].concat()
    }

    /// A code for each symbol that may stand before.
    fn codes(&self) -> Vec<Code> {
        let symbols = usize::from(self.symbols);
        let mut counts = vec![vec![0; symbols]; symbols];
        for block in self.values.chunks(BLOCK) {
            let mut before = 0;
            for symbol in block.iter().flatten() {
                counts[before][usize::from(*symbol)] += 1;
                before = usize::from(*symbol);
            }
        }
        // What stands behind a place that no position needs has not been counted.
        for count in counts.iter_mut().flatten() {
            *count = *count * 64 + 1;
        }
        counts.iter().map(|counts| Code::of(counts)).collect()
    }
}

/// The bytes of a block.
fn coded(block: &[Option<u8>], codes: &[Code]) -> Vec<u8> {
    let mut bits = Vec::new();
    let mut before = 0;
    for value in block {
        let code = &codes[usize::from(before)];
        before = value.unwrap_or(code.commonest());
        code.write(before, &mut bits);
    }
    packed(&bits)
}

fn packed(bits: &[bool]) -> Vec<u8> {
    let bytes = bits.chunks(8);
    let byte = |bits: &[bool]| {
        bits.iter()
            .rev()
            .fold(0, |byte, &bit| byte << 1 | u8::from(bit))
    };
    bytes.map(byte).collect()
}
