//! What the lights say in typical situations, in the console's words.

mod common;
mod situations;

use common::random::Random;
use fanorona_board::light::cues::{Assist, Cue, Cues};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::situation::{Phase, Restore, Situation};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::side::{BySide, Side};
use situations::{points, random, start};

#[track_caller]
fn assert_cues(situation: &Situation, [teach, play, quiet]: [&str; 3]) {
    let shown = Assist::ALL.map(|assist| Cues::of(situation, assist).to_string());
    assert_eq!(shown, [teach, play, quiet]);
}

/// Stones to put on in their colours, and stones to take off.
fn restore(white: &str, black: &str, take: &str) -> Restore {
    Restore {
        put: BySide {
            white: points(white),
            black: points(black),
        },
        take: points(take),
    }
}

#[test]
fn setup_wants_each_stone_in_its_colour_and_nothing_in_the_way() {
    let situation = Situation {
        wanted: BySide {
            white: points("a1 i2"),
            black: points("a5"),
        },
        extra: points("e3"),
        ..start(Phase::Setup, Side::White)
    };
    assert_cues(&situation, ["setup white white=a1,i2 black=a5 extra=e3"; 3]);
    let dead = Cues::of(&situation, Assist::Play).with_dead(points("d4"));
    let text = "setup white white=a1,i2 black=a5 extra=e3 dead=d4";
    assert_eq!(dead.to_string(), text);
}

#[test]
fn sensors_of_which_none_can_be_trusted_leave_only_the_culprits_lit() {
    let mut random_numbers = Random::seeded(7);
    for _ in 0..1000 {
        let situation = random(&mut random_numbers);
        let cues = Cues::only_dead(&situation, points("c4 d4"));
        let text = format!("{} {} dead=c4,d4", situation.phase, situation.side);
        assert_eq!(cues.to_string(), text);
        assert!(cues.asks().is_empty());
    }
}

#[test]
fn lights_that_ask_for_a_stone_on_or_off_are_told_from_those_that_do_not() {
    let setup = Situation {
        wanted: BySide {
            white: points("a1"),
            black: points("a5"),
        },
        extra: points("e3"),
        ..start(Phase::Setup, Side::White)
    };
    let asks = |situation: &Situation| Cues::of(situation, Assist::Teach).asks();
    assert_eq!(asks(&setup), points("a1 a5 e3"));
    let carrying = Situation {
        origin: points("d3"),
        targets: points("e3"),
        ..start(Phase::Carrying, Side::White)
    };
    assert!(asks(&carrying).is_empty());
    let clearing = Situation {
        victims: points("e4 e5"),
        mover: points("e3"),
        ..start(Phase::Clearing, Side::White)
    };
    assert_eq!(asks(&clearing), points("e4 e5"));
}

#[test]
fn before_a_turn_only_a_learner_sees_what_can_move() {
    let situation = Situation {
        movable: points("d2 d3 e2 f2"),
        ..start(Phase::ToMove, Side::White)
    };
    assert_cues(
        &situation,
        [
            "to-move white turn=a1 movable=d2,d3,e2,f2",
            "to-move white turn=a1",
            "to-move white turn=a1",
        ],
    );
    let hint = Cues::of(&situation, Assist::Play).with_hint(points("d3 e3"));
    assert_eq!(hint.to_string(), "to-move white turn=a1 hint=d3,e3");
}

#[test]
fn a_carried_stone_sees_its_destinations_unless_it_is_quiet() {
    let situation = Situation {
        origin: points("d3"),
        targets: points("e3"),
        ..start(Phase::Carrying, Side::White)
    };
    let helped = "carrying white turn=a1 origin=d3 target=e3";
    assert_cues(&situation, [helped, helped, "carrying white turn=a1"]);
    let hint = Cues::of(&situation, Assist::Play).with_hint(points("e3 c2"));
    assert_eq!(hint.to_string(), format!("{helped} hint=e3"));
}

#[test]
fn what_the_board_plays_itself_is_lit_for_everybody() {
    let before = Situation {
        guided: true,
        mover: points("d3"),
        targets: points("e3"),
        ..start(Phase::ToMove, Side::White)
    };
    assert_cues(&before, ["to-move white turn=a1 target=e3 mover=d3"; 3]);
    let carrying = Situation {
        guided: true,
        origin: points("d3"),
        targets: points("e3"),
        ..start(Phase::Carrying, Side::White)
    };
    let text = "carrying white turn=a1 origin=d3 target=e3";
    assert_cues(&carrying, [text; 3]);
    let chaining = Situation {
        guided: true,
        mover: points("e3"),
        targets: points("f4"),
        ..start(Phase::Chaining, Side::White)
    };
    let text = "chaining white turn=a1 target=f4 mover=e3";
    assert_cues(&chaining, [text; 3]);
}

#[test]
fn thinking_stands_for_the_turn_and_gives_way_to_all_else() {
    let situation = start(Phase::ToMove, Side::Black);
    let cues = Cues::of(&situation, Assist::Play);
    let text = "to-move black thinking=a5";
    assert_eq!(cues.with_thought(true).to_string(), text);
    let lapse = cues.with_lapse(points("e3"));
    let text = "to-move black thinking=a5 lapse=e3";
    assert_eq!(lapse.with_thought(true).to_string(), text);
    let hint = cues.with_hint(points("e4"));
    assert_eq!(
        hint.with_thought(true).to_string(),
        "to-move black turn=a5 hint=e4"
    );
    for phase in Phase::ALL.into_iter().filter(|it| *it != Phase::ToMove) {
        let cues = Cues::of(&start(phase, Side::Black), Assist::Play);
        assert_eq!(cues.with_thought(true), cues);
        assert_eq!(cues.with_lapse(points("e3")), cues);
    }
}

#[test]
fn two_rows_are_a_choice_and_one_row_is_not() {
    let situation = Situation {
        approach: points("f3"),
        withdrawal: points("c3"),
        victims: points("e5"),
        mover: points("e3"),
        ..start(Phase::Choosing, Side::White)
    };
    let choice = "choosing white turn=a1 approach=f3 withdrawal=c3 victim=e5 mover=e3";
    assert_cues(&situation, [choice; 3]);
    let chosen = Situation {
        phase: Phase::Clearing,
        withdrawal: PointSet::EMPTY,
        ..situation
    };
    assert_cues(&chosen, ["clearing white turn=a1 victim=e5,f3 mover=e3"; 3]);
}

#[test]
fn an_enemy_stone_taken_first_asks_who_takes_it() {
    let situation = Situation {
        movable: points("d2 e2"),
        ..start(Phase::Clearing, Side::White)
    };
    let asked = "clearing white turn=a1 movable=d2,e2";
    assert_cues(&situation, [asked, asked, "clearing white turn=a1"]);
    let answered = Situation {
        mover: points("e3"),
        ..situation
    };
    assert_cues(&answered, ["clearing white turn=a1 mover=e3"; 3]);
}

#[test]
fn a_chain_shows_where_it_can_go_on_unless_it_is_quiet() {
    let situation = Situation {
        mover: points("e3"),
        targets: points("d4 e4"),
        ..start(Phase::Chaining, Side::Black)
    };
    let plain = "chaining black turn=a5 mover=e3";
    let helped = "chaining black turn=a5 target=d4,e4 mover=e3";
    assert_cues(&situation, [helped, helped, plain]);
}

#[test]
fn a_mistake_is_shown_alone() {
    let situation = Situation {
        wanted: BySide {
            white: points("a1"),
            black: points("h4"),
        },
        extra: points("e3"),
        takeback: restore("c3", "d3", "e4"),
        targets: points("e4"),
        movable: points("d2"),
        ..start(Phase::Wrong, Side::White)
    };
    let text = "wrong white turn=b1 missing=a1w,h4b extra=e3 takeback=c3w,d3b,e4";
    assert_cues(&situation, [text; 3]);
}

#[test]
fn the_winner_is_shown_until_the_last_turn_is_being_taken_back() {
    let situation = Situation {
        winner: points("a1 b1"),
        ..start(Phase::Over, Side::White)
    };
    assert_cues(&situation, ["over white winner=a1,b1"; 3]);
    let back = Situation {
        takeback: restore("", "c3", ""),
        ..situation
    };
    assert_cues(&back, ["over white takeback=c3b"; 3]);
}

#[test]
fn the_turn_is_under_the_stone_nearest_to_its_own_edge() {
    let turn = |side, white: &str, black: &str, origin: &str| {
        let stones = BySide {
            white: points(white),
            black: points(black),
        };
        let situation = Situation {
            origin: points(origin),
            ..Situation::plain(Phase::Carrying, side, stones)
        };
        Cues::of(&situation, Assist::Play)[Cue::Turn].to_string()
    };
    assert_eq!(turn(Side::White, "b3 c1 d1", "e5", ""), "c1");
    assert_eq!(turn(Side::White, "b3 c1 d1", "e5", "c1"), "d1");
    assert_eq!(turn(Side::White, "b3 c1 a4", "e5", "c1"), "b3");
    assert_eq!(turn(Side::Black, "a1", "c2 f4 h4", ""), "f4");
    // Its last stone is in the hand.
    assert_eq!(turn(Side::Black, "a1", "c2", "c2"), "c2");
    assert_eq!(turn(Side::Black, "a1", "", "c2"), "c2");
}

#[test]
fn the_turn_is_not_taken_for_a_stone_that_may_move_at_any_level() {
    let situation = |movable| Situation {
        movable: points(movable),
        ..start(Phase::ToMove, Side::White)
    };
    for assist in Assist::ALL {
        let turn = |movable| Cues::of(&situation(movable), assist)[Cue::Turn];
        assert_eq!(turn("a1 b1 e2"), points("c1"), "{assist}");
        assert_eq!(turn("e2"), points("a1"), "{assist}");
    }
    // Where every stone may move, one of them has the light.
    let alone = BySide {
        white: points("c3"),
        black: points("e5"),
    };
    let last = Situation {
        movable: points("c3"),
        ..Situation::plain(Phase::ToMove, Side::White, alone)
    };
    assert_eq!(Cues::of(&last, Assist::Play)[Cue::Turn], points("c3"));
}

#[test]
fn small_boards_have_their_own_back_rank() {
    for (board, white, black) in [
        (Board::Telo, "d2", "d4"),
        (Board::Dimy, "c1", "c5"),
        (Board::Tsivy, "a1", "a5"),
    ] {
        for (side, turn) in [(Side::White, white), (Side::Black, black)] {
            let situation = Situation::plain(Phase::ToMove, side, board.start());
            assert_cues(&situation, [&*format!("to-move {side} turn={turn}"); 3]);
        }
    }
}

#[test]
fn whose_turn_it_is_shows_in_every_phase_of_a_game_and_every_assist_level() {
    let mut random_numbers = Random::seeded(41);
    for _ in 0..100_000 {
        let situation = random(&mut random_numbers);
        let own = situation.stones[situation.side] | situation.origin;
        let in_game = !matches!(
            situation.phase,
            Phase::Setup
                | Phase::Resume
                | Phase::Over
                | Phase::Ending
                | Phase::Menu
                | Phase::SelfTest
        );
        for assist in Assist::ALL {
            let cues = Cues::of(&situation, assist);
            let turn = cues[Cue::Turn];
            assert_eq!(
                turn.len(),
                usize::from(in_game && !own.is_empty()),
                "{cues}"
            );
            assert!(own.contains_all(turn), "{cues}");
            let others = Cue::ALL.into_iter().filter(|&cue| cue != Cue::Turn);
            let others: PointSet = others.flat_map(|cue| cues[cue]).collect();
            let wanted = situation.wanted.white | situation.wanted.black;
            let elsewhere = own - situation.origin - wanted - others;
            assert!(
                elsewhere.is_empty() || elsewhere.contains_all(turn),
                "{cues}"
            );
        }
    }
}

#[test]
fn while_a_stone_is_carried_the_empty_points_lit_are_its_destinations_and_its_origin() {
    let mut random_numbers = Random::seeded(42);
    for _ in 0..100_000 {
        let situation = Situation {
            phase: Phase::Carrying,
            ..random(&mut random_numbers)
        };
        // What the referee calls stones to take off, to move or too many does stand.
        let standing = situation.stones.white
            | situation.stones.black
            | situation.approach
            | situation.withdrawal
            | situation.victims
            | situation.movable;
        let empty = !standing | situation.origin | situation.targets;
        for assist in [Assist::Teach, Assist::Play] {
            let cues = Cues::of(&situation, assist);
            assert_eq!(cues[Cue::Target], situation.targets, "{cues}");
            let lit = cues.lit() & empty;
            assert_eq!(
                lit - situation.origin,
                situation.targets - situation.origin,
                "{cues}"
            );
        }
    }
}

#[test]
fn a_point_has_one_cue() {
    let mut random_numbers = Random::seeded(43);
    for _ in 0..100_000 {
        let situation = random(&mut random_numbers);
        let cues = Cues::of(&situation, random_numbers.pick(&Assist::ALL));
        for point in Point::all() {
            let mut here = Cue::ALL
                .into_iter()
                .filter(|&cue| cues[cue].contains(point));
            let (first, second, third) = (here.next(), here.next(), here.next());
            assert!(second.is_none() || first == Some(Cue::Turn), "{cues}");
            assert_eq!(third, None, "{cues}");
            assert_eq!(cues.at(point), second.or(first), "{cues}");
        }
    }
}

#[test]
fn words_mean_what_they_say() {
    for assist in Assist::ALL {
        assert_eq!(Assist::find(&assist.to_string()), Some(assist));
    }
    assert_eq!(Assist::find("loud"), None);
    assert_eq!(Assist::default(), Assist::Play);
    for (i, cue) in Cue::ALL.into_iter().enumerate() {
        assert_eq!(cue as usize, i);
    }
    assert_eq!(
        Cue::ALL.map(Cue::word).join(" "),
        "white black turn movable origin target approach withdrawal victim mover missing extra takeback dead hint winner \
         offer score capturer value chosen untried next red green blue thinking lapse"
    );
}
