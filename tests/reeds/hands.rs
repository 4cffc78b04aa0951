//! Plain hands: a turn as a list of movements and pauses.

use crate::common::random::Random;
use crate::common::rows;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::turn::Turn;

#[derive(Clone, Copy, Debug)]
pub enum Act {
    Lift(Point),
    Place(Point),
}

/// When stones are taken off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    First,
    AfterEachStep,
    Last,
}

/// What hands do to play a turn, each with the pause after it.
pub fn movements(
    random: &mut Random,
    start: &Position,
    rules: &Rules,
    turn: &Turn,
) -> Vec<(Act, u64)> {
    let order = random.pick(&[
        Order::First,
        Order::AfterEachStep,
        Order::AfterEachStep,
        Order::Last,
    ]);
    let steps = rows(start, rules, turn);
    let all = steps
        .iter()
        .fold(PointSet::EMPTY, |all, (_, row)| all | *row);
    let mut standing = all;
    let mut acts = Vec::new();
    let take =
        |acts: &mut Vec<Act>, standing: &mut PointSet, row: PointSet, random: &mut Random| {
            let mut row: Vec<Point> = (row & *standing).iter().collect();
            random.shuffle(&mut row);
            for point in row {
                standing.discard(point);
                acts.push(Act::Lift(point));
            }
        };
    if order == Order::First {
        take(&mut acts, &mut standing, all, random);
    }
    for (step, row) in steps {
        acts.push(Act::Lift(step.from));
        // What stands where the stone lands goes first.
        take(&mut acts, &mut standing, PointSet::of(step.to), random);
        acts.push(Act::Place(step.to));
        if order == Order::AfterEachStep {
            take(&mut acts, &mut standing, row, random);
        }
    }
    take(&mut acts, &mut standing, all, random);
    let (least, span) = random.pick(&[(60, 150), (170, 400), (170, 400), (400, 900)]);
    let pause = |act| (act, least + random.below(span) as u64);
    acts.into_iter().map(pause).collect()
}

/// Whether a turn could have gone on.
pub fn goes_on(start: &Position, rules: &Rules, turn: &Turn) -> bool {
    let mut at = *start;
    for step in turn.steps() {
        at = at.step(rules, step).expect("a legal turn");
    }
    at.chain().is_some()
}
