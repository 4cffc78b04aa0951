//! The turn that was completed last, and the reply to it.

use crate::point::{Point, PointSet};
use crate::referee::evidence::Evidence;
use crate::referee::readings::{Account, Complete, Mover, OpenTurn};
use crate::rules::options::{Rules, Takeback};
use crate::rules::turn::Turn;
use crate::time::Millis;

/// The time that a stone must have stood to be tapped,
const TAP_STOOD: Millis = Millis(200);
/// and the time that a tap must last.
const TAP_OFF: Millis = Millis(50);
/// How much odder another reading of a turn that has passed may be than a reply under way.
const DOUBT: u32 = 20;
/// What makes another reading of a turn that has passed too odd.
const ODD: u32 = 30;

/// A turn that is complete.
#[derive(Clone, Debug)]
pub struct Last {
    pub turn: Turn,
    /// What was odd about it.
    pub cost: u32,
    /// Where its chain could go on.
    pub targets: PointSet,
    /// The reply, as far as it has come.
    pub reply: OpenTurn,
    /// Since when it is complete.
    pub since: Millis,
    pub passed: Passed,
    /// When its stone was lifted again, with nothing else changed since it was complete.
    pub tapped_at: Option<Millis>,
    /// Whether another point has changed since it was complete.
    pub disturbed: bool,
    /// Whether the board has been at rest since it was complete.
    pub rested: bool,
    /// Whether a player has said how it is to be read.
    pub said: bool,
}

/// Whether a turn has passed, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// It may still go on.
    No,
    /// It has, because it cannot go on or because the reply shows it.
    Seen,
    /// The player said so, with a tap or a button.
    Told,
}

/// Which of the two open turns a picture belongs to.
pub enum Choice {
    Old(Account),
    New(Account),
    Neither,
}

impl Last {
    /// Notes that a point has changed, and what the picture is now.
    pub fn note(&mut self, point: Point, picture: PointSet, now: Millis) {
        let closed = picture.contains(point);
        self.reply.evidence.note(point, closed, now);
        if point != self.turn.end() {
            self.disturbed = true;
        } else if !closed {
            self.tapped_at = (!self.disturbed && now - self.since >= TAP_STOOD).then_some(now);
        } else if self.passed == Passed::No && picture == self.reply.picture() {
            let tapped = self
                .tapped_at
                .is_some_and(|at| !self.disturbed && now - at >= TAP_OFF);
            if tapped {
                self.passed = Passed::Told;
            }
            // The mover has landed again: what was touched meanwhile was its way.
            self.since = now;
            self.disturbed = false;
            self.reply.evidence = Evidence::none();
        }
    }

    pub fn new(complete: Complete, now: Millis) -> Self {
        Self {
            turn: complete.turn,
            cost: complete.cost,
            targets: complete.targets,
            reply: OpenTurn::new(complete.after),
            since: now,
            passed: Passed::No,
            tapped_at: None,
            disturbed: false,
            rested: false,
            said: false,
        }
    }

    /// Whether a picture belongs to this turn or to the reply.
    pub fn choose(&self, old: Option<Account>, new: Option<Account>, at_rest: bool) -> Choice {
        let (old, new) = match (old, new) {
            (None, None) => return Choice::Neither,
            (Some(old), None) => return Choice::Old(old),
            (None, Some(new)) => return Choice::New(new),
            (Some(old), Some(new)) => (old, new),
        };
        let other = old.complete.filter(|complete| complete.turn != self.turn);
        let is_another = other.is_some_and(|other| !other.turn.starts_with(&self.turn));
        let has_moved_on = old.reach > self.turn.len() || old.complete.is_some();
        let is_old = match self.passed {
            // At rest another turn that is complete explains more than a reply that is not.
            Passed::No if at_rest && is_another && new.complete.is_none() => true,
            // Unless the mover has moved on, a reply that is complete explains more than it.
            Passed::No if new.complete.is_some() && !has_moved_on => false,
            Passed::No => self.goes_on(&new),
            // It waits for the reply; but at rest another complete turn may explain more than a
            // stone in a hand does.
            Passed::Seen => {
                let is_likelier = at_rest
                    && new.complete.is_none()
                    && old.oddity < self.cost + new.oddity + DOUBT;
                other.is_some_and(|other| {
                    let goes_on = other.turn.starts_with(&self.turn);
                    // After a rest a stone that is lifted is the reply's, and not one more to be taken.
                    is_likelier
                        && if goes_on {
                            self.goes_on(&new)
                        } else {
                            !self.rested
                        }
                })
            }
            Passed::Told => false,
        };
        if is_old {
            Choice::Old(old)
        } else {
            Choice::New(new)
        }
    }

    /// Whether hands that could be either go on with the chain, or play the reply.
    ///
    /// They look alike where x, y, s are on a line and y is empty: the mover may go from x to y and
    /// take s, or the reply from s to y and take x. It is the reply if x was not lifted, or if s was
    /// lifted first and landed before x was taken off.
    fn goes_on(&self, reply: &Account) -> bool {
        let evidence = &self.reply.evidence;
        let Some(lifted) = evidence.opened(self.turn.end()) else {
            return false;
        };
        let first = reply
            .origins
            .iter()
            .filter_map(|point| evidence.opened(point));
        let first = first.min();
        let landed = match reply.mover {
            Mover::Placed | Mover::Sliding => {
                reply.at.iter().filter_map(|at| evidence.closed(at)).min()
            }
            Mover::Waiting | Mover::Lifted => None,
        };
        first.is_none_or(|first| lifted < first) || landed.is_none_or(|landed| landed > lifted)
    }
}

/// Whether a turn that has passed may be read anew like this: going on if the rules say that turns
/// stay; else also taken back, or played in another way, if that is not much odder than the turn was
/// or its stone has left the place where it ended.
pub fn may_mend(rules: &Rules, last: &Last, account: &Account, picture: PointSet) -> bool {
    let stays = rules.takeback == Takeback::No;
    // No stone that is off speaks for a paika.
    let is_paika = last.turn.steps().all(|step| step.take.is_none());
    let end = last.turn.end();
    // The same stone in the same place has taken another row.
    let stays_there = account.at == PointSet::of(end);
    let has_left = !picture.contains(end);
    let is_likely = is_paika || stays_there || has_left || account.oddity <= last.cost + ODD;
    if account.goes_on_from(&last.turn) {
        true
    } else if account.early {
        false
    } else if account.at == account.origins {
        !stays
    } else {
        is_likely && !(stays && last.rested)
    }
}
