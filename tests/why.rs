//! Why a stone cannot move, in words.

use fanorona_board::point::Point;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::terms::Terms;

const START: &str = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w";

fn position(text: &str, terms: &str) -> (Position, Terms) {
    let terms: Terms = terms.parse().unwrap();
    let mut setup: Setup = text.parse().unwrap();
    setup.capturer = terms.capturer;
    (setup.position(&terms.rules).unwrap(), terms)
}

fn point(name: &str) -> Point {
    Point::find(name).unwrap()
}

/// Why a stone cannot move, or not from one point to another: `a1`, or `a1 e3`.
fn why(text: &str, terms: &str, way: &str) -> Option<String> {
    let (position, Terms { rules, .. }) = position(text, terms);
    let why = match way.split_once(' ') {
        None => position.why_stuck(&rules, point(way)),
        Some((from, to)) => position.why_not(&rules, point(from), point(to)),
    };
    why.map(|why| why.on(Board::Tsivy).to_string())
}

#[test]
fn a_stone_that_cannot_move_has_a_reason() {
    for (text, at, reason) in [
        (START, "a1", "no line leads from it to an empty point"),
        (START, "a5", "White has the turn"),
        ("8b/9/4b4/4w3w/9 w", "i2", "White must capture, with e2"),
        (
            "8b/9/9/1w7/1b6w w b2 a2b2A",
            "i1",
            "the stone on b2 is on its way",
        ),
        ("9/9/9/9/w7w w", "a1", "the game is over"),
    ] {
        assert_eq!(why(text, "standard", at).as_deref(), Some(reason), "{at}");
    }
    for at in ["d3", "e3"] {
        assert_eq!(why(START, "standard", at), None, "{at}");
    }
}

#[test]
fn the_stones_that_could_capture_are_named() {
    let text = "b7b/9/2b1b4/2w1w3w/9 w";
    let reason = why(text, "standard", "i2");
    assert_eq!(reason.as_deref(), Some("White must capture, with c2 or e2"));
    let other = why(text, "standard", "c2 b2");
    assert_eq!(other.as_deref(), Some("White must capture, with c2 or e2"));
}

#[test]
fn a_step_that_is_not_legal_has_its_own_reason() {
    for (way, reason) in [
        ("d3 f4", Some("no line from d3 to f4")),
        ("d3 d4", Some("d4 is occupied")),
        ("a1 e3", Some("no line from a1 to e3")),
        ("d3 e3", None),
    ] {
        assert_eq!(why(START, "standard", way).as_deref(), reason, "{way}");
    }
}

#[test]
fn in_a_vela_the_hunted_take_nothing_and_leave_a_capture() {
    let (position, terms) = position(
        &START.replace(" w", " b"),
        "vela=nearest,leave=yes,stranded=paika,capturer=white",
    );
    let why = position.why_nothing_taken(&terms.rules).unwrap();
    assert_eq!(
        why.on(Board::Tsivy).to_string(),
        "in this vela only White captures until five black stones are left"
    );
}

/// Whatever the position: a stone either has a step or a reason, and never both.
#[test]
fn every_stone_has_a_step_or_a_reason() {
    let (start, Terms { rules, .. }) = position(START, "standard");
    let mut open = vec![(start, 3)];
    let mut seen = 0;
    while let Some((position, depth)) = open.pop() {
        let movable = position.movable(&rules);
        let stones = position.stones();
        for at in stones.white | stones.black {
            let reason = position.why_stuck(&rules, at);
            assert_eq!(reason.is_none(), movable.contains(at), "{at}");
            seen += 1;
        }
        if depth > 0 {
            position.for_each_turn(&rules, |_, after| open.push((*after, depth - 1)));
        }
    }
    assert!(seen > 1000);
}
