//! What a self-test has found.

use core::fmt;

use heapless::Vec;

use crate::point::{Point, PointSet};
use crate::selftest::FEW;

/// The most pairs that can be swapped among [`FEW`] points.
const PAIRS: usize = FEW / 2;

/// What a self-test has found, or has found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// Points that have not been tried.
    pub untried: PointSet,
    /// Points whose reeds never close, although they were asked alone.
    pub open: PointSet,
    /// The same, of reeds that never open.
    pub closed: PointSet,
    /// Points whose reeds bounce for long.
    pub bouncing: PointSet,
    /// For how long at most, in milliseconds.
    pub bounce: u8,
    /// Points whose reeds answer a stone on a neighbour too, each with that neighbour.
    pub together: PointSet,
    /// Points of which each answers for the other.
    pub swapped: Vec<(Point, Point), PAIRS>,
}

impl Findings {
    /// Nothing is wrong, and nothing was tried.
    pub const NONE: Self = Self {
        untried: PointSet::ALL,
        open: PointSet::EMPTY,
        closed: PointSet::EMPTY,
        bouncing: PointSet::EMPTY,
        bounce: 0,
        together: PointSet::EMPTY,
        swapped: Vec::new(),
    };

    /// Points at which something is wrong.
    #[must_use]
    pub fn bad(&self) -> PointSet {
        let swapped = self.swapped.iter().flat_map(|&(one, other)| [one, other]);
        let swapped: PointSet = swapped.collect();
        self.open | self.closed | self.bouncing | self.together | swapped
    }

    /// Points that were tried, and are well.
    #[must_use]
    pub fn well(&self) -> PointSet {
        !self.untried - self.bad()
    }
}

/// Writes `45 points well`, or what is not: `41 points well; e3 open; c2,d2 swapped; a1 bounces 12 ms`.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let well = self.well().len();
        write!(f, "{well} point{} well", if well == 1 { "" } else { "s" })?;
        for (points, word) in [(self.open, "open"), (self.closed, "closed")] {
            if !points.is_empty() {
                write!(f, "; {points} {word}")?;
            }
        }
        for &(one, other) in &self.swapped {
            write!(f, "; {one},{other} swapped")?;
        }
        if !self.bouncing.is_empty() {
            write!(f, "; {} bounce {} ms", self.bouncing, self.bounce)?;
        }
        if !self.together.is_empty() {
            write!(f, "; {} together", self.together)?;
        }
        match self.untried.len() {
            0 => Ok(()),
            untried => write!(f, "; {untried} untried"),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::*;

    fn set(names: &str) -> PointSet {
        names.split(' ').filter_map(Point::find).collect()
    }

    #[test]
    fn what_is_not_well_is_named() {
        assert_eq!(Findings::NONE.to_string(), "0 points well; 45 untried");
        let mut findings = Findings {
            untried: PointSet::EMPTY,
            ..Findings::NONE
        };
        assert_eq!(findings.to_string(), "45 points well");
        findings.open = set("e3");
        findings.closed = set("b2");
        findings.bouncing = set("a1 a2");
        findings.bounce = 12;
        findings.together = set("h4 i4");
        let pair = (Point::CENTRE, Point::CENTRE);
        findings.swapped.push(pair).unwrap();
        findings.untried = set("i5");
        let told = "38 points well; e3 open; b2 closed; e3,e3 swapped; a1,a2 bounce 12 ms; h4,i4 together; 1 untried";
        assert_eq!(findings.to_string(), told);
    }
}
