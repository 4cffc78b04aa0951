//! A start position is put up in the midst of a game: who gives it up, or is it a draw?

use crate::point::{Point, PointSet};
use crate::referee::cost::{LANDING, SLIDING};
use crate::referee::notice::NOTICE;
use crate::referee::picture::{Difference, Picture};
use crate::referee::putting_up::board_start;
use crate::referee::situation::{Phase, Situation};
use crate::referee::stage::Stones;
use crate::referee::{ABANDON, SETTLE};
use crate::rules::board::Board;
use crate::rules::outcome::Outcome;
use crate::rules::side::Side;
use crate::time::Millis;

/// The question, as long as a start position stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// The board whose start stands.
    pub board: Board,
    /// Where the stones of the game were before.
    pub before: Stones,
    /// The points that have changed since all stones of the start stood,
    touched: PointSet,
    /// and when the first of them did.
    since: Millis,
    /// Where stones stand that the start does not have, and since when.
    out: PointSet,
    out_since: Millis,
}

/// What hands have answered.
pub(super) enum Answer {
    /// Nothing yet.
    Open,
    /// This side gives up.
    Resigned(Side),
    /// Both agree on a draw.
    Drawn,
    /// Nothing, for as long as the board asks.
    Silence,
    /// Other stones: the game goes on.
    No,
}

impl Ending {
    /// Asks, because the start of a board stands.
    pub const fn new(board: Board, before: Stones) -> Self {
        Self {
            board,
            before,
            touched: PointSet::EMPTY,
            since: Millis(0),
            out: PointSet::EMPTY,
            out_since: Millis(0),
        }
    }

    /// What a picture answers that has stood since then.
    pub fn judge(&mut self, picture: Picture, changed_at: Millis, now: Millis) -> Answer {
        let stood = now - changed_at;
        let start = board_start(self.board);
        if picture.shows(start) {
            return self.whole(changed_at, stood);
        }
        if self.touched.is_empty() {
            self.since = now;
        }
        let Difference {
            opened: missing,
            closed: extra,
        } = picture.difference(start);
        self.touched |= missing | extra;
        if extra != self.out {
            (self.out, self.out_since) = (extra, changed_at);
        }
        // Who lifts a second stone does something else, or any when one has landed; a point on the way is not where a stone goes.
        let is_other = !extra.is_empty() && changed_at - self.out_since > SLIDING;
        if missing.len() > 1 || is_other {
            return Answer::No;
        }
        if extra.is_empty() || stood < SETTLE {
            return Answer::Open;
        }
        if extra == PointSet::of(Point::CENTRE) {
            Answer::Drawn
        } else {
            Answer::No
        }
    }

    /// All stones of the start stand: one of them may have been lifted and set down.
    fn whole(&mut self, changed_at: Millis, stood: Millis) -> Answer {
        let touched = core::mem::take(&mut self.touched);
        self.out = PointSet::EMPTY;
        let was_lifted = touched.is_single() && changed_at - self.since >= LANDING;
        let stones = self.board.start();
        let mut sides = Side::BOTH.into_iter();
        let loser = sides.find(|&side| was_lifted && stones[side].contains_all(touched));
        match loser {
            Some(loser) => Answer::Resigned(loser),
            None if stood >= SETTLE + ABANDON => Answer::Silence,
            None => Answer::Open,
        }
    }

    /// What asks: the start position is shown as if it were to be put up, and the point on which a stone means a draw.
    pub fn question(&self, side: Side) -> Situation {
        let stones = self.board.start();
        Situation {
            wanted: stones,
            offer: PointSet::of(Point::CENTRE),
            ..Situation::plain(Phase::Ending, side, stones)
        }
    }
}

/// The game is over, by an answer, and the start of the next one stands, or nearly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    /// The board whose start stands.
    pub board: Board,
    /// Until when the result is shown at least, if that is still to come.
    pub until: Option<Millis>,
    /// Whether the start has stood at rest since.
    is_ready: bool,
}

/// What follows the end.
pub(super) enum Next {
    /// The result is shown.
    Shown,
    /// The next game begins.
    Game,
    /// The next game begins with a stone that was lifted here.
    Lifted(Point),
    /// The stones are put away.
    PutAway,
}

impl Ended {
    /// A game that has just ended.
    pub const fn new(board: Board, at: Millis) -> Self {
        Self {
            board,
            until: Some(Millis(at.0 + NOTICE.0)),
            is_ready: false,
        }
    }

    /// What a picture means that has stood for this time.
    pub fn judge(&mut self, picture: Picture, stood: Millis, now: Millis) -> Next {
        let at_rest = stood >= SETTLE;
        let start = board_start(self.board);
        self.until = self.until.filter(|&until| now < until);
        if picture.shows(start) {
            self.is_ready |= at_rest;
            return if at_rest && self.until.is_none() {
                Next::Game
            } else {
                Next::Shown
            };
        }
        let was_ready = core::mem::take(&mut self.is_ready);
        let Difference {
            opened: missing,
            closed: extra,
        } = picture.difference(start);
        if let (true, true, Some(lifted)) = (was_ready, missing.is_single(), missing.first())
            && extra.is_empty()
        {
            return Next::Lifted(lifted);
        }
        // A stone is in a hand, or still on the point on which it has meant a draw.
        let is_answer = missing.len() <= 1 && PointSet::of(Point::CENTRE).contains_all(extra);
        if is_answer || !at_rest {
            Next::Shown
        } else {
            Next::PutAway
        }
    }

    /// What shows the result, on the start that stands; if nobody has won, it is the turn of this side.
    pub fn result(&self, outcome: Outcome, side: Side) -> Situation {
        let stones = self.board.start();
        let winner = outcome.winner();
        Situation {
            winner: winner.map_or(stones.both(), |winner| stones[winner]),
            ..Situation::plain(Phase::Over, winner.unwrap_or(side), stones)
        }
    }
}
