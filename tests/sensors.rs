//! Sensors that fail: what the matrix says, what is believed, what is told and shown.

mod common;

use std::collections::BTreeSet;

use common::random::Random;
use fanorona_board::app::{App, Event, Panel};
use fanorona_board::console;
use fanorona_board::light::cues::Cue;
use fanorona_board::light::palette::{DARK, Frame};
use fanorona_board::point::{FILES, Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::setup::Setup;
use fanorona_board::sense::matrix::{Levels, Sample};
use fanorona_board::sense::sensors::{Sensors, Trouble};
use fanorona_board::sense::wires::{Faults, Harness, Mishap, Wires};
use fanorona_board::time::Millis;

fn points(names: &str) -> PointSet {
    let find = |name: &str| Point::all().find(|point| point.to_string() == name);
    let point = |name| find(name).unwrap_or_else(|| panic!("no point is {name}"));
    names.split_whitespace().map(point).collect()
}

fn start() -> PointSet {
    let stones = Board::Tsivy.start();
    stones.white | stones.black
}

/// What the wires of a matrix say: low goes from a row to its columns through every closed switch, and from a column to
/// its row only through one whose diode is bridged.
fn levels(closed: PointSet, bridged: PointSet) -> Levels {
    // A column is low as soon as it is pulled, and nothing but a bridged diode carries that on.
    let dragged = closed & bridged;
    let dragged = dragged
        .iter()
        .fold(0, |rows, point| rows | 1 << point.rank());
    let pulled = core::array::from_fn(|pulled| {
        let mut rows: BTreeSet<u8> = BTreeSet::from([u8::try_from(pulled).unwrap()]);
        let mut columns: BTreeSet<u8> = BTreeSet::new();
        loop {
            let before = (rows.len(), columns.len());
            for point in closed {
                if rows.contains(&point.rank()) {
                    columns.insert(point.file());
                }
                if bridged.contains(point) && columns.contains(&point.file()) {
                    rows.insert(point.rank());
                }
            }
            if before == (rows.len(), columns.len()) {
                break;
            }
        }
        Wires {
            columns: columns.iter().map(|file| 1 << file).sum(),
            rows: rows.iter().map(|rank| 1 << rank).sum(),
        }
    });
    Levels {
        dragged,
        ..Levels::from(pulled)
    }
}

#[test]
fn a_sound_matrix_shows_what_is_closed() {
    let mut random = Random::seeded(1);
    for _ in 0..2000 {
        let closed = PointSet::from_bits(random.next());
        let sample = Sample::of(&levels(closed, PointSet::EMPTY));
        assert_eq!(sample, Sample::from(closed));
    }
}

#[test]
fn a_bridge_that_conducts_is_always_seen_and_among_the_suspects() {
    let mut random = Random::seeded(2);
    let mut exact = 0;
    for _ in 0..20_000 {
        let closed = PointSet::from_bits(random.next() & random.next());
        let bridged = random.pick(&Point::all().collect::<Vec<_>>());
        let sample = Sample::of(&levels(closed, PointSet::of(bridged)));
        let in_its_column = |point: &Point| point.file() == bridged.file() && *point != bridged;
        let conducts = closed.contains(bridged) && closed.iter().any(|point| in_its_column(&point));
        assert_eq!(
            sample.bridged.contains(bridged),
            conducts,
            "{closed} {bridged}"
        );
        assert_eq!(sample.bridged.is_empty(), !conducts, "{closed} {bridged}");
        // A phantom never goes unnoticed.
        assert!(sample.closed == closed || conducts, "{closed} {bridged}");
        exact += usize::from(sample.bridged.is_single());
    }
    // Now and then the stones tell exactly which it is.
    assert!(exact > 1000, "{exact}");
}

#[test]
fn several_bridges_do_not_hide_each_other() {
    let mut random = Random::seeded(3);
    for _ in 0..5000 {
        let closed = PointSet::from_bits(random.next());
        let bridged = PointSet::from_bits(random.next() & random.next() & random.next());
        let sample = Sample::of(&levels(closed, bridged));
        assert!(
            sample.closed == closed || !sample.bridged.is_empty(),
            "{closed} {bridged}"
        );
    }
}

/// An app on a matrix whose sensors can fail.
struct Bench {
    app: App,
    matrix: Matrix,
    now: Millis,
    told: Vec<String>,
}

struct Matrix {
    stones: PointSet,
    bridged: PointSet,
    chattering: PointSet,
    stuck_open: PointSet,
    stuck_closed: PointSet,
    /// What faulty wires change in the levels.
    fault: Option<fn(&mut Levels)>,
    pressed: bool,
    random: Random,
    frame: Frame,
    frames: usize,
}

impl Panel for Matrix {
    fn sample(&mut self) -> Sample {
        let noise = PointSet::from_bits(self.random.next()) & self.chattering;
        let closed = ((self.stones - noise) | self.stuck_closed) - self.stuck_open;
        if let Some(fault) = self.fault {
            let mut levels = levels(closed, self.bridged);
            fault(&mut levels);
            return Sample::of(&levels);
        }
        if self.bridged.is_empty() {
            return closed.into();
        }
        Sample::of(&levels(closed, self.bridged))
    }

    fn button(&mut self) -> bool {
        self.pressed
    }

    fn show(&mut self, frame: &Frame) {
        self.frame = *frame;
        self.frames += 1;
    }
}

impl Bench {
    fn new() -> Self {
        Self {
            app: App::new(Referee::new(Board::Tsivy, Rules::STANDARD, 0)),
            matrix: Matrix {
                stones: PointSet::EMPTY,
                bridged: PointSet::EMPTY,
                chattering: PointSet::EMPTY,
                stuck_open: PointSet::EMPTY,
                stuck_closed: PointSet::EMPTY,
                fault: None,
                pressed: false,
                random: Random::seeded(4),
                frame: [DARK; Point::COUNT],
                frames: 0,
            },
            now: Millis(0),
            told: Vec::new(),
        }
    }

    /// With a game that has begun.
    fn started() -> Self {
        let mut bench = Self::new();
        bench.wait(100);
        bench.matrix.stones = start();
        bench.wait(1000);
        assert_eq!(bench.phase(), Phase::ToMove);
        bench.told.clear();
        bench
    }

    fn wait(&mut self, span: u64) {
        for _ in 0..span {
            self.now = self.now + Millis(1);
            self.app.tick(&mut self.matrix, self.now);
            let mut lines = String::new();
            console::tell(&mut self.app, &mut lines).unwrap();
            self.told.extend(lines.lines().map(String::from));
        }
    }

    fn lift(&mut self, name: &str) {
        self.matrix.stones -= points(name);
        self.wait(300);
    }

    fn place(&mut self, name: &str) {
        self.matrix.stones |= points(name);
        self.wait(300);
    }

    /// Has a reed change, and waits.
    fn toggle(&mut self, name: &str, span: u64) {
        let point = points(name);
        let stones = self.matrix.stones;
        self.matrix.stones = (stones - point) | (point - stones);
        self.wait(span);
    }

    /// Has a reed open and close again and again.
    fn flicker(&mut self, name: &str, open: u64, closed: u64, span: u64) {
        let end = self.now + Millis(span);
        while self.now < end {
            self.matrix.stones -= points(name);
            self.wait(open);
            self.matrix.stones |= points(name);
            self.wait(closed);
        }
    }

    /// What was told of sensors.
    fn sensors_told(&self) -> Vec<String> {
        let told = self.told.iter();
        told.filter(|line| line.contains("sensor"))
            .cloned()
            .collect()
    }

    fn phase(&self) -> Phase {
        self.app.referee.situation().phase
    }

    fn turns(&self) -> usize {
        self.app.referee.game().history().len()
    }

    fn is_lit(&self, name: &str) -> bool {
        points(name)
            .iter()
            .all(|point| self.matrix.frame[point.index()] != DARK)
    }

    fn troubles(&self) -> Vec<String> {
        let troubles = self.app.sensors().troubles();
        troubles.map(|report| report.to_string()).collect()
    }
}

#[test]
fn hands_that_are_fast_are_no_chatter() {
    let mut bench = Bench::started();
    // Ten movements a second, each with a bounce: two seconds of it, and one to take breath.
    for pair in 1..=100 {
        if pair % 5 == 0 {
            bench.wait(1000);
        }
        for (bounce, rest) in [(1, 99), (2, 98)] {
            bench.matrix.stones -= points("e2");
            bench.wait(bounce);
            bench.matrix.stones |= points("e2");
            bench.wait(bounce);
            bench.matrix.stones -= points("e2");
            bench.wait(rest - 2 * bounce);
            bench.matrix.stones |= points("e2");
            bench.wait(bounce);
            bench.matrix.stones -= points("e2");
            bench.wait(bounce);
            bench.matrix.stones |= points("e2");
            bench.wait(rest);
        }
    }
    assert_eq!(bench.troubles(), [""; 0]);
    assert!(
        !bench.told.iter().any(|line| line.contains("sensor")),
        "{:?}",
        bench.told
    );
}

#[test]
fn hands_that_never_rest_are_no_chatter() {
    let mut bench = Bench::started();
    // A minute of taps, three a second; every contact bounces so that it settles in between.
    for _ in 0..180 {
        for bounce in [4, 5] {
            bench.toggle("e2", bounce);
            bench.toggle("e2", bounce);
            bench.toggle("e2", 163 - 2 * bounce);
        }
    }
    assert_eq!(bench.sensors_told(), [""; 0]);
}

#[test]
fn a_reed_that_drops_out_often_is_read_as_closed_and_does_not_chatter() {
    let mut bench = Bench::started();
    for i in 0..400 {
        let span = [20, 33, 47, 60][i % 4];
        bench.matrix.stones -= points("e2");
        bench.wait(span);
        bench.matrix.stones |= points("e2");
        bench.wait(300 - span);
    }
    assert_eq!(bench.sensors_told(), [""; 0]);
    assert_eq!(bench.phase(), Phase::ToMove);
    assert_eq!(bench.app.margins().worst()[0].drops, 255);
}

#[test]
fn a_reed_that_flickers_slowly_is_named_asks_and_is_done_without() {
    // With a stone and without one; for so long open and closed.
    let flickers = [
        (20, 20),
        (30, 30),
        (50, 50),
        (100, 100),
        (20, 40),
        (40, 20),
        (20, 100),
        (100, 20),
    ];
    for point in ["e2", "e3"] {
        for (open, closed) in flickers {
            let mut bench = Bench::started();
            let is_empty = point == "e3";
            bench.flicker(point, open, closed, 11_000);
            assert_eq!(
                bench.sensors_told(),
                [format!("* sensor {point} chatter")],
                "{open} {closed}"
            );
            // From now on it counts as closed, and the referee sees no change.
            bench.flicker(point, open, closed, 2000);
            let phase = if is_empty {
                Phase::Wrong
            } else {
                Phase::ToMove
            };
            assert_eq!(bench.phase(), phase, "{open} {closed}");
            bench.told.clear();
            bench.flicker(point, open, closed, 5000);
            assert_eq!(bench.told, [""; 0], "{point} {open} {closed}");
            assert_eq!(bench.phase(), phase);
            bench.flicker(point, open, closed, 5000);
            assert_eq!(bench.sensors_told(), [format!("* sensor {point} dead")]);
            assert_eq!(bench.app.sensors().unknown(), points(point));
            assert_eq!(bench.phase(), Phase::ToMove);
        }
    }
}

#[test]
fn the_light_of_a_reed_that_flickers_slowly_asks_without_a_break() {
    let mut bench = Bench::started();
    bench.flicker("e3", 100, 100, 9600);
    assert!(bench.sensors_told().is_empty());
    bench.flicker("e3", 100, 100, 8600);
    for _ in 0..4 {
        bench.flicker("e3", 100, 100, 200);
        assert_eq!(bench.app.cues()[Cue::Dead], points("e3"));
    }
    // It is quiet, and well after ten seconds.
    bench.matrix.stones -= points("e3");
    bench.wait(200);
    assert_eq!(bench.app.cues()[Cue::Dead], PointSet::EMPTY);
    assert_eq!(bench.phase(), Phase::ToMove);
    bench.wait(10_000);
    assert_eq!(
        bench.sensors_told(),
        ["* sensor e3 chatter", "* sensor e3 well"]
    );
    assert_eq!(bench.app.sensors().unknown(), PointSet::EMPTY);
    assert_eq!(bench.turns(), 0);
}

#[test]
fn a_reed_that_is_dead_flickers_as_it_likes() {
    let mut bench = Bench::started();
    bench.app.mark_dead(points("e3")).expect("one");
    bench.wait(1000);
    bench.told.clear();
    bench.flicker("e3", 50, 50, 30_000);
    assert_eq!(bench.sensors_told(), [""; 0]);
    assert_eq!(bench.phase(), Phase::ToMove);
}

#[test]
fn a_reed_that_chatters_for_long_asks_and_is_done_without() {
    let mut bench = Bench::started();
    bench.matrix.chattering = points("e2");
    bench.wait(9000);
    assert_eq!(bench.app.cues()[Cue::Dead], points("e2"));
    assert_eq!(bench.app.sensors().unknown(), PointSet::EMPTY);
    bench.wait(2000);
    let sensors = bench.told.iter().filter(|line| line.contains("sensor"));
    let told: Vec<_> = sensors.collect();
    assert_eq!(told, ["* sensor e2 chatter", "* sensor e2 dead"]);
    assert_eq!(bench.app.sensors().unknown(), points("e2"));
    // The stone that nobody sees leaves, and is known where it lands.
    for (lifted, placed) in [("e2", "e3"), ("e4", ""), ("e5", "")] {
        bench.lift(lifted);
        bench.place(placed);
    }
    bench.wait(700);
    assert_eq!(bench.turns(), 1, "{:?}", bench.told);
}

#[test]
fn a_third_reed_that_chatters_does_not_darken_the_board() {
    let mut bench = Bench::started();
    bench.app.mark_dead(points("a1 a2")).expect("two");
    bench.matrix.chattering = points("e2");
    bench.wait(12_000);
    assert_eq!(bench.app.sensors().unknown(), points("a1 a2"));
    assert_eq!(bench.app.cues()[Cue::Dead], PointSet::EMPTY);
    assert_eq!(bench.app.cues()[Cue::Turn].len(), 1);
}

#[test]
fn a_light_asks_only_while_its_reed_chatters() {
    let mut bench = Bench::started();
    bench.matrix.chattering = points("e2");
    bench.wait(9000);
    assert_eq!(bench.app.cues()[Cue::Dead], points("e2"));
    bench.matrix.chattering = PointSet::EMPTY;
    bench.wait(200);
    assert_eq!(bench.app.cues()[Cue::Dead], PointSet::EMPTY);
    assert_eq!(bench.app.sensors().unknown(), PointSet::EMPTY);
}

#[test]
fn a_reed_that_chatters_now_and_then_is_not_given_up() {
    let mut bench = Bench::started();
    for _ in 0..3 {
        bench.matrix.chattering = points("e2");
        bench.wait(5000);
        bench.matrix.chattering = PointSet::EMPTY;
        bench.wait(11_000);
    }
    assert_eq!(bench.app.sensors().unknown(), PointSet::EMPTY);
    assert_eq!(bench.troubles(), [""; 0]);
}

#[test]
fn a_reed_that_chatters_is_named_once_and_the_game_goes_on() {
    let mut bench = Bench::started();
    bench.matrix.chattering = points("i5");
    bench.wait(3000);
    let sensors = bench.told.iter().filter(|line| line.contains("sensor"));
    assert_eq!(sensors.collect::<Vec<_>>(), ["* sensor i5 chatter"]);
    assert_eq!(bench.troubles(), ["i5 chatter"]);
    assert_eq!(bench.turns(), 0);
    for (lifted, placed) in [("e2", "e3"), ("e4", ""), ("e5", "")] {
        bench.lift(lifted);
        bench.place(placed);
    }
    bench.wait(700);
    assert_eq!(bench.turns(), 1, "{:?}", bench.told);
    assert_eq!(bench.app.referee.situation().phase, Phase::ToMove);
}

#[test]
fn a_stone_lifted_from_a_reed_that_chatters_is_seen_when_it_is_calm() {
    let mut bench = Bench::started();
    bench.matrix.chattering = points("d3");
    bench.wait(1000);
    assert_eq!(bench.phase(), Phase::ToMove);
    bench.lift("d3");
    assert_eq!(bench.phase(), Phase::Carrying);
    assert!(bench.is_lit("e3"));
    bench.place("d3");
    bench.matrix.chattering = PointSet::EMPTY;
    bench.wait(9000);
    assert_eq!(bench.troubles(), ["d3 chatter"]);
    bench.wait(2000);
    assert_eq!(bench.troubles(), [""; 0]);
    assert!(
        bench.told.contains(&"* sensor d3 well".to_owned()),
        "{:?}",
        bench.told
    );
}

#[test]
fn a_bridge_is_named_and_shown_and_no_turn_comes_of_its_phantoms() {
    for bridged in ["c4", "a1", "i5", "e4", "d3"] {
        let mut bench = Bench::started();
        bench.matrix.bridged = points(bridged);
        bench.wait(100);
        assert!(
            bench.told.iter().any(|line| line.starts_with("* sensor ")
                && line.contains(bridged)
                && line.ends_with(" bridged")),
            "{:?}",
            bench.told
        );
        assert!(bench.is_lit(bridged));
        assert!(bench.app.cues()[Cue::Dead].contains_all(points(bridged)));
        let before = bench.app.referee.picture();
        // Whatever is moved while the bridge conducts is not believed.
        bench.lift("e2");
        bench.place("e3");
        bench.wait(2000);
        if !bench.troubles().is_empty() {
            assert_eq!(bench.app.referee.picture(), before);
            assert_eq!(bench.turns(), 0);
        }
        bench.matrix.stones = start();
        bench.matrix.bridged = PointSet::EMPTY;
        bench.wait(3000);
        assert_eq!(bench.troubles(), [""; 0]);
        assert_eq!(bench.phase(), Phase::ToMove, "{:?}", bench.told);
        assert_eq!(bench.turns(), 0);
        assert!(bench.app.cues()[Cue::Dead].is_empty());
    }
}

#[test]
fn other_stones_clear_the_suspects_of_a_bridge() {
    let mut bench = Bench::started();
    bench.matrix.bridged = points("c4");
    bench.wait(100);
    assert_eq!(bench.troubles(), ["a4,b4,c4,d4,e4,f4,g4,h4,i4 bridged"]);
    // Without c1 the first rank no longer drags the fourth along, so it is none of the other columns.
    bench.matrix.stones -= points("c1");
    bench.wait(100);
    assert_eq!(bench.troubles(), ["c4 bridged"]);
    bench.matrix.stones |= points("c1");
    bench.wait(100);
    assert_eq!(bench.troubles(), ["c4 bridged"]);
}

#[test]
fn a_scan_that_contradicts_itself_clears_no_suspect() {
    let mut sensors = Sensors::default();
    let mut look = |bridged: &str, samples: usize| {
        for _ in 0..samples {
            let sample = Sample {
                closed: start(),
                bridged: points(bridged),
                faults: Faults::default(),
            };
            sensors.believe(sample, start());
        }
        sensors.blind()
    };
    assert_eq!(look("b4 c4", 2), PointSet::EMPTY);
    assert_eq!(look("b4 c4", 1), points("b4 c4"));
    // The reed of c4 bounces: now it is seen and now it is not.
    for _ in 0..100 {
        look("b4", 2);
        look("", 1);
        assert_eq!(look("b4 c4", 2), points("b4 c4"));
    }
    assert_eq!(look("c4", 3), points("c4"));
    assert_eq!(look("b4 c4", 3), points("c4"));
    // Another one instead, because this one was mended.
    assert_eq!(look("e1", 3), points("e1"));
    assert_eq!(look("", 999), points("e1"));
    assert_eq!(look("", 1), PointSet::EMPTY);
}

#[test]
fn a_reed_that_never_closes_is_found_when_its_stone_is_the_last_one_asked_for() {
    let mut bench = Bench::new();
    bench.matrix.stuck_open = points("c1");
    bench.wait(60_000);
    // Nobody has put anything up yet: that is no fault.
    assert_eq!(bench.troubles(), [""; 0]);
    bench.matrix.stones = start();
    bench.wait(19_000);
    assert_eq!(bench.troubles(), [""; 0]);
    bench.wait(2000);
    assert_eq!(bench.troubles(), ["c1 stuck"]);
    assert!(
        bench.told.contains(&"* sensor c1 stuck".to_owned()),
        "{:?}",
        bench.told
    );
    assert_eq!(bench.app.cues()[Cue::Dead], points("c1"));
    assert!(bench.is_lit("c1"));
    bench.matrix.stuck_open = PointSet::EMPTY;
    bench.wait(10);
    assert_eq!(bench.troubles(), [""; 0]);
    assert!(
        bench.told.contains(&"* sensor c1 well".to_owned()),
        "{:?}",
        bench.told
    );
}

#[test]
fn a_reed_that_never_opens_is_found_when_it_is_to_be_cleared() {
    let mut bench = Bench::new();
    bench.matrix.stuck_closed = points("e3");
    bench.wait(100);
    bench.matrix.stones = start();
    bench.wait(21_000);
    assert_eq!(bench.troubles(), ["e3 stuck"]);
}

#[test]
fn one_that_has_changed_before_is_not_called_stuck() {
    let mut bench = Bench::new();
    bench.wait(100);
    bench.matrix.stones = start();
    bench.wait(100);
    bench.matrix.stones -= points("c1");
    bench.wait(60_000);
    assert_eq!(bench.troubles(), [""; 0]);
}

#[test]
fn reports_that_nobody_reads_lose_the_oldest_and_nothing_else() {
    let mut bench = Bench::started();
    bench.matrix.chattering = start();
    for _ in 0..2000 {
        bench.now = bench.now + Millis(1);
        bench.app.tick(&mut bench.matrix, bench.now);
    }
    let reports = std::iter::from_fn(|| bench.app.event());
    let reports = reports.filter(
        |event| matches!(event, Event::Sensor(report) if report.trouble == Trouble::Chatter),
    );
    assert_eq!(reports.count(), 16);
    assert_eq!(bench.troubles().len(), start().len());
}

#[test]
fn sensors_prints_the_picture_and_a_line_for_each_trouble() {
    let mut bench = Bench::started();
    bench.matrix.chattering = points("a5 i5");
    bench.wait(1000);
    let mut text = String::new();
    console::answer(&mut bench.app, Ok("sensors"), &mut text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0].len(), 4 + usize::from(FILES));
    assert_eq!(
        lines[5..],
        [
            "    abcdefghi",
            "  a5 chatter",
            "  i5 chatter",
            "  margin a5 bounce=0ms drops=1",
            "  margin i5 bounce=0ms drops=1",
            "= 44 closed"
        ]
    );
}

/// A fault of wires, what is told of it, and the points on those wires.
type WireFault = (fn(&mut Levels), &'static str, &'static str);

const WIRE_FAULTS: [WireFault; 8] = [
    (
        |levels| levels.idle.columns |= 1 << 2,
        "c ground",
        "c1 c2 c3 c4 c5",
    ),
    (
        // A row that is low all the time pulls the columns of its stones.
        |levels| {
            levels.idle = Wires {
                columns: 0x1ff,
                rows: 1 << 1,
            };
            levels.pulled.iter_mut().for_each(|low| low.rows |= 1 << 1);
        },
        "2 ground",
        "a2 b2 c2 d2 e2 f2 g2 h2 i2",
    ),
    (
        |levels| levels.pulled[4] = Wires::NONE,
        "5 undriven",
        "a5 b5 c5 d5 e5 f5 g5 h5 i5",
    ),
    (
        |levels| {
            levels.pulled[4] = Wires::NONE;
            levels.held = 1 << 4;
        },
        "5 high",
        "a5 b5 c5 d5 e5 f5 g5 h5 i5",
    ),
    (
        // The stones on it seem to be gone.
        |levels| {
            levels.stiff = 1 << 3;
            levels
                .pulled
                .iter_mut()
                .for_each(|low| low.columns &= !(1 << 3));
        },
        "d high",
        "d1 d2 d3 d4 d5",
    ),
    (
        |levels| levels.together = 1 << 7 | 1 << 8,
        "h,i joined",
        "h1 h2 h3 h4 h5 i1 i2 i3 i4 i5",
    ),
    (
        |levels| {
            levels.pulled[0].rows |= 1 << 3;
            levels.pulled[3].rows |= 1;
        },
        "1,4 joined",
        "a1 b1 c1 d1 e1 f1 g1 h1 i1 a4 b4 c4 d4 e4 f4 g4 h4 i4",
    ),
    (
        // The order of the faults in the list, not of the wires.
        |levels| {
            levels.idle.columns |= 1 << 8;
            levels.pulled[0] = Wires::NONE;
        },
        "i ground",
        "a1 b1 c1 d1 e1 f1 g1 h1 i1 i2 i3 i4 i5",
    ),
];

/// A harness, and what it tells while a scan shows the same again and again.
struct Watch {
    harness: Harness,
    levels: Levels,
}

impl Watch {
    /// Everything is well, and has been for a while.
    fn new() -> Self {
        let mut watch = Self {
            harness: Harness::NEW,
            levels: levels(start(), PointSet::EMPTY),
        };
        assert_eq!(watch.told(2000), [""; 0]);
        watch
    }

    fn told(&mut self, scans: usize) -> Vec<String> {
        for _ in 0..scans {
            self.harness.watch(Faults::of(&self.levels));
        }
        core::iter::from_fn(|| self.harness.news())
            .map(|news| news.to_string())
            .collect()
    }
}

#[test]
fn every_fault_of_a_wire_is_told_and_no_other() {
    for (fault, said, _) in WIRE_FAULTS.into_iter().take(WIRE_FAULTS.len() - 1) {
        let mut watch = Watch::new();
        fault(&mut watch.levels);
        assert_eq!(watch.told(100), [said]);
    }
}

#[test]
fn rows_that_are_joined_and_grounded_are_grounded() {
    let mut watch = Watch::new();
    watch.levels.idle.rows = 0b11;
    for low in &mut watch.levels.pulled {
        low.rows |= 0b11;
    }
    assert_eq!(watch.told(100), ["1 ground", "2 ground"]);
}

#[test]
fn all_wires_that_are_joined_are_told_together() {
    let mut watch = Watch::new();
    watch.levels.together = 0b1_1000_0000;
    assert_eq!(watch.told(100), ["h,i joined"]);
    watch.levels.together = 0b1_1100_0000;
    assert_eq!(watch.told(100), ["g,h,i joined"]);
}

#[test]
fn a_wire_is_well_after_a_second_without_a_fault_and_another_stays_named() {
    let mut watch = Watch::new();
    watch.levels.idle.columns = 0b101;
    assert_eq!(watch.told(100), ["a ground", "c ground"]);
    watch.levels.idle.columns = 0b001;
    assert_eq!(watch.told(900), [""; 0]);
    assert_eq!(watch.told(200), ["c well"]);
    let faults: Vec<String> = watch
        .harness
        .faults()
        .map(|fault| fault.to_string())
        .collect();
    assert_eq!(faults, ["a ground"]);
}

#[test]
fn of_news_that_nobody_reads_the_newest_are_kept() {
    let mut harness = Harness::NEW;
    for scans in 1..=20 {
        harness.stumble(Mishap::Lost(scans));
    }
    let kept: Vec<String> = core::iter::from_fn(|| harness.news())
        .map(|news| news.to_string())
        .collect();
    assert_eq!(kept.len(), 16);
    assert_eq!(kept.last().unwrap(), "scan lost 20");
}

#[test]
fn a_faulty_wire_is_named_once_shown_and_nothing_is_believed_meanwhile() {
    for (fault, said, on_it) in WIRE_FAULTS {
        let mut bench = Bench::started();
        bench.matrix.fault = Some(fault);
        bench.wait(49);
        assert_eq!(bench.told, [""; 0], "{said}");
        bench.wait(100);
        assert_eq!(bench.told[0], format!("* wire {said}"));
        assert_eq!(bench.app.cues()[Cue::Dead], points(on_it));
        bench.lift("e2");
        bench.place("e3");
        bench.wait(1000);
        assert_eq!(bench.turns(), 0);
        let mut text = String::new();
        console::answer(&mut bench.app, Ok("sensors"), &mut text).unwrap();
        assert!(text.contains(&format!("\n  wire {said}\n")), "{text}");
        bench.told.clear();
        bench.matrix.stones = start();
        bench.matrix.fault = None;
        bench.wait(1100);
        assert!(
            bench
                .told
                .iter()
                .all(|line| line.starts_with("* wire ") && line.ends_with(" well")),
            "{:?}",
            bench.told
        );
        assert!(!bench.told.is_empty());
        assert_eq!(bench.phase(), Phase::ToMove);
        assert!(bench.app.cues()[Cue::Dead].is_empty());
    }
}

#[test]
fn a_glitch_on_a_wire_is_neither_named_nor_believed() {
    let mut bench = Bench::started();
    let picture = bench.app.referee.picture();
    for (fault, said, _) in WIRE_FAULTS {
        for span in [1, 5, 20] {
            bench.matrix.fault = Some(fault);
            bench.wait(span);
            bench.matrix.fault = None;
            bench.wait(10);
            assert_eq!(bench.app.referee.picture(), picture, "{said}");
        }
    }
    assert_eq!(bench.told, [""; 0]);
}

#[test]
fn mishaps_of_the_scan_are_told_and_counted() {
    let mut bench = Bench::started();
    bench.app.stumble(Mishap::Lost(88));
    bench.app.stumble(Mishap::OutOfStep);
    bench.app.stumble(Mishap::Lost(12));
    bench.wait(1);
    let told = [
        "* wire scan lost 88",
        "* wire scan out-of-step",
        "* wire scan lost 12",
    ];
    assert_eq!(bench.told, told);
    let mut text = String::new();
    console::answer(&mut bench.app, Ok("sensors"), &mut text).unwrap();
    assert!(
        text.ends_with("\n  scan out-of-step 1\n  scan lost 100\n= 44 closed\n"),
        "{text}"
    );
}

#[test]
fn nothing_is_drawn_while_nothing_changes() {
    let mut bench = Bench::started();
    bench.wait(1000);
    let before = bench.matrix.frames;
    bench.wait(10_000);
    assert_eq!(
        bench.matrix.frames, before,
        "one steady light says whose turn it is"
    );
    // A light that breathes is drawn 40 times a second.
    bench.lift("e2");
    let before = bench.matrix.frames;
    bench.wait(10_000);
    assert_eq!(bench.matrix.frames - before, 400);
}

#[test]
fn what_is_drawn_late_is_what_would_be_drawn_every_millisecond() {
    let mut bench = Bench::started();
    bench.matrix.stones -= points("d3");
    for _ in 0..5000 {
        bench.wait(1);
        let cues = bench.app.cues();
        // What it looked like when it came on is asked of the palette itself.
        let expected = fanorona_board::light::palette::frame(&cues, Millis(0), bench.app.drive);
        for point in cues[Cue::Target] {
            assert_eq!(bench.matrix.frame[point.index()], expected[point.index()]);
        }
        assert_eq!(
            bench.matrix.frame.map(|c| c == DARK),
            expected.map(|c| c == DARK)
        );
    }
}

#[test]
fn the_button_stops_a_chain_and_held_it_takes_back_instead() {
    let mut bench = Bench::started();
    let setup: Setup = "8b/9/9/w1b6/1b6w w".parse().unwrap();
    let position = setup.position(&Rules::STANDARD).unwrap();
    bench.app.referee.put_up(position, bench.now);
    let stones = position.stones();
    bench.matrix.stones = stones.white | stones.black;
    bench.wait(1000);
    let press = |bench: &mut Bench, span| {
        bench.matrix.pressed = true;
        bench.wait(span);
        bench.matrix.pressed = false;
        bench.wait(100);
    };
    // Nothing to stop and nothing to take back: nothing happens.
    press(&mut bench, 100);
    press(&mut bench, 2000);
    assert_eq!(bench.phase(), Phase::ToMove);
    assert_eq!(bench.turns(), 0);
    bench.lift("a2");
    bench.place("b2");
    bench.lift("c2");
    bench.wait(600);
    assert_eq!(bench.phase(), Phase::Chaining, "{:?}", bench.told);
    press(&mut bench, 500);
    assert_eq!(bench.turns(), 1);
    assert_eq!(bench.phase(), Phase::ToMove);
    press(&mut bench, 500);
    assert_eq!(bench.turns(), 1);
    press(&mut bench, 1500);
    assert_eq!(bench.turns(), 0, "{:?}", bench.told);
    // A chain that could go on is given up by a long press, and never ends by it.
    bench.lift("b2");
    bench.place("a2");
    bench.place("c2");
    bench.wait(600);
    bench.lift("a2");
    bench.place("b2");
    bench.lift("c2");
    bench.wait(600);
    assert_eq!(bench.phase(), Phase::Chaining, "{:?}", bench.told);
    bench.told.clear();
    press(&mut bench, 3000);
    assert_eq!(bench.phase(), Phase::Wrong);
    assert_eq!(bench.turns(), 0);
    assert_eq!(bench.told, ["* phase wrong"]);
}
