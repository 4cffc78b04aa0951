//! A stone that slides, and the reeds that its magnet closes on the way.

use fanorona_board::point::{FILES, Point, PointSet, RANKS};

/// The distance below which a magnet closes a reed; the unit is the distance of two neighbours on a line.
const CLOSES_AT: f32 = 0.45;
/// The distance at which a closed reed opens. So along a rank or file the destination closes before the origin opens,
/// and along a diagonal, which is longer, after the origin has opened.
const OPENS_AT: f32 = 0.6;
/// The fastest that a hand slides a stone, in points a millisecond.
const FASTEST: f32 = 0.025;
/// The distance beyond the outermost points to which a stone can slide.
const MARGIN: f32 = 1.0;

/// A place on the panel, in files and ranks from 0, with fractions between points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    x: f32,
    y: f32,
}

impl Spot {
    /// The place, if it lies on the panel or just beside it.
    pub fn new(x: f32, y: f32) -> Option<Self> {
        let fits =
            |value: f32, count: u8| (-MARGIN..=f32::from(count) - 1.0 + MARGIN).contains(&value);
        (fits(x, FILES) && fits(y, RANKS)).then_some(Self { x, y })
    }

    /// The distance from file a, in files.
    pub fn x(self) -> f32 {
        self.x
    }

    /// The distance from rank 1, in ranks.
    pub fn y(self) -> f32 {
        self.y
    }

    /// The nearest point, on which a stone comes to stand that is let go here.
    pub fn nearest(self) -> Point {
        let nearer = |a: &Point, b: &Point| self.distance(*a).total_cmp(&self.distance(*b));
        Point::all().min_by(nearer).unwrap_or(Point::CENTRE)
    }

    fn distance(self, point: Point) -> f32 {
        let at = Self::from(point);
        (self.x - at.x).hypot(self.y - at.y)
    }
}

impl From<Point> for Spot {
    fn from(point: Point) -> Self {
        Self {
            x: f32::from(point.file()),
            y: f32::from(point.rank()),
        }
    }
}

/// The magnet of a stone that slides.
#[derive(Clone, PartialEq, Debug)]
pub struct Magnet {
    at: Spot,
    towards: Spot,
    closes: PointSet,
}

impl Magnet {
    /// A magnet at rest on a point.
    pub fn on(point: Point) -> Self {
        Self {
            at: point.into(),
            towards: point.into(),
            closes: PointSet::of(point),
        }
    }

    /// Draws the magnet towards a place, at the speed of a hand.
    pub fn draw(&mut self, towards: Spot) {
        self.towards = towards;
    }

    /// Where the magnet is.
    pub fn at(&self) -> Spot {
        self.at
    }

    /// Where the hand is, which the magnet follows.
    pub fn towards(&self) -> Spot {
        self.towards
    }

    /// The reeds that the magnet closes.
    pub fn closes(&self) -> PointSet {
        self.closes
    }

    /// Lets a millisecond go by.
    pub fn tick(&mut self) {
        let (dx, dy) = (self.towards.x - self.at.x, self.towards.y - self.at.y);
        let way = dx.hypot(dy);
        if way <= FASTEST {
            self.at = self.towards;
        } else {
            self.at.x += dx * FASTEST / way;
            self.at.y += dy * FASTEST / way;
        }
        self.closes = Point::all()
            .filter(|&point| {
                let reach = if self.closes.contains(point) {
                    OPENS_AT
                } else {
                    CLOSES_AT
                };
                self.at.distance(point) < reach
            })
            .collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(file: u8, rank: u8) -> Point {
        Point::at(file, rank).unwrap()
    }

    /// The different sets of closed reeds on the way from one point to another.
    fn slide(from: Point, to: Point) -> Vec<PointSet> {
        let mut magnet = Magnet::on(from);
        magnet.draw(to.into());
        let mut seen = vec![magnet.closes()];
        for _ in 0..1000 {
            magnet.tick();
            if seen.last() != Some(&magnet.closes()) {
                seen.push(magnet.closes());
            }
        }
        seen
    }

    #[test]
    fn along_a_line_the_destination_closes_before_the_origin_opens() {
        let (from, to) = (PointSet::of(point(3, 2)), PointSet::of(point(4, 2)));
        assert_eq!(slide(point(3, 2), point(4, 2)), [from, from | to, to]);
    }

    #[test]
    fn along_a_diagonal_the_destination_closes_after_the_origin_opened() {
        let (from, to) = (PointSet::of(point(4, 2)), PointSet::of(point(5, 3)));
        assert_eq!(slide(point(4, 2), point(5, 3)), [from, PointSet::EMPTY, to]);
    }

    #[test]
    fn points_on_the_way_are_brushed() {
        let seen = slide(point(0, 0), point(3, 0));
        assert!(seen.contains(&PointSet::of(point(1, 0))));
        assert!(seen.contains(&PointSet::of(point(2, 0))));
        assert_eq!(seen.last(), Some(&PointSet::of(point(3, 0))));
    }

    #[test]
    fn a_place_far_from_the_panel_is_none() {
        for (x, y) in [
            (-1.1, 0.0),
            (9.1, 0.0),
            (0.0, 5.1),
            (f32::NAN, 0.0),
            (0.0, f32::INFINITY),
        ] {
            assert_eq!(Spot::new(x, y), None);
        }
        assert_eq!(Spot::new(-0.4, 4.4).map(Spot::nearest), Some(point(0, 4)));
    }
}
