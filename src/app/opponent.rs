//! The board's own play: what there is to think about, and what becomes of the answer.
//!
//! The app only says what is to be searched, and takes the answer; who searches, and how fast, it does not know. On the host
//! that is a [`Thinker`](crate::app::thinker::Thinker) beside it, on the chip the second core.

use crate::app::App;
use crate::engine::level::Level;
use crate::engine::{Finding, Plan, Search};
use crate::light::cues::Cues;
use crate::point::{Point, PointSet};
use crate::referee::situation::{Phase, Situation};
use crate::rules::game::NoTakeback;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::turn::Turn;
use crate::time::Millis;

/// How strong the board is when nobody has said so.
pub(super) const USUAL: Level = Level::new(3).expect("there are nine");

/// How strong the board is when it gives a hint, and when it judges a turn.
const ADVICE: Level = Level::new(8).expect("there are nine");
const JUDGEMENT: Level = Level::new(7).expect("there are nine");

/// What a turn must have given away to be lit, in hundredths of a stone.
const LAPSE: i16 = 100;

/// How long the board waits, after its own turn was taken back by hand, for the player's to be taken back too.
pub const PATIENCE: Millis = Millis(10_000);

/// What the board plays, and what it thinks about.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    levels: BySide<Option<Level>>,
    /// The level that was set last.
    usual: Level,
    judges: bool,
    /// The latest task, its number, and how far it is.
    task: Option<Task>,
    number: u32,
    state: State,
    /// The position that a hint is asked for, and the stone that is in the hand.
    asked: Option<(Position, Option<Point>)>,
    /// The hint, and its position.
    hint: Option<(Position, Turn)>,
    /// The best turn of a position, and what it is worth once that is known: the one that is played is held against it.
    best: Option<(Position, Turn, Option<i16>)>,
    /// The turn that is being judged.
    judged: Option<Turn>,
    /// Where a turn ended that gave something away, and the position after it.
    lapse: Option<(Position, Point)>,
    /// How far the game had come when it was last looked at, and whether the board waits for another turn to be taken back.
    begun: u32,
    turns: usize,
    waits: bool,
    /// How often the situation had changed by then; none, if something else has.
    seen: Option<u32>,
    /// Whether there may be something to think about.
    pub(super) is_awake: bool,
    news: Option<News>,
    /// What is lit, beside its turns, and how often that has changed.
    marks: Option<Marks>,
    pub(super) marked: u32,
}

/// What is lit of it, beside its turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Marks {
    /// Whether the board thinks about its turn.
    thinks: bool,
    /// A good turn.
    hint: PointSet,
    /// The end of a turn that gave something away.
    lapse: PointSet,
}

impl Marks {
    #[inline(never)]
    fn on(&self, cues: &Cues) -> Cues {
        let cues = cues.with_hint(self.hint).with_lapse(self.lapse);
        cues.with_thought(self.thinks)
    }
}

/// What the board has thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// It plays this turn.
    Plays(Turn),
    /// It would play this turn.
    Hint(Turn),
    /// This turn gave so much away, in hundredths of a stone.
    Judged(Turn, i16),
}

/// What is to be found out.
#[derive(Clone, Copy, Debug)]
struct Task {
    purpose: Purpose,
    start: Position,
    /// Whether that is a position after a capture that the game does not have yet.
    is_ahead: bool,
    level: Level,
    /// The stone in the hand.
    stone: Option<Point>,
    seed: u32,
}

/// How far a task is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It is to be thought about.
    Open,
    /// It has been answered.
    Answered,
    /// And that was told.
    Told,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Play,
    Hint,
    /// Which turn is the best,
    Best,
    /// what it is worth, by a search of the position after it,
    Worth,
    /// and what the turn that was played is worth, by the same.
    Played,
}

impl Task {
    /// Whether the answer to another one is the answer to this: what was ahead of the game may be its position now.
    fn is(&self, other: &Self) -> bool {
        let how = |task: &Self| (task.purpose, task.level, task.stone, task.seed);
        how(self) == how(other) && self.start == other.start
    }

    /// A task of a judge. What came before does not count, so that turns can be compared.
    const fn judging(purpose: Purpose, start: Position) -> Self {
        Self {
            purpose,
            start,
            is_ahead: true,
            level: JUDGEMENT,
            stone: None,
            seed: 0,
        }
    }

    fn plan(&self) -> Plan {
        Plan {
            seed: self.seed,
            stone: self.stone,
            ..Plan::of(self.level.strength())
        }
    }
}

impl Opponent {
    /// Thinks about nothing.
    pub(super) const fn new() -> Self {
        Self {
            levels: BySide {
                white: None,
                black: None,
            },
            usual: USUAL,
            judges: false,
            task: None,
            number: 0,
            state: State::Told,
            asked: None,
            hint: None,
            best: None,
            judged: None,
            lapse: None,
            begun: 0,
            turns: 0,
            waits: false,
            seen: None,
            is_awake: false,
            news: None,
            marks: None,
            marked: 0,
        }
    }

    /// Whether the game has to be followed.
    const fn follows(&self) -> bool {
        let plays = self.levels.white.is_some() || self.levels.black.is_some();
        plays || self.judges || self.task.is_some() || self.hint.is_some()
    }

    /// Has it looked at once what there is to think about.
    const fn stir(&mut self) {
        (self.seen, self.is_awake) = (None, true);
    }

    /// Whether the board thinks about its turn.
    fn is_thinking(&self) -> bool {
        let task = self.task.filter(|_| self.state == State::Open);
        task.is_some_and(|task| task.purpose == Purpose::Play && !task.is_ahead)
    }

    /// What it has thought, once.
    pub(super) const fn news(&mut self) -> Option<News> {
        self.news.take()
    }

    /// The points of a hint in this situation: the stone, then where it goes; in a chain that is to end, the stone again.
    fn hint(&self, situation: &Situation) -> PointSet {
        let Some((start, turn)) = &self.hint else {
            return PointSet::EMPTY;
        };
        let made = start.chain().map_or(0, Turn::len);
        let next = turn.steps().nth(made);
        let from = start.mover().unwrap_or(turn.origin());
        match (situation.phase, next) {
            (Phase::ToMove, _) | (Phase::Chaining, None) => PointSet::of(from),
            (Phase::Chaining, Some(step)) => PointSet::of(step.to),
            (Phase::Carrying, Some(step)) if situation.origin.contains(from) => {
                PointSet::of(step.to)
            }
            _ => PointSet::EMPTY,
        }
    }

    fn marks(&self, situation: &Situation) -> Option<Marks> {
        let lapse = self.lapse.map(|(_, point)| PointSet::of(point));
        let marks = Marks {
            thinks: self.is_thinking(),
            hint: self.hint(situation),
            lapse: lapse.unwrap_or(PointSet::EMPTY),
        };
        let is_any = marks.thinks || !(marks.hint | marks.lapse).is_empty();
        is_any.then_some(marks)
    }

    /// Adds what is lit of it to the cues.
    pub(super) fn mark(&self, cues: &mut Cues) {
        if let Some(marks) = &self.marks {
            *cues = marks.on(cues);
        }
    }
}

impl App {
    /// How strong the board plays a side, if it does.
    #[must_use]
    pub fn level(&self, side: Side) -> Option<Level> {
        self.opponent.levels[side]
    }

    /// Has the board play a side, or leaves it to people.
    pub fn set_level(&mut self, side: Side, level: Option<Level>) {
        self.opponent.levels[side] = level;
        self.opponent.usual = level.unwrap_or(self.opponent.usual);
        let BySide { white, black } = self.opponent.levels;
        let sides = BySide {
            white: white.is_some(),
            black: black.is_some(),
        };
        self.opponent.waits = false;
        self.begin_to_follow();
        self.referee.set_partner(sides, self.now);
    }

    /// The level by which the board plays a side that is given to it by the menu: the one that was set last.
    #[must_use]
    pub const fn usual_level(&self) -> Level {
        self.opponent.usual
    }

    /// Has the board play at this level whatever it plays.
    pub fn set_usual_level(&mut self, level: Level) {
        self.opponent.usual = level;
        for side in Side::BOTH {
            if self.level(side).is_some() {
                self.set_level(side, Some(level));
            }
        }
    }

    /// Whether the board says what turns give away.
    #[must_use]
    pub const fn judges(&self) -> bool {
        self.opponent.judges
    }

    /// Has the board say what turns give away, or not.
    pub fn set_judges(&mut self, judges: bool) {
        self.opponent.judges = judges;
        (self.opponent.best, self.opponent.judged) = (None, None);
        self.opponent.lapse = None;
        self.begin_to_follow();
    }

    /// Follows the game from here on.
    fn begin_to_follow(&mut self) {
        self.opponent.begun = self.referee.begun();
        self.opponent.turns = self.referee.game().history().len();
        self.opponent.stir();
    }

    /// Asks for a good turn, or where to the stone in the hand had better go.
    ///
    /// # Errors
    /// If nobody has a turn to play.
    pub fn ask_hint(&mut self) -> Result<(), NoHint> {
        let start = self.referee.position();
        let situation = self.referee.situation();
        let is_open = matches!(
            situation.phase,
            Phase::ToMove | Phase::Carrying | Phase::Chaining
        );
        let is_on = self.referee.awaited().is_some() && situation.side == start.side();
        if !is_open || !is_on || situation.guided {
            return Err(NoHint);
        }
        let lifted = situation.origin.first();
        let stone = lifted.filter(|_| start.chain().is_none());
        self.opponent.asked = Some((start, stone));
        self.opponent.hint = None;
        self.opponent.stir();
        Ok(())
    }

    /// Takes back what happened last, and if that was the board's own turn, the one before it too: it would only be played again.
    ///
    /// # Errors
    /// If there is nothing to take back, or the rules forbid it.
    pub fn undo(&mut self) -> Result<(), NoTakeback> {
        let turns = self.referee.game().history().len();
        self.referee.undo(self.now)?;
        let game = self.referee.game();
        let (side, partner) = (game.position().side(), self.referee.partner());
        let was_own = game.history().len() < turns && partner.plays(side);
        if was_own && !partner.plays(!side) && !game.history().is_empty() {
            // What is refused changes nothing.
            let _ = self.referee.undo(self.now);
        }
        Ok(())
    }

    /// How many tasks there have been.
    #[must_use]
    pub const fn tasks(&self) -> u32 {
        self.opponent.number
    }

    /// The number of the task that is to be thought about, if there is one.
    #[must_use]
    pub fn task(&self) -> Option<u32> {
        let opponent = &self.opponent;
        let is_open = opponent.task.is_some() && opponent.state == State::Open;
        is_open.then_some(opponent.number)
    }

    /// Tells a search what is to be found.
    pub fn pose<T>(&self, search: &mut Search<T>) {
        let Some(task) = &self.opponent.task else {
            return;
        };
        let game = self.referee.game();
        if task.is_ahead {
            search.pose_after_capture(&task.start, game.rules(), task.plan());
        } else {
            search.pose(game, task.plan());
        }
    }

    /// Takes the answer to a task, unless it is not asked any more.
    pub fn take_answer(&mut self, number: u32, found: Option<Finding>) {
        let Some(task) = self.opponent.task.filter(|_| self.task() == Some(number)) else {
            return;
        };
        let opponent = &mut self.opponent;
        opponent.state = State::Answered;
        opponent.stir();
        let Some(Finding { turn, score, .. }) = found else {
            return;
        };
        match task.purpose {
            Purpose::Play => self.referee.choose_turn(Some((task.start, turn)), self.now),
            Purpose::Hint => {
                opponent.news = Some(News::Hint(turn));
                (opponent.asked, opponent.hint) = (None, Some((task.start, turn)));
            }
            Purpose::Best => opponent.best = Some((task.start, turn, None)),
            Purpose::Worth => {
                // What the other side gains, this one loses.
                let worth = score.saturating_neg();
                opponent.best = opponent
                    .best
                    .map(|(start, turn, _)| (start, turn, Some(worth)));
            }
            Purpose::Played => self.judge(&task.start, score.saturating_neg()),
        }
    }

    /// Sees whether there is something else to think about.
    #[cold]
    pub(super) fn consider(&mut self) {
        let seen = Some(self.referee.changes());
        if seen == self.opponent.seen && !self.opponent.waits {
            return;
        }
        self.follow();
        let wanted = self.wanted();
        let opponent = &mut self.opponent;
        let is_same = match (&wanted, &opponent.task) {
            (Some(wanted), Some(task)) => wanted.is(task),
            (None, None) => true,
            _ => false,
        };
        opponent.task = wanted;
        if !is_same {
            opponent.number = opponent.number.wrapping_add(1);
            opponent.state = State::Open;
        }
        let plays = wanted.is_some_and(|task| task.purpose == Purpose::Play);
        let situation = self.referee.situation();
        let is_shown = situation.phase == Phase::ToMove && situation.guided;
        if plays && opponent.state == State::Answered && is_shown {
            opponent.state = State::Told;
            opponent.news = self.referee.partner().turn().map(News::Plays);
        }
        (opponent.seen, opponent.is_awake) = (seen, opponent.follows());
        let marks = opponent.marks(situation);
        if marks != opponent.marks {
            opponent.marks = marks;
            opponent.marked = opponent.marked.wrapping_add(1);
        }
    }

    /// Follows the game: what was thought about another position is of no use.
    fn follow(&mut self) {
        let position = self.referee.position();
        let game = self.referee.game();
        let (begun, turns) = (self.referee.begun(), game.history().len());
        let side = game.position().side();
        let plays = self.referee.partner().plays(side);
        let opponent = &mut self.opponent;
        let is_elsewhere = |start: &Position| *start != position;
        if opponent.hint.is_some_and(|(start, _)| is_elsewhere(&start)) {
            opponent.hint = None;
        }
        if opponent
            .asked
            .is_some_and(|(start, _)| is_elsewhere(&start))
        {
            opponent.asked = None;
        }
        let is_back = begun != opponent.begun || turns < opponent.turns;
        if is_back || opponent.lapse.is_some_and(|(after, _)| after != position) {
            opponent.lapse = None;
        }
        if is_back {
            (opponent.best, opponent.judged) = (None, None);
        } else if turns == opponent.turns + 1 {
            let is_known = opponent.best.is_some_and(|(_, _, worth)| worth.is_some());
            opponent.judged = game.history().last().filter(|_| is_known);
        }
        if begun != opponent.begun || turns > opponent.turns || !plays {
            opponent.waits = false;
        } else if turns < opponent.turns && turns > 0 {
            opponent.waits = true;
        }
        (opponent.begun, opponent.turns) = (begun, turns);
        if opponent.waits && self.referee.stood(self.now) >= PATIENCE {
            opponent.waits = false;
        }
        if opponent.waits && self.referee.partner().turn().is_some() {
            self.referee.choose_turn(None, self.now);
        }
    }

    /// What is to be thought about now.
    fn wanted(&self) -> Option<Task> {
        let (start, is_ahead) = self.referee.awaited()?;
        let opponent = &self.opponent;
        if let Some((start, stone)) = opponent.asked {
            return Some(Task {
                purpose: Purpose::Hint,
                start,
                is_ahead: start.chain().is_some(),
                level: ADVICE,
                stone,
                seed: 0,
            });
        }
        if !is_ahead && opponent.judged.is_some() {
            return Some(Task::judging(Purpose::Played, start));
        }
        if let Some(level) = opponent.levels[start.side()] {
            return (!opponent.waits).then(|| Task {
                purpose: Purpose::Play,
                start,
                is_ahead,
                level,
                stone: None,
                seed: self.seed(),
            });
        }
        if !opponent.judges || is_ahead {
            return None;
        }
        match &opponent.best {
            Some((at, best, None)) if *at == start => {
                let after = start.play(self.referee.rules(), best).ok()?;
                Some(Task::judging(Purpose::Worth, after))
            }
            Some((at, ..)) if *at == start => None,
            _ => Some(Task::judging(Purpose::Best, start)),
        }
    }

    /// What decides between turns that seem equally good: another one in each game.
    #[allow(clippy::cast_possible_truncation)] // any bits do
    fn seed(&self) -> u32 {
        let games = self.referee.begun().wrapping_mul(2).wrapping_add(1);
        (self.referee.seed() as u32).wrapping_mul(games)
    }

    /// Compares what the turn that was played is worth with the best.
    fn judge(&mut self, after: &Position, worth: i16) {
        let opponent = &mut self.opponent;
        let judged = opponent.judged.take();
        let (Some((_, _, Some(most))), Some(turn)) = (opponent.best.take(), judged) else {
            return;
        };
        let gave = most.saturating_sub(worth).max(0);
        opponent.news = Some(News::Judged(turn, gave));
        if gave >= LAPSE {
            opponent.lapse = Some((*after, turn.end()));
        }
    }
}

/// Nobody has a turn to play, so there is none to be hinted at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoHint;
