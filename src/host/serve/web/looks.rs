//! How the lights look, for the page's table of them: the palette as JSON.

use fanorona_board::light::cues::Cue;
use fanorona_board::light::palette::{self, Motion};
use fanorona_board::rules::side::Side;

use crate::host::json::{object, text};

/// The word for a motion.
pub const fn word(motion: Motion) -> &'static str {
    match motion {
        Motion::Steady => "steady",
        Motion::Breathe => "breathe",
        Motion::Blink => "blink",
        Motion::FastBlink => "fast",
    }
}

/// For each cue its colour, for White and for Black where they differ, its motion and how long that takes.
pub fn palette() -> String {
    object(Cue::ALL.map(|cue| {
        let colour = |side| {
            let look = palette::look(cue, Some(side));
            let (r, g, b) = (look.colour.r, look.colour.g, look.colour.b);
            text(&format!("{r:02x}{g:02x}{b:02x}"))
        };
        let motion = palette::look(cue, None).motion;
        let look = object([
            ("white", colour(Side::White)),
            ("black", colour(Side::Black)),
            ("motion", text(word(motion))),
            ("period", motion.period().0.to_string()),
        ]);
        (cue.word(), look)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cue_has_its_look() {
        let read: serde_json::Value = serde_json::from_str(&palette()).unwrap();
        assert_eq!(read.as_object().unwrap().len(), Cue::ALL.len());
        assert_eq!(read["target"]["motion"], "steady");
        assert_eq!(read["extra"]["period"], 360);
        assert_ne!(read["turn"]["white"], read["turn"]["black"]);
    }
}
