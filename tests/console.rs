//! The console beyond transcripts: any bytes, any words, the program itself.

mod common;
#[path = "common/folder.rs"]
mod folder;
#[path = "common/program.rs"]
mod program;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use common::random::Random;
use common::virtual_board::VirtualBoard;
use fanorona_board::app::App;
use fanorona_board::console::command::Command as Word;
use fanorona_board::console::input::{Input, LONGEST};
use fanorona_board::console::refusal::Refusal;
use fanorona_board::console::{self, Device, Health};
use fanorona_board::crash::memory::{KEPT, Memory};
use fanorona_board::crash::{Crash, Part, Pulse, Reset};
use fanorona_board::point::PointSet;
use fanorona_board::referee::Referee;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::turn::Turn;
use fanorona_board::sense::sensors::{Report, Trouble};
use fanorona_board::time::Millis;

/// What `version` answers on a board in memory by the standard rules, after some seconds.
fn version(seconds: u64) -> String {
    format!(
        "= fanorona-board {} git={} board=virtual uptime={seconds}s reset=power-on restarts=0 dropped=0 rules=standard\n",
        env!("CARGO_PKG_VERSION"),
        env!("GIT")
    )
}

/// An app on a chip that has crashed.
struct Crashed {
    app: App,
    memory: Memory,
}

impl Crashed {
    /// As often as is kept, each time with the longest text.
    fn at_length() -> Self {
        let mut memory = Memory::FRESH;
        for _ in 0..KEPT {
            memory.note(Crash::Panic(&"x".repeat(1000)), Millis(u64::MAX / 8));
            memory.begin(Reset::Restart, 0, Millis(0));
        }
        Self {
            app: App::new(Referee::new(Board::Tsivy, Rules::STANDARD, 0)),
            memory,
        }
    }
}

impl Device for Crashed {
    fn app(&mut self) -> &mut App {
        &mut self.app
    }

    fn health(&mut self) -> Health<'_> {
        Health {
            uptime: Millis(61_999),
            dropped: 7,
            memory: &self.memory,
        }
    }

    fn leave(&mut self) -> Result<(), Refusal> {
        Ok(())
    }
}

const START: &str = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w";

/// Everything that comes back to a line.
fn says(board: &mut VirtualBoard, line: Result<&str, Refusal>) -> String {
    let mut said = String::new();
    console::answer(board, line, &mut said).unwrap();
    said
}

/// The start of Tsivy, standing.
fn playing() -> VirtualBoard {
    let mut board = VirtualBoard::new(0);
    assert_eq!(says(&mut board, Ok("setup")), "* phase to-move\n=\n");
    board
}

#[test]
fn help_lists_every_command() {
    let help = says(&mut VirtualBoard::new(0), Ok("help"));
    for command in Word::ALL {
        let (usage, about) = (command.usage(), command.about());
        let listed = |line: &str| line.starts_with(&format!("  {usage} ")) && line.ends_with(about);
        assert!(help.lines().any(listed), "{usage}");
    }
}

/// Lines that a transcript cannot hold.
#[test]
fn blanks_around_words_do_not_matter() {
    let mut board = playing();
    for (line, answer) in [
        ("  lift \t d3   300 ", "* phase carrying\n=\n"),
        ("\tcues", "= carrying white turn=a1 origin=d3 target=e3\n"),
        (" new   dimy  ", "* phase setup\n=\n"),
        ("new bbb/b1w/www   w", "=\n"),
    ] {
        assert_eq!(says(&mut board, Ok(line)), answer, "{line:?}");
    }
}

#[test]
fn lines_that_are_none_are_refused_and_change_nothing() {
    let mut board = playing();
    let before = format!("{board:?}");
    for (line, answer) in [
        (Err(Refusal::TooLong), "? a line has at most 256 bytes\n"),
        (Err(Refusal::NoText), "? this is no text\n"),
        (Ok("= done"), "? no such command; help lists them all\n"),
        (
            Ok("  new  bbb/b1w/www x"),
            "? column 20: expected the side to move, w or b; or one of telo, dimy, tsivy\n",
        ),
    ] {
        assert_eq!(says(&mut board, line), answer);
        assert_eq!(format!("{board:?}"), before, "{line:?}");
    }
}

#[test]
fn the_seed_decides_the_lots() {
    let starter = |seed| {
        let mut board = VirtualBoard::new(seed);
        says(&mut board, Ok("rules starter=lots"));
        let mut position = || says(&mut board, Ok("position"));
        let first = position();
        assert_eq!(first, position());
        first.trim_end().chars().last()
    };
    let all: Vec<_> = (0..32).map(starter).collect();
    assert!(all.contains(&Some('w')) && all.contains(&Some('b')));
    assert_eq!(all, (0..32).map(starter).collect::<Vec<_>>());
}

/// Whether every line is one of the protocol, and how many answers there are.
#[track_caller]
fn answers(said: &str) -> usize {
    assert!(said.is_empty() || said.ends_with('\n'));
    let known = |line: &str| {
        let starts = ["=", "? ", "* ", "  "];
        starts.iter().any(|start| line.starts_with(start)) && !line.chars().any(char::is_control)
    };
    assert!(said.lines().all(known), "{said:?}");
    let is_answer = |line: &&str| line.starts_with(['=', '?']);
    said.lines().filter(is_answer).count()
}

#[test]
fn whatever_is_said_gets_one_answer() {
    let mut random = Random::seeded(7);
    let mut board = VirtualBoard::new(0);
    let mut words: Vec<&str> = Word::ALL.into_iter().map(Word::word).collect();
    words.retain(|word| *word != "wait");
    words.extend(
        "hint why games all a1 e3 i5 d3 f3 0 7 300 telo dimy w b bbb/b1w/www vela=normal capturer=black \
         capture=may lemurs takeback=no white quiet ÿ 9999999999999999999999999"
            .split(' '),
    );
    words.extend([START, "\u{7f}", "\0"]);
    for _ in 0..3000 {
        let count = 1 + random.below(4);
        let line: Vec<&str> = (0..count).map(|_| random.pick(&words)).collect();
        let line = line.join(" ");
        assert_eq!(answers(&says(&mut board, Ok(&line))), 1, "{line:?}");
    }
}

#[test]
fn whatever_bytes_come_the_next_line_is_read() {
    let mut random = Random::seeded(8);
    let mut board = VirtualBoard::new(0);
    let mut input = Input::default();
    for _ in 0..500 {
        let mut bytes: Vec<u8> = (0..random.below(2 * LONGEST))
            .map(|_| u8::try_from(random.below(256)).unwrap())
            .collect();
        bytes.extend(b"\nversion\r\n");
        let mut said = String::new();
        for byte in bytes {
            if let Some(line) = input.feed(byte) {
                said += &says(&mut board, line);
            }
        }
        answers(&said);
        let last = said.lines().last().unwrap();
        assert!(last.starts_with("= fanorona-board 0.1.0 git="), "{said}");
    }
}

#[test]
fn version_tells_which_firmware_this_is_and_how_it_has_fared() {
    let mut board = VirtualBoard::new(0);
    assert_eq!(says(&mut board, Ok("version")), version(0));
    says(&mut board, Ok("wait 61999"));
    assert_eq!(says(&mut board, Ok("version")), version(61));
    says(&mut board, Ok("rules lemurs touch=move"));
    let said = says(&mut board, Ok("version"));
    assert!(said.ends_with(" rules=lemurs touch=move\n"), "{said}");
    says(&mut board, Ok("rules standard"));
    says(&mut board, Ok("cut"));
    assert_eq!(says(&mut board, Ok("version")), version(1));
}

#[test]
fn a_chip_that_has_crashed_tells_how_often_and_why() {
    let mut device = Crashed::at_length();
    device.memory = Memory::FRESH;
    let stalled = Pulse {
        running: Part::Below,
        stalled: Some(Part::Scan),
    };
    for pulse in [0, stalled.word()] {
        device.memory.begin(Reset::Watchdog, pulse, Millis(1500));
    }
    let mut says = |line| {
        let mut said = String::new();
        console::answer(&mut device, Ok(line), &mut said).unwrap();
        said
    };
    assert_eq!(
        says("faults"),
        "  after 1500 ms: hang in start\n  after 1500 ms: hang in scan\n= restarts=2 safe=no dropped=7\n"
    );
    let version = says("version");
    let fared = " uptime=61s reset=watchdog restarts=2 dropped=7 rules=";
    assert!(version.contains(fared), "{version}");
    assert_eq!(says("bootloader"), "=\n");
}

#[test]
fn events_that_wait_fit_before_a_short_answer() {
    // As many as the referee and the sensors keep, each at its longest.
    let turn = "* turn a1".len() + 3 * Turn::MAX_STEPS + 1;
    let report = Report {
        points: PointSet::ALL,
        trouble: Trouble::Bridged,
    };
    let report = format!("* sensor {report}\n").len();
    let events = 32 * turn + 16 * report;
    // No short answer is longer than the refusal of a position with which everything is wrong.
    let (full, empty) = (["wwwwwwwww"; 5].join("/"), ["9"; 5].join("/"));
    let lines = [
        format!("new {full} b capturer=black"),
        format!("new {empty} w e3 d3e3Af4W"),
        format!("rules {}", "quiet=65535 ".repeat(15)),
        "rules".into(),
        "position".into(),
        "cues".into(),
        "forget all".into(),
        "x".repeat(LONGEST),
    ];
    let mut board = VirtualBoard::new(0);
    let longest = lines.iter().map(|line| {
        assert!(!console::is_long(Ok(line)), "{line}");
        let said = says(&mut board, Ok(line));
        let answer = said.lines().last().unwrap();
        assert!(answer.starts_with(['=', '?']), "{line}: {said}");
        answer.len()
    });
    let mut faults = String::new();
    console::answer(&mut Crashed::at_length(), Ok("faults"), &mut faults).unwrap();
    let longest = longest.max().unwrap().max(faults.len());
    assert!(says(&mut board, Ok("settings")).len() < longest);
    assert!(
        longest > 50 && events + 2 * longest < console::SHORT,
        "{events} {longest}"
    );
}

#[test]
fn a_long_answer_is_the_same_again_and_changes_nothing() {
    let mut board = playing();
    says(&mut board, Ok("lift d3"));
    for word in Word::ALL.into_iter().filter(|word| word.is_long()) {
        let before = format!("{board:?}");
        let mut answer = || says(&mut board, Ok(word.word()));
        assert_eq!(answer(), answer());
        assert_eq!(format!("{board:?}"), before, "{}", word.word());
        assert!(console::is_long(Ok(word.word())));
    }
    for line in ["resign", "clear", "setup", "lift d3"] {
        says(&mut board, Ok(line));
    }
    let before = format!("{board:?}");
    let kept = says(&mut board, Ok("record 1"));
    assert!(kept.contains("result "), "{kept}");
    assert_eq!(says(&mut board, Ok("record 1")), kept);
    assert_eq!(format!("{board:?}"), before);
    for line in "undo,stop,new tsivy,position,,nonsense,turnsx".split(',') {
        assert!(!console::is_long(Ok(line)), "{line}");
    }
    assert!(console::is_long(Ok("  turns ")));
    assert!(!console::is_long(Err(Refusal::TooLong)));
}

#[test]
fn the_program_answers_every_line_and_ends_with_the_input() {
    let mut input = b"\r\n\nversion\r\nlift e3\rposition\n\xff\n".to_vec();
    input.extend([b'x'; 1000]);
    input.extend(b"\nassist");
    let output = program::run(&["console"], &input);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!(
            "{}? no stone stands on e3\n= {START}\n? this is no text\n\
             ? a line has at most 256 bytes\n= play\n",
            version(0)
        )
    );
}

#[test]
fn the_program_answers_before_it_is_asked_again() {
    let folder = folder::Folder::new();
    let mut child = folder
        .program()
        .args(["console", "--seed", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (line, answer) in [("assist", "= play\n"), ("rules", "= standard\n")] {
        writeln!(input, "{line}").unwrap();
        let mut said = String::new();
        output.read_line(&mut said).unwrap();
        assert_eq!(said, answer);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn help_names_console_and_replay() {
    let output = program::run(&["--help"], b"");
    let help = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(help.contains("  console ") && help.contains("  replay "));
    for (arguments, code) in [
        (&["console", "--help"][..], 0),
        (&["replay", "--help"], 0),
        (&["console", "--seed", "x"], 2),
        (&["replay"], 2),
    ] {
        let status = program::run(arguments, b"").status;
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
}
