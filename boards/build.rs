//! Build script: selects the board, lays out the image, and notes which commit it is built from.
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crc::{CRC_32_ISO_HDLC, Crc};

fn main() {
    println!("cargo::rerun-if-changed=boards");
    println!("cargo::rerun-if-env-changed=BOARD");
    let board = env::var("BOARD").unwrap_or_else(|_| "pico".to_owned());
    let known = boards();
    if !known.contains(&board) {
        let known = known.join(", ");
        println!("cargo::error=no board is named {board:?}: BOARD takes one of {known}");
        return;
    }
    // Not `BOARD`: `cargo run` hands it on to the program, and a build that it starts would differ from others.
    println!("cargo::rustc-env=BOARD_NAME={board}");
    write_wirings(&board, &known);
    note_commit();

    let target_os = env::var("CARGO_CFG_TARGET_OS").expect("cargo tells the target");
    if target_os == "none" {
        check_profile();
        link_image();
        take_endings();
        enable_logs();
    }
}

/// Refuses a profile whose code is too large for the RAM that is there for it.
fn check_profile() {
    let level = env::var("OPT_LEVEL").expect("cargo tells the profile");
    if level != "s" {
        println!("cargo::error=the profile of the firmware is `chip`: build it with `cargo fw`");
    }
}

/// Every folder beside this file is a board.
fn boards() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir("boards")
        .expect("cargo runs this script in the package's folder")
        .map(|entry| entry.expect("boards/ is readable").path())
        .filter(|path| path.is_dir())
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

/// Writes `board.rs`, the wiring of the selected board for the firmware, and `boards.rs`, those of all boards for the
/// tests.
fn write_wirings(selected: &str, names: &[String]) {
    let out = env::var("OUT_DIR").expect("cargo gives a folder to write to");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo tells the package's folder");
    let module = |board: &str, name: &str| {
        format!(
            "#[path = {:?}]\nmod {name};\n",
            format!("{root}/boards/{board}/wiring.rs")
        )
    };
    let write = |file: &str, text: String| {
        fs::write(Path::new(&out).join(file), text).expect("the folder is writable");
    };
    write("board.rs", module(selected, "wiring"));

    let ident = |board: &str| board.replace('-', "_");
    let modules: String = names
        .iter()
        .map(|board| module(board, &ident(board)))
        .collect();
    let pairs: Vec<String> = names
        .iter()
        .map(|board| format!("({board:?}, {}::WIRING)", ident(board)))
        .collect();
    let list = pairs.join(", ");
    write(
        "boards.rs",
        format!("{modules}const ALL: &[(&str, fanorona_board::wiring::Wiring)] = &[{list}];\n"),
    );
}

/// Everything that an image is made of.
const SOURCES: [&str; 6] = [
    "src",
    "boards",
    "memory.x",
    "Cargo.toml",
    "Cargo.lock",
    ".cargo",
];

/// Sets `GIT` to the hash of the commit, with a `+` if the sources differ from it; `unknown` where there is no git.
///
/// Cargo runs this again when the commit or a source changes, which an image is built anew for in any case.
fn note_commit() {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    // In a worktree these are elsewhere.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name])
            && Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let mut status = vec!["status", "--porcelain", "--"];
    status.extend(SOURCES);
    let differs = git(&status).is_some_and(|list| !list.is_empty());
    // In a folder of another project, that one's commits say nothing.
    let is_ours = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty());
    let hash = git(&["rev-parse", "--short=9", "HEAD"]).filter(|_| is_ours);
    let hash = hash.map_or("unknown".to_owned(), |hash| {
        hash + if differs { "+" } else { "" }
    });
    println!("cargo::rustc-env=GIT={hash}");
}

/// What git answers, if it is there and this is its work tree.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Passes the link arguments, which are not in rustflags because rustflags of a config file are silently lost when the
/// build is started from another folder; the image then has no vector table.
fn link_image() {
    println!("cargo::rerun-if-changed=memory.x");
    let out = env::var("OUT_DIR").expect("cargo gives a folder to write to");
    fs::copy("memory.x", Path::new(&out).join("memory.x")).expect("memory.x is copied");
    let hot = fs::read_to_string(HOT).expect("the list is readable");
    fs::write(Path::new(&out).join("hot.x"), hot_sections(&hot)).expect("the folder is writable");
    println!("cargo::rustc-link-search={out}");
    // Before the script with the usual places: a function goes to the first that asks for it.
    println!("cargo::rustc-link-arg-bins=-Thot.x");
    for argument in ["--nmagic", "-Tlink.x", "-Tlink-rp.x", "-Tdefmt.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
        println!("cargo::rustc-link-arg-examples={argument}");
    }
}

/// The list of what runs from RAM.
const HOT: &str = "src/firmware/hot.txt";

/// A linker script that puts what the list names into RAM, behind the data that is copied there at the start.
///
/// A line of the list that nothing is left for does not link, and neither does more code than the RAM is meant for.
fn hot_sections(list: &str) -> String {
    let mut places = String::new();
    let lines = (1..).zip(list.lines().map(str::trim));
    for (number, name) in lines.filter(|(_, name)| !name.is_empty() && !name.starts_with('#')) {
        let pattern = mangled(name);
        let place = [
            format!("__hot_{number} = .;"),
            format!("*(.text.{pattern} .rodata.{pattern})"),
            format!(
                "ASSERT(. > __hot_{number}, \"{HOT}:{number}: nothing in the image is called {name}\");"
            ),
        ];
        places += &place.join("\n");
    }
    // What a search does once stays in flash: the RAM is for what it does for every node.
    let [mind, core, once] =
        ["engine::", "firmware::mind::think", "engine::tree::root::"].map(mangled);
    format!(
        "SECTIONS {{
    .once : ALIGN(4) {{
        *(.text.{once} .rodata.{once})
    }} > FLASH
}} INSERT AFTER .rodata;

SECTIONS {{
    .hot : ALIGN(4) {{
        {places}
        . = ALIGN(4);
    }} > RAM AT> FLASH
}} INSERT AFTER .data;

SECTIONS {{
    .mind : ALIGN(4) {{
        __mind_start = .;
        *(.mind.search)
        *(.text.{mind} .rodata.{mind} .text.{core} )
        . = ALIGN(4);
        __mind_end = .;
    }} > MIND AT> FLASH
    __mind_load = LOADADDR(.mind);
}} INSERT AFTER .uninit;

ASSERT(SIZEOF(.mind) + SIZEOF(.mind_table) + SIZEOF(.mind_stack) <= 115K, \"the second core takes more than 115K.\");
ASSERT(SIZEOF(.hot) <= 54K, \"{HOT}: this is more than 54K.\");
ASSERT(LOADADDR(.hot) - LOADADDR(.data) == ADDR(.hot) - ADDR(.data), \"{HOT}: it is not copied with the data.\");\n"
    )
}

/// The pattern of the symbols that a line of the list means: a symbol itself, or all that contain a path of Rust; a `*`
/// stands for anything.
fn mangled(name: &str) -> String {
    let word = |word: &str| match word.len() {
        0 => String::new(),
        length => format!("{length}{word}"),
    };
    let mangle = |part: &str| {
        if part.contains("::") {
            part.split("::").map(word).collect::<Vec<_>>().concat()
        } else {
            part.to_owned()
        }
    };
    let parts: Vec<String> = name.split('*').map(mangle).collect();
    if name.contains("::") {
        format!("*{}*", parts.join("*"))
    } else {
        parts.join("*")
    }
}

/// The file from which the image takes the tables of endings, if it is there and no other is named in `ENDINGS_BIN`.
const ENDINGS: &str = "boards/endings.bin";
/// The most bytes of it that the image has room for.
const ENDINGS_ROOM: usize = 640 * 1024;

/// Writes `endings.rs`: the tables of endings, if there are any that fit. Damaged ones are an error.
fn take_endings() {
    let out = env::var("OUT_DIR").expect("cargo gives a folder to write to");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo tells the package's folder");
    println!("cargo::rerun-if-env-changed=ENDINGS_BIN");
    let named = env::var("ENDINGS_BIN").ok();
    if let Some(file) = &named {
        println!("cargo::rerun-if-changed={file}");
    }
    let file = named.as_deref().unwrap_or(ENDINGS);
    let mut tables = "None".to_owned();
    match fs::read(file) {
        Ok(bytes) if !are_whole(&bytes) => println!(
            "cargo::error={file} is damaged, or of another version: `cargo run --release -- endings {file}` makes it anew"
        ),
        Ok(bytes) if bytes.len() > ENDINGS_ROOM => {
            println!("cargo::warning={file} is too large for the image, which goes without it");
        }
        Ok(_) => {
            let path = Path::new(&root).join(file).display().to_string();
            tables = format!("Some(include_bytes!({path:?}))");
        }
        Err(error) if named.is_some() => println!("cargo::error={file}: {error}"),
        Err(_) => {}
    }
    let text = format!("const TABLES: Option<&[u8]> = {tables};\n");
    fs::write(Path::new(&out).join("endings.rs"), text).expect("the folder is writable");
}

/// Whether a file has tables of endings as `src/engine/endings/` reads them.
fn are_whole(bytes: &[u8]) -> bool {
    let Some((rest, sum)) = bytes.split_last_chunk() else {
        return false;
    };
    let sum = u32::from_le_bytes(*sum);
    bytes.starts_with(b"FBEN\x01") && Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(rest) == sum
}

/// Sets the log level, because defmt by default compiles out everything below an error.
fn enable_logs() {
    println!("cargo::rerun-if-env-changed=DEFMT_LOG");
    let level = env::var("DEFMT_LOG").unwrap_or_else(|_| "info".to_owned());
    println!("cargo::rustc-env=DEFMT_LOG={level}");
}
