//! Runs the cases of this folder; its README says how to write one.

mod bad;
#[path = "../common/mod.rs"]
mod common;
mod file;
#[path = "../common/folder.rs"]
mod folder;
mod line;
#[path = "../common/program.rs"]
mod program;
mod questions;
mod record;
mod scene;

use common::transcript::{self, Failure, Line};
use file::{Case, Form};

/// A case file and its language.
struct CaseFile {
    name: &'static str,
    text: &'static str,
    form: Form,
    /// Plays a case; tells everything that is not as expected.
    play: fn(&[Line]) -> Vec<Failure>,
    /// The ways to write a check so that it cannot hold.
    inversions: fn(&str) -> Vec<String>,
}

const RULES: Form = Form {
    is_check: line::is_check,
    has_sentences: true,
};

const SHEETS: CaseFile = CaseFile {
    name: "tests/cases/sheets.txt",
    text: include_str!("sheets.txt"),
    form: RULES,
    play: scene::play,
    inversions: wrong_or_of_the_other_kind,
};

const ENDS: CaseFile = CaseFile {
    name: "tests/cases/ends.txt",
    text: include_str!("ends.txt"),
    ..SHEETS
};

const NOTATION: CaseFile = CaseFile {
    name: "tests/cases/notation.txt",
    text: include_str!("notation.txt"),
    form: Form {
        has_sentences: false,
        ..RULES
    },
    ..SHEETS
};

const CONSOLE: CaseFile = CaseFile {
    name: "tests/cases/console.txt",
    text: include_str!("console.txt"),
    form: Form {
        is_check: transcript::is_expectation,
        has_sentences: false,
    },
    play: transcript::play,
    inversions: wrong,
};

const REAL_BOARD: CaseFile = CaseFile {
    name: "tests/cases/real-board.txt",
    text: include_str!("real-board.txt"),
    play: transcript::play_without_hands,
    ..CONSOLE
};

const RECORDS: CaseFile = CaseFile {
    name: "tests/cases/records.txt",
    text: include_str!("records.txt"),
    form: Form {
        is_check: record::is_check,
        has_sentences: false,
    },
    play: record::play,
    inversions: wrong,
};

fn wrong(line: &str) -> Vec<String> {
    vec![format!("{line} else")]
}

fn wrong_or_of_the_other_kind(line: &str) -> Vec<String> {
    let mut lines = wrong(line);
    lines.extend(line::other_kind(line));
    lines
}

impl CaseFile {
    /// Everything that is wrong with a text in the form of this file, with its line and case.
    fn failures(&self, text: &str) -> Vec<String> {
        let file = self.name;
        match file::read(text, self.form) {
            Err((number, why)) => vec![format!("{file}:{number}: {why}")],
            Ok(cases) => cases
                .iter()
                .flat_map(|case| self.failures_of(case))
                .collect(),
        }
    }

    fn failures_of(&self, case: &Case) -> Vec<String> {
        let (file, name) = (self.name, &case.name);
        let failures = (self.play)(&case.lines()).into_iter();
        failures
            .map(|(number, why)| format!("{file}:{number}: {name}\n    {why}"))
            .collect()
    }

    #[track_caller]
    fn holds(&self) {
        let failures = self.failures(self.text);
        assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
    }

    /// Writes one check after another so that it cannot hold, and demands that its case fails there.
    #[track_caller]
    fn fails_with_any_other_expectation(&self) {
        let cases = file::read(self.text, self.form).unwrap();
        let mut checks = 0;
        for (i, case) in cases.iter().enumerate() {
            // That a case fails as it stands is for another test to tell.
            if !(self.play)(&case.lines()).is_empty() {
                continue;
            }
            for (number, line) in case.lines() {
                if (self.form.is_check)(line) {
                    self.fails_if_inverted(&cases, i, number);
                    checks += 1;
                }
            }
        }
        println!("{}: {} cases, {checks} checks", self.name, cases.len());
    }

    #[track_caller]
    fn fails_if_inverted(&self, cases: &[Case], at: usize, number: usize) {
        let line = self.text.lines().nth(number - 1).unwrap();
        for other in (self.inversions)(line) {
            self.fails_only(cases, at, number, &other);
        }
    }

    /// Replaces a line of a case: this case is another one then, no other is, and it fails on this line.
    #[track_caller]
    fn fails_only(&self, cases: &[Case], at: usize, number: usize, other: &str) {
        let mut lines: Vec<&str> = self.text.lines().collect();
        lines[number - 1] = other;
        let changed = file::read(&lines.join("\n"), self.form).unwrap();
        assert_eq!(changed.len(), cases.len());
        for (i, (before, after)) in cases.iter().zip(&changed).enumerate() {
            assert_eq!(before == after, i != at, "{}: {}", self.name, before.name);
        }
        let failures = (self.play)(&changed[at].lines());
        let failed: Vec<usize> = failures.iter().map(|failure| failure.0).collect();
        assert_eq!(failed, [number], "{}:{number}: {other}", self.name);
    }
}

#[test]
fn what_the_sheets_say_holds() {
    SHEETS.holds();
}

#[test]
fn games_end_as_they_should() {
    ENDS.holds();
}

#[test]
fn texts_are_read_or_refused() {
    NOTATION.holds();
}

#[test]
fn the_console_answers() {
    CONSOLE.holds();
}

#[test]
fn a_real_board_answers() {
    REAL_BOARD.holds();
}

// Miri starts no programs.
#[cfg(not(miri))]
#[test]
fn records_are_replayed() {
    RECORDS.holds();
    RECORDS.fails_with_any_other_expectation();
}

#[test]
fn every_check_fails_if_it_expects_something_else() {
    for file in [SHEETS, ENDS, NOTATION, CONSOLE, REAL_BOARD] {
        file.fails_with_any_other_expectation();
    }
}
