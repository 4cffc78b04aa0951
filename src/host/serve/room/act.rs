//! The acts of a hand, as a page writes them.

use fanorona_board::console::refusal::NO_POINT;
use fanorona_board::point::Point;
use fanorona_board::rules::side::Side;

use super::magnet::Spot;

/// Something that a hand does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Act {
    /// Lifts the stone of a point.
    Lift(Point),
    /// Takes a stone out of the tray.
    Take(Side),
    /// Sets the stone in hand down on a point.
    Place(Point),
    /// Lays the stone in hand into the tray.
    Drop,
    /// Holds the stone of a point without lifting it.
    Grab(Point),
    /// Slides the stone that the hand has grabbed.
    Slide(Spot),
    /// Lets go of the stone that the hand has slid.
    Release,
    /// Lays the stone of a point into the tray.
    Remove(Point),
    /// Sets a stone out of the tray down on a point.
    Put(Side, Point),
    /// Presses the button.
    Press,
    /// Releases the button.
    LetGo,
    /// Shakes the board.
    Shake,
    /// Has the automatic hands help, or not.
    Automatic(bool),
}

impl Act {
    /// How the acts are written.
    const USAGE: &'static str = "expected one of: lift POINT, take SIDE, place POINT, drop, grab POINT, slide X Y, \
         release, remove POINT, put SIDE POINT, press, let-go, shake, automatic on, automatic off";

    /// Parses a line.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(line: &str) -> Result<Self, &'static str> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        Ok(match words[..] {
            ["lift", point] => Self::Lift(read_point(point)?),
            ["take", side] => Self::Take(read_side(side)?),
            ["place", point] => Self::Place(read_point(point)?),
            ["drop"] => Self::Drop,
            ["grab", point] => Self::Grab(read_point(point)?),
            ["slide", x, y] => Self::Slide(read_spot(x, y)?),
            ["release"] => Self::Release,
            ["remove", point] => Self::Remove(read_point(point)?),
            ["put", side, point] => Self::Put(read_side(side)?, read_point(point)?),
            ["press"] => Self::Press,
            ["let-go"] => Self::LetGo,
            ["shake"] => Self::Shake,
            ["automatic", "on"] => Self::Automatic(true),
            ["automatic", "off"] => Self::Automatic(false),
            _ => return Err(Self::USAGE),
        })
    }
}

/// Parses a point of the panel.
///
/// # Errors
/// What was expected.
fn read_point(word: &str) -> Result<Point, &'static str> {
    Point::find(word).ok_or(NO_POINT)
}

/// Parses a side.
///
/// # Errors
/// What was expected.
fn read_side(word: &str) -> Result<Side, &'static str> {
    Side::find(word).ok_or("expected white or black")
}

fn read_spot(x: &str, y: &str) -> Result<Spot, &'static str> {
    let spot = x.parse().ok().zip(y.parse().ok());
    spot.and_then(|(x, y)| Spot::new(x, y))
        .ok_or("expected files from -1 to 9 and ranks from -1 to 5")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_writes_is_read() {
        let d3 = Point::at(3, 2).unwrap();
        assert_eq!(Act::read("lift d3"), Ok(Act::Lift(d3)));
        assert_eq!(Act::read(" put  black d3 "), Ok(Act::Put(Side::Black, d3)));
        assert_eq!(
            Act::read("slide 3.25 -0.5"),
            Ok(Act::Slide(Spot::new(3.25, -0.5).unwrap()))
        );
    }

    #[test]
    fn anything_else_is_refused() {
        for line in [
            "",
            "lift",
            "lift j1",
            "lift a6",
            "lift a0",
            "lift A1",
            "lift a1 b1",
            "take red",
            "slide 1",
            "slide NaN 1",
            "slide 1e9 0",
            "slide inf 0",
            "LIFT a1",
            "lift \u{e9}1",
            "up",
        ] {
            assert!(Act::read(line).is_err(), "{line:?}");
        }
    }
}
