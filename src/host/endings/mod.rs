//! `endings`: solves the endings of few stones, and writes them to a file.

pub mod file;
mod huffman;
mod solve;
mod write;

use std::fs;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::Failure;
use solve::Solution;

pub fn command() -> Command {
    Command::new("endings")
        .about("Solves the endings of few stones, and writes them to a file")
        .long_about(
            "Solves all endings of up to five stones on the large board by the standard rules, and writes them to a file, \
             by which the engine plays them. That takes some ten seconds.",
        )
        .arg(
            Arg::new("stones")
                .long("stones")
                .value_name("N")
                .default_value("5")
                .value_parser(value_parser!(u8).range(2..=5))
                .help("The most stones of both sides"),
        )
        .arg(
            Arg::new("pace")
                .long("pace")
                .value_name("N")
                .default_value("3")
                .value_parser(value_parser!(u8).range(1..=8))
                .help("How many turns of the winner are not told apart with five stones: 1 is exact, and takes more room"),
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The file to write"),
        )
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let path: &PathBuf = arguments.get_one("file").expect("it is required");
    let stones: u8 = *arguments.get_one("stones").expect("it has a default value");
    let pace: u8 = *arguments.get_one("pace").expect("it has a default value");
    let bytes = write::tables(&Solution::up_to(stones.into()), stones, pace);
    fs::write(path, bytes)
        .map_err(|error| Failure::new(format_args!("{}: {error}", path.display())))
}
