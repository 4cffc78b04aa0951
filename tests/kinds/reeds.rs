//! What reeds make of hands: slides as the model of the reeds has them, and drop-outs.

use crate::draft::{Act, Draft};
use crate::plain;
use crate::plan::{Deed, Pace, Play};
use fanorona_board::point::Point;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Step;

/// Stones slide from point to point: mostly a gap, along a rank sometimes both points at once.
pub fn slide(draft: &mut Draft) -> Option<()> {
    let play = draft.any()?;
    let pace = Pace::any(draft.random);
    for act in draft.acts(&play) {
        match act {
            Act::Step(step) => slid(draft, &play, step, pace),
            Act::Take(point) => draft.take(&play, point, pace),
        }
    }
    Some(())
}

fn slid(draft: &mut Draft, play: &Play, step: Step, pace: Pace) {
    if step.from.rank() == step.to.rank() {
        along_rank(draft, play, step);
    } else {
        let is_file = step.from.file() == step.to.file();
        let (least, most) = if is_file { (15, 100) } else { (33, 190) };
        draft.lift(play, step.from);
        let gap = draft.between(least, most);
        draft.wait(gap);
        draft.place(play, step.to);
    }
    draft.pause(pace);
}

/// From 6 ms of overlap to 21 ms of gap, and a blink of one of the two reeds over its dead line.
fn along_rank(draft: &mut Draft, play: &Play, step: Step) {
    let leaves = draft.random.percent(50);
    if leaves {
        blink(draft, play, step.from);
    }
    let gap = draft.between(0, 27);
    if gap < 6 {
        draft.place(play, step.to);
        draft.wait(6 - gap);
        draft.lift(play, step.from);
    } else {
        draft.lift(play, step.from);
        draft.wait(gap - 6);
        draft.place(play, step.to);
    }
    if !leaves {
        let lobe = draft.between(18, 90);
        draft.wait(lobe);
        blink(draft, play, step.to);
    }
}

fn blink(draft: &mut Draft, play: &Play, point: Point) {
    draft.stray_lift(point);
    let blink = draft.between(1, 6);
    draft.wait(blink);
    draft.stray_place(point, play.side());
    let lobe = draft.between(18, 90);
    draft.wait(lobe);
}

/// All reeds drop out, rarely.
pub fn dropouts(draft: &mut Draft) -> Option<()> {
    plain::base(draft)?;
    for _ in 0..draft.between(1, 3) {
        let points: Vec<Point> = draft.position().occupied().iter().collect();
        let point = draft.random.pick(&points);
        let end = usize::try_from(draft.now).expect("short");
        let at = draft.below(end.max(1));
        drop_out(draft, point, at);
    }
    Some(())
}

/// One reed drops out often.
pub fn flicker(draft: &mut Draft) -> Option<()> {
    plain::base(draft)?;
    let stands = draft.before.position().occupied() | draft.position().occupied();
    let points: Vec<Point> = stands.iter().collect();
    let point = draft.random.pick(&points);
    let end = draft.now;
    let mut at = draft.between(0, 500);
    while at < end {
        drop_out(draft, point, at);
        at += draft.between(200, 1200);
    }
    Some(())
}

/// A reed opens for 20 to 60 ms, if it is closed all that time.
fn drop_out(draft: &mut Draft, point: Point, at: u64) {
    let span = draft.between(20, 60);
    let Some(side) = draft.closed_between(point, at.saturating_sub(10), at + span + 10) else {
        return;
    };
    let end = draft.now;
    draft.now = at;
    draft.stray_lift(point);
    draft.now = at + span;
    draft.stray_place(point, side);
    draft.now = end;
}

impl Draft<'_> {
    /// The side of the stone on a point, if it stands there all the time.
    fn closed_between(&self, point: Point, from: u64, to: u64) -> Option<Side> {
        let stones = self.before.position().stones();
        let sides = Side::BOTH;
        let mut stands = sides.into_iter().find(|&side| stones[side].contains(point));
        let mut beats = self.plan.beats.clone();
        beats.sort_by_key(|beat| beat.at);
        for beat in beats.iter().filter(|beat| beat.at < to) {
            let change = match beat.deed {
                Deed::Lift(it) if it == point => None,
                Deed::Place(it, side) if it == point => Some(side),
                _ => continue,
            };
            if beat.at > from {
                return None;
            }
            stands = change;
        }
        stands
    }
}
