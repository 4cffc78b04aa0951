//! Matches: which game follows which, who begins it, and whole velas played at random.

mod common;

use common::ends::{DRAWS, WINS, outcomes};
use common::{FEW, rounds};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::{Capture, Leave, Rules, Series, Starter, Stranded, Vela};
use fanorona_board::rules::outcome::{Draw, Outcome, Win};
use fanorona_board::rules::position::{PHASE_TWO_STONES, Position};
use fanorona_board::rules::series::{Match, Round};
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::{BySide, Side};
use fanorona_board::rules::turn::{Take, Turn};

/// All combinations of the options that a match depends on.
fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for &vela in Vela::ALL {
        for &series in Series::ALL {
            for &starter in Starter::ALL {
                all.push(Rules {
                    vela,
                    series,
                    starter,
                    ..Rules::STANDARD
                });
            }
        }
    }
    assert_eq!(all.len(), 18);
    all
}

fn plays_velas(rules: &Rules) -> bool {
    rules.vela != Vela::Off && rules.series != Series::Off
}

fn rules_with(series: Series) -> impl Iterator<Item = Rules> {
    all_rules()
        .into_iter()
        .filter(move |rules| plays_velas(rules) && rules.series == series)
}

const fn won(winner: Side, by: Win) -> Outcome {
    Outcome::Won { winner, by }
}

const fn captured(winner: Side) -> Outcome {
    won(winner, Win::Captured)
}

/// A match in the vela that follows a riatra lost by this side.
fn in_vela(board: Board, rules: Rules, loser: Side) -> Match {
    let mut series = Match::new(board, rules, 1);
    series.finish(captured(!loser));
    assert_eq!(series.round(), Round::Vela { capturer: loser });
    series
}

fn is_riatra(round: Round) -> bool {
    matches!(round, Round::Riatra { .. })
}

#[test]
fn a_won_riatra_is_followed_by_a_vela_of_its_loser() {
    for rules in all_rules().into_iter().filter(plays_velas) {
        for board in Board::ALL {
            for loser in Side::BOTH {
                for by in WINS {
                    let mut series = Match::new(board, rules, 5);
                    let vela = Round::Vela { capturer: loser };
                    assert_eq!(series.finish(won(!loser, by)), vela, "{rules}");
                    assert_eq!(series.round(), vela);
                }
            }
        }
    }
}

#[test]
fn a_vela_needs_both_vela_and_series() {
    for rules in all_rules() {
        let mut series = Match::new(Board::Tsivy, rules, 5);
        let next = series.finish(captured(Side::White));
        assert_eq!(!is_riatra(next), plays_velas(&rules), "{rules}");
    }
}

#[test]
fn without_a_series_every_game_stands_alone() {
    for rules in all_rules().into_iter().filter(|rules| !plays_velas(rules)) {
        let mut series = Match::new(Board::Dimy, rules, 9);
        for winner in Side::BOTH.into_iter().cycle().take(20) {
            assert!(is_riatra(series.finish(captured(winner))), "{rules}");
            assert_eq!(series.start().capturer(), None);
        }
    }
}

#[test]
fn a_drawn_riatra_is_repeated_with_the_same_starter() {
    for rules in all_rules() {
        for seed in 0..32 {
            let mut series = Match::new(Board::Tsivy, rules, seed);
            let first = series.round();
            for draw in DRAWS {
                assert_eq!(series.finish(Outcome::Drawn(draw)), first, "{rules} {seed}");
            }
            assert_eq!(series.score(), BySide::default());
        }
    }
}

#[test]
fn once_means_one_vela_however_it_ends() {
    for rules in rules_with(Series::Once) {
        for loser in Side::BOTH {
            for outcome in outcomes() {
                let mut series = in_vela(Board::Tsivy, rules, loser);
                assert!(is_riatra(series.finish(outcome)), "{rules}: {outcome}");
            }
        }
    }
}

#[test]
fn a_loser_who_loses_the_vela_too_plays_another() {
    for rules in rules_with(Series::UntilLoserWins) {
        for loser in Side::BOTH {
            let mut series = in_vela(Board::Tsivy, rules, loser);
            for by in [Win::Captured, Win::Immobile, Win::Stranded] {
                let again = Round::Vela { capturer: loser };
                assert_eq!(series.finish(won(!loser, by)), again, "{rules}");
            }
        }
    }
}

#[test]
fn a_loser_who_wins_the_vela_gets_a_new_riatra() {
    for rules in rules_with(Series::UntilLoserWins) {
        for loser in Side::BOTH {
            // Also when the winner of the riatra resigns the vela.
            for by in WINS {
                let mut series = in_vela(Board::Tsivy, rules, loser);
                series.finish(captured(!loser));
                assert!(is_riatra(series.finish(won(loser, by))), "{rules}");
            }
        }
    }
}

#[test]
fn a_drawn_vela_is_repeated_until_the_loser_wins() {
    for rules in rules_with(Series::UntilLoserWins) {
        for loser in Side::BOTH {
            let mut series = in_vela(Board::Dimy, rules, loser);
            for draw in DRAWS {
                let again = Round::Vela { capturer: loser };
                assert_eq!(series.finish(Outcome::Drawn(draw)), again, "{rules}");
            }
        }
    }
}

#[test]
fn a_loser_who_resigns_the_vela_gives_up() {
    for rules in rules_with(Series::UntilLoserWins) {
        for loser in Side::BOTH {
            let mut series = in_vela(Board::Tsivy, rules, loser);
            assert!(is_riatra(series.finish(won(!loser, Win::Resigned))));
            assert_eq!(series.score()[!loser].vela, 1);
        }
    }
}

#[test]
fn a_resigned_riatra_is_lost_like_any_other() {
    let rules = Rules {
        vela: Vela::Nearest,
        series: Series::UntilLoserWins,
        ..Rules::STANDARD
    };
    let mut series = Match::new(Board::Tsivy, rules, 0);
    let vela = Round::Vela {
        capturer: Side::Black,
    };
    assert_eq!(series.finish(won(Side::White, Win::Resigned)), vela);
}

/// The starters of the first riatras of a match, none of which is drawn.
fn starters(rules: Rules, seed: u64, count: usize) -> Vec<Side> {
    let mut series = Match::new(Board::Tsivy, rules, seed);
    let mut starters = Vec::new();
    while starters.len() < count {
        match series.round() {
            Round::Riatra { starter } => {
                assert_eq!(series.start(), Position::riatra(Board::Tsivy, starter));
                starters.push(starter);
                series.finish(captured(Side::White));
            }
            Round::Vela { capturer } => {
                series.finish(captured(capturer));
            }
        }
    }
    starters
}

#[test]
fn white_starts_every_riatra_unless_lots_are_drawn() {
    for rules in all_rules() {
        if rules.starter == Starter::White {
            let all_white = (0..16).all(|seed| starters(rules, seed, 16) == [Side::White; 16]);
            assert!(all_white, "{rules}");
        }
    }
}

#[test]
fn the_same_seed_draws_the_same_lots() {
    for rules in all_rules() {
        for seed in [0, 1, 77, u64::MAX] {
            assert_eq!(starters(rules, seed, 64), starters(rules, seed, 64));
        }
    }
}

#[test]
fn lots_fall_to_both_sides_over_the_seeds_and_within_a_match() {
    for rules in all_rules() {
        if rules.starter == Starter::Lots {
            let first: Vec<_> = (0..64).map(|seed| starters(rules, seed, 1)[0]).collect();
            for lots in [first, starters(rules, 3, 64)] {
                let white = lots.iter().filter(|side| **side == Side::White).count();
                // Of 64 fair lots, outside of this once in a million.
                assert!((13..=51).contains(&white), "{rules}: {white} of 64");
            }
        }
    }
}

#[test]
fn the_score_counts_wins_of_riatra_and_vela_by_seat() {
    let rules = Rules {
        vela: Vela::Nearest,
        series: Series::UntilLoserWins,
        ..Rules::STANDARD
    };
    let mut series = Match::new(Board::Tsivy, rules, 0);
    let (white, black) = (captured(Side::White), captured(Side::Black));
    let drawn = Outcome::Drawn(Draw::Agreed);
    // A drawn riatra, one for White, three velas of which Black wins the last, one for Black, White catches up.
    for outcome in [drawn, white, white, drawn, black, black, white] {
        series.finish(outcome);
    }
    let score = series.score();
    assert_eq!((score.white.riatra, score.white.vela), (1, 2));
    assert_eq!((score.black.riatra, score.black.vela), (1, 1));
    assert!(is_riatra(series.round()));
}

#[test]
fn the_capturer_begins_the_vela_on_every_board() {
    for rules in all_rules().into_iter().filter(plays_velas) {
        for board in Board::ALL {
            for loser in Side::BOTH {
                let start = in_vela(board, rules, loser).start();
                assert_eq!(start, Position::vela(board, loser));
                assert_eq!((start.side(), start.capturer()), (loser, Some(loser)));
                assert_eq!(start.stones(), board.start());
                assert_eq!(start.is_phase_one(&rules), board != Board::Telo);
            }
        }
    }
}

/// The rules of all kinds of velas.
fn all_velas() -> Vec<Rules> {
    let mut all = Vec::new();
    for vela in [Vela::Nearest, Vela::Normal] {
        for &leave in Leave::ALL {
            for &stranded in Stranded::ALL {
                all.push(Rules {
                    vela,
                    leave,
                    stranded,
                    ..Rules::STANDARD
                });
            }
        }
    }
    all
}

#[test]
fn a_vela_on_telo_is_a_normal_game_begun_by_the_loser() {
    for rules in all_velas() {
        for loser in Side::BOTH {
            let vela = Position::vela(Board::Telo, loser);
            let riatra = Position::riatra(Board::Telo, loser);
            assert_same_tree(&rules, &vela, &riatra, rounds(4, 1));
        }
    }
}

fn assert_same_tree(rules: &Rules, one: &Position, other: &Position, depth: usize) {
    assert_eq!(one.stones(), other.stones());
    assert_eq!(one.outcome(rules), other.outcome(rules));
    let (turns, others) = (turns(rules, one), turns(rules, other));
    assert!(turns.iter().map(|t| t.0).eq(others.iter().map(|t| t.0)));
    if depth > 0 {
        for ((_, one), (_, other)) in turns.iter().zip(&others) {
            assert_same_tree(rules, one, other, depth - 1);
        }
    }
}

fn turns(rules: &Rules, position: &Position) -> Vec<(Turn, Position)> {
    let mut turns = Vec::new();
    position.for_each_turn(rules, |turn, after| turns.push((*turn, *after)));
    turns
}

/// The same stones in a riatra.
fn riatra_of(position: &Position) -> Position {
    let setup = Setup {
        capturer: None,
        ..Setup::from(*position)
    };
    setup.position(&Rules::STANDARD).unwrap()
}

/// Whether the side to move could capture in a riatra.
fn can_capture(position: &Position) -> bool {
    let turns = turns(&Rules::STANDARD, &riatra_of(position));
    turns.iter().any(|(turn, _)| captures(turn))
}

fn captures(turn: &Turn) -> bool {
    turn.steps().any(|step| step.take.is_some())
}

/// The enemy's point next to the way of a turn of one capturing step, by its file and rank.
fn nearest_victim(turn: &Turn) -> PointSet {
    let [step] = turn.steps().collect::<Vec<_>>()[..] else {
        panic!("{turn:?} has more than one step");
    };
    let beyond = |from: u8, to: u8| (2 * to).checked_sub(from).unwrap();
    let (from, to) = match step.take.unwrap() {
        Take::Approach => (step.from, step.to),
        Take::Withdrawal => (step.to, step.from),
    };
    let file = beyond(from.file(), to.file());
    let rank = beyond(from.rank(), to.rank());
    PointSet::of(Point::at(file, rank).unwrap())
}

/// What happened in many games.
#[derive(Default, Debug)]
struct Tally {
    phase_two: u32,
    stranded: u32,
    paikas_of_the_capturer: u32,
    left_nothing: u32,
}

/// One turn of phase one.
fn check_phase_one(rules: &Rules, before: &Position, turn: &Turn, after: &Position, t: &mut Tally) {
    let capturer = before.capturer().unwrap();
    let taken = before.stones()[!before.side()] - after.stones()[!before.side()];
    if before.side() == capturer {
        if !can_capture(before) {
            assert_eq!(rules.stranded, Stranded::Paika);
            assert!(!captures(turn) && taken.is_empty());
            t.paikas_of_the_capturer += 1;
        } else if rules.vela == Vela::Nearest {
            assert_eq!(taken, nearest_victim(turn), "{before}: {turn:?}");
        } else {
            let usual = riatra_of(before).play(&Rules::STANDARD, turn).unwrap();
            assert_eq!(usual.stones(), after.stones(), "{before}: {turn:?}");
            assert!(!taken.is_empty());
        }
    } else {
        assert!(
            taken.is_empty() && !captures(turn) && turn.len() == 1,
            "{before}: {turn:?}"
        );
        if !can_capture(after) {
            t.left_nothing += 1;
            let free = Rules {
                leave: Leave::No,
                ..*rules
            };
            let mut all = turns(&free, before).into_iter();
            assert!(
                rules.leave == Leave::No || !all.any(|(_, after)| can_capture(&after)),
                "{before}: {turn:?}"
            );
        }
    }
}

/// Plays a vela to its end by chance.
fn play_vela(rules: Rules, start: Position, chance: &mut Chance, tally: &mut Tally) {
    let hunted = !start.capturer().unwrap();
    let mut game = Game::new(rules, start);
    while game.outcome().is_none() {
        let before = *game.position();
        let phase_one = before.stones()[hunted].len() > PHASE_TWO_STONES;
        assert_eq!(before.is_phase_one(&rules), phase_one);
        let turns = turns(&rules, &before);
        if !phase_one {
            // Both sides play by the normal rules.
            tally.phase_two += 1;
            let usual = self::turns(&rules, &riatra_of(&before));
            assert!(turns.iter().map(|t| t.0).eq(usual.iter().map(|t| t.0)));
        }
        let (turn, after) = turns[chance.below(turns.len())];
        if phase_one {
            check_phase_one(&rules, &before, &turn, &after, tally);
        }
        game.play(&turn).unwrap();
        assert_eq!(*game.position(), after);
    }
    let end = *game.position();
    let stranded = end.stones()[hunted].len() > PHASE_TWO_STONES
        && end.side() != hunted
        && !can_capture(&end)
        && rules.stranded != Stranded::Paika;
    let by_stranding = matches!(
        game.outcome(),
        Some(Outcome::Won {
            by: Win::Stranded,
            ..
        })
    );
    assert_eq!(by_stranding, stranded, "{end}");
    if stranded {
        tally.stranded += 1;
        let wins = rules.stranded == Stranded::Wins;
        let winner = game.outcome().and_then(Outcome::winner);
        assert_eq!(winner, Some(if wins { !hunted } else { hunted }));
    }
}

#[test]
fn random_velas_keep_to_the_rules_of_both_phases() {
    let mut chance = Chance(1);
    for rules in all_velas().into_iter().step_by(rounds(1, 6)) {
        let mut tally = Tally::default();
        for board in Board::ALL {
            for capturer in Side::BOTH.into_iter().cycle().take(rounds(150, 1)) {
                let start = Position::vela(board, capturer);
                play_vela(rules, start, &mut chance, &mut tally);
            }
        }
        // The games went where there is something to see.
        let paika = rules.stranded == Stranded::Paika;
        let seen = tally.phase_two > 0
            && (rules.leave == Leave::Yes
                || tally.left_nothing > 0
                    && (tally.stranded > 0) != paika
                    && (tally.paikas_of_the_capturer > 0) == paika);
        assert!(FEW || seen, "{rules}: {tally:?}");
    }
}

#[test]
fn phase_two_begins_with_exactly_five_stones_where_one_is_taken_a_turn() {
    let mut chance = Chance(2);
    let rules = Rules {
        vela: Vela::Nearest,
        leave: Leave::Yes,
        stranded: Stranded::Paika,
        ..Rules::STANDARD
    };
    let mut seen = 0;
    for _ in 0..rounds(20, 3) {
        let mut game = Game::new(rules, Position::vela(Board::Dimy, Side::Black));
        while game.outcome().is_none() && game.position().is_phase_one(&rules) {
            let turns = turns(&rules, game.position());
            game.play(&turns[chance.below(turns.len())].0).unwrap();
        }
        if !game.position().is_phase_one(&rules) {
            assert_eq!(game.position().stones().white.len(), PHASE_TWO_STONES);
            assert_eq!(game.position().stones().black.len(), 12);
            assert_eq!(game.position().side(), Side::White);
            seen += 1;
        }
    }
    assert!(FEW || seen > 0);
}

#[test]
fn nobody_is_stranded_where_capturing_is_not_compulsory() {
    for rules in all_velas() {
        let may = Rules {
            capture: Capture::May,
            ..rules
        };
        // White's only stone is far from six black ones; then one of these comes in reach.
        for (text, paikas) in [
            ("5b1bb/6b1b/8b/9/w8 w", 3),
            ("5b1bb/6b1b/9/2b6/w8 w", 3),
            ("5b1bb/6b1b/2b6/9/w8 w", 2),
        ] {
            let setup: Setup = text.parse().unwrap();
            let capturer = Some(Side::White);
            let position = Setup { capturer, ..setup }.position(&may).unwrap();
            assert!(position.is_phase_one(&may));
            assert_eq!(position.outcome(&may), None, "{rules}: {text}");
            let turns = turns(&may, &position);
            let count = turns.iter().filter(|(turn, _)| !captures(turn)).count();
            assert_eq!((turns.len(), count), (3, paikas), "{rules}: {text}");
        }
    }
}

/// Chance that repeats.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % count
    }
}
