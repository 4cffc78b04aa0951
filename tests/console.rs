//! The line protocol: what every command answers, and what it refuses.

mod common;
#[path = "common/program.rs"]
mod program;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use common::random::Random;
use common::virtual_board::VirtualBoard;
use fanorona_board::app::App;
use fanorona_board::console;
use fanorona_board::console::command::Command as Word;
use fanorona_board::console::input::{Input, LONGEST};
use fanorona_board::console::refusal::Refusal;
use fanorona_board::point::PointSet;
use fanorona_board::referee::Referee;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::{Preset, Rules};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::record::{self, Reader};
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Turn;
use fanorona_board::sense::sensors::{Report, Trouble};

const START: &str = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w";

/// A board in memory and somebody who types.
struct Typist(VirtualBoard);

impl Typist {
    fn new() -> Self {
        Self(VirtualBoard::new(0))
    }

    /// A game on a board, with its start standing.
    fn playing(board: &str) -> Self {
        let mut typist = Self::new();
        typist.says(&format!("new {board}"));
        typist.says("setup");
        typist
    }

    /// Everything that comes back.
    fn says(&mut self, line: &str) -> String {
        let mut said = String::new();
        console::answer(&mut self.0, Ok(line), &mut said).unwrap();
        said
    }

    /// The answer alone.
    fn asks(&mut self, line: &str) -> String {
        let said = self.says(line);
        let answer = said.lines().last().unwrap_or_default();
        assert!(answer.starts_with(['=', '?']), "{line}: {said}");
        answer.to_string()
    }

    #[track_caller]
    fn is_answered(&mut self, exchanges: &[(&str, &str)]) {
        for (line, answer) in exchanges {
            assert_eq!(self.asks(line), *answer, "{line}");
        }
    }

    /// Everything that can be asked, to see that nothing changed.
    fn state(&mut self) -> String {
        let questions = [
            "position",
            "turns",
            "cues",
            "record",
            "rules",
            "assist",
            "brightness",
            "sensors",
        ];
        questions.map(|line| self.says(line)).concat()
    }
}

/// A real board: nobody moves its stones by words.
fn handless() -> App {
    App::new(Referee::new(Board::Tsivy, Rules::STANDARD, 0))
}

#[test]
fn questions_are_answered_on_one_line() {
    Typist::playing("tsivy").is_answered(&[
        ("version", "= fanorona-board 0.1.0"),
        ("position", &format!("= {START}")),
        ("turns", "= d2e3A d3e3A d3e3W e2e3A f2e3A"),
        ("cues", "= to-move white turn=a1"),
        ("rules", "= standard"),
        ("assist", "= play"),
        ("brightness", "= 5"),
    ]);
    Typist::playing("telo").is_answered(&[
        ("position", "= bbb/b1w/www w"),
        ("turns", "= a1b2A b1b2A c1b2A c2b2A"),
        ("cues", "= to-move white turn=d2"),
    ]);
}

#[test]
fn a_carried_stone_is_told_as_the_design_says() {
    let mut typist = Typist::playing("tsivy");
    typist.is_answered(&[
        ("lift d3", "="),
        ("cues", "= carrying white turn=a1 origin=d3 target=e3"),
    ]);
}

#[test]
fn long_answers_come_before_the_answer_as_lines_with_two_blanks() {
    let mut typist = Typist::playing("telo");
    assert_eq!(
        typist.says("sensors"),
        "  5 .........\n  4 ...xxx...\n  3 ...x.x...\n  2 ...xxx...\n  1 .........\n    abcdefghi\n= 8 closed\n"
    );
    assert_eq!(
        typist.says("record"),
        "  rules standard\n  start bbb/b1w/www w\n=\n"
    );
    for line in ["help", "record", "sensors"] {
        let said = typist.says(line);
        let (answer, parts) = said.lines().collect::<Vec<_>>().split_last().map_or_else(
            || panic!("{line}"),
            |(answer, parts)| ((*answer).to_string(), parts.to_vec()),
        );
        assert!(answer.starts_with('='));
        assert!(parts.iter().all(|part| part.starts_with("  ")), "{said}");
    }
}

#[test]
fn help_lists_what_works_here_and_only_that() {
    let help = Typist::new().says("help");
    for command in Word::ALL {
        assert!(help.contains(&format!("\n  {}", command.usage())) || command == Word::Help);
        assert!(help.contains(command.about()));
    }
    for later in ["hint", "level", "selftest", "games", "bootloader"] {
        assert!(!help.contains(&format!("  {later}")), "{later}");
    }
    let mut said = String::new();
    console::answer(&mut handless(), Ok("help"), &mut said).unwrap();
    assert!(said.contains("\n  sensors") && !said.contains("\n  lift"));
}

#[test]
fn a_real_board_has_no_hands_that_obey() {
    let mut board = handless();
    for line in [
        "setup",
        "clear",
        "cut",
        "lift a1",
        "place a1 5",
        "wait 5",
        "wait",
    ] {
        let mut said = String::new();
        console::answer(&mut board, Ok(line), &mut said).unwrap();
        assert_eq!(said, "? only hands move the stones of a real board\n");
    }
    for line in ["position", "cues", "rules lemurs", "new dimy", "version"] {
        let mut said = String::new();
        console::answer(&mut board, Ok(line), &mut said).unwrap();
        assert!(said.lines().last().unwrap().starts_with('='), "{said}");
    }
}

#[test]
fn what_does_not_exist_yet_is_refused() {
    let later = "? this board cannot do that yet";
    Typist::new().is_answered(&[
        ("hint", later),
        ("level white 3", later),
        ("selftest", later),
        ("games", later),
        ("bootloader", later),
    ]);
}

/// What is refused with the start of Tsivy standing, and why.
const REFUSALS: &[(&str, &str)] = &[
    ("nonsense", "? no such command; help lists them all"),
    ("Help", "? no such command; help lists them all"),
    ("= done", "? no such command; help lists them all"),
    ("help me", "? say it like this: help"),
    ("version 2", "? say it like this: version"),
    ("position e3", "? say it like this: position"),
    ("turns d3", "? say it like this: turns"),
    ("cues all", "? say it like this: cues"),
    ("record 1", "? say it like this: record"),
    ("sensors e3", "? say it like this: sensors"),
    (
        "new",
        "? say it like this: new BOARD|POSITION [capturer=SIDE]",
    ),
    (
        "new capturer=white",
        "? say it like this: new BOARD|POSITION [capturer=SIDE]",
    ),
    (
        "new telo capturer=red",
        "? say it like this: new BOARD|POSITION [capturer=SIDE]",
    ),
    (
        "new telo capturer=white",
        "? a capturer needs vela=nearest or vela=normal",
    ),
    (
        "new chess",
        "? column 5: expected w, b or 1 to 9 for a run of empty points; or one of telo, dimy, tsivy",
    ),
    (
        "  new  bbb/b1w/www x",
        "? column 20: expected the side to move, w or b; or one of telo, dimy, tsivy",
    ),
    ("new 3/3/3 w", "? there is no stone"),
    (
        "new 8b/9/9/1w7/1b6w w b2 a2b2A",
        "? a game cannot begin in the middle of a turn",
    ),
    (
        "rules lemur",
        "? column 7: no such preset; there are standard, booklet, relaxed, royal, lemurs",
    ),
    (
        "rules quiet=0",
        "? column 7: quiet takes off, a number from 1 to 65535",
    ),
    (
        "rules capturer=white",
        "? column 7: a capturer needs vela=nearest or vela=normal",
    ),
    ("undo", "? no turn has been played"),
    ("undo 2", "? say it like this: undo"),
    ("stop", "? no chain can be stopped now"),
    ("stop now", "? say it like this: stop"),
    ("draw now", "? say it like this: draw"),
    ("resign red", "? say it like this: resign [white|black]"),
    (
        "resign white black",
        "? say it like this: resign [white|black]",
    ),
    ("assist loud", "? assist takes teach, play, quiet"),
    (
        "assist play quiet",
        "? say it like this: assist [teach|play|quiet]",
    ),
    (
        "brightness 9",
        "? brightness takes 0 for the night, or 1 to 8",
    ),
    (
        "brightness -1",
        "? brightness takes 0 for the night, or 1 to 8",
    ),
    (
        "brightness 261",
        "? brightness takes 0 for the night, or 1 to 8",
    ),
    ("brightness 1 2", "? say it like this: brightness [0-8]"),
    ("setup telo", "? say it like this: setup"),
    ("clear e3", "? say it like this: clear"),
    ("cut off", "? say it like this: cut"),
    ("lift", "? say it like this: lift POINT [MS]"),
    ("lift a1 5 6", "? say it like this: lift POINT [MS]"),
    ("lift a0", "? expected a point of the panel, a1 to i5"),
    ("lift j1", "? expected a point of the panel, a1 to i5"),
    ("lift A1", "? expected a point of the panel, a1 to i5"),
    ("lift é", "? expected a point of the panel, a1 to i5"),
    ("lift e3", "? no stone stands on e3"),
    ("place a1", "? a stone stands on a1 already"),
    ("place e3 x", "? expected milliseconds, at most 3600000"),
    ("place e3 -5", "? expected milliseconds, at most 3600000"),
    ("place e3 +5", "? expected milliseconds, at most 3600000"),
    ("wait", "? say it like this: wait MS"),
    ("wait 1 2", "? say it like this: wait MS"),
    ("wait 3600001", "? expected milliseconds, at most 3600000"),
    (
        "wait 99999999999999999999999",
        "? expected milliseconds, at most 3600000",
    ),
];

#[test]
fn refusals_say_why_and_change_nothing() {
    let mut typist = Typist::playing("tsivy");
    let before = typist.state();
    for (line, answer) in REFUSALS {
        assert_eq!(typist.says(line), format!("{answer}\n"), "{line}");
        assert_eq!(typist.state(), before, "{line}");
    }
}

#[test]
fn where_no_game_is_on_none_can_be_ended() {
    Typist::new().is_answered(&[
        ("draw", "? no game is on"),
        ("resign", "? no game is on"),
        ("resign black", "? no game is on"),
        ("stop", "? no chain can be stopped now"),
        ("undo", "? no turn has been played"),
    ]);
}

#[test]
fn the_side_to_move_resigns_unless_another_is_named() {
    let mut typist = Typist::playing("tsivy");
    assert_eq!(
        typist.says("resign"),
        "* over black resigned\n* phase over\n=\n"
    );
    typist.is_answered(&[
        ("turns", "="),
        ("position", &format!("= {START}")),
        ("resign", "? no game is on"),
        ("draw", "? no game is on"),
        ("undo", "="),
        ("turns", "= d2e3A d3e3A d3e3W e2e3A f2e3A"),
    ]);
    assert_eq!(
        typist.says("resign black"),
        "* over white resigned\n* phase over\n=\n"
    );
}

#[test]
fn rules_change_before_a_game_and_stay_during_it() {
    let mut typist = Typist::new();
    typist.is_answered(&[
        ("rules lemurs direction=any", "= lemurs direction=any"),
        ("rules touch=move", "= lemurs direction=any touch=move"),
        ("rules standard", "= standard"),
        ("new dimy", "="),
        ("rules quiet=7", "= standard quiet=7"),
        ("position", "= bbbbb/bbbbb/bw1bw/wwwww/wwwww w"),
        ("setup", "="),
        // The start stands, and nobody has moved.
        ("rules capture=may,quiet=off", "= standard capture=may"),
        ("wait 700", "="),
        ("cues", "= to-move white turn=c1"),
        ("lift d3", "="),
        ("place e3", "="),
        ("lift f3", "="),
        (
            "rules standard",
            "? a game keeps its rules; end it first, with new, draw or resign",
        ),
        ("rules", "= standard capture=may"),
        ("draw", "="),
        ("rules royal", "= royal"),
        ("cues", "= setup white white=d3 black=f3 extra=e3"),
    ]);
}

#[test]
fn rules_do_not_lose_a_position_that_was_asked_for() {
    let mut typist = Typist::new();
    typist.is_answered(&[
        ("new 3/3/w1b w", "="),
        ("rules vela=nearest", "= standard vela=nearest"),
        ("position", "= 3/3/w1b w"),
        ("new dimy capturer=black", "="),
        ("position", "= bbbbb/bbbbb/bw1bw/wwwww/wwwww b"),
        ("rules leave=yes", "= lemurs series=off"),
    ]);
    assert!(typist.says("record").contains(" b capturer=black\n"));
    typist.is_answered(&[("rules vela=off", "= standard leave=yes")]);
    assert!(!typist.says("record").contains("capturer"));
}

#[test]
fn settings_are_set_and_asked_for() {
    Typist::new().is_answered(&[
        ("assist teach", "= teach"),
        ("assist", "= teach"),
        ("brightness 0", "= 0"),
        ("brightness 08", "= 8"),
        ("brightness", "= 8"),
    ]);
}

#[test]
fn hands_and_time_do_as_they_are_told() {
    let mut typist = Typist::playing("telo");
    typist.is_answered(&[
        ("lift f3 0", "="),
        ("sensors", "= 8 closed"),
        ("wait 3", "="),
        ("sensors", "= 7 closed"),
        ("place f3", "="),
        ("clear", "="),
        ("sensors", "= 0 closed"),
        ("setup", "="),
        ("sensors", "= 8 closed"),
    ]);
}

#[test]
fn events_come_in_order_before_the_answer() {
    let mut typist = Typist::playing("telo");
    assert_eq!(typist.says("lift f3"), "* phase carrying\n=\n");
    let said = typist.says("place e3") + &typist.says("lift d3 700");
    assert!(said.contains("\n* turn c2b2A\n"), "{said}");
    let before_the_answer = said.lines().last();
    assert_eq!(before_the_answer, Some("="));
}

#[test]
fn blanks_around_words_do_not_matter() {
    let mut typist = Typist::playing("tsivy");
    let carrying = "= carrying white turn=a1 origin=d3 target=e3";
    typist.is_answered(&[
        ("  lift \t d3   300 ", "="),
        ("\tcues", carrying),
        (" new   dimy  ", "="),
        ("new bbb/b1w/www   w", "="),
    ]);
}

#[test]
fn a_power_cut_forgets_everything_but_the_stones() {
    let mut typist = Typist::playing("telo");
    typist.is_answered(&[
        ("brightness 1", "= 1"),
        ("cut", "="),
        ("brightness", "= 5"),
        ("position", &format!("= {START}")),
        ("sensors", "= 8 closed"),
    ]);
}

#[test]
fn the_seed_decides_the_lots() {
    let starters = |seed| {
        let mut typist = Typist(VirtualBoard::new(seed));
        typist.says("rules starter=lots");
        let mut side = || typist.says("position").trim_end().chars().last();
        let first = side();
        assert_eq!(first, side());
        first
    };
    let all: Vec<_> = (0..32).map(starters).collect();
    assert!(all.contains(&Some('w')) && all.contains(&Some('b')));
    assert_eq!(all, (0..32).map(starters).collect::<Vec<_>>());
}

#[test]
fn lines_that_are_none_are_refused() {
    let mut typist = Typist::new();
    for (refusal, answer) in [
        (Refusal::TooLong, "? a line has at most 256 bytes\n"),
        (Refusal::NoText, "? this is no text\n"),
    ] {
        let mut said = String::new();
        console::answer(&mut typist.0, Err(refusal), &mut said).unwrap();
        assert_eq!(said, answer);
    }
}

/// Whether every line is one of the protocol, and how many answers there are.
#[track_caller]
fn answers(said: &str) -> usize {
    assert!(said.is_empty() || said.ends_with('\n'));
    let lines = said.lines();
    let known = |line: &&str| {
        ["=", "? ", "* ", "  "]
            .iter()
            .any(|start| line.starts_with(start))
            && !line.chars().any(char::is_control)
    };
    assert!(lines.clone().all(|line| known(&line)), "{said:?}");
    lines.filter(|line| line.starts_with(['=', '?'])).count()
}

#[test]
fn whatever_is_said_gets_one_answer() {
    let mut random = Random::seeded(7);
    let mut typist = Typist::new();
    let words: Vec<&str> = Word::ALL
        .into_iter()
        .map(Word::word)
        .filter(|word| *word != "wait")
        .chain([
            "hint",
            "a1",
            "e3",
            "i5",
            "d3",
            "f3",
            "0",
            "7",
            "300",
            "telo",
            "dimy",
            "w",
            "b",
            START,
            "bbb/b1w/www",
            "vela=normal",
            "capturer=black",
            "capture=may",
            "lemurs",
            "takeback=no",
            "white",
            "quiet",
            "\u{7f}",
            "\0",
            "ÿ",
            "9999999999999999999999999",
        ])
        .collect();
    for _ in 0..3000 {
        let count = 1 + random.below(4);
        let line: Vec<&str> = (0..count)
            .map(|_| words[random.below(words.len())])
            .collect();
        let line = line.join(" ");
        assert_eq!(answers(&typist.says(&line)), 1, "{line:?}");
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
                console::answer(&mut board, line, &mut said).unwrap();
            }
        }
        answers(&said);
        assert!(said.ends_with("= fanorona-board 0.1.0\n"), "{said}");
    }
}

#[test]
fn the_longest_line_that_makes_sense_is_read() {
    let line = "rules standard capture=must direction=change chain=must starter=white immobile=loses \
                repetition=65535 quiet=65535 one-each=draw touch=move takeback=yes vela=nearest leave=yes \
                stranded=paika series=until-loser-wins capturer=black";
    assert!(line.len() <= LONGEST, "{}", line.len());
    assert!(Typist::new().asks(line).starts_with('='));
}

/// A random game to its end, or to so many turns.
fn random_game(random: &mut Random, rules: Rules, start: Position, most: usize) -> Game {
    let mut game = Game::new(rules, start);
    while game.outcome().is_none() && game.history().len() < most {
        let mut turns = Vec::new();
        game.position()
            .for_each_turn(&rules, |turn, _| turns.push(*turn));
        game.play(&random.pick(&turns)).unwrap();
    }
    if game.outcome().is_none() {
        match random.below(4) {
            0 => game.agree_draw().unwrap(),
            1 => game.resign(Side::White).unwrap(),
            2 => game.resign(Side::Black).unwrap(),
            _ => {}
        }
    }
    game
}

fn written(game: &Game, before: &str) -> String {
    let mut text = String::new();
    record::write(game, before, &mut text).unwrap();
    text
}

#[test]
fn what_is_recorded_can_be_replayed() {
    let mut random = Random::seeded(9);
    for i in 0..600 {
        let board = Board::ALL[i % 3];
        let preset = random.pick(Preset::ALL);
        let rules = Rules::of(preset);
        let side = random.pick(&Side::BOTH);
        let start = if rules.vela == fanorona_board::rules::options::Vela::Off || i % 2 == 0 {
            Position::riatra(board, side)
        } else {
            Position::vela(board, side)
        };
        let most = random.below(120);
        let game = random_game(&mut random, rules, start, most);
        for before in ["", "  "] {
            let text = written(&game, before);
            let mut reader = Reader::default();
            for line in text.lines().chain(["="]) {
                reader
                    .line(line)
                    .unwrap_or_else(|error| panic!("{error}: {line}\n{text}"));
            }
            let read = reader.game();
            assert_eq!(read.position(), game.position());
            assert_eq!(read.outcome(), game.outcome());
            assert_eq!(written(&read, before), text);
        }
    }
}

/// Runs the program; returns its exit code, output and errors.
fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let output = program::run(arguments, input);
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn the_program_answers_every_line_and_ends_with_the_input() {
    let mut input = b"\r\n\nversion\r\nlift e3\rposition\n\xff\n".to_vec();
    input.extend([b'x'; 1000]);
    input.extend(b"\nassist");
    let (code, said, errors) = run(&["console"], &input);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(
        said,
        format!(
            "= fanorona-board 0.1.0\n? no stone stands on e3\n= {START}\n? this is no text\n\
             ? a line has at most 256 bytes\n= play\n"
        )
    );
}

#[test]
fn the_program_answers_before_it_is_asked_again() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(env!("CARGO_BIN_EXE_fanorona-board"))
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
fn a_record_of_the_console_is_replayed_by_the_program() {
    let mut typist = Typist::playing("telo");
    for line in [
        "lift f3",
        "place e3",
        "lift d3 700",
        "lift d4",
        "place d3",
        "lift d2 700",
    ] {
        typist.says(line);
    }
    let unfinished = typist.says("record");
    let (code, said, errors) = run(&["replay", "-"], unfinished.as_bytes());
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{unfinished}");
    assert_eq!(said, "1bb/bw1/1ww w\nunfinished\n");
    typist.says("resign");
    let mut record = String::new();
    for line in typist.says("record").lines() {
        writeln!(record, "{}\r", line.trim_start()).unwrap();
    }
    let (code, said, _) = run(&["replay", "-"], record.as_bytes());
    assert_eq!(code, Some(0));
    assert_eq!(said, "1bb/bw1/1ww w\nblack won: white resigned\n");
}

#[test]
fn a_record_that_breaks_the_rules_is_refused_with_its_line() {
    for (record, error) in [
        (
            "d3e3A\nd3e3A\n",
            "line 2: no stone of the side to move may step from d3",
        ),
        (
            "\n# hm\nd3e3\n",
            "line 3: the step to e3 takes: write A or W behind it",
        ),
        ("1 d3e3A\n3 d4d3A\n", "line 2: turn 2 comes next"),
        (
            "1. d3e3A 2. d4d9A\n",
            "line 1: column 15: expected a point of tsivy, a1 to i5",
        ),
        (
            "castle\n",
            "line 1: column 1: expected a point of tsivy, a1 to i5",
        ),
        (
            "start bbb/b1w x\n",
            "line 1: column 14: expected 5 ranks of 9 points",
        ),
        ("start 3/3/3 w\n", "line 1: there is no stone"),
        (
            "start bbb/b1w/www w capturer=red\n",
            "line 1: capturer=white or capturer=black",
        ),
        (
            "start bbb/b1w/www w capturer=white\n",
            "line 1: a capturer needs vela=",
        ),
        ("rules lemur\n", "line 1: column 7: no such preset"),
        (
            "d3e3A\nrules lemurs\n",
            "line 2: rules come first, then one start, then the turns",
        ),
        (
            "start bbb/b1w/www w\nstart bbb/b1w/www w\n",
            "line 2: rules come first",
        ),
        (
            "d3e3A\nresult white captured\n",
            "line 2: the game is not over by the rules",
        ),
        (
            "result red resigned\n",
            "line 1: the game is not over by the rules",
        ),
        (
            "start 3/3/w1b w\na1b1A\nresult black captured\n",
            "line 3: by the rules the result is white won: black captured out",
        ),
        (
            "start 3/3/w1b w\na1b1A\nb1c1\n",
            "line 3: the game is over: white captured",
        ),
        (
            "result draw agreed\nd3e3A\n",
            "line 2: nothing follows the result",
        ),
    ] {
        let (code, said, errors) = run(&["replay", "-"], record.as_bytes());
        assert_eq!((code, said.as_str()), (Some(2), ""), "{record}");
        assert!(errors.contains(error), "{record}: {errors}");
    }
    let (code, _, errors) = run(&["replay", "-"], b"\n\xff\xfe\n");
    assert_eq!(code, Some(2));
    assert!(errors.contains("line 2: "), "{errors}");
    let (code, _, errors) = run(&["replay", "/no/such/file"], b"");
    assert_eq!(code, Some(2));
    assert!(errors.contains("/no/such/file: "), "{errors}");
}

#[test]
fn an_empty_record_is_a_game_that_has_not_begun() {
    let (code, said, _) = run(&["replay", "-"], b"");
    assert_eq!(code, Some(0));
    assert_eq!(said, format!("{START}\nunfinished\n"));
}

#[test]
fn help_names_console_and_replay() {
    let (code, said, _) = run(&["--help"], b"");
    assert_eq!(code, Some(0));
    assert!(
        said.contains("  console ") && said.contains("  replay "),
        "{said}"
    );
    for word in ["console", "replay"] {
        assert_eq!(run(&[word, "--help"], b"").0, Some(0));
    }
    assert_eq!(run(&["console", "--seed", "x"], b"").0, Some(2));
    assert_eq!(run(&["replay"], b"").0, Some(2));
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
    let mut typist = Typist::new();
    let mut longest = 0;
    let (full, empty) = (["wwwwwwwww"; 5].join("/"), ["9"; 5].join("/"));
    let lines = [
        format!("new {full} b capturer=black"),
        format!("new {empty} w e3 d3e3Af4W"),
        format!("rules {}", "quiet=65535 ".repeat(15)),
        "rules".into(),
        "position".into(),
        "cues".into(),
        "x".repeat(LONGEST),
    ];
    for line in lines {
        assert!(!console::is_long(Ok(&line)), "{line}");
        longest = longest.max(typist.asks(&line).len());
    }
    assert!(
        longest > 50 && events + 2 * longest < console::SHORT,
        "{events} {longest}"
    );
}

#[test]
fn a_long_answer_is_the_same_again_and_changes_nothing() {
    let mut typist = Typist::playing("tsivy");
    typist.says("lift d3");
    for word in Word::ALL.into_iter().filter(|word| word.is_long()) {
        let before = format!("{:?}", typist.0);
        let answers = [typist.says(word.word()), typist.says(word.word())];
        assert_eq!(answers[0], answers[1]);
        assert_eq!(format!("{:?}", typist.0), before, "{}", word.word());
        assert!(console::is_long(Ok(word.word())));
    }
    for line in [
        "undo",
        "stop",
        "new tsivy",
        "position",
        "",
        "nonsense",
        "turnsx",
    ] {
        assert!(!console::is_long(Ok(line)), "{line}");
    }
    assert!(console::is_long(Ok("  turns ")));
    assert!(!console::is_long(Err(Refusal::TooLong)));
}
