//! The shape of a position: what a small network has learnt of stones that stand together.
//!
//! Each stone adds its weights to the sums of sixteen units; a unit counts as far as its sum is positive, up to a limit. There are
//! four kinds of units, and four of each, one for each image of the board in its mirrors: so images are worth the same.

mod weights;

use crate::engine::field::{At, for_each_cell};
use crate::engine::generate::Stones;
use crate::point::{FILES, Point, RANKS};

/// The most that a unit says.
const LOUDEST: i32 = 20;
/// The largest weight, and what is added to all of them so that none is negative.
const LARGEST: i32 = 10;
/// The most stones of a position whose shape is known: the sum of their weights fits a byte.
pub(super) const MOST_STONES: i32 = 11;
const _: () = assert!((1 + MOST_STONES) * 2 * LARGEST <= 255);

/// Weights by rank, from the top, and file.
type Weights = [[i32; FILES as usize]; RANKS as usize];

/// A kind of units.
struct Kind {
    /// Where its sum begins.
    start: i32,
    /// What it counts, in quarters of a hundredth of a stone.
    counts: i32,
    /// What stones add to its sum: those of the side to move, and those of the other.
    own: Weights,
    enemy: Weights,
}

/// A word for each kind, with a byte for each image: weights, or their sums.
type Row = [u32; weights::KINDS.len()];

/// The weights of the units, row by row.
struct Network {
    start: Row,
    own: [Row; Point::COUNT],
    enemy: [Row; Point::COUNT],
}

/// What the kinds count.
const COUNTS: [i32; weights::KINDS.len()] = {
    let [a, b, c, d] = weights::KINDS;
    [a.counts, b.counts, c.counts, d.counts]
};

static NETWORK: Network = {
    let blank = [[0; weights::KINDS.len()]; Point::COUNT];
    let mut network = Network {
        start: blank[0],
        own: blank,
        enemy: blank,
    };
    let mut i = 0;
    while i < weights::KINDS.len() {
        let kind = &weights::KINDS[i];
        network.start[i] = word([kind.start; 4]);
        let mut number = 0;
        while let Some(point) = Point::new(number) {
            network.own[number as usize][i] = images(&kind.own, point);
            network.enemy[number as usize][i] = images(&kind.enemy, point);
            number += 1;
        }
        i += 1;
    }
    network
};

/// The weights of a point in the four images of the board.
const fn images(weights: &Weights, point: Point) -> u32 {
    let (file, rank) = (point.file() as usize, point.rank() as usize);
    let (right, top) = (FILES as usize - 1 - file, RANKS as usize - 1 - rank);
    word([
        weights[top][file],
        weights[top][right],
        weights[rank][file],
        weights[rank][right],
    ])
}

#[allow(clippy::cast_sign_loss)] // what is added makes up for it
const fn word(weights: [i32; 4]) -> u32 {
    let mut word = 0;
    let mut i = 0;
    while i < weights.len() {
        assert!(weights[i].abs() <= LARGEST);
        word |= ((weights[i] + LARGEST) as u32) << (8 * i);
        i += 1;
    }
    word
}

/// What the shape of a position on the large board is worth to the side to move, in hundredths of a stone. It has so many stones,
/// [`MOST_STONES`] at most.
#[inline(never)] // few positions need it
pub(super) fn shape(stones: Stones, count: i32) -> i32 {
    let [mut a, mut b, mut c, mut d] = NETWORK.start;
    for (set, rows) in [(stones.own, &NETWORK.own), (stones.enemy, &NETWORK.enemy)] {
        for_each_cell(set, |at| {
            // Written out, the sums stay in registers.
            if let Some(row) = rows.get(place(at)) {
                a = a.wrapping_add(row[0]);
                b = b.wrapping_add(row[1]);
                c = c.wrapping_add(row[2]);
                d = d.wrapping_add(row[3]);
            }
        });
    }
    let added = LARGEST * (1 + count);
    let total = COUNTS[0] * said(a, added)
        + COUNTS[1] * said(b, added)
        + COUNTS[2] * said(c, added)
        + COUNTS[3] * said(d, added);
    weights::SILENT + (total >> 2)
}

/// What units with these sums, which have so much added to them, say together.
#[inline(never)] // by itself it has registers enough
fn said(sums: u32, added: i32) -> i32 {
    let loud = |sum: u8| (i32::from(sum) - added).clamp(0, LOUDEST);
    let [a, b, c, d] = sums.to_le_bytes();
    loud(a) + loud(b) + loud(c) + loud(d)
}

/// The number of the point of a cell: less by the walls below it, one in six.
const fn place(at: At) -> usize {
    at as usize - ((at as usize * 43) >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::field::{at, cells};
    use crate::point::PointSet;

    #[test]
    fn every_cell_finds_the_row_of_its_point() {
        for (number, point) in Point::all().enumerate() {
            assert_eq!(place(at(point)), number);
        }
    }

    #[test]
    fn a_position_and_its_images_are_worth_the_same() {
        let image = |set: &[(u8, u8)], across: bool, upside: bool| {
            let points = set.iter().map(|&(file, rank)| {
                let file = if across { FILES - 1 - file } else { file };
                let rank = if upside { RANKS - 1 - rank } else { rank };
                Point::new(RANKS * file + rank).unwrap()
            });
            cells(points.collect::<PointSet>())
        };
        let worth = |across, upside| {
            let own = image(&[(0, 0), (3, 1), (4, 4)], across, upside);
            let enemy = image(&[(7, 2), (8, 0)], across, upside);
            shape(Stones { own, enemy }, 5)
        };
        assert_ne!(worth(false, false), 0);
        for (across, upside) in [(true, false), (false, true), (true, true)] {
            assert_eq!(worth(across, upside), worth(false, false));
        }
    }
}
