//! The 45 points of the panel, and sets of them.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// Files of the panel, a to i.
pub const FILES: u8 = 9;
/// Ranks of the panel, 1 to 5.
pub const RANKS: u8 = 5;

/// A point of the panel, numbered file by file: a1 = 0, a2 = 1, … i5 = 44.
///
/// In this numbering the order of points is the bytewise order of their names, so a list made by walking the points
/// upwards is already sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// How many points there are.
    pub const COUNT: usize = 45;

    /// The middle of the panel, and of every board on it.
    pub const CENTRE: Self = Self(22);

    /// The point with this number, if there is one.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The point with this name, a1 to i5.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let &[file, rank] = name.as_bytes() else {
            return None;
        };
        Self::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
    }

    /// The point where a file and a rank cross, both counted from 0.
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < FILES && rank < RANKS {
            Some(Self(file * RANKS + rank))
        } else {
            None
        }
    }

    /// The point's number, below [`Point::COUNT`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point's file, counted from 0.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / RANKS
    }

    /// The point's rank, counted from 0.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % RANKS
    }

    /// Whether another point lies next to this one, also where no line joins them.
    #[must_use]
    pub const fn is_beside(self, other: Self) -> bool {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        files <= 1 && ranks <= 1 && files + ranks > 0
    }

    /// Whether diagonals meet here (laka).
    #[must_use]
    pub const fn is_strong(self) -> bool {
        // The number is 5 * file + rank, which is even exactly when file + rank is.
        self.0.is_multiple_of(2)
    }

    /// All points, upwards.
    pub fn all() -> impl Iterator<Item = Self> {
        PointSet::ALL.iter()
    }
}

/// Writes the point's name on the panel, such as `e3`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of points: bit n is point n, the upper 19 bits are always 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PointSet(u64);

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self(0);
    /// All 45 points.
    pub const ALL: Self = Self((1 << Point::COUNT) - 1);

    /// The set of the low 45 bits; the others are ignored.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The bits of the set.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one point.
    #[must_use]
    pub const fn of(point: Point) -> Self {
        Self(bit(point))
    }

    /// Whether the point is in the set.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 & bit(point) != 0
    }

    /// The points of the set whose bits are also in the mask.
    #[must_use]
    pub const fn masked(self, mask: u64) -> Self {
        Self(self.0 & mask)
    }

    /// Whether no point is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether exactly one point is in the set.
    #[must_use]
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Whether no more than this many points are in the set. For few it is faster than counting them all.
    #[must_use]
    pub const fn is_at_most(self, count: u8) -> bool {
        let mut bits = self.0;
        let mut left = count;
        while left > 0 && bits != 0 {
            bits &= bits - 1;
            left -= 1;
        }
        bits == 0
    }

    /// Whether all points of the other set are in this one.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether any point is in both sets.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// How many points are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest point of the set.
    #[must_use]
    pub const fn first(self) -> Option<Point> {
        if self.0 == 0 {
            None
        } else {
            Some(Point(low_bit(self.0)))
        }
    }

    /// Adds a point; returns whether it is new in the set.
    pub const fn insert(&mut self, point: Point) -> bool {
        let new = !self.contains(point);
        self.add(point);
        new
    }

    /// Removes a point; returns whether it was in the set.
    pub const fn remove(&mut self, point: Point) -> bool {
        let old = self.contains(point);
        self.discard(point);
        old
    }

    /// Adds a point.
    pub const fn add(&mut self, point: Point) {
        self.0 |= bit(point);
    }

    /// Removes a point.
    pub const fn discard(&mut self, point: Point) {
        self.0 &= !bit(point);
    }

    /// The points of the set, upwards.
    #[must_use]
    pub const fn iter(self) -> Points {
        Points(self)
    }
}

/// The bit of a point.
const fn bit(point: Point) -> u64 {
    /// A table, because a 32-bit core calls a function to shift 64 bits.
    const BITS: [u64; Point::COUNT] = {
        let mut bits = [1; Point::COUNT];
        let mut i = 1;
        while i < bits.len() {
            bits[i] = bits[i - 1] << 1;
            i += 1;
        }
        bits
    };
    if cfg!(target_pointer_width = "64") {
        1 << point.0
    } else {
        BITS[point.index()]
    }
}

// At most 64.
#[allow(clippy::cast_possible_truncation)]
const fn low_bit(bits: u64) -> u8 {
    bits.trailing_zeros() as u8
}

/// The points of a set, upwards.
#[derive(Clone, Debug)]
pub struct Points(PointSet);

impl Iterator for Points {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let point = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Points {}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points
            .into_iter()
            .fold(Self::EMPTY, |set, point| set | Self::of(point))
    }
}

impl BitOr for PointSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for PointSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for PointSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

/// The points of the first set that are not in the second.
impl Sub for PointSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for PointSet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// All points that are not in the set.
impl Not for PointSet {
    type Output = Self;

    fn not(self) -> Self {
        Self::ALL - self
    }
}

/// Writes the points' names on the panel, such as `a1,b2`.
impl fmt::Display for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, point) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            point.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_order_of_number_are_in_order_of_name() {
        extern crate std;
        use std::string::{String, ToString};
        let names: std::vec::Vec<String> = Point::all().map(|p| p.to_string()).collect();
        assert_eq!(names.len(), Point::COUNT);
        assert!(names.is_sorted());
    }

    #[test]
    fn a_point_is_strong_when_file_and_rank_add_up_to_an_even_number() {
        for point in Point::all() {
            assert_eq!(
                point.is_strong(),
                (point.file() + point.rank()).is_multiple_of(2),
                "{point}"
            );
        }
    }

    #[test]
    fn no_number_beyond_the_panel_is_a_point() {
        assert!(Point::new(44).is_some());
        assert_eq!(Point::new(45), None);
        assert_eq!(Point::at(9, 0), None);
        assert_eq!(Point::at(0, 5), None);
    }

    #[test]
    fn insert_and_remove_tell_whether_something_changed() {
        let e3 = Point::at(4, 2).unwrap();
        let mut set = PointSet::EMPTY;
        assert!(set.insert(e3));
        assert!(!set.insert(e3));
        assert!(set.is_single());
        assert!(set.is_at_most(1) && !set.is_at_most(0));
        assert!(PointSet::ALL.is_at_most(45) && !PointSet::ALL.is_at_most(44));
        assert!(set.remove(e3));
        assert!(!set.remove(e3));
        assert!(set.is_empty());
        assert_eq!((!set).len(), 45);
    }
}
