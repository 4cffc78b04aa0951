//! Doing what the lights ask.

use super::rig::Rig;
use fanorona_board::light::cues::Cue;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::side::Side;

/// What a light asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Take the stone off this point.
    Lift(Point),
    /// Put a stone of this side on this point.
    Place(Point, Side),
}

/// What the lights ask for first; none when the game can go on, or there is only to wait.
pub fn wish(rig: &Rig) -> Option<Wish> {
    let (cues, picture) = (rig.app.cues(), rig.picture());
    let lift = |cue: Cue| cues[cue].first().map(Wish::Lift);
    let place = |points: PointSet| {
        let point = points.first()?;
        Some(Wish::Place(point, cues.stone(point)?))
    };
    match cues.phase() {
        Phase::ToMove
        | Phase::Carrying
        | Phase::Chaining
        | Phase::Over
        | Phase::Ending
        | Phase::SelfTest => None,
        // An empty board leaves it.
        Phase::Menu => picture.first().map(Wish::Lift),
        // The question before a game is abandoned lights points on which stones stand.
        Phase::Setup | Phase::Resume => lift(Cue::Extra)
            .or_else(|| place(cues[Cue::White] - picture))
            .or_else(|| place(cues[Cue::Black] - picture)),
        Phase::Choosing => lift(Cue::Victim).or_else(|| lift(Cue::Approach)),
        // Nothing to be taken off: the mover is on its way.
        Phase::Clearing => lift(Cue::Victim).or_else(|| lift(Cue::Mover)),
        Phase::Wrong => lift(Cue::Extra)
            .or_else(|| place(cues[Cue::Missing]))
            .or_else(|| {
                let point = cues[Cue::Takeback].first()?;
                let place = |side| Wish::Place(point, side);
                Some(cues.stone(point).map_or(Wish::Lift(point), place))
            }),
    }
}

/// Whether the game can go on.
pub fn is_play(phase: Phase) -> bool {
    matches!(
        phase,
        Phase::ToMove | Phase::Carrying | Phase::Chaining | Phase::Over
    )
}
