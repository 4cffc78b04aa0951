//! `perft`: counts sequences of turns from the start.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;

use super::{Failure, rules_option, terms};

pub fn command() -> Command {
    Command::new("perft")
        .about("Counts the sequences of complete turns from the start position")
        .long_about(
            "Counts the sequences of complete turns from the start position: a line \"depth count\" \
             for each depth from 1. White starts; in a vela the capturer does.",
        )
        .arg(
            Arg::new("board")
                .long("board")
                .value_name("BOARD")
                .default_value("tsivy")
                .value_parser(PossibleValuesParser::new(Board::ALL.map(Board::word)))
                .help("The board"),
        )
        .arg(rules_option())
        .arg(
            Arg::new("depth")
                .value_name("DEPTH")
                .required(true)
                .value_parser(value_parser!(u32).range(1..))
                .help("How many turns deep"),
        )
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let word: &String = arguments.get_one("board").expect("it has a default value");
    let board = Board::find(word).expect("only boards are possible values");
    let depth: u32 = *arguments.get_one("depth").expect("it is required");
    let terms = terms(arguments);
    let start = match terms.capturer {
        Some(capturer) => Position::vela(board, capturer),
        None => Position::riatra(board, Side::White),
    };
    // Unbuffered: the next depth may take long.
    let mut out = std::io::stdout().lock();
    for depth in 1..=depth {
        writeln!(out, "{depth} {}", start.perft(&terms.rules, depth))?;
    }
    Ok(())
}
