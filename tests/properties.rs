//! What holds of every position and every game, on random play under random rules.

mod common;

use common::random::Random;
use common::{FEW, placed, position, rounds, sample, steps, terms, turns};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::{Game, NoTakeback};
use fanorona_board::rules::illegal::Illegal;
use fanorona_board::rules::lines::{Direction, neighbour};
use fanorona_board::rules::options::{Key, OneEach, Quiet, Repetition, Rules, Takeback};
use fanorona_board::rules::outcome::{Draw, Outcome};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::terms::Terms;
use fanorona_board::rules::turn::{Take, Turn};
use std::collections::{HashMap, HashSet};

#[test]
fn a_listed_turn_is_accepted_and_leads_where_the_list_says() {
    explore(11, rounds(20_000, 6), |_, position, rules| {
        for (turn, after) in turns(position, rules) {
            let played = position.play(rules, &turn);
            assert_eq!(played, Ok(after), "{position} {rules} {turn:?}");
        }
    });
}

#[test]
fn a_turn_listed_in_mid_chain_moves_the_stone_from_where_it_stands() {
    let terms = terms("standard");
    let position = position("3/1b1/2w b b2 a2b2A", &terms);
    let listed: Vec<String> = turns(&position, &terms.rules)
        .iter()
        .map(|(turn, after)| format!("{} {after}", Board::Telo.text(turn)))
        .collect();
    assert_eq!(listed, ["a2b2A 3/1b1/2w w", "a2b2Aa3W b2/3/3 w"]);
}

#[test]
fn a_turn_that_is_not_listed_is_refused_with_a_reason() {
    let (mut accepted, mut refused) = (0, 0);
    explore(12, rounds(20_000, 6), |random, position, rules| {
        let listed: Vec<Turn> = turns(position, rules).iter().map(|pair| pair.0).collect();
        for _ in 0..12 {
            let turn = near_miss(random, position, &listed);
            match position.play(rules, &turn) {
                Ok(_) => {
                    assert!(listed.contains(&turn), "{position} {rules} {turn:?}");
                    accepted += 1;
                }
                Err(why) => {
                    assert!(
                        !listed.contains(&turn),
                        "{position} {rules} {turn:?}: {why:?}"
                    );
                    assert_ne!(why.on(position.board()).to_string(), "");
                    refused += 1;
                }
            }
        }
    });
    assert!(FEW || accepted > 10_000, "{accepted} accepted");
    assert!(FEW || refused > 100_000, "{refused} refused");
}

#[test]
fn of_all_single_steps_exactly_the_listed_ones_are_accepted() {
    explore(13, rounds(400, 1), |_, position, rules| {
        let listed: HashSet<Turn> = turns(position, rules).iter().map(|pair| pair.0).collect();
        let done = position.chain().map_or(0, Turn::len);
        let origins = || Point::all().step_by(rounds(1, 23));
        let mut accepted = 0;
        for origin in origins() {
            for to in Point::all() {
                for take in TAKES {
                    let mut turn = position.chain().copied().unwrap_or(Turn::from(origin));
                    if !turn.push(to, take) || turn.steps().nth(done).unwrap().from != origin {
                        continue;
                    }
                    let is_accepted = position.play(rules, &turn).is_ok();
                    assert_eq!(is_accepted, listed.contains(&turn), "{position} {turn:?}");
                    accepted += usize::from(is_accepted);
                }
            }
        }
        let single = listed.iter().filter(|turn| turn.len() == done + 1);
        let from = single.map(|turn| turn.steps().nth(done).unwrap().from);
        let expected = from.filter(|&from| origins().any(|origin| origin == from));
        assert_eq!(accepted, expected.count(), "{position} {rules}");
    });
}

#[test]
fn only_enemy_stones_leave_the_board_and_none_comes() {
    explore(14, rounds(20_000, 6), |_, position, rules| {
        let (mover, enemy) = (position.side(), !position.side());
        let before = position.stones();
        for (turn, after) in turns(position, rules) {
            let after = after.stones();
            assert_eq!(
                before[mover].len(),
                after[mover].len(),
                "{position} {turn:?}"
            );
            assert!(
                before[enemy].contains_all(after[enemy]),
                "{position} {turn:?}"
            );
            let is_capture = turn.steps().all(|step| step.take.is_some());
            let already_taken = position.chain().is_some();
            assert_eq!(
                is_capture,
                already_taken || after[enemy] != before[enemy],
                "{position} {turn:?}"
            );
            let start = position.mover().unwrap_or(turn.origin());
            let own = (before[mover] - PointSet::of(start)) | PointSet::of(turn.end());
            assert_eq!(after[mover], own, "{position} {turn:?}");
        }
    });
}

#[test]
fn turns_are_listed_in_the_bytewise_order_of_their_texts() {
    explore(15, rounds(20_000, 6), |_, position, rules| {
        let turns: Vec<Turn> = turns(position, rules).iter().map(|pair| pair.0).collect();
        assert!(turns.is_sorted_by(|a, b| a < b), "{position} {rules}");
        let texts: Vec<String> = turns
            .iter()
            .map(|turn| position.board().text(turn).to_string())
            .collect();
        assert!(texts.is_sorted_by(|a, b| a < b), "{position} {texts:?}");
    });
}

#[test]
fn positions_survive_their_texts() {
    explore(16, rounds(20_000, 6), |_, position, rules| {
        let text = position.to_string();
        let setup: Setup = text.parse().unwrap();
        assert_eq!(placed(setup, position.capturer(), rules), *position);
        assert_eq!(
            Setup::from(*position),
            Setup {
                capturer: position.capturer(),
                ..setup
            }
        );
    });
}

#[test]
fn turns_survive_their_texts_with_and_without_hyphens() {
    explore(17, rounds(10_000, 6), |_, position, rules| {
        let board = position.board();
        for (turn, _) in turns(position, rules) {
            let text = board.text(&turn).to_string();
            assert_eq!(board.read_turn(&text), Ok(turn), "{text}");
            let mut hyphenated = board.name(turn.origin()).to_string();
            for step in turn.steps() {
                hyphenated += "-";
                hyphenated += &board.name(step.to).to_string();
                hyphenated.extend(step.take.map(Take::letter));
            }
            assert_eq!(board.read_turn(&hyphenated), Ok(turn), "{hyphenated}");
        }
    });
}

#[test]
fn rules_survive_their_texts() {
    let mut random = Random::seeded(18);
    for _ in 0..rounds(20_000, 2) {
        let text = sample::all_terms(&mut random);
        let said = terms(&text);
        let read = terms(&said.rules.to_string());
        assert_eq!(read.rules, said.rules, "{text}: {}", said.rules);
        assert_eq!(read.capturer, None);

        // Every option by itself, with what its value is written as.
        for &key in Key::ALL {
            let value = said.rules.get(key).to_string();
            let word = format!("{}={value}", key.word());
            assert!(text.split(',').any(|said| said == word), "{text}: {word}");
        }
        let amended = Terms::default()
            .amended(&said.rules.to_string().replace(' ', ","))
            .unwrap();
        assert_eq!(amended.rules, said.rules);
    }
}

#[test]
fn a_turn_leads_where_its_steps_and_a_stop_lead() {
    let mut longest = 0;
    explore(19, rounds(20_000, 6), |_, position, rules| {
        for (turn, after) in turns(position, rules) {
            assert!(turn.len() <= Turn::MAX_STEPS);
            longest = longest.max(turn.len());
            let done = position.chain().map_or(0, Turn::len);
            let mut here = *position;
            for step in turn.steps().skip(done) {
                here = here.step(rules, step).unwrap();
            }
            if turn.steps().any(|step| step.take.is_some()) {
                assert_eq!(here.chain(), Some(&turn));
                assert_eq!(here.mover(), Some(turn.end()));
                here = here.stop(rules).unwrap();
            }
            assert_eq!(here, after, "{position} {rules} {turn:?}");
        }
        if position.chain().is_none() {
            assert_eq!(position.stop(rules), Err(Illegal::NoStep));
        }
    });
    assert!(FEW || longest > 6, "{longest}");
}

#[test]
fn a_chain_may_be_stopped_exactly_when_the_turn_so_far_is_listed() {
    let mut stops = [0, 0];
    explore(20, rounds(20_000, 6), |_, position, rules| {
        if let Some(chain) = position.chain() {
            let is_listed = turns(position, rules).iter().any(|(turn, _)| turn == chain);
            assert_eq!(
                position.stop(rules).is_ok(),
                is_listed,
                "{position} {rules}"
            );
            stops[usize::from(is_listed)] += 1;
        }
    });
    assert!(FEW || stops.into_iter().min() > Some(200), "{stops:?}");
}

#[test]
fn every_game_ends_with_turn_512_at_the_latest() {
    let mut random = Random::seeded(128);
    let mut full = 0;
    for i in 0..rounds(800, 1) {
        let terms = if i % 2 == 0 {
            format!(
                "repetition=off,quiet=off,{}",
                sample::play_terms(&mut random)
            )
        } else {
            sample::game_terms(&mut random)
        };
        let mut game = any_game(&mut random, &terms);
        while game.outcome().is_none() {
            assert!(game.history().len() < LONGEST);
            play_any(&mut random, &mut game);
        }
        if game.outcome() == Some(Outcome::Drawn(Draw::Length)) {
            assert_eq!(game.history().len(), LONGEST);
            full += 1;
        }
        let before = format!("{game:?}");
        for (turn, _) in turns(game.position(), game.rules()) {
            let outcome = game.outcome().unwrap();
            assert_eq!(game.play(&turn), Err(Illegal::Over(outcome)));
        }
        assert!(game.resign(Side::White).is_err() && game.agree_draw().is_err());
        assert_eq!(format!("{game:?}"), before);
    }
    assert!(FEW || full > 50, "{full} games of full length");
}

#[test]
fn a_game_is_drawn_or_a_draw_offered_exactly_when_its_history_says_so() {
    let mut random = Random::seeded(22);
    let mut ends: HashMap<Draw, usize> = HashMap::new();
    let mut offers: HashMap<Draw, usize> = HashMap::new();
    for _ in 0..rounds(1_500, 1) {
        let terms = sample::game_terms(&mut random);
        let mut game = any_game(&mut random, &terms);
        // How often each position has occurred, and after how many turns it did last.
        let first = (game.position().to_string(), (1, 0));
        let mut times: HashMap<String, (u16, usize)> = HashMap::from([first]);
        let mut quiet = 0;
        while game.outcome().is_none() {
            let captured = play_any(&mut random, &mut game)
                .steps()
                .any(|step| step.take.is_some());
            quiet = if captured { 0 } else { quiet + 1 };
            let played = game.history().len();
            let (seen, last) = times.entry(game.position().to_string()).or_default();
            *seen = if played - *last > Game::LOOK_BACK {
                1
            } else {
                *seen + 1
            };
            *last = played;

            let by_position = game.position().outcome(game.rules());
            let reached = |limit: Option<u16>, count| limit.is_some_and(|limit| count >= limit);
            let by_history: Vec<Draw> = [
                (Draw::Repetition, reached(repetition(game.rules()), *seen)),
                (Draw::Quiet, reached(quiet_turns(game.rules()), quiet)),
                (Draw::Length, game.history().len() == LONGEST),
            ]
            .into_iter()
            .filter_map(|(draw, is_reached)| is_reached.then_some(draw))
            .collect();

            let at = format!("{terms}: turn {}, {}", game.history().len(), game.start());
            let offer = offered(&game, *seen);
            assert_eq!(game.offer(), offer, "{at}");
            if let Some(draw) = offer {
                *offers.entry(draw).or_default() += 1;
            }
            match game.outcome() {
                // A turn that ends the game by itself does so whatever happened before.
                outcome if by_position.is_some() => assert_eq!(outcome, by_position, "{at}"),
                Some(Outcome::Drawn(draw)) => {
                    assert!(by_history.contains(&draw), "{at}: {draw} {by_history:?}");
                    *ends.entry(draw).or_default() += 1;
                }
                outcome => assert_eq!((outcome, by_history), (None, Vec::new()), "{at}"),
            }
        }
    }
    for draw in [Draw::Repetition, Draw::Quiet, Draw::Length] {
        assert!(FEW || ends.get(&draw) > Some(&20), "{ends:?}");
    }
    for draw in [Draw::Repetition, Draw::OneEach] {
        assert!(FEW || offers.get(&draw) > Some(&20), "{offers:?}");
    }
}

/// Lets two lone stones walk round and round until both are back; tells how the game stands then.
fn after_walking_round(white: &[&str], black: &[&str], turns: usize) -> Option<Outcome> {
    let terms = terms("repetition=2,capture=may");
    let start = position("b8/9/9/9/w8 w", &terms);
    let mut game = Game::new(terms.rules, start);
    for i in 0..turns / 2 {
        for ring in [white, black] {
            assert_eq!(game.outcome(), None, "after {} turns", game.history().len());
            let turn = format!("{}{}", ring[i % ring.len()], ring[(i + 1) % ring.len()]);
            game.play(&Board::Tsivy.read_turn(&turn).unwrap()).unwrap();
        }
    }
    assert_eq!(game.position(), game.start());
    game.outcome()
}

#[test]
fn a_repetition_is_looked_for_in_128_positions() {
    let eight = ["a1", "b1", "c1", "d1", "d2", "c2", "b2", "a2"];
    let seven = ["a5", "b5", "c5", "d5", "d4", "c4", "b4"];
    let nine = ["a5", "b5", "c5", "d5", "e5", "d4", "c4", "b4", "a4"];
    let drawn = Some(Outcome::Drawn(Draw::Repetition));
    assert_eq!(after_walking_round(&eight, &seven, 2 * 56), drawn);
    assert_eq!(after_walking_round(&eight, &nine, 2 * 72), None);
}

#[test]
fn turns_and_declared_ends_taken_back_leave_no_trace() {
    let mut random = Random::seeded(23);
    let (mut turns, mut declared) = (0, 0);
    for _ in 0..rounds(300, 1) {
        let terms = sample::game_terms(&mut random);
        let mut game = any_game(&mut random, &terms);
        // What the game was before each turn or declared end, and the turn.
        let mut past: Vec<(String, Option<Turn>)> = Vec::new();
        for _ in 0..rounds(12, 2) {
            for _ in 0..random.below(12) {
                if game.outcome().is_none() {
                    let before = format!("{game:?}");
                    past.push((before, Some(play_any(&mut random, &mut game))));
                }
            }
            if game.outcome().is_none() && random.percent(10) {
                past.push((format!("{game:?}"), None));
                if random.percent(50) {
                    game.resign(random.pick(&Side::BOTH)).unwrap();
                } else {
                    game.agree_draw().unwrap();
                }
            }
            let record = past.iter().filter_map(|(_, turn)| *turn);
            assert!(game.history().turns().eq(record));
            for _ in 0..random.below(9) {
                let Some((before, last)) = past.pop() else {
                    assert_eq!(game.take_back(), Err(NoTakeback::NothingPlayed));
                    break;
                };
                assert_eq!(game.take_back(), Ok(last));
                assert_eq!(format!("{game:?}"), before, "{terms}");
                assert_eq!(game.outcome(), None);
                match last {
                    Some(_) => turns += 1,
                    None => declared += 1,
                }
            }
        }
    }
    assert!(FEW || turns > 3_000, "{turns} turns taken back");
    assert!(FEW || declared > 100, "{declared} declared ends taken back");
}

#[test]
fn a_game_with_turns_taken_back_ends_like_one_without() {
    let mut random = Random::seeded(28);
    let mut repetitions = 0;
    for _ in 0..rounds(300, 1) {
        let terms = sample::game_terms(&mut random);
        let mut game = any_game(&mut random, &terms);
        while game.outcome().is_none() {
            play_any(&mut random, &mut game);
            if random.percent(20) {
                game.take_back().unwrap();
            }
        }
        let mut straight = Game::new(*game.rules(), *game.start());
        for turn in game.history().turns() {
            assert_eq!(straight.outcome(), None, "{terms}");
            straight.play(&turn).unwrap();
        }
        assert_eq!(straight.outcome(), game.outcome(), "{terms}");
        assert_eq!(straight.position(), game.position());
        repetitions += usize::from(game.outcome() == Some(Outcome::Drawn(Draw::Repetition)));
    }
    assert!(
        FEW || repetitions > 20,
        "{repetitions} games drawn by repetition"
    );
}

#[test]
fn no_turn_is_taken_back_where_the_rules_forbid_it() {
    let mut random = Random::seeded(25);
    for _ in 0..rounds(50, 1) {
        let terms = format!("takeback=no,{}", sample::game_terms(&mut random));
        let mut game = any_game(&mut random, &terms);
        assert_eq!(game.rules().takeback, Takeback::No);
        for _ in 0..rounds(20, 3) {
            let before = format!("{game:?}");
            assert_eq!(game.take_back(), Err(NoTakeback::Forbidden));
            assert_eq!(format!("{game:?}"), before);
            if game.outcome().is_none() {
                play_any(&mut random, &mut game);
            }
        }
    }
}

#[test]
fn a_refused_turn_leaves_the_game_as_it_was() {
    let mut random = Random::seeded(26);
    let mut refused = 0;
    for _ in 0..rounds(100, 1) {
        let terms = sample::game_terms(&mut random);
        let mut game = any_game(&mut random, &terms);
        for _ in 0..rounds(30, 5) {
            let listed: Vec<Turn> = turns(game.position(), game.rules())
                .iter()
                .map(|pair| pair.0)
                .collect();
            let turn = near_miss(&mut random, game.position(), &listed);
            let before = format!("{game:?}");
            if game.play(&turn).is_err() {
                assert_eq!(format!("{game:?}"), before);
                refused += 1;
            }
        }
    }
    assert!(FEW || refused > 1_000, "{refused}");
}

/// How many turns a game has at most.
const LONGEST: usize = 512;

const TAKES: [Option<Take>; 3] = [None, Some(Take::Approach), Some(Take::Withdrawal)];

/// Shows a check a number of positions: of random play from starts and from scattered stones, on all
/// boards, under random rules, and in the middle of chains.
fn explore(seed: u64, positions: usize, mut check: impl FnMut(&mut Random, &Position, &Rules)) {
    let mut random = Random::seeded(seed);
    let mut shown = 0;
    loop {
        let terms = sample::play_terms(&mut random);
        let game = any_game(&mut random, &terms);
        let (rules, mut position) = (*game.rules(), *game.start());
        for _ in 0..40 {
            if shown >= positions {
                return;
            }
            check(&mut random, &position, &rules);
            shown += 1;
            let turns = turns(&position, &rules);
            if turns.is_empty() {
                break;
            }
            let (turn, after) = random.pick(&turns);
            let mut here = position;
            let done = position.chain().map_or(0, Turn::len);
            let captures = turn.steps().filter(|step| step.take.is_some());
            for step in captures.skip(done) {
                here = here.step(&rules, step).unwrap();
                check(&mut random, &here, &rules);
                shown += 1;
            }
            position = after;
        }
    }
}

/// A game from the start of a board or from scattered stones.
fn any_game(random: &mut Random, text: &str) -> Game {
    let terms = terms(text);
    let board = random.pick(&Board::ALL);
    let start = if random.percent(60) {
        position(&sample::scatter(random, board), &terms)
    } else {
        match terms.capturer {
            Some(capturer) => Position::vela(board, capturer),
            None => Position::riatra(board, random.pick(&Side::BOTH)),
        }
    };
    // A game may be taken up in the middle of a chain.
    let first = steps(&start, &terms.rules).first().map(|legal| legal.step);
    let start = match first {
        Some(step) if step.take.is_some() && random.percent(15) => {
            start.step(&terms.rules, step).unwrap()
        }
        _ => start,
    };
    Game::new(terms.rules, start)
}

/// Plays a random turn in a game that is not over. Of a few turns it takes one that captures nothing
/// and leaves nothing to capture, if it finds one: otherwise games would end long before they repeat.
fn play_any(random: &mut Random, game: &mut Game) -> Turn {
    let captures = |turn: &Turn| turn.steps().any(|step| step.take.is_some());
    let rules = game.rules();
    let turns = turns(game.position(), rules);
    let few: Vec<(Turn, Position)> = (0..5).map(|_| random.pick(&turns)).collect();
    let peaceful = few.iter().copied().find(|(turn, after)| {
        let reply = steps(after, rules);
        !captures(turn) && reply.iter().all(|reply| reply.row.is_empty())
    });
    let (turn, after) = peaceful.unwrap_or(few[0]);
    game.play(&turn).unwrap();
    assert_eq!(*game.position(), after);
    turn
}

/// The occurrence of a position that draws, if one does.
fn repetition(rules: &Rules) -> Option<u16> {
    match rules.repetition {
        Repetition::Off | Repetition::Offer => None,
        Repetition::At(number) => Some(number),
    }
}

/// The number of turns without a capture that draws, if one does.
fn quiet_turns(rules: &Rules) -> Option<u16> {
    match rules.quiet {
        Quiet::Off => None,
        Quiet::At(number) => Some(number),
    }
}

/// The draw that is offered with the last turn of a game, if the position has occurred so often.
fn offered(game: &Game, times: u16) -> Option<Draw> {
    let (rules, position) = (game.rules(), game.position());
    let stones = position.stones();
    let is_one_each = stones.white.len() == 1 && stones.black.len() == 1;
    let captures = |(turn, _): &(Turn, Position)| turn.steps().any(|step| step.take.is_some());
    let is_barren = is_one_each && !turns(position, rules).iter().any(captures);
    if game.outcome().is_some() {
        None
    } else if rules.one_each == OneEach::Offer && is_barren {
        Some(Draw::OneEach)
    } else {
        let is_offered = rules.repetition == Repetition::Offer && times >= 3;
        is_offered.then_some(Draw::Repetition)
    }
}

/// A turn that is almost one of those listed, or wholly made up, or by chance one of them.
fn near_miss(random: &mut Random, position: &Position, listed: &[Turn]) -> Turn {
    let any_point = |random: &mut Random| random.pick(&Point::all().collect::<Vec<_>>());
    let (mut origin, mut steps) = if listed.is_empty() || random.percent(10) {
        (any_point(random), Vec::new())
    } else {
        let turn = random.pick(listed);
        let steps = turn.steps().map(|step| (step.to, step.take));
        (turn.origin(), steps.collect::<Vec<_>>())
    };
    for _ in 0..=random.below(2) {
        let last = steps.last().map_or(origin, |step| step.0);
        let place = random.below(steps.len().max(1));
        match random.below(9) {
            0 => origin = any_point(random),
            1 => {
                let stones = position.stones();
                let stones = stones.white | stones.black;
                origin = random.pick(&stones.iter().collect::<Vec<_>>());
            }
            2 | 3 if !steps.is_empty() => steps[place].1 = random.pick(&TAKES),
            4 if !steps.is_empty() => {
                steps.remove(place);
            }
            5 if !steps.is_empty() => steps.truncate(place),
            6 if !steps.is_empty() => steps[place].0 = any_point(random),
            7 => steps.push((any_point(random), random.pick(&TAKES))),
            _ => {
                let direction = random.pick(&Direction::ALL);
                if let Some(to) = neighbour(last, direction) {
                    steps.push((to, random.pick(&TAKES)));
                }
            }
        }
    }
    let mut turn = Turn::from(origin);
    for (to, take) in steps {
        turn.push(to, take);
    }
    turn
}
