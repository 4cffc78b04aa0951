//! Case files that are none are refused, never skipped.

use crate::{CONSOLE, CaseFile, NOTATION, RECORDS, SHEETS};

/// Texts that are no case file, with the only failure.
const BAD_FILES: &[(&CaseFile, &str, &str)] = &[
    (&SHEETS, "", "1: no case"),
    (&SHEETS, "# x\nturns = none", "2: a line before any heading"),
    (&SHEETS, "##x", "1: a heading is ##, a blank and a name"),
    (&SHEETS, "## ", "1: a heading is ##, a blank and a name"),
    (&SHEETS, "## x\nturns = none", "1: no sentence of a sheet"),
    (
        &SHEETS,
        "## x\n> 000",
        "2: a sentence is >, 000 to 004 or ours, and its words",
    ),
    (
        &SHEETS,
        "## x\n> 005 y",
        "2: a sentence is >, 000 to 004 or ours, and its words",
    ),
    (
        &SHEETS,
        "## x\n> 000 y\nposition telo",
        "1: nothing is expected",
    ),
    (
        &NOTATION,
        "## x\nend = none\n## x\nend = none",
        "3: there is such a case already",
    ),
    (&NOTATION, "$X = y", "1: nobody uses $X"),
    (
        &NOTATION,
        "$X = y\n$X = z",
        "2: $X stands for something already",
    ),
    (&NOTATION, "$X", "1: a name is given as $NAME = TEXT"),
    (
        &NOTATION,
        "$x = y",
        "1: $x is no name: those are of capital letters",
    ),
    (&NOTATION, "## x\nturns = $X", "2: $X stands for nothing"),
    (&CONSOLE, "## x\nsetup", "1: nothing is expected"),
    (
        &CONSOLE,
        "## x\n= y",
        "2: x\n    an expectation before any command",
    ),
    (&RECORDS, "## x\n| d3e3A", "1: nothing is expected"),
    (
        &RECORDS,
        "## x\n= y\nd3e3A",
        "3: x\n    a line begins with |, = or ?",
    ),
];

/// Lines that make no sense while Telo stands, with why.
const BAD_LINES: &[(&str, &str)] = &[
    ("castle", "there is no such line"),
    ("castle = none", "there is no such line"),
    ("turns of white = none", "there is no such line"),
    ("turns", "it asks, and expects nothing"),
    ("position", "it asks, and expects nothing"),
    ("turns =", "nothing is expected; what is nothing is none"),
    (
        "play a1b2A ?",
        "nothing is expected; what is nothing is none",
    ),
    (
        "position bbb/b1w/www",
        "refused: column 12: expected the side to move, w or b",
    ),
    ("position 3/3/3 w", "refused: there is no stone"),
    ("rules chain=on", "refused: column 1: chain takes may, must"),
    ("rules \"x ? y", "a quote is not closed"),
    (
        "rules \"\\x\" = y",
        "only \\t, \\r, \\n and \\u{…} are known",
    ),
    ("play a1a2", "refused: a2 is occupied"),
    (
        "play castle ? y",
        "column 1: expected a point of telo, a1 to c3",
    ),
    ("play", "there is no such line"),
    ("play many times a1b2A", "no number of times"),
    (
        "play a1a2 c3c2 ? a2 is occupied",
        "a1a2 is refused: a2 is occupied",
    ),
    ("turn chess a1b2 = y", "no board"),
    ("match chess", "no board"),
    ("match telo x", "no seed"),
    ("finish white captured = y", "no match is on"),
    ("finish white tired = y", "no game ends like that"),
    ("resign red", "no side"),
];

#[test]
fn a_bad_file_is_refused_with_its_line_and_the_reason() {
    for (table, text, failure) in BAD_FILES {
        let failure = format!("{}:{failure}", table.name);
        assert_eq!(table.failures(text), [failure], "{text}");
    }
}

#[test]
fn a_bad_line_is_refused_with_its_case_and_the_reason() {
    for (line, why) in BAD_LINES {
        let text = format!("## x\nposition telo\nend = none\n{line}");
        let failure = format!("{}:4: x\n    {line}\n    {why}", NOTATION.name);
        assert_eq!(NOTATION.failures(&text), [failure]);
    }
}

#[test]
fn all_failures_are_told_at_once() {
    let text = "## x\nposition telo\nside = black\nend = agreed\n\
        ## y\nposition telo\nend = none\n## z\nturns = none";
    let failures = [
        ":3: x\n    side = black\n    expected = black\n    got      = white",
        ":4: x\n    end = agreed\n    expected = agreed\n    got      = none",
        ":9: z\n    turns = none\n    no position stands",
    ];
    let failures = failures.map(|failure| format!("{}{failure}", NOTATION.name));
    assert_eq!(NOTATION.failures(text), failures);
}
