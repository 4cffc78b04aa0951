//! Plays every transcript in tests/scenarios; its README says how to write one.

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use common::virtual_board::VirtualBoard;
use fanorona_board::console;

/// A line of a transcript, with its number.
type Line<'a> = (usize, &'a str);

/// A command and what is expected to follow it.
struct Exchange<'a> {
    command: Line<'a>,
    expected: Vec<Line<'a>>,
}

/// What a line of the console is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Answer,
    Event,
    /// A line of a long answer.
    Part,
    Input,
}

fn kind(line: &str) -> Kind {
    if line.starts_with(['=', '?']) {
        Kind::Answer
    } else if line.starts_with('*') {
        Kind::Event
    } else if line.starts_with("  ") {
        Kind::Part
    } else {
        Kind::Input
    }
}

/// The exchanges of a transcript.
fn exchanges(text: &str) -> Result<Vec<Exchange<'_>>, String> {
    let mut all: Vec<Exchange> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if kind(line) == Kind::Input {
            all.push(Exchange {
                command: (number, line),
                expected: Vec::new(),
            });
        } else if let Some(exchange) = all.last_mut() {
            exchange.expected.push((number, line));
        } else {
            return Err(format!("line {number}: an expectation before any command"));
        }
    }
    Ok(all)
}

/// Plays a transcript; tells everything that is not as expected.
fn play(text: &str) -> Result<(), String> {
    let mut board = VirtualBoard::new(0);
    let mut failures = String::new();
    for Exchange { command, expected } in exchanges(text)? {
        let mut said = String::new();
        console::answer(&mut board, Ok(command.1), &mut said).unwrap();
        compare(command, &expected, &said, &mut failures);
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures)
    }
}

/// Compares what was said with what was expected, kind by kind and as a whole.
fn compare(command: Line, expected: &[Line], said: &str, failures: &mut String) {
    let mentions = |wanted: Kind| expected.iter().any(|&(_, line)| kind(line) == wanted);
    let (number, text) = command;
    // What is not mentioned is not compared, except that nothing is refused silently.
    let refused = said.lines().any(|line| line.starts_with('?'));
    if refused && !mentions(Kind::Answer) {
        let _ = writeln!(
            failures,
            "  line {number}: `{text}` was refused: {}",
            said.trim_end()
        );
    }
    let mut got = said.lines().filter(|line| mentions(kind(line)));
    for &(number, line) in expected {
        let got = got.next().unwrap_or("nothing");
        if got != line {
            let _ = writeln!(
                failures,
                "  line {number}: after `{text}`\n    expected {line}\n    got      {got}"
            );
            return;
        }
    }
    if let Some(more) = got.next() {
        let _ = writeln!(
            failures,
            "  line {number}: after `{text}`\n    expected nothing more\n    got      {more}"
        );
    }
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths
}

#[test]
fn every_transcript_comes_true() {
    let paths = transcripts();
    assert!(!paths.is_empty());
    let mut failures = String::new();
    let mut failed = 0;
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        if let Err(why) = play(&text) {
            failed += 1;
            let name = path.file_name().unwrap().display();
            let _ = write!(failures, "{name}\n{why}");
        }
    }
    let all = paths.len();
    assert!(failures.is_empty(), "{failed} of {all}\n{failures}");
}

#[test]
fn a_transcript_that_expects_something_else_fails() {
    let good = "setup\n* phase to-move\n=\nposition\n= bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w\n";
    assert_eq!(play(good), Ok(()));
    for (from, to) in [
        ("to-move", "carrying"),
        ("* phase to-move\n", "* phase to-move\n* phase to-move\n"),
        ("=\n", "?\n"),
        ("=\n", "=\n=\n"),
        (" w\n", " b\n"),
        ("setup\n", "set up\n"),
        ("setup\n", "= \nsetup\n"),
        ("position\n", "lift e3\n"),
    ] {
        let bad = good.replace(from, to);
        assert_ne!(bad, good);
        assert!(play(&bad).is_err(), "{bad}");
    }
    // What is not mentioned is not compared, but nothing is refused silently.
    assert_eq!(play("setup\n=\n"), Ok(()));
    assert_eq!(play("setup\n* phase to-move\n"), Ok(()));
    assert_eq!(play("setup\n"), Ok(()));
    assert!(play("setup\nlift e3\n").is_err());
    assert_eq!(play("setup\nlift e3\n? no stone stands on e3\n"), Ok(()));
}

#[test]
fn every_transcript_fails_if_its_last_expectation_is_another() {
    for path in transcripts() {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().display();
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        let is_expectation = |line: &String| !line.starts_with('#') && kind(line) != Kind::Input;
        let last = lines.iter().rposition(is_expectation);
        let last = last.unwrap_or_else(|| panic!("{name} expects nothing"));
        lines[last] += " else";
        assert!(play(&lines.join("\n")).is_err(), "{name}");
    }
}

/// The names are sentences that hold.
#[test]
fn a_transcript_is_named_by_the_behaviour_and_says_why() {
    for path in transcripts() {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert!(is_plain, "{name}");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# "), "{name} begins with no comment");
    }
}
