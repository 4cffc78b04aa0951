//! Runs the cases of this folder; its README says how to write one.

#[path = "../common/mod.rs"]
mod common;
mod file;
mod line;
mod scene;

use common::transcript::{Failure, Line};
use file::{Case, Form};

/// A case file and its language.
struct Table {
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

const SHEETS: Table = Table {
    name: "tests/cases/sheets.txt",
    text: include_str!("sheets.txt"),
    form: RULES,
    play: scene::play,
    inversions: wrong_or_of_the_other_kind,
};

const ENDS: Table = Table {
    name: "tests/cases/ends.txt",
    text: include_str!("ends.txt"),
    ..SHEETS
};

const NOTATION: Table = Table {
    name: "tests/cases/notation.txt",
    text: include_str!("notation.txt"),
    form: Form {
        has_sentences: false,
        ..RULES
    },
    ..SHEETS
};

const TABLES: &[Table] = &[SHEETS, ENDS, NOTATION];

fn wrong(line: &str) -> Vec<String> {
    vec![format!("{line} else")]
}

fn wrong_or_of_the_other_kind(line: &str) -> Vec<String> {
    let mut lines = wrong(line);
    lines.extend(line::other_kind(line));
    lines
}

impl Table {
    /// Everything that is wrong with a text in the form of this file, with its case and line.
    fn failures(&self, text: &str) -> Vec<String> {
        let report = |name: &str, (number, why): Failure| {
            let file = self.name;
            format!("{file}:{number}: {name}\n    {why}\n")
        };
        match file::read(text, self.form) {
            Err(failure) => vec![report("", failure)],
            Ok(cases) => cases
                .iter()
                .flat_map(|case| {
                    let failures = (self.play)(&case.lines());
                    failures
                        .into_iter()
                        .map(|failure| report(&case.name, failure))
                })
                .collect(),
        }
    }

    #[track_caller]
    fn holds(&self) {
        let failures = self.failures(self.text);
        assert!(failures.is_empty(), "\n{}", failures.concat());
    }

    /// Changes what one check after another expects: exactly its case differs then, and fails on its line.
    #[track_caller]
    fn fails_with_any_other_expectation(&self) {
        let cases = file::read(self.text, self.form).unwrap();
        let lines: Vec<&str> = self.text.lines().collect();
        let mut checks = 0;
        for (i, case) in cases.iter().enumerate() {
            for (number, line) in case.lines() {
                if !(self.form.is_check)(line) {
                    continue;
                }
                checks += 1;
                for other in (self.inversions)(lines[number - 1]) {
                    let mut lines = lines.clone();
                    lines[number - 1] = &other;
                    let changed = file::read(&lines.join("\n"), self.form).unwrap();
                    let same = |(a, b): (&Case, &Case)| a == b;
                    let as_before: Vec<bool> = cases.iter().zip(&changed).map(same).collect();
                    assert!(
                        as_before
                            .iter()
                            .enumerate()
                            .all(|(j, same)| *same == (i != j))
                    );
                    let failures = (self.play)(&changed[i].lines());
                    let failed: Vec<usize> = failures.iter().map(|failure| failure.0).collect();
                    assert_eq!(failed, [number], "{}:{number}: {other}", self.name);
                }
            }
        }
        println!("{}: {} cases, {checks} checks", self.name, cases.len());
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
fn every_check_fails_if_it_expects_something_else() {
    for table in TABLES {
        table.fails_with_any_other_expectation();
    }
}
