//! The way on which one hand goes over the panel: from a1 to i1, back from i2 to a2, and so on, as a snake.

use crate::point::{FILES, Point, PointSet, RANKS};

/// The point at a place of the way, counted from 0.
#[must_use]
pub const fn at(place: u8) -> Option<Point> {
    let (rank, along) = (place / FILES, place % FILES);
    Point::at(turned(along, rank), rank)
}

/// The place of a point on the way.
#[must_use]
pub const fn place(point: Point) -> u8 {
    let rank = point.rank();
    rank * FILES + turned(point.file(), rank)
}

/// Every other rank is walked the other way round.
const fn turned(file: u8, rank: u8) -> u8 {
    if rank.is_multiple_of(2) {
        file
    } else {
        FILES - 1 - file
    }
}

/// The first of some points at a place of the way, or behind it.
#[must_use]
pub fn ahead(points: PointSet, from: u8) -> Option<Point> {
    (from..FILES * RANKS)
        .filter_map(at)
        .find(|&point| points.contains(point))
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn every_point_lies_on_the_way_once_and_one_step_from_the_point_before() {
        let all: Vec<Point> = (0..).map_while(at).collect();
        assert_eq!(all.iter().copied().collect::<PointSet>(), PointSet::ALL);
        assert_eq!(all.len(), Point::COUNT);
        for (number, &point) in (0..).zip(&all) {
            assert_eq!(place(point), number);
        }
        for pair in all.windows(2) {
            let steps =
                pair[0].file().abs_diff(pair[1].file()) + pair[0].rank().abs_diff(pair[1].rank());
            assert_eq!(steps, 1, "{pair:?}");
        }
        let ends = [all[0], all[8], all[9], all[44]].map(|point| point.to_string());
        assert_eq!(ends, ["a1", "i1", "i2", "i5"]);
    }

    #[test]
    fn ahead_is_what_the_hand_comes_to_next() {
        let points: PointSet = ["b1", "c2"].into_iter().filter_map(Point::find).collect();
        let named = |from| ahead(points, from).map(|point| point.to_string());
        assert_eq!(named(0).as_deref(), Some("b1"));
        assert_eq!(named(2).as_deref(), Some("c2"));
        assert_eq!(named(44), None);
    }
}
