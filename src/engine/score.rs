//! Scores: what a position is worth to the side to move.

/// The score of a game that is won now; a ply later it is one less.
pub const WON: i16 = 30_000;
/// Beyond every score.
pub(super) const LIMIT: i16 = 32_000;
/// Scores beyond this are won games.
pub(super) const DECIDED: i16 = WON - 1000;

/// A number of plies as part of a score.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // below 64
pub(super) const fn plies(ply: usize) -> i16 {
    ply as i16
}

/// A score as the table keeps it: plies to the end count from the position, not from the root.
pub(super) const fn to_table(score: i16, ply: usize) -> i16 {
    if score >= DECIDED {
        score + plies(ply)
    } else if score <= -DECIDED {
        score - plies(ply)
    } else {
        score
    }
}

/// The other way round.
pub(super) const fn from_table(score: i16, ply: usize) -> i16 {
    if score >= DECIDED {
        score - plies(ply)
    } else if score <= -DECIDED {
        score + plies(ply)
    } else {
        score
    }
}
