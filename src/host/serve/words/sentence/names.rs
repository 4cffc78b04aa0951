//! What things are called.

use fanorona_board::point::PointSet;
use fanorona_board::rules::side::Side;

use crate::host::texts::{Place, Text};

/// The most points that are named; more are better found by their lights.
pub const MOST_NAMED: usize = 6;

/// A side.
pub fn side(side: Side) -> Text {
    Text::new(match side {
        Side::White => "side.white",
        Side::Black => "side.black",
    })
}

/// `the stone on e3`, `the stones on e3 and f4`.
pub fn stones(at: PointSet) -> Text {
    Text::counted("stones.on", at.len()).with("points", points(at))
}

/// `e3`, `e3 and f4`, `the 12 lit points`.
pub fn points(at: PointSet) -> Place {
    listed(at, "list.and")
}

/// `e3`, `e3 or f4`, `the 12 lit points`.
pub fn either(at: PointSet) -> Place {
    listed(at, "list.or")
}

fn listed(at: PointSet, last: &str) -> Place {
    if at.len() > MOST_NAMED {
        let count = at.len().to_string();
        return Text::new("points.many").with("count", count).into();
    }
    Text::list(at, last).unwrap_or_else(|| Text::new("points.none").into())
}
