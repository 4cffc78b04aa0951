//! The virtual board on a page, which the program serves without a command.
//!
//! ```text
//! web/page ─► web/server ─► room ─► brain ─► the app, the emulated chip, or a cable
//!     ▲                      │ ▲
//!     │                      ▼ └─ words: what the board says of itself
//!     └────── web/audience ◄─┘
//! ```
//!
//! What a hand does on the page goes through the server to the [`room`], which knows the place of every stone. The room
//! tells the [`brain`], the board's electronics, which reeds the stones close. The brain's lights come back and are
//! sent to all pages, the audience. [`words`] asks the board's console what the lights mean, and says so in sentences.

mod brain;
mod room;
mod web;
mod words;

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::thread;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use self::brain::Brain;
use self::brain::cable::Cable;
use self::brain::chip::Chip;
use self::brain::in_process::InProcess;
use self::room::Room;
use self::room::act::Act;
use self::room::kept::Kept;
use self::room::table::{Hand, Table};
use self::web::guard::Guard;
use self::web::server;
use super::endings::file;
use super::flash::MemoryFlash;
use super::{Failure, keeping};

/// The default port: 45 reeds, 45 lights.
const PORT: &str = "4545";
/// The capacity of the queue of calls to the room; when it is full, a connection that calls has to wait.
const MOST_CALLS: usize = 64;

/// Adds the options of the virtual board.
pub fn options(command: Command) -> Command {
    keeping::option(command)
        .arg(keeping::forget_option())
        .arg(file::option().conflicts_with("chip"))
        .args_conflicts_with_subcommands(true)
        .after_help(
            "Without a command it serves the virtual board, on a page for the browser of this machine. Its game goes on \
             where it was: it is kept in a file of the user's data folder, unless another one is named.",
        )
        .arg(
            Arg::new("port")
                .long("port")
                .value_name("N")
                .default_value(PORT)
                .value_parser(value_parser!(u16))
                .help("The port of the page; 0 takes any that is free"),
        )
        .arg(
            Arg::new("serial")
                .long("serial")
                .value_name("PORT")
                .num_args(0..=1)
                .value_parser(value_parser!(PathBuf))
                .conflicts_with_all(["chip", "flash", "forget", "endings"])
                .help("Shows a real board: the one on this serial port, or the only one that is plugged in"),
        )
        .arg(
            Arg::new("chip")
                .long("chip")
                .action(ArgAction::SetTrue)
                .help("Runs the firmware image on an emulated RP2040 behind the page"),
        )
}

/// Serves the page until the program is ended.
pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let port: u16 = *arguments.get_one("port").expect("it has a default value");
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => Failure::new(format_args!(
                "port {port} is taken, perhaps by another virtual board; choose one with --port N"
            )),
            _ => Failure::new(format_args!("port {port}: {error}")),
        })?;
    let address = listener.local_addr()?;
    let seed = RandomState::new().hash_one(address);
    let (brain, table, kept, kept_in) = if arguments.contains_id("serial") {
        real(arguments)?
    } else {
        virtual_board(arguments, seed)?
    };
    let (caller, calls) = sync_channel(MOST_CALLS);
    let guard = Guard {
        port: address.port(),
    };
    thread::spawn(move || server::serve(&listener, guard, &caller));
    let name = if brain.is_real() {
        "page of the board"
    } else {
        "virtual board"
    };
    let said = format!("the {name} is at http://{address}/ (ctrl-c ends it)\n{kept_in}");
    // In one go: who reads the address may not read on.
    let mut out = io::stdout();
    out.write_all(said.as_bytes())?;
    out.flush()?;
    let room = Room::new(brain, table, kept, seed);
    room.run(&calls).map_err(Failure::new)
}

/// What is behind the page, the table before it, the file that keeps that, and what is said of the file.
type Behind = (Box<dyn Brain>, Table, Kept, String);

/// A real board, whose stones stand where they stand.
fn real(arguments: &ArgMatches) -> Result<Behind, Failure> {
    let path = arguments.get_one::<PathBuf>("serial");
    let brain = Cable::open(path.map(PathBuf::as_path)).map_err(Failure::new)?;
    let mut table = Table::default();
    let by_hand = table.act(&Hand::automatic(), Act::Automatic(false));
    by_hand.expect("hands may always rest");
    Ok((
        Box::new(brain),
        table,
        Kept::beside(None, false),
        String::new(),
    ))
}

/// A board of which nothing is wood: in process, or on the emulated chip.
fn virtual_board(arguments: &ArgMatches, seed: u64) -> Result<Behind, Failure> {
    let is_chip = arguments.get_flag("chip");
    let flash = keeping::open(arguments, Some(&usual_flash(is_chip)))?;
    let path = flash.as_ref().map(|flash| flash.path().to_owned());
    let kept = Kept::beside(path.as_deref(), arguments.get_flag("forget"));
    let table = kept.table();
    let brain: Box<dyn Brain> = match flash {
        flash if is_chip => Box::new(Chip::start(flash, table.closed()).map_err(Failure::new)?),
        Some(flash) => Box::new(InProcess::new(seed, flash, file::find(arguments)?)),
        None => Box::new(InProcess::new(
            seed,
            MemoryFlash::default(),
            file::find(arguments)?,
        )),
    };
    let kept_in = path.map_or_else(String::new, |path| {
        format!("its game is kept in {}\n", path.display())
    });
    Ok((brain, table, kept, kept_in))
}

/// The name of the file that keeps the flash: each chip has one of its own, as it would have flash of its own.
fn usual_flash(is_chip: bool) -> String {
    if !is_chip {
        return "virtual.flash".into();
    }
    let board = env::var("BOARD").unwrap_or_else(|_| "pico".into());
    format!("chip-{board}.flash")
}
