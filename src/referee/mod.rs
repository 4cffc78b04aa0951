//! The middle of the line: settled pictures become turns of the game.
//!
//! ```text
//! sense ─► referee ─► light
//!             │
//!           rules
//! ```
//!
//! The referee decides and never draws. It takes pictures, each with its moment, and tells the [`Situation`]: the phase
//! of the game and what should be shown.

pub mod cost;
mod evidence;
mod habit;
mod log;
mod mirror;
pub mod play;
pub mod putting_up;
mod readings;
pub mod resume;
mod search;
mod show;
pub mod situation;
mod story;

use heapless::Deque;

use crate::point::PointSet;
use crate::referee::cost::LANDING;
use crate::referee::play::{Ledger, MOMENT, Play, Reading, Sight};
use crate::referee::putting_up::{OFFER, PuttingUp, Ready, board_start};
use crate::referee::situation::{Phase, Situation};
use crate::referee::story::DOUBT;
use crate::rules::board::Board;
use crate::rules::game::{Game, NoTakeback};
use crate::rules::illegal::Illegal;
use crate::rules::options::Rules;
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::rules::series::Match;
use crate::rules::side::Side;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// Rest before anything that cannot be undone is decided.
pub const SETTLE: Millis = Millis(500);
/// How long the board asks whether the game is to be abandoned.
pub const ABANDON: Millis = Millis(3000);

/// Something that happened in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A turn has passed.
    Turn(Turn),
    /// The last turn was taken back.
    Takeback,
    /// The phase has changed.
    Phase(Phase),
    /// The game has ended.
    Over(Outcome),
}

/// The unread events; the oldest are lost when nobody reads them.
#[derive(Clone, Debug, Default)]
pub struct Events(Deque<Event, 32>);

impl Events {
    fn tell(&mut self, event: Event) {
        if self.0.is_full() {
            self.0.pop_front();
        }
        let _ = self.0.push_back(event);
    }
}

/// The referee of a match.
///
/// ```
/// use fanorona_board::point::{Point, PointSet};
/// use fanorona_board::referee::situation::Phase;
/// use fanorona_board::referee::{Event, Referee, SETTLE};
/// use fanorona_board::rules::board::Board;
/// use fanorona_board::rules::options::Rules;
/// use fanorona_board::time::Millis;
///
/// let mut referee = Referee::new(Board::Telo, Rules::STANDARD, 0);
/// assert_eq!(referee.situation().phase, Phase::Setup);
///
/// // The stones of the start are put up, and rest.
/// let start = referee.game().start().occupied();
/// referee.see(start, Millis(0));
/// referee.see(start, SETTLE);
/// assert_eq!(referee.situation().phase, Phase::ToMove);
///
/// // The stone of f3 is lifted: it may land on e3, the middle.
/// let f3 = PointSet::of(Point::find("f3").unwrap());
/// referee.see(start - f3, Millis(1000));
/// assert_eq!(referee.situation().phase, Phase::Carrying);
/// assert_eq!(referee.situation().targets, PointSet::of(Point::CENTRE));
///
/// // It lands, and the stone that it takes, d3, is taken off.
/// let after = start - f3 | PointSet::of(Point::CENTRE);
/// referee.see(after, Millis(1300));
/// assert_eq!(referee.situation().approach.to_string(), "d3");
/// referee.see(after - PointSet::of(Point::find("d3").unwrap()), Millis(1600));
/// referee.wait(Millis(1800));
/// let events = std::iter::from_fn(|| referee.event());
/// assert!(events.into_iter().any(|event| matches!(event, Event::Turn(_))));
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    rules: Rules,
    board: Board,
    seed: u64,
    series: Match,
    game: Game,
    /// The game as far as the board shows it, once its stones stand: here and not in the stage, so that the next one
    /// begins in its place.
    play: Play,
    stage: Stage,
    picture: PointSet,
    changed_at: Millis,
    judged_at: Millis,
    situation: Situation,
    /// How often it has changed.
    changes: u32,
    /// How many games have begun.
    begun: u32,
    /// The phase of the last phase event.
    told: Phase,
    events: Events,
}

#[derive(Clone, Debug)]
enum Stage {
    PuttingUp(PuttingUp),
    /// A game is on, or has ended and can still be taken back.
    Playing(Stones),
}

/// Where the stones of a game are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stones {
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
enum Verdict {
    /// This situation is to be shown.
    Show(Situation),
    /// What is shown stays.
    Keep,
    /// Another game has begun: the picture is to be judged again, as of this moment.
    Again(Millis),
}

impl Referee {
    /// A referee that waits for the stones of the first game. The seed decides all lots.
    #[must_use]
    pub fn new(board: Board, rules: Rules, seed: u64) -> Self {
        let mut referee = Self::blank(board, rules);
        referee.draw_lots(seed);
        referee
    }

    /// Room for a referee, which is of use after [`Referee::draw_lots`]. Constant, so that a static of it needs no stack.
    #[must_use]
    pub const fn blank(board: Board, rules: Rules) -> Self {
        let series = Match::blank(board, rules);
        let start = series.start();
        Self {
            rules,
            board,
            seed: 0,
            series,
            game: Game::blank(rules, start),
            play: Play::new(start),
            stage: Stage::PuttingUp(PuttingUp::new(start, PointSet::EMPTY)),
            picture: PointSet::EMPTY,
            changed_at: Millis(0),
            judged_at: Millis(0),
            situation: Situation::at(Phase::Setup, &start),
            changes: 0,
            begun: 0,
            told: Phase::Setup,
            events: Events(Deque::new()),
        }
    }

    /// Lets its time begin at a moment.
    pub const fn begin_at(&mut self, now: Millis) {
        (self.changed_at, self.judged_at) = (now, now);
    }

    /// Becomes a copy of another referee, part by part: no copy of the whole stands on the stack.
    #[inline(never)]
    pub fn copy(&mut self, other: &Self) {
        // All fields are named, so that none is forgotten.
        let Self {
            rules,
            board,
            seed,
            series,
            game,
            play,
            stage,
            picture,
            changed_at,
            judged_at,
            situation,
            changes,
            begun,
            told,
            events,
        } = other;
        self.game.copy(game);
        self.play.clone_from(play);
        self.events.clone_from(events);
        self.series.clone_from(series);
        self.stage.clone_from(stage);
        (self.rules, self.board, self.seed) = (*rules, *board, *seed);
        (self.changed_at, self.judged_at) = (*changed_at, *judged_at);
        (self.picture, self.situation, self.told) = (*picture, *situation, *told);
        (self.changes, self.begun) = (*changes, *begun);
    }

    /// Begins the first match, whose lots this seed decides.
    pub fn draw_lots(&mut self, seed: u64) {
        self.seed = seed;
        self.series = Match::new(self.board, self.rules, seed);
        self.wait_for(self.series.start(), PointSet::EMPTY, Millis(0));
    }

    /// What should be shown.
    #[must_use]
    pub const fn situation(&self) -> &Situation {
        &self.situation
    }

    /// How often that has changed.
    #[must_use]
    pub const fn changes(&self) -> u32 {
        self.changes
    }

    /// The game, in progress or at its end.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The match.
    #[must_use]
    pub const fn series(&self) -> &Match {
        &self.series
    }

    /// What the lots of all matches come from.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How many games have begun since the start.
    #[must_use]
    pub const fn begun(&self) -> u32 {
        self.begun
    }

    /// For how long nothing has changed.
    #[must_use]
    pub fn stood(&self, now: Millis) -> Millis {
        now - self.changed_at
    }

    /// For how long nothing has changed, if no stone is in a hand: then nobody waits for the lights.
    #[must_use]
    pub fn rest(&self, now: Millis) -> Option<Millis> {
        let phases = [
            Phase::Setup,
            Phase::ToMove,
            Phase::Chaining,
            Phase::Over,
            Phase::Resume,
        ];
        phases
            .contains(&self.situation.phase)
            .then(|| self.stood(now))
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position now: in mid-chain while the last turn may still go on.
    #[must_use]
    pub fn position(&self) -> Position {
        let start = *self.game.position();
        let Stage::Playing(_) = &self.stage else {
            return start;
        };
        let mut steps = self
            .play
            .chain(&self.game)
            .into_iter()
            .flat_map(Turn::steps);
        let played = steps.try_fold(start, |at, step| at.step(&self.rules, step));
        played.unwrap_or(start)
    }

    /// The last picture.
    #[must_use]
    pub const fn picture(&self) -> PointSet {
        self.picture
    }

    /// Whether a player is known to take stones off first and then to move.
    #[must_use]
    pub fn takes_first(&self, side: Side) -> bool {
        match &self.stage {
            Stage::Playing(_) => self.play.takes_first(side),
            Stage::PuttingUp(_) => false,
        }
    }

    /// The next unread event.
    pub fn event(&mut self) -> Option<Event> {
        self.events.0.pop_front()
    }

    /// Takes a picture. Points that changed together count as changed one after another, lifts first.
    pub fn see(&mut self, picture: PointSet, now: Millis) {
        if picture == self.picture {
            self.wait(now);
            return;
        }
        let is_over = self.game.outcome().is_some();
        let (opened, closed) = (self.picture - picture, picture - self.picture);
        for point in opened.iter().chain(closed) {
            let is_closed = closed.contains(point);
            if is_closed {
                self.picture.add(point);
            } else {
                self.picture.discard(point);
            }
            if let Stage::Playing(Stones::InPlay | Stones::PutAway) = &self.stage {
                self.play.note(point, is_closed, now);
            }
            self.changed_at = now;
            // After a game every picture counts: the stones may be on their way off the board.
            if is_over {
                self.judge(now);
            }
        }
        if !is_over {
            self.judge(now);
        }
    }

    /// Nothing has changed until now: decides what is due after a time of rest.
    pub fn wait(&mut self, now: Millis) {
        while let Some(moment) = self.deadline().filter(|&moment| moment <= now) {
            self.judge(moment);
        }
        let rests = [MOMENT, LANDING, SETTLE, DOUBT, OFFER, SETTLE + ABANDON];
        let judged = self.judged_at - self.changed_at;
        // Most of the time nobody touches the board, and all has been decided.
        if judged >= SETTLE + ABANDON {
            return;
        }
        let stood = now - self.changed_at;
        let due = |rest: Millis| judged < rest && rest <= stood;
        if rests.into_iter().any(due) {
            self.judge(now);
        }
    }

    /// When the game asks for another look at a picture that does not change.
    fn deadline(&self) -> Option<Millis> {
        match &self.stage {
            Stage::Playing(Stones::InPlay | Stones::PutAway) => self.play.deadline(),
            // As long as the stones are astray nobody looks at the game, and so its deadline would never pass.
            Stage::Playing(Stones::Unseen | Stones::Astray) | Stage::PuttingUp(_) => None,
        }
    }

    /// Judges the picture, once more after a game has begun with it.
    fn judge(&mut self, now: Millis) {
        let mut moment = now;
        loop {
            self.judged_at = moment;
            match self.verdict(moment) {
                Verdict::Show(situation) => return self.show(situation),
                Verdict::Keep => return,
                Verdict::Again(at) => moment = at,
            }
        }
    }

    fn verdict(&mut self, now: Millis) -> Verdict {
        let stood = now - self.changed_at;
        let at_rest = stood >= SETTLE;
        let start = self.standing_start(stood).filter(|_| at_rest);
        match &mut self.stage {
            Stage::PuttingUp(putting_up) => match putting_up.judge(self.picture, stood, SETTLE) {
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
            },
            Stage::Playing(Stones::Unseen | Stones::Astray) => self.returned(start, now),
            Stage::Playing(stones) => {
                let play = &mut self.play;
                if let (Stones::PutAway, Some(board)) = (*stones, start) {
                    return self.next_round(board);
                }
                let sight = Sight {
                    picture: self.picture,
                    now,
                    at_rest,
                };
                let ledger = &mut Ledger {
                    game: &mut self.game,
                    events: &mut self.events,
                };
                let reading = play.judge(ledger, sight);
                // Nothing wrong is recorded in silence: on the chip this is a fault, which has a name.
                let agrees = play.agrees_with(&self.game);
                assert!(agrees, "the referee and the game disagree");
                let is_over = self.game.outcome().is_some();
                *stones = match *stones {
                    _ if !is_over => Stones::InPlay,
                    _ if matches!(reading, Reading::Not) => Stones::PutAway,
                    stones => stones,
                };
                match reading {
                    Reading::As(situation) => Verdict::Show(situation),
                    Reading::NotYet => Verdict::Keep,
                    Reading::Not if is_over && at_rest => self.put_away(start),
                    Reading::Not if is_over => Verdict::Keep,
                    Reading::Not => self.unexplained(start, stood, sight),
                }
            }
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
    fn unexplained(&mut self, start: Option<Board>, stood: Millis, sight: Sight) -> Verdict {
        let play = &mut self.play;
        let ledger = &mut Ledger {
            game: &mut self.game,
            events: &mut self.events,
        };
        let mine = ledger.game.start().board();
        let Some(situation) = play.wrong(ledger, sight) else {
            return Verdict::Keep;
        };
        let new_game = start.filter(|&board| board >= mine && situation.phase == Phase::Wrong);
        match new_game {
            None => Verdict::Show(situation),
            Some(board) => self.put_up_instead(board, stood),
        }
    }

    /// A start position stands where a game is on: that game is abandoned, after a while.
    fn put_up_instead(&mut self, board: Board, stood: Millis) -> Verdict {
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
    fn choose(&mut self, board: Board) {
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

    fn show(&mut self, situation: Situation) {
        if situation.phase != self.told && !situation.untold {
            self.told = situation.phase;
            self.events.tell(Event::Phase(situation.phase));
        }
        if situation != self.situation {
            self.situation = situation;
            self.changes = self.changes.wrapping_add(1);
        }
    }

    /// Waits for the stones of a new match.
    pub fn restart(&mut self, board: Board, now: Millis) {
        self.board = board;
        self.series = Match::new(board, self.rules, self.seed);
        self.put_up(self.series.start(), now);
    }

    /// Waits for the stones of the first match on the largest board, by the standard rules.
    pub fn forget(&mut self, now: Millis) {
        self.rules = Rules::STANDARD;
        self.restart(Board::Tsivy, now);
    }

    /// The game, as room for another one: for a copy that is of no more use as a referee.
    pub const fn spare(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Waits for the stones of a position, whatever stands now.
    pub fn put_up(&mut self, start: Position, now: Millis) {
        self.choose(start.board());
        self.wait_for(start, self.picture, now);
    }

    /// Begins the match anew by other rules, and waits for a position; for the usual start, if none is named.
    pub fn set_rules(&mut self, rules: Rules, start: Option<Position>, now: Millis) {
        let found = match &self.stage {
            Stage::PuttingUp(putting_up) => putting_up.found(),
            Stage::Playing(_) => PointSet::EMPTY,
        };
        self.rules = rules;
        self.series = Match::new(self.board, rules, self.seed);
        self.wait_for(start.unwrap_or(self.series.start()), found, now);
    }

    fn wait_for(&mut self, start: Position, found: PointSet, now: Millis) {
        self.game.restart(self.rules, start);
        self.stage = Stage::PuttingUp(PuttingUp::new(start, found));
        self.judge(now);
    }

    /// The game that is on, or can still be taken back.
    const fn playing(&mut self) -> Option<(&mut Play, Ledger<'_>)> {
        let ledger = Ledger {
            game: &mut self.game,
            events: &mut self.events,
        };
        match self.stage {
            Stage::Playing(_) => Some((&mut self.play, ledger)),
            Stage::PuttingUp(_) => None,
        }
    }

    /// Ends the chain, as the player says.
    ///
    /// # Errors
    /// If no chain can go on.
    pub fn stop(&mut self, now: Millis) -> Result<(), NothingToStop> {
        let (play, mut ledger) = self.playing().ok_or(NothingToStop)?;
        if !play.stop(&mut ledger, now) {
            return Err(NothingToStop);
        }
        self.judge(now);
        Ok(())
    }

    /// Takes back what happened last: a resignation, an agreed draw, or else a turn. The lights then ask for the stones
    /// to be put back. Where the picture has two readings (a mirror), the first undo takes the other reading instead.
    ///
    /// # Errors
    /// If there is nothing to take back, or the rules forbid it.
    pub fn undo(&mut self, now: Millis) -> Result<(), NoTakeback> {
        let picture = self.picture;
        let (play, mut ledger) = self.playing().ok_or(NoTakeback::NothingPlayed)?;
        if !play.swap_mirror(&mut ledger, picture, now) {
            play.undo(&mut ledger, now)?;
        }
        self.judge(now);
        Ok(())
    }

    /// Ends the game: a side gives up.
    ///
    /// # Errors
    /// If no game is on.
    pub fn resign(&mut self, loser: Side, now: Millis) -> Result<(), NoGame> {
        self.end(now, |game| game.resign(loser))
    }

    /// Ends the game: both sides agree that nobody wins.
    ///
    /// # Errors
    /// If no game is on.
    pub fn agree_draw(&mut self, now: Millis) -> Result<(), NoGame> {
        self.end(now, Game::agree_draw)
    }

    fn end(
        &mut self,
        now: Millis,
        how: impl FnOnce(&mut Game) -> Result<(), Illegal>,
    ) -> Result<(), NoGame> {
        let (play, mut ledger) = self.playing().ok_or(NoGame)?;
        // A turn that is complete still counts.
        play.stop(&mut ledger, now);
        how(&mut self.game).map_err(|_| NoGame)?;
        if let Some(outcome) = self.game.outcome() {
            self.events.tell(Event::Over(outcome));
        }
        self.judge(now);
        Ok(())
    }
}

/// No chain can go on, so none can be stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NothingToStop;

/// No game is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoGame;
