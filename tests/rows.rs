//! Nothing of the referee is dead: without any row of costs, or any clause, some scenario is read otherwise.
//!
//! One test in a program of its own, because they are switched off for the whole process.

mod common;

use std::fs;
use std::panic;
use std::path::Path;

use common::{transcript, without};
use fanorona_board::referee::switch;

/// All scenarios, by their names.
fn scenarios() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let texts = paths.filter(|path| path.extension().is_some_and(|it| it == "txt"));
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let texts = texts.map(|path| (name(&path), fs::read_to_string(&path).unwrap()));
    let mut scenarios: Vec<_> = texts.collect();
    scenarios.sort();
    scenarios
}

/// The first scenario that fails without these. Without some the board may come to what it holds to be impossible.
fn failing<'a>(scenarios: &'a [(String, String)], without: &[u32]) -> Option<&'a str> {
    switch::off(without);
    let is_right = |text: &str| {
        let played = panic::catch_unwind(|| transcript::play(&transcript::lines(text)));
        played.is_ok_and(|failures| failures.is_empty())
    };
    let failing = scenarios.iter().find(|(_, text)| !is_right(text));
    switch::off(&[]);
    failing.map(|(name, _)| name.as_str())
}

#[test]
fn every_row_and_every_clause_is_needed_by_a_scenario() {
    let scenarios = scenarios();
    assert_eq!(failing(&scenarios, &[]), None);
    let mut needless = Vec::new();
    for (name, place) in without::all() {
        if let Some(scenario) = failing(&scenarios, &[place]) {
            println!("{name}: {scenario}");
        } else {
            needless.push(name);
        }
    }
    assert!(needless.is_empty(), "no scenario needs {needless:?}");
}
