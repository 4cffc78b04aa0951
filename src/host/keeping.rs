//! Where the host program keeps the flash of its board: in a file of the user's data folder, or one that is named.

use std::env;
use std::fs;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::Failure;
use super::flash_file::{FlashFile, Unusable};

/// The folder of the program in the user's data folder.
const FOLDER: &str = env!("CARGO_PKG_NAME");

/// Adds the option that names a file.
pub fn option(command: Command) -> Command {
    command.arg(
        Arg::new("flash")
            .long("flash")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Keeps the game, the settings and finished games in this file"),
    )
}

/// Adds the option that begins anew.
pub fn forget_option() -> Arg {
    Arg::new("forget")
        .long("forget")
        .action(ArgAction::SetTrue)
        .help("Begins anew: forgets what is kept, for ever")
}

/// The file that is named, or else the one of this name in the user's data folder; none, if it cannot be used, which is
/// said, or if there is no such name.
///
/// # Errors
/// If a file that is named cannot be used.
pub fn open(arguments: &ArgMatches, usual: Option<&str>) -> Result<Option<FlashFile>, Failure> {
    let named = arguments.get_one::<PathBuf>("flash").cloned();
    let is_named = named.is_some();
    let path = match (named, usual) {
        (Some(path), _) => path,
        (None, None) => return Ok(None),
        (None, Some(name)) => match usual_folder() {
            Ok(folder) => folder.join(name),
            Err(why) => {
                say_without(&why);
                return Ok(None);
            }
        },
    };
    match FlashFile::open(&path, arguments.get_flag("forget")) {
        Ok(file) => Ok(Some(file)),
        Err(why @ Unusable::Bad(_)) if is_named => {
            Err(Failure::new(format_args!("{}: {why}", path.display())))
        }
        Err(why) => {
            say_without(&format!("{}: {why}", path.display()));
            Ok(None)
        }
    }
}

fn say_without(why: &str) {
    eprintln!("{why}; this board forgets its game when it ends");
}

/// The program's folder in the user's data folder, which is made if it is missing.
fn usual_folder() -> Result<PathBuf, String> {
    let folder = folder().ok_or("this user has no data folder")?;
    match fs::create_dir_all(&folder) {
        Ok(()) => Ok(folder),
        Err(error) => Err(format!("{}: {error}", folder.display())),
    }
}

/// The program's folder in the user's data folder, which may be missing.
pub fn folder() -> Option<PathBuf> {
    Some(data_folder()?.join(FOLDER))
}

/// Where programs keep what is theirs: as the environment says, or as the system has it.
fn data_folder() -> Option<PathBuf> {
    let named = |name: &str| {
        let folder = PathBuf::from(env::var_os(name)?);
        folder.is_absolute().then_some(folder)
    };
    named("XDG_DATA_HOME").or_else(|| {
        if cfg!(windows) {
            named("LOCALAPPDATA").or_else(|| named("APPDATA"))
        } else if cfg!(target_os = "macos") {
            Some(named("HOME")?.join("Library/Application Support"))
        } else {
            Some(named("HOME")?.join(".local/share"))
        }
    })
}
