//! A game: the turns played, and the draws that only its history shows.

use heapless::Deque;

use crate::point::PointSet;
use crate::rules::history::History;
use crate::rules::illegal::Illegal;
use crate::rules::options::{OneEach, Rules, Takeback};
use crate::rules::outcome::{Draw, Outcome, Win};
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::turn::Turn;

/// A game in progress or at its end.
///
/// ```
/// use fanorona_board::rules::board::Board;
/// use fanorona_board::rules::game::Game;
/// use fanorona_board::rules::options::Rules;
/// use fanorona_board::rules::position::Position;
/// use fanorona_board::rules::side::Side;
///
/// let mut game = Game::new(Rules::STANDARD, Position::riatra(Board::Telo, Side::White));
/// for text in ["c1b2A", "a2a3W"] {
///     let turn = Board::Telo.read_turn(text)?;
///     game.play(&turn).map_err(|illegal| illegal.on(Board::Telo).to_string())?;
/// }
/// assert_eq!(game.history().len(), 2);
///
/// game.resign(Side::White).expect("the game is on");
/// let outcome = game.outcome().expect("it has ended");
/// assert_eq!(outcome.winner(), Some(Side::Black));
/// assert_eq!(outcome.result().to_string(), "black won: white resigned");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    start: Position,
    position: Position,
    history: History,
    /// The latest positions, the current one last.
    past: Deque<Past, { Game::LOOK_BACK + Game::TAKE_BACK }>,
    /// Turns without a capture.
    quiet: u16,
    outcome: Option<Outcome>,
}

/// A position that occurred. Sides alternate, so every second position has the same side to move.
#[derive(Clone, Copy, Debug)]
struct Past {
    stones: BySide<PointSet>,
    /// How often the position had occurred by then.
    times: u16,
    /// Turns without a capture by then.
    quiet: u16,
}

impl Game {
    /// The number of positions in which a repetition is looked for.
    pub const LOOK_BACK: usize = 128;
    /// The number of turns that can be taken back from memory; for more, the game is replayed from its start.
    const TAKE_BACK: usize = 16;

    /// A game from a position.
    #[must_use]
    pub fn new(rules: Rules, start: Position) -> Self {
        let mut game = Self::blank(rules, start);
        game.rewind();
        game
    }

    /// Room for a game: it begins with [`Game::restart`].
    pub(crate) const fn blank(rules: Rules, start: Position) -> Self {
        Self {
            rules,
            start,
            position: start,
            history: History::new(),
            past: Deque::new(),
            quiet: 0,
            outcome: None,
        }
    }

    /// Begins another game in the place of this one.
    pub fn restart(&mut self, rules: Rules, start: Position) {
        self.rules = rules;
        self.start = start;
        self.rewind();
    }

    /// Becomes a copy of another game, in place.
    pub(crate) fn copy(&mut self, other: &Self) {
        // All fields are named, so that none is forgotten.
        let Self {
            rules,
            start,
            position,
            history,
            past,
            quiet,
            outcome,
        } = other;
        self.history.clone_from(history);
        self.past.clear();
        self.past.extend(past.iter().copied());
        (self.rules, self.start, self.position) = (*rules, *start, *position);
        (self.quiet, self.outcome) = (*quiet, *outcome);
    }

    /// The rules that the game is played by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position that the game began with.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The stones that the start needs: of this game, or after its end of the next, which has the usual start.
    #[must_use]
    pub const fn stones_to_put_up(&self) -> BySide<PointSet> {
        match self.outcome {
            Some(_) => self.start.board().start(),
            None => self.start.stones(),
        }
    }

    /// The position now, or the final one.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The turns played.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The position before so many of the last turns, if that many were played and it is remembered.
    #[must_use]
    pub fn before(&self, turns: usize) -> Option<Position> {
        let past = self.past.iter().rev().nth(turns)?;
        if turns == self.history.len() {
            return Some(self.start);
        }
        let before = self.position.before(past.stones);
        Some(if turns.is_multiple_of(2) {
            before.before(past.stones)
        } else {
            before
        })
    }

    /// Turns without a capture up to now.
    pub(crate) const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The stones of the positions since the last capture in which a repetition is looked for, the current ones first.
    pub(crate) fn recent(&self) -> impl Iterator<Item = BySide<PointSet>> {
        let recent = usize::from(self.quiet).saturating_add(1);
        let recent = self.past.iter().rev().take(recent.min(Self::LOOK_BACK));
        recent.map(|past| past.stones)
    }

    /// How the game ended, if it did.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The draw that the rules offer in this position: the players may agree on it, and who plays on declines it.
    #[must_use]
    pub fn offer(&self) -> Option<Draw> {
        if self.outcome.is_some() {
            return None;
        }
        if self.rules.one_each == OneEach::Offer && self.position.is_barren() {
            return Some(Draw::OneEach);
        }
        let times = self.past.back().map_or(0, |past| past.times);
        let is_offered = self.rules.repetition.is_offered(times);
        is_offered.then_some(Draw::Repetition)
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// Why the turn is not legal; the game is unchanged then.
    pub fn play(&mut self, turn: &Turn) -> Result<(), Illegal> {
        self.check_open()?;
        let after = self.position.play(&self.rules, turn)?;
        self.advance(turn, after);
        Ok(())
    }

    /// Plays a turn that was generated from the position, and leads to this one: nobody has to ask again whether it is legal.
    ///
    /// # Errors
    /// If the game is over; it is unchanged then.
    pub(crate) fn pass(&mut self, turn: &Turn, after: &Position) -> Result<(), Illegal> {
        self.check_open()?;
        debug_assert_eq!(self.position.play(&self.rules, turn), Ok(*after));
        self.advance(turn, *after);
        Ok(())
    }

    /// Takes back what happened last: a resignation, an agreed draw, or else a turn, which is returned.
    ///
    /// # Errors
    /// If there is nothing to take back, or the rules forbid it; the game is unchanged then.
    pub fn take_back(&mut self) -> Result<Option<Turn>, NoTakeback> {
        if self.rules.takeback == Takeback::No {
            return Err(NoTakeback::Forbidden);
        }
        if self.outcome.is_some_and(Outcome::is_declared) {
            self.outcome = None;
            return Ok(None);
        }
        self.retract().map(Some).ok_or(NoTakeback::NothingPlayed)
    }

    /// Takes the last turn back, even if the rules forbid that.
    pub(crate) fn retract(&mut self) -> Option<Turn> {
        let last = self.history.pop()?;
        self.past.pop_back();
        // Before that turn the game was not over, or the turn could not have been played.
        self.outcome = None;
        let needed = (self.history.len() + 1).min(Self::LOOK_BACK);
        if let Some(before) = self.past.back().filter(|_| self.past.len() >= needed) {
            self.quiet = before.quiet;
            self.position = if self.history.is_empty() {
                self.start
            } else {
                self.position.before(before.stones)
            };
            return Some(last);
        }
        // Too few positions are left in memory: a replay counts repetitions anew.
        let history = core::mem::take(&mut self.history);
        self.rewind();
        for turn in history.turns() {
            if let Ok(after) = self.position.play(&self.rules, &turn) {
                self.advance(&turn, after);
            }
        }
        Some(last)
    }

    /// Ends the game: a side gives up.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, loser: Side) -> Result<(), Illegal> {
        self.check_open()?;
        self.outcome = Some(Outcome::Won {
            winner: !loser,
            by: Win::Resigned,
        });
        Ok(())
    }

    /// Ends the game: both sides agree that nobody wins.
    ///
    /// # Errors
    /// If the game is over.
    pub fn agree_draw(&mut self) -> Result<(), Illegal> {
        self.check_open()?;
        self.outcome = Some(Outcome::Drawn(Draw::Agreed));
        Ok(())
    }

    fn check_open(&self) -> Result<(), Illegal> {
        self.outcome
            .map_or(Ok(()), |outcome| Err(Illegal::Over(outcome)))
    }

    /// Goes back to the start, with an empty history.
    fn rewind(&mut self) {
        self.position = self.start;
        self.history.clear();
        self.quiet = 0;
        self.past.clear();
        self.remember();
        self.outcome = self.start.outcome(&self.rules);
    }

    /// Advances to the position after a legal turn.
    fn advance(&mut self, turn: &Turn, after: Position) {
        let captured = turn.steps().any(|step| step.take.is_some());
        self.position = after;
        self.history.push(turn);
        self.quiet = if captured {
            0
        } else {
            self.quiet.saturating_add(1)
        };
        let times = self.remember();
        let drawn = if self.rules.repetition.is_reached(times) {
            Some(Draw::Repetition)
        } else if self.rules.quiet.is_reached(self.quiet) {
            Some(Draw::Quiet)
        } else {
            self.history.is_full().then_some(Draw::Length)
        };
        self.outcome = after.outcome(&self.rules).or(drawn.map(Outcome::Drawn));
    }

    /// Notes the position; returns how often it has occurred.
    fn remember(&mut self) -> u16 {
        let (stones, quiet) = (self.position.stones(), self.quiet);
        // Captured stones never come back, so no position from before a capture can occur again.
        let recent = self.past.iter().rev();
        let recent = recent.take(usize::from(quiet).min(Self::LOOK_BACK));
        let same_side = recent.skip(1).step_by(2);
        let before = same_side
            .filter(|past| past.stones == stones)
            .map(|past| past.times)
            .next();
        let times = before.unwrap_or(0).saturating_add(1);
        if self.past.is_full() {
            self.past.pop_front();
        }
        let past = Past {
            stones,
            times,
            quiet,
        };
        let _ = self.past.push_back(past);
        times
    }
}

/// Why no turn was taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTakeback {
    /// The rules forbid it.
    Forbidden,
    /// No turn has been played.
    NothingPlayed,
}

impl core::fmt::Display for NoTakeback {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        f.write_str(match self {
            Self::Forbidden => "the rules say takeback=no",
            Self::NothingPlayed => "no turn has been played",
        })
    }
}

impl core::error::Error for NoTakeback {}
