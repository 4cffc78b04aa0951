//! The footprint of generating turns: its stack and its code on the chip.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod common;

/// Generates all turns of random games on all boards, and of the position with the longest chain.
#[cfg(target_os = "none")]
fn work() -> u32 {
    use fanorona_board::point::PointSet;
    use fanorona_board::rules::board::Board;
    use fanorona_board::rules::options::Rules;
    use fanorona_board::rules::position::Position;
    use fanorona_board::rules::setup::Setup;
    use fanorona_board::rules::side::{BySide, Side};

    const GAMES: u32 = 3;
    const TURNS: u32 = 40;
    /// 1bb1bbb2/b2b1bw2/b1bb1bbb1/b3b3b/b1b1b1bb1 w: one chain takes 22 stones in 22 steps, and no
    /// turn can have more. In bits, because reading text is not to be measured here.
    const LONGEST: BySide<PointSet> = BySide {
        white: PointSet::from_bits(0x002_0000_0000),
        black: PointSet::from_bits(0x22d_7936_560f),
    };

    let rules = Rules::STANDARD;
    let mut seed: u32 = 1;
    let mut count = 0;
    for game in 0..GAMES * 3 {
        let mut position = Position::riatra(Board::ALL[game as usize % 3], Side::White);
        for _ in 0..TURNS {
            // A random turn, chosen while they go by: the n-th replaces the one before in one of n cases.
            let (mut number, mut chosen) = (0, None);
            position.for_each_turn(&rules, |_, after| {
                seed ^= seed << 13;
                seed ^= seed >> 17;
                seed ^= seed << 5;
                number += 1;
                if seed.is_multiple_of(number) {
                    chosen = Some(*after);
                }
            });
            count += number;
            let Some(after) = chosen else { break };
            position = after;
        }
    }
    let longest = Setup {
        board: Board::Tsivy,
        stones: LONGEST,
        side: Side::White,
        capturer: None,
        chain: None,
    };
    if let Ok(position) = longest.position(&rules) {
        let mut longest = 0;
        position.for_each_turn(&rules, |turn, _| longest = longest.max(turn.len()));
        assert!(longest == 22, "the position has no such chain");
    }
    count
}

#[cfg(not(target_os = "none"))]
fn main() {}
