//! Plays every transcript in tests/scenarios; its README says how to write one.

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use common::transcript;

/// Plays a transcript; tells everything that is not as expected.
fn play(text: &str) -> Result<(), String> {
    let mut failures = String::new();
    for (number, why) in transcript::play(&transcript::lines(text)) {
        let _ = writeln!(failures, "  line {number}: {why}");
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures)
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
fn every_transcript_fails_if_any_expectation_is_another() {
    for path in transcripts() {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().display();
        let lines = transcript::lines(&text);
        // That a transcript fails as it stands is for another test to tell.
        if !transcript::play(&lines).is_empty() {
            continue;
        }
        let checks = (0..lines.len()).filter(|&i| transcript::is_expectation(lines[i].1));
        let checks: Vec<usize> = checks.collect();
        assert!(!checks.is_empty(), "{name} expects nothing");
        for i in checks {
            let other = format!("{} else", lines[i].1);
            let mut lines = lines.clone();
            lines[i].1 = &other;
            let failed: Vec<usize> = transcript::play(&lines).iter().map(|it| it.0).collect();
            assert_eq!(failed, [lines[i].0], "{name}");
        }
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
