//! The console's answer to `cues`, read back.

use std::ops::Index;

use fanorona_board::light::cues::Cue;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::side::Side;

/// What the lights mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is, or who has won.
    pub side: Side,
    points: [PointSet; Cue::ALL.len()],
}

impl Meaning {
    /// Reads `carrying white turn=a1 origin=d3 target=e3`; nothing if it is something else.
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let phase = words.next()?;
        let mut meaning = Self {
            phase: Phase::ALL.into_iter().find(|it| it.word() == phase)?,
            side: Side::find(words.next()?)?,
            points: [PointSet::EMPTY; Cue::ALL.len()],
        };
        for word in words {
            let (cue, points) = word.split_once('=')?;
            let cue = Cue::ALL.into_iter().find(|it| it.word() == cue)?;
            for point in points.split(',') {
                meaning.points[cue as usize].add(Point::find(point)?);
            }
        }
        Some(meaning)
    }

    /// The cue that is seen at a point: of several, the last in the order of [`Cue::ALL`].
    pub fn at(&self, point: Point) -> Option<Cue> {
        let mut topmost = Cue::ALL.into_iter().rev();
        topmost.find(|&cue| self[cue].contains(point))
    }
}

impl Index<Cue> for Meaning {
    type Output = PointSet;

    fn index(&self, cue: Cue) -> &PointSet {
        &self.points[cue as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_console_writes_is_read() {
        let meaning = Meaning::read("carrying white turn=a1 origin=d3 target=e3,f4").unwrap();
        assert_eq!(
            (meaning.phase, meaning.side),
            (Phase::Carrying, Side::White)
        );
        assert_eq!(meaning[Cue::Target].to_string(), "e3,f4");
        assert_eq!(meaning.at(Point::find("d3").unwrap()), Some(Cue::Origin));
        assert_eq!(meaning.at(Point::find("d4").unwrap()), None);
    }

    #[test]
    fn anything_else_is_nothing() {
        for text in [
            "",
            "setup",
            "setup red",
            "sleep white",
            "setup white x=a1",
            "setup white turn=",
            "setup white a1",
        ] {
            assert_eq!(Meaning::read(text), None, "{text:?}");
        }
    }
}
