//! Which reeds of a board are closed, by what its console says.

use fanorona_board::point::{Point, PointSet, RANKS};

/// The reeds, as events and pictures tell them.
#[derive(Default)]
pub struct Watch {
    closed: PointSet,
    /// Those of which an event has told while a picture was asked for, which may be older.
    changed: PointSet,
    /// The lines of the picture so far, and where closed reeds are in them.
    picture: PointSet,
}

impl Watch {
    /// The reeds that are closed.
    pub fn closed(&self) -> PointSet {
        self.closed
    }

    /// Takes an event without its asterisk: `closed a1,b1` or `opened a1`, of which all others are ignored.
    pub fn event(&mut self, event: &str) {
        let Some((word @ ("closed" | "opened"), names)) = event.split_once(' ') else {
            return;
        };
        for point in names.split(',').filter_map(Point::find) {
            if word == "closed" {
                self.closed.add(point);
            } else {
                self.closed.discard(point);
            }
            self.changed.add(point);
        }
    }

    /// A picture is asked for.
    pub fn ask(&mut self) {
        self.changed = PointSet::EMPTY;
        self.picture = PointSet::EMPTY;
    }

    /// Takes a line of the answer to `sensors`; the last one begins with `=`, and a refusal changes nothing.
    pub fn answer(&mut self, line: &str) {
        if line.starts_with('=') {
            self.closed = (self.closed & self.changed) | (self.picture - self.changed);
            return;
        }
        let mut words = line.split_ascii_whitespace();
        let (Some(rank), Some(row), None) = (words.next(), words.next(), words.next()) else {
            return;
        };
        let Some(rank) = rank.parse().ok().filter(|rank| (1..=RANKS).contains(rank)) else {
            return;
        };
        for (file, letter) in (0u8..).zip(row.bytes()) {
            if let (b'x', Some(point)) = (letter, Point::at(file, rank - 1)) {
                self.picture.add(point);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(names: &[&str]) -> PointSet {
        let found = names.iter().map(|name| Point::find(name).unwrap());
        found.fold(PointSet::EMPTY, |all, point| all | PointSet::of(point))
    }

    const PICTURE: [&str; 8] = [
        "  5 ........x",
        "  4 .........",
        "  3 .........",
        "  2 .........",
        "  1 xx.......",
        "    abcdefghi",
        "  e3 stuck",
        "= 3 closed",
    ];

    #[test]
    fn a_picture_has_all_reeds_and_an_event_those_that_change() {
        let mut watch = Watch::default();
        watch.ask();
        for line in PICTURE {
            watch.answer(line);
        }
        assert_eq!(watch.closed(), points(&["a1", "b1", "i5"]));
        watch.event("opened a1,i5");
        watch.event("closed c4");
        watch.event("sensor e3 stuck");
        watch.event("closed z9");
        assert_eq!(watch.closed(), points(&["b1", "c4"]));
    }

    #[test]
    fn what_changes_while_a_picture_is_told_is_newer() {
        let mut watch = Watch::default();
        watch.event("closed e3");
        watch.ask();
        watch.event("opened a1");
        for line in PICTURE {
            watch.answer(line);
        }
        assert_eq!(watch.closed(), points(&["b1", "i5"]));
    }
}
