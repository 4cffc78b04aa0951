//! Boards with a bad reed: whole games at every point of them.

#[path = "../common/mod.rs"]
mod common;
mod hands;
mod player;

use fanorona_board::point::PointSet;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use player::{End, Fault, Player, Tally, points};

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

#[test]
fn a_reed_that_is_known_to_be_dead_is_done_without() {
    let games = number("GAMES", 1);
    let first = number("SEED", 1);
    let mut tally = Tally::default();
    for board in [Board::Tsivy, Board::Dimy, Board::Telo] {
        for point in points(board) {
            for (n, fault) in [Fault::Open, Fault::Closed].into_iter().enumerate() {
                for game in 0..games {
                    let seed = (((first + game) * 2 + n) * 100 + point.index()) as u64;
                    if std::env::var("ONLY")
                        .is_ok_and(|only| only != format!("{board:?}{point}{fault:?}"))
                    {
                        continue;
                    }
                    let bad = PointSet::of(point);
                    let mut player = Player::new(seed, board, Rules::STANDARD, bad, fault);
                    player.rig.app.mark_dead(bad).expect("one");
                    let played = player.begin().and_then(|()| player.play(&mut tally));
                    match played {
                        Ok(()) => {}
                        Err(End::Misread(text)) => {
                            tally.misread += 1;
                            tally
                                .failures
                                .push(format!("{board:?} {point} {fault:?} seed {seed}: {text}"));
                        }
                        Err(End::Stuck(text)) => {
                            tally.stuck += 1;
                            tally
                                .failures
                                .push(format!("{board:?} {point} {fault:?} seed {seed}: {text}"));
                        }
                    }
                }
            }
        }
    }
    let shown = number("SHOW", 2);
    for text in tally.failures.iter().take(shown) {
        println!("{text}");
    }
    let Tally {
        games,
        turns,
        misread,
        stuck,
        asked,
        wrong,
        ..
    } = tally;
    println!(
        "{games} games, {turns} turns, {misread} misread, {stuck} stuck, {asked} asked, {wrong} wrong"
    );
    assert_eq!((misread, stuck), (0, 0));
}
