//! What the tests of the rules share.

// Every test program uses its own part of it.
#![allow(dead_code)]

pub mod ends;
pub mod figure;
pub mod lights;
pub mod oracle;
pub mod random;
pub mod rig;
pub mod sample;
pub mod transcript;
pub mod without;
// The host program's own: tests play on the same board.
#[path = "../../src/host/flash.rs"]
pub mod flash;
#[path = "../../src/host/virtual_board.rs"]
pub mod virtual_board;

use fanorona_board::point::PointSet;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::terms::Terms;
use fanorona_board::rules::turn::{LegalStep, Step, Turn};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Whether tests take few samples, because Miri takes thousands of times as long. What they ask of
/// each sample is the same then, but not every case comes up.
pub const FEW: bool = cfg!(miri);

/// A number on which it depends how long a test takes: the usual one, or the one for few samples.
pub const fn rounds(usual: usize, few: usize) -> usize {
    if FEW { few } else { usual }
}

/// The board that the data files call by this size.
pub fn board(size: &str) -> Board {
    match size {
        "3x3" => Board::Telo,
        "5x5" => Board::Dimy,
        "9x5" => Board::Tsivy,
        _ => panic!("no board is {size}"),
    }
}

/// The terms of a text that is known to be good.
pub fn terms(text: &str) -> Terms {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position of a text that is known to be good.
pub fn position(text: &str, terms: &Terms) -> Position {
    let setup: Setup = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    placed(setup, terms.capturer, &terms.rules)
}

/// The position of a setup that is known to be good.
pub fn placed(setup: Setup, capturer: Option<Side>, rules: &Rules) -> Position {
    Setup { capturer, ..setup }
        .position(rules)
        .unwrap_or_else(|faults| panic!("{setup:?}: {faults}"))
}

/// All turns with the positions after them, as they come.
pub fn turns(position: &Position, rules: &Rules) -> Vec<(Turn, Position)> {
    let mut turns = Vec::new();
    position.for_each_turn(rules, |turn, after| turns.push((*turn, *after)));
    turns
}

/// The texts of all turns, as they come.
pub fn turn_texts(position: &Position, rules: &Rules) -> Vec<String> {
    let mut texts = Vec::new();
    position.for_each_turn(rules, |turn, _| {
        texts.push(position.board().text(turn).to_string());
    });
    texts
}

/// All steps, as they come.
pub fn steps(position: &Position, rules: &Rules) -> Vec<LegalStep> {
    let mut steps = Vec::new();
    let ControlFlow::Continue(()) = position.try_for_each_step(rules, |step| {
        steps.push(step);
        ControlFlow::<Infallible>::Continue(())
    });
    steps
}

/// A turn with the row of each step.
pub fn rows(position: &Position, rules: &Rules, turn: &Turn) -> Vec<(Step, PointSet)> {
    let mut at = *position;
    let row = |step: Step| {
        let after = at.step(rules, step).expect("a legal turn");
        let row = at.stones()[!at.side()] - after.stones()[!at.side()];
        at = after;
        (step, row)
    };
    turn.steps().map(row).collect()
}

/// The terms that the tags of tests/data/perft.json mean.
pub fn perft_terms(tags: &str) -> String {
    let words = tags.split(',').map(|tag| match tag {
        "dir=0" => "direction=any",
        "dir=1" => "direction=change",
        "dir=2" => "direction=new",
        "cap=0" => "capture=may",
        "cap=1" => "capture=must",
        "chain=1" => "chain=must",
        "vela=1" => "vela=nearest,stranded=paika",
        "vela=2" => "vela=normal,stranded=paika",
        "leave=1" => "leave=yes",
        "vw=1" => "capturer=white",
        _ => panic!("no rule is known for {tag}"),
    });
    words.collect::<Vec<_>>().join(",")
}

/// The terms that a tag of tests/data/positions.jsonl means.
pub fn position_terms(tag: &str) -> &'static str {
    match tag {
        "std" => "standard",
        "dir0" => "direction=any",
        "dir2" => "direction=new",
        "cap0" => "capture=may",
        "dir0cap0" => "direction=any,capture=may",
        "chain1" => "chain=must",
        "vela1" => "vela=nearest,capturer=white,stranded=paika",
        "vela1leave" => "vela=nearest,capturer=white,stranded=paika,leave=yes",
        "vela2" => "vela=normal,capturer=white,stranded=paika",
        _ => panic!("no rules are known for {tag}"),
    }
}
