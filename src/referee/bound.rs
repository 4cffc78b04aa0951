//! What a player cannot change any more in a turn that is under way.
//!
//! Few rules bind, so nothing of it is inlined: the memory of what must be fast is full.

use crate::point::Point;
use crate::rules::turn::Turn;

/// How a turn has to begin: with this stone, which has to come by the points on which it has stood at rest. What it takes on
/// the way stays open, and how it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound(Turn);

impl Bound {
    /// The stone on this point was touched, and must move.
    #[must_use]
    pub const fn touched(stone: Point) -> Self {
        Self(Turn::from(stone))
    }

    /// A turn has stood at rest as far as this, and before that as it is bound.
    #[must_use]
    #[inline(never)]
    pub fn rested(before: Option<Self>, turn: &Turn) -> Self {
        let before = before.filter(|before| before.origin() == turn.origin());
        let mut bound = before.map_or(Turn::from(turn.origin()), |before| before.0);
        if bound.end() != turn.end() {
            bound.push(turn.end(), None);
        }
        Self(bound)
    }

    /// The stone.
    #[must_use]
    pub const fn origin(&self) -> Point {
        self.0.origin()
    }

    /// On how many points it has stood at rest.
    #[must_use]
    pub const fn rests(&self) -> usize {
        self.0.len()
    }

    /// Whether a turn, as far as it has come, is as it is bound to be.
    #[must_use]
    #[inline(never)]
    pub fn allows(&self, turn: &Turn) -> bool {
        let mut points = turn.points();
        let mut rests = self.0.points();
        self.origin() == turn.origin() && rests.all(|rest| points.any(|point| point == rest))
    }

    /// How many steps of a turn have to stay: up to the last point on which it has stood at rest.
    #[must_use]
    #[inline(never)]
    pub fn stays(&self, turn: &Turn) -> usize {
        let place = turn.points().position(|point| point == self.0.end());
        place.map_or(0, |place| place + 1)
    }

    /// The same without the last point on which the stone has stood at rest; none, if there is no such point.
    #[must_use]
    #[inline(never)]
    pub fn less(mut self) -> Option<Self> {
        if self.0.is_empty() {
            return None;
        }
        self.0.pop();
        Some(self)
    }
}
