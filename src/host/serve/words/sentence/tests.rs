//! Sentences, in English where they are quoted.

use super::*;
use crate::host::texts::Language;
use crate::host::virtual_board::VirtualBoard;
use fanorona_board::console;
use fanorona_board::rules::illegal::Illegal;
use fanorona_board::rules::outcome::{Draw, Win};
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Take;
use fanorona_board::rules::why::Why;

fn set(names: &str) -> PointSet {
    names
        .split_ascii_whitespace()
        .map(|name| Point::find(name).unwrap())
        .collect()
}

fn around(standing: &str) -> Surroundings {
    Surroundings {
        standing: set(standing),
        start: Board::Telo.start(),
        outcome: None,
        plays: BySide::default(),
        automatic: false,
        game: None,
    }
}

fn english(text: &Text) -> String {
    Language::find("en").unwrap().say(text)
}

#[track_caller]
fn says(cues: &str, around: &Surroundings, expected: &str) {
    let said = sentence(&cues.parse().unwrap(), around);
    assert_eq!(english(&said), expected);
}

/// Plays all scenarios; the cues after every line can be parsed, and have a sentence.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn whatever_the_board_shows_is_said_in_words() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios");
    let mut said = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut board = VirtualBoard::new(0);
        for line in text
            .lines()
            .filter(|line| !line.starts_with(['#', '=', '?', '*', ' ', '|']))
        {
            let mut answer = String::new();
            for command in [line, "cues"] {
                answer.clear();
                console::answer(&mut board, Ok(command), &mut answer).unwrap();
            }
            let cues = answer
                .lines()
                .last()
                .and_then(|line| line.strip_prefix("= "));
            let cues = cues.and_then(|cues| cues.parse().ok());
            let cues = cues.unwrap_or_else(|| panic!("{answer}"));
            for language in Language::all() {
                said.insert(language.say(&sentence(&cues, &around("d3"))));
            }
        }
    }
    assert!(said.len() > 100, "{said:#?}");
    for words in said {
        assert!(
            words.ends_with('.') && !words.contains("nowhere"),
            "{words}"
        );
        assert!(words.starts_with(char::is_uppercase), "{words}");
    }
}

#[test]
fn setup_says_what_is_still_to_be_put_up() {
    says(
        "setup white white=e2 black=d4,e4",
        &around("d2"),
        "Put a white stone on e2 and black stones on d4 and e4.",
    );
    says(
        "setup white white=a1,a2,a3,b1,b2,b3 black=c1,c2,c3,c4",
        &around(""),
        "Put the stones up, 6 white ones on the bright points and 4 black ones on the violet points.",
    );
    says(
        "setup white extra=a1",
        &around("a1"),
        "Take the stone on a1 off, which belongs elsewhere.",
    );
}

#[test]
fn a_self_test_says_what_to_do_and_what_it_has_found() {
    says(
        "selftest white blue=a1",
        &around(""),
        "Watch the lights: each is red, green and blue in turn.",
    );
    says(
        "selftest white untried=c1,d1 next=b1",
        &around(""),
        "Set a stone on b1; 2 more points are to be tried, in any order.",
    );
    says(
        "selftest white next=b1",
        &around("b1"),
        "Lift the stone on b1: no other point is asked now.",
    );
    says(
        "selftest white dead=e3 green=a1",
        &around(""),
        "The self-test is over. Not well: e3.",
    );
    let all = PointSet::ALL.to_string();
    says(
        &format!("selftest white green={all}"),
        &around(""),
        "The self-test is over: all points are well.",
    );
}

#[test]
fn setup_tells_an_offer_from_a_beginning_and_from_the_question() {
    let all = "d2 e2 f2 d3 f3 d4 e4 f4";
    says(
        "setup white",
        &around(all),
        "All stones stand: the game begins.",
    );
    says(
        "setup white",
        &around("a1"),
        "A smaller game stands: lift a stone to begin it, or put more stones up.",
    );
    says(
        "setup white white=d2,e2,f2,f3 black=d3,d4,e4,f4",
        &around(all),
        "This is the start of a larger game: leave it for three seconds to give the game up for it, or put the \
         stones back.",
    );
}

#[test]
fn the_question_who_gives_up_is_said_in_words() {
    let cues = "ending black white=d2,e2,f2,f3 black=d3,d4,e4,f4 offer=e3";
    says(
        cues,
        &around("d2 e2 f2 d3 f3 d4 e4 f4"),
        "This is a start position. Who gives the game up lifts one of their stones and sets it down again; a stone \
         on e3 is a draw; after three seconds the game is given up without a result.",
    );
    says(
        cues,
        &around("d2 e2 f2 d3 f3 d4 e4"),
        "Set the stone down where it stood, and Black gives the game up; on e3, and it is a draw.",
    );
}

#[test]
fn a_vela_that_is_on_is_said_in_words() {
    let none = around("");
    says(
        "to-move white turn=a1 vela=white,17",
        &none,
        "White to move: lift a stone to see where it may go. In this vela White captures: 17 stones are left to \
         five.",
    );
    says(
        "to-move white turn=a1 vela=black,1",
        &none,
        "White to move: lift a stone to see where it may go. In this vela Black captures: 1 stone is left to five.",
    );
    says(
        "to-move black turn=a5 vela=black,free",
        &none,
        "Black to move: lift a stone to see where it may go. In this vela of Black both capture now.",
    );
}

#[test]
fn after_a_power_cut_it_says_what_is_missing_to_go_on() {
    says(
        "resume white",
        &around(""),
        "The board looks at its stones.",
    );
    says(
        "resume white white=d2 extra=e3,f5",
        &around("e3 f5"),
        "A game was on when the power went. To go on with it, put a white stone on d2; take the stones on e3 and f5 \
         off, which belong elsewhere. To begin another, put up its start.",
    );
    says(
        "resume black white=d2,e2,f2,e3 black=d4,e4,f4",
        &around(""),
        "A game was on when the power went. To go on with it, put the stones up, 4 white ones on the bright points \
         and 3 black ones on the violet points. To begin another, put up its start.",
    );
    says(
        "resume black extra=e3",
        &around("e3"),
        "A game was on when the power went. To go on with it, take the stone on e3 off, which belongs elsewhere. To \
         begin another, put up its start.",
    );
}

#[test]
fn a_turn_is_told_step_by_step() {
    let none = around("");
    says(
        "to-move white turn=a1",
        &none,
        "White to move: lift a stone to see where it may go.",
    );
    says(
        "to-move black turn=f4 offer=e2,f4",
        &none,
        "A draw is offered: agree on it, or play on. Black to move.",
    );
    says(
        "carrying white turn=a1 origin=d3 target=e3,e4",
        &none,
        "White holds the stone of d3: set it down on e3 or e4.",
    );
    says(
        "carrying black turn=a5 origin=a5",
        &none,
        "Black holds the stone of a5. This stone cannot move: put it back on a5.",
    );
    says(
        "choosing white turn=a1 approach=f3 withdrawal=b3,c3 mover=e3",
        &none,
        "White chooses what to take: f3 ahead, lit yellow, or b3 and c3 behind, lit blue; the first stone taken off \
         decides.",
    );
    says(
        "choosing white turn=i1 target=b1 mover=e4",
        &none,
        "White has moved: if a stone stands on b1, press the button; if not, tap the stone that breathes.",
    );
    says(
        "choosing white turn=i1 target=b1 extra=b2",
        &none,
        "White has moved: if a stone stands on b1, press the button; if not, wait for the next question.",
    );
    says(
        "clearing black turn=a5 victim=d1,d2 mover=d3",
        &none,
        "Black takes: take the stones on d1 and d2 off.",
    );
    says(
        "chaining white turn=a1 mover=e3",
        &none,
        "White may go on with the stone on e3, or end the turn: tap the stone, press Stop, or let Black lift a stone.",
    );
}

#[test]
fn automatic_hands_are_not_told_what_to_do() {
    let mut around = around("");
    (around.automatic, around.plays.black) = (true, true);
    for (cues, sentence) in [
        (
            "to-move black turn=a5 target=d3 mover=d4",
            "The board plays Black: the stone on d4 goes to d3.",
        ),
        (
            "carrying black turn=a5 origin=d4 target=d3",
            "The board plays Black: from d4 to d3.",
        ),
        (
            "clearing black turn=a5 victim=d1,d2 mover=d3",
            "Black takes the stones on d1 and d2.",
        ),
        (
            "chaining black turn=a5 mover=e5 target=e4",
            "The board plays Black: the stone on e5 goes on to e4.",
        ),
        (
            "chaining white turn=a1 mover=e3",
            "White may go on with the stone on e3, or end the turn: tap the stone, press Stop, or wait.",
        ),
    ] {
        says(cues, &around, sentence);
    }
}

#[test]
fn what_cannot_be_done_comes_with_its_reason() {
    let rules = Rules::default();
    let mut around = around("");
    let start = Position::riatra(Board::Tsivy, Side::White);
    around.game = Some((start, rules));
    around.standing = start.occupied();
    says(
        "carrying white turn=a1 origin=a2",
        &around,
        "White holds the stone of a2. This stone cannot move: no line leads from it to an empty point. Put it back on a2.",
    );
    around.standing = start.occupied() - set("d3");
    says(
        "wrong white turn=a1 missing=d3w extra=f4",
        &around,
        "Something is wrong: no line from d3 to f4. Put back a white stone on d3; take the stone on f4 off, which does \
         not belong there.",
    );
    around.standing = start.occupied() - set("e4");
    says(
        "clearing white turn=a1 movable=e2",
        &around,
        "e4 is off: now move e2 to e3.",
    );
}

#[test]
fn what_is_wrong_comes_with_how_to_mend_it() {
    says(
        "wrong white turn=b1 missing=a1w extra=e3",
        &around("e3"),
        "Something is wrong. Put back a white stone on a1; take the stone on e3 off, which does not belong there.",
    );
    says(
        "wrong white turn=a1 takeback=d3,d4b",
        &around("d3"),
        "To take the last turn back: put back a black stone on d4; take the stone on d3 off.",
    );
}

#[test]
fn a_sensor_that_cannot_be_trusted_is_named() {
    let none = around("");
    says(
        "to-move white dead=e3,f3",
        &none,
        "The sensors of e3 and f3 cannot be trusted: the game waits.",
    );
    says(
        "setup white extra=a1 dead=e3",
        &none,
        "Take the stone on a1 off, which belongs elsewhere. The sensor of e3 cannot be trusted.",
    );
}

#[test]
fn the_end_says_who_won_and_why() {
    let mut over = around("e2");
    over.outcome = Some(Outcome::Won {
        winner: Side::White,
        by: Win::Captured,
    });
    says(
        "over white winner=e2",
        &over,
        "White has won: Black has no stone left. Put the stones up for the next game.",
    );
    over.outcome = Some(Outcome::Drawn(Draw::Agreed));
    says(
        "over white winner=e2",
        &over,
        "The game is drawn: both agreed. Put the stones up for the next game.",
    );
}

#[test]
fn the_console_words_a_reason_as_the_page_does_in_english() {
    let [one, other] = ["a2", "c3"].map(|name| Point::find(name).unwrap());
    let mut reasons = vec![
        Why::Over,
        Why::OtherStone(one),
        Why::MustCapture(Side::White, set("d2 e2 f2")),
        Why::Enclosed,
        Why::ChainEnds,
    ];
    for side in Side::BOTH {
        reasons.extend([
            Why::OtherSide(side),
            Why::MustLeave(side),
            Why::OnlyCaptures(side),
        ]);
    }
    let illegal = [
        Illegal::NotYours(one),
        Illegal::NoLine(one, other),
        Illegal::Occupied(one),
        Illegal::Visited(one),
        Illegal::Direction(one),
        Illegal::NoRow(one, Take::Approach),
        Illegal::NoRow(one, Take::Withdrawal),
        Illegal::NoLetter(one),
        Illegal::MustCapture,
        Illegal::OnlyCaptures,
        Illegal::PaikaEnds,
        Illegal::MustGoOn,
        Illegal::TakesNothing,
        Illegal::OneStone,
        Illegal::MustLeave,
        Illegal::NoStep,
        Illegal::OtherChain,
    ];
    reasons.extend(illegal.map(Why::Step));
    for why in reasons {
        assert_eq!(english(&reason::reason(why)), why.on(PANEL).to_string());
    }
}

#[test]
fn a_small_board_calls_its_points_by_its_own_names() {
    let telo = Position::riatra(Board::Telo, Side::White);
    let around = Surroundings {
        game: Some((telo, Rules::default())),
        ..around("")
    };
    says(
        "carrying white turn=d2 origin=f3 target=e3",
        &around,
        "White holds the stone of c2: set it down on b2.",
    );
    says(
        "wrong white turn=d2 missing=f3w extra=a1",
        &around,
        "Something is wrong: no line from c2 to a1 of the whole board. Put back a white stone on c2; \
         take the stone on a1 of the whole board off, which does not belong there.",
    );
    says(
        "selftest white untried=b1 next=a1",
        &around,
        "Set a stone on a1; one more point is to be tried.",
    );
}

#[test]
fn how_a_game_ended_is_said_before_what_stands_otherwise() {
    let around = Surroundings {
        outcome: Some(Outcome::Won {
            winner: Side::White,
            by: Win::Resigned,
        }),
        ..around("")
    };
    says(
        "setup white white=a1,d3 extra=e3",
        &around,
        "White has won: Black has resigned. Put white stones on a1 and d3; \
         take the stone on e3 off, which belongs elsewhere.",
    );
}
