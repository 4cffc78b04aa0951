//! The switch matrix: samples out of the levels of its wires.

use crate::point::{FILES, Point, PointSet, RANKS};
use crate::sense::wires::{Faults, Wires};

/// The wires that were low in each step of a scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Levels {
    /// While each row was pulled low and everything else released, rank 1 first.
    pub pulled: [Wires; RANKS as usize],
    /// While nothing was pulled.
    pub idle: Wires,
    /// Columns that go low when another column alone is pulled, and that other.
    pub together: u16,
    /// Rows that go low when a column alone is pulled: only a bridged diode lets a column do that.
    pub dragged: u8,
    /// Columns that stay high while they alone are pulled.
    pub stiff: u16,
    /// Rows that stay high even without their pull-up; only asked of those that do not go low when they are pulled.
    pub held: u8,
}

/// A matrix of which nothing is known but what its rows pull low.
impl From<[Wires; RANKS as usize]> for Levels {
    fn from(pulled: [Wires; RANKS as usize]) -> Self {
        Self {
            pulled,
            ..Self::default()
        }
    }
}

/// The state of all sensors at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// The points that seem to be closed.
    pub closed: PointSet,
    /// Points of which at least one has a bridged diode. If there are any, `closed` may hold points that are open.
    pub bridged: PointSet,
    /// Wires that are faulty. If there are any, nothing is known of the stones or the diodes.
    pub faults: Faults,
}

/// A sample in which every wire can be trusted.
impl From<PointSet> for Sample {
    fn from(closed: PointSet) -> Self {
        Self {
            closed,
            bridged: PointSet::EMPTY,
            faults: Faults::default(),
        }
    }
}

impl Sample {
    /// The sample that follows from the levels of all wires.
    ///
    /// A sound diode lets a row pull its columns low, never a column its row. So a row that is low while another is
    /// pulled is dragged by one of its own columns, through a closed switch whose diode is bridged; that column is low
    /// too.
    #[must_use]
    pub fn of(levels: &Levels) -> Self {
        let mut sample = Self {
            faults: Faults::of(levels),
            ..Self::default()
        };
        let pulled = &levels.pulled;
        for (rank, low) in (0..).zip(pulled) {
            sample.closed |= rank_of(rank, low.columns);
        }
        if !sample.faults.wires().is_empty() {
            return sample;
        }
        for rank in 0..RANKS {
            let mut others = (0..).zip(pulled).filter(|&(other, _)| other != rank);
            if others.any(|(_, low)| low.has_row(rank)) {
                sample.bridged |= rank_of(rank, suspects(rank, pulled));
            }
        }
        sample
    }
}

/// Columns that may drag a rank low: closed in the rank, low whenever the rank is dragged, and never low otherwise.
/// If no column fits, there are several culprits: then all columns that are closed in the rank.
fn suspects(rank: u8, pulled: &[Wires; RANKS as usize]) -> u16 {
    let closed = pulled[usize::from(rank)].columns;
    let others = (0..).zip(pulled).filter(|&(other, _)| other != rank);
    let culprits = others.fold(closed, |left, (_, low)| {
        if low.has_row(rank) {
            left & low.columns
        } else {
            left & !low.columns
        }
    });
    if culprits == 0 { closed } else { culprits }
}

/// The points of a rank in these columns.
fn rank_of(rank: u8, columns: u16) -> PointSet {
    let columns = (0..FILES).filter(|file| columns >> file & 1 != 0);
    columns.filter_map(|file| Point::at(file, rank)).collect()
}
