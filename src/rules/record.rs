//! A game as text, both ways.
//!
//! ```text
//! rules lemurs direction=any
//! start bbb/b1w/www w
//! 1 c1b2A
//! 2 b3b1W
//! result white captured
//! ```
//! A start in a vela says who captures, as `start bbb/b1w/www b capturer=black`. A game that is not over has no result.

use core::fmt::{self, Write};

use crate::rules::board::Board;
use crate::rules::game::Game;
use crate::rules::illegal::Illegal;
use crate::rules::notation::{ParseError, number};
use crate::rules::options::Rules;
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::rules::setup::{Faults, Setup};
use crate::rules::side::Side;
use crate::rules::terms::{Terms, TermsError};

/// Writes a game, with something before each line.
///
/// # Errors
/// If it cannot be written.
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
        writeln!(out, "{before}result {outcome}")?;
    }
    Ok(())
}

/// What stands before the side that captures in a vela.
const CAPTURER: &str = "capturer=";

/// A text without the capturer that may stand behind it; an error if that is no side.
pub(crate) fn split_capturer(text: &str) -> (&str, Result<Option<Side>, ()>) {
    let (before, last) = text.rsplit_once([' ', '\t']).unwrap_or(("", text));
    let Some(word) = last.strip_prefix(CAPTURER) else {
        return (text, Ok(None));
    };
    let side = Side::BOTH.into_iter().find(|side| side.word() == word);
    (before.trim_ascii_end(), side.map(Some).ok_or(()))
}

/// A game that is read line by line.
#[derive(Clone, Debug)]
pub struct Reader {
    rules: Rules,
    /// The game, once its start is known.
    game: Option<Game>,
    /// Whether its result was read.
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
    /// Reads a line. Blanks around it do not matter; blank lines, comments (`#`) and what a console
    /// adds (`=`, `*`) are passed over.
    ///
    /// # Errors
    /// What is wrong with it. The game is then as everything before has left it.
    pub fn line(&mut self, line: &str) -> Result<(), RecordError> {
        let text = line.trim_ascii();
        if text.is_empty() || text.starts_with(['#', '=', '*']) {
            return Ok(());
        }
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let rest = rest.trim_ascii();
        // Errors count columns from the beginning of the line.
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

    /// The game as far as it was read.
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

    /// Turns, each with its number before it or without.
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

    /// The result, which the rules must bear out, unless the players can declare it.
    fn result(&mut self, text: &str) -> Result<(), RecordError> {
        let game = self.game.get_or_insert_with(|| usual(self.rules));
        let mut words = text.split_ascii_whitespace();
        let said = (words.next(), words.next(), words.next());
        match game.outcome() {
            Some(outcome) => {
                if !is_said(outcome, text) {
                    return Err(RecordError::OtherResult(outcome));
                }
            }
            None => match said {
                (Some("draw"), Some("agreed"), None) => {
                    let _ = game.agree_draw();
                }
                (Some(word), Some("resigned"), None) => {
                    let winner = Side::find(word).ok_or(RecordError::NotOver)?;
                    let _ = game.resign(!winner);
                }
                _ => return Err(RecordError::NotOver),
            },
        }
        self.ended = true;
        Ok(())
    }
}

/// The game of a record that names no start.
fn usual(rules: Rules) -> Game {
    Game::new(rules, Position::riatra(Board::Tsivy, Side::White))
}

/// Whether a text says this outcome.
fn is_said(outcome: Outcome, text: &str) -> bool {
    struct Compare<'a>(&'a str);
    impl Write for Compare<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let mut rest = Compare(text);
    write!(rest, "{outcome}").is_ok() && rest.0.is_empty()
}

/// What is wrong with a line of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// Rules or a start after the game has begun.
    Late,
    /// Something behind the result.
    Ended,
    /// A turn has another number.
    Number(usize),
    /// The capturer is neither side.
    Capturer,
    /// A result where the game is not over.
    NotOver,
    /// The game has ended differently.
    OtherResult(Outcome),
    /// No rules.
    Terms(TermsError),
    /// No position, or no turn.
    Parse(ParseError),
    /// A start that cannot stand.
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
            Self::NotOver => f.write_str("the game is not over by the rules"),
            Self::OtherResult(outcome) => write!(f, "by the rules the result is {outcome}"),
            Self::Terms(error) => write!(f, "{error}"),
            Self::Parse(error) => write!(f, "{error}"),
            Self::Faults(faults) => write!(f, "{faults}"),
            Self::Illegal(board, illegal) => write!(f, "{}", illegal.on(*board)),
        }
    }
}

impl core::error::Error for RecordError {}
