//! What is to be known before a turn, and is shown for a while: how the match stands, who captures in a vela, and that a
//! draw is offered.

use crate::point::{Point, PointSet};
use crate::referee::situation::Situation;
use crate::rules::board::Board;
use crate::rules::position::Position;
use crate::rules::series::Match;
use crate::rules::side::{BySide, Side};
use crate::time::Millis;

/// How long it is shown, unless a stone is touched.
pub(super) const NOTICE: Millis = Millis(2000);
/// How long an offer is shown: as long as a light breathes once.
pub const BREATH: Millis = Millis(2400);

/// Something that is shown for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Notice {
    score: PointSet,
    capturer: PointSet,
    offer: PointSet,
    /// When it is over.
    pub until: Millis,
}

impl Notice {
    /// At the beginning of a game: the games won before, and the stones that capture, if the others do not.
    pub fn of_game(series: &Match, start: &Position, now: Millis) -> Self {
        let wins = series.wins();
        let score = Side::BOTH
            .into_iter()
            .map(|side| counted(start.board(), side, wins))
            .fold(PointSet::EMPTY, |all, points| all | points);
        let is_bound = start.is_phase_one(series.rules());
        let capturer = start.capturer().filter(|_| is_bound);
        let capturer = capturer.map(|side| start.stones()[side]);
        Self {
            score,
            capturer: capturer.unwrap_or(PointSet::EMPTY) - score,
            offer: PointSet::EMPTY,
            until: now + NOTICE,
        }
    }

    /// In the second phase of a vela: from now on all stones capture.
    pub fn of_freedom(position: &Position, now: Millis) -> Self {
        Self {
            score: PointSet::EMPTY,
            capturer: position.occupied(),
            offer: PointSet::EMPTY,
            until: now + NOTICE,
        }
    }

    /// A draw is offered: all stones say so.
    pub fn of_offer(position: &Position, now: Millis) -> Self {
        Self {
            score: PointSet::EMPTY,
            capturer: PointSet::EMPTY,
            offer: position.occupied(),
            until: now + BREATH,
        }
    }

    /// Adds it to a situation.
    pub const fn tell(&self, situation: &mut Situation) {
        situation.score = self.score;
        situation.capturer = self.capturer;
        situation.offer = self.offer;
    }
}

/// The games that a side has won, counted on its back rank from its left; as many as there is room for.
fn counted(board: Board, side: Side, wins: BySide<u16>) -> PointSet {
    let points = board.points();
    let ranks = points.iter().map(Point::rank);
    let back = match side {
        Side::White => ranks.min(),
        Side::Black => ranks.max(),
    };
    let rank: PointSet = points
        .iter()
        .filter(|point| Some(point.rank()) == back)
        .collect();
    let count = usize::from(wins[side]).min(rank.len());
    match side {
        Side::White => rank.iter().take(count).collect(),
        Side::Black => rank.iter().skip(rank.len() - count).collect(),
    }
}
