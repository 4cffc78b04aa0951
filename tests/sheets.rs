//! What the five rule sheets say in words, sentence by sentence.
//!
//! The figures of the sheets are lost: every position here is made up so that it has exactly the
//! properties which the sentence or the caption names.

use fanorona_board::point::PointSet;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::illegal::Illegal;
use fanorona_board::rules::options::{Key, Preset, Rules, Stranded};
use fanorona_board::rules::outcome::{Outcome, Win};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::series::{Match, Round};
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::terms::Terms;

/// A position under the rules of a sheet.
struct Scene {
    rules: Rules,
    position: Position,
}

impl Scene {
    fn new(rules: Rules, text: &str) -> Self {
        Self::read(rules, None, text)
    }

    fn vela(rules: Rules, capturer: Side, text: &str) -> Self {
        Self::read(rules, Some(capturer), text)
    }

    fn read(rules: Rules, capturer: Option<Side>, text: &str) -> Self {
        let setup: Setup = text.parse().unwrap();
        let position = Setup { capturer, ..setup }.position(&rules).unwrap();
        Self { rules, position }
    }

    /// All legal turns.
    fn turns(&self) -> String {
        let mut turns = Vec::new();
        self.position.for_each_turn(&self.rules, |turn, _| {
            turns.push(self.position.board().text(turn).to_string());
        });
        turns.join(" ")
    }

    fn try_play(&self, turn: &str) -> Result<Position, Illegal> {
        let is_listed = self.turns().split(' ').any(|listed| listed == turn);
        let turn = self.position.board().read_turn(turn).unwrap();
        let played = self.position.play(&self.rules, &turn);
        assert_eq!(played.is_ok(), is_listed, "{turn:?}");
        played
    }

    fn after(&self, turn: &str) -> Self {
        Self {
            rules: self.rules,
            position: self.try_play(turn).unwrap(),
        }
    }

    /// The points that a turn empties of enemy stones.
    fn takes(&self, turn: &str) -> String {
        self.victims(turn).to_string()
    }

    fn victims(&self, turn: &str) -> PointSet {
        let enemy = !self.position.side();
        self.position.stones()[enemy] - self.after(turn).position.stones()[enemy]
    }

    fn objection(&self, turn: &str) -> String {
        let board = self.position.board();
        self.try_play(turn).unwrap_err().on(board).to_string()
    }

    fn count(&self, side: Side) -> usize {
        self.position.stones()[side].len()
    }

    /// How the game ended; empty while it goes on.
    fn end(&self) -> String {
        let outcome = self.position.outcome(&self.rules);
        outcome.map_or(String::new(), |outcome| outcome.to_string())
    }
}

const fn captured(winner: Side) -> Outcome {
    Outcome::Won {
        winner,
        by: Win::Captured,
    }
}

/// The start of the 9x5 game, which several sheets describe by a figure.
const START: &str = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww";

#[test]
fn presets_are_the_sheets_key_by_key() {
    let table = [
        ("capture", ["must", "must", "may", "must", "must"]),
        ("direction", ["change", "any", "change", "new", "change"]),
        ("chain", ["may"; 5]),
        ("starter", ["white", "white", "lots", "white", "white"]),
        ("immobile", ["loses"; 5]),
        ("repetition", ["3"; 5]),
        ("quiet", ["off"; 5]),
        ("one-each", ["play", "draw", "play", "play", "play"]),
        ("touch", ["free"; 5]),
        ("takeback", ["yes", "no", "yes", "yes", "yes"]),
        ("vela", ["off", "nearest", "nearest", "normal", "nearest"]),
        ("leave", ["no", "no", "no", "no", "yes"]),
        ("stranded", ["wins"; 5]),
        (
            "series",
            [
                "off",
                "until-loser-wins",
                "once",
                "once",
                "until-loser-wins",
            ],
        ),
    ];
    let presets = ["standard", "booklet", "relaxed", "royal", "lemurs"];
    assert!(Preset::ALL.iter().map(|preset| preset.word()).eq(presets));
    assert!(
        Key::ALL
            .iter()
            .map(|key| key.word())
            .eq(table.iter().map(|row| row.0))
    );
    for (word, values) in table {
        let key = Key::find(word).unwrap();
        for (preset, value) in presets.iter().zip(values) {
            let rules = Rules::of(Preset::find(preset).unwrap());
            assert_eq!(rules.get(key).to_string(), value, "{preset} {word}");
        }
    }
    assert_eq!(Rules::default(), Rules::of(Preset::Standard));
}

/// Sheet 000, the booklet of a wooden set.
mod booklet {
    use super::*;

    const RULES: Rules = Rules::of(Preset::Booklet);

    /// Black can take 2 + 3 + 3 stones by aspiration, aspiration and percussion; i1 stays.
    const EIGHT: &str = "5www1/wwb6/3w5/3w5/3w4w b";

    #[test]
    fn a_percussion_takes_the_two_stones_on_the_axis() {
        // Two white stones on the axis of the arrow, and one elsewhere.
        let scene = Scene::new(RULES, "9/9/2b1ww3/9/8w b");
        assert_eq!(scene.turns(), "c3d3A");
        assert_eq!(scene.takes("c3d3A"), "e3,f3");
    }

    #[test]
    fn an_aspiration_takes_three_where_a_percussion_of_one_was_possible_too() {
        // Three black stones behind the white one, one black stone at the end of the arrow.
        let scene = Scene::new(RULES, "9/9/1bbbw1b2/9/9 w");
        assert_eq!(scene.takes("e3f3W"), "b3,c3,d3");
        assert_eq!(scene.takes("e3f3A"), "g3");
    }

    #[test]
    fn only_one_of_aspiration_and_percussion_is_possible() {
        // As above.
        let scene = Scene::new(RULES, "9/9/1bbbw1b2/9/9 w");
        assert_eq!(scene.turns(), "e3f3A e3f3W");
        assert_eq!(scene.after("e3f3W").count(Side::Black), 1);
        assert_eq!(scene.after("e3f3A").count(Side::Black), 3);
    }

    #[test]
    fn at_least_one_stone_is_taken_if_that_is_possible() {
        // Black can take with c3 and could move i5 without taking.
        let scene = Scene::new(RULES, "8b/9/2b1ww3/9/8w b");
        assert_eq!(scene.turns(), "c3d3A");
        assert_eq!(
            scene.objection("i5h5"),
            "a capture is possible, so the turn must capture"
        );
    }

    #[test]
    fn a_multiple_capture_takes_two_and_three_and_three_stones() {
        let scene = Scene::new(RULES, EIGHT);
        assert_eq!(scene.takes("c4d4W"), "a4,b4");
        assert_eq!(scene.takes("c4d4Wd5W"), "a4,b4,d1,d2,d3");
        assert_eq!(scene.takes("c4d4Wd5We5A"), "a4,b4,d1,d2,d3,f5,g5,h5");
        assert_eq!(scene.victims("c4d4Wd5We5A").len(), 8);
    }

    #[test]
    fn a_multiple_capture_may_stop_after_the_first_movement() {
        let scene = Scene::new(RULES, EIGHT);
        assert_eq!(scene.turns(), "c4d4W c4d4Wd5W c4d4Wd5We5A");
        let stopped = scene.after("c4d4W");
        assert_eq!(stopped.position.side(), Side::White);
        assert_eq!(stopped.count(Side::White), 7);
    }

    #[test]
    fn a_multiple_capture_may_go_on_in_the_same_direction() {
        // The sheet's only condition is not to return: c3-d3 and d3-e3 go the same way.
        let scene = Scene::new(RULES, "9/9/1wb2w3/9/8w b");
        assert_eq!(scene.turns(), "c3d3W c3d3We3A");
        let elsewhere = Scene::new(Rules::STANDARD, "9/9/1wb2w3/9/8w b");
        assert_eq!(elsewhere.turns(), "c3d3W");
    }

    #[test]
    fn a_multiple_capture_never_returns_to_a_point_already_passed() {
        // From f3 the way back to e3 would take what the first movement left.
        let scene = Scene::new(RULES, "9/9/1bbbw1b2/9/9 w");
        let back = "the stone has been on e3 in this turn";
        assert_eq!(scene.objection("e3f3Ae3A"), back);
        assert_eq!(scene.objection("e3f3We3W"), back);
    }

    #[test]
    fn without_a_capture_players_move_one_stone_in_turn() {
        // Nothing touches anything.
        let scene = Scene::new(RULES, "b7b/9/9/9/w7w w");
        assert_eq!(scene.turns(), "a1a2 a1b1 a1b2 i1h1 i1h2 i1i2");
        assert_eq!(scene.after("a1a2").position.side(), Side::Black);
    }

    #[test]
    fn one_stone_against_one_is_a_draw() {
        // The last two stones, far apart.
        let scene = Scene::new(RULES, "b8/9/9/9/8w w");
        assert_eq!(scene.end(), "draw one-each");
        // The sheet says "may be": it is an option.
        assert_eq!(Scene::new(Rules::STANDARD, "b8/9/9/9/8w w").end(), "");
    }

    #[test]
    fn a_barren_ending_may_be_a_draw() {
        // Two against one that only walk.
        let scene = Scene::new(RULES, "b8/9/9/9/7ww w");
        let mut game = Game::new(RULES, scene.position);
        let turns = ["i1i2", "a5a4", "i2i1", "a4a5"];
        for turn in turns.into_iter().cycle().take(8) {
            game.play(&Board::Tsivy.read_turn(turn).unwrap()).unwrap();
        }
        assert_eq!(game.outcome().unwrap().to_string(), "draw repetition");
    }

    #[test]
    fn a_stone_that_was_played_stays_played() {
        let mut game = Game::new(RULES, Position::riatra(Board::Tsivy, Side::White));
        game.play(&Board::Tsivy.read_turn("e2e3A").unwrap())
            .unwrap();
        assert!(game.take_back().is_err());
    }

    #[test]
    fn the_loser_of_the_riatra_begins_the_vela() {
        for loser in Side::BOTH {
            let mut series = Match::new(Board::Tsivy, RULES, 0);
            let vela = Round::Vela { capturer: loser };
            assert_eq!(series.finish(captured(!loser)), vela);
            assert_eq!(series.start().side(), loser);
        }
    }

    #[test]
    fn the_loser_of_the_riatra_takes_only_the_first_stone_of_the_row() {
        // The start; e2-e3 aims at e4 and e5.
        let riatra = Scene::new(RULES, &format!("{START} w"));
        assert_eq!(riatra.takes("e2e3A"), "e4,e5");
        let vela = Scene::vela(RULES, Side::White, &format!("{START} w"));
        assert_eq!(vela.takes("e2e3A"), "e4");
        assert_eq!(vela.turns(), "d2e3A d3e3A d3e3W e2e3A f2e3A");
    }

    #[test]
    fn the_winner_of_the_riatra_moves_without_capturing() {
        // Black's b3 goes from one white stone to another, and would take either in a riatra.
        let text = "bbbbb4/9/wb1w5/9/9 b";
        let riatra = Scene::new(RULES, text);
        assert_eq!(riatra.takes("b3c3A"), "d3");
        assert_eq!(riatra.takes("b3c3W"), "a3");
        let vela = Scene::vela(RULES, Side::White, text);
        assert_eq!(vela.takes("b3c3"), "");
        assert_eq!(
            vela.objection("b3c3A"),
            "this side takes nothing in phase one of a vela"
        );
    }

    #[test]
    fn the_vela_goes_on_normally_when_seventeen_stones_are_taken_and_five_are_left() {
        // Six black stones; White takes one of them, and Black may take white stones again.
        let scene = Scene::vela(RULES, Side::White, "bb6b/9/4w4/9/4bbw1b w");
        assert_eq!(scene.count(Side::Black), 22 - 16);
        assert!(scene.position.is_phase_one(&RULES));
        assert_eq!(scene.takes("g1h1W"), "f1");
        let five = scene.after("g1h1W");
        assert_eq!(five.count(Side::Black), 22 - 17);
        assert!(!five.position.is_phase_one(&RULES));
        assert_eq!(five.turns(), "e1e2A");
    }

    #[test]
    fn a_double_loser_plays_another_vela_until_winning_one() {
        let mut series = Match::new(Board::Tsivy, RULES, 0);
        let vela = series.finish(captured(Side::White));
        assert_eq!(series.finish(captured(Side::White)), vela);
        assert_eq!(series.finish(captured(Side::White)), vela);
        let riatra = Round::Riatra {
            starter: Side::White,
        };
        assert_eq!(series.finish(captured(Side::Black)), riatra);
    }

    #[test]
    fn a_double_loser_may_give_up_for_good() {
        let mut series = Match::new(Board::Tsivy, RULES, 0);
        series.finish(captured(Side::White));
        let given_up = Outcome::Won {
            winner: Side::White,
            by: Win::Resigned,
        };
        let riatra = Round::Riatra {
            starter: Side::White,
        };
        assert_eq!(series.finish(given_up), riatra);
    }
}

/// Sheet 001, in which capturing is not compulsory.
mod relaxed {
    use super::*;

    const RULES: Rules = Rules::of(Preset::Relaxed);

    /// Schema A: three white stones behind e3, and one beyond f3.
    const SCHEMA_A: &str = "8b/9/1wwwb1w2/9/9 b";

    #[test]
    fn each_player_has_twenty_two_stones() {
        let scene = Scene::new(RULES, &format!("{START} w"));
        assert_eq!(scene.position, Position::riatra(Board::Tsivy, Side::White));
        assert_eq!(
            (scene.count(Side::White), scene.count(Side::Black)),
            (22, 22)
        );
    }

    #[test]
    fn lots_decide_who_begins() {
        let starters = (0..64).map(|seed| Match::new(Board::Tsivy, RULES, seed).start().side());
        let white = starters.filter(|side| *side == Side::White).count();
        assert!((1..64).contains(&white));
    }

    #[test]
    fn a_stone_moves_along_the_lines_to_an_empty_point() {
        // White's d3 is a weak point, its e5 a strong one; d4 is occupied by White.
        let scene = Scene::new(RULES, "4w4/3w5/3w5/9/8b w");
        let turns = scene.turns();
        assert_eq!(
            turns,
            "d3c3 d3d2 d3e3 d4c3 d4c4 d4c5 d4d5 d4e3 d4e4 e5d5 e5e4 e5f4 e5f5"
        );
    }

    #[test]
    fn an_approach_takes_three() {
        // Three white stones in line with the way of the black one.
        let scene = Scene::new(RULES, "9/9/b1www4/9/8w b");
        assert_eq!(scene.takes("a3b3A"), "c3,d3,e3");
    }

    #[test]
    fn a_withdrawal_takes_three() {
        // Three white stones in line behind the black one.
        let scene = Scene::new(RULES, "9/9/2wwwb3/9/8w b");
        assert_eq!(scene.takes("f3g3W"), "c3,d3,e3");
    }

    #[test]
    fn an_interrupted_line_gives_only_two() {
        // A gap after the second white stone; then a black stone there.
        let gap = Scene::new(RULES, "9/9/b1ww1w3/9/8w b");
        assert_eq!(gap.takes("a3b3A"), "c3,d3");
        let own = Scene::new(RULES, "9/9/b1wwbw3/9/8w b");
        assert_eq!(own.takes("a3b3A"), "c3,d3");
    }

    #[test]
    fn three_movements_capture_all_seven_stones() {
        // White has seven stones in three rows.
        let scene = Scene::new(RULES, "5ww2/wwb6/3w5/3w5/3w5 b");
        assert_eq!(scene.victims("c4d4Wd5We5A").len(), 7);
        assert_eq!(scene.after("c4d4Wd5We5A").end(), "black captured");
    }

    #[test]
    fn a_fourth_movement_to_a_point_occupied_before_is_impossible() {
        // As above, and c3, which a fourth step from e5 back to d4 would take.
        let scene = Scene::new(RULES, "5ww2/wwb6/2ww5/3w5/3w5 b");
        assert_eq!(scene.victims("c4d4Wd5We5A").len(), 7);
        assert_eq!(
            scene.objection("c4d4Wd5We5Ad4A"),
            "the stone has been on d4 in this turn"
        );
    }

    #[test]
    fn a_movement_takes_three_or_one_and_does_not_go_back() {
        let scene = Scene::new(RULES, SCHEMA_A);
        assert_eq!(scene.takes("e3f3W"), "b3,c3,d3");
        assert_eq!(scene.takes("e3f3A"), "g3");
        let back = "the stone has been on e3 in this turn";
        assert_eq!(scene.objection("e3f3Ae3A"), back);
        assert_eq!(scene.objection("e3f3We3W"), back);
    }

    #[test]
    fn the_chain_changes_direction_with_every_movement() {
        // From d3 the same direction would take f3.
        let scene = Scene::new(RULES, "9/9/1wb2w3/9/8w b");
        assert_eq!(
            scene.objection("c3d3We3A"),
            "the chain may not go on in the direction of e3"
        );
    }

    #[test]
    fn nobody_is_obliged_to_capture() {
        // Another stone that gains nothing, and another way of the same stone.
        let scene = Scene::new(RULES, SCHEMA_A);
        assert_eq!(scene.takes("i5h5"), "");
        assert_eq!(scene.takes("e3e4"), "");
    }

    #[test]
    fn a_step_that_can_take_must_take() {
        let scene = Scene::new(RULES, SCHEMA_A);
        assert_eq!(
            scene.objection("e3f3"),
            "the step to f3 takes: write A or W behind it"
        );
    }

    #[test]
    fn a_step_between_two_groups_takes_the_one_chosen() {
        let scene = Scene::new(RULES, SCHEMA_A);
        assert_eq!(scene.after("e3f3W").count(Side::White), 1);
        assert_eq!(scene.after("e3f3A").count(Side::White), 3);
    }

    /// The second round, after Black has won the first.
    mod second_round {
        use super::*;

        /// Five black stones. Black's c4 has a chain of eleven, and White's a4 one of three after it.
        const ELEVEN: &str = "2b5b/w1b6/4wwwww/b1ww1w3/b1ww2w2 b";

        #[test]
        fn white_begins_and_takes_one_stone_then_black_none_then_white_one() {
            let mut series = Match::new(Board::Tsivy, RULES, 0);
            series.finish(captured(Side::Black));
            let position = series.start();
            assert_eq!(position.side(), Side::White);
            let start = Scene {
                rules: RULES,
                position,
            };
            assert_eq!(start.takes("e2e3A"), "e4");
            let second = start.after("d3e3A");
            assert_eq!(second.count(Side::Black), 21);
            // In a first round this step towards f2 and f1 would take both.
            assert_eq!(second.takes("f4f3"), "");
            let third = second.after("f4f3");
            assert_eq!(third.count(Side::White), 22);
            // In a first round d5 would go with d4.
            assert_eq!(third.takes("d2d3A"), "d4");
        }

        #[test]
        fn captures_are_not_chained_while_more_than_five_stones_are_left() {
            // Six black stones, of which c4-d4-d5 takes three in a first round.
            let text = "5bb2/bbw6/3b5/8b/9 w";
            assert_eq!(Scene::new(RULES, text).takes("c4d4Wd5W"), "a4,b4,d3");
            let scene = Scene::vela(RULES, Side::White, text);
            assert_eq!(scene.takes("c4d4W"), "b4");
            assert_eq!(
                scene.objection("c4d4Wd5W"),
                "phase one of a vela takes one stone a turn"
            );
        }

        #[test]
        fn black_with_five_stones_may_take_at_last() {
            let six = Scene::vela(RULES, Side::White, &ELEVEN.replace("2b5b", "2b4bb"));
            assert!(!six.turns().contains(['A', 'W']));
            let five = Scene::vela(RULES, Side::White, ELEVEN);
            assert!(five.turns().contains("c4c3A"));
        }

        #[test]
        fn black_takes_eleven_in_one_turn_by_a_way_that_the_second_step_opened() {
            let scene = Scene::vela(RULES, Side::White, ELEVEN);
            assert_eq!(scene.takes("c4c3A"), "c1,c2");
            assert_eq!(scene.takes("c4c3Ad3A"), "c1,c2,e3,f3,g3,h3,i3");
            assert_eq!(
                scene.takes("c4c3Ad3Ad4We3A"),
                "c1,c2,d1,d2,e3,f2,f3,g1,g3,h3,i3"
            );
            assert_eq!(scene.victims("c4c3Ad3Ad4We3A").len(), 11);
        }

        #[test]
        fn then_white_chains_too() {
            let scene = Scene::vela(RULES, Side::White, ELEVEN).after("c4c3Ad3Ad4We3A");
            assert_eq!(scene.count(Side::White), 1);
            assert_eq!(scene.takes("a4a3A"), "a1,a2");
            assert_eq!(scene.takes("a4a3Ab4A"), "a1,a2,c5");
        }

        #[test]
        fn there_is_only_one_second_round() {
            let mut series = Match::new(Board::Tsivy, RULES, 0);
            series.finish(captured(Side::Black));
            assert!(matches!(
                series.finish(captured(Side::Black)),
                Round::Riatra { .. }
            ));
        }
    }
}

/// Sheet 002, on the game of the Merina kings.
mod royal {
    use super::*;

    const RULES: Rules = Rules::of(Preset::Royal);

    #[test]
    fn white_makes_the_first_turn() {
        let series = Match::new(Board::Tsivy, RULES, 7);
        assert_eq!(series.start().side(), Side::White);
    }

    #[test]
    fn some_points_allow_diagonals() {
        // a1 has a diagonal, a2 has none.
        let scene = Scene::new(RULES, "8b/9/9/9/w8 w");
        assert_eq!(scene.turns(), "a1a2 a1b1 a1b2");
        let scene = Scene::new(RULES, "8b/9/9/w8/9 w");
        assert_eq!(scene.turns(), "a2a1 a2a3 a2b2");
    }

    #[test]
    fn an_approach_takes_the_points_that_follow_on_the_line() {
        // Two black stones follow on the diagonal, the third is out of line.
        let scene = Scene::new(RULES, "4b4/3b5/9/1w7/8b w");
        assert_eq!(scene.takes("b2c3A"), "d4,e5");
    }

    #[test]
    fn a_withdrawal_takes_what_is_left_behind() {
        // Two black stones on the line behind, the third is out of line.
        let scene = Scene::new(RULES, "9/9/4w4/3b5/2b5b w");
        assert_eq!(scene.takes("e3f4W"), "c1,d2");
    }

    #[test]
    fn a_capture_is_compulsory_and_one_of_several_is_chosen() {
        // c3 can take to the right, e1 upwards; a5 only walks.
        let scene = Scene::new(RULES, "w8/9/2w1bb3/9/4w4 w");
        assert_eq!(scene.turns(), "c3d3A e1e2A");
        assert_eq!(scene.takes("c3d3A"), "e3,f3");
        assert_eq!(scene.takes("e1e2A"), "e3");
        assert_eq!(
            scene.objection("a5a4"),
            "a capture is possible, so the turn must capture"
        );
    }

    #[test]
    fn the_same_stone_goes_on() {
        // After c4-d4 black's i2 could take g2, and d4 can go on.
        let midway = Scene::new(RULES, "9/3b5/3w5/6w1b/9 b d4 c4d4W");
        assert_eq!(midway.turns(), "c4d4W c4d4Wd5W");
        assert_eq!(
            midway.objection("i2h2A"),
            "the turn must begin with the steps made already"
        );
    }

    #[test]
    fn no_point_is_passed_twice() {
        // From f3 the way back to e3 would take d3.
        let scene = Scene::new(RULES, "9/9/3bw1b2/9/9 w");
        assert_eq!(
            scene.objection("e3f3Ae3A"),
            "the stone has been on e3 in this turn"
        );
    }

    #[test]
    fn no_direction_is_taken_twice_in_one_turn() {
        // East, north, east: each step takes.
        let text = "5ww2/wwb6/3w5/3w5/3w5 b";
        let scene = Scene::new(RULES, text);
        assert_eq!(scene.turns(), "c4d4W c4d4Wd5W");
        assert_eq!(
            scene.objection("c4d4Wd5We5A"),
            "the chain may not go on in the direction of e5"
        );
        // A sheet that only wants a change allows it.
        let elsewhere = Scene::new(Rules::STANDARD, text);
        assert_eq!(elsewhere.turns(), "c4d4W c4d4Wd5W c4d4Wd5We5A");
    }

    #[test]
    fn who_eliminates_all_stones_wins() {
        // One black stone, in front of c3.
        let scene = Scene::new(RULES, "9/9/2w1b4/9/9 w").after("c3d3A");
        assert_eq!(scene.end(), "white captured");
    }

    #[test]
    fn who_immobilises_the_other_side_wins() {
        // b3-b4 closes the last way out of the corner.
        let scene = Scene::new(RULES, "bww6/w8/ww7/9/9 w").after("b3b4");
        assert_eq!(scene.end(), "white immobile");
    }

    #[test]
    fn the_loser_begins_the_game_with_handicap() {
        let mut series = Match::new(Board::Tsivy, RULES, 0);
        let vela = Round::Vela {
            capturer: Side::Black,
        };
        assert_eq!(series.finish(captured(Side::White)), vela);
        assert_eq!(series.start().side(), Side::Black);
        let riatra = Round::Riatra {
            starter: Side::White,
        };
        assert_eq!(series.finish(captured(Side::White)), riatra);
    }

    #[test]
    fn the_loser_captures_by_the_usual_rules() {
        // The start; e2-e3 takes the whole row, unlike in the other sheets.
        let scene = Scene::vela(RULES, Side::White, &format!("{START} w"));
        assert_eq!(scene.takes("e2e3A"), "e4,e5");
        // A chain of 2 + 2 stones brings Black from 8 below 5.
        let scene = Scene::vela(RULES, Side::White, "8b/bbw6/3b5/3b5/5bbb1 w");
        assert_eq!(scene.after("c4d4Wd5W").count(Side::Black), 4);
    }

    #[test]
    fn meanwhile_the_other_side_moves_and_captures_nothing() {
        // Black's d3-e3 would take f3 in the usual game.
        let text = "bbbbb4/9/3b1w3/9/w8 b";
        assert_eq!(Scene::new(RULES, text).turns(), "d3e3A");
        let scene = Scene::vela(RULES, Side::White, text);
        assert_eq!(scene.takes("d3e3"), "");
        assert!(!scene.turns().contains('A'));
    }

    #[test]
    fn with_five_stones_left_the_usual_rules_apply() {
        // As above with one black stone less: seventeen are captured.
        let scene = Scene::vela(RULES, Side::White, "bbbb5/9/3b1w3/9/w8 b");
        assert_eq!(scene.count(Side::Black), 22 - 17);
        assert_eq!(scene.turns(), "d3e3A");
    }
}

/// Sheet 003, a French page of the standard game.
mod standard {
    use super::*;

    const RULES: Rules = Rules::of(Preset::Standard);

    #[test]
    fn twenty_two_stones_each_stand_around_a_hole_in_the_middle() {
        let scene = Scene::new(RULES, &format!("{START} w"));
        assert_eq!(
            (scene.count(Side::White), scene.count(Side::Black)),
            (22, 22)
        );
        assert_eq!(scene.position.empty().to_string(), "e3");
    }

    #[test]
    fn situation_1_percussion() {
        // Three black stones ahead of the white one.
        let scene = Scene::new(RULES, "9/9/w1bbb4/9/8b w");
        assert_eq!(scene.takes("a3b3A"), "c3,d3,e3");
    }

    #[test]
    fn situation_2_aspiration() {
        // Two black stones behind the white one, on a file.
        let scene = Scene::new(RULES, "9/4w4/4b4/4b4/8b w");
        assert_eq!(scene.takes("e4e5W"), "e2,e3");
    }

    #[test]
    fn situation_3_the_row_ahead_or_the_row_behind() {
        // One movement between two series.
        let scene = Scene::new(RULES, "9/9/bbw1bbb2/9/9 w");
        assert_eq!(scene.turns(), "c3d3A c3d3W");
        assert_eq!(scene.takes("c3d3A"), "e3,f3,g3");
        assert_eq!(scene.takes("c3d3W"), "a3,b3");
    }

    #[test]
    fn a_capture_needs_a_free_point_ahead_or_behind() {
        // Black's a1 is beside b1, which can give way along the line only if c1 is empty.
        let closed = Scene::new(RULES, "9/9/9/9/bww6 w");
        assert_eq!(closed.turns(), "b1b2 c1b2 c1c2 c1d1 c1d2");
        let open = Scene::new(RULES, "9/9/9/9/bw7 w");
        assert_eq!(open.turns(), "b1c1W");
    }

    #[test]
    fn a_stone_does_not_jump() {
        let scene = Scene::new(RULES, "9/9/ww6b/9/9 w");
        assert_eq!(scene.objection("a3c3"), "no line from a3 to c3");
        assert_eq!(scene.objection("a3b3"), "b3 is occupied");
    }

    #[test]
    fn further_captures_go_in_another_direction() {
        // c3-d3 takes b3; d3-e3 would take f3 in the same direction, d3-d2 takes d1 in another.
        let scene = Scene::new(RULES, "9/9/1bw2b3/9/3b5 w");
        assert_eq!(scene.turns(), "c3d3W c3d3Wd2A");
        assert_eq!(
            scene.objection("c3d3We3A"),
            "the chain may not go on in the direction of e3"
        );
    }

    #[test]
    fn further_captures_go_through_points_not_passed_in_this_turn() {
        // As situation 3: the way back would take the other series.
        let scene = Scene::new(RULES, "9/9/bbw1bbb2/9/9 w");
        assert_eq!(
            scene.objection("c3d3Ac3A"),
            "the stone has been on c3 in this turn"
        );
    }

    #[test]
    fn a_turn_may_stop_in_the_middle_but_begins_with_a_capture() {
        // c3-d3-d2 takes twice; i1 could walk.
        let scene = Scene::new(RULES, "9/9/1bw6/9/3b4w w");
        assert_eq!(scene.turns(), "c3d3W c3d3Wd2A");
        assert_eq!(scene.after("c3d3W").position.side(), Side::Black);
    }

    #[test]
    fn one_must_play_even_if_every_turn_loses() {
        // White's last stone is lost wherever it goes.
        let scene = Scene::new(RULES, "b8/9/1b7/2b6/w8 w");
        assert_eq!(scene.end(), "");
        let passing = scene.position.stop(&RULES).unwrap_err();
        assert_eq!(
            passing.on(Board::Tsivy).to_string(),
            "a turn needs a step; there is no passing"
        );
        assert_eq!(scene.turns(), "a1a2 a1b1 a1b2");
        for turn in ["a1a2", "a1b1", "a1b2"] {
            let reply = scene.after(turn);
            let wins = reply
                .turns()
                .split(' ')
                .any(|capture| reply.after(capture).end() == "black captured");
            assert!(wins, "{turn}");
        }
    }

    #[test]
    fn captured_stones_leave_the_board() {
        let scene = Scene::new(RULES, "9/9/w1bbb4/9/8b w").after("a3b3A");
        assert_eq!(scene.position.to_string(), "9/9/1w7/9/8b b");
    }

    #[test]
    fn no_handicap_game_follows() {
        let mut series = Match::new(Board::Tsivy, RULES, 0);
        let riatra = series.round();
        assert_eq!(series.finish(captured(Side::White)), riatra);
        assert_eq!(series.finish(captured(Side::Black)), riatra);
    }
}

/// Sheet 004, on two troops of lemurs: green is White, orange is Black.
mod lemurs {
    use super::*;

    const RULES: Rules = Rules::of(Preset::Lemurs);

    #[test]
    fn green_goes_first() {
        let series = Match::new(Board::Tsivy, RULES, 3);
        assert_eq!(series.start().side(), Side::White);
        assert_eq!(series.start().empty().to_string(), "e3");
    }

    #[test]
    fn an_approach_takes_the_line_without_gaps_or_own_pieces() {
        // First a gap behind two orange pieces, then a green piece there.
        let gap = Scene::new(RULES, "9/9/w1bb1b3/9/9 w");
        assert_eq!(gap.takes("a3b3A"), "c3,d3");
        let own = Scene::new(RULES, "9/9/w1bbwb3/9/9 w");
        assert_eq!(own.takes("a3b3A"), "c3,d3");
    }

    #[test]
    fn a_lure_takes_the_line_without_gaps_or_own_pieces() {
        // The same the other way round.
        let gap = Scene::new(RULES, "9/9/b1bbw4/9/9 w");
        assert_eq!(gap.takes("e3f3W"), "c3,d3");
        let own = Scene::new(RULES, "9/9/bwbbw4/9/9 w");
        assert_eq!(own.takes("e3f3W"), "c3,d3");
    }

    #[test]
    fn approach_and_lure_are_never_both_performed() {
        let scene = Scene::new(RULES, "9/9/bbw1bbb2/9/9 w");
        assert_eq!(scene.turns(), "c3d3A c3d3W");
        assert_eq!(scene.victims("c3d3A").len(), 3);
        assert_eq!(scene.victims("c3d3W").len(), 2);
    }

    #[test]
    fn a_chain_capture_may_continue() {
        // Three captures of the same piece.
        let scene = Scene::new(RULES, "5bb2/bbw6/3b5/3b5/3b5 w");
        assert_eq!(scene.turns(), "c4d4W c4d4Wd5W c4d4Wd5We5A");
    }

    #[test]
    fn a_chain_capture_changes_direction() {
        let scene = Scene::new(RULES, "9/9/1bw2b3/9/9 w");
        assert_eq!(scene.turns(), "c3d3W");
    }

    #[test]
    fn a_chain_capture_does_not_land_on_the_same_space_twice() {
        // From e5 the way back to d4 would take c3.
        let scene = Scene::new(RULES, "5bb2/bbw6/2bb5/3b5/3b5 w");
        assert_eq!(
            scene.objection("c4d4Wd5We5Ad4A"),
            "the stone has been on d4 in this turn"
        );
    }

    #[test]
    fn paika_is_only_allowed_without_a_capture() {
        // Orange in reach of c3, then out of reach.
        let near = Scene::new(RULES, "9/9/2w1b4/9/w8 w");
        assert_eq!(near.turns(), "c3d3A");
        let far = Scene::new(RULES, "9/9/8b/9/w8 w");
        assert_eq!(far.turns(), "a1a2 a1b1 a1b2");
    }

    #[test]
    fn capturing_all_pieces_or_leaving_no_move_wins() {
        let captured = Scene::new(RULES, "9/9/2w1b4/9/w8 w").after("c3d3A");
        assert_eq!(captured.end(), "white captured");
        // b3-b4 closes the last way out of the corner.
        let immobile = Scene::new(RULES, "bww6/w8/ww7/9/9 w").after("b3b4");
        assert_eq!(immobile.end(), "white immobile");
    }

    #[test]
    fn without_an_opportunity_to_win_players_agree_on_a_draw() {
        let mut game = Game::new(RULES, Position::riatra(Board::Tsivy, Side::White));
        game.agree_draw().unwrap();
        assert_eq!(game.outcome().unwrap().to_string(), "draw agreed");
    }

    #[test]
    fn telo_has_four_pieces_each() {
        let telo = Scene::new(RULES, "bbb/b1w/www w");
        assert_eq!(telo.position, Position::riatra(Board::Telo, Side::White));
        assert_eq!((telo.count(Side::White), telo.count(Side::Black)), (4, 4));
        assert_eq!(telo.turns(), "a1b2A b1b2A c1b2A c2b2A");
    }

    #[test]
    fn dimy_has_twelve_pieces_each() {
        let dimy = Scene::new(RULES, "bbbbb/bbbbb/bw1bw/wwwww/wwwww w");
        assert_eq!(dimy.position, Position::riatra(Board::Dimy, Side::White));
        assert_eq!((dimy.count(Side::White), dimy.count(Side::Black)), (12, 12));
        assert_eq!(dimy.turns(), "b2c3A b3c3A b3c3W c2c3A d2c3A");
    }

    /// Its handicap game, with green as the loser of the game before.
    mod vela {
        use super::*;

        /// Only the step to d3 takes, and only c3 is in reach; the others stand far away.
        const NEAR: &str = "7bb/7bb/2b1w3b/9/9";

        #[test]
        fn the_loser_starts() {
            let mut series = Match::new(Board::Tsivy, RULES, 0);
            series.finish(captured(Side::Black));
            assert_eq!(series.start(), Position::vela(Board::Tsivy, Side::White));
            assert_eq!(series.start().side(), Side::White);
        }

        #[test]
        fn green_captures_exactly_the_nearest_piece() {
            // Rows of three in both ways of c3-d3, six stones in all.
            let scene = Scene::vela(RULES, Side::White, "9/9/bbw1bbb2/9/8b w");
            assert_eq!(scene.turns(), "c3d3A c3d3W");
            assert_eq!(scene.takes("c3d3A"), "e3");
            assert_eq!(scene.takes("c3d3W"), "b3");
        }

        #[test]
        fn orange_only_moves() {
            // c1-d1 would take e1; nothing else of White is near.
            let text = "bbbbb4/9/9/9/2b1w4 b";
            assert_eq!(Scene::new(RULES, text).turns(), "c1d1A");
            let scene = Scene::vela(RULES, Side::White, text);
            assert_eq!(scene.takes("c1d1"), "");
            assert!(!scene.turns().contains(['A', 'W']));
        }

        #[test]
        fn orange_must_leave_an_opportunity() {
            let scene = Scene::vela(RULES, Side::White, &format!("{NEAR} b"));
            assert_eq!(
                scene.objection("c3b3"),
                "the turn must leave the capturer a capture"
            );
            for turn in scene.turns().split(' ') {
                assert_eq!(scene.after(turn).end(), "", "{turn}");
            }
            let free: Rules = "lemurs leave=no".parse::<Terms>().unwrap().rules;
            let free = Scene::vela(free, Side::White, &format!("{NEAR} b"));
            assert_eq!(free.after("c3b3").end(), "white stranded");
        }

        #[test]
        fn orange_moves_freely_where_no_opportunity_can_be_left() {
            // Green is too far away from everything.
            let text = "5b1bb/6b1b/8b/9/w8 b";
            let scene = Scene::vela(RULES, Side::White, text);
            let free = Scene::vela(Rules::of(Preset::Booklet), Side::White, text);
            assert_eq!(scene.turns(), free.turns());
            for turn in scene.turns().split(' ') {
                assert_eq!(scene.after(turn).end(), "white stranded", "{turn}");
            }
        }

        #[test]
        fn chain_captures_are_not_allowed() {
            // In the regular game c4-d4-d5 goes on.
            let text = "5bb2/bbw6/3b5/3b5/9 w";
            assert!(Scene::new(RULES, text).turns().contains("c4d4Wd5W"));
            let scene = Scene::vela(RULES, Side::White, text);
            assert_eq!(scene.turns(), "c4d4W");
            assert_eq!(
                scene.objection("c4d4Wd5W"),
                "phase one of a vela takes one stone a turn"
            );
        }

        #[test]
        fn the_second_phase_begins_when_orange_has_five_pieces() {
            // The same with five orange pieces: rows and chains are back for both.
            let scene = Scene::vela(RULES, Side::White, "6b2/bbw6/3b5/3b5/9 w");
            assert_eq!(scene.turns(), "c4d4W c4d4Wd5W");
            assert_eq!(scene.takes("c4d4Wd5W"), "a4,b4,d2,d3");
            let orange = Scene::vela(RULES, Side::White, "bbbb5/9/9/9/2b1w4 b");
            assert_eq!(orange.takes("c1d1A"), "e1");
        }

        #[test]
        fn it_ends_when_green_fails_to_capture() {
            // Six orange pieces out of reach. The sheet names no winner: an option does.
            let text = "5b1bb/6b1b/8b/9/w8 w";
            let end = |stranded| {
                let rules = Rules { stranded, ..RULES };
                Scene::vela(rules, Side::White, text)
            };
            assert_eq!(end(Stranded::Wins).end(), "white stranded");
            assert_eq!(end(Stranded::Loses).end(), "black stranded");
            assert_eq!(end(Stranded::Paika).end(), "");
            assert_eq!(end(Stranded::Wins).turns(), "");
            assert_eq!(end(Stranded::Loses).turns(), "");
            assert_eq!(end(Stranded::Paika).turns(), "a1a2 a1b1 a1b2");
        }

        #[test]
        fn it_does_not_end_for_want_of_a_capture_in_the_second_phase() {
            // One orange piece less.
            let scene = Scene::vela(RULES, Side::White, "5b1bb/6b2/8b/9/w8 w");
            assert_eq!(scene.end(), "");
            assert_eq!(scene.turns(), "a1a2 a1b1 a1b2");
        }

        #[test]
        fn it_ends_when_a_player_has_lost_all_pieces() {
            let green = Scene::vela(RULES, Side::White, "9/9/2w1b4/9/9 w");
            assert_eq!(green.after("c3d3A").end(), "white captured");
            let orange = Scene::vela(RULES, Side::White, "9/9/2b1w4/9/9 b");
            assert_eq!(orange.after("c3d3A").end(), "black captured");
        }

        #[test]
        fn it_ends_when_the_players_agree_on_a_draw() {
            let mut game = Game::new(RULES, Position::vela(Board::Tsivy, Side::White));
            game.agree_draw().unwrap();
            let outcome = game.outcome().unwrap();
            assert_eq!(outcome.to_string(), "draw agreed");
            let mut series = Match::new(Board::Tsivy, RULES, 0);
            let vela = series.finish(captured(Side::Black));
            assert_eq!(series.finish(outcome), vela);
        }

        #[test]
        fn green_wins_it_and_the_regular_game_is_back() {
            let mut series = Match::new(Board::Tsivy, RULES, 0);
            series.finish(captured(Side::Black));
            let riatra = Round::Riatra {
                starter: Side::White,
            };
            assert_eq!(series.finish(captured(Side::White)), riatra);
        }
    }
}
