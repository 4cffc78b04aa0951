//! Doing what the lights ask.

use super::rig::Rig;
use fanorona_board::light::cues::Cue;
use fanorona_board::point::Point;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::side::Side;

/// What a light asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Take the stone off this point.
    Lift(Point),
    /// Put a stone on this point, of a colour if the light says which.
    Place(Point, Option<Side>),
}

/// What the lights ask for first; none when the game can go on, or there is only to wait.
pub fn wish(rig: &Rig) -> Option<Wish> {
    let (cues, situation, picture) = (rig.app.cues(), rig.situation(), rig.picture());
    let lift = |cue: Cue| cues[cue].first().map(Wish::Lift);
    match cues.phase() {
        Phase::ToMove | Phase::Carrying | Phase::Chaining | Phase::Over => None,
        // The question before a game is abandoned lights points on which stones stand.
        Phase::Setup => lift(Cue::Extra)
            .or_else(|| place((cues[Cue::White] - picture).first(), Side::White))
            .or_else(|| place((cues[Cue::Black] - picture).first(), Side::Black)),
        Phase::Choosing => lift(Cue::Victim).or_else(|| lift(Cue::Approach)),
        // Nothing to be taken off: the mover is on its way.
        Phase::Clearing => lift(Cue::Victim).or_else(|| lift(Cue::Mover)),
        Phase::Wrong => lift(Cue::Extra)
            .or_else(|| {
                let point = cues[Cue::Missing].first()?;
                let is_white = situation.wanted.white.contains(point);
                place(Some(point), Side::BOTH[usize::from(!is_white)])
            })
            .or_else(|| {
                let point = cues[Cue::Takeback].first()?;
                Some(if picture.contains(point) {
                    Wish::Lift(point)
                } else {
                    Wish::Place(point, None)
                })
            }),
    }
}

fn place(point: Option<Point>, side: Side) -> Option<Wish> {
    point.map(|point| Wish::Place(point, Some(side)))
}

/// Whether the game can go on.
pub fn is_play(phase: Phase) -> bool {
    matches!(
        phase,
        Phase::ToMove | Phase::Carrying | Phase::Chaining | Phase::Over
    )
}
