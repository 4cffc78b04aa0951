//! What hands are to put up and to take off.

use fanorona_board::light::cues::Cue;
use fanorona_board::point::PointSet;
use fanorona_board::rules::side::Side;

use super::Words;
use super::names::{MOST_NAMED, points, stones};
use crate::host::texts::{Place, Text};

/// Why stones are to be taken off.
#[derive(Clone, Copy)]
pub enum Off {
    /// They belong elsewhere.
    Elsewhere,
    /// They do not belong there.
    Strange,
}

impl Words<'_> {
    /// What is to be put up, and what is to be taken off.
    pub fn complete(&self) -> Text {
        let (white, black) = (self.cues[Cue::White].len(), self.cues[Cue::Black].len());
        let many = |key: &str, count: usize| Text::new(key).with("count", count.to_string());
        let put_up = match (white, black) {
            (0, 0) => None,
            _ if white + black <= MOST_NAMED => self.put("do.put"),
            (white, 0) => Some(many("do.put-many.white", white)),
            (0, black) => Some(many("do.put-many.black", black)),
            (white, black) => Some(
                Text::new("do.put-many.both")
                    .with("white", white.to_string())
                    .with("black", black.to_string()),
            ),
        };
        together([put_up, take_off(self.cues[Cue::Extra], Off::Elsewhere)])
    }

    /// How an earlier turn is taken back.
    pub fn take_back(&self, points: PointSet) -> Text {
        let off = points & self.around.standing;
        let off = (!off.is_empty()).then(|| Text::new("do.take-off").with("stones", stones(off)));
        let put = self.put("do.put-back");
        Text::new("said.takeback").with("what", together([put, off]))
    }

    /// Where stones are to be put, in their colours; nothing if they stand.
    pub fn put(&self, verb: &str) -> Option<Text> {
        let wanted = self.cues.wanted();
        let parts = Side::BOTH
            .into_iter()
            .map(|side| (side, wanted[side] - self.around.standing))
            .filter(|(_, points)| !points.is_empty())
            .map(|(side, at)| {
                let key = match side {
                    Side::White => "do.stones.white",
                    Side::Black => "do.stones.black",
                };
                Text::counted(key, at.len()).with("points", points(at))
            });
        Text::list(parts, "list.and").map(|stones: Place| Text::new(verb).with("stones", stones))
    }
}

/// Which stones to take off, and why.
pub fn take_off(at: PointSet, why: Off) -> Option<Text> {
    let key = match why {
        Off::Elsewhere => "do.take-off.elsewhere",
        Off::Strange => "do.take-off.strange",
    };
    (!at.is_empty()).then(|| Text::counted(key, at.len()).with("stones", stones(at)))
}

/// Joins the parts that there are.
pub fn together(parts: [Option<Text>; 2]) -> Text {
    let all = parts.into_iter().flatten();
    let joined =
        all.reduce(|what, then| Text::new("do.both").with("what", what).with("then", then));
    joined.unwrap_or_else(|| Text::new("do.wait"))
}
