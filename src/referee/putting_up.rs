//! Stones are put up: which game will it be, and what does it still need?

use crate::point::{Point, PointSet};
use crate::referee::picture::{Difference, Picture};
use crate::referee::situation::{Phase, Restore, Situation};
use crate::rules::board::Board;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::time::Millis;

/// Time for which exactly the stones of a smaller game must stand before it is offered.
pub const OFFER: Millis = Millis(2000);

/// The board before a game.
#[derive(Clone, Debug)]
pub struct PuttingUp {
    /// The position to be put up.
    goal: Position,
    /// A smaller game that stands, and that a first lift would start.
    offered: Option<Board>,
    /// The stones that stood when a word asked for the goal, until the board has been cleared: if they are the start of
    /// another board, nobody has put that up.
    found: PointSet,
}

/// What the picture means before a game.
pub enum Ready {
    /// Something is still to be done.
    No(Situation),
    /// The goal stands.
    Goal,
    /// A smaller game stands, and its first stone was lifted from this point.
    Smaller(Board, Point),
}

impl PuttingUp {
    /// Asks for a position, where these stones were found.
    #[must_use]
    pub const fn new(goal: Position, found: PointSet) -> Self {
        Self {
            goal,
            offered: None,
            found,
        }
    }

    /// The stones that were found, and mean no other game.
    #[must_use]
    pub const fn found(&self) -> PointSet {
        self.found
    }

    /// The position to be put up.
    #[must_use]
    pub const fn goal(&self) -> &Position {
        &self.goal
    }

    /// Judges a picture that has stood for this time.
    pub fn judge(&mut self, picture: Picture, stood: Millis, settle: Millis) -> Ready {
        if picture.shows(self.goal.occupied()) && stood >= settle {
            return Ready::Goal;
        }
        if picture.closed.is_empty() {
            self.found = PointSet::EMPTY;
        }
        if picture.shows(self.found) {
            return Ready::No(self.situation(picture));
        }
        if let Some(board) = self.offered {
            let start = board_start(board);
            if picture.shows(start) {
                return Ready::No(self.situation(picture));
            }
            self.offered = None;
            let Difference { opened, closed } = picture.difference(start);
            if let (true, true, Some(point)) =
                (closed.is_empty(), opened.is_single(), opened.first())
            {
                return Ready::Smaller(board, point);
            }
        }
        // The start of another board stands: a larger one becomes the goal, a smaller one is offered after a pause.
        for board in Board::ALL {
            if picture.shows(board_start(board)) && board != self.goal.board() {
                if board > self.goal.board() && stood >= settle {
                    self.goal = Position::riatra(board, Side::White);
                    return Ready::Goal;
                }
                if board < self.goal.board() && stood >= OFFER {
                    self.offered = Some(board);
                }
            }
        }
        Ready::No(self.situation(picture))
    }

    fn situation(&self, picture: Picture) -> Situation {
        let goal = match self.offered {
            Some(board) => Position::riatra(board, Side::White),
            None => self.goal,
        };
        let Restore { put, take } = picture.restore(goal.stones());
        Situation {
            wanted: put,
            extra: take,
            ..Situation::at(Phase::Setup, &goal)
        }
    }
}

/// The picture of a start position.
#[must_use]
pub fn board_start(board: Board) -> PointSet {
    board.start().white | board.start().black
}
