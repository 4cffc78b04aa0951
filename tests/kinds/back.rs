//! Back to an earlier position, or to the start.

use crate::draft::Draft;
use crate::plan::Pace;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Takeback;
use fanorona_board::rules::side::{BySide, Side};

/// How long the board asks before it gives a game up, and more.
const QUESTION: u64 = 4500;
/// How many turns the board remembers.
const REMEMBERED: usize = 9;

/// One to three turns are taken back at once, the stones in any order.
pub fn takeback(draft: &mut Draft) -> Option<()> {
    let before = draft.before;
    let played = before.history().len();
    let allowed = before.rules().takeback == Takeback::Yes;
    if !allowed || played == 0 || draft.random.percent(60) {
        return draft.instead();
    }
    draft.plan.legal = false;
    let back = 1 + draft.random.below(played.min(3));
    let mut goal = Game::new(*before.rules(), *before.start());
    for turn in before.history().turns().take(played - back) {
        goal.play(&turn).expect("a legal turn");
    }
    let pace = Pace::any(draft.random);
    let stones = goal.position().stones();
    restore(draft, stones, pace);
    // Several turns to the start at once may mean that the game is given up: the board asks.
    let start = before.start().board().start();
    if back > 1 && stones == start {
        draft.plan.puts_up = true;
        draft.plan.rest = QUESTION;
    }
    draft.plan.goal = goal;
    Some(())
}

/// The start is put up again in the middle of a game, with mistakes on the way.
pub fn abandon(draft: &mut Draft) -> Option<()> {
    let before = draft.before;
    let played = before.history().len();
    if played == 0 || draft.random.percent(70) {
        return draft.instead();
    }
    draft.plan.legal = false;
    let start = before.start();
    let goal = draft.fresh.stones();
    let remembered = before.rules().takeback == Takeback::Yes && played <= REMEMBERED;
    // What comes to the same as taking all turns back is read so.
    let same = start.stones() == goal && remembered;
    let goal_start = if same { *start } else { draft.fresh };
    let free: Vec<Point> = (!(goal.white | goal.black | draft.standing()))
        .iter()
        .collect();
    let stray = (!free.is_empty()).then(|| draft.random.pick(&free));
    if let Some(point) = stray {
        draft.stray_place(point, Side::White);
        draft.pause(Pace::STEADY);
    }
    let late = misplaced(draft, goal);
    let most = draft.random.pick(&[200, 200, 900]);
    restore(draft, late, Pace::of(20, most));
    let notice = draft.between(300, 2000);
    draft.wait(notice);
    restore(draft, goal, Pace::STEADY);
    draft.plan.goal = Game::new(*before.rules(), goal_start);
    draft.plan.puts_up = true;
    draft.plan.rest = QUESTION;
    Some(())
}

/// The start with one of the stones forgotten whose points are empty. (Who exchanges a stone once the start stands has
/// given the game up: reeds feel no colour.)
fn misplaced(draft: &mut Draft, mut goal: BySide<PointSet>) -> BySide<PointSet> {
    let missing = (goal.white | goal.black) - draft.standing();
    let missing: Vec<Point> = missing.iter().collect();
    if !missing.is_empty() {
        let point = draft.random.pick(&missing);
        goal.white.discard(point);
        goal.black.discard(point);
    }
    goal
}

/// Brings the board to a position in any order; wrong colours go first. A start may stand on the way.
fn restore(draft: &mut Draft, goal: BySide<PointSet>, pace: Pace) {
    let reeds = draft.reeds();
    let start = draft.before.start().board().start();
    for point in (reeds.white & goal.black) | (reeds.black & goal.white) {
        draft.stray_lift(point);
        draft.pause(pace);
    }
    let (stands, all) = (draft.standing(), goal.white | goal.black);
    let mut points: Vec<Point> = ((stands - all) | (all - stands)).iter().collect();
    draft.random.shuffle(&mut points);
    for point in points {
        if stands.contains(point) {
            draft.stray_lift(point);
        } else {
            let side = Side::BOTH[usize::from(goal.black.contains(point))];
            draft.stray_place(point, side);
        }
        draft.plan.puts_up |= draft.standing() == start.both();
        draft.pause(pace);
    }
}
