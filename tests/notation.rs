//! What is read and what is refused: positions, turns and rules as text, with every message.

use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::{BySide, Side};
use fanorona_board::rules::terms::Terms;
use fanorona_board::rules::turn::Turn;

/// The position as it is written again, or the message.
fn position(terms: &str, text: &str) -> Result<String, String> {
    let Terms { rules, capturer } = terms.parse().unwrap();
    let setup: Setup = text.parse().map_err(|error| format!("{error}"))?;
    let position = Setup { capturer, ..setup }.position(&rules);
    position
        .map(|position| position.to_string())
        .map_err(|faults| faults.to_string())
}

/// The turn as it is written again, or the message.
fn turn(board: Board, text: &str) -> Result<String, String> {
    let turn = board.read_turn(text).map_err(|error| error.to_string())?;
    Ok(board.text(&turn).to_string())
}

/// The rules as they are written again, or the message.
fn terms(text: &str) -> Result<String, String> {
    let Terms { rules, capturer } = text.parse().map_err(|error| format!("{error}"))?;
    Ok(match capturer {
        Some(side) => format!("{rules} capturer={side}"),
        None => rules.to_string(),
    })
}

fn refused(message: &str) -> Result<String, String> {
    Err(message.to_string())
}

mod positions {
    use super::*;

    const BOARD: &str = "expected 5 ranks of 9 points (tsivy), 5 of 5 (dimy) or 3 of 3 (telo)";
    const STONE: &str = "expected w, b or 1 to 9 for a run of empty points";
    const SIDE: &str = "expected the side to move, w or b";
    const POINT: &str = "expected a point of tsivy, a1 to i5";
    const STEP: &str = "expected A, W, a point of tsivy, a1 to i5 or the end";
    const TURN: &str = "expected the turn so far";

    #[test]
    fn right_ones_are_written_as_they_were_read() {
        for text in [
            "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w",
            "bbbbb/bbbbb/bw1bw/wwwww/wwwww b",
            "bbb/b1w/www w",
            "9/9/4w4/9/8b b",
            "1b1/3/w2 b",
            "9/5w3/9/9/8b w f4 d3e3Af4W",
            "5/5/2w2/5/5 w c3 b3c3A",
            "3/1b1/w2 b b2 a3b2A",
        ] {
            assert_eq!(position("standard", text), Ok(text.to_string()));
        }
    }

    #[test]
    fn other_ways_to_write_them_are_understood() {
        for (text, canonical) in [
            ("  bbb/b1w/www w", "bbb/b1w/www w"),
            ("bbb/b1w/www\t w \r\n", "bbb/b1w/www w"),
            ("1b1/12/w11 w", "1b1/3/w2 w"),
            (
                "9/5w3/9/9/8b w  f4   d3-e3A-f4W ",
                "9/5w3/9/9/8b w f4 d3e3Af4W",
            ),
        ] {
            assert_eq!(position("standard", text), Ok(canonical.to_string()));
        }
    }

    #[test]
    fn wrong_stones_are_refused_where_they_stand() {
        for (text, column, expected) in [
            // Behind the last rank: so many of such a width are no board.
            ("", 1, BOARD),
            ("  ", 3, BOARD),
            ("bbb", 4, BOARD),
            ("bbb/b1w", 8, BOARD),
            ("3/3/3/3 w", 8, BOARD),
            ("3/3/3/ w", 7, BOARD),
            ("4/4/4 w", 6, BOARD),
            ("7/7/7/7/7 w", 10, BOARD),
            ("/bbb/www w", 9, BOARD),
            // Three ranks, but of the width of another board; five of Telo's.
            ("5/5/5 w", 6, BOARD),
            ("9/9/9 w", 6, BOARD),
            ("3/3/3/3/3 w", 10, BOARD),
            // Where a rank or the board gets larger than any.
            ("9/9/9/9/9/9 w", 10, BOARD),
            ("9/9/9/9/9/ w", 10, BOARD),
            ("91/9/9/9/9 w", 2, BOARD),
            ("63w/9/9/9/9 w", 3, BOARD),
            ("wwwwwwwwwb/9/9/9/9 w", 10, BOARD),
            ("3/3/9w w", 6, BOARD),
            (
                "bbb/b1/www w",
                7,
                "expected a rank of 3 points like the first",
            ),
            (
                "bbb//www w",
                5,
                "expected a rank of 3 points like the first",
            ),
            (
                "5/5/4/5/5 w",
                6,
                "expected a rank of 5 points like the first",
            ),
            (
                "9/9/9/9/8 w",
                10,
                "expected a rank of 9 points like the first",
            ),
            ("x", 1, STONE),
            ("0bb/b1w/www w", 1, STONE),
            ("bbB/b1w/www w", 3, STONE),
            ("b-b/b1w/www w", 2, STONE),
            ("bbb|b1w|www w", 4, STONE),
            ("bbb/b1w/wwé w", 11, STONE),
            ("\u{feff}bbb/b1w/www w", 1, STONE),
        ] {
            let message = format!("column {column}: {expected}");
            assert_eq!(position("standard", text), refused(&message), "{text:?}");
        }
    }

    #[test]
    fn a_wrong_side_or_tail_is_refused_where_it_stands() {
        for (text, column, expected) in [
            ("bbb/b1w/www", 12, SIDE),
            ("bbb/b1w/www ", 13, SIDE),
            ("bbb/b1w/www x", 13, SIDE),
            ("bbb/b1w/www W", 13, SIDE),
            ("bbb/b1w/www white", 14, "expected the end"),
            ("bbb/b1w/www -", 13, SIDE),
            ("bbb/b1w/www é", 13, SIDE),
            ("bbb/b1w/www ww", 14, "expected the end"),
        ] {
            let message = format!("column {column}: {expected}");
            assert_eq!(position("standard", text), refused(&message), "{text:?}");
        }
    }

    #[test]
    fn a_wrong_chain_is_refused_where_it_stands() {
        for (text, column, expected) in [
            ("9/9/9/9/9 w -", 13, POINT),
            ("9/9/9/9/9 w j1 d3e3A", 13, POINT),
            ("9/9/9/9/9 w f6 d3e3A", 13, POINT),
            ("9/9/9/9/9 w F4 d3e3A", 13, POINT),
            ("9/9/9/9/9 w f4d3e3A", 15, "expected a blank"),
            ("9/9/9/9/9 w f4", 15, TURN),
            ("9/9/9/9/9 w f4 ", 16, POINT),
            ("9/9/9/9/9 w f4 d3", 18, POINT),
            ("9/9/9/9/9 w f4 d3e3A-", 22, POINT),
            ("9/9/9/9/9 w f4 d3e3X", 20, STEP),
            ("9/9/9/9/9 w f4 d3e3Af6W", 21, STEP),
            ("9/9/9/9/9 w f4 d3e3A f4W", 22, "expected the end"),
            ("9/9/9/9/9 w f4 d3e3Af4W x", 25, "expected the end"),
            (
                "bbb/b1w/www w d3 d3e3A",
                15,
                "expected a point of telo, a1 to c3",
            ),
            (
                "bbb/b1w/www w b2 d3e3A",
                18,
                "expected a point of telo, a1 to c3",
            ),
            ("bbb/b1w/www w b2", 17, TURN),
            (
                "5/5/5/5/5 w b2 b2f2A",
                18,
                "expected a point of dimy, a1 to e5",
            ),
            (
                "5/5/5/5/5 w b2 b2c2Af2A",
                21,
                "expected A, W, a point of dimy, a1 to e5 or the end",
            ),
        ] {
            let message = format!("column {column}: {expected}");
            assert_eq!(position("standard", text), refused(&message), "{text:?}");
        }
    }
}

mod turns {
    use super::*;

    #[test]
    fn right_ones_are_written_as_they_were_read() {
        for text in ["d3e3", "d3e3A", "d3e3Af4W", "a1i5", "a1a1A"] {
            assert_eq!(turn(Board::Tsivy, text), Ok(text.to_string()));
        }
        for text in ["d3e3", "a1b2W", "e5d4A"] {
            assert_eq!(turn(Board::Dimy, text), Ok(text.to_string()));
        }
        for text in ["a1b2A", "c3c2"] {
            assert_eq!(turn(Board::Telo, text), Ok(text.to_string()));
        }
    }

    #[test]
    fn hyphens_before_destinations_are_read_and_not_written() {
        for (text, canonical) in [
            ("d3-e3", "d3e3"),
            ("d3-e3A", "d3e3A"),
            ("d3-e3A-f4W", "d3e3Af4W"),
            ("d3e3A-f4W", "d3e3Af4W"),
        ] {
            assert_eq!(turn(Board::Tsivy, text), Ok(canonical.to_string()));
        }
    }

    #[test]
    fn blanks_around_are_read_and_not_written() {
        for (text, canonical) in [
            (" d3e3", "d3e3"),
            ("d3e3 ", "d3e3"),
            ("\t d3e3A-f4W \r\n", "d3e3Af4W"),
        ] {
            assert_eq!(turn(Board::Tsivy, text), Ok(canonical.to_string()));
        }
    }

    #[test]
    fn small_boards_have_their_own_names_on_the_panel() {
        let panel = |board: Board, text| {
            let turn = board.read_turn(text).unwrap();
            Board::Tsivy.text(&turn).to_string()
        };
        assert_eq!(panel(Board::Telo, "a1b2A"), "d2e3A");
        assert_eq!(panel(Board::Telo, "c3c2"), "f4f3");
        assert_eq!(panel(Board::Dimy, "a1b2W"), "c1d2W");
        assert_eq!(panel(Board::Dimy, "e5e4"), "g5g4");
    }

    #[test]
    fn wrong_ones_are_refused_where_they_go_wrong() {
        let names = [
            (Board::Tsivy, "tsivy, a1 to i5"),
            (Board::Dimy, "dimy, a1 to e5"),
            (Board::Telo, "telo, a1 to c3"),
        ];
        for (board, name) in names {
            for (text, column) in [
                ("", 1),
                ("  ", 3),
                ("a", 1),
                ("A1b1", 1),
                ("j1i1", 1),
                ("a0a1", 1),
                ("-a1b1", 1),
                (" -a1b1", 2),
                ("\u{a0}a1b1", 1),
                ("é1", 1),
                ("a1", 3),
                ("a1b", 3),
                ("a1b6", 3),
                ("a1B1", 3),
                ("a1xb1", 3),
                ("a1 b1", 3),
                ("a1-", 4),
                (" a1-", 5),
                ("a1--b1", 4),
                ("a1b1-", 6),
                ("a1b1-A", 6),
                ("a1b1A-", 7),
                ("a1b1A-W", 7),
            ] {
                let message = format!("column {column}: expected a point of {name}");
                assert_eq!(turn(board, text), refused(&message), "{text:?}");
            }
            for (text, column) in [
                ("a1b1a", 5),
                ("a1b1B", 5),
                ("a1b1X", 5),
                ("a1b1j1", 5),
                ("a1b1é", 5),
                (" a1b1a ", 6),
                ("a1b1AW", 6),
                ("a1b1AA", 6),
                ("a1b1A,c1W", 6),
                ("a1b1Ac", 6),
                ("a1b1Aj1", 6),
                ("a1-b1A-c1w", 10),
            ] {
                let message =
                    format!("column {column}: expected A, W, a point of {name} or the end");
                assert_eq!(turn(board, text), refused(&message), "{text:?}");
            }
        }
        let beside = [
            (
                Board::Telo,
                "d2e3",
                "column 1: expected a point of telo, a1 to c3",
            ),
            (
                Board::Telo,
                "c3d3",
                "column 3: expected a point of telo, a1 to c3",
            ),
            (
                Board::Dimy,
                "e3f3A",
                "column 3: expected a point of dimy, a1 to e5",
            ),
        ];
        for (board, text, message) in beside {
            assert_eq!(turn(board, text), refused(message));
        }
        for (text, column) in [("d3e3 f4", 6), (" d3e3A  f4W", 9), ("d3e3\n,", 6)] {
            let message = format!("column {column}: expected the end");
            assert_eq!(turn(Board::Tsivy, text), refused(&message), "{text:?}");
        }
    }

    #[test]
    fn twenty_two_steps_are_read_and_no_more() {
        let chain = |steps: usize| {
            let points = ["b1A", "a1A"].into_iter().cycle().take(steps);
            format!("a1{}", points.collect::<String>())
        };
        assert_eq!(turn(Board::Tsivy, &chain(22)), Ok(chain(22)));
        let message = "column 69: a turn has at most 22 steps";
        assert_eq!(turn(Board::Tsivy, &chain(23)), refused(message));
        assert_eq!(turn(Board::Tsivy, &chain(200)), refused(message));
    }
}

mod rules {
    use super::*;

    const PRESET: &str = "no such preset; there are standard, booklet, relaxed, royal, lemurs";
    const KEY: &str = "no such key; there are capture, direction, chain, starter, immobile, \
        repetition, quiet, one-each, touch, takeback, vela, leave, stranded, series, capturer";
    const VALUE: &str = "a key needs a value right behind it, as capture=may";
    const PAIR: &str = "expected a key and its value, as capture=may";
    const LATE: &str = "there is one preset at most, before all keys";
    const TWICE: &str = "this key was given before";
    const NO_VELA: &str = "a capturer needs vela=nearest or vela=normal";

    #[test]
    fn right_ones_are_written_with_the_nearest_preset() {
        for (text, canonical) in [
            ("", "standard"),
            (" , ,", "standard"),
            ("standard", "standard"),
            ("lemurs", "lemurs"),
            ("lemurs,direction=any", "lemurs direction=any"),
            ("lemurs direction=any", "lemurs direction=any"),
            (" lemurs ,\tdirection=any,", "lemurs direction=any"),
            ("direction=any", "standard direction=any"),
            ("capture=must", "standard"),
            ("repetition=2 quiet=50", "standard repetition=2 quiet=50"),
            ("repetition=off", "standard repetition=off"),
            ("repetition=65535", "standard repetition=65535"),
            ("quiet=1", "standard quiet=1"),
            ("lemurs capturer=black", "lemurs capturer=black"),
            (
                "capturer=white,vela=nearest",
                "standard vela=nearest capturer=white",
            ),
            (
                "vela=nearest,capturer=white,leave=yes,stranded=paika",
                "lemurs stranded=paika series=off capturer=white",
            ),
            (
                "direction=any one-each=draw takeback=no vela=nearest series=until-loser-wins",
                "booklet",
            ),
            (
                "capture=may starter=lots vela=nearest series=once",
                "relaxed",
            ),
            ("direction=new vela=normal series=once", "royal"),
            ("vela=nearest leave=yes series=until-loser-wins", "lemurs"),
        ] {
            assert_eq!(terms(text), Ok(canonical.to_string()), "{text:?}");
            // What is written can be read again.
            assert_eq!(terms(canonical), Ok(canonical.to_string()));
        }
    }

    #[test]
    fn wrong_words_are_refused_where_they_begin() {
        for (text, column, expected) in [
            ("lemur", 1, PRESET),
            ("Standard", 1, PRESET),
            ("  lemur", 3, PRESET),
            ("lemur capture=may", 1, PRESET),
            ("direction=any,lemur", 15, PAIR),
            ("lemurs draw", 8, PAIR),
            ("capture=may draw", 13, PAIR),
            ("direction=any lemurs", 15, LATE),
            ("lemurs royal", 8, LATE),
            ("standard standard", 10, LATE),
            ("lemurs capture=may royal", 20, LATE),
            ("capture", 1, VALUE),
            ("capturer", 1, VALUE),
            ("lemurs capture", 8, VALUE),
            ("capture may", 1, VALUE),
            ("capture =may", 1, VALUE),
            ("capture= may", 1, VALUE),
            ("capture=", 1, VALUE),
            ("capture=,quiet=3", 1, VALUE),
            ("lemurs quiet=", 8, VALUE),
            ("repetition=", 1, VALUE),
            ("lemurs capturer=", 8, VALUE),
            ("=may", 1, KEY),
            ("captures=may", 1, KEY),
            ("one_each=draw", 1, KEY),
            ("lemurs, Capture=may", 9, KEY),
            ("série=off", 1, KEY),
            ("capture=may,capture=may", 13, TWICE),
            ("capture=may,capture=", 13, TWICE),
            ("royal capture=may direction=any capture=must", 33, TWICE),
            ("vela=normal capturer=white capturer=black", 28, TWICE),
            ("capturer=red", 1, "capturer takes white, black"),
            (
                "vela=nearest capturer=White",
                14,
                "capturer takes white, black",
            ),
            ("capturer=white", 1, NO_VELA),
            ("direction=any capturer=white", 15, NO_VELA),
            ("lemurs capturer=white vela=off", 8, NO_VELA),
        ] {
            let message = format!("column {column}: {expected}");
            assert_eq!(terms(text), refused(&message), "{text:?}");
        }
    }

    #[test]
    fn a_wrong_value_is_answered_by_the_right_ones() {
        for (text, expected) in [
            ("capture=maybe", "capture takes must, may"),
            ("capture=May", "capture takes must, may"),
            ("capture=may=must", "capture takes must, may"),
            ("direction=free", "direction takes change, any, new"),
            ("chain=any", "chain takes may, must"),
            ("starter=black", "starter takes white, lots"),
            ("immobile=wins", "immobile takes loses, draw"),
            (
                "repetition=1",
                "repetition takes off, a number from 2 to 65535",
            ),
            (
                "repetition=65536",
                "repetition takes off, a number from 2 to 65535",
            ),
            (
                "repetition=+3",
                "repetition takes off, a number from 2 to 65535",
            ),
            ("quiet=0", "quiet takes off, a number from 1 to 65535"),
            ("quiet=-1", "quiet takes off, a number from 1 to 65535"),
            ("quiet=1.5", "quiet takes off, a number from 1 to 65535"),
            ("one-each=yes", "one-each takes play, draw"),
            ("touch=yes", "touch takes free, move"),
            ("takeback=off", "takeback takes yes, no"),
            ("vela=1", "vela takes off, nearest, normal"),
            ("leave=off", "leave takes no, yes"),
            ("stranded=draw", "stranded takes wins, loses, paika"),
            (
                "series=until_loser_wins",
                "series takes off, once, until-loser-wins",
            ),
        ] {
            let message = format!("column 1: {expected}");
            assert_eq!(terms(text), refused(&message), "{text:?}");
            let later = format!("column 8: {expected}");
            assert_eq!(terms(&format!("lemurs {text}")), refused(&later));
        }
    }

    #[test]
    fn what_is_not_said_stays() {
        let before: Terms = "lemurs quiet=9 capturer=black".parse().unwrap();
        let after = before.amended("leave=no").unwrap();
        assert_eq!(after.rules.to_string(), "lemurs quiet=9 leave=no");
        assert_eq!(after.capturer, Some(Side::Black));
        // A preset says everything.
        let preset = before.amended("standard").unwrap();
        assert_eq!(preset, Terms::default());
        // A word that is wrong changes nothing.
        assert!(before.amended("leave=no quiet=x").is_err());
    }

    #[test]
    fn without_a_vela_there_is_no_capturer_any_more() {
        let before: Terms = "lemurs quiet=9 capturer=black".parse().unwrap();
        let riatra = before.amended("vela=off").unwrap();
        assert_eq!(riatra.rules.to_string(), "lemurs quiet=9 vela=off");
        assert_eq!(riatra.capturer, None);
        // Nor does one come back with the next vela.
        assert_eq!(riatra.amended("vela=nearest").unwrap().capturer, None);
        // One that is named together with it is a mistake.
        for (text, column) in [
            ("capturer=white vela=off", 1),
            ("vela=off capturer=white", 10),
            ("leave=no,capturer=black,vela=off", 10),
        ] {
            let message = format!("column {column}: {NO_VELA}");
            assert_eq!(before.amended(text).unwrap_err().to_string(), message);
        }
        // So is one in what was a riatra before.
        let message = format!("column 1: {NO_VELA}");
        let error = riatra.amended("capturer=black").unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

mod setups {
    use super::*;

    const OTHER: &str = "the mover does not stand where the turn so far ends";
    const NO_MOVER: &str = "no stone of the side to move stands where the turn so far ends";
    const OFF_LINE: &str = "the turn so far leaves the lines of the board";
    const PAIKA: &str = "a step of the turn so far takes nothing";
    const NOTHING: &str = "a step of the turn so far had nothing to take";
    const TWICE: &str = "the turn so far comes to a point twice";
    const DIRECTION: &str = "the turn so far takes a direction that the rules forbid";
    const PHASE_ONE: &str = "phase one of a vela has no such chain";
    const NO_VELA: &str = "a capturer needs vela=nearest or vela=normal";

    #[test]
    fn each_fault_has_its_message() {
        for (text, message) in [
            ("9/9/9/9/9 w", "there is no stone"),
            (
                "wwwwwwwww/wwwwwwwww/wwwwwbbbb/bbbbbbbbb/bbbbbbbbb w",
                "white has 23 stones, 22 at most",
            ),
            (
                "wwwww/wwwww/w1bbb/bbbbb/bbbbb w",
                "black has 13 stones, 12 at most",
            ),
            ("www/wwb/bbb w", "white has 5 stones, 4 at most"),
            ("9/9/4w4/9/9 w e4 d3e3A", OTHER),
            ("9/9/4b4/9/9 w e3 d3e3A", NO_MOVER),
            ("8b/9/9/9/9 w e3 d3e3A", NO_MOVER),
            ("9/4w4/9/9/8b w e4 d3e4A", OFF_LINE),
            ("9/9/6w2/9/8b w g3 d3g3A", OFF_LINE),
            ("9/9/4w4/9/9 w e3 d3e3", PAIKA),
            ("9/9/8w/9/8b w i3 h3i3A", NOTHING),
            ("9/9/1w7/9/8b w b3 a3b3W", NOTHING),
            ("9/9/3w5/9/8b w d3 d3e3Ad3A", TWICE),
            ("9/9/5w3/9/8b w f3 d3e3Wf3A", DIRECTION),
            (
                "9/9/3ww4/9/9 w e3 d3e3A",
                "the turn so far should have left d3 empty",
            ),
            (
                "b1w/3/3 w c3 b3c3W",
                "the turn so far should have left a3 empty",
            ),
        ] {
            assert_eq!(position("standard", text), refused(message), "{text:?}");
        }
    }

    #[test]
    fn a_chain_is_judged_by_the_rules() {
        let text = "9/9/5w3/9/8b w f3 d3e3Wf3A";
        assert_eq!(position("direction=any", text), Ok(text.to_string()));
        assert_eq!(position("direction=new", text), refused(DIRECTION));
        // East, north, east.
        let text = "4w4/9/9/9/8b w e5 c4d4Wd5We5A";
        assert_eq!(position("direction=change", text), Ok(text.to_string()));
        assert_eq!(position("direction=new", text), refused(DIRECTION));
    }

    #[test]
    fn a_chain_is_judged_by_the_phase_of_the_vela() {
        let one = "bbbbb4/9/9/9/4w4 w e1 d1e1W";
        let two = "bbbbb4/9/9/1w7/9 w b2 a3b3Ab2A";
        let hunted = "bbbbb4/9/9/9/4b4 b e1 d1e1W";
        let late = "bbbb5/9/9/9/4b4 b e1 d1e1W";
        let nearest = "vela=nearest capturer=white";
        assert_eq!(position(nearest, one), Ok(one.to_string()));
        assert_eq!(position(nearest, two), refused(PHASE_ONE));
        assert_eq!(position(nearest, hunted), refused(PHASE_ONE));
        assert_eq!(position(nearest, late), Ok(late.to_string()));
        let normal = "vela=normal capturer=white";
        assert_eq!(position(normal, two), Ok(two.to_string()));
        assert_eq!(position(normal, hunted), refused(PHASE_ONE));
    }

    #[test]
    fn a_step_takes_no_stone_that_cannot_have_stood_there() {
        // Behind the second step the mover itself stood; then what the third step takes is gone.
        for text in [
            "9/9/5w3/9/8b w f3 d3e3Wf3W",
            "5w3/9/9/9/8b w f5 d3e3Af4Af5W",
        ] {
            assert_eq!(position("direction=any", text), refused(NOTHING));
        }
    }

    #[test]
    fn stones_that_the_chain_took_count_as_stones_of_that_side() {
        let all = "bbbbbbbbb/bbbbbbbbb/bbb6/9/4w4 w e1 d1e1A";
        assert_eq!(position("standard", all), Ok(all.to_string()));
        let more = all.replace("bbb6", "bbbb5");
        let message = "black has 23 stones with those taken in this turn, 22 at most";
        assert_eq!(position("standard", &more), refused(message));
        // Two steps took two at least.
        let two = "bbbbbbbbb/bbbb1bbbb/bbbb5/9/4w4 w e1 d2e2Ae1W";
        assert_eq!(position("standard", two), refused(message));
        // The side to move lost none.
        let own = "wwwwwwwww/wwwwwwwww/wwww5/9/4w4 w e1 d1e1A";
        let message = "white has 23 stones, 22 at most";
        assert_eq!(position("standard", own), refused(message));
    }

    #[test]
    fn every_one_of_several_faults_is_named() {
        for (text, faults) in [
            (
                "9/9/9/9/9 w f4 d3e3",
                &["there is no stone", OTHER, NO_MOVER, PAIKA][..],
            ),
            (
                "9/9/3bwb3/9/9 w e3 d3e3A",
                &["the turn so far should have left d3 f3 empty"],
            ),
            (
                "www/ww1/bb1 w a1 c1c2Ac1",
                &[
                    "the turn so far should have left c3 empty",
                    "white has 5 stones, 4 at most",
                    OTHER,
                    NO_MOVER,
                    PAIKA,
                    TWICE,
                ],
            ),
            // The second step would have taken i3 and with it i2, the third i2 and with it i1.
            (
                "8w/9/9/9/8b w i1 i5i5Ai4Ai3A",
                &[
                    "the turn so far should have left i1 i5 empty",
                    OTHER,
                    NO_MOVER,
                    OFF_LINE,
                    NOTHING,
                    TWICE,
                    DIRECTION,
                ],
            ),
        ] {
            assert_eq!(
                position("standard", text),
                refused(&faults.join("; ")),
                "{text:?}"
            );
        }
    }

    #[test]
    fn faults_that_only_sensors_can_show_are_named_too() {
        let a1 = Point::at(0, 0).unwrap();
        let b1 = Point::at(1, 0).unwrap();
        let d2 = Point::at(3, 1).unwrap();
        let centre = PointSet::of(Point::CENTRE);
        // On Telo: the centre twice, stones beside the board, a chain without a step.
        let setup = Setup {
            board: Board::Telo,
            stones: BySide {
                white: centre | PointSet::of(a1) | PointSet::of(d2),
                black: centre | PointSet::of(b1),
            },
            side: Side::Black,
            capturer: Some(Side::White),
            chain: Some((d2, Turn::from(Point::CENTRE))),
        };
        let message = [
            "stones of both sides on b2",
            "stones beside the board on panel's a1 panel's b1",
            NO_VELA,
            "the turn so far has no step",
            OTHER,
        ];
        let faults = setup.position(&Rules::STANDARD).unwrap_err();
        assert_eq!(faults.to_string(), message.join("; "));
        assert_eq!((faults.shared, faults.outside.len()), (centre, 2));
    }

    #[test]
    fn points_beside_a_small_board_have_names_of_the_panel() {
        let [a1, b1, c3, d3] = [(0, 0), (1, 0), (2, 2), (3, 2)]
            .map(|(file, rank)| PointSet::of(Point::at(file, rank).unwrap()));
        let setup = Setup {
            board: Board::Telo,
            stones: BySide {
                white: a1 | d3,
                black: a1 | b1,
            },
            side: Side::White,
            capturer: None,
            chain: None,
        };
        let message = "stones of both sides on panel's a1; \
            stones beside the board on panel's a1 panel's b1";
        let faults = setup.position(&Rules::STANDARD).unwrap_err();
        assert_eq!(faults.to_string(), message);
        // A chain came from beside the board; a stone stands there still, and so does one it took.
        let chain = Board::Tsivy.read_turn("c3d3A").unwrap();
        let setup = Setup {
            stones: BySide {
                white: c3 | d3,
                black: PointSet::of(Point::CENTRE),
            },
            chain: Some((chain.end(), chain)),
            ..setup
        };
        let message = [
            "stones beside the board on panel's c3",
            "the turn so far should have left panel's c3 b2 empty",
            OFF_LINE,
        ];
        let faults = setup.position(&Rules::STANDARD).unwrap_err();
        assert_eq!(faults.to_string(), message.join("; "));
    }

    #[test]
    fn a_position_is_a_setup_without_faults() {
        let text = "9/5w3/9/9/8b w f4 d3e3Af4W";
        let setup: Setup = text.parse().unwrap();
        let position = setup.position(&Rules::STANDARD).unwrap();
        assert_eq!(Setup::from(position), setup);
    }

    // Two steps took two stones or more, so Black had at least six and White could not chain.
    #[test]
    fn a_chain_that_crossed_into_phase_two_is_refused() {
        let text = "bbbb5/9/9/1w7/9 w b2 a3b3Ab2A";
        let nearest = "vela=nearest capturer=white";
        assert_eq!(position(nearest, text), refused(PHASE_ONE));
    }

    // The step took f3, and with it would have taken g3 behind it.
    #[test]
    fn a_row_that_was_taken_only_in_part_is_refused() {
        let message = "the turn so far should have left g3 empty";
        let text = "9/9/4w1b2/9/9 w e3 d3e3A";
        assert_eq!(position("standard", text), refused(message));
    }
}
