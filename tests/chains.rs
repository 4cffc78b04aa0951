//! How long a turn can be.

use std::ops::ControlFlow;

use fanorona_board::rules::options::Rules;
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::turn::Turn;

/// Found by search: White takes 22 stones, one with each step.
const LONGEST: &str = "1bb1bbb2/b2b1bw2/b1bb1bbb1/b3b3b/b1b1b1bb1 w";
const CHAIN: &str = "g4h4Wi3Wh2Ag2Wg1Wf1Wf2Ag3Wf3Wf4Ae4Ae3Ad4Ad5Wc5Wc4Ab4Ab3Wc3Wb2Aa3Wa4W";

#[test]
fn a_chain_of_22_steps_is_possible_and_there_is_room_for_it() {
    let position = LONGEST
        .parse::<Setup>()
        .unwrap()
        .position(&Rules::STANDARD)
        .unwrap();
    let chain = position.board().read_turn(CHAIN).unwrap();
    assert_eq!(chain.len(), Turn::MAX_STEPS);

    let listed = position.try_for_each_turn(&Rules::STANDARD, |turn, after| {
        if *turn == chain {
            ControlFlow::Break(*after)
        } else {
            ControlFlow::Continue(())
        }
    });
    let after = position.play(&Rules::STANDARD, &chain).unwrap();
    assert_eq!(listed, ControlFlow::Break(after));
    assert!(after.stones().black.is_empty());
}

#[test]
fn a_turn_has_no_room_for_a_23rd_step() {
    let position = LONGEST
        .parse::<Setup>()
        .unwrap()
        .position(&Rules::STANDARD)
        .unwrap();
    let mut chain = position.board().read_turn(CHAIN).unwrap();
    assert!(!chain.push(chain.origin(), None));
    let error = position
        .board()
        .read_turn(&format!("{CHAIN}a5"))
        .unwrap_err();
    assert_eq!(error.to_string(), "column 69: a turn has at most 22 steps");
}
