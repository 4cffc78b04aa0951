//! Texts and setups that make no sense: every one has an answer, none panics.

mod common;

use common::random::Random;
use common::{FEW, rounds, sample, steps, terms, turns};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::lines::{Direction, neighbour};
use fanorona_board::rules::notation::{Expected, ParseError};
use fanorona_board::rules::options::{Key, Preset, Rules, Vela};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::setup::{Fault, Faults, Setup};
use fanorona_board::rules::side::{BySide, Side};
use fanorona_board::rules::terms::{self, Terms, TermsError};
use fanorona_board::rules::turn::{Step, Take, Turn};
use std::collections::BTreeSet;

#[test]
fn any_text_as_a_position_is_read_or_refused_with_a_place() {
    let mut random = Random::seeded(31);
    let (mut read, mut stood) = (0, 0);
    let mut expected = BTreeSet::new();
    for _ in 0..rounds(60_000, 12) {
        let text = match random.below(4) {
            0 => noise(&mut random, "wb123456789/ w b aAW"),
            1 => noise(&mut random, ODD),
            _ => {
                let text = position_text(&mut random);
                mangled(&mut random, &text)
            }
        };
        match text.parse::<Setup>() {
            Ok(setup) => {
                read += 1;
                stood += usize::from(survives(&mut random, &setup));
            }
            Err(error) => {
                check_place(&text, error.at, &error.to_string());
                expected.insert(expectation(&error));
            }
        }
    }
    assert!(FEW || read > 2_000, "{read} were read");
    assert!(FEW || stood > 1_000, "{stood} could stand");
    let all = [
        "blank",
        "board",
        "end",
        "fewer steps",
        "point",
        "same width",
        "side",
        "step",
        "stone",
        "turn",
    ];
    assert!(FEW || expected.iter().eq(&all), "{expected:?}");
}

#[test]
fn any_text_as_a_turn_is_read_or_refused_with_a_place() {
    let mut random = Random::seeded(32);
    let mut read = 0;
    let mut expected = BTreeSet::new();
    for _ in 0..rounds(60_000, 50) {
        let board = random.pick(&Board::ALL);
        let text = match random.below(4) {
            0 => noise(&mut random, "abcdefghi123456789AW-"),
            1 => noise(&mut random, ODD),
            _ => {
                let text = turn_text(&mut random, board);
                mangled(&mut random, &text)
            }
        };
        match board.read_turn(&text) {
            Ok(turn) => {
                read += 1;
                assert!((1..=Turn::MAX_STEPS).contains(&turn.len()), "{text}");
                let written = text.trim_ascii().replace('-', "");
                assert_eq!(board.text(&turn).to_string(), written);
            }
            Err(error) => {
                check_place(&text, error.at, &error.to_string());
                expected.insert(expectation(&error));
            }
        }
    }
    assert!(FEW || read > 2_000, "{read} were read");
    assert!(
        FEW || expected.iter().eq(&["end", "fewer steps", "point", "step"]),
        "{expected:?}"
    );
}

#[test]
fn any_text_as_rules_is_read_or_refused_with_a_place() {
    let mut random = Random::seeded(33);
    let mut read = 0;
    let mut faults = BTreeSet::new();
    for _ in 0..rounds(60_000, 4) {
        let text = match random.below(6) {
            0 => noise(&mut random, ODD),
            1 => jumble(&mut random),
            _ => {
                let text = sample::all_terms(&mut random);
                mangled(&mut random, &text)
            }
        };
        let before = terms(&sample::all_terms(&mut random));
        for outcome in [text.parse::<Terms>(), before.amended(&text)] {
            match outcome {
                Ok(terms) => {
                    read += 1;
                    let again = terms.rules.to_string();
                    assert_eq!(common::terms(&again).rules, terms.rules, "{text}");
                    let has_vela = terms.rules.vela != Vela::Off;
                    assert!(has_vela || terms.capturer.is_none(), "{text}");
                }
                Err(error) => {
                    check_place(&text, error.at, &error.to_string());
                    assert!(text.is_char_boundary(error.at), "{text}: {error}");
                    faults.insert(complaint(&error));
                }
            }
        }
    }
    assert!(FEW || read > 10_000, "{read} were read");
    let all = [
        "bad capturer",
        "bad value",
        "late preset",
        "no key",
        "no value",
        "no vela",
        "twice",
        "unknown key",
        "unknown preset",
    ];
    assert!(FEW || faults.iter().eq(&all), "{faults:?}");
}

#[test]
fn what_is_not_said_on_rules_stays_as_it_was() {
    let mut random = Random::seeded(34);
    for _ in 0..rounds(5_000, 2) {
        let before = terms(&sample::all_terms(&mut random));
        let all = sample::all_terms(&mut random);
        let said: Vec<&str> = all
            .split(',')
            .filter(|word| !word.starts_with("vela") && !word.starts_with("capturer"))
            .filter(|_| random.percent(30))
            .collect();
        let after = before.amended(&said.join(" ")).unwrap();
        assert_eq!(after.capturer, before.capturer);
        for &key in Key::ALL {
            let value = after.rules.get(key).to_string();
            let word = format!("{}={value}", key.word());
            if !said.contains(&word.as_str()) {
                assert_eq!(value, before.rules.get(key).to_string(), "{word} {said:?}");
            }
        }
    }
}

#[test]
fn any_setup_is_a_position_or_has_faults_that_are_named() {
    let mut random = Random::seeded(35);
    let mut seen = BTreeSet::new();
    let (mut stood, mut mid_chain, mut several) = (0, 0, 0);
    for _ in 0..rounds(60_000, 6) {
        let terms = terms(&sample::all_terms(&mut random));
        let setup = any_setup(&mut random, &terms);
        match setup.position(&terms.rules) {
            Ok(position) => {
                stood += 1;
                mid_chain += usize::from(position.chain().is_some());
                assert_eq!(Setup::from(position), setup);
                outlives(&mut random, &position, &terms.rules);
            }
            Err(faults) => {
                let names = kinds(&faults);
                let text = faults.to_string();
                assert_eq!(text.split("; ").count(), names.len(), "{names:?}: {text}");
                assert!(!text.contains("; ;") && !text.ends_with("; "), "{text}");
                several += usize::from(names.len() > 2);
                seen.extend(names);
            }
        }
    }
    assert!(FEW || stood > 5_000, "{stood} could stand");
    assert!(FEW || mid_chain > 500, "{mid_chain} in mid-chain");
    assert!(FEW || several > 5_000, "{several} with several faults");
    let all: BTreeSet<&str> = ALL_FAULTS
        .iter()
        .map(|&fault| fault_name(fault))
        .chain(["shared", "outside", "uncleared", "excess white"])
        .chain(["excess black"])
        .collect();
    assert!(FEW || seen == all, "{seen:?}");
}

#[test]
fn a_setup_names_all_its_faults() {
    let a1 = Point::at(0, 0).unwrap();
    let e3 = Point::CENTRE;
    let mut chain = Turn::from(e3);
    for (to, take) in [
        (Point::at(5, 2).unwrap(), Some(Take::Approach)),
        (e3, None),
        (Point::at(5, 2).unwrap(), Some(Take::Withdrawal)),
        (Point::at(6, 2).unwrap(), Some(Take::Withdrawal)),
        (Point::at(8, 4).unwrap(), Some(Take::Approach)),
    ] {
        assert!(chain.push(to, take));
    }
    let setup = Setup {
        board: Board::Telo,
        stones: BySide {
            white: PointSet::ALL,
            black: PointSet::of(a1) | PointSet::of(e3),
        },
        side: Side::Black,
        capturer: Some(Side::Black),
        chain: Some((a1, chain)),
    };
    let faults = setup.position(&Rules::STANDARD).unwrap_err();
    assert_eq!(
        kinds(&faults),
        BTreeSet::from([
            "shared",
            "outside",
            "uncleared",
            "excess white",
            "no vela",
            "other mover",
            "no mover",
            "off line",
            "paika",
            "nothing taken",
            "revisited",
            "direction",
        ])
    );
    let text = faults.to_string();
    for part in [
        "stones of both sides on panel's a1 b2",
        "stones beside the board on panel's a1 panel's a2",
        "white has 50 stones with those taken in this turn, 4 at most",
        "a capturer needs",
        "comes to a point twice",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn each_fault_is_found_where_it_is_the_only_one() {
    let cases = [
        ("9/9/9/9/9 w", "standard", "no stones"),
        ("3/1b1/2w w b2 a2b2A", "standard", "no mover"),
        ("3/1b1/2w b a2 a2b2A", "standard", "other mover"),
        ("9/9/4w4/9/9 w e3 a1d3Ae3A", "standard", "off line"),
        ("3/1b1/2w b b2 a2b2", "standard", "paika"),
        ("5/5/4b/5/5 b e3 d3e3A", "standard", "nothing taken"),
        ("5/5/1b3/5/5 b b3 b3c3Ab3A", "direction=any", "revisited"),
        ("9/9/4w4/9/9 w e3 c3d3We3A", "standard", "direction"),
        ("9/9/4w4/9/9 w e3 d3e3A", "standard", ""),
        ("b8/9/4w4/9/9 w e3 c3d3We3A", "direction=new", "direction"),
        ("9/9/4w4/9/9 w e3 c3d3We3A", "direction=any", ""),
        ("9/9/4wb3/9/9 w e3 d3e3A", "standard", "uncleared"),
        ("9/9/3ww4/9/9 w e3 d3e3A", "standard", "uncleared"),
        ("www/ww1/b2 w", "standard", "excess white"),
        ("bbb/1b1/1w1 w b1 a1b1A", "standard", "excess black"),
        (
            "bbbbb4/9/4w4/9/9 w e3 d3e3A",
            "vela=nearest,capturer=white",
            "",
        ),
        (
            "bbbbb4/9/9/4w4/9 w e2 d3e3Ae2A",
            "vela=nearest,capturer=white",
            "phase one",
        ),
        // Four stand and two at least were taken: six were too many for a chain.
        (
            "wb3/b1b2/5/3w1/b4 w a5 b3b4Wa5W",
            "vela=nearest,capturer=white",
            "phase one",
        ),
        (
            "wb3/b1b2/5/3w1/5 w a5 b3b4Wa5W",
            "vela=nearest,capturer=white",
            "",
        ),
        (
            "bbbbbb3/9/4b4/9/9 b e3 d3e3A",
            "vela=normal,capturer=white",
            "phase one",
        ),
        ("bbbbb4/9/4w4/9/9 w e3 d3e3A", "vela=normal", ""),
    ];
    for (text, said, fault) in cases {
        let terms = terms(said);
        let setup = Setup {
            capturer: terms.capturer,
            ..text.parse().unwrap()
        };
        let found = match setup.position(&terms.rules) {
            Ok(_) => BTreeSet::new(),
            Err(faults) => kinds(&faults),
        };
        let expected: BTreeSet<&str> = Some(fault)
            .filter(|fault| !fault.is_empty())
            .into_iter()
            .collect();
        assert_eq!(found, expected, "{text} {said}");
    }
}

#[test]
fn a_chain_that_could_stand_could_have_been_played() {
    let mut random = Random::seeded(36);
    let mut played = 0;
    while played < rounds(2_000, 1) {
        let terms = terms(&sample::play_terms(&mut random));
        // Few setups can stand in mid-chain.
        for _ in 0..20 {
            let setup = any_setup(&mut random, &terms);
            let (Some((_, turn)), Ok(position)) = (setup.chain, setup.position(&terms.rules))
            else {
                continue;
            };
            // Before the chain at least the first stones of all its rows stood.
            let mut before = Setup {
                chain: None,
                ..setup
            };
            before.stones[setup.side].discard(turn.end());
            before.stones[setup.side].add(turn.origin());
            for victim in turn.steps().filter_map(victim) {
                before.stones[!setup.side].add(victim);
            }
            let before = before.position(&terms.rules).unwrap();
            let after = turn
                .steps()
                .try_fold(before, |here, step| here.step(&terms.rules, step));
            assert_eq!(after, Ok(position), "{position} {}", terms.rules);
            played += 1;
        }
    }
}

/// Characters that mean something somewhere, and some that never do.
const ODD: &str = "wb19/ AW-=,;\t\n\r\0aei0é界\u{1f600}\u{202e}\u{feff}offmaytsivycapture";

/// A short text of these characters.
fn noise(random: &mut Random, alphabet: &str) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    (0..random.below(24))
        .map(|_| random.pick(&alphabet))
        .collect()
}

/// A text with a few small damages.
fn mangled(random: &mut Random, text: &str) -> String {
    let odd: Vec<char> = ODD.chars().collect();
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.below(4) {
        let at = random.below(text.len() + 1);
        let to = at + random.below(text.len() + 1 - at);
        match random.below(7) {
            0 => text.insert(at, random.pick(&odd)),
            1 => text.truncate(at),
            2 => {
                text.drain(at..to);
            }
            3 => {
                let piece = text[at..to].to_vec();
                text.splice(at..at, piece);
            }
            4 => text[at..to].reverse(),
            _ if at == text.len() => {}
            5 => text[at] = random.pick(&odd),
            _ => {
                // A flipped bit, as on a bad line.
                let flipped = text[at] as u32 ^ (1 << random.below(8));
                text[at] = char::from_u32(flipped).unwrap_or('\u{fffd}');
            }
        }
    }
    text.into_iter().collect()
}

/// Presets, keys and values in no good order.
fn jumble(random: &mut Random) -> String {
    let words = (0..random.below(4)).map(|_| match random.below(6) {
        0 => random.pick(Preset::ALL).word().to_string(),
        1 => random.pick(Key::ALL).word().to_string(),
        2 => "capturer".to_string(),
        3 => format!("capturer={}", random.pick(&["white", "black", "w", ""])),
        _ => {
            let value = random.pick(&["off", "may", "yes", "3", "-1", "65536", "", "="]);
            format!("{}={value}", random.pick(Key::ALL).word())
        }
    });
    words
        .collect::<Vec<_>>()
        .join(random.pick(&[" ", ",", ", ", "\t"]))
}

/// The text of a position, often in mid-chain, sometimes in a chain that makes no sense.
fn position_text(random: &mut Random) -> String {
    let board = random.pick(&Board::ALL);
    let text = sample::scatter(random, board);
    match random.below(3) {
        0 => text,
        1 => {
            let turn = turn_text(random, board);
            format!("{text} {} {turn}", board.name(any_point(random)))
        }
        _ => {
            let position = common::position(&text, &Terms::default());
            let first = steps(&position, &Rules::STANDARD).first().copied();
            let after = first.and_then(|legal| position.step(&Rules::STANDARD, legal.step).ok());
            after.unwrap_or(position).to_string()
        }
    }
}

/// The text of a turn that need not make sense.
fn turn_text(random: &mut Random, board: Board) -> String {
    let points: Vec<Point> = board.points().iter().collect();
    let mut text = board.name(random.pick(&points)).to_string();
    let most = if random.percent(10) { 30 } else { 4 };
    for _ in 0..=random.below(most) {
        text += random.pick(&["", "", "-"]);
        text += &board.name(random.pick(&points)).to_string();
        text += random.pick(&["A", "W", ""]);
    }
    text
}

fn any_point(random: &mut Random) -> Point {
    let index = u8::try_from(random.below(Point::COUNT)).unwrap();
    Point::new(index).unwrap()
}

/// A setup of arbitrary bits, or a good one with a chain that may be good or not.
fn any_setup(random: &mut Random, terms: &Terms) -> Setup {
    let board = random.pick(&Board::ALL);
    let mut setup: Setup = sample::scatter(random, board).parse().unwrap();
    setup.capturer = terms.capturer;
    for set in [&mut setup.stones.white, &mut setup.stones.black] {
        match random.below(30) {
            0 => *set = PointSet::from_bits(random.next()),
            1 => *set = PointSet::from_bits(random.next() & random.next() & random.next()),
            2 => *set = PointSet::EMPTY,
            _ => {}
        }
    }
    if random.percent(5) {
        setup.capturer = Some(random.pick(&Side::BOTH));
    }
    if random.percent(50) {
        let turn = any_chain(random, &setup);
        let mover = if random.percent(90) {
            turn.end()
        } else {
            any_point(random)
        };
        setup.chain = Some((mover, turn));
        if random.percent(80) {
            clear(&mut setup.stones, &turn);
        }
    }
    setup
}

/// Takes off what a chain has passed and taken.
fn clear(stones: &mut BySide<PointSet>, turn: &Turn) {
    for step in turn.steps() {
        for point in [Some(step.from), victim(step)].into_iter().flatten() {
            stones.white.discard(point);
            stones.black.discard(point);
        }
    }
}

/// A chain that often ends on a stone of the side to move and often keeps to the lines.
fn any_chain(random: &mut Random, setup: &Setup) -> Turn {
    let own: Vec<Point> = setup.stones[setup.side].iter().collect();
    let mut here = if own.is_empty() || random.percent(10) {
        any_point(random)
    } else {
        random.pick(&own)
    };
    // Backwards from the end.
    let mut points = vec![here];
    for _ in 0..random.below(4) {
        let next = neighbour(here, random.pick(&Direction::ALL));
        here = next
            .filter(|_| random.percent(97))
            .unwrap_or(any_point(random));
        points.push(here);
    }
    points.reverse();
    let mut turn = Turn::from(points[0]);
    for &to in &points[1..] {
        let take = random.pick(&[Some(Take::Approach), Some(Take::Withdrawal)]);
        turn.push(to, take.filter(|_| random.percent(97)));
    }
    turn
}

/// The first point of the row that a step takes, if there is such a point.
fn victim(step: Step) -> Option<Point> {
    let direction = Direction::between(step.from, step.to)?;
    match step.take? {
        Take::Approach => neighbour(step.to, direction),
        Take::Withdrawal => neighbour(step.from, direction.opposite()),
    }
}

/// Checks a setup that was read; tells whether it can stand.
fn survives(random: &mut Random, setup: &Setup) -> bool {
    let terms = terms(&sample::all_terms(random));
    let setup = Setup {
        capturer: terms.capturer,
        ..*setup
    };
    match setup.position(&terms.rules) {
        Ok(position) => {
            outlives(random, &position, &terms.rules);
            true
        }
        Err(faults) => {
            assert_ne!(faults.to_string(), "");
            false
        }
    }
}

/// Plays on from a position: it must behave like any other.
fn outlives(random: &mut Random, position: &Position, rules: &Rules) {
    let mut position = *position;
    for _ in 0..4 {
        let text = position.to_string();
        let setup: Setup = text.parse().unwrap();
        let again = Setup {
            capturer: position.capturer(),
            ..setup
        };
        assert_eq!(again.position(rules), Ok(position), "{text} {rules}");

        let turns = turns(&position, rules);
        let is_over = position.outcome(rules).is_some();
        assert_eq!(turns.is_empty(), is_over, "{text} {rules}");
        for legal in steps(&position, rules) {
            assert!(position.step(rules, legal.step).is_ok(), "{text} {rules}");
        }
        if turns.is_empty() {
            return;
        }
        let (turn, after) = random.pick(&turns);
        assert_eq!(position.play(rules, &turn), Ok(after), "{text} {turn:?}");
        position = after;
    }
}

/// An error points into the text, or just behind it, and says something.
fn check_place(text: &str, at: usize, message: &str) {
    assert!(at <= text.len(), "{text:?}: {message}");
    let column = format!("column {}: ", at + 1);
    let said = message.strip_prefix(&column);
    assert!(said.is_some_and(|said| !said.is_empty()), "{message}");
}

fn expectation(error: &ParseError) -> &'static str {
    match error.expected {
        Expected::Stone => "stone",
        Expected::Board => "board",
        Expected::SameWidth(_) => "same width",
        Expected::Blank => "blank",
        Expected::Side => "side",
        Expected::Point(_) => "point",
        Expected::Step(_) => "step",
        Expected::Turn => "turn",
        Expected::FewerSteps => "fewer steps",
        Expected::End => "end",
    }
}

fn complaint(error: &TermsError) -> &'static str {
    match error.why {
        terms::BadWord::UnknownPreset => "unknown preset",
        terms::BadWord::LatePreset => "late preset",
        terms::BadWord::NoValue => "no value",
        terms::BadWord::NoKey => "no key",
        terms::BadWord::UnknownKey => "unknown key",
        terms::BadWord::BadValue(_) => "bad value",
        terms::BadWord::Twice => "twice",
        terms::BadWord::BadCapturer => "bad capturer",
        terms::BadWord::NoVela => "no vela",
    }
}

const ALL_FAULTS: [Fault; 11] = [
    Fault::NoStones,
    Fault::NoVela,
    Fault::EmptyChain,
    Fault::OtherMover,
    Fault::NoMover,
    Fault::OffLine,
    Fault::Paika,
    Fault::NothingTaken,
    Fault::Revisited,
    Fault::Direction,
    Fault::PhaseOne,
];

/// A name for each plain fault; a new one does not compile until it stands in the list too.
fn fault_name(fault: Fault) -> &'static str {
    match fault {
        Fault::NoStones => "no stones",
        Fault::NoVela => "no vela",
        Fault::EmptyChain => "empty chain",
        Fault::OtherMover => "other mover",
        Fault::NoMover => "no mover",
        Fault::OffLine => "off line",
        Fault::Paika => "paika",
        Fault::NothingTaken => "nothing taken",
        Fault::Revisited => "revisited",
        Fault::Direction => "direction",
        Fault::PhaseOne => "phase one",
    }
}

/// The names of all faults that were found.
fn kinds(faults: &Faults) -> BTreeSet<&'static str> {
    let plain = ALL_FAULTS
        .into_iter()
        .filter(|&fault| faults.contains(fault));
    let details = [
        (!faults.shared.is_empty(), "shared"),
        (!faults.outside.is_empty(), "outside"),
        (!faults.uncleared.is_empty(), "uncleared"),
        (faults.excess.white > 0, "excess white"),
        (faults.excess.black > 0, "excess black"),
    ];
    let details = details.into_iter().filter(|detail| detail.0);
    plain
        .map(fault_name)
        .chain(details.map(|detail| detail.1))
        .collect()
}
