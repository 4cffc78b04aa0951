//! `replay`: plays a record by the rules.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use clap::{ArgMatches, Command};
use fanorona_board::rules::game::Game;
use fanorona_board::rules::record::Reader;

use super::{Failure, record_argument, recorded};

pub fn command() -> Command {
    Command::new("replay")
        .about("Plays a record by the rules; prints the final position and the result")
        .long_about(
            "Plays a record by the rules and prints two lines: the final position and the result, or \
             \"unfinished\". A record is what the console's command \"record\" prints, with or without \
             the blanks before each line:\n\n  \
             rules standard\n  start bbb/b1w/www w\n  1 c1b2A\n  2 a2a3W\n  …\n  result white won: black captured out",
        )
        .arg(record_argument())
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let game = recorded(arguments)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", game.position())?;
    match game.outcome() {
        Some(outcome) => writeln!(out, "{}", outcome.result())?,
        None => writeln!(out, "unfinished")?,
    }
    Ok(())
}

/// The game that a file records, or standard input where the file is `-`.
pub fn read(file: &str) -> Result<Game, Failure> {
    if file == "-" {
        return play(io::stdin().lock());
    }
    let opened = File::open(file).map_err(|error| Failure::new(format_args!("{file}: {error}")))?;
    play(BufReader::new(opened))
}

fn play(mut input: impl BufRead) -> Result<Game, Failure> {
    let mut reader = Reader::default();
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let result = match str::from_utf8(&bytes) {
            Ok(line) => reader.line(line).map_err(Failure::new),
            Err(error) => Err(Failure::new(error)),
        };
        result.map_err(|failure| failure.at_line(number))?;
    }
    Ok(reader.game())
}
