//! Tables as the program makes them, and what they say of any position.

use std::fs;
use std::sync::OnceLock;

use super::common::random::Random;
use super::folder::Folder;
use fanorona_board::engine::endings::layout::Placement;
use fanorona_board::engine::endings::{Ending, Endings};
use fanorona_board::point::PointSet;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::{BySide, Side};

pub const RULES: Rules = Rules::STANDARD;

/// The bytes that the program writes for endings of so many stones.
pub fn written(stones: usize, pace: usize) -> &'static [u8] {
    let folder = Folder::new();
    let file = folder.path().join("endings");
    let [stones, pace] = [stones, pace].map(|number| number.to_string());
    let arguments = ["endings", "--stones", &stones, "--pace", &pace];
    let status = folder.program().args(arguments).arg(&file).status();
    assert!(status.unwrap().success());
    Vec::leak(fs::read(file).unwrap())
}

/// The tables of up to four stones.
pub fn four() -> Endings {
    static BYTES: OnceLock<&[u8]> = OnceLock::new();
    Endings::read(BYTES.get_or_init(|| written(4, 3))).unwrap()
}

/// The tables of up to five stones, as they are usually, and with exact distances.
pub fn five() -> [Endings; 2] {
    static BYTES: OnceLock<[&[u8]; 2]> = OnceLock::new();
    let bytes = BYTES.get_or_init(|| [3, 1].map(|pace| written(5, pace)));
    bytes.map(|bytes| Endings::read(bytes).unwrap())
}

/// The position in which White has the turn and these stones.
pub fn position(own: u64, enemy: u64) -> Position {
    let setup = Setup {
        board: Board::Tsivy,
        stones: BySide {
            white: PointSet::from_bits(own),
            black: PointSet::from_bits(enemy),
        },
        side: Side::White,
        capturer: None,
        chain: None,
    };
    setup.position(&RULES).unwrap()
}

/// The stones as the side to move sees them.
pub fn placement(position: &Position) -> Placement {
    let (side, stones) = (position.side(), position.stones());
    Placement {
        own: stones[side].bits(),
        enemy: stones[!side].bits(),
    }
}

/// A random position with so many stones of the side to move, and of the other.
pub fn random(random: &mut Random, own: usize, enemy: usize) -> Position {
    let mut points: Vec<u64> = (0..45).map(|point| 1 << point).collect();
    random.shuffle(&mut points);
    let set = |points: &[u64]| points.iter().sum();
    position(set(&points[..own]), set(&points[own..own + enemy]))
}

/// How a position ends, by tables that are a few turns away at most.
pub fn ending(tables: Endings, position: &Position) -> Ending {
    if let Some(known) = tables.look_up(placement(position)) {
        return known.ending;
    }
    let mut best = Ending::Lost(0);
    position.for_each_turn(&RULES, |_, after| {
        let ending = before(ending(tables, after));
        if rank(best) < rank(ending) || best == Ending::Lost(0) {
            best = ending;
        }
    });
    best
}

/// How a position ends, seen from the one before.
pub fn before(after: Ending) -> Ending {
    match after {
        Ending::Won(plies) => Ending::Lost(plies + 1),
        Ending::Drawn => Ending::Drawn,
        Ending::Lost(plies) => Ending::Won(plies + 1),
    }
}

/// How good an ending is to the side to move: soon won is best, soon lost worst.
pub fn rank(ending: Ending) -> i32 {
    match ending {
        Ending::Won(plies) => 1000 - i32::from(plies),
        Ending::Drawn => 0,
        Ending::Lost(plies) => i32::from(plies) - 1000,
    }
}
