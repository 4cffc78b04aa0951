//! Records that the host program replays, with what it prints.

use crate::common::transcript::{Failure, Line};
use crate::program;

/// Whether a line says what is expected.
pub fn is_check(line: &str) -> bool {
    line.starts_with(['=', '?'])
}

/// Replays the record of a case; tells what is not as expected.
///
/// Lines behind `|` are the record, those behind `=` what is printed, one behind `?` is the error.
pub fn play(lines: &[Line]) -> Vec<Failure> {
    let mut record = String::new();
    let mut expected = Vec::new();
    for &(number, line) in lines {
        if let Some(text) = line.strip_prefix('|') {
            record.extend([text.strip_prefix(' ').unwrap_or(text), "\n"]);
        } else if is_check(line) {
            expected.push((number, line));
        } else {
            return vec![(number, "a line begins with |, = or ?".into())];
        }
    }
    let output = program::run(&["replay", "-"], record.as_bytes());
    let printed = String::from_utf8_lossy(&output.stdout);
    let error = String::from_utf8_lossy(&output.stderr);
    let said = printed.lines().map(|line| format!("= {line}"));
    let said: Vec<String> = said
        .chain(error.lines().map(|line| line.replacen("error: ", "? ", 1)))
        .collect();
    let code = if error.is_empty() { 0 } else { 2 };
    let mut failures = compare(&expected, &said);
    if output.status.code() != Some(code) {
        failures.push((lines[0].0, format!("it ended with {}", output.status)));
    }
    failures
}

fn compare(expected: &[Line], said: &[String]) -> Vec<Failure> {
    let last = expected.last().map_or(0, |line| line.0);
    let count = expected.len().max(said.len());
    let failure = |i: usize| {
        let (number, wanted) = *expected.get(i).unwrap_or(&(last, "nothing more"));
        let got = said.get(i).map_or("nothing", |line| line);
        let why = format!("expected {wanted}\n    got      {got}");
        (wanted != got).then_some((number, why))
    };
    (0..count).filter_map(failure).collect()
}
