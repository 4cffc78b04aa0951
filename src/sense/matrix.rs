//! The switch matrix: what its wires say, and what that means.

use crate::point::{FILES, Point, PointSet, RANKS};

/// What the wires say while one row is pulled low and the others are let go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strobe {
    /// The columns that are low: bit n is file n.
    pub columns: u16,
    /// The rows that are low although nobody pulls them: bit n is rank n. The row that is pulled does not count.
    pub rows: u8,
}

/// One look at all sensors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// The points that seem to be closed.
    pub closed: PointSet,
    /// The points one or more of which have a bridged diode. If there are any, `closed` may hold points that are open.
    pub bridged: PointSet,
}

/// A look in which every wire can be trusted.
impl From<PointSet> for Sample {
    fn from(closed: PointSet) -> Self {
        Self {
            closed,
            bridged: PointSet::EMPTY,
        }
    }
}

impl Sample {
    /// The look that the strobes of all ranks give, the first rank first.
    ///
    /// A diode lets a row pull its columns low, never a column its row. So a row that is low while another is pulled
    /// hangs on one of its own columns, by a closed switch whose diode is bridged, and that column is low as well.
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

/// The columns by one of which a rank is dragged along: closed in the rank, low whenever the rank is dragged, and
/// never low without dragging it. All that are closed in the rank if there is more than one culprit.
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
