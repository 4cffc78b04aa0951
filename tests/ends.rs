//! All the ways in which a game ends.

use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::{Game, NoTakeback};
use fanorona_board::rules::history::History;
use fanorona_board::rules::illegal::Illegal;
use fanorona_board::rules::outcome::{Draw, Outcome, Win};
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::terms::Terms;
use fanorona_board::rules::turn::Turn;

/// A game from a position, under rules as text.
fn game(terms: &str, position: &str) -> Game {
    let Terms { rules, capturer } = terms.parse().unwrap();
    let setup: Setup = position.parse().unwrap();
    let start = Setup { capturer, ..setup }.position(&rules).unwrap();
    Game::new(rules, start)
}

fn turn(game: &Game, text: &str) -> Turn {
    game.position().board().read_turn(text).unwrap()
}

/// Plays turns that must not end the game before the last of them; tells how that one did.
fn play<'a>(game: &mut Game, turns: impl IntoIterator<Item = &'a str>) -> String {
    for text in turns {
        assert_eq!(game.outcome(), None, "before {text}");
        let turn = turn(game, text);
        if let Err(illegal) = game.play(&turn) {
            panic!("{text}: {}", illegal.on(game.position().board()));
        }
    }
    end(game)
}

/// How the game ended; empty while it goes on.
fn end(game: &Game) -> String {
    game.outcome()
        .map_or(String::new(), |outcome| outcome.to_string())
}

fn has_turns(game: &Game) -> bool {
    game.position().count_turns(game.rules()) > 0
}

#[test]
fn outcomes_are_written_in_the_words_of_the_console() {
    for (by, text) in [
        (Win::Captured, "captured"),
        (Win::Immobile, "immobile"),
        (Win::Resigned, "resigned"),
        (Win::Stranded, "stranded"),
    ] {
        for winner in Side::BOTH {
            let outcome = Outcome::Won { winner, by };
            assert_eq!(outcome.to_string(), format!("{winner} {text}"));
            assert_eq!(outcome.winner(), Some(winner));
        }
    }
    for (by, text) in [
        (Draw::Repetition, "draw repetition"),
        (Draw::Quiet, "draw quiet"),
        (Draw::OneEach, "draw one-each"),
        (Draw::Agreed, "draw agreed"),
        (Draw::Immobile, "draw immobile"),
        (Draw::Length, "draw length"),
    ] {
        assert_eq!(Outcome::Drawn(by).to_string(), text);
        assert_eq!(Outcome::Drawn(by).winner(), None);
    }
    assert_eq!(Side::BOTH.map(|side| side.to_string()), ["white", "black"]);
}

mod captured {
    use super::*;

    #[test]
    fn the_last_stone_taken_wins() {
        let mut white = game("standard", "9/9/2w1b4/9/9 w");
        assert_eq!(play(&mut white, ["c3d3A"]), "white captured");
        let mut black = game("standard", "9/9/2b1w4/9/9 b");
        assert_eq!(play(&mut black, ["c3d3A"]), "black captured");
    }

    #[test]
    fn the_last_stone_may_fall_to_a_chain() {
        let mut game = game("standard", "5ww2/wwb6/3w5/3w5/3w5 b");
        assert_eq!(play(&mut game, ["c4d4Wd5We5A"]), "black captured");
        assert!(!has_turns(&game));
    }

    #[test]
    fn a_chain_begun_before_the_game_can_win_it() {
        let mut game = game("standard", "9/3w5/3b5/9/9 w d4 c4d4W");
        assert_eq!(play(&mut game, ["c4d4Wd5W"]), "white captured");
    }

    #[test]
    fn all_boards_have_it() {
        let mut telo = game("standard", "2b/3/2w w");
        assert_eq!(play(&mut telo, ["c1c2A"]), "white captured");
        let mut dimy = game("standard", "5/5/bw3/5/5 w");
        assert_eq!(play(&mut dimy, ["b3c3W"]), "white captured");
    }

    #[test]
    fn who_begins_without_stones_has_lost_already() {
        for (position, outcome) in [
            ("9/9/4b4/9/9 w", "black captured"),
            ("9/9/4b4/9/9 b", "black captured"),
            ("9/9/4w4/9/9 w", "white captured"),
            ("9/9/4w4/9/9 b", "white captured"),
        ] {
            let game = game("standard", position);
            assert_eq!(end(&game), outcome, "{position}");
            assert!(!has_turns(&game), "{position}");
        }
    }
}

mod immobile {
    use super::*;

    /// White's b3-b4 closes the last way out of Black's corner.
    const CLOSING: &str = "bww6/w8/ww7/9/9 w";

    #[test]
    fn a_side_without_a_turn_loses() {
        let mut game = game("standard", CLOSING);
        assert_eq!(play(&mut game, ["b3b4"]), "white immobile");
        assert!(!has_turns(&game));
    }

    #[test]
    fn a_side_without_a_turn_draws_if_the_rules_say_so() {
        let mut game = game("immobile=draw", CLOSING);
        assert_eq!(play(&mut game, ["b3b4"]), "draw immobile");
        assert!(!has_turns(&game));
    }

    #[test]
    fn it_is_the_side_to_move_that_must_move() {
        // White is shut in just as well, but it is Black's turn.
        let open = "wbb6/b8/bb7/9/9 b";
        let mut open = game("standard", open);
        assert_eq!(play(&mut open, ["b3b4"]), "black immobile");
        let other = game("standard", "bww6/ww7/w8/9/9 w");
        assert_eq!(end(&other), "");
    }

    #[test]
    fn a_hunted_side_without_a_turn_loses_the_vela() {
        // d3-c3 shuts six black stones in.
        let terms = "vela=nearest capture=may capturer=white";
        let mut game = game(terms, "bbbw5/bbww5/bw1w5/ww7/9 w");
        assert_eq!(play(&mut game, ["d3c3"]), "white immobile");
        assert!(game.position().is_phase_one(game.rules()));
    }
}

mod stranded {
    use super::*;

    /// Black, hunted, has six stones; c3 is the only one in White's reach, and c3-b3 leaves it.
    const LEAVING: &str = "7bb/7bb/2b1w3b/9/9 b";

    #[test]
    fn the_capturer_without_a_capture_wins() {
        for vela in ["nearest", "normal"] {
            let mut game = game(&format!("vela={vela} capturer=white"), LEAVING);
            assert_eq!(play(&mut game, ["c3b3"]), "white stranded");
            assert!(!has_turns(&game));
        }
    }

    #[test]
    fn the_capturer_without_a_capture_loses_if_the_rules_say_so() {
        for vela in ["nearest", "normal"] {
            let terms = format!("vela={vela} stranded=loses capturer=white");
            let mut game = game(&terms, LEAVING);
            assert_eq!(play(&mut game, ["c3b3"]), "black stranded");
            assert!(!has_turns(&game));
        }
    }

    #[test]
    fn the_capturer_without_a_capture_plays_a_paika_if_the_rules_say_so() {
        let mut game = game("vela=nearest stranded=paika capturer=white", LEAVING);
        assert_eq!(play(&mut game, ["c3b3", "e3e4", "b3b2", "e4e5"]), "");
    }

    #[test]
    fn black_can_be_the_capturer() {
        let colours = "7ww/7ww/2w1b3w/9/9 w";
        let mut wins = game("vela=nearest capturer=black", colours);
        assert_eq!(play(&mut wins, ["c3b3"]), "black stranded");
        let mut loses = game("vela=nearest stranded=loses capturer=black", colours);
        assert_eq!(play(&mut loses, ["c3b3"]), "white stranded");
    }

    #[test]
    fn nobody_is_stranded_in_phase_two_or_in_a_riatra_or_where_capturing_is_free() {
        let mut free = game("vela=nearest capture=may capturer=white", LEAVING);
        assert_eq!(play(&mut free, ["c3b3", "e3e4"]), "");
        let five = "5b1bb/6b2/8b/9/w8 w";
        let mut phase_two = game("vela=nearest capturer=white", five);
        assert_eq!(play(&mut phase_two, ["a1a2"]), "");
        let mut riatra = game("vela=nearest", LEAVING);
        assert_eq!(play(&mut riatra, ["c3d3A"]), "black captured");
    }
}

mod repetition {
    use super::*;

    const FAR: &str = "b8/9/9/9/7ww w";
    const ROUND: [&str; 4] = ["i1i2", "a5a4", "i2i1", "a4a5"];

    #[test]
    fn so_many_occurrences_draw() {
        // Once at the start, and once more after every four turns.
        for (terms, turns) in [("standard", 8), ("repetition=2", 4), ("repetition=5", 16)] {
            let mut game = game(terms, FAR);
            let outcome = play(&mut game, ROUND.into_iter().cycle().take(turns));
            assert_eq!(outcome, "draw repetition", "{terms}");
            assert_eq!(game.history().len(), turns);
        }
    }

    #[test]
    fn off_counts_nothing() {
        let mut game = game("repetition=off", FAR);
        assert_eq!(play(&mut game, ROUND.into_iter().cycle().take(400)), "");
    }

    #[test]
    fn occurrences_need_not_follow_each_other() {
        let mut game = game("standard", FAR);
        let detour = ["i1h2", "a5b5", "h2i1", "b5a5"];
        assert_eq!(
            play(&mut game, ROUND.into_iter().chain(detour)),
            "draw repetition"
        );
    }

    #[test]
    fn the_same_stones_with_the_other_side_to_move_are_another_position() {
        // White goes round a triangle in three turns while Black goes to and fro in two.
        let mut game = game("repetition=2", "b8/9/9/9/w8 w");
        let before = game.position().stones();
        let turns = ["a1b1", "a5a4", "b1b2", "a4a5", "b2a1"];
        assert_eq!(play(&mut game, turns), "");
        assert_eq!(game.position().stones(), before);
        let turns = ["a5a4", "a1b1", "a4a5", "b1b2", "a5a4", "b2a1", "a4a5"];
        assert_eq!(play(&mut game, turns), "draw repetition");
    }

    #[test]
    fn a_turn_taken_back_did_not_happen() {
        let mut game = game("repetition=2", FAR);
        play(&mut game, ROUND.into_iter().take(3));
        for _ in 0..5 {
            assert_eq!(play(&mut game, ["a4a5"]), "draw repetition");
            game.take_back().unwrap();
            assert_eq!(play(&mut game, ["a4b4"]), "");
            game.take_back().unwrap();
        }
    }

    #[test]
    fn the_position_after_a_capture_is_the_first_to_come_back() {
        let mut game = game("repetition=2", "9/9/2w1b4/9/8b w");
        assert_eq!(play(&mut game, ["c3d3A", "i1i2", "d3c3", "i2i1"]), "");
        assert_eq!(play(&mut game, ["c3d3"]), "draw repetition");
    }

    // The game remembers 128 positions. White's round of 5 turns and Black's of 14 meet after 140.
}

mod quiet {
    use super::*;

    const FAR: &str = "b8/9/9/9/7ww w";

    #[test]
    fn so_many_turns_without_a_capture_draw() {
        let turns = ["i1i2", "a5a4", "i2i3", "a4a3", "i3i4", "a3a2"];
        for limit in 1..=6 {
            let mut game = game(&format!("quiet={limit}"), FAR);
            assert_eq!(play(&mut game, turns.into_iter().take(limit)), "draw quiet");
        }
        let mut off = game("quiet=off", FAR);
        assert_eq!(play(&mut off, turns), "");
    }

    #[test]
    fn a_capture_begins_the_count_again() {
        let text = "9/9/2b1w3b/9/w6w1 w";
        let mut first = game("quiet=3", text);
        let turns = ["e3d3A", "i3i4", "d3d4", "i4i5"];
        assert_eq!(play(&mut first, turns), "draw quiet");
        let mut third = game("quiet=3 capture=may", text);
        let turns = ["a1a2", "i3i4", "e3d3A", "i4i5", "d3d4"];
        assert_eq!(play(&mut third, turns), "");
        assert_eq!(play(&mut third, ["i5h5"]), "draw quiet");
    }

    #[test]
    fn a_win_on_the_last_quiet_turn_is_a_win() {
        let mut game = game("quiet=1", "bww6/w8/ww7/9/9 w");
        assert_eq!(play(&mut game, ["b3b4"]), "white immobile");
    }

    #[test]
    fn a_turn_taken_back_is_not_counted() {
        let mut game = game("quiet=3", FAR);
        play(&mut game, ["i1i2", "a5a4"]);
        game.take_back().unwrap();
        assert_eq!(play(&mut game, ["a5b5"]), "");
        assert_eq!(play(&mut game, ["i2i3"]), "draw quiet");
    }
}

mod one_each {
    use super::*;

    /// White's c3-d3 takes the last but one black stone; the last one stands on a5, or on d5 in line with d3.
    const FAR: &str = "b8/9/2w1b4/9/9 w";
    const NEAR: &str = "3b5/9/2w1b4/9/9 w";

    #[test]
    fn one_against_one_is_a_draw() {
        let mut game = game("one-each=draw", FAR);
        assert_eq!(play(&mut game, ["c3d3A"]), "draw one-each");
        assert!(!has_turns(&game));
    }

    #[test]
    fn one_against_one_is_played_on_by_default() {
        let mut game = game("standard", FAR);
        assert_eq!(play(&mut game, ["c3d3A", "a5a4", "d3c3"]), "");
    }

    #[test]
    fn a_side_that_can_capture_goes_on() {
        let mut game = game("one-each=draw", NEAR);
        assert_eq!(play(&mut game, ["c3d3A", "d5d4A"]), "black captured");
    }

    #[test]
    fn two_against_one_goes_on() {
        let mut game = game("one-each=draw", "b8/9/9/9/7ww w");
        assert_eq!(play(&mut game, ["i1i2", "a5a4"]), "");
    }

    #[test]
    fn a_game_can_begin_as_a_draw() {
        assert_eq!(end(&game("booklet", "b8/9/9/9/8w b")), "draw one-each");
    }
}

mod by_word {
    use super::*;

    const START: &str = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w";

    #[test]
    fn both_sides_agree_on_a_draw() {
        let mut game = game("standard", START);
        play(&mut game, ["e2e3A"]);
        game.agree_draw().unwrap();
        assert_eq!(end(&game), "draw agreed");
    }

    #[test]
    fn either_side_may_resign_at_any_time() {
        for (loser, outcome) in [
            (Side::White, "black resigned"),
            (Side::Black, "white resigned"),
        ] {
            for turns in [&[][..], &["e2e3A"]] {
                let mut game = game("standard", START);
                play(&mut game, turns.iter().copied());
                game.resign(loser).unwrap();
                assert_eq!(end(&game), outcome);
            }
        }
    }
}

mod length {
    use super::*;

    /// A round of four turns after which everything stands as before, with capture=may.
    const ROUND: [&str; 4] = ["e3e4", "c4c3", "e4e3", "c3c4"];
    const TERMS: &str = "repetition=off capture=may";
    const START: &str = "9/2b6/4w4/9/9 w";

    #[test]
    fn a_full_record_draws() {
        let mut game = game(TERMS, START);
        let turns = || ROUND.into_iter().cycle();
        assert_eq!(play(&mut game, turns().take(511)), "");
        assert_eq!(play(&mut game, turns().skip(511).take(1)), "draw length");
        assert_eq!(game.history().len(), History::TURNS);
        assert_eq!(History::TURNS, 512);
        assert!(game.history().is_full());
    }

    #[test]
    fn a_win_on_the_last_turn_is_a_win() {
        let mut game = game(TERMS, START);
        let turns = ROUND.into_iter().cycle().take(511).chain(["c3d3A"]);
        assert_eq!(play(&mut game, turns), "black captured");
        assert_eq!(game.history().len(), 512);
    }

    #[test]
    fn the_last_turn_can_be_taken_back_and_played_again() {
        let mut game = game(TERMS, START);
        play(&mut game, ROUND.into_iter().cycle().take(512));
        assert_eq!(game.take_back(), Ok(Some(turn(&game, "c3c4"))));
        assert_eq!(play(&mut game, ["c3b3"]), "draw length");
    }
}

mod takeback {
    use super::*;

    #[test]
    fn it_reopens_a_game_that_a_turn_ended() {
        for (terms, position, last, outcome) in [
            ("standard", "9/9/2w1b4/9/9 w", "c3d3A", "white captured"),
            ("standard", "bww6/w8/ww7/9/9 w", "b3b4", "white immobile"),
            ("quiet=1", "b8/9/9/9/8w w", "i1i2", "draw quiet"),
            (
                "one-each=draw",
                "b8/9/2w1b4/9/9 w",
                "c3d3A",
                "draw one-each",
            ),
            (
                "vela=nearest capturer=white",
                "7bb/7bb/2b1w3b/9/9 b",
                "c3b3",
                "white stranded",
            ),
        ] {
            let mut game = game(terms, position);
            let start = *game.position();
            assert_eq!(play(&mut game, [last]), outcome);
            assert_eq!(game.take_back(), Ok(Some(turn(&game, last))));
            assert_eq!((game.outcome(), *game.position()), (None, start));
            assert!(game.history().is_empty());
            assert_eq!(play(&mut game, [last]), outcome);
        }
    }

    #[test]
    fn it_goes_back_to_the_start_turn_by_turn() {
        let mut game = game("standard", "bbb/b1w/www w");
        let start = *game.position();
        let mut past = Vec::new();
        while game.outcome().is_none() {
            past.push(*game.position());
            let mut first = None;
            game.position().for_each_turn(game.rules(), |turn, _| {
                first.get_or_insert(*turn);
            });
            game.play(&first.unwrap()).unwrap();
        }
        assert!(past.len() > 3);
        while let Some(position) = past.pop() {
            game.take_back().unwrap();
            assert_eq!(*game.position(), position);
            assert_eq!(game.outcome(), None);
        }
        assert_eq!(*game.position(), start);
        assert_eq!(game.take_back(), Err(NoTakeback::NothingPlayed));
    }

    #[test]
    fn a_mid_chain_start_is_gone_back_to() {
        let mut game = game("standard", "9/3w5/3b5/9/8b w d4 c4d4W");
        let start = *game.position();
        play(&mut game, ["c4d4Wd5W"]);
        game.take_back().unwrap();
        assert_eq!(*game.position(), start);
        assert_eq!(play(&mut game, ["c4d4W"]), "");
    }

    #[test]
    fn the_rules_can_forbid_it() {
        let mut game = game("takeback=no", "9/9/2w1b4/9/8b w");
        let none = game.take_back().unwrap_err();
        assert_eq!(none.to_string(), "the rules say takeback=no");
        play(&mut game, ["c3d3A"]);
        let after = *game.position();
        assert_eq!(game.take_back(), Err(NoTakeback::Forbidden));
        assert_eq!((*game.position(), game.history().len()), (after, 1));
        game.resign(Side::White).unwrap();
        assert_eq!(game.take_back(), Err(NoTakeback::Forbidden));
        assert_eq!(end(&game), "black resigned");
    }

    #[test]
    fn a_resignation_or_an_agreement_is_taken_back_before_any_turn() {
        let mut game = game("standard", "bbb/b1w/www w");
        play(&mut game, ["c1b2A"]);
        game.resign(Side::Black).unwrap();
        assert_eq!(game.take_back(), Ok(None));
        game.agree_draw().unwrap();
        assert_eq!(game.take_back(), Ok(None));
        assert_eq!((game.outcome(), game.history().len()), (None, 1));
        assert_eq!(game.take_back(), Ok(Some(turn(&game, "c1b2A"))));
        game.resign(Side::White).unwrap();
        assert_eq!(game.take_back(), Ok(None));
        assert_eq!(game.take_back(), Err(NoTakeback::NothingPlayed));
    }

    #[test]
    fn without_a_turn_there_is_nothing_to_take_back() {
        let mut game = game("standard", "bbb/b1w/www w");
        let none = game.take_back().unwrap_err();
        assert_eq!(none.to_string(), "no turn has been played");
    }
}

mod after_the_end {
    use super::*;

    /// Games that have ended, each in its own way.
    fn ended() -> Vec<Game> {
        let mut games = Vec::new();
        let mut captured = game("standard", "9/9/2w1b4/9/9 w");
        play(&mut captured, ["c3d3A"]);
        games.push(captured);
        // In these the side to move would have turns.
        let far = "b8/9/9/9/7ww w";
        let mut quiet = game("quiet=2", far);
        play(&mut quiet, ["i1i2", "a5a4"]);
        games.push(quiet);
        let mut agreed = game("standard", far);
        agreed.agree_draw().unwrap();
        games.push(agreed);
        let mut resigned = game("standard", far);
        resigned.resign(Side::White).unwrap();
        games.push(resigned);
        games
    }

    #[test]
    fn no_turn_is_played() {
        for mut game in ended() {
            let (position, outcome) = (*game.position(), game.outcome().unwrap());
            let turns = ["d3c3", "i2i1", "i1i2", "h1g1", "a4a5", "e3e4A"];
            for text in turns {
                let turn = turn(&game, text);
                assert_eq!(game.play(&turn), Err(Illegal::Over(outcome)), "{text}");
            }
            assert_eq!(*game.position(), position);
            assert_eq!(game.outcome(), Some(outcome));
        }
    }

    #[test]
    fn nobody_resigns_or_agrees_any_more() {
        for mut game in ended() {
            let outcome = game.outcome().unwrap();
            assert_eq!(game.agree_draw(), Err(Illegal::Over(outcome)));
            for side in Side::BOTH {
                assert_eq!(game.resign(side), Err(Illegal::Over(outcome)));
            }
            assert_eq!(game.outcome(), Some(outcome));
        }
    }

    #[test]
    fn the_refusal_says_how_the_game_ended() {
        let texts: Vec<_> = ended()
            .iter()
            .map(|game| {
                let over = Illegal::Over(game.outcome().unwrap());
                over.on(Board::Tsivy).to_string()
            })
            .collect();
        assert_eq!(
            texts,
            [
                "the game is over: white captured",
                "the game is over: draw quiet",
                "the game is over: draw agreed",
                "the game is over: black resigned",
            ]
        );
    }

    #[test]
    fn an_illegal_turn_does_not_end_or_change_a_game() {
        let mut game = game("standard", "b8/9/9/9/7ww w");
        for text in ["a5a4", "i1i3", "i1h1", "i1i2A", "i1i2i3"] {
            let turn = turn(&game, text);
            assert!(game.play(&turn).is_err(), "{text}");
            assert_eq!((game.position(), game.outcome()), (game.start(), None));
            assert!(game.history().is_empty());
        }
    }
}
