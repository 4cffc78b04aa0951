//! The stages of a match: stones are put up, a game is played, its stones are put away, and the next one begins.

use crate::point::PointSet;
use crate::referee::play::{Ledger, Reading, Sight};
use crate::referee::putting_up::{OFFER, PuttingUp, Ready, board_start};
use crate::referee::situation::{Phase, Situation};
use crate::referee::{ABANDON, Event, Referee, SETTLE};
use crate::rules::board::Board;
use crate::rules::position::Position;
use crate::rules::series::Match;
use crate::rules::side::Side;
use crate::time::Millis;

/// How far a game has come.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// Its stones are put up.
    PuttingUp(PuttingUp),
    /// A game is on, or has ended and can still be taken back.
    Playing(Stones),
}

/// Where the stones of a game are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stones {
    /// In the game.
    InPlay,
    /// On their way off the board: they have been moved since the game ended. A start position that is put up now
    /// belongs to the next game.
    PutAway,
    /// Not looked at yet: the power has just come back.
    Unseen,
    /// Not where they were when the power went.
    Astray,
}

/// What judging the picture leads to.
pub(super) enum Verdict {
    /// This situation is to be shown.
    Show(Situation),
    /// What is shown stays.
    Keep,
    /// Another game has begun: the picture is to be judged again, as of this moment.
    Again(Millis),
}

impl Referee {
    /// What the picture means in this stage, and what it leads to.
    pub(super) fn verdict(&mut self, now: Millis) -> Verdict {
        let stood = now - self.changed_at;
        let sight = Sight {
            picture: self.picture,
            now,
            at_rest: stood >= SETTLE,
        };
        let start = self.standing_start(stood).filter(|_| sight.at_rest);
        match self.stage {
            Stage::PuttingUp(_) => self.put_up_further(stood, now),
            Stage::Playing(Stones::Unseen | Stones::Astray) => self.returned(start, now),
            Stage::Playing(stones) => self.played(stones, start, sight),
        }
    }

    /// Stones are put up: a game begins when all stand.
    fn put_up_further(&mut self, stood: Millis, now: Millis) -> Verdict {
        let Stage::PuttingUp(putting_up) = &mut self.stage else {
            return Verdict::Keep;
        };
        match putting_up.judge(self.picture, stood, SETTLE) {
            Ready::No(situation) => Verdict::Show(situation),
            Ready::Goal => {
                let goal = *putting_up.goal();
                self.choose(goal.board());
                self.begin(goal)
            }
            Ready::Smaller(board, lifted) => {
                self.choose(board);
                self.start_game(self.series.start());
                self.play.note(lifted, false, now);
                Verdict::Again(now)
            }
        }
    }

    /// A game is on, or its stones are put away.
    fn played(&mut self, stones: Stones, start: Option<Board>, sight: Sight) -> Verdict {
        if let (Stones::PutAway, Some(board)) = (stones, start) {
            return self.next_round(board);
        }
        let ledger = &mut Ledger {
            game: &mut self.game,
            events: &mut self.events,
        };
        let reading = self.play.judge(ledger, sight);
        // Nothing wrong is recorded in silence: on the chip this is a fault, which has a name.
        let agrees = self.play.agrees_with(&self.game);
        assert!(agrees, "the referee and the game disagree");
        let is_over = self.game.outcome().is_some();
        self.stage = Stage::Playing(match stones {
            _ if !is_over => Stones::InPlay,
            _ if matches!(reading, Reading::Not) => Stones::PutAway,
            stones => stones,
        });
        match reading {
            Reading::As(situation) => Verdict::Show(situation),
            Reading::NotYet => Verdict::Keep,
            Reading::Not if is_over && sight.at_rest => self.put_away(start),
            Reading::Not if is_over => Verdict::Keep,
            Reading::Not => self.unexplained(start, sight),
        }
    }

    /// The board whose start position stands.
    fn standing_start(&self, stood: Millis) -> Option<Board> {
        let mine = self.game.start().board();
        Board::ALL.into_iter().find(|&board| {
            // While a larger game is put up, a smaller one may stand for a moment.
            board_start(board) == self.picture && (board >= mine || stood >= OFFER)
        })
    }

    /// The game is over, and its stones are put away, or up again for the next.
    fn put_away(&mut self, start: Option<Board>) -> Verdict {
        if let Some(board) = start {
            return self.next_round(board);
        }
        let mut next = self.series.clone();
        self.game.outcome().map(|outcome| next.finish(outcome));
        let mut putting_up = PuttingUp::new(next.start(), PointSet::EMPTY);
        match putting_up.judge(self.picture, Millis(0), SETTLE) {
            Ready::No(situation) => Verdict::Show(situation),
            Ready::Goal | Ready::Smaller(..) => Verdict::Keep,
        }
    }

    /// No turn explains a picture: it is a new game, an earlier position, or a mistake.
    #[inline(never)]
    fn unexplained(&mut self, start: Option<Board>, sight: Sight) -> Verdict {
        let ledger = &mut Ledger {
            game: &mut self.game,
            events: &mut self.events,
        };
        let mine = ledger.game.start().board();
        let Some(situation) = self.play.wrong(ledger, sight) else {
            return Verdict::Keep;
        };
        let new_game = start.filter(|&board| board >= mine && situation.phase == Phase::Wrong);
        match new_game {
            None => Verdict::Show(situation),
            Some(board) => self.put_up_instead(board, sight.now - self.changed_at),
        }
    }

    /// A start position stands where a game is on: that game is abandoned, after a while.
    pub(super) fn put_up_instead(&mut self, board: Board, stood: Millis) -> Verdict {
        if stood >= SETTLE + ABANDON {
            self.choose(board);
            return self.begin(self.series.start());
        }
        // Asks whether to abandon the game: the start position is shown as if it were to be put up.
        let start = Position::riatra(board, Side::White);
        let mut question = Situation::at(Phase::Setup, &start);
        question.wanted = board.start();
        Verdict::Show(question)
    }

    /// Begins a match on a board, unless the match is on it already.
    pub(super) fn choose(&mut self, board: Board) {
        if board != self.board {
            self.board = board;
            self.series = Match::new(board, self.rules, self.seed);
        }
    }

    /// Begins the game that follows the one that has ended.
    fn next_round(&mut self, board: Board) -> Verdict {
        if let Some(outcome) = self.game.outcome() {
            self.series.finish(outcome);
        }
        self.choose(board);
        self.begin(self.series.start())
    }

    /// Begins a game whose stones stand.
    fn begin(&mut self, start: Position) -> Verdict {
        self.start_game(start);
        // As of the last change, as if the stones had just been put up: for the new game they are not at rest yet.
        Verdict::Again(self.changed_at)
    }

    fn start_game(&mut self, start: Position) {
        self.begun = self.begun.wrapping_add(1);
        self.game.restart(self.rules, start);
        self.play.restart(start);
        self.stage = Stage::Playing(Stones::InPlay);
        if let Some(outcome) = self.game.outcome() {
            self.events.tell(Event::Over(outcome));
        }
    }
}
