//! What the points have seen of a turn.

use heapless::Vec;

use crate::point::{Point, PointSet};
use crate::time::Millis;

/// The touches of the points in their order, and when each point changed.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Touches that have ended.
    touches: Vec<Touch, { Evidence::TOUCHES }>,
    /// Points that closed at least once.
    touched: PointSet,
    /// Points that opened at least once.
    lifted: PointSet,
    /// When each point closed last.
    closed_at: [Millis; Point::COUNT],
    /// When each point opened first.
    opened_at: [Millis; Point::COUNT],
}

/// A stone was on a point for a while.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// The point.
    pub point: Point,
    /// When it ended.
    pub ended: Millis,
    /// For how long, in milliseconds.
    pub stayed: u16,
}

impl Evidence {
    /// How many touches are remembered: more than the longest chain has steps. Beyond that the
    /// shortest is forgotten, which says least.
    const TOUCHES: usize = 32;

    /// Nothing seen yet.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            touches: Vec::new(),
            touched: PointSet::EMPTY,
            lifted: PointSet::EMPTY,
            closed_at: [Millis(0); Point::COUNT],
            opened_at: [Millis(0); Point::COUNT],
        }
    }

    /// Notes that a point has closed or opened.
    pub fn note(&mut self, point: Point, closed: bool, now: Millis) {
        let i = point.index();
        if closed {
            self.touched.add(point);
            self.closed_at[i] = now;
            return;
        }
        if self.lifted.insert(point) {
            self.opened_at[i] = now;
        }
        if self.touched.contains(point) {
            let stayed = u16::try_from((now - self.closed_at[i]).0).unwrap_or(u16::MAX);
            self.remember(Touch {
                point,
                ended: now,
                stayed,
            });
        }
    }

    fn remember(&mut self, touch: Touch) {
        if self.touches.is_full() {
            let stays = self.touches.iter().map(|touch| touch.stayed).enumerate();
            if let Some((shortest, _)) = stays.min_by_key(|&(_, stayed)| stayed) {
                self.touches.remove(shortest);
            }
        }
        let _ = self.touches.push(touch);
    }

    /// Touches that have ended, in the order in which they did.
    #[must_use]
    pub fn touches(&self) -> &[Touch] {
        &self.touches
    }

    /// Points that opened at least once.
    #[must_use]
    pub const fn lifted(&self) -> PointSet {
        self.lifted
    }

    /// Points that closed at least once.
    #[must_use]
    pub const fn touched(&self) -> PointSet {
        self.touched
    }

    /// Whether the point has opened, and when that was first.
    #[must_use]
    pub fn opened(&self, point: Point) -> Option<Millis> {
        self.lifted
            .contains(point)
            .then(|| self.opened_at[point.index()])
    }

    /// When the point opened last.
    #[must_use]
    pub fn left(&self, point: Point) -> Option<Millis> {
        let mut touches = self.touches.iter().rev();
        let touch = touches.find(|touch| touch.point == point);
        touch.map(|touch| touch.ended).or(self.opened(point))
    }

    /// Whether the point has closed, and when that was last.
    #[must_use]
    pub fn closed(&self, point: Point) -> Option<Millis> {
        self.touched
            .contains(point)
            .then(|| self.closed_at[point.index()])
    }
}
