//! Which file has the tables of endings by which the engine plays.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, value_parser};
use fanorona_board::engine::endings::Endings;

use crate::host::{Failure, keeping};

/// The name of the file in the user's data folder.
const USUAL: &str = "endings";

/// The option that names the file.
pub fn option() -> Arg {
    Arg::new("endings")
        .long("endings")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Plays endings of few stones by this file, which the command \"endings\" writes")
}

/// The tables in the file that is named.
///
/// # Errors
/// If the file cannot be used.
pub fn named(arguments: &ArgMatches) -> Result<Option<Endings>, Failure> {
    let path = arguments.get_one::<PathBuf>("endings");
    path.map(|path| read(path).map_err(Failure::Said))
        .transpose()
}

/// The tables in the file that is named, or else in the one that is usual. If that cannot be used, it is said, and the
/// engine does without.
///
/// # Errors
/// If a file that is named cannot be used.
pub fn find(arguments: &ArgMatches) -> Result<Option<Endings>, Failure> {
    if let Some(endings) = named(arguments)? {
        return Ok(Some(endings));
    }
    let usual = keeping::folder().map(|folder| folder.join(USUAL));
    let read = usual.filter(|path| path.exists()).map(|path| read(&path));
    Ok(read.and_then(|read| {
        read.map_err(|why| eprintln!("{why}; endings are played without it"))
            .ok()
    }))
}

fn read(path: &Path) -> Result<Endings, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    // They are needed until the program ends.
    Endings::read(Vec::leak(bytes)).map_err(|why| format!("{}: {why}", path.display()))
}
