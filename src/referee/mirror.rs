//! Two turns that leave the same picture: a chain that goes on, and the reply to its being stopped.
//!
//! Where x, y, s are on a line and y is empty, the mover may go on from x to y and take s; or the chain ends on x, and
//! s goes to y and takes x. Presence cannot tell them apart: the order of the hands decides, and who knows better says so.

use core::ops::ControlFlow;

use crate::point::PointSet;
use crate::referee::cost::SLID;
use crate::referee::log::Later;
use crate::referee::picture::Picture;
use crate::referee::readings::{Complete, goes_on};
use crate::referee::story::Scene;
use crate::rules::options::Rules;
use crate::rules::position::Position;
use crate::rules::turn::Turn;

/// A chain that ended a step earlier, and the reply to it.
pub struct Replied {
    /// The shorter chain.
    pub chain: Turn,
    /// The position after it.
    pub stopped: Position,
    /// The reply.
    pub reply: Complete,
}

/// The reply that leaves the same picture as the last step of a turn.
pub fn as_reply(rules: &Rules, start: &Position, turn: &Turn, picture: Picture) -> Option<Replied> {
    let mut chain = *turn;
    chain.pop();
    let stopped = start.play(rules, &chain).ok()?;
    let reply = find(rules, &stopped, picture, |_| true)?;
    Some(Replied {
        chain,
        stopped,
        reply,
    })
}

/// The chain that goes on from a turn and leaves the same picture as the reply to it.
pub fn as_chain(
    rules: &Rules,
    start: &Position,
    turn: &Turn,
    picture: Picture,
) -> Option<Complete> {
    find(rules, start, picture, |longer| goes_on(longer, turn))
}

/// Whether a stone of the other side was lifted before the stone of a chain landed where it is now: that may have been the reply.
#[inline(never)]
pub fn moved_first(scene: &Scene, later: &Later, chain: &Turn) -> bool {
    let landed = scene.log.closed(later.share, chain.end());
    let others = scene.base.stones()[!scene.base.side()];
    let lifted = others
        .iter()
        .filter_map(|point| scene.log.opened(later.share, point));
    lifted
        .min()
        .zip(landed)
        .is_some_and(|(lifted, landed)| lifted < landed + SLID)
}

/// The first turn that leaves a picture.
fn find(
    rules: &Rules,
    start: &Position,
    picture: Picture,
    fits: impl Fn(&Turn) -> bool,
) -> Option<Complete> {
    let found = start.try_for_each_turn(rules, |turn, after| {
        if picture.shows(after.occupied()) && fits(turn) {
            ControlFlow::Break(Complete {
                turn: *turn,
                after: *after,
                // It is said to be over.
                targets: PointSet::EMPTY,
            })
        } else {
            ControlFlow::Continue(())
        }
    });
    found.break_value()
}
