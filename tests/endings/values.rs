//! What the tables say: held against a plain solution, against known counts, and against the turns of each position.

use super::common::figure;
use super::common::random::Random;
use super::is_all;
use super::plain::Solution;
use super::tables::{
    RULES, before, ending, five, four, placement, position, random, rank, written,
};
use fanorona_board::engine::endings::layout::Placement;
use fanorona_board::engine::endings::{Ending, Endings};
use fanorona_board::rules::position::Position;
use serde_json::{Value, json};

#[test]
fn every_ending_of_few_stones_is_as_a_plain_solution_has_it() {
    let stones = if is_all() { 4 } else { 3 };
    let solution = Solution::up_to(stones);
    let tables = four();
    let mut stored = 0;
    for (number, &at) in solution.positions.iter().enumerate() {
        let expected = solution.ending(number);
        if let Some(known) = tables.look_up(at) {
            assert!(known.is_exact);
            assert_eq!(known.ending, expected, "{at:?}");
            stored += 1;
        }
        assert_eq!(
            ending(tables, &position(at.own, at.enemy)),
            expected,
            "{at:?}"
        );
    }
    assert!(stored > 30_000, "{stored}");
    if is_all() {
        figure::record("endings.held", solution.positions.len());
    }
}

/// Counts as `tests/data/endings.json` has them.
#[derive(Default)]
struct Tally {
    won: u64,
    drawn: u64,
    lost: u64,
    longest: [u8; 2],
}

impl Tally {
    fn add(&mut self, ending: Ending) {
        match ending {
            Ending::Won(plies) => {
                self.won += 1;
                self.longest[0] = self.longest[0].max(plies);
            }
            Ending::Drawn => self.drawn += 1,
            Ending::Lost(plies) => {
                self.lost += 1;
                self.longest[1] = self.longest[1].max(plies);
            }
        }
    }

    fn counts(&self) -> Value {
        json!({ "win": self.won, "draw": self.drawn, "loss": self.lost })
    }
}

/// Calls `visit` with every placement of so many stones of the side to move, and of the other.
fn for_each(own: u32, enemy: u32, mut visit: impl FnMut(Placement)) {
    let sets = |size: u32| {
        let mut next = (1u64 << size) - 1;
        std::iter::from_fn(move || {
            let set = next;
            let carried = set + (set & set.wrapping_neg());
            next = carried | ((set ^ carried) / (set & set.wrapping_neg())) >> 2;
            (set < 1 << 45).then_some(set)
        })
    };
    for own in sets(own) {
        for enemy in sets(enemy).filter(|enemy| own & enemy == 0) {
            visit(Placement { own, enemy });
        }
    }
}

#[test]
fn as_many_are_won_drawn_and_lost_as_others_have_counted() {
    let data: Value = serde_json::from_str(include_str!("../data/endings.json")).unwrap();
    let tables = four();
    let mut tried = 0;
    for (name, expected) in data["counts"].as_object().unwrap() {
        let (own, enemy) = name.split_once('v').unwrap();
        let [own, enemy] = [own, enemy].map(|number| number.parse().unwrap());
        // What the tables do not have themselves takes longer.
        let is_stored = own >= enemy;
        if !is_stored && !is_all() && own + enemy > 3 {
            continue;
        }
        let (mut all, mut quiet) = (Tally::default(), Tally::default());
        for_each(own, enemy, |at| {
            let has_capture = at.has_capture();
            if has_capture && is_stored && !is_all() && own + enemy > 3 {
                return;
            }
            let found = ending(tables, &position(at.own, at.enemy));
            all.add(found);
            if !has_capture {
                quiet.add(found);
            }
        });
        assert_eq!(quiet.counts(), expected["no_capture"], "{name}");
        if is_all() || own + enemy <= 3 {
            assert_eq!(all.counts(), expected["all"], "{name}");
            let [win, loss] = all.longest;
            assert_eq!(
                (json!(win), json!(loss)),
                (
                    expected["longest_win"].clone(),
                    expected["longest_loss"].clone()
                )
            );
        }
        tried += 1;
    }
    assert!(tried >= 5, "{tried}");
}

/// Whether a position ends as the best of its turns does.
fn is_as_its_turns(tables: Endings, position: &Position) -> bool {
    let mut best: Option<Ending> = None;
    position.for_each_turn(&RULES, |_, after| {
        let after = before(ending(tables, after));
        if best.is_none_or(|best| rank(best) < rank(after)) {
            best = Some(after);
        }
    });
    ending(tables, position) == best.unwrap_or(Ending::Lost(0))
}

#[test]
fn endings_are_as_good_as_their_best_turns() {
    let mut dice = Random::seeded(15);
    for (own, enemy) in [(2, 2), (3, 1), (1, 3)] {
        for _ in 0..1000 {
            let position = random(&mut dice, own, enemy);
            assert!(is_as_its_turns(four(), &position), "{position}");
        }
    }
}

#[test]
fn a_position_ends_as_its_images_do() {
    let tables = four();
    let mut dice = Random::seeded(16);
    for _ in 0..2000 {
        let position = random(&mut dice, 2, 2);
        let Placement { own, enemy } = placement(&position);
        // Turned round.
        let turn = |set: u64| set.reverse_bits() >> 19;
        let turned = Placement {
            own: turn(own),
            enemy: turn(enemy),
        };
        assert_eq!(
            tables.look_up(turned),
            tables.look_up(Placement { own, enemy })
        );
    }
}

#[test]
fn many_endings_of_five_stones_are_as_good_as_their_best_turns() {
    if !is_all() {
        return;
    }
    let [usual, exact] = five();
    let mut dice = Random::seeded(17);
    let mut tried = 0;
    for (own, enemy) in [(3, 2), (2, 3), (4, 1), (1, 4)] {
        for _ in 0..50_000 {
            let position = random(&mut dice, own, enemy);
            assert!(is_as_its_turns(exact, &position), "{position}");
            let at = placement(&position);
            if let (Some(usual), Some(exact)) = (usual.look_up(at), exact.look_up(at)) {
                assert_eq!(usual.ending.symbol(3), exact.ending.symbol(3), "{position}");
                assert!(exact.is_exact && !usual.is_exact);
            }
            tried += 1;
        }
    }
    figure::record("endings.sample", tried);
    figure::record("endings.bytes", written(5, 3).len());
}
