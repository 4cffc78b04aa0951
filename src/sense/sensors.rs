//! The health of the sensors: which chatter, stick or are bridged.
//!
//! It counts samples, one a millisecond, and reads no clock.

use core::fmt;

use heapless::Deque;

use crate::point::{Point, PointSet};
use crate::sense::matrix::Sample;

/// A reed flips once for a movement, and a few times more while it bounces. One that has flipped so often, less one
/// flip for each [`COOLING`], chatters.
const CHATTER: u8 = 16;
/// After so many samples one flip is forgotten: faster than any hand goes on moving a stone.
const COOLING: u8 = 16;
/// One that chatters is believed again when it has not flipped for so many samples.
const CALM: u16 = 100;
/// And it is no longer named when it has not done so for so many.
const WELL: u16 = 10_000;
/// A bridge is named when it has been seen alike in so many samples, and forgotten when it has not been in so many.
const BRIDGE: u16 = 3;
const NO_BRIDGE: u16 = 1000;
/// What settles in the first samples has not changed: it was like that before power-on.
const START: u8 = 50;
/// Points that the lights have asked for so many samples to change, and that never did, are stuck…
const PATIENCE: u32 = 20_000;
/// …unless there are more: then the players have not come to them yet.
const FEW: usize = 2;

/// What is wrong with a sensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It opens and closes by itself.
    Chatter,
    /// It never changes.
    Stuck,
    /// Its diode, or that of another in the set, conducts both ways.
    Bridged,
    /// Nothing any more.
    Over,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Chatter => "chatter",
            Self::Stuck => "stuck",
            Self::Bridged => "bridged",
            Self::Over => "well",
        })
    }
}

/// Something to be told of sensors, as `e3 chatter`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Which sensors.
    pub points: PointSet,
    /// What with them.
    pub trouble: Trouble,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.points, self.trouble)
    }
}

/// What is known of the sensors themselves.
#[derive(Clone, Debug)]
pub struct Sensors {
    /// The last sample that could be trusted.
    last: PointSet,
    /// Flips that are not forgotten yet, and the points that have any.
    flips: [u8; Point::COUNT],
    flipped: PointSet,
    /// Samples until the next flip is forgotten.
    cooling: u8,
    /// The points that chatter, and for how many samples each of them has been calm.
    chattering: PointSet,
    calm: [u16; Point::COUNT],
    /// Those of them that count as closed.
    held: PointSet,
    bridge: Bridge,
    /// Samples until the picture at power-on has settled.
    starting: u8,
    /// Points that have changed since.
    alive: PointSet,
    stuck: PointSet,
    /// Points at which the lights ask for a change, and for how many samples nothing has changed.
    asked: PointSet,
    waited: u32,
    reports: Deque<Report, 16>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bridge {
    /// One of them has it, as far as this sample goes, and for how many samples the same was seen.
    seen: PointSet,
    samples: u16,
    /// One of them has it, as far as is known.
    named: PointSet,
}

impl Default for Sensors {
    fn default() -> Self {
        Self {
            last: PointSet::EMPTY,
            flips: [0; Point::COUNT],
            flipped: PointSet::EMPTY,
            cooling: COOLING,
            chattering: PointSet::EMPTY,
            calm: [0; Point::COUNT],
            held: PointSet::EMPTY,
            bridge: Bridge::default(),
            starting: START,
            alive: PointSet::EMPTY,
            stuck: PointSet::EMPTY,
            asked: PointSet::EMPTY,
            waited: 0,
            reports: Deque::new(),
        }
    }
}

impl Sensors {
    /// Takes a sample; returns what is to be believed of it.
    ///
    /// A reed that chatters has a magnet near it, so it counts as closed. While a diode is bridged nothing is believed
    /// but what has settled before: any closed point may be a phantom then.
    pub fn believe(&mut self, sample: Sample, settled: PointSet) -> PointSet {
        self.watch_bridge(sample.bridged);
        if !sample.bridged.is_empty() {
            return settled;
        }
        let differs = (sample.closed - self.last) | (self.last - sample.closed);
        self.last = sample.closed;
        self.watch_flips(differs);
        sample.closed | self.held
    }

    /// Notes the points that have settled differently with this sample.
    pub fn settle(&mut self, changed: PointSet) {
        if self.starting > 0 {
            self.starting -= 1;
            return;
        }
        if !changed.is_empty() {
            self.alive |= changed;
            self.waited = 0;
            self.recover(self.stuck & changed);
            self.stuck -= changed;
            return;
        }
        self.waited = self.waited.saturating_add(1);
        if self.waited == PATIENCE && self.asked.len() <= FEW {
            let stuck = self.asked - self.alive - self.stuck;
            self.stuck |= stuck;
            self.report(stuck, Trouble::Stuck);
        }
    }

    /// Notes at which points the lights ask for a change now.
    pub fn ask(&mut self, points: PointSet) {
        if points != self.asked {
            self.asked = points;
            self.waited = 0;
        }
    }

    /// Points whose sensors cannot be trusted; bridged ones are told apart.
    #[must_use]
    pub fn dead(&self) -> PointSet {
        self.stuck | self.chattering
    }

    /// Points of which one has a bridged diode, as long as it shows.
    #[must_use]
    pub const fn bridged(&self) -> PointSet {
        self.bridge.named
    }

    /// Everything that is wrong now.
    pub fn troubles(&self) -> impl Iterator<Item = Report> {
        let each = |points: PointSet, trouble| {
            let one = move |point| Report {
                points: PointSet::of(point),
                trouble,
            };
            points.iter().map(one)
        };
        let bridged = Report {
            points: self.bridge.named,
            trouble: Trouble::Bridged,
        };
        each(self.chattering, Trouble::Chatter)
            .chain(each(self.stuck, Trouble::Stuck))
            .chain((!bridged.points.is_empty()).then_some(bridged))
    }

    /// The next report that nobody has read yet; the oldest are lost when nobody does.
    pub fn report_next(&mut self) -> Option<Report> {
        self.reports.pop_front()
    }

    fn watch_flips(&mut self, flips: PointSet) {
        for point in flips {
            let count = &mut self.flips[point.index()];
            *count = count.saturating_add(1).min(CHATTER);
            let chatters = *count == CHATTER;
            self.flipped.add(point);
            if chatters && self.chattering.insert(point) {
                self.report(PointSet::of(point), Trouble::Chatter);
            }
        }
        self.cooling -= 1;
        if self.cooling == 0 {
            self.cooling = COOLING;
            for point in self.flipped {
                self.flips[point.index()] -= 1;
                if self.flips[point.index()] == 0 {
                    self.flipped.discard(point);
                }
            }
        }
        for point in self.chattering {
            let calm = &mut self.calm[point.index()];
            *calm = if flips.contains(point) { 0 } else { *calm + 1 };
            if *calm < CALM {
                self.held.add(point);
            } else {
                self.held.discard(point);
            }
            if *calm == WELL {
                self.chattering.discard(point);
                self.recover(PointSet::of(point));
            }
        }
    }

    fn watch_bridge(&mut self, seen: PointSet) {
        let bridge = &mut self.bridge;
        // While a reed bounces, one scan may contradict itself: only what stays the same is evidence.
        if seen != bridge.seen {
            bridge.seen = seen;
            bridge.samples = 0;
        }
        bridge.samples = bridge.samples.saturating_add(1);
        let named = bridge.named;
        if seen.is_empty() {
            if bridge.samples == NO_BRIDGE {
                bridge.named = PointSet::EMPTY;
                self.recover(named);
            }
        } else if bridge.samples == BRIDGE {
            // Other stones clear one suspect after another.
            let both = named & seen;
            bridge.named = if both.is_empty() { seen } else { both };
            if bridge.named != named {
                let named = bridge.named;
                self.report(named, Trouble::Bridged);
            }
        }
    }

    fn recover(&mut self, points: PointSet) {
        self.report(points, Trouble::Over);
    }

    fn report(&mut self, points: PointSet, trouble: Trouble) {
        if points.is_empty() {
            return;
        }
        if self.reports.is_full() {
            self.reports.pop_front();
        }
        let _ = self.reports.push_back(Report { points, trouble });
    }
}
