//! Steps, and the turns that consist of them.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::point::{Point, PointSet};
use crate::rules::board::Board;

/// Which of the two rows a capturing step takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Take {
    /// The row ahead of the stone.
    Approach,
    /// The row behind the stone.
    Withdrawal,
}

impl Take {
    /// Both, in the order of their letters.
    pub const BOTH: [Self; 2] = [Self::Approach, Self::Withdrawal];

    /// The letter in the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Approach => 'A',
            Self::Withdrawal => 'W',
        }
    }
}

/// A stone's way along one line to the next point, with the row it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Where the stone stands before the step.
    pub from: Point,
    /// Where the stone lands.
    pub to: Point,
    /// The row that the step takes; none in a paika.
    pub take: Option<Take>,
}

/// A legal step and the stones it takes off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LegalStep {
    /// The step.
    pub step: Step,
    /// The stones that it takes.
    pub row: PointSet,
}

/// A turn, or the beginning of one: where the stone started and where it landed, step by step.
///
/// ```
/// use fanorona_board::rules::board::Board;
/// use fanorona_board::rules::turn::Take;
///
/// let turn = Board::Tsivy.read_turn("d3-e3A-f4W")?;
/// assert_eq!(Board::Tsivy.text(&turn).to_string(), "d3e3Af4W");
/// assert_eq!((turn.origin().to_string(), turn.end().to_string()), ("d3".into(), "f4".into()));
/// let takes: Vec<_> = turn.steps().map(|step| step.take).collect();
/// assert_eq!(takes, [Some(Take::Approach), Some(Take::Withdrawal)]);
///
/// // Whether a turn is legal, a position says; what is no turn at all is refused where it goes wrong.
/// assert_eq!(
///     Board::Telo.read_turn("a1d4").unwrap_err().to_string(),
///     "column 3: expected a point of telo, a1 to c3"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Turns are ordered as their texts are, bytewise.
#[derive(Clone, Copy)]
pub struct Turn {
    origin: Point,
    /// The first `len` places count; the others may hold anything.
    landings: [Landing; Turn::MAX_STEPS],
    len: u8,
}

/// Where a step lands and what it takes, in a byte: four times the number of the point, plus 0 for a paika, 1 for an
/// approach, 2 for a withdrawal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Landing(u8);

impl Landing {
    const fn new(to: Point, take: Option<Take>) -> Self {
        let code = match take {
            None => 0,
            Some(Take::Approach) => 1,
            Some(Take::Withdrawal) => 2,
        };
        #[allow(clippy::cast_possible_truncation)] // 44 * 4 + 2 fits
        Self((to.index() * 4 + code) as u8)
    }

    const fn to(self) -> Point {
        Point::new(self.0 / 4).expect("made from a point")
    }

    const fn take(self) -> Option<Take> {
        match self.0 % 4 {
            0 => None,
            1 => Some(Take::Approach),
            _ => Some(Take::Withdrawal),
        }
    }
}

impl Turn {
    /// The most steps that a turn can have: every step of a chain takes at least one of at most 22 stones.
    pub const MAX_STEPS: usize = 22;

    /// The beginning of a turn of the stone on this point.
    #[must_use]
    pub const fn from(origin: Point) -> Self {
        Self {
            origin,
            landings: [Landing(0); Self::MAX_STEPS],
            len: 0,
        }
    }

    /// The point where the stone stood before the turn.
    #[must_use]
    pub const fn origin(&self) -> Point {
        self.origin
    }

    /// Where the stone stands after the first step.
    #[must_use]
    pub fn landing(&self) -> Point {
        self.landings()
            .first()
            .map_or(self.origin, |landing| landing.to())
    }

    /// Where the stone stands after the last step.
    #[must_use]
    pub fn end(&self) -> Point {
        self.landings()
            .last()
            .map_or(self.origin, |landing| landing.to())
    }

    /// The number of steps.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no step yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a step; returns whether there was room for it.
    pub fn push(&mut self, to: Point, take: Option<Take>) -> bool {
        let Some(place) = self.landings.get_mut(usize::from(self.len)) else {
            return false;
        };
        *place = Landing::new(to, take);
        self.len += 1;
        true
    }

    /// Takes the last step back.
    pub fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    /// The steps in order.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let mut from = self.origin;
        self.landings().iter().map(move |landing| {
            let step = Step {
                from,
                to: landing.to(),
                take: landing.take(),
            };
            from = step.to;
            step
        })
    }

    /// All points that the stone has been on, the origin included.
    #[must_use]
    pub fn visited(&self) -> PointSet {
        self.steps().map(|step| step.to).collect::<PointSet>() | PointSet::of(self.origin)
    }

    /// Whether this turn begins with all the steps of another.
    #[must_use]
    pub fn starts_with(&self, other: &Self) -> bool {
        self.origin == other.origin && self.landings().starts_with(other.landings())
    }

    /// The points on which the stone has landed, in their order.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.landings().iter().map(|landing| landing.to())
    }

    fn landings(&self) -> &[Landing] {
        &self.landings[..usize::from(self.len)]
    }
}

impl PartialEq for Turn {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Turn {}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Turn {
    fn cmp(&self, other: &Self) -> Ordering {
        self.origin
            .cmp(&other.origin)
            .then_with(|| self.landings().cmp(other.landings()))
    }
}

impl Hash for Turn {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.origin.hash(state);
        self.landings().hash(state);
    }
}

/// Writes the turn with the panel's points.
impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", Board::Tsivy.text(self))
    }
}
