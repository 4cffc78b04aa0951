//! `perft`: counts sequences of turns from the start.

use std::io::Write;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::{Failure, start, start_options};

pub fn command() -> Command {
    Command::new("perft")
        .about("Counts the sequences of complete turns from the start position")
        .long_about(
            "Counts the sequences of complete turns from the start position: a line \"depth count\" \
             for each depth from 1. White starts; in a vela the capturer does.",
        )
        .args(start_options())
        .arg(
            Arg::new("depth")
                .value_name("DEPTH")
                .required(true)
                .value_parser(value_parser!(u32).range(1..))
                .help("How many turns deep"),
        )
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let depth: u32 = *arguments.get_one("depth").expect("it is required");
    let (rules, start) = start(arguments);
    // Unbuffered: the next depth may take long.
    let mut out = std::io::stdout().lock();
    for depth in 1..=depth {
        writeln!(out, "{depth} {}", start.perft(&rules, depth))?;
    }
    Ok(())
}
