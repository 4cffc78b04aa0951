//! Hands that do something wrong and put it right.

use crate::draft::{Act, Draft};
use crate::plain;
use crate::plan::{Heed, Pace, Play};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::lines::{Direction, neighbour};
use fanorona_board::rules::options::Takeback;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Turn;

/// For how long a stone is off that is put straight,
const STRAIGHT: (usize, usize) = (20, 120);
/// and one that was touched to be played.
pub const TOUCHED: (usize, usize) = (180, 1500);

/// One to five stones are knocked over in mid-turn, and put back by the lights or from memory.
pub fn knocks(draft: &mut Draft) -> Option<()> {
    let heed = draft.random.percent(50).then_some(Heed::Sense);
    knocked(draft, heed)
}

/// The same by hands that do what the lights ask, point by point, also with the mover in the hand.
pub fn knocks_to_the_letter(draft: &mut Draft) -> Option<()> {
    knocked(draft, Some(Heed::Letter))
}

fn knocked(draft: &mut Draft, heed: Option<Heed>) -> Option<()> {
    draft.plan.legal = false;
    let play = draft.any()?;
    let acts = draft.acts(&play);
    let pace = Pace::any(draft.random);
    let when = draft.random.below(acts.len());
    draft.perform(&play, &acts[..when], pace);
    let spared = play.turn.visited() | play.victims();
    // Either before the next movement, or with the mover in the hand.
    let (lifted, rest) = match acts[when] {
        Act::Step(step) if draft.random.percent(50) => {
            draft.lift(&play, step.from);
            draft.pause(pace);
            (Some(step), &acts[when + 1..])
        }
        _ => (None, &acts[when..]),
    };
    knock_over(draft, spared, heed);
    if let Some(step) = lifted {
        draft.place(&play, step.to);
        draft.pause(pace);
    }
    draft.perform(&play, rest, pace);
    Some(())
}

fn knock_over(draft: &mut Draft, spared: PointSet, heed: Option<Heed>) {
    let before = draft.reeds();
    let mut stones: Vec<Point> = (draft.standing() - spared).iter().collect();
    if stones.is_empty() {
        return;
    }
    // An elbow knocks over what stands together.
    let middle = draft.random.pick(&stones);
    let apart = |point: &Point| {
        let files = point.file().abs_diff(middle.file());
        files.max(point.rank().abs_diff(middle.rank()))
    };
    stones.sort_by_key(apart);
    stones.truncate(1 + draft.random.below(5));
    let mut rolled = Vec::new();
    for &stone in &stones {
        draft.stray_lift(stone);
        let next = draft.between(0, 60);
        draft.wait(next);
        let side = Side::BOTH[usize::from(before.black.contains(stone))];
        let free = neighbour(stone, draft.random.pick(&Direction::ALL));
        let free = free.filter(|&point| !draft.standing().contains(point));
        if let Some(point) = free.filter(|_| draft.random.percent(20)) {
            draft.stray_place(point, side);
            rolled.push(point);
        }
    }
    let notice = draft.between(600, 2000);
    draft.wait(notice);
    match heed {
        Some(heed) => draft.follow(before, heed),
        None => put_back(draft, &rolled, &mut stones, before.black),
    }
    let then = draft.between(300, 1200);
    draft.wait(then);
}

/// Takes away what has rolled somewhere, and puts all stones back in any order.
fn put_back(draft: &mut Draft, rolled: &[Point], stones: &mut [Point], black: PointSet) {
    for &point in rolled {
        draft.stray_lift(point);
        let then = draft.between(200, 900);
        draft.wait(then);
    }
    draft.random.shuffle(stones);
    for &mut stone in stones {
        draft.stray_place(stone, Side::BOTH[usize::from(black.contains(stone))]);
        let then = draft.between(200, 900);
        draft.wait(then);
    }
}

/// Stones of the row that is not meant are taken first, and put back.
pub fn wrong_row(draft: &mut Draft) -> Option<()> {
    draft.plan.legal = false;
    let rules = *draft.before.rules();
    let position = draft.position();
    let all = crate::common::turns(&position, &rules);
    let other = |turn: &Turn| {
        let first = turn.steps().next().expect("a step");
        all.iter().find(|(other, _)| {
            let step = other.steps().next().expect("a step");
            (step.from, step.to) == (first.from, first.to) && step.take != first.take
        })
    };
    let play = draft.choose(|turn, _| other(turn).is_some())?;
    let (other, after) = other(&play.turn).expect("it was chosen by that");
    let wrong = Play::new(0, &rules, position, *other, *after).steps[0].1;
    let pace = Pace::any(draft.random);
    let first = play.steps[0].0;
    draft.step(&play, first, pace);
    take_and_return(draft, &play, wrong, pace);
    let mut acts = draft.acts(&play);
    acts.retain(|act| !matches!(act, Act::Step(step) if *step == first));
    draft.perform(&play, &acts, pace);
    Some(())
}

/// An enemy stone beside the row is taken too, and put back.
pub fn too_many(draft: &mut Draft) -> Option<()> {
    draft.plan.legal = false;
    let play = draft.capture()?;
    let others = play.after.stones()[!play.side()] - play.turn.visited();
    let near = |point: &Point| {
        let around = Direction::ALL.into_iter();
        let mut around = around.filter_map(|direction| neighbour(*point, direction));
        around.any(|point| play.victims().contains(point))
    };
    let near: PointSet = others.iter().filter(near).collect();
    draft.plan.is_proper = !near.is_empty();
    let pace = Pace::any(draft.random);
    let acts = draft.acts(&play);
    let last = acts.iter().rposition(|act| matches!(act, Act::Step(_)))?;
    let when = last + 1 + draft.random.below(acts.len() - last);
    draft.perform(&play, &acts[..when], pace);
    take_and_return(draft, &play, near, pace);
    draft.perform(&play, &acts[when..], pace);
    Some(())
}

/// Takes one or two of these enemy stones, and puts them back a little later.
fn take_and_return(draft: &mut Draft, play: &Play, stones: PointSet, pace: Pace) {
    let mut stones: Vec<Point> = (stones & draft.standing()).iter().collect();
    draft.random.shuffle(&mut stones);
    stones.truncate(1 + draft.random.below(2));
    for &stone in &stones {
        draft.stray_lift(stone);
        draft.pause(pace);
    }
    let notice = draft.between(300, 2000);
    draft.wait(notice);
    for &stone in &stones {
        draft.stray_place(stone, !play.side());
        draft.pause(pace);
    }
}

/// The mover is put on a victim's point, as in chess, and then where it belongs.
pub fn chess(draft: &mut Draft) -> Option<()> {
    draft.plan.legal = false;
    let play = draft.capture()?;
    let (first, row) = play.steps[0];
    let near = |point: &Point| {
        let files = point.file().abs_diff(first.from.file());
        files.max(point.rank().abs_diff(first.from.rank()))
    };
    let victim = row.iter().min_by_key(near)?;
    let pace = Pace::any(draft.random);
    draft.lift(&play, first.from);
    draft.pause(pace);
    draft.lift(&play, victim);
    draft.pause(pace);
    draft.stray_place(victim, play.side());
    let notice = draft.between(300, 2500);
    draft.wait(notice);
    draft.stray_lift(victim);
    draft.pause(pace);
    draft.place(&play, first.to);
    draft.pause(pace);
    let mut acts = draft.acts(&play);
    acts.retain(|act| match act {
        Act::Step(step) => *step != first,
        Act::Take(point) => *point != victim,
    });
    draft.perform(&play, &acts, pace);
    Some(())
}

/// A turn that has stood for half a second is corrected to another of the same stone; the reply follows.
pub fn corrected(draft: &mut Draft) -> Option<()> {
    if draft.before.rules().takeback == Takeback::No {
        return None;
    }
    draft.plan.legal = false;
    let (position, rules) = (draft.position(), *draft.before.rules());
    let all = crate::common::turns(&position, &rules);
    let single = |turn: &Turn| turn.len() == 1;
    let other = |turn: &Turn| {
        let same = |other: &Turn| other.origin() == turn.origin() && other.end() != turn.end();
        all.iter().find(|(other, _)| same(other) && single(other))
    };
    let play = draft.choose(|turn, _| single(turn) && other(turn).is_some())?;
    let (wrong, after) = other(&play.turn).expect("it was chosen by that");
    let wrong = Play::new(play.index, &rules, position, *wrong, *after);
    let pace = Pace::any(draft.random);
    let origin = play.turn.origin();
    draft.lift(&play, origin);
    draft.pause(pace);
    draft.stray_place(wrong.turn.end(), play.side());
    draft.pause(pace);
    for point in wrong.victims() {
        draft.stray_lift(point);
        draft.pause(pace);
    }
    let stood = draft.between(400, 800);
    draft.wait(stood);
    for point in wrong.victims() {
        draft.stray_place(point, !play.side());
        draft.pause(pace);
    }
    draft.stray_lift(wrong.turn.end());
    draft.pause(pace);
    if draft.random.percent(30) {
        draft.stray_place(origin, play.side());
        draft.pause(pace);
        draft.stray_lift(origin);
        draft.pause(pace);
    }
    draft.place(&play, play.turn.end());
    draft.pause(pace);
    for point in play.victims() {
        draft.take(&play, point, pace);
    }
    let reply = draft.between(80, 500);
    draft.wait(reply);
    let _ = plain::turn(draft, pace);
    Some(())
}

/// Where a stone that was touched must be played: one is lifted, put back and then played; or another is tried before, which
/// may not move; or one is only put straight, which binds nobody.
pub fn touched(draft: &mut Draft) -> Option<()> {
    let play = draft.any()?;
    let origin = play.turn.origin();
    let others = draft.position().stones()[play.side()] - PointSet::of(origin);
    let others: Vec<Point> = others.iter().collect();
    let other = (!others.is_empty()).then(|| draft.random.pick(&others));
    let way = draft.random.below(4);
    match other.filter(|_| way >= 2) {
        Some(other) if way == 3 => adjust(draft, &play, other, STRAIGHT),
        other => {
            adjust(draft, &play, origin, TOUCHED);
            if let Some(other) = other {
                draft.plan.legal = false;
                adjust(draft, &play, other, TOUCHED);
            }
        }
    }
    let acts = draft.acts(&play);
    let pace = Pace::any(draft.random);
    draft.perform(&play, &acts, pace);
    Some(())
}

/// Lifts a stone of the player and puts it back.
fn adjust(draft: &mut Draft, play: &Play, point: Point, (least, most): (usize, usize)) {
    draft.stray_lift(point);
    let off = draft.between(least, most);
    draft.wait(off);
    draft.stray_place(point, play.side());
    let then = draft.between(80, 1500);
    draft.wait(then);
}
