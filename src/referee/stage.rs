//! The stages of a match: stones are put up, a game is played or given up, its stones are put away, and the next one begins.
//!
//! What is rare is never inlined: what judges every picture runs from RAM on the chip, and that is scarce.

use crate::point::{Point, PointSet};
use crate::referee::ending::{Answer, Ended, Ending, Next};
use crate::referee::notice::Notice;
use crate::referee::play::{Ledger, Reading, Sight};
use crate::referee::putting_up::{OFFER, PuttingUp, Ready, board_start};
use crate::referee::situation::{Phase, Situation};
use crate::referee::{ABANDON, Event, NoGame, Referee, SETTLE};
use crate::rules::board::Board;
use crate::rules::game::Game;
use crate::rules::illegal::Illegal;
use crate::rules::options::{Series, Takeback};
use crate::rules::position::Position;
use crate::rules::series::{Match, Round};
use crate::rules::side::Side;
use crate::time::Millis;

/// How far a game has come.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// Its stones are put up.
    PuttingUp(PuttingUp),
    /// A game is on, or has ended and can still be taken back.
    Playing(Stones),
    /// Its start stands again in its midst, and the board asks who gives it up.
    Ending(Ending),
    /// It has ended by the answer to that.
    Ended(Ended),
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
    /// Another stage has begun: the picture is to be judged again, as of this moment.
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
            Stage::Playing(stones) => self.play_on(stones, start, sight),
            Stage::Ending(ending) => self.asked(ending, sight),
            Stage::Ended(ended) => self.ended(ended, sight),
        }
    }

    /// Stones are put up: a game begins when all stand.
    #[inline(never)]
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
                self.lift_first(lifted, now)
            }
        }
    }

    /// A game is on, or its stones are put away.
    fn play_on(&mut self, stones: Stones, start: Option<Board>, sight: Sight) -> Verdict {
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
        self.offer_draw(sight.now);
        if sight.at_rest && matches!(reading, Reading::As(_)) {
            self.played = self.game.history().len();
        }
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

    /// Tells of a draw that the game offers and has not offered before.
    fn offer_draw(&mut self, now: Millis) {
        let offer = self.game.offer();
        if offer == self.offered {
            return;
        }
        self.offered = offer;
        if let Some(draw) = offer {
            self.events.tell(Event::Offer(draw));
            self.notice = Some(Notice::of_offer(self.game.position(), now));
        }
    }

    /// The board whose start position stands.
    fn standing_start(&self, stood: Millis) -> Option<Board> {
        let mine = self.game.start().board();
        Board::ALL.into_iter().find(|&board| {
            // While a larger game is put up, a smaller one may stand for a moment.
            self.picture.shows(board_start(board)) && (board >= mine || stood >= OFFER)
        })
    }

    /// The game is over, and its stones are put away, or up again for the next.
    #[inline(never)]
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
        let mine = self.game.start().board();
        if start == Some(mine) && self.is_put_up() {
            return self.ask(mine, sight.now);
        }
        let Some(situation) = self.set_right(sight) else {
            return Verdict::Keep;
        };
        // Where nothing can be put right, nothing but another game is left.
        let instead = start.filter(|&board| board > mine || board == mine && !situation.asks());
        match instead.filter(|_| situation.phase == Phase::Wrong) {
            None => Verdict::Show(situation),
            Some(board) => self.put_up_instead(board, sight.now),
        }
    }

    /// What is wrong and how it is put right, or the situation after what is taken back by it.
    fn set_right(&mut self, sight: Sight) -> Option<Situation> {
        let ledger = &mut Ledger {
            game: &mut self.game,
            events: &mut self.events,
        };
        self.play.wrong(ledger, sight)
    }

    /// Whether the start that stands was put up, and is not what stood before the last turn, or before the first.
    fn is_put_up(&self) -> bool {
        let is_mine = self.picture.shows(self.game.start().occupied());
        // On the way back a turn that was told may be read otherwise for a moment.
        match self.played.max(self.game.history().len()) {
            _ if !is_mine => true,
            0 => false,
            1 => self.rules.takeback == Takeback::No,
            _ => true,
        }
    }

    /// A start position stands where a game is on. That of its own board asks who gives it up; for another the game is
    /// abandoned, after a while.
    #[inline(never)]
    pub(super) fn put_up_instead(&mut self, board: Board, now: Millis) -> Verdict {
        if board == self.game.start().board() {
            return self.ask(board, now);
        }
        if now - self.changed_at >= SETTLE + ABANDON {
            return self.abandon(board);
        }
        // The start position is shown as if it were to be put up.
        let start = Position::riatra(board, Side::White);
        let mut question = Situation::at(Phase::Setup, &start);
        question.wanted = board.start();
        Verdict::Show(question)
    }

    /// Begins a game on a board, and leaves the one that was on.
    fn abandon(&mut self, board: Board) -> Verdict {
        self.choose(board);
        self.begin(self.series.start())
    }

    /// Asks who gives the game up.
    fn ask(&mut self, board: Board, now: Millis) -> Verdict {
        if let Stage::Playing(before) = self.stage {
            self.stage = Stage::Ending(Ending::new(board, before));
        }
        Verdict::Again(now)
    }

    /// The board has asked who gives the game up.
    #[inline(never)]
    fn asked(&mut self, mut ending: Ending, sight: Sight) -> Verdict {
        let answer = ending.judge(self.picture, self.changed_at, sight.now);
        self.stage = Stage::Ending(ending);
        let Ending { board, before, .. } = ending;
        match answer {
            Answer::Open => Verdict::Show(ending.question(self.game.position().side())),
            // Where a turn that was complete has ended the game already, that counts.
            Answer::Resigned(loser) => {
                let _ = self.declare(sight.now, |game| game.resign(loser));
                Verdict::Again(sight.now)
            }
            Answer::Drawn => {
                let _ = self.declare(sight.now, Game::agree_draw);
                Verdict::Again(sight.now)
            }
            Answer::No => {
                self.stage = Stage::Playing(before);
                Verdict::Again(sight.now)
            }
            Answer::Silence => {
                self.stage = Stage::Playing(before);
                let taken_back = match before {
                    Stones::InPlay | Stones::PutAway => self.set_right(sight),
                    Stones::Unseen | Stones::Astray => None,
                };
                // As long as all turns are remembered they are taken back, which comes to the same.
                match taken_back.filter(|situation| situation.phase != Phase::Wrong) {
                    Some(situation) => Verdict::Show(situation),
                    None => self.abandon(board),
                }
            }
        }
    }

    /// Ends the game by what players say, or answer.
    pub(super) fn declare(
        &mut self,
        now: Millis,
        how: impl FnOnce(&mut Game) -> Result<(), Illegal>,
    ) -> Result<(), NoGame> {
        let picture = self.picture;
        let (play, mut ledger) = self.playing().ok_or(NoGame)?;
        play.conclude(&mut ledger, picture, now);
        let declared = how(&mut self.game).map_err(|_| NoGame);
        let outcome = self.game.outcome();
        if let (Ok(()), Some(outcome)) = (declared, outcome) {
            self.events.tell(Event::Over(outcome));
        }
        if let (Stage::Ending(ending), Some(_)) = (&self.stage, outcome) {
            self.stage = Stage::Ended(Ended::new(ending.board, now));
        }
        declared
    }

    /// The result is shown until the next game begins, for which all stones stand, or nearly.
    #[inline(never)]
    fn ended(&mut self, mut ended: Ended, sight: Sight) -> Verdict {
        let stood = sight.now - self.changed_at;
        let next = ended.judge(self.picture, stood, sight.now);
        self.stage = Stage::Ended(ended);
        let side = self.game.position().side();
        match (next, self.game.outcome()) {
            (Next::Shown, Some(outcome)) => Verdict::Show(ended.result(outcome, side)),
            (Next::Game, Some(_)) => self.next_round(ended.board),
            (Next::Lifted(point), Some(_)) => {
                self.next_round(ended.board);
                self.lift_first(point, sight.now)
            }
            (Next::PutAway, _) | (_, None) => {
                self.stage = Stage::Playing(Stones::PutAway);
                Verdict::Again(sight.now)
            }
        }
    }

    /// Begins a match on a board, unless the match is on it already.
    pub(super) fn choose(&mut self, board: Board) {
        if board != self.board {
            self.board = board;
            self.series = Match::new(board, self.rules, self.seed);
        }
    }

    /// Begins the game that follows the one that has ended.
    #[inline(never)]
    fn next_round(&mut self, board: Board) -> Verdict {
        if let Some(outcome) = self.game.outcome() {
            self.series.finish(outcome);
        }
        self.choose(board);
        self.begin(self.series.start())
    }

    /// Begins a game whose stones stand.
    #[inline(never)]
    fn begin(&mut self, start: Position) -> Verdict {
        self.start_game(start);
        if self.rules.series != Series::Off {
            self.notice = Some(Notice::of_game(&self.series, &start, self.judged_at));
        }
        // As of the last change, as if the stones had just been put up: for the new game they are not at rest yet.
        Verdict::Again(self.changed_at)
    }

    /// A game has begun, and its first stone is in a hand.
    fn lift_first(&mut self, point: Point, now: Millis) -> Verdict {
        self.notice = None;
        self.play.note(point, false, now);
        Verdict::Again(now)
    }

    #[inline(never)]
    fn start_game(&mut self, start: Position) {
        self.begun = self.begun.wrapping_add(1);
        self.played = 0;
        self.game.restart(self.rules, start);
        self.play.restart(start);
        self.offered = None;
        self.stage = Stage::Playing(Stones::InPlay);
        if self.rules.series != Series::Off {
            let round = Round::of(&start);
            self.events.tell(Event::Round(round, self.series.wins()));
        }
        if let Some(outcome) = self.game.outcome() {
            self.events.tell(Event::Over(outcome));
        }
    }
}
