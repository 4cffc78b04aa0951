//! The footprint of the engine: its stack, its code and its time on the chip.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod common;

/// Searches positions of all phases of a game; returns how many nodes that took.
#[cfg(target_os = "none")]
fn work() -> u32 {
    use fanorona_board::engine::level::Strength;
    use fanorona_board::engine::table::Entry;
    use fanorona_board::engine::{Plan, Search};
    use fanorona_board::point::PointSet;
    use fanorona_board::rules::board::Board;
    use fanorona_board::rules::game::Game;
    use fanorona_board::rules::options::Rules;
    use fanorona_board::rules::setup::Setup;
    use fanorona_board::rules::side::{BySide, Side};
    use static_cell::{ConstStaticCell, StaticCell};

    static TABLE: ConstStaticCell<[Entry; 8192]> = ConstStaticCell::new([Entry::EMPTY; 8192]);
    static SEARCH: StaticCell<Search<'static>> = StaticCell::new();
    static GAME: StaticCell<Game> = StaticCell::new();
    const NODES: u32 = 5000;
    /// The start, two positions of the middle game and an ending, as in tests/bench/engine.rs; in bits, because reading text
    /// is not to be measured here.
    const POSITIONS: [(u64, u64, Side); 4] = [
        (START.white.bits(), START.black.bits(), Side::White),
        MIDDLE_1,
        MIDDLE_2,
        ENDING,
    ];
    const START: BySide<PointSet> = Board::Tsivy.start();
    const MIDDLE_1: (u64, u64, Side) = (WHITE_1, BLACK_1, Side::Black);
    const MIDDLE_2: (u64, u64, Side) = (WHITE_2, BLACK_2, Side::White);
    const ENDING: (u64, u64, Side) = (WHITE_3, BLACK_3, Side::White);
    const WHITE_1: u64 = 0x0509_4090_0423;
    const BLACK_1: u64 = 0x10a0_000a_0110;
    const WHITE_2: u64 = 0x0010_4620_0020;
    const BLACK_2: u64 = 0x0080_010a_2004;
    const WHITE_3: u64 = 0x8010_0800;
    const BLACK_3: u64 = 0x2080_0200;
    let search = SEARCH.init(Search::new(TABLE.take()));
    let mut nodes = 0;
    let mut game: Option<&'static mut Game> = None;
    for (white, black, side) in POSITIONS {
        let setup = Setup {
            board: Board::Tsivy,
            stones: BySide {
                white: PointSet::from_bits(white),
                black: PointSet::from_bits(black),
            },
            side,
            capturer: None,
            chain: None,
        };
        let Ok(position) = setup.position(&Rules::STANDARD) else {
            continue;
        };
        let game = match &mut game {
            Some(game) => {
                game.restart(Rules::STANDARD, position);
                game
            }
            None => game.insert(GAME.init(Game::new(Rules::STANDARD, position))),
        };
        search.begin(game, Plan::of(Strength::nodes(NODES)));
        search.run();
        nodes += search.finding().map_or(0, |finding| finding.nodes);
    }
    nodes
}

#[cfg(not(target_os = "none"))]
fn main() {}
