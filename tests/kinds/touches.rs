//! Stones that close points which they do not stand on.

use crate::draft::{Act, Draft};
use crate::plain;
use crate::plan::{Pace, Play};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::lines::{Direction, neighbour};
use fanorona_board::rules::options::{Takeback, Touch};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Step;

/// Points around a point on which nothing stands, strokes of the board or not.
fn free_around(draft: &Draft, point: Point) -> Vec<Point> {
    let stands = draft.standing();
    let around = Direction::ALL.into_iter();
    let around = around.filter_map(|direction| neighbour(point, direction));
    around.filter(|&point| !stands.contains(point)).collect()
}

/// Captured stones are dragged over points on their way out, sometimes several in one hand.
pub fn drag(draft: &mut Draft) -> Option<()> {
    let play = draft.capture()?;
    draft.plan.is_proper = !play.victims().is_empty();
    let pace = Pace::any(draft.random);
    let acts = draft.acts(&play);
    for (i, act) in acts.iter().enumerate() {
        match *act {
            Act::Step(step) => draft.step(&play, step, pace),
            Act::Take(point) => {
                draft.lift(&play, point);
                let more = matches!(acts.get(i + 1), Some(Act::Take(_)));
                if more && draft.random.percent(40) {
                    let next = draft.between(60, 250);
                    draft.wait(next);
                } else {
                    drag_out(draft, &play, point);
                    draft.pause(pace);
                }
            }
        }
    }
    Some(())
}

/// Over up to four points towards one edge.
fn drag_out(draft: &mut Draft, play: &Play, from: Point) {
    let direction = draft.random.pick(&Direction::ALL);
    let mut at = from;
    for _ in 0..draft.between(1, 4) {
        let gap = draft.between(10, 80);
        draft.wait(gap);
        let Some(next) = neighbour(at, direction) else {
            return;
        };
        at = next;
        if !draft.standing().contains(at) {
            let span = draft.between(20, 150);
            draft.touch(at, !play.side(), span);
        }
    }
}

/// The mover hovers low over several points on which it could land.
pub fn hover(draft: &mut Draft) -> Option<()> {
    let play = draft.any()?;
    let pace = Pace::any(draft.random);
    let mut at = play.start;
    for act in draft.acts(&play) {
        match act {
            Act::Step(step) => {
                let over = targets(draft, &at, step);
                at = at.step(draft.before.rules(), step).expect("a legal turn");
                draft.lift(&play, step.from);
                draft.pause(pace);
                for _ in 0..draft.between(1, 3) {
                    hover_once(draft, &play, over);
                }
                draft.place(&play, step.to);
                draft.pause(pace);
            }
            Act::Take(point) => draft.take(&play, point, pace),
        }
    }
    Some(())
}

/// Where the mover could land by its next step.
fn targets(draft: &Draft, at: &Position, step: Step) -> PointSet {
    let steps = crate::common::steps(at, draft.before.rules()).into_iter();
    let own = steps.filter(|legal| legal.step.from == step.from);
    own.map(|legal| legal.step.to).collect()
}

fn hover_once(draft: &mut Draft, play: &Play, over: PointSet) {
    let stands = draft.standing();
    let rules = draft.before.rules();
    let lasts = rules.takeback == Takeback::No;
    // Where a step stays that has rested, none may rest.
    let longest = if lasts || rules.touch == Touch::Move {
        480
    } else {
        2000
    };
    // Where turns stay, none may be complete.
    let may = |point: &Point| !lasts || !is_complete(draft, play, stands | PointSet::of(*point));
    let over: Vec<Point> = (over - stands).iter().filter(may).collect();
    if over.is_empty() {
        return;
    }
    let point = draft.random.pick(&over);
    let span = draft.between(300, longest);
    draft.touch(point, play.side(), span);
    let gap = draft.between(50, 300);
    draft.wait(gap);
}

/// Whether a picture could be a turn of its own.
fn is_complete(draft: &Draft, play: &Play, picture: PointSet) -> bool {
    let turns = crate::common::turns(&play.start, draft.before.rules());
    turns.iter().any(|(_, after)| after.occupied() == picture)
}

/// A stone stands between two points and closes both, until it is adjusted.
pub fn fat(draft: &mut Draft) -> Option<()> {
    match draft.random.below(100) {
        0..20 => return beside(draft),
        20..35 => return nudge(draft),
        _ => {}
    }
    let play = draft.any()?;
    let pace = Pace::any(draft.random);
    let mut waiting: Option<(Point, u64)> = None;
    for act in draft.acts(&play) {
        match act {
            Act::Step(step) => {
                adjust(draft, &mut waiting, true);
                draft.lift(&play, step.from);
                draft.pause(pace);
                waiting = between_two(draft, &play, step);
                draft.pause(pace);
            }
            Act::Take(point) => {
                adjust(draft, &mut waiting, false);
                draft.take(&play, point, pace);
            }
        }
    }
    adjust(draft, &mut waiting, true);
    Some(())
}

/// The mover lands between two points; tells the wrong one and until when it is closed.
fn between_two(draft: &mut Draft, play: &Play, step: Step) -> Option<(Point, u64)> {
    let mut wrong = free_around(draft, step.to);
    wrong.retain(|&point| point != step.to);
    let wrong = wrong.into_iter().collect::<PointSet>() - play.turn.visited();
    let wrong: Vec<Point> = wrong.iter().collect();
    if wrong.is_empty() || draft.random.percent(30) {
        draft.place(play, step.to);
        return None;
    }
    let wrong = draft.random.pick(&wrong);
    let apart = draft.between(0, 30);
    if draft.random.percent(50) {
        draft.place(play, step.to);
        draft.wait(apart);
        draft.stray_place(wrong, play.side());
    } else {
        draft.stray_place(wrong, play.side());
        draft.wait(apart);
        draft.place(play, step.to);
    }
    let until = draft.now + draft.between(300, 3000);
    Some((wrong, until))
}

/// The stone is adjusted when its time has come; if it must be, the hand waits for that.
fn adjust(draft: &mut Draft, waiting: &mut Option<(Point, u64)>, must: bool) {
    let Some((point, until)) = *waiting else {
        return;
    };
    if must || until <= draft.now {
        draft.now = draft.now.max(until);
        draft.stray_lift(point);
        let then = draft.between(60, 300);
        draft.wait(then);
        *waiting = None;
    }
}

/// A stone that has stood off its point closes the next one for a while, and a turn is played meanwhile.
fn beside(draft: &mut Draft) -> Option<()> {
    let stones: Vec<Point> = draft.standing().iter().collect();
    let stone = draft.random.pick(&stones);
    let white = draft.position().stones().white.contains(stone);
    let side = Side::BOTH[usize::from(!white)];
    let free = free_around(draft, stone);
    let (begin, span) = (draft.between(0, 1500), draft.between(300, 3000));
    plain::base(draft)?;
    let end = draft.now;
    if !free.is_empty() {
        let point = draft.random.pick(&free);
        draft.now = begin;
        draft.touch(point, side, span);
    }
    draft.now = draft.now.max(end);
    Some(())
}

/// Some time after a turn one of the stones is put straight, and its reed opens for a moment.
fn nudge(draft: &mut Draft) -> Option<()> {
    let play = draft.any()?;
    let pace = Pace::any(draft.random);
    let acts = draft.acts(&play);
    draft.perform(&play, &acts, pace);
    let later = draft.between(100, 2500);
    draft.wait(later);
    let stones = draft.position().stones();
    let all: Vec<Point> = draft.position().occupied().iter().collect();
    let mover = draft.random.percent(50);
    let point = if mover {
        play.turn.end()
    } else {
        draft.random.pick(&all)
    };
    draft.stray_lift(point);
    let off = draft.between(20, 150);
    draft.wait(off);
    draft.stray_place(point, Side::BOTH[usize::from(stones.black.contains(point))]);
    Some(())
}
