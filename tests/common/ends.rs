//! All ends of games.

use fanorona_board::rules::outcome::{Draw, Outcome, Win};
use fanorona_board::rules::side::Side;

/// All ways in which a game can be won.
pub const WINS: [Win; 4] = [Win::Captured, Win::Immobile, Win::Resigned, Win::Stranded];

/// All ways in which it can be drawn.
pub const DRAWS: [Draw; 6] = [
    Draw::Repetition,
    Draw::Quiet,
    Draw::OneEach,
    Draw::Agreed,
    Draw::Immobile,
    Draw::Length,
];

/// All ends that there are.
pub fn outcomes() -> impl Iterator<Item = Outcome> {
    let won = |by| Side::BOTH.map(|winner| Outcome::Won { winner, by });
    let wins = WINS.into_iter().flat_map(won);
    wins.chain(DRAWS.map(Outcome::Drawn))
}
