//! The health of the sensors: which chatter, stick or are bridged.
//!
//! Durations are counted in samples, one a millisecond.

use core::fmt;

use heapless::Deque;

use crate::point::{Point, PointSet};
use crate::sense::matrix::Sample;
use crate::sense::wires::Harness;

/// Flips, less one for each [`COOLING`], at which a reed counts as chattering. A movement of a stone flips its reed
/// once, and a few times more while the reed bounces.
const CHATTER: u8 = 16;
/// Samples after which one flip is forgotten: faster than any hand keeps moving a stone.
const COOLING: u8 = 16;
/// Samples in which all that a reed does counts once, however often it changes. One that opens and closes five times a second
/// by itself changes in every spell; one that a hand moves hardly does so for long, nor one that drops out now and then.
const SPELL: u8 = 7 * COOLING;
/// A reed grows more restive by one with each spell in which it changes, and less by so much with any other.
const REPOSE: u8 = 4;
/// How restive a reed is that chatters slowly: after ten seconds. No hand goes on for so long without a pause.
const RESTIVE: u8 = 88;
/// Samples without a flip after which a chattering reed is believed again: longer than from flip to flip of a slow one.
const CALM: u16 = 150;
/// Samples without a flip after which a chattering reed is well.
const WELL: u16 = 10_000;
/// Samples of chatter after which its light asks whether a reed is dead…
const RESTLESS: u16 = 8000;
/// …and after which it is: no hand does that for so long.
const HOPELESS: u16 = 10_000;
/// Equal samples after which a bridge is reported.
const BRIDGE: u16 = 3;
/// Samples without a bridge after which it is forgotten.
const NO_BRIDGE: u16 = 1000;
/// Samples after power-on in which the stones on the board settle; no point counts as changed by that.
const START: u8 = 50;
/// Samples for which the lights ask in vain for a change: points that have never changed are stuck then…
const PATIENCE: u32 = 20_000;
/// …unless the lights ask at more points than this: then the players have not come to them yet.
const FEW: usize = 2;
/// …and dead then, if nothing has changed: so long their lights ask.
const BELIEF: u32 = 30_000;
/// Samples within which two points beside each other close together; a stone in the midst of play hardly ever does so.
const TOGETHER: u32 = 5;
/// Samples for which the lights ask in vain for a point that closed together with another: a stone between two points has been
/// put straight by then.
const ECHO: u32 = 6000;
/// How often a dead reed must follow its stone to be believed again.
const FOLLOWED: u8 = 3;
/// How many reeds may be dead. More would leave too little to go by.
pub const MOST_DEAD: usize = 2;

/// What is wrong with a sensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The reed opens and closes by itself.
    Chatter,
    /// The reed does not change although the lights ask for it.
    Stuck,
    /// Nothing is believed of the reed any more.
    Dead,
    /// The diode of one of the reported points conducts both ways.
    Bridged,
    /// Nothing any more: the sensor is well again.
    Over,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Chatter => "chatter",
            Self::Stuck => "stuck",
            Self::Dead => "dead",
            Self::Bridged => "bridged",
            Self::Over => "well",
        })
    }
}

/// A change in the health of sensors, such as `e3 chatter`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Which sensors.
    pub points: PointSet,
    /// What is wrong with them.
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
    /// Flips of each point that are not forgotten yet.
    flips: [u8; Point::COUNT],
    /// How restive each point is: for how much of the last seconds it has not stayed as it was.
    restive: [u8; Point::COUNT],
    /// Points that have flips, or are restive, and those that have changed in this spell.
    flipped: PointSet,
    stirred: PointSet,
    /// Samples until the spell is over, which is a multiple of those after which a flip is forgotten.
    spell: u8,
    chattering: PointSet,
    /// For each chattering point, the samples since its last flip.
    calm: [u16; Point::COUNT],
    /// The samples in which it has chattered in all,
    restless: [u16; Point::COUNT],
    /// and the points that have for long and do: their lights ask.
    suspected: PointSet,
    /// Chattering points that count as closed.
    held: PointSet,
    bridge: Bridge,
    /// Samples until the picture at power-on has settled.
    starting: u8,
    /// Points that have changed since `starting` ran out.
    alive: PointSet,
    stuck: PointSet,
    /// Points of which nothing is believed, those of them that have changed since they were looked at, and how often each
    /// has followed its stone.
    dead: PointSet,
    moved: PointSet,
    followed: [u8; MOST_DEAD],
    /// Points at which the lights ask for a change.
    asked: PointSet,
    /// Whether nothing goes on without that, so that nobody just takes their time.
    is_in_vain: bool,
    /// Samples since a point, or `asked`, has changed.
    waited: u32,
    /// Points that have closed together with another beside them, and are closed: a magnet there may close both.
    echoes: PointSet,
    /// The points that closed last, and samples since.
    arrived: PointSet,
    since: u32,
    reports: Deque<Report, 16>,
    /// How often it has changed which are well.
    stirs: u32,
    /// What is known of the wires between them.
    pub harness: Harness,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bridge {
    /// The suspects of the last sample.
    seen: PointSet,
    /// Consecutive samples with these suspects.
    samples: u16,
    /// The suspects that were reported.
    named: PointSet,
}

impl Default for Sensors {
    fn default() -> Self {
        Self::new()
    }
}

impl Sensors {
    /// Sensors of which nothing is known yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            last: PointSet::EMPTY,
            flips: [0; Point::COUNT],
            restive: [0; Point::COUNT],
            flipped: PointSet::EMPTY,
            stirred: PointSet::EMPTY,
            spell: SPELL,
            chattering: PointSet::EMPTY,
            calm: [0; Point::COUNT],
            restless: [0; Point::COUNT],
            suspected: PointSet::EMPTY,
            held: PointSet::EMPTY,
            bridge: Bridge {
                seen: PointSet::EMPTY,
                samples: 0,
                named: PointSet::EMPTY,
            },
            starting: START,
            alive: PointSet::EMPTY,
            stuck: PointSet::EMPTY,
            dead: PointSet::EMPTY,
            moved: PointSet::EMPTY,
            followed: [0; MOST_DEAD],
            asked: PointSet::EMPTY,
            is_in_vain: false,
            waited: 0,
            echoes: PointSet::EMPTY,
            arrived: PointSet::EMPTY,
            since: 0,
            reports: Deque::new(),
            stirs: 0,
            harness: Harness::NEW,
        }
    }

    /// Takes a sample; returns the points that are believed to be closed.
    ///
    /// A reed that chatters has a magnet near it, so it counts as closed. While a diode is bridged or a wire faulty any
    /// closed point may be a phantom, so the settled picture is kept.
    pub fn believe(&mut self, sample: Sample, settled: PointSet) -> PointSet {
        self.harness.watch(sample.faults);
        if !sample.faults.wires().is_empty() {
            return settled;
        }
        self.watch_bridge(sample.bridged);
        if !sample.bridged.is_empty() {
            return settled;
        }
        let differs = (sample.closed - self.last) | (self.last - sample.closed);
        self.last = sample.closed;
        self.watch_flips(differs);
        sample.closed | self.held
    }

    /// Notes the points that this sample has changed in the settled picture; tells whether a reed counts as dead from now
    /// on.
    pub fn settle(&mut self, changed: PointSet) -> bool {
        if self.starting > 0 {
            self.starting -= 1;
            return false;
        }
        if !self.suspected.is_empty() && self.give_up() {
            return true;
        }
        if !changed.is_empty() && self.note(changed) {
            return false;
        }
        self.waited = self.waited.saturating_add(1);
        self.since = self.since.saturating_add(1);
        match self.waited {
            PATIENCE => {
                self.suspect(self.asked - self.alive);
                false
            }
            BELIEF => {
                let stuck = self.stuck & self.asked;
                self.is_in_vain && !stuck.is_empty() && self.mark(stuck).is_ok()
            }
            _ => false,
        }
    }

    /// Takes reeds for dead that have chattered for too long; tells whether any is.
    #[inline(never)]
    fn give_up(&mut self) -> bool {
        let hopeless = |point: &Point| self.restless[point.index()] == HOPELESS;
        let hopeless: PointSet = self.suspected.iter().filter(hopeless).collect();
        if hopeless.is_empty() {
            return false;
        }
        // Where too many are dead it goes on as closed, and nobody is asked.
        self.suspected -= hopeless;
        self.stirs = self.stirs.wrapping_add(1);
        self.mark(hopeless).is_ok()
    }

    /// Notes that points have changed; tells whether any of them is believed.
    #[inline(never)]
    fn note(&mut self, changed: PointSet) -> bool {
        self.moved |= changed & self.dead;
        let changed = changed - self.dead;
        if changed.is_empty() {
            return false;
        }
        self.alive |= changed;
        self.stirred |= changed;
        self.watch_echoes(changed);
        self.waited = 0;
        self.recover(self.stuck & changed);
        self.stuck -= changed;
        true
    }

    /// Notes which points close together with others beside them.
    #[inline(never)]
    fn watch_echoes(&mut self, changed: PointSet) {
        self.echoes -= changed;
        let closed = changed & self.last;
        if closed.is_empty() {
            return;
        }
        let before = if self.since <= TOGETHER {
            self.arrived - changed
        } else {
            PointSet::EMPTY
        };
        let arrived = before | closed;
        let has_another = |point: &Point| arrived.iter().any(|other| other.is_beside(*point));
        let echoes: PointSet = arrived.iter().filter(has_another).collect();
        self.echoes |= echoes;
        (self.arrived, self.since) = (arrived, 0);
    }

    /// Asks whether these reeds are dead, unless there are many.
    #[inline(never)]
    fn suspect(&mut self, points: PointSet) {
        if self.asked.len() <= FEW {
            let stuck = points - self.stuck;
            self.stuck |= stuck;
            self.report(stuck, Trouble::Stuck);
        }
    }

    /// Whether the lights have just asked in vain for so long that a reed may be to blame that has changed before: sooner, if it
    /// closed together with another beside it.
    #[must_use]
    pub fn is_at_a_loss(&self) -> bool {
        match self.waited {
            PATIENCE => self.is_in_vain && self.stuck.is_empty(),
            ECHO => {
                let is_echo = self.asked.len() <= FEW && self.echoes.contains_all(self.asked);
                self.is_in_vain && is_echo && !self.asked.is_empty()
            }
            _ => false,
        }
    }

    /// Reports what the board takes a sensor for.
    pub fn tell(&mut self, point: Point, trouble: Trouble) {
        self.report(PointSet::of(point), trouble);
    }

    /// Whether a point has changed since power-on: one that has not may be stuck.
    #[must_use]
    pub const fn has_changed(&self, point: Point) -> bool {
        self.alive.contains(point)
    }

    /// For how many samples nothing has changed, nor what the lights ask for.
    #[must_use]
    pub const fn waited(&self) -> u32 {
        self.waited
    }

    /// From now on nothing is believed of these points.
    ///
    /// # Errors
    /// If with them more than [`MOST_DEAD`] would be dead.
    #[inline(never)]
    pub fn mark(&mut self, points: PointSet) -> Result<(), TooManyDead> {
        if (self.dead | points).len() > MOST_DEAD {
            return Err(TooManyDead);
        }
        let new = points - self.dead;
        self.stuck -= points;
        self.dead |= points;
        for set in [&mut self.chattering, &mut self.held, &mut self.suspected] {
            *set -= points;
        }
        self.moved -= new;
        self.followed = [0; MOST_DEAD];
        self.report(new, Trouble::Dead);
        Ok(())
    }

    /// These points are believed again.
    #[inline(never)]
    pub fn believe_again(&mut self, points: PointSet) {
        let back = points & (self.dead | self.stuck);
        self.dead -= back;
        self.stuck -= back;
        self.alive |= back;
        self.recover(back);
    }

    /// Forgets which reeds are stuck or dead, and takes these for dead, as many as may be.
    pub fn remember(&mut self, dead: PointSet) {
        self.stuck = PointSet::EMPTY;
        self.dead = dead.iter().take(MOST_DEAD).collect();
        self.stirs = self.stirs.wrapping_add(1);
        self.moved = PointSet::EMPTY;
        self.followed = [0; MOST_DEAD];
    }

    /// Points of which nothing is believed.
    #[must_use]
    pub const fn unknown(&self) -> PointSet {
        self.dead
    }

    /// Stones stand here for certain, and this is closed: dead reeds that have followed their stones often enough are
    /// believed again. Tells whether any is.
    #[inline(never)]
    pub fn follow(&mut self, stones: PointSet, settled: PointSet) -> bool {
        let moved = core::mem::take(&mut self.moved);
        let mut back = PointSet::EMPTY;
        for (point, followed) in self.dead.iter().zip(&mut self.followed) {
            if moved.contains(point) {
                let follows = stones.contains(point) == settled.contains(point);
                *followed = if follows { *followed + 1 } else { 0 };
                if *followed == FOLLOWED {
                    back.add(point);
                }
            }
        }
        self.believe_again(back);
        !back.is_empty()
    }

    /// Whether a dead reed has changed since stones were last known to stand somewhere.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        !self.moved.is_empty()
    }

    /// Notes the points at which the lights now ask for a change, and whether something is wrong until they have it.
    pub fn ask(&mut self, points: PointSet, is_wrong: bool) {
        self.is_in_vain = is_wrong;
        let points = points - self.dead;
        if points != self.asked {
            self.asked = points;
            self.waited = 0;
        }
    }

    /// Points whose sensors never change.
    #[must_use]
    pub const fn stuck(&self) -> PointSet {
        self.stuck
    }

    /// Points whose sensors have chattered for long, and still do.
    #[must_use]
    pub const fn suspected(&self) -> PointSet {
        self.suspected
    }

    /// Points whose sensors chatter, are stuck or dead; see [`Self::blind`] for the others.
    #[must_use]
    pub fn dead(&self) -> PointSet {
        self.stuck | self.dead | self.chattering
    }

    /// Points of which at least one has a bridged diode, and those of faulty wires; none once no fault shows any more.
    /// While there are any, no sensor can be trusted.
    #[must_use]
    pub fn blind(&self) -> PointSet {
        self.bridge.named | self.harness.points()
    }

    /// How often it has changed which sensors and wires are well.
    #[must_use]
    pub const fn stirs(&self) -> u32 {
        self.stirs.wrapping_add(self.harness.stirs())
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
            .chain(each(self.dead, Trouble::Dead))
            .chain((!bridged.points.is_empty()).then_some(bridged))
    }

    /// The next unread report; the oldest are lost when nobody reads them.
    pub fn report_next(&mut self) -> Option<Report> {
        self.reports.pop_front()
    }

    fn watch_flips(&mut self, flips: PointSet) {
        // A dead reed may chatter as it likes.
        for point in flips - self.dead {
            let count = &mut self.flips[point.index()];
            *count = count.saturating_add(1).min(CHATTER);
            let chatters = *count == CHATTER;
            self.flipped.add(point);
            if chatters {
                self.call_chattering(point);
            }
        }
        self.spell -= 1;
        if self.spell.is_multiple_of(COOLING) {
            self.cool();
        }
        for point in self.chattering {
            let calm = &mut self.calm[point.index()];
            *calm = if flips.contains(point) { 0 } else { *calm + 1 };
            if *calm < CALM {
                self.held.add(point);
                let restless = &mut self.restless[point.index()];
                *restless = restless.saturating_add(1);
                if (RESTLESS..=HOPELESS).contains(restless) && self.suspected.insert(point) {
                    self.stirs = self.stirs.wrapping_add(1);
                }
            } else {
                self.held.discard(point);
                if self.suspected.remove(point) {
                    self.stirs = self.stirs.wrapping_add(1);
                }
            }
            if *calm == WELL {
                self.chattering.discard(point);
                self.recover(PointSet::of(point));
            }
        }
    }

    /// Forgets a flip of each point and, when the spell is over, finds those that chatter slowly.
    #[inline(never)]
    fn cool(&mut self) {
        let is_over = self.spell == 0;
        if is_over {
            self.flipped |= self.stirred;
        }
        for point in self.flipped {
            let flips = &mut self.flips[point.index()];
            *flips = flips.saturating_sub(1);
            let restive = &mut self.restive[point.index()];
            if is_over {
                *restive = if self.stirred.contains(point) {
                    (*restive + 1).min(RESTIVE)
                } else {
                    restive.saturating_sub(REPOSE)
                };
            }
            let is_restive = *restive == RESTIVE;
            if *flips == 0 && *restive == 0 {
                self.flipped.discard(point);
            }
            if is_restive && !self.dead.contains(point) {
                self.call_chattering(point);
            }
        }
        if is_over {
            self.stirred = PointSet::EMPTY;
            self.spell = SPELL;
        }
    }

    #[inline(never)]
    fn call_chattering(&mut self, point: Point) {
        if self.chattering.insert(point) {
            self.calm[point.index()] = 0;
            self.restless[point.index()] = 0;
            self.report(PointSet::of(point), Trouble::Chatter);
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
            // As other stones move, fewer points remain suspect.
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
        self.stirs = self.stirs.wrapping_add(1);
        if self.reports.is_full() {
            self.reports.pop_front();
        }
        let _ = self.reports.push_back(Report { points, trouble });
    }
}

/// With these, too many reeds would be dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyDead;
