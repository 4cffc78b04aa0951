//! The host program: the virtual board, and rules and engine on the command line.
//!
//! Both ends of the line without hardware: [`virtual_board`] has stones and lights in memory; the console plays on it,
//! and `serve` shows it on a page, or the firmware image on an emulated chip in its place.

mod analyse;
mod best;
mod card;
mod console;
mod contest;
mod design;
mod draw;
mod endings;
mod flash;
mod flash_file;
#[cfg(test)]
mod guide;
mod image;
mod json;
mod keeping;
mod leaflet;
mod perft;
mod reeds;
mod replay;
mod serve;
mod texts;
mod turns;
mod uf2;
mod virtual_board;

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, ValueParser};
use clap::error::ErrorKind as Misuse;
use clap::{Arg, ArgMatches, Command};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::{Key, Preset, Rules};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::terms::Terms;

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            // Help is no error; if it cannot be written, nobody reads it.
            let _ = error.print();
            let asked = matches!(error.kind(), Misuse::DisplayHelp | Misuse::DisplayVersion);
            return if asked {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(2)
            };
        }
    };
    let result = match matches.subcommand() {
        Some(("card", arguments)) => card::run(arguments),
        Some(("console", arguments)) => console::run(arguments),
        Some(("replay", arguments)) => replay::run(arguments),
        Some(("perft", arguments)) => perft::run(arguments),
        Some(("turns", arguments)) => turns::run(arguments),
        Some(("best", arguments)) => best::run(arguments),
        Some(("match", arguments)) => contest::run(arguments),
        Some(("analyse", arguments)) => analyse::run(arguments),
        Some(("reeds", arguments)) => reeds::run(arguments),
        Some(("draw", arguments)) => draw::run(arguments),
        Some(("leaflet", arguments)) => leaflet::run(arguments),
        Some(("endings", arguments)) => endings::run(arguments),
        Some(("uf2", arguments)) => uf2::run(arguments),
        _ => serve::run(&matches),
    };
    match result {
        Ok(()) | Err(Failure::Unread) => ExitCode::SUCCESS,
        Err(Failure::Said(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn command() -> Command {
    let command = Command::new(env!("CARGO_PKG_NAME"));
    serve::options(command)
        .about(env!("CARGO_PKG_DESCRIPTION"))
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand(console::command())
        .subcommand(replay::command())
        .subcommand(perft::command())
        .subcommand(turns::command())
        .subcommand(card::command())
        .subcommand(best::command())
        .subcommand(contest::command())
        .subcommand(analyse::command())
        .subcommand(reeds::command())
        .subcommand(draw::command())
        .subcommand(leaflet::command())
        .subcommand(endings::command())
        .subcommand(uf2::command())
}

/// Why a command did not finish.
enum Failure {
    /// The user is told this message.
    Said(String),
    /// The reader of the output has closed the pipe, as `head` does; that is no error.
    Unread,
}

impl Failure {
    fn new(message: impl Display) -> Self {
        Self::Said(message.to_string())
    }

    /// The same failure, with the number of the input line that caused it.
    fn at_line(self, number: usize) -> Self {
        match self {
            Self::Said(message) => Self::Said(format!("line {number}: {message}")),
            Self::Unread => Self::Unread,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::Unread,
            _ => Self::new(error),
        }
    }
}

/// The option `--rules`.
fn rules_option() -> Arg {
    Arg::new("rules")
        .long("rules")
        .value_name("[PRESET,]KEY=VALUE,…")
        .default_value("standard")
        .value_parser(ValueParser::new(|text: &str| text.parse::<Terms>()))
        .help("The rules, and capturer=white|black for a vela")
        .long_help(rules_help())
}

/// The options that say which game is played from its start.
fn start_options() -> [Arg; 2] {
    let board = Arg::new("board")
        .long("board")
        .value_name("BOARD")
        .default_value("tsivy")
        .value_parser(PossibleValuesParser::new(Board::ALL.map(Board::word)))
        .help("The board");
    [board, rules_option()]
}

/// The rules, and the position with which the game starts.
fn start(arguments: &ArgMatches) -> (Rules, Position) {
    let word: &String = arguments.get_one("board").expect("it has a default value");
    let board = Board::find(word).expect("only boards are possible values");
    let terms = terms(arguments);
    let start = match terms.capturer {
        Some(capturer) => Position::vela(board, capturer),
        None => Position::riatra(board, Side::White),
    };
    (terms.rules, start)
}

/// The argument that names a record.
fn record_argument() -> Arg {
    Arg::new("file")
        .value_name("FILE")
        .required(true)
        .allow_hyphen_values(true)
        .help("The record, or - for standard input")
}

/// The game that the record tells which is named.
fn recorded(arguments: &ArgMatches) -> Result<Game, Failure> {
    let file: &String = arguments.get_one("file").expect("it is required");
    replay::read(file)
}

fn terms(arguments: &ArgMatches) -> Terms {
    *arguments.get_one("rules").expect("it has a default value")
}

fn rules_help() -> String {
    let mut lines = vec!["The rules: a preset, then the keys that differ from it.".into()];
    lines.push("\nPresets:".into());
    for preset in Preset::ALL {
        let rules = Rules::of(*preset);
        let value = |key: &Key| format!("{}={}", key.word(), rules.get(*key));
        let default = |key: &Key| format!("{}={}", key.word(), Rules::STANDARD.get(*key));
        let differing = Key::ALL.iter().filter(|key| value(key) != default(key));
        let keys: Vec<String> = differing.map(value).collect();
        let keys = if keys.is_empty() {
            "all defaults".into()
        } else {
            keys.join(" ")
        };
        lines.push(format!("  {:8} {keys}", preset.word()));
    }
    lines.push("\nKeys:".into());
    for key in Key::ALL {
        let default = Rules::STANDARD.get(*key);
        lines.push(format!(
            "  {:10} {} (default: {default})",
            key.word(),
            key.values()
        ));
    }
    lines.push(
        "  capturer   white, black: the position is in a vela, and this side captures".into(),
    );
    lines.join("\n")
}
