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

mod bound;
pub mod clause;
pub mod cost;
mod ending;
mod evidence;
pub mod habit;
mod log;
mod mirror;
pub mod notice;
pub mod partner;
pub mod picture;
pub mod play;
pub mod putting_up;
mod readings;
pub mod resume;
mod search;
mod show;
pub mod situation;
mod stage;
mod story;
pub mod switch;

use heapless::Deque;

use crate::point::{Point, PointSet};
use crate::referee::cost::{Cost, LANDING};
use crate::referee::notice::Notice;
use crate::referee::partner::Partner;
use crate::referee::picture::Picture;
use crate::referee::play::{Ledger, MOMENT, Play, Sight};
use crate::referee::putting_up::{OFFER, PuttingUp};
use crate::referee::situation::{Handicap, Phase, Situation};
use crate::referee::stage::{Stage, Stones, Verdict};
use crate::referee::story::DOUBT;
use crate::rules::board::Board;
use crate::rules::game::{Game, NoTakeback};
use crate::rules::options::Rules;
use crate::rules::outcome::{Draw, Outcome};
use crate::rules::position::Position;
use crate::rules::series::{Match, Round};
use crate::rules::side::{BySide, Side};
use crate::rules::turn::Turn;
use crate::time::Millis;

/// Rest before anything that cannot be undone is decided.
pub const SETTLE: Millis = Millis(500);
/// How long the board asks who gives the game up, before it is abandoned.
pub const ABANDON: Millis = Millis(3000);

/// Rest in a chain that could go on before the board, if it plays the other side, shows its reply.
pub const REPLY: Millis = Millis(2000);

/// A moment that does not come.
const NEVER: Millis = Millis(u64::MAX);

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
    /// The players may agree on a draw, for this reason.
    Offer(Draw),
    /// A game of a match has begun, with the games that each side has won before.
    Round(Round, BySide<u16>),
    /// The second phase of a vela has begun: both sides capture.
    VelaFree,
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
    picture: Picture,
    changed_at: Millis,
    judged_at: Millis,
    /// When the next look is due at a picture that does not change.
    due: Millis,
    situation: Situation,
    /// How often it has changed.
    changes: u32,
    /// How often that has, or whether stones are put away, which is this.
    stirs: u32,
    was_put_away: bool,
    /// How many games have begun.
    begun: u32,
    /// How many turns the game had when the board was last at rest, and play explained it.
    played: usize,
    /// What is shown for a while before a turn.
    notice: Option<Notice>,
    /// The phase of the last phase event.
    told: Phase,
    /// The draw that is offered, once it has been told.
    offered: Option<Draw>,
    events: Events,
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
            picture: Picture {
                closed: PointSet::EMPTY,
                unknown: PointSet::EMPTY,
            },
            changed_at: Millis(0),
            judged_at: Millis(0),
            due: Millis(0),
            situation: Situation::at(Phase::Setup, &start),
            changes: 0,
            stirs: 0,
            was_put_away: false,
            begun: 0,
            played: 0,
            notice: None,
            told: Phase::Setup,
            offered: None,
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
            due,
            situation,
            changes,
            stirs,
            was_put_away,
            begun,
            played,
            notice,
            told,
            offered,
            events,
        } = other;
        self.game.copy(game);
        self.play.clone_from(play);
        self.events.clone_from(events);
        self.series.clone_from(series);
        self.stage.clone_from(stage);
        (self.rules, self.board, self.seed) = (*rules, *board, *seed);
        (self.changed_at, self.judged_at) = (*changed_at, *judged_at);
        self.due = *due;
        (self.picture, self.situation, self.told) = (*picture, *situation, *told);
        (self.changes, self.begun, self.played) = (*changes, *begun, *played);
        (self.stirs, self.was_put_away) = (*stirs, *was_put_away);
        (self.notice, self.offered) = (*notice, *offered);
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

    /// How often that, or whether stones are put away, has changed.
    #[must_use]
    pub const fn stirs(&self) -> u32 {
        self.stirs
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

    /// The vela that is on, or is put up.
    #[must_use]
    pub fn handicap(&self) -> Option<Handicap> {
        let position = self.game.position();
        let capturer = position.capturer()?;
        self.game.outcome().is_none().then(|| Handicap {
            capturer,
            left: position.left_to_phase_two(&self.rules),
        })
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
        if matches!(self.stage, Stage::PuttingUp(_)) {
            return start;
        }
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
        self.picture.closed
    }

    /// Whether a player is known to take stones off first and then to move.
    #[must_use]
    pub fn takes_first(&self, side: Side) -> bool {
        match &self.stage {
            Stage::PuttingUp(_) => false,
            Stage::Playing(_) | Stage::Ending(_) | Stage::Ended(_) => self.play.takes_first(side),
        }
    }

    /// Whether a stone that stands alone on a point has no part in the game: the lights would have it taken off, and a
    /// game that is on has no stone there that might be put up again.
    #[must_use]
    pub fn disowns(&self, point: Point) -> bool {
        let alone = PointSet::of(point);
        let is_over = self.game.outcome().is_some();
        let is_missed = !is_over && self.game.position().occupied().contains(point);
        self.picture.closed == alone && self.situation.extra == alone && !is_missed
    }

    /// Tells that the menu is open, or a self-test on. Until that is left, no phase of the game is told.
    pub fn stand_aside(&mut self, phase: Phase) {
        self.tell_phase(phase);
    }

    /// Tells the phase of the game, because that was left.
    pub fn come_back(&mut self) {
        self.tell_phase(self.situation.phase);
    }

    fn tell_phase(&mut self, phase: Phase) {
        self.told = phase;
        self.events.tell(Event::Phase(phase));
    }

    /// The next unread event.
    pub fn event(&mut self) -> Option<Event> {
        self.events.0.pop_front()
    }

    /// Takes a picture. Points that changed together count as changed one after another, lifts first.
    pub fn see(&mut self, picture: PointSet, now: Millis) {
        let picture = picture - self.picture.unknown;
        if picture == self.picture.closed {
            self.wait(now);
            return;
        }
        self.notice = None;
        let is_over = self.game.outcome().is_some();
        let stood = self.picture.closed;
        let (opened, closed) = (stood - picture, picture - stood);
        for point in opened.iter().chain(closed) {
            let is_closed = closed.contains(point);
            if is_closed {
                self.picture.closed.add(point);
            } else {
                self.picture.closed.discard(point);
            }
            if self.is_watching() {
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

    /// From now on nothing is known of these points, and of no others. Those that are believed again hold what is closed.
    #[inline(never)]
    pub fn mistrust(&mut self, unknown: PointSet, closed: PointSet, now: Millis) {
        if unknown != self.picture.unknown {
            self.hide(unknown, closed);
            self.judge(now);
        }
    }

    /// The same, without a look at what that means.
    pub fn hide(&mut self, unknown: PointSet, closed: PointSet) {
        let before = self.picture;
        let known = closed & before.unknown;
        self.picture = Picture::new(before.closed | known, unknown);
        self.play.mistrust(unknown);
    }

    /// How good a reason it is for what stands that the reed of a point is dead; none, if that does not explain it.
    #[inline(never)]
    pub fn blame(&mut self, point: Point, now: Millis) -> Option<Blame> {
        let sight = Sight {
            picture: self.picture,
            now,
            at_rest: true,
        };
        let is_on = matches!(self.stage, Stage::Playing(Stones::InPlay));
        let cost = is_on.then(|| self.play.doubt(&self.game, sight, point))??;
        // What is explained already is no reason, unless it is complete then.
        let is_wrong = self.situation.phase == Phase::Wrong;
        if !is_wrong && cost.unfinished > 0 {
            return None;
        }
        Some(Blame {
            cost,
            is_other: !self.situation.asked().contains(point),
            since: self.play.touched(point),
        })
    }

    /// Nothing has changed until now: decides what is due after a time of rest.
    pub fn wait(&mut self, now: Millis) {
        // Most of the time nobody touches the board, and all has been decided.
        if now < self.due {
            return;
        }
        while let Some(moment) = self.deadline().filter(|&moment| moment <= now) {
            self.judge(moment);
        }
        if self.next_rest() <= now {
            self.judge(now);
        }
    }

    /// When the picture will have stood long enough for something to be decided that has not been yet; never, if all has.
    fn next_rest(&self) -> Millis {
        let rests = [
            MOMENT,
            LANDING,
            SETTLE,
            DOUBT,
            OFFER,
            REPLY,
            SETTLE + ABANDON,
        ];
        let judged = self.judged_at - self.changed_at;
        let next = rests.into_iter().filter(|&rest| judged < rest).min();
        next.map_or(NEVER, |rest| self.changed_at + rest)
    }

    /// Whether what changes belongs to the game, as far as is known.
    const fn is_watching(&self) -> bool {
        let stones = match &self.stage {
            Stage::Playing(stones) => stones,
            Stage::Ending(ending) => &ending.before,
            Stage::PuttingUp(_) | Stage::Ended(_) => return false,
        };
        matches!(stones, Stones::InPlay | Stones::PutAway)
    }

    /// When another look is due at a picture that does not change.
    fn deadline(&self) -> Option<Millis> {
        let game = match &self.stage {
            Stage::Playing(Stones::InPlay | Stones::PutAway) => self.play.deadline(),
            Stage::Ended(ended) => ended.until,
            // As long as nobody looks at the game its deadline would never pass.
            Stage::Playing(Stones::Unseen | Stones::Astray)
            | Stage::PuttingUp(_)
            | Stage::Ending(_) => None,
        };
        let notice = self.notice.map(|notice| notice.until);
        game.into_iter().chain(notice).min()
    }

    /// Judges the picture, once more after a stage has begun with it.
    fn judge(&mut self, now: Millis) {
        self.notice = self.notice.filter(|notice| now < notice.until);
        let mut moment = now;
        loop {
            self.judged_at = moment;
            match self.verdict(moment) {
                Verdict::Show(situation) => break self.show(situation),
                Verdict::Keep => break,
                Verdict::Again(at) => moment = at,
            }
        }
        let is_put_away = self.is_put_away();
        if is_put_away != self.was_put_away {
            self.was_put_away = is_put_away;
            self.stirs = self.stirs.wrapping_add(1);
        }
        let deadline = self.deadline().unwrap_or(NEVER);
        self.due = deadline.min(self.next_rest());
    }

    fn show(&mut self, mut situation: Situation) {
        situation.handicap = self.handicap();
        let was_bound = self.situation.handicap.is_some_and(Handicap::is_bound);
        if was_bound
            && situation
                .handicap
                .is_some_and(|handicap| !handicap.is_bound())
        {
            let position = self.game.position();
            self.notice = Some(Notice::of_freedom(position, self.judged_at));
        }
        if self.partner().is_there() {
            self.guide(&mut situation);
        }
        if let (Phase::ToMove, Some(notice)) = (situation.phase, self.notice) {
            notice.tell(&mut situation);
        }
        let is_aside = matches!(self.told, Phase::Menu | Phase::SelfTest);
        if situation.phase != self.told && !situation.untold && !is_aside {
            self.tell_phase(situation.phase);
        }
        if situation != self.situation {
            self.situation = situation;
            self.changes = self.changes.wrapping_add(1);
            self.stirs = self.stirs.wrapping_add(1);
        }
    }

    /// What the board plays itself.
    #[must_use]
    pub const fn partner(&self) -> &Partner {
        self.play.partner()
    }

    /// Has the board play these sides itself.
    pub fn set_partner(&mut self, sides: BySide<bool>, now: Millis) {
        self.play.change_partner(|partner| partner.play(sides));
        self.judge(now);
    }

    /// The board has chosen a turn of a position, or none.
    pub fn choose_turn(&mut self, chosen: Option<(Position, Turn)>, now: Millis) {
        self.play.change_partner(|partner| partner.choose(chosen));
        self.judge(now);
    }

    /// The position whose turn is due in a game that is on, and whether it is that after a chain that may still go on. None as
    /// long as it is not known.
    #[must_use]
    pub fn awaited(&self) -> Option<(Position, bool)> {
        let is_on = matches!(self.stage, Stage::Playing(Stones::InPlay));
        let is_on = is_on && self.game.outcome().is_none();
        is_on.then(|| self.play.awaited(&self.game)).flatten()
    }

    /// Shows what the board plays itself as it would guide a hand: which stone goes where. The reply to a chain that may go on
    /// is shown after a while.
    #[inline(never)]
    fn guide(&self, situation: &mut Situation) {
        let stood = self.judged_at - self.changed_at;
        let awaited = self.awaited();
        if let (Phase::Chaining, Some((after, true))) = (situation.phase, &awaited)
            && stood >= REPLY
            && self.partner().chosen(after).is_some()
        {
            *situation = Situation {
                handicap: situation.handicap,
                ..Situation::at(Phase::ToMove, after)
            };
        }
        situation.guided = self.partner().plays(situation.side);
        if !situation.guided {
            return;
        }
        situation.movable = PointSet::EMPTY;
        let awaited = awaited.filter(|(start, _)| start.stones() == situation.stones);
        let chosen = awaited
            .as_ref()
            .and_then(|(start, _)| self.partner().chosen(start));
        if let (Phase::ToMove, Some(turn)) = (situation.phase, chosen) {
            situation.mover = PointSet::of(turn.origin());
            situation.targets = PointSet::of(turn.landing());
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
        self.wait_for(start, self.picture.closed, now);
    }

    /// Begins the match anew by other rules, and waits for a position; for the usual start, if none is named.
    pub fn set_rules(&mut self, rules: Rules, start: Option<Position>, now: Millis) {
        let found = match &self.stage {
            Stage::PuttingUp(putting_up) => putting_up.found(),
            Stage::Playing(_) | Stage::Ending(_) | Stage::Ended(_) => PointSet::EMPTY,
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
            Stage::PuttingUp(_) => None,
            Stage::Playing(_) | Stage::Ending(_) | Stage::Ended(_) => {
                Some((&mut self.play, ledger))
            }
        }
    }

    /// Ends the chain, as the player says.
    ///
    /// # Errors
    /// If no chain can go on.
    pub fn stop(&mut self, now: Millis) -> Result<(), NothingToStop> {
        self.stop_since(now, now)
    }

    /// The same by a player who began to say so at this moment: what the lights asked then is answered.
    ///
    /// # Errors
    /// If no chain can go on.
    pub fn stop_since(&mut self, since: Millis, now: Millis) -> Result<(), NothingToStop> {
        let picture = self.picture;
        let (play, mut ledger) = self.playing().ok_or(NothingToStop)?;
        if !play.stop(&mut ledger, picture, since, now) {
            return Err(NothingToStop);
        }
        self.judge(now);
        Ok(())
    }

    /// The player says that what stands is right: what cannot be seen of it was done.
    #[inline(never)]
    pub fn confirm(&mut self, now: Millis) {
        let picture = self.picture;
        let sight = Sight {
            picture,
            now,
            at_rest: true,
        };
        if let Some((play, mut ledger)) = self.playing() {
            play.reinstate(&mut ledger, sight);
            play.confirm(&mut ledger, picture, now, now);
            self.judge(now);
        }
    }

    /// Takes back what happened last: a resignation, an agreed draw, or else a turn. The lights then ask for the stones
    /// to be put back. Where the picture has two readings (a mirror), the first undo takes the other reading instead.
    ///
    /// # Errors
    /// If there is nothing to take back, or the rules forbid it.
    pub fn undo(&mut self, now: Millis) -> Result<(), NoTakeback> {
        let picture = self.picture;
        let (play, mut ledger) = self.playing().ok_or(NoTakeback::NothingPlayed)?;
        // What the board plays has one reading.
        let is_open = !play.partner().is_there();
        if !(is_open && play.swap_mirror(&mut ledger, picture, now)) {
            play.undo(&mut ledger, now)?;
        }
        // Whatever was asked or answered counts no more.
        match self.stage {
            Stage::Ending(ending) => self.stage = Stage::Playing(ending.before),
            Stage::Ended(_) => self.stage = Stage::Playing(Stones::InPlay),
            Stage::PuttingUp(_) | Stage::Playing(_) => {}
        }
        self.judge(now);
        Ok(())
    }

    /// Ends the game: a side gives up.
    ///
    /// # Errors
    /// If no game is on.
    pub fn resign(&mut self, loser: Side, now: Millis) -> Result<(), NoGame> {
        self.declare(now, |game| game.resign(loser))?;
        self.judge(now);
        Ok(())
    }

    /// Ends the game: both sides agree that nobody wins.
    ///
    /// # Errors
    /// If no game is on.
    pub fn agree_draw(&mut self, now: Millis) -> Result<(), NoGame> {
        self.declare(now, Game::agree_draw)?;
        self.judge(now);
        Ok(())
    }
}

/// How good a reason it is for what stands that a reed is dead; the least is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Blame {
    /// What the story costs that is left then.
    cost: Cost,
    /// Whether the lights ask for nothing at its point.
    is_other: bool,
    /// When the reed changed first of those that have changed; of others nobody has heard.
    since: usize,
}

/// No chain can go on, so none can be stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NothingToStop;

/// No game is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoGame;
