//! How well each reed works while it still does: how long it bounces, and how often it drops out.
//!
//! What a reed does is told in *movements*: from its first flip until it has been still for [`STILL`] samples. One that
//! ends otherwise than it began is a stone that came or went, and its flips are bounces. One that ends as it began was a
//! touch in passing if the reed is open, and a drop-out if it is closed, or several: each time that a reed which was closed
//! has closed again for ten samples.

use core::fmt;

use heapless::Vec;

use crate::point::{Point, PointSet};

/// Samples without a flip that end a movement. Shorter openings are no lifts.
pub const STILL: u8 = 60;
/// Samples after which a reed that has closed again does not bounce any more: what opened it was a drop-out, and is over.
const CLOSED: u8 = 10;
/// How many reeds are watched at a time. A hand moves one or two stones; of a board that is swept, not all are measured.
const WATCHED: usize = 6;
/// The longest bounce that is told apart, in samples.
const LONGEST: u8 = 63;
/// A new bounce counts for one part in so many of what is learnt, and the unit of that is as small a part of a sample.
const WEIGHT: u8 = 4;
/// How many reeds are told of.
pub const WORST: usize = 5;

/// What a reed has done, from its first flip to its last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Movement {
    /// The reed.
    pub point: Point,
    /// Whether it was closed before.
    pub was_closed: bool,
    /// Whether it is closed now.
    pub is_closed: bool,
    /// Samples from its first flip to its last.
    pub bounce: u8,
    /// Another reed that was as this one before, and flipped at the same time.
    pub company: Option<Point>,
}

/// How a reed works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margin {
    /// The reed.
    pub point: Point,
    /// How long it usually bounces when a stone lands, in samples.
    pub bounce: u8,
    /// How often it has opened for a moment while a stone stood there.
    pub drops: u8,
}

/// Writes `e3 bounce=4ms drops=2`.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self {
            point,
            bounce,
            drops,
        } = self;
        write!(f, "{point} bounce={bounce}ms drops={drops}")
    }
}

/// A reed that moves.
#[derive(Clone, Copy, Debug)]
struct Moving {
    movement: Movement,
    /// Samples since its first flip, and since its last.
    age: u8,
    still: u8,
}

/// What was learnt of all reeds since power-on.
#[derive(Clone, Debug)]
pub struct Margins {
    bounce: [u8; Point::COUNT],
    drops: [u8; Point::COUNT],
    moving: Vec<Moving, WATCHED>,
}

impl Margins {
    /// Nothing is known.
    pub const NEW: Self = Self {
        bounce: [0; Point::COUNT],
        drops: [0; Point::COUNT],
        moving: Vec::new(),
    };

    /// Whether a reed moves, so that every sample counts.
    #[must_use]
    pub fn is_measuring(&self) -> bool {
        !self.moving.is_empty()
    }

    /// Takes a sample, with the picture that had settled before it; calls `ended` for every movement that has ended.
    pub fn watch(&mut self, closed: PointSet, settled: PointSet, mut ended: impl FnMut(Movement)) {
        let Self { moving, drops, .. } = self;
        for moving in moving {
            let is_closed = closed.contains(moving.movement.point);
            moving.age = moving.age.saturating_add(1);
            moving.still += 1;
            if is_closed != moving.movement.is_closed {
                moving.movement.is_closed = is_closed;
                moving.movement.bounce = moving.age;
                moving.still = 0;
            }
            if moving.still == CLOSED && moving.movement.was_closed && is_closed {
                let drops = &mut drops[moving.movement.point.index()];
                *drops = drops.saturating_add(1);
            }
        }
        let begun = (closed - settled) | (settled - closed);
        for point in begun {
            self.begin(point, closed.contains(point));
        }
        while let Some(at) = self.moving.iter().position(|it| it.still >= STILL) {
            let Moving { movement, .. } = self.moving.swap_remove(at);
            self.learn(movement);
            ended(movement);
        }
    }

    /// Watches a reed that has flipped, unless it is watched already, or too many are.
    fn begin(&mut self, point: Point, is_closed: bool) {
        if self.moving.iter().any(|it| it.movement.point == point) {
            return;
        }
        let mut company = None;
        let before = self.moving.iter_mut().map(|it| &mut it.movement);
        for other in before.filter(|other| other.was_closed != is_closed) {
            other.company = other.company.or(Some(point));
            company = company.or(Some(other.point));
        }
        let _ = self.moving.push(Moving {
            movement: Movement {
                point,
                was_closed: !is_closed,
                is_closed,
                bounce: 0,
                company,
            },
            age: 0,
            still: 0,
        });
    }

    fn learn(&mut self, movement: Movement) {
        let at = movement.point.index();
        if !movement.was_closed && movement.is_closed {
            let usual = &mut self.bounce[at];
            *usual = *usual - *usual / WEIGHT + movement.bounce.min(LONGEST);
        }
    }

    /// The reeds with the narrowest margins, the worst first: those that drop out most often, and of equals those that
    /// bounce longest. A reed of which nothing is to be told is none of them.
    #[must_use]
    pub fn worst(&self) -> Vec<Margin, WORST> {
        let mut worst = Vec::<Margin, WORST>::new();
        let margins = Point::all().map(|point| Margin {
            point,
            bounce: self.bounce[point.index()] / WEIGHT,
            drops: self.drops[point.index()],
        });
        for margin in margins.filter(|it| it.drops > 0 || it.bounce > 0) {
            let is_better = |it: &Margin| (it.drops, it.bounce) < (margin.drops, margin.bounce);
            let place = worst.iter().position(is_better).unwrap_or(worst.len());
            if worst.is_full() && place < WORST {
                worst.pop();
            }
            // Where it is not one of the worst, there is no room for it.
            let _ = worst.insert(place, margin);
        }
        worst
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::{String, ToString};
    use std::vec;

    use super::*;
    use crate::sense::debounce::Debounce;

    /// Reeds with what watches them.
    struct Reeds {
        margins: Margins,
        debounce: Debounce,
        said: vec::Vec<Movement>,
    }

    impl Reeds {
        fn new() -> Self {
            Self {
                margins: Margins::NEW,
                debounce: Debounce::new(),
                said: vec![],
            }
        }

        fn hold(&mut self, closed: PointSet, samples: usize) {
            for _ in 0..samples {
                let settled = self.debounce.settled();
                self.debounce.sample(closed);
                if closed != settled || self.margins.is_measuring() {
                    let said = &mut self.said;
                    self.margins
                        .watch(closed, settled, |movement| said.push(movement));
                }
            }
        }

        /// What a point does: for so many samples open, for so many closed, and so on.
        fn spans(&mut self, point: Point, spans: &[usize]) {
            for (i, &span) in spans.iter().enumerate() {
                let closed = if i % 2 == 0 {
                    PointSet::EMPTY
                } else {
                    PointSet::of(point)
                };
                self.hold(closed, span);
            }
        }

        fn worst(&self) -> String {
            let worst = self.margins.worst();
            let told = worst
                .iter()
                .map(|it| std::format!("{} {} {}", it.point, it.bounce, it.drops));
            told.collect::<vec::Vec<_>>().join(", ")
        }
    }

    fn point(name: &str) -> Point {
        Point::find(name).unwrap()
    }

    #[test]
    fn a_clean_landing_and_a_clean_lift_have_no_bounce() {
        let mut reeds = Reeds::new();
        reeds.spans(Point::CENTRE, &[100, 500, 500]);
        let ends = reeds
            .said
            .iter()
            .map(|it| (it.was_closed, it.is_closed, it.bounce, it.company));
        assert_eq!(
            ends.collect::<vec::Vec<_>>(),
            [(false, true, 0, None), (true, false, 0, None)]
        );
        assert_eq!(reeds.worst(), "");
        assert!(!reeds.margins.is_measuring());
    }

    #[test]
    fn a_bounce_lasts_from_the_first_flip_to_the_last() {
        let mut reeds = Reeds::new();
        reeds.spans(Point::CENTRE, &[100, 2, 5, 1, 4, 500]);
        assert_eq!(reeds.said.len(), 1);
        assert_eq!(reeds.said[0].bounce, 12);
        // Once may be an accident.
        assert_eq!(reeds.worst(), "e3 3 0");
        for _ in 0..20 {
            reeds.spans(Point::CENTRE, &[500, 2, 5, 1, 4, 500]);
        }
        assert_eq!(reeds.worst(), "e3 12 0");
    }

    #[test]
    fn an_opening_below_sixty_samples_is_a_drop_out_and_a_longer_one_a_lift() {
        let mut reeds = Reeds::new();
        for opening in [1, 2, 30, 59] {
            reeds.spans(Point::CENTRE, &[0, 500, opening, 500]);
        }
        assert_eq!(reeds.worst(), "e3 0 4");
        reeds.spans(Point::CENTRE, &[61, 500, 500]);
        assert_eq!(reeds.worst(), "e3 0 4");
    }

    #[test]
    fn each_of_many_drop_outs_counts_however_close_they_are() {
        let mut reeds = Reeds::new();
        reeds.spans(Point::CENTRE, &[0, 500]);
        for _ in 0..210 {
            reeds.spans(Point::CENTRE, &[20, 40]);
        }
        reeds.hold(PointSet::of(Point::CENTRE), 500);
        assert_eq!(reeds.worst(), "e3 0 210");
        for _ in 0..100 {
            reeds.spans(Point::CENTRE, &[20, 40]);
        }
        assert_eq!(reeds.worst(), "e3 0 255");
    }

    #[test]
    fn a_lift_after_drop_outs_is_none_and_they_count() {
        let mut reeds = Reeds::new();
        reeds.spans(Point::CENTRE, &[0, 500, 20, 40, 20, 40, 500]);
        assert_eq!(reeds.said.len(), 2);
        assert_eq!(reeds.worst(), "e3 0 2");
    }

    #[test]
    fn bounces_are_no_drop_outs() {
        let mut reeds = Reeds::new();
        for _ in 0..8 {
            // A stone lands and is lifted, and both bounce.
            reeds.spans(Point::CENTRE, &[100, 2, 3, 9, 5, 500, 3, 9, 2, 1, 500]);
        }
        assert_eq!(reeds.worst(), "e3 17 0");
        // So does a reed that has dropped out, when it closes again.
        reeds.spans(Point::CENTRE, &[0, 500, 20, 3, 2, 5, 1, 500]);
        assert!(reeds.worst().ends_with(" 1"), "{}", reeds.worst());
    }

    #[test]
    fn a_touch_in_passing_is_nothing() {
        let mut reeds = Reeds::new();
        reeds.spans(Point::CENTRE, &[100, 40, 500, 1, 500]);
        assert_eq!(reeds.said.len(), 2);
        assert_eq!(reeds.worst(), "");
    }

    #[test]
    fn a_neighbour_that_flips_at_the_same_time_is_company_and_one_that_opens_instead_is_not() {
        let (d3, e3) = (PointSet::of(point("d3")), PointSet::of(point("e3")));
        let mut reeds = Reeds::new();
        reeds.hold(d3, 5);
        reeds.hold(d3 | e3, 500);
        let both = reeds.said.iter().map(|it| (it.point, it.company));
        assert_eq!(
            both.collect::<vec::Vec<_>>(),
            [
                (point("d3"), Some(point("e3"))),
                (point("e3"), Some(point("d3")))
            ]
        );
        reeds.hold(PointSet::EMPTY, 500);
        reeds.hold(d3, 500);
        reeds.said.clear();
        // A slide.
        reeds.hold(d3 | e3, 20);
        reeds.hold(e3, 500);
        assert!(reeds.said.iter().all(|it| it.company.is_none()));
        assert_eq!(reeds.said.len(), 2);
    }

    #[test]
    fn the_worst_five_come_first_and_no_others() {
        let mut reeds = Reeds::new();
        for (i, point) in Point::all().enumerate() {
            for _ in 0..i % 8 {
                reeds.spans(point, &[0, 500, 2, 500]);
            }
            reeds.hold(PointSet::EMPTY, 500);
        }
        assert_eq!(reeds.worst(), "b3 0 7, d1 0 7, e4 0 7, g2 0 7, h5 0 7");
        reeds.spans(point("c1"), &[0, 3, 2, 5, 500]);
        for _ in 0..8 {
            reeds.spans(point("c1"), &[0, 500, 2, 500]);
        }
        assert!(reeds.worst().starts_with("c1 "), "{}", reeds.worst());
        assert_eq!(reeds.margins.worst().len(), WORST);
    }

    #[test]
    fn of_a_board_that_is_swept_a_few_reeds_are_measured() {
        let mut reeds = Reeds::new();
        reeds.hold(PointSet::ALL, 500);
        assert_eq!(reeds.said.len(), WATCHED);
        reeds.hold(PointSet::EMPTY, 500);
        assert_eq!(reeds.said.len(), 2 * WATCHED);
        let at = reeds.said[0].point.to_string();
        assert_eq!(at, "a1");
    }
}
