//! How a game ended.

use fanorona_board::rules::outcome::{Draw, Outcome, Win};

use super::names::side;
use crate::host::texts::Text;

/// How a game ended, without a full stop.
pub fn result(outcome: Outcome) -> Text {
    match outcome {
        Outcome::Won { winner, by } => {
            let text = Text::new(match by {
                Win::Captured => "result.captured",
                Win::Immobile => "result.immobile",
                Win::Resigned => "result.resigned",
                Win::Stranded => "result.stranded",
            });
            text.with("winner", side(winner))
                .with("loser", side(!winner))
        }
        Outcome::Drawn(by) => Text::new(match by {
            Draw::Repetition => "result.drawn.repetition",
            Draw::Quiet => "result.drawn.quiet",
            Draw::OneEach => "result.drawn.one-each",
            Draw::Agreed => "result.drawn.agreed",
            Draw::Immobile => "result.drawn.immobile",
            Draw::Length => "result.drawn.length",
        }),
    }
}
