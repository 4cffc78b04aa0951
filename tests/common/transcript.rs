//! Plays transcripts of the console; tests/scenarios tells their language.

use std::fmt;

use fanorona_board::console::input::Input;
use fanorona_board::console::refusal::Refusal;
use fanorona_board::console::{self, Device};

use super::virtual_board::VirtualBoard;

/// A line of a file, with its number.
pub type Line<'a> = (usize, &'a str);

/// A line that came in, or why it is none.
type Typed<'a> = Result<&'a str, Refusal>;

/// What is not as expected: the number of a line, and what is wrong there.
pub type Failure = (usize, String);

/// What can be asked, to see that nothing has changed.
const QUESTIONS: [&str; 8] = [
    "position",
    "turns",
    "cues",
    "record",
    "rules",
    "assist",
    "brightness",
    "sensors",
];

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

/// Whether a line says what is expected, and is no command or comment.
pub fn is_expectation(line: &str) -> bool {
    kind(line) != Kind::Input
}

/// The lines of a transcript that say something.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let lines = (1..).zip(text.lines().map(str::trim_end));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

/// Plays a transcript on a new board in memory; tells everything that is not as expected.
pub fn play(lines: &[Line]) -> Vec<Failure> {
    let mut board = VirtualBoard::new(0);
    play_with(lines, |line, out| console::answer(&mut board, line, out))
}

/// Plays a transcript on a new board that has no hands; tells everything that is not as expected.
pub fn play_without_hands(lines: &[Line]) -> Vec<Failure> {
    let mut board = VirtualBoard::new(0);
    play_with(lines, |line, out| console::answer(board.app(), line, out))
}

/// Types a line; returns what comes back.
fn typed(line: &str, answer: &mut impl FnMut(Typed, &mut String) -> fmt::Result) -> String {
    let mut input = Input::default();
    let mut said = String::new();
    for byte in line.bytes().chain([b'\n']) {
        if let Some(line) = input.feed(byte) {
            answer(line, &mut said).unwrap();
        }
    }
    said
}

fn play_with(
    lines: &[Line],
    mut answer: impl FnMut(Typed, &mut String) -> fmt::Result,
) -> Vec<Failure> {
    let mut say = |line: &str| typed(line, &mut answer);
    let exchanges = match exchanges(lines) {
        Ok(exchanges) => exchanges,
        Err(failure) => return vec![failure],
    };
    let mut failures = Vec::new();
    for Exchange { command, expected } in exchanges {
        let is_refusal = expected.iter().any(|(_, line)| line.starts_with('?'));
        let before = is_refusal.then(|| QUESTIONS.map(&mut say));
        let said = say(command.1);
        if !is_proper(&said) {
            failures.push((command.0, format!("no proper answer: {said:?}")));
        }
        failures.extend(compare(command, &expected, &said));
        if before.is_some_and(|before| before != QUESTIONS.map(&mut say)) {
            failures.push((command.0, format!("`{}` changed something", command.1)));
        }
    }
    failures
}

/// The exchanges of a transcript.
fn exchanges<'a>(lines: &[Line<'a>]) -> Result<Vec<Exchange<'a>>, Failure> {
    let mut all: Vec<Exchange> = Vec::new();
    for &(number, line) in lines {
        if kind(line) == Kind::Input {
            all.push(Exchange {
                command: (number, line),
                expected: Vec::new(),
            });
        } else if let Some(exchange) = all.last_mut() {
            exchange.expected.push((number, line));
        } else {
            return Err((number, "an expectation before any command".into()));
        }
    }
    Ok(all)
}

/// Whether there is one answer, at the end, and before it only events and parts, or nothing if it is a refusal.
fn is_proper(said: &str) -> bool {
    let lines: Vec<&str> = said.lines().collect();
    let Some((answer, before)) = lines.split_last() else {
        return false;
    };
    let is_between = |line: &&str| matches!(kind(line), Kind::Event | Kind::Part);
    let is_right_before = if answer.starts_with('?') {
        before.is_empty()
    } else {
        before.iter().all(is_between)
    };
    said.ends_with('\n') && kind(answer) == Kind::Answer && is_right_before
}

/// Compares what was said with what was expected, kind by kind and as a whole.
fn compare(command: Line, expected: &[Line], said: &str) -> Option<Failure> {
    let mentions = |wanted: Kind| expected.iter().any(|&(_, line)| kind(line) == wanted);
    let (number, text) = command;
    // What is not mentioned is not compared, except that nothing is refused silently.
    let refused = said.lines().any(|line| line.starts_with('?'));
    if refused && !mentions(Kind::Answer) {
        let why = format!("`{text}` was refused: {}", said.trim_end());
        return Some((number, why));
    }
    let failure = |line: usize, expected: &str, got: &str| {
        let why = format!("after `{text}`\n    expected {expected}\n    got      {got}");
        Some((line, why))
    };
    let mut got = said.lines().filter(|line| mentions(kind(line)));
    for &(line, wanted) in expected {
        let got = got.next().unwrap_or("nothing");
        if got != wanted {
            return failure(line, wanted, got);
        }
    }
    got.next()
        .and_then(|more| failure(number, "nothing more", more))
}
