//! Plays transcripts of the console; tests/scenarios tells their language.

use fanorona_board::console;

use super::real_board::RealBoard;
use super::virtual_board::VirtualBoard;

/// A line of a file, with its number.
pub type Line<'a> = (usize, &'a str);

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
    play_with(lines, |line| {
        let mut said = String::new();
        console::answer(&mut board, Ok(line), &mut said).unwrap();
        said
    })
}

/// Plays a transcript on a new board that has no hands; tells everything that is not as expected.
pub fn play_without_hands(lines: &[Line]) -> Vec<Failure> {
    let mut board = RealBoard::new();
    play_with(lines, |line| {
        let mut said = String::new();
        console::answer(&mut board, Ok(line), &mut said).unwrap();
        said
    })
}

fn play_with(lines: &[Line], mut say: impl FnMut(&str) -> String) -> Vec<Failure> {
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

/// Whether there is one answer, at the end, and everything before it is an event or a part.
fn is_proper(said: &str) -> bool {
    let kinds: Vec<Kind> = said.lines().map(kind).collect();
    let Some((Kind::Answer, before)) = kinds.split_last() else {
        return false;
    };
    let is_between = |kind: &Kind| matches!(kind, Kind::Event | Kind::Part);
    said.ends_with('\n') && before.iter().all(is_between)
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
