//! A game as text, both ways.
//!
//! ```text
//! rules lemurs direction=any
//! start bbb/b1w/www w
//! 1 c1b2A
//! 2 a2a3W
//! result black won: white resigned
//! ```
//! A start in a vela names the capturer, as in `start bbb/b1w/www b capturer=black`. A game that is not over has no
//! result. Results were once written like the console's events, the winner first (`result black resigned`); that form
//! is still read.

use core::fmt::{self, Write};

use crate::rules::board::Board;
use crate::rules::game::Game;
use crate::rules::illegal::Illegal;
use crate::rules::notation::{ParseError, number};
use crate::rules::options::Rules;
use crate::rules::outcome::{Draw, Outcome, Win};
use crate::rules::position::Position;
use crate::rules::setup::{Faults, Setup};
use crate::rules::side::Side;
use crate::rules::terms::{Terms, TermsError};

/// Writes a game, with the text `before` in front of each line.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write(game: &Game, before: &str, out: &mut dyn Write) -> fmt::Result {
    let start = game.start();
    writeln!(out, "{before}rules {}", game.rules())?;
    write!(out, "{before}start {start}")?;
    if let Some(capturer) = start.capturer() {
        write!(out, " {CAPTURER}{capturer}")?;
    }
    writeln!(out)?;
    for (i, turn) in game.history().turns().enumerate() {
        writeln!(out, "{before}{} {}", i + 1, start.board().text(&turn))?;
    }
    if let Some(outcome) = game.outcome() {
        writeln!(out, "{before}result {}", outcome.result())?;
    }
    Ok(())
}

/// What stands before the capturer of a vela.
const CAPTURER: &str = "capturer=";

/// Splits off the capturer that may end a text; an error if the capturer is neither side.
pub(crate) fn split_capturer(text: &str) -> (&str, Result<Option<Side>, ()>) {
    let (before, last) = text.rsplit_once([' ', '\t']).unwrap_or(("", text));
    let Some(word) = last.strip_prefix(CAPTURER) else {
        return (text, Ok(None));
    };
    (
        before.trim_ascii_end(),
        Side::find(word).map(Some).ok_or(()),
    )
}

/// A parser that reads a game line by line.
#[derive(Clone, Debug)]
pub struct Reader {
    rules: Rules,
    /// The game, once its start is known.
    game: Option<Game>,
    /// Whether a result was read.
    ended: bool,
}

/// Standard rules and the start of Tsivy, as long as no line says otherwise.
impl Default for Reader {
    fn default() -> Self {
        Self {
            rules: Rules::STANDARD,
            game: None,
            ended: false,
        }
    }
}

impl Reader {
    /// Reads a line. Blanks around it do not matter; blank lines, comments (`#`) and what a console adds (`=`, `*`) are
    /// skipped.
    ///
    /// # Errors
    /// What is wrong with the line. The game is then as the part before the error has left it.
    pub fn line(&mut self, line: &str) -> Result<(), RecordError> {
        let text = line.trim_ascii();
        if text.is_empty() || text.starts_with(['#', '=', '*']) {
            return Ok(());
        }
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let rest = rest.trim_ascii();
        // Errors tell columns of the whole line.
        let column = line.trim_ascii_end().len() - rest.len();
        if self.ended {
            return Err(RecordError::Ended);
        }
        match word {
            "rules" => self.rules(rest, column),
            "start" => self.start(rest, column),
            "result" => self.result(rest),
            _ => {
                let column = line.trim_ascii_end().len() - text.len();
                self.turns(text, column)
            }
        }
    }

    /// The game as far as it has been read.
    #[must_use]
    pub fn game(self) -> Game {
        let rules = self.rules;
        self.game.unwrap_or_else(|| usual(rules))
    }

    fn rules(&mut self, text: &str, column: usize) -> Result<(), RecordError> {
        if self.game.is_some() {
            return Err(RecordError::Late);
        }
        let terms = text.parse::<Terms>().map_err(|mut error| {
            error.at += column;
            RecordError::Terms(error)
        })?;
        if terms.capturer.is_some() {
            return Err(RecordError::EarlyCapturer);
        }
        self.rules = terms.rules;
        Ok(())
    }

    fn start(&mut self, text: &str, column: usize) -> Result<(), RecordError> {
        if self.game.is_some() {
            return Err(RecordError::Late);
        }
        let (text, capturer) = split_capturer(text);
        let capturer = capturer.map_err(|()| RecordError::Capturer)?;
        let setup: Setup = text.parse().map_err(|mut error: ParseError| {
            error.at += column;
            RecordError::Parse(error)
        })?;
        let setup = Setup { capturer, ..setup };
        let start = setup.position(&self.rules).map_err(RecordError::Faults)?;
        self.game = Some(Game::new(self.rules, start));
        Ok(())
    }

    /// Plays turns, each with or without its number before it.
    fn turns(&mut self, text: &str, column: usize) -> Result<(), RecordError> {
        let game = self.game.get_or_insert_with(|| usual(self.rules));
        let board = game.start().board();
        let mut at = column;
        for (i, word) in text.split([' ', '\t']).enumerate() {
            at += usize::from(i > 0);
            let digits = word.strip_suffix('.').unwrap_or(word);
            if let Some(number) = number(digits) {
                let next = game.history().len() + 1;
                if usize::try_from(number) != Ok(next) {
                    return Err(RecordError::Number(next));
                }
            } else if !word.is_empty() {
                let turn = board.read_turn(word).map_err(|mut error| {
                    error.at += at;
                    RecordError::Parse(error)
                })?;
                game.play(&turn)
                    .map_err(|illegal| RecordError::Illegal(board, illegal))?;
            }
            at += word.len();
        }
        Ok(())
    }

    /// Takes the result, which the rules must bear out unless players can declare it.
    fn result(&mut self, text: &str) -> Result<(), RecordError> {
        let game = self.game.get_or_insert_with(|| usual(self.rules));
        match game.outcome() {
            Some(outcome) if is_said(outcome, text) => {}
            Some(outcome) => return Err(RecordError::OtherResult(outcome)),
            None => declare(game, text)?,
        }
        self.ended = true;
        Ok(())
    }
}

/// Ends a game as its players did.
fn declare(game: &mut Game, text: &str) -> Result<(), RecordError> {
    if is_said(Outcome::Drawn(Draw::Agreed), text) {
        return game.agree_draw().map_err(|_| RecordError::NotOver);
    }
    let resigned = |winner: &Side| {
        let by = Win::Resigned;
        let winner = *winner;
        is_said(Outcome::Won { winner, by }, text)
    };
    let winner = Side::BOTH.into_iter().find(resigned);
    let winner = winner.ok_or(RecordError::NotOver)?;
    game.resign(!winner).map_err(|_| RecordError::NotOver)
}

/// The game of a record that names no start.
fn usual(rules: Rules) -> Game {
    Game::new(rules, Position::riatra(Board::Tsivy, Side::White))
}

/// Whether a text states this outcome, as a result or in the words of an event.
fn is_said(outcome: Outcome, text: &str) -> bool {
    is_written(outcome.result(), text) || is_written(outcome, text)
}

/// Whether something is written with the words of this text.
fn is_written(what: impl fmt::Display, text: &str) -> bool {
    /// The longest result has 29 bytes.
    const LONGEST: usize = 32;
    let mut written = heapless::String::<LONGEST>::new();
    let fits = write!(written, "{what}").is_ok();
    let words = written.split_ascii_whitespace();
    fits && words.eq(text.split_ascii_whitespace())
}

/// What is wrong with a line of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// Rules or a start after the game has begun.
    Late,
    /// Something behind the result.
    Ended,
    /// The next turn has this number, not the one in the line.
    Number(usize),
    /// The capturer is neither side.
    Capturer,
    /// A capturer among the rules.
    EarlyCapturer,
    /// A result where the game is not over.
    NotOver,
    /// The game has ended differently.
    OtherResult(Outcome),
    /// The rules are not understood.
    Terms(TermsError),
    /// A start or a turn is not understood.
    Parse(ParseError),
    /// A start that is no position.
    Faults(Faults),
    /// A turn that is not legal.
    Illegal(Board, Illegal),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Late => f.write_str("rules come first, then one start, then the turns"),
            Self::Ended => f.write_str("nothing follows the result"),
            Self::Number(next) => write!(f, "turn {next} comes next"),
            Self::Capturer => write!(f, "{CAPTURER}white or {CAPTURER}black"),
            Self::EarlyCapturer => write!(f, "{CAPTURER} stands behind the start"),
            Self::NotOver => f.write_str("the game is not over by the rules"),
            Self::OtherResult(outcome) => {
                write!(f, "by the rules the result is {}", outcome.result())
            }
            Self::Terms(error) => write!(f, "{error}"),
            Self::Parse(error) => write!(f, "{error}"),
            Self::Faults(faults) => write!(f, "{faults}"),
            Self::Illegal(board, illegal) => write!(f, "{}", illegal.on(*board)),
        }
    }
}

impl core::error::Error for RecordError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::*;

    /// All outcomes and how a record writes them.
    #[test]
    fn every_result_is_read_as_it_is_written_and_as_it_was_once() {
        let won = [
            (Win::Captured, "white won: black captured out"),
            (Win::Immobile, "white won: black cannot move"),
            (Win::Resigned, "white won: black resigned"),
            (Win::Stranded, "white won: capturer stranded"),
        ];
        let won = won.map(|(by, text)| {
            let winner = Side::White;
            (Outcome::Won { winner, by }, text)
        });
        let drawn = [
            (Draw::Repetition, "draw repetition"),
            (Draw::Quiet, "draw quiet"),
            (Draw::OneEach, "draw one-each"),
            (Draw::Agreed, "draw agreed"),
            (Draw::Immobile, "draw immobile"),
            (Draw::Length, "draw length"),
        ];
        let drawn = drawn.map(|(by, text)| (Outcome::Drawn(by), text));
        for (outcome, text) in won.into_iter().chain(drawn) {
            assert_eq!(outcome.result().to_string(), text);
            assert!(is_said(outcome, text) && is_said(outcome, &outcome.to_string()));
            assert!(!is_said(outcome, "black won: white resigned"));
        }
    }

    #[test]
    fn a_result_that_players_declare_ends_the_game() {
        let outcome = |result: &str| {
            let mut reader = Reader::default();
            reader.line(result)?;
            Ok(reader.game().outcome())
        };
        let by = Win::Resigned;
        for text in [
            "result black won: white resigned",
            "result  black   resigned",
        ] {
            let winner = Side::Black;
            assert_eq!(outcome(text), Ok(Some(Outcome::Won { winner, by })));
        }
        let agreed = Outcome::Drawn(Draw::Agreed);
        assert_eq!(outcome("result draw agreed"), Ok(Some(agreed)));
        for text in [
            "result",
            "result black won: black resigned",
            "result white won: black captured out",
            "result draw repetition",
            "result black resigned again",
        ] {
            assert_eq!(outcome(text), Err(RecordError::NotOver), "{text}");
        }
    }
}
