//! `turns`: lists the legal turns of positions.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::ops::ControlFlow;

use clap::{Arg, ArgMatches, Command};
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::terms::Terms;

use super::{Failure, rules_option, terms};

pub fn command() -> Command {
    Command::new("turns")
        .about("Lists the legal turns of a position")
        .long_about(
            "Lists the legal turns of a position, or of each position on standard input: a line for \
             each, sorted bytewise; an empty one where the game is over.",
        )
        .arg(rules_option())
        .arg(
            Arg::new("position")
                .value_name("POSITION")
                .required(true)
                .allow_hyphen_values(true)
                .help("The position in one argument, or - for a position a line on standard input")
                .long_help(
                    "The position in one argument, or - for a position a line on standard input.\n\n\
                     Ranks from top to bottom, digits for runs of empty points, then the side to \
                     move; in mid-chain also the mover's point and the turn so far:\n\n  \
                     bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w",
                ),
        )
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let position: &String = arguments.get_one("position").expect("it is required");
    let terms = terms(arguments);
    let mut out = BufWriter::new(io::stdout().lock());
    if position != "-" {
        list(&mut out, &terms, position)?;
        return Ok(out.flush()?);
    }
    let mut bytes = Vec::new();
    let mut input = BufReader::new(io::stdin().lock());
    for number in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let result = match str::from_utf8(&bytes) {
            Ok(line) => list(&mut out, &terms, line.trim_end()),
            Err(error) => Err(Failure::new(error)),
        };
        // While more input is at hand nobody waits for an answer. A bad line ends the run, so the list is flushed.
        if input.buffer().is_empty() || result.is_err() {
            out.flush()?;
        }
        result.map_err(|failure| failure.at_line(number))?;
    }
    Ok(out.flush()?)
}

/// Writes the line for one position.
fn list(out: &mut impl Write, terms: &Terms, text: &str) -> Result<(), Failure> {
    let setup = Setup {
        capturer: terms.capturer,
        ..text.parse().map_err(Failure::new)?
    };
    let position = setup.position(&terms.rules).map_err(Failure::new)?;
    let mut gap = "";
    let written = position.try_for_each_turn(&terms.rules, |turn, _| {
        match write!(out, "{gap}{}", position.board().text(turn)) {
            Ok(()) => gap = " ",
            Err(error) => return ControlFlow::Break(error),
        }
        ControlFlow::Continue(())
    });
    match written {
        ControlFlow::Continue(()) => Ok(writeln!(out)?),
        ControlFlow::Break(error) => Err(error.into()),
    }
}
