//! The switch matrix: samples out of the levels of its wires.

use crate::point::{FILES, Point, PointSet, RANKS};

/// The levels of the wires while one row is pulled low and the others are released.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strobe {
    /// The columns that are low: bit n is file n.
    pub columns: u16,
    /// The released rows that are low all the same: bit n is rank n. The bit of the pulled row is 0.
    pub rows: u8,
}

/// The state of all sensors at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// The points that seem to be closed.
    pub closed: PointSet,
    /// Points of which at least one has a bridged diode. If there are any, `closed` may hold points that are open.
    pub bridged: PointSet,
}

/// A sample in which every wire can be trusted.
impl From<PointSet> for Sample {
    fn from(closed: PointSet) -> Self {
        Self {
            closed,
            bridged: PointSet::EMPTY,
        }
    }
}

impl Sample {
    /// The sample that follows from the strobes of all ranks, rank 1 first.
    ///
    /// A sound diode lets a row pull its columns low, never a column its row. So a row that is low while another is
    /// pulled is dragged by one of its own columns, through a closed switch whose diode is bridged; that column is low
    /// too.
    #[must_use]
    pub fn of(strobes: &[Strobe; RANKS as usize]) -> Self {
        let mut sample = Self::default();
        for (rank, strobe) in (0..).zip(strobes) {
            sample.closed |= rank_of(rank, strobe.columns);
        }
        for rank in 0..RANKS {
            let dragged = |strobe: &&Strobe| strobe.rows >> rank & 1 != 0;
            if strobes.iter().any(|strobe| dragged(&strobe)) {
                sample.bridged |= rank_of(rank, suspects(rank, strobes));
            }
        }
        sample
    }
}

/// Columns that may drag a rank low: closed in the rank, low whenever the rank is dragged, and never low otherwise.
/// If no column fits, there are several culprits: then all columns that are closed in the rank.
fn suspects(rank: u8, strobes: &[Strobe; RANKS as usize]) -> u16 {
    let closed = strobes[usize::from(rank)].columns;
    let others = (0..).zip(strobes).filter(|&(other, _)| other != rank);
    let culprits = others.fold(closed, |left, (_, strobe)| {
        if strobe.rows >> rank & 1 != 0 {
            left & strobe.columns
        } else {
            left & !strobe.columns
        }
    });
    if culprits == 0 { closed } else { culprits }
}

/// The points of a rank in these columns.
fn rank_of(rank: u8, columns: u16) -> PointSet {
    let columns = (0..FILES).filter(|file| columns >> file & 1 != 0);
    columns.filter_map(|file| Point::at(file, rank)).collect()
}
