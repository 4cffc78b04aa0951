//! How well a design works: when its reeds close, how far off-centre a stone may stand, what neighbours do.

use std::f64::consts::TAU;

use super::field::Field;
use crate::host::design::{Design, Reed};

/// A margin that is enough for a model that is trusted to 30 %.
pub const ENOUGH: f64 = 1.5;
/// By how much a reed may lie beside its place.
pub const MISPLACED: f64 = 1.0;
/// Stones farther away than this many points do not matter.
const NEAR: i8 = 3;
/// Directions in which a stone is tried to stand off-centre.
const DIRECTIONS: u8 = 24;
/// The part of what holds a reed closed that a captured stone beside the board may amount to.
const ASIDE: f64 = 0.2;

/// Fitted to published distances: the glass of a reed, its iron with leads that are cut, and which part of what it feels of
/// a stone its ampere-turns are.
const CLASSES: [(f64, f64, f64); 3] = [(7.0, 15.0, 1.5), (10.0, 18.0, 1.2), (14.0, 20.0, 0.95)];

/// Makers state ampere-turns of leads that are not cut, and cutting them raises what closes a reed. This power of the
/// iron's length is fitted to the margins that were computed for a reed of 44 mm.
const CUTTING: f64 = 0.25;

/// The class of a reed with such a glass, between those that are known, and so much iron; none outside of them.
pub fn class(glass: f64, iron: f64) -> Option<f64> {
    CLASSES.windows(2).find_map(|pair| {
        let [(short, cut, first), (long, last_cut, last)] = [pair[0], pair[1]];
        let part = (glass - short) / (long - short);
        let between = |one: f64, other: f64| one + part * (other - one);
        let is_between = (0.0..=1.0).contains(&part);
        is_between.then(|| between(first, last) * (between(cut, last_cut) / iron).powf(CUTTING))
    })
}

/// A reed under its point, and the field of one stone.
pub struct Spot {
    design: Design,
    field: Field,
    class: f64,
}

/// The margins of a design; 1 is just enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Margins {
    /// Of a reed that is to feel its stone: the least sensitive one, 1 mm out of its place, against all others.
    pub felt: f64,
    /// Of a reed that is to open when its stone leaves: the most sensitive one, in its place.
    pub reopens: f64,
    /// The same, 1 mm out of its place.
    pub reopens_misplaced: f64,
}

impl Margins {
    /// The narrower of the two.
    pub fn worst(&self) -> f64 {
        self.felt.min(self.reopens)
    }
}

/// What the other stones do to a reed at most, one way and the other.
struct Others {
    with: f64,
    against: f64,
}

impl Spot {
    /// None if nothing is known of such a reed.
    pub fn new(design: Design) -> Option<Self> {
        Some(Self {
            design,
            field: Field::new(design.magnet, design.height()),
            class: class(design.reed.glass, design.reed.iron)?,
        })
    }

    /// What the reed feels of a stone at (`x`, `y`) from its point, positive of its own stone.
    pub fn felt(&self, x: f64, y: f64) -> f64 {
        self.felt_beside(0.0, x, y)
    }

    fn felt_beside(&self, misplaced: f64, x: f64, y: f64) -> f64 {
        let middle = self.design.offset + misplaced;
        self.field.felt(self.design.reed.iron, x - middle, y)
    }

    /// What closes the most and the least sensitive reed.
    pub fn closing(&self) -> [f64; 2] {
        let Reed { least, most, .. } = self.design.reed;
        [least, most].map(|turns| self.class * turns)
    }

    /// The places of a stone that stands off-centre by `stray`, and in the centre.
    fn places(x: f64, y: f64, stray: f64) -> impl Iterator<Item = (f64, f64)> {
        let around = (0..DIRECTIONS).map(move |direction| {
            let angle = TAU * f64::from(direction) / f64::from(DIRECTIONS);
            (x + stray * angle.cos(), y + stray * angle.sin())
        });
        around.chain([(x, y)])
    }

    /// The worst set of other stones, each pushed where it does most.
    fn others(&self, misplaced: f64, stray: f64) -> Others {
        let mut others = Others {
            with: 0.0,
            against: 0.0,
        };
        for (file, rank) in
            (-NEAR..=NEAR).flat_map(|file| (-NEAR..=NEAR).map(move |rank| (file, rank)))
        {
            if (file, rank) == (0, 0) {
                continue;
            }
            let [x, y] = [file, rank].map(|steps| f64::from(steps) * self.design.pitch);
            let felt = Self::places(x, y, stray).map(|(x, y)| self.felt_beside(misplaced, x, y));
            let (low, high) = felt.fold((0.0, 0.0), |(low, high): (f64, f64), felt| {
                (low.min(felt), high.max(felt))
            });
            others.with += high;
            others.against -= low;
        }
        others
    }

    /// The margins of stones that stand off-centre by `stray`.
    pub fn margins(&self, stray: f64) -> Margins {
        let [sensitive, insensitive] = self.closing();
        let own = [-MISPLACED, 0.0, MISPLACED]
            .into_iter()
            .flat_map(|misplaced| {
                Self::places(0.0, 0.0, stray).map(move |(x, y)| (misplaced, x, y))
            });
        let own = own.map(|(misplaced, x, y)| self.felt_beside(misplaced, x, y));
        let own = own.fold(f64::INFINITY, f64::min);
        let reopens = |others: &Others| {
            sensitive * self.design.reed.drop_out / others.with.max(others.against)
        };
        let others = self.others(0.0, stray);
        let beside = [-MISPLACED, MISPLACED].map(|misplaced| self.others(misplaced, stray));
        Margins {
            felt: (own - others.against) / insensitive,
            reopens: reopens(&others),
            reopens_misplaced: beside.iter().map(reopens).fold(f64::INFINITY, f64::min),
        }
    }

    /// How far off-centre all stones may stand with a margin that is enough, in half millimetres; none if nowhere.
    pub fn tolerance(&self) -> Option<f64> {
        let strays = (0u8..).map(|half| f64::from(half) / 2.0);
        strays
            .take_while(|&stray| stray < self.design.pitch / 2.0)
            .take_while(|&stray| self.margins(stray).worst() >= ENOUGH)
            .last()
    }

    /// Where on its way along the rank, through the point, a stone closes a reed of `closing`: pairs of first and last.
    pub fn along(&self, closing: f64) -> Vec<[f64; 2]> {
        let from = -self.design.pitch;
        stretches(from, self.design.pitch + self.design.offset, |x| {
            self.felt(x, 0.0).abs() >= closing
        })
    }

    /// How far across the rank a stone closes it.
    pub fn across(&self, closing: f64) -> f64 {
        let pitch = self.design.pitch;
        let closed = stretches(0.0, pitch, |y| self.felt(0.0, y).abs() >= closing);
        closed.first().map_or(0.0, |[_, end]| *end)
    }

    /// How far beyond the outermost points a captured stone must lie, where the reeds point to and on the other side.
    pub fn aside(&self) -> [f64; 2] {
        let bound = ASIDE * self.closing()[0] * self.design.reed.drop_out;
        [1.0, -1.0].map(|way| {
            let near = stretches(0.0, 150.0, |x| self.felt(way * x, 0.0).abs() > bound);
            near.last().map_or(0.0, |[_, end]| *end)
        })
    }
}

/// From which height above the reed's axis its stone closes it, over its point, for these ampere-turns.
pub fn closing_height(design: &Design, turns: f64) -> Option<f64> {
    let closing = class(design.reed.glass, design.reed.iron)? * turns;
    let (mut low, mut high) = (0.5, 60.0);
    for _ in 0..24 {
        let height = f64::midpoint(low, high);
        let field = Field::new(design.magnet, height);
        if field.felt(design.reed.iron, -design.offset, 0.0) >= closing {
            low = height;
        } else {
            high = height;
        }
    }
    Some(low)
}

/// The stretches of a way in which something holds, to a twentieth of a millimetre.
fn stretches(from: f64, to: f64, holds: impl Fn(f64) -> bool) -> Vec<[f64; 2]> {
    const STEP: f64 = 0.05;
    let mut found: Vec<[f64; 2]> = Vec::new();
    let mut was = false;
    let places = (0u32..).map(|step| from + STEP * f64::from(step));
    for place in places.take_while(|&place| place <= to) {
        let is = holds(place);
        match found.last_mut() {
            Some(last) if is && was => last[1] = place,
            _ if is => found.push([place, place]),
            _ => {}
        }
        was = is;
    }
    found
}
