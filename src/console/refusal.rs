//! Why a command was refused.

use core::fmt;

use crate::console::command::Command;
use crate::console::input::LONGEST;
use crate::engine::level::Level;
use crate::light::cues::Assist;
use crate::light::palette::Brightness;
use crate::point::Point;
use crate::rules::board::Board;
use crate::rules::game::NoTakeback;
use crate::rules::notation::ParseError;
use crate::rules::setup::Faults;
use crate::rules::terms::TermsError;
use crate::sense::sensors::MOST_DEAD;
use crate::time::Millis;

/// Why a command was refused; nothing has changed then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The line has too many bytes.
    TooLong,
    /// The bytes are not UTF-8.
    NoText,
    /// The first word is no command.
    Unknown,
    /// The command is for hands, and there are none that obey.
    NoHands,
    /// There is no boot drive.
    NoDrive,
    /// There is no store.
    NoStore,
    /// No game with that number is kept.
    NotKept,
    /// The arguments are not those that the command takes.
    Usage(Command),
    /// No assist level has that name.
    NoLevel,
    /// No brightness has that number.
    NoBrightness,
    /// The board has no such level.
    NoStrength,
    /// Nobody has a turn that could be hinted at.
    NoHint,
    /// The board has no piezo.
    NoPiezo,
    /// No self-test is on.
    NoTest,
    /// A self-test is on, and the game waits.
    Testing,
    /// No self-test was finished.
    NeverTested,
    /// The panel has no such point.
    NoPoint,
    /// The argument is no number of milliseconds, or is more than this.
    NoTime(Millis),
    /// With this sensor, too many would be dead.
    TooManyDead,
    /// No stone stands there.
    Nothing(Point),
    /// A stone stands there.
    Occupied(Point),
    /// No chain that may be stopped has begun.
    NothingToStop,
    /// No game is on.
    NoGame,
    /// A game keeps the rules that it began with.
    UnderWay,
    /// A game does not begin in the middle of a turn.
    MidChain,
    /// Nothing can be taken back.
    NoTakeback(NoTakeback),
    /// The rules are not understood.
    Terms(TermsError),
    /// The position is not understood.
    Parse(ParseError),
    /// The setup is no position.
    Faults(Faults),
}

/// What is said where no point is named, also to pages.
pub const NO_POINT: &str = "expected a point of the panel, a1 to i5";

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a line has at most {LONGEST} bytes"),
            Self::NoText => f.write_str("this is no text"),
            Self::Unknown => f.write_str("no such command; help lists them all"),
            Self::NoHands => f.write_str("only hands move the stones of a real board"),
            Self::NoDrive => f.write_str("only a real board has a boot drive"),
            Self::NoStore => f.write_str("nothing is kept here"),
            Self::NotKept => f.write_str("no game with this number is kept; games lists them all"),
            Self::Usage(command) => write!(f, "say it like this: {}", command.usage()),
            Self::NoLevel => {
                f.write_str("assist takes")?;
                words(f, &Assist::ALL.map(Assist::word))
            }
            Self::NoBrightness => {
                let most = Brightness::FULL.level();
                write!(f, "brightness takes 0 for the night, or 1 to {most}")
            }
            Self::NoStrength => {
                let most = Level::STRONGEST.number();
                write!(f, "level takes white or black, then 1 to {most}, or off")
            }
            Self::NoHint => f.write_str("no player has a turn to play now"),
            Self::NoPiezo => f.write_str("this board has no piezo"),
            Self::NoTest => f.write_str("no self-test is on"),
            Self::Testing => {
                f.write_str("a self-test is on, and the game waits; selftest off leaves it")
            }
            Self::NeverTested => f.write_str("no self-test was finished yet"),
            Self::NoPoint => f.write_str(NO_POINT),
            Self::NoTime(most) => write!(f, "expected milliseconds, at most {}", most.0),
            Self::TooManyDead => write!(f, "at most {MOST_DEAD} sensors can be dead"),
            Self::Nothing(point) => write!(f, "no stone stands on {point}"),
            Self::Occupied(point) => write!(f, "a stone stands on {point} already"),
            Self::NothingToStop => f.write_str("no chain can be stopped now"),
            Self::NoGame => f.write_str("no game is on"),
            Self::UnderWay => {
                f.write_str("a game keeps its rules; end it first, with new, draw or resign")
            }
            Self::MidChain => f.write_str("a game cannot begin in the middle of a turn"),
            Self::NoTakeback(why) => write!(f, "{why}"),
            Self::Terms(error) => write!(f, "{error}"),
            Self::Parse(error) => {
                write!(f, "{error}; or one of")?;
                words(f, &Board::ALL.map(Board::word))
            }
            Self::Faults(faults) => write!(f, "{faults}"),
        }
    }
}

fn words(f: &mut fmt::Formatter, words: &[&str]) -> fmt::Result {
    for (i, word) in words.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        write!(f, "{comma} {word}")?;
    }
    Ok(())
}
