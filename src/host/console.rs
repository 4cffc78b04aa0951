//! `console`: the line protocol on a board in memory.

use std::io::{self, BufRead, Write};

use clap::{Arg, ArgMatches, Command, value_parser};
use fanorona_board::console::input::Input;
use fanorona_board::console::refusal::Refusal;
use fanorona_board::console::{self, Device};

use super::endings::file;
use super::virtual_board::VirtualBoard;
use super::{Failure, keeping};

pub fn command() -> Command {
    let command = Command::new("console");
    keeping::option(command)
        .about("Plays on a board in memory, with a line a command")
        .long_about(
            "Plays on a board in memory: reads a command a line from standard input and answers each \
             with a line that begins with \"=\" (done) or \"?\" (refused, and why). What happens on the \
             board is told before that, in lines that begin with \"*\". Time goes by only as the \
             commands say, so the same commands always give the same answers. The command \"help\" \
             lists all others. Nothing outlasts the program, unless a file is named that keeps it.",
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .default_value("0")
                .value_parser(value_parser!(u64))
                .help("Decides all lots"),
        )
        .arg(keeping::forget_option().requires("flash"))
        .arg(file::option())
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let seed: u64 = *arguments.get_one("seed").expect("it has a default value");
    let endings = file::named(arguments)?;
    match keeping::open(arguments, None)? {
        Some(flash) => converse(&mut VirtualBoard::with(seed, flash).with_endings(endings)),
        None => converse(&mut VirtualBoard::new(seed).with_endings(endings)),
    }
}

/// Answers all lines of the input.
fn converse(board: &mut dyn Device) -> Result<(), Failure> {
    let mut input = Input::default();
    let mut stdin = io::stdin().lock();
    loop {
        let bytes = stdin.fill_buf()?;
        let read = bytes.len();
        if read == 0 {
            break;
        }
        for &byte in bytes {
            if let Some(line) = input.feed(byte) {
                answer(board, line)?;
            }
        }
        stdin.consume(read);
    }
    match input.end() {
        Some(line) => answer(board, line),
        None => Ok(()),
    }
}

/// Answers a line, and flushes the answer at once: a script may wait for it.
fn answer(board: &mut dyn Device, line: Result<&str, Refusal>) -> Result<(), Failure> {
    let mut text = String::new();
    console::answer(board, line, &mut text).map_err(Failure::new)?;
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
