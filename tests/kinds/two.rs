//! Two players' hands on the board at once.

use crate::draft::{Act, Draft};
use crate::plain;
use crate::plan::{Pace, Play};
use fanorona_board::point::Point;

/// Plays a turn but for some stones that it takes, at least one; tells the turn and those stones.
fn leave_some(draft: &mut Draft, most: usize) -> Option<(Play, Vec<Point>)> {
    let play = draft.capture()?;
    // Where the mover lands nothing can stand.
    let mut left: Vec<Point> = (play.victims() - play.turn.visited()).iter().collect();
    draft.random.shuffle(&mut left);
    let most = most.min(left.len());
    left.truncate(1 + draft.random.below(most.max(1)));
    let mut acts = draft.acts(&play);
    acts.retain(|act| !matches!(act, Act::Take(point) if left.contains(point)));
    let pace = Pace::any(draft.random);
    draft.perform(&play, &acts, pace);
    Some((play, left))
}

/// The reply begins before the last stone of the turn before is off; either player clears.
pub fn overlap(draft: &mut Draft) -> Option<()> {
    let (play, left) = leave_some(draft, 3)?;
    if left.is_empty() || draft.is_over() {
        draft.plan.is_proper = false;
        return Some(());
    }
    let landed = draft.now;
    let by_opponent = draft.random.percent(40);
    let pace = Pace::any(draft.random);
    // The other hand, whoever's it is.
    if by_opponent {
        draft.wait(100);
    }
    for &point in &left {
        draft.pause(pace);
        draft.lift(&play, point);
    }
    let cleared = draft.now;
    let span = usize::try_from(cleared - landed).expect("short");
    draft.now = landed + draft.below(span);
    if by_opponent && draft.random.percent(50) {
        draft.now = landed;
    }
    let pace = Pace::any(draft.random);
    plain::turn(draft, pace);
    draft.now = draft.now.max(cleared);
    Some(())
}

/// A stone is forgotten, the opponent replies, and either takes it off later.
pub fn forgotten(draft: &mut Draft) -> Option<()> {
    let (play, left) = leave_some(draft, 2)?;
    if left.is_empty() || draft.is_over() {
        draft.plan.is_proper = false;
        return Some(());
    }
    let think = if draft.random.percent(50) {
        draft.between(100, 800)
    } else {
        draft.between(800, 5000)
    };
    draft.wait(think);
    let pace = Pace::any(draft.random);
    plain::turn(draft, pace);
    let notice = draft.between(100, 4000);
    draft.wait(notice);
    for point in left {
        draft.take(&play, point, Pace::STEADY);
    }
    Some(())
}

/// A reply and the reply to it begin before the last stone of the first turn is off; whoever sees it takes it off.
pub fn three(draft: &mut Draft) -> Option<()> {
    let (play, left) = leave_some(draft, 2)?;
    if left.is_empty() || draft.is_over() {
        draft.plan.is_proper = false;
        return Some(());
    }
    let think = draft.between(0, 600);
    draft.wait(think);
    let pace = Pace::any(draft.random);
    plain::turn(draft, pace)?;
    if draft.is_over() {
        return None;
    }
    let think = draft.between(0, 600);
    draft.wait(think);
    let began = draft.now;
    let pace = Pace::any(draft.random);
    plain::turn(draft, pace)?;
    let end = draft.now;
    // After the third turn has begun, or when it stands.
    let span = usize::try_from(end - began).expect("short");
    draft.now = began + draft.between(20, span + 500);
    for point in left {
        draft.take(&play, point, Pace::STEADY);
    }
    draft.now = draft.now.max(end);
    Some(())
}
