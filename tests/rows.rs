//! No row of costs is dead: without any of them some scenario is read otherwise.
//!
//! One test in a program of its own, because rows are switched off for the whole process.

mod common;

use std::fs;
use std::path::Path;

use common::transcript;
use fanorona_board::referee::cost::{Row, switch};

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

/// Which scenarios fail without this row.
fn failing(scenarios: &[(String, String)], without: Option<Row>) -> Vec<&str> {
    switch::off(without);
    let fails = |text: &str| !transcript::play(&transcript::lines(text)).is_empty();
    let failing = scenarios.iter().filter(|(_, text)| fails(text));
    let names = failing.map(|(name, _)| name.as_str()).collect();
    switch::off(None);
    names
}

#[test]
fn every_row_of_costs_is_needed_by_a_scenario() {
    let scenarios = scenarios();
    assert_eq!(failing(&scenarios, None), [""; 0]);
    let mut needless = Vec::new();
    for row in Row::ALL {
        let failing = failing(&scenarios, Some(row));
        println!("{row:?}: {}", failing.len());
        for name in &failing {
            println!("    {name}");
        }
        if failing.is_empty() {
            needless.push(row);
        }
    }
    assert!(needless.is_empty(), "no scenario needs {needless:?}");
}
