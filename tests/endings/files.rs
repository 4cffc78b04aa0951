//! Files that are no tables, or not whole: they are refused, and say why.

use std::fs;
use std::path::PathBuf;

use super::folder::Folder;
use super::program;
use super::tables::written;
use fanorona_board::engine::endings::{Endings, Unusable};

fn read(bytes: &[u8]) -> Result<(), Unusable> {
    Endings::read(Vec::leak(bytes.to_vec())).map(|_| ())
}

#[test]
fn a_file_is_refused_wherever_it_ends_early() {
    let bytes = written(2, 3);
    assert_eq!(read(bytes), Ok(()));
    for length in 0..bytes.len() {
        let expected = if length < 4 {
            Unusable::Foreign
        } else {
            Unusable::Length
        };
        assert_eq!(read(&bytes[..length]), Err(expected), "{length}");
    }
    assert_eq!(read(&[bytes, &[0]].concat()), Err(Unusable::Length));
}

#[test]
fn a_file_is_refused_whatever_bit_has_changed() {
    let bytes = written(2, 3);
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut bytes = bytes.to_vec();
            bytes[at] ^= 1 << bit;
            assert!(read(&bytes).is_err(), "bit {bit} of byte {at}");
        }
    }
}

#[test]
fn a_file_of_a_later_version_says_so() {
    let mut bytes = written(2, 3).to_vec();
    bytes[4] = 2;
    assert_eq!(read(&bytes), Err(Unusable::Version(2)));
    assert_eq!(read(b"something else entirely"), Err(Unusable::Foreign));
}

/// A won ending of four stones, and what the engine finds with a few nodes.
const POSITION: &str = "4b4/b8/9/9/w7w w";

/// Puts a file where the program looks for tables if none are named.
fn keep(folder: &Folder, bytes: &[u8]) -> PathBuf {
    // All systems are told that their data folder is this one, but one puts it further down.
    let below = if cfg!(target_os = "macos") {
        "Library/Application Support/fanorona-board"
    } else {
        "fanorona-board"
    };
    let folder = folder.path().join(below);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("endings");
    fs::write(&file, bytes).unwrap();
    file
}

fn best(folder: &Folder, arguments: &[&str]) -> std::process::Output {
    let mut program = folder.program();
    program.args(["best", "--nodes", "300"]).args(arguments);
    program.arg(POSITION).output().unwrap()
}

#[test]
fn the_program_finds_the_file_in_the_data_folder_or_where_it_is_told() {
    let folder = Folder::new();
    let without = best(&folder, &[]);
    assert!(without.status.success());
    let file = keep(&folder, written(4, 3));
    let with = best(&folder, &[]);
    assert_ne!(with.stdout, without.stdout);
    let named = Folder::new();
    let named = best(&named, &["--endings", file.to_str().unwrap()]);
    assert_eq!(named.stdout, with.stdout);
}

#[test]
fn a_bad_file_is_an_error_where_it_is_named_and_done_without_where_it_is_not() {
    let folder = Folder::new();
    let file = folder.path().join("bad");
    fs::write(&file, b"something else").unwrap();
    let named = best(&folder, &["--endings", file.to_str().unwrap()]);
    assert_eq!(named.status.code(), Some(2));
    let said = String::from_utf8(named.stderr).unwrap();
    assert!(
        said.ends_with("bad: these are no tables of endings\n"),
        "{said}"
    );

    let without = best(&folder, &[]);
    let mut bytes = written(2, 3).to_vec();
    bytes[100] ^= 1;
    keep(&folder, &bytes);
    let usual = best(&folder, &[]);
    assert!(usual.status.success());
    assert_eq!(usual.stdout, without.stdout);
    let said = String::from_utf8(usual.stderr).unwrap();
    assert!(
        said.contains("their checksum is wrong; endings are played without it"),
        "{said}"
    );
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let output = program::run(&["endings", "--stones", "2", "/nowhere/at/all"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.starts_with(b"error: /nowhere/at/all: "));
}
