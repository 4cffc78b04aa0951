//! Faults of a setup that only sensors can show.

use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::{BySide, Side};
use fanorona_board::rules::turn::Turn;

/// Stones on points of the panel; Telo, White to move.
fn telo(white: &[&str], black: &[&str]) -> Setup {
    let points = |names: &[&str]| names.iter().map(|name| point(name)).collect();
    Setup {
        board: Board::Telo,
        stones: BySide {
            white: points(white),
            black: points(black),
        },
        side: Side::White,
        capturer: None,
        chain: None,
    }
}

fn point(name: &str) -> Point {
    Point::find(name).unwrap()
}

/// What is wrong with it.
fn faults(setup: Setup) -> String {
    setup.position(&Rules::STANDARD).unwrap_err().to_string()
}

#[test]
fn faults_that_only_sensors_can_show_are_named() {
    // The centre twice, stones beside the board, a chain without a step.
    let setup = Setup {
        side: Side::Black,
        capturer: Some(Side::White),
        chain: Some((point("d2"), Turn::from(Point::CENTRE))),
        ..telo(&["e3", "a1", "d2"], &["e3", "b1"])
    };
    assert_eq!(
        faults(setup),
        "stones of both sides on b2; stones beside the board on panel's a1 panel's b1; \
         a capturer needs vela=nearest or vela=normal; the turn so far has no step; \
         the mover does not stand where the turn so far ends"
    );
    let faults = setup.position(&Rules::STANDARD).unwrap_err();
    assert_eq!(faults.shared, PointSet::of(Point::CENTRE));
    assert_eq!(faults.outside.len(), 2);
}

#[test]
fn points_beside_a_small_board_have_names_of_the_panel() {
    assert_eq!(
        faults(telo(&["a1", "d3"], &["a1", "b1"])),
        "stones of both sides on panel's a1; stones beside the board on panel's a1 panel's b1"
    );
    // A chain came from beside the board; a stone stands there still, and so does one it took.
    let chain = Board::Tsivy.read_turn("c3d3A").unwrap();
    let setup = Setup {
        chain: Some((chain.end(), chain)),
        ..telo(&["c3", "d3"], &["e3"])
    };
    assert_eq!(
        faults(setup),
        "stones beside the board on panel's c3; \
         the turn so far should have left panel's c3 b2 empty; \
         the turn so far leaves the lines of the board"
    );
}
