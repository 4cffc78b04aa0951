//! Where the points lie, from above and from below, and the lines of the game.

use fanorona_board::point::{FILES, Point, RANKS};

use super::sheet::{LINE, Sheet};

/// From which side the board is seen. From below it is mirrored: file a is on the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    Above,
    Below,
}

/// Places of points on paper.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub seen: Seen,
    /// Where the upper left one of the points is.
    pub corner: [f64; 2],
    pub pitch: f64,
}

impl Plan {
    pub fn place(&self, point: Point) -> [f64; 2] {
        let file = match self.seen {
            Seen::Above => point.file(),
            Seen::Below => FILES - 1 - point.file(),
        };
        let [left, top] = self.corner;
        let down = RANKS - 1 - point.rank();
        [
            left + self.pitch * f64::from(file),
            top + self.pitch * f64::from(down),
        ]
    }

    /// Which way file i is: 1 to the right, -1 to the left.
    pub fn onward(&self) -> f64 {
        match self.seen {
            Seen::Above => 1.0,
            Seen::Below => -1.0,
        }
    }

    /// Draws the lines along which stones move.
    pub fn lines(&self, sheet: &mut Sheet) {
        for point in Point::all() {
            for next in neighbours(point) {
                sheet.line(self.place(point), self.place(next), LINE);
            }
        }
    }
}

/// The points to which a line leads, each line from one of its ends only.
fn neighbours(point: Point) -> impl Iterator<Item = Point> {
    let diagonals: &[(i8, i8)] = if point.is_strong() {
        &[(1, 1), (1, -1)]
    } else {
        &[]
    };
    let ways = [(1, 0), (0, 1)].iter().chain(diagonals);
    ways.filter_map(move |&(files, ranks)| {
        let file = point.file().checked_add_signed(files)?;
        let rank = point.rank().checked_add_signed(ranks)?;
        Point::at(file, rank)
    })
}

#[cfg(test)]
mod tests {
    use super::super::sheet::mm;
    use super::*;

    #[test]
    fn from_below_the_board_is_mirrored() {
        let plan = |seen| Plan {
            seen,
            corner: [0.0, 0.0],
            pitch: 10.0,
        };
        let a1 = Point::find("a1").unwrap();
        assert_eq!(plan(Seen::Above).place(a1).map(mm), ["0", "40"]);
        assert_eq!(plan(Seen::Below).place(a1).map(mm), ["80", "40"]);
    }

    #[test]
    fn the_board_has_its_lines() {
        // 8 · 5 along the ranks, 9 · 4 along the files, 2 in each of 8 · 4 squares at half of them.
        let count: usize = Point::all().map(|point| neighbours(point).count()).sum();
        assert_eq!(count, 40 + 36 + 32);
    }
}
