//! The lines between the points: directions, neighbours, rows.

use crate::point::{Point, PointSet};

/// A direction along a line.
///
/// The number of a direction is the difference between the numbers of the two points, plus 6: the eight neighbours of a
/// point lie in a window of thirteen numbers with the point in the middle. So directions are ordered like the points
/// to which they lead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Direction(u8);

/// The width of the window of a point's neighbours, in numbers.
const WINDOW: usize = 13;
/// The index of the point itself in the window.
const MIDDLE: usize = WINDOW / 2;

impl Direction {
    /// All directions, in order. Seen from White's seat: south-west, west, north-west, south, north,
    /// south-east, east, north-east.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(5),
        Self(7),
        Self(10),
        Self(11),
        Self(12),
    ];

    /// The direction of the line from one point to a neighbour, if there is such a line.
    #[must_use]
    pub fn between(from: Point, to: Point) -> Option<Self> {
        towards(from, PointSet::of(to)).iter().next()
    }

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self(12 - self.0)
    }

    const fn index(self) -> usize {
        self.0 as usize
    }

    /// What a step in this direction adds to file and rank.
    const fn offsets(self) -> (i8, i8) {
        match self.0 {
            0 => (-1, -1),
            1 => (-1, 0),
            2 => (-1, 1),
            5 => (0, -1),
            7 => (0, 1),
            10 => (1, -1),
            11 => (1, 0),
            _ => (1, 1),
        }
    }
}

/// A set of directions: bit n is the direction with the number n.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Directions(u32);

impl Directions {
    /// No direction.
    pub const EMPTY: Self = Self(0);

    /// The set of one direction.
    #[must_use]
    pub const fn of(direction: Direction) -> Self {
        Self(1 << direction.0)
    }

    /// Whether the direction is in the set.
    #[must_use]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & Self::of(direction).0 != 0
    }

    /// Whether no direction is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The directions in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The directions in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The directions of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The opposite directions.
    #[must_use]
    pub const fn reversed(self) -> Self {
        /// All values of the six bits on one side of the window, reversed.
        const REVERSED: [u8; 64] = {
            let mut table = [0; 64];
            let mut i: u8 = 0;
            while i < 64 {
                table[i as usize] = i.reverse_bits() >> 2;
                i += 1;
            }
            table
        };
        let (low, high) = (self.0 & 63, self.0 >> (MIDDLE + 1) & 63);
        Self((REVERSED[low as usize] as u32) << (MIDDLE + 1) | REVERSED[high as usize] as u32)
    }

    /// The directions of the set, in order.
    #[allow(clippy::cast_possible_truncation)] // at most 12
    pub fn iter(mut self) -> impl Iterator<Item = Direction> {
        core::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let direction = Direction(self.0.trailing_zeros() as u8);
            self.0 &= self.0 - 1;
            Some(direction)
        })
    }
}

/// All points beyond a point in a direction, up to the edge.
const RAYS: [[PointSet; WINDOW]; Point::COUNT] = {
    let mut table = [[PointSet::EMPTY; WINDOW]; Point::COUNT];
    let mut i = 0;
    while let Some(origin) = Point::new(i) {
        let mut d = 0;
        while d < 8 {
            let direction = Direction::ALL[d];
            let mut point = origin;
            while let Some(next) = along(point, direction) {
                table[i as usize][direction.index()].add(next);
                point = next;
            }
            d += 1;
        }
        i += 1;
    }
    table
};

/// How far each direction leads from each point before the edge.
struct Reach {
    /// For each point the directions in which at least one more point lies.
    one: [Directions; Point::COUNT],
    /// For each point the directions in which at least two more points lie.
    two: [Directions; Point::COUNT],
    /// For each direction the points from which at least one more point lies there.
    one_from: [PointSet; WINDOW],
    /// For each direction the points from which at least two more points lie there.
    two_from: [PointSet; WINDOW],
}

const REACH: Reach = {
    let mut reach = Reach {
        one: [Directions::EMPTY; Point::COUNT],
        two: [Directions::EMPTY; Point::COUNT],
        one_from: [PointSet::EMPTY; WINDOW],
        two_from: [PointSet::EMPTY; WINDOW],
    };
    let mut i = 0;
    while let Some(point) = Point::new(i) {
        let mut d = 0;
        while d < WINDOW {
            let length = RAYS[i as usize][d].len();
            if length >= 1 {
                reach.one[i as usize].0 |= 1 << d;
                reach.one_from[d].add(point);
            }
            if length >= 2 {
                reach.two[i as usize].0 |= 1 << d;
                reach.two_from[d].add(point);
            }
            d += 1;
        }
        i += 1;
    }
    reach
};

/// The neighbour in a direction, if a line leads there.
const fn along(point: Point, direction: Direction) -> Option<Point> {
    let (file, rank) = direction.offsets();
    if file != 0 && rank != 0 && !point.is_strong() {
        return None;
    }
    match (
        point.file().checked_add_signed(file),
        point.rank().checked_add_signed(rank),
    ) {
        (Some(file), Some(rank)) => Point::at(file, rank),
        _ => None,
    }
}

/// The neighbour in a direction, if a line leads there.
#[must_use]
pub fn neighbour(point: Point, direction: Direction) -> Option<Point> {
    REACH.one[point.index()]
        .contains(direction)
        .then(|| next(point, direction))
}

/// The neighbour in a direction in which there is one.
// The window is small and points are below 45: no sum overflows a byte.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn next(point: Point, direction: Direction) -> Point {
    let index = (point.index() + direction.index()).wrapping_sub(MIDDLE) as u8;
    Point::new(index).unwrap_or(Point::CENTRE)
}

/// The directions in which a line leads from the point to a neighbour in the set.
#[must_use]
// Truncates nothing that counts: the window is the low thirteen bits.
#[allow(clippy::cast_possible_truncation)]
pub fn towards(point: Point, set: PointSet) -> Directions {
    let window = set.bits() << MIDDLE >> point.index();
    Directions(window as u32).and(REACH.one[point.index()])
}

/// The directions in which the second point along the line is in the set.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // as in `towards`
pub fn beyond(point: Point, set: PointSet) -> Directions {
    // All distances are twice those of the neighbours: keep every second bit, then compress the bits.
    let mut window = set.bits() << (2 * MIDDLE) >> point.index() & 0x0155_5555;
    window = (window | window >> 1) & 0x3333_3333;
    window = (window | window >> 2) & 0x0f0f_0f0f;
    window = (window | window >> 4) & 0x00ff_00ff;
    window |= window >> 8;
    Directions(window as u32).and(REACH.two[point.index()])
}

/// The row ahead of a step: the unbroken run of points of the set that begins next to where the step lands.
#[must_use]
pub fn row_ahead(point: Point, direction: Direction, set: PointSet) -> PointSet {
    let ray = RAYS[point.index()][direction.index()] - PointSet::of(next(point, direction));
    before_gap(ray, direction.index() > MIDDLE, set)
}

/// The row behind a step: the unbroken run of points of the set that begins next to where the step starts.
#[must_use]
pub fn row_behind(point: Point, direction: Direction, set: PointSet) -> PointSet {
    let ray = RAYS[point.index()][WINDOW - 1 - direction.index()];
    before_gap(ray, direction.index() < MIDDLE, set)
}

/// The points of a ray before the first that is not in the set.
fn before_gap(ray: PointSet, upwards: bool, set: PointSet) -> PointSet {
    let gaps = (ray - set).bits();
    // The first gap is the lowest on a ray with rising numbers, the highest on one with falling numbers.
    ray.masked(if upwards {
        gaps.wrapping_sub(1) & !gaps
    } else {
        u64::MAX << (gaps << 1 | 1).ilog2()
    })
}

/// The stones of `own` that have a capturing step.
#[must_use]
pub fn able_to_capture(own: PointSet, free: PointSet, enemy: PointSet) -> PointSet {
    let found = |direction: Direction| {
        let (ahead, behind) = (direction.index(), WINDOW - 1 - direction.index());
        let open = seen(free, ahead) & REACH.one_from[ahead];
        let approach = seen(seen(enemy, ahead), ahead) & REACH.two_from[ahead];
        let withdrawal = seen(enemy, behind) & REACH.one_from[behind];
        own & open & (approach | withdrawal)
    };
    // Unrolled by hand, so that all shifts and masks are constants.
    let [sw, w, nw, s, n, se, e, ne] = Direction::ALL;
    (found(sw) | found(w) | found(nw) | found(s)) | (found(n) | found(se) | found(e) | found(ne))
}

/// The points whose neighbour in a direction, by number alone, is in the set; wrong across the edges.
const fn seen(set: PointSet, direction: usize) -> PointSet {
    PointSet::from_bits(if direction > MIDDLE {
        set.bits() >> (direction - MIDDLE)
    } else {
        set.bits() << (MIDDLE - direction)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_panel_has_as_many_lines_as_two_alquerque_boards() {
        // Orthogonal: 5 ranks of 8 and 9 files of 4. Diagonal: one in each of 32 squares.
        let ends: usize = Point::all()
            .map(|p| towards(p, PointSet::ALL).iter().count())
            .sum();
        assert_eq!(ends, 2 * (5 * 8 + 9 * 4 + 32));
    }

    #[test]
    fn every_line_can_be_walked_back() {
        for point in Point::all() {
            for direction in Direction::ALL {
                let back = direction.opposite();
                assert_eq!(Directions::of(direction).reversed(), Directions::of(back));
                if let Some(to) = neighbour(point, direction) {
                    assert_eq!(neighbour(to, back), Some(point));
                    assert_eq!(Direction::between(point, to), Some(direction));
                }
            }
        }
    }

    #[test]
    fn windows_see_what_walking_finds() {
        for point in Point::all() {
            for seen in Point::all() {
                let set = PointSet::of(seen);
                for direction in Direction::ALL {
                    let one = along(point, direction);
                    let two = one.and_then(|next| along(next, direction));
                    assert_eq!(neighbour(point, direction), one);
                    assert_eq!(towards(point, set).contains(direction), one == Some(seen));
                    assert_eq!(beyond(point, set).contains(direction), two == Some(seen));
                }
            }
        }
    }

    #[test]
    fn directions_lead_to_ever_higher_points() {
        for point in Point::all() {
            assert!(
                Direction::ALL
                    .iter()
                    .filter_map(|&d| neighbour(point, d))
                    .is_sorted()
            );
        }
    }
}
