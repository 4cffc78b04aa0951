//! How the lights look, for the page's table of them: the palette as JSON.

use fanorona_board::light::cues::Cue;
use fanorona_board::light::palette::{self, Motion};
use fanorona_board::rules::side::Side;
use fanorona_board::time::Millis;

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

/// The lowest level of a motion, of 255.
fn lowest(motion: Motion) -> u8 {
    let levels = (0..motion.period().0).map(|t| motion.level(Millis(t)));
    levels.min().unwrap_or_default()
}

/// For each cue its colour, for White and for Black where they differ, its motion, how long that takes and how low it goes.
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
            ("lowest", lowest(motion).to_string()),
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
        assert_eq!(read["target"]["lowest"], 255);
        assert_eq!(read["extra"]["lowest"], 0);
        assert_eq!(read["mover"]["lowest"], palette::LOWEST_BREATH);
        assert_ne!(read["turn"]["white"], read["turn"]["black"]);
    }
}
