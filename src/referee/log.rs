//! Everything that was seen and said since a position that is certain, in its order.

mod bytes;

use heapless::Vec;

use crate::point::{Point, PointSet};
use crate::referee::clause::Clause;
use crate::referee::cost::{Cost, LANDING, Row, SLID, SLIDING, Slide};
use crate::referee::evidence::{Evidence, Stay, Way};
use crate::referee::picture::Picture;
use crate::referee::readings::Complete;
use crate::rules::position::Position;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// What was seen and said.
#[derive(Clone, Debug)]
pub struct Log {
    entries: Vec<Entry, { Log::MOST }>,
    /// Points of which nothing is believed, and so nothing is noted,
    unknown: PointSet,
    /// and those of them of which nothing was when entries were forgotten last.
    unknown_then: PointSet,
    /// The last entry with which all points stood as at first, not only in passing.
    anew: Option<u8>,
    /// How often entries were made or forgotten.
    stirs: u32,
}

/// Something that was seen or said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    at: Millis,
    what: What,
    /// Whether it was forgotten, because everything was put back: it counts again if that turns out not to be certain.
    is_past: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    /// A point closed, and this is how long it stayed so.
    Closed(Point, Stay),
    Opened(Point),
    /// Nothing had changed for a while.
    Rest,
    /// A player said that the turn is over,
    Word,
    /// or tapped its stone.
    Tap,
    /// The turn had been played before the log began.
    Before,
}

/// Some entries of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share([u32; Log::MOST / 32]);

impl Share {
    /// All entries.
    pub const ALL: Self = Self([u32::MAX; Log::MOST / 32]);

    const fn has(self, index: usize) -> bool {
        self.0[index / 32] >> (index % 32) & 1 == 1
    }

    const fn with(mut self, index: usize) -> Self {
        self.0[index / 32] |= 1 << (index % 32);
        self
    }

    const fn without(mut self, index: usize) -> Self {
        self.0[index / 32] &= !(1 << (index % 32));
        self
    }

    /// The entries that another share does not have.
    pub const fn less(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < self.0.len() {
            self.0[word] &= !other.0[word];
            word += 1;
        }
        self
    }

    /// The entries from this one on.
    const fn from(mut self, index: usize) -> Self {
        let mut word = 0;
        while word < self.0.len() {
            let before = index.saturating_sub(32 * word);
            self.0[word] &= if before < 32 { u32::MAX << before } else { 0 };
            word += 1;
        }
        self
    }
}

/// The last landing of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Landed {
    /// The entry after it, and when it was.
    begin: usize,
    pub at: Millis,
    /// For how long it stayed there.
    stayed: Millis,
    /// How it slid there.
    pub slid: Slide,
    /// What is odd about the way there.
    pub cost: Cost,
}

/// Whether a turn was told, and why.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Told {
    No,
    /// The stones showed that it is over.
    Seen,
    /// Its stone was tapped, which another touch may have looked like.
    Tapped,
    /// A player said so.
    Said,
}

/// What came after a turn.
#[derive(Clone, Copy, Debug)]
pub struct Later {
    /// The turn's last landing, unless it was before the log began.
    pub landed: Option<Landed>,
    /// What the turn's own hands did not do, and of that what came after all that they did.
    pub share: Share,
    pub since: Share,
    /// Whether the board has been at rest since with all off that the turn takes off.
    pub rested: bool,
    /// Whether it has been since the turn's stone was lifted last.
    pub stayed: bool,
    /// When it was last with nothing but the turn played.
    pub alone: Option<Millis>,
    /// How it is known that the turn is over, if it was told.
    pub told: Told,
}

impl Later {
    /// What is odd about the way of the turn's stone. What was told has happened, however it slid.
    pub fn way(&self, is_told: bool) -> Cost {
        let way = self.landed.map_or(Cost::NONE, |landed| landed.cost);
        let impossible = if Clause::ToldSlid.holds(is_told) {
            0
        } else {
            way.impossible
        };
        Cost { impossible, ..way }
    }
}

/// How many entries are kept that were forgotten.
const PAST: usize = 24;

impl Log {
    /// How much is remembered. Beyond that the oldest rest is forgotten, or the shortest touch, which says least.
    pub const MOST: usize = 96;

    /// Nothing yet.
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
            unknown: PointSet::EMPTY,
            unknown_then: PointSet::EMPTY,
            anew: None,
            stirs: 0,
        }
    }

    /// Notes that a point has closed or opened.
    pub fn note(&mut self, point: Point, closed: bool, now: Millis) {
        if !closed && let Some(i) = self.last_closing(point) {
            self.entries[i].what = What::Closed(point, Stay::of(now - self.entries[i].at));
        }
        let what = if closed {
            What::Closed(point, Stay::LASTING)
        } else {
            What::Opened(point)
        };
        self.push(what, now);
    }

    /// Notes that the board is at rest.
    pub fn rest(&mut self, now: Millis) {
        let last = self.entries.iter().rfind(|entry| !entry.is_past);
        if last.is_none_or(|last| last.what != What::Rest) {
            self.push(What::Rest, now);
        }
    }

    /// Begins anew after a turn that was played, and of which a player said that it is over.
    pub fn begin_after(&mut self, now: Millis) {
        self.clear();
        for what in [What::Before, What::Word, What::Rest] {
            self.push(what, now);
        }
    }

    /// Notes that a player said that the turn is over.
    pub fn say(&mut self, now: Millis) {
        self.push(What::Word, now);
    }

    /// Notes that a player tapped the stone of the turn.
    pub fn tap(&mut self, now: Millis) {
        self.push(What::Tap, now);
    }

    /// Keeps some entries.
    pub fn keep(&mut self, share: Share) {
        self.stir();
        let mut index = 0;
        self.entries.retain(|_| {
            index += 1;
            share.has(index - 1)
        });
        self.find_anew();
    }

    /// Forgets some entries, but no words: everything was put back. What points did counts again as soon as nothing is believed of
    /// another point.
    pub fn forget(&mut self, share: Share) {
        self.put_past(|index, entry| share.has(index) && !entry.is_said());
    }

    /// The same with all entries, words too.
    pub fn forget_all(&mut self) {
        self.put_past(|_, _| true);
    }

    fn put_past(&mut self, is_forgotten: impl Fn(usize, &Entry) -> bool) {
        self.stir();
        self.unknown_then = self.unknown;
        let mut index = 0;
        self.entries.retain_mut(|entry| {
            let is_forgotten = is_forgotten(index, entry);
            index += 1;
            entry.is_past |= is_forgotten && entry.point().is_some();
            !is_forgotten || entry.is_past
        });
        while self.entries.iter().filter(|entry| entry.is_past).count() > PAST {
            self.drop_past();
        }
        self.find_anew();
    }

    /// Drops the oldest entry that was forgotten; tells whether there was one.
    fn drop_past(&mut self) -> bool {
        let past = self.entries.iter().position(|entry| entry.is_past);
        past.map(|past| self.entries.remove(past)).is_some()
    }

    /// From now on nothing is believed of these points, nor of what was noted of them.
    pub fn mistrust(&mut self, unknown: PointSet) {
        self.unknown = unknown;
        self.find_anew();
    }

    /// Points of which nothing is believed.
    pub const fn unknown(&self) -> PointSet {
        self.unknown
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.stir();
        self.entries.clear();
        self.anew = None;
    }

    /// Forgets what was noted since a moment.
    pub fn forget_since(&mut self, moment: Millis) {
        self.stir();
        while let Some(&last) = self.entries.last().filter(|last| last.at >= moment) {
            self.entries.pop();
            if let What::Opened(point) = last.what
                && let Some(touch) = self
                    .entries
                    .iter_mut()
                    .rev()
                    .find(|entry| entry.point() == Some(point))
                && let What::Closed(_, stay) = &mut touch.what
            {
                *stay = Stay::LASTING;
            }
        }
        self.find_anew();
    }

    /// How often entries were made or forgotten.
    pub const fn stirs(&self) -> u32 {
        self.stirs
    }

    const fn stir(&mut self) {
        self.stirs = self.stirs.wrapping_add(1);
    }

    /// What is closed after all that was seen, where these points were before.
    pub fn closes(&self, before: PointSet) -> PointSet {
        let mut closed = before;
        for entry in self.entries.iter().filter(|entry| !entry.is_past) {
            match entry.what {
                What::Closed(point, _) => closed.add(point),
                What::Opened(point) => closed.discard(point),
                What::Rest | What::Word | What::Tap | What::Before => {}
            }
        }
        closed
    }

    /// Whether the turn had been played before the log began.
    pub fn begins_after(&self) -> bool {
        let first = self.entries.first();
        first.is_some_and(|first| first.what == What::Before)
    }

    /// When a point changed last.
    pub fn changed(&self) -> Option<Millis> {
        self.changes().next().map(|entry| entry.at)
    }

    /// The touches of some entries.
    pub fn evidence(&self, share: Share) -> Evidence<'_> {
        let mut evidence = Evidence::of(self);
        for (index, entry) in self.of(share) {
            #[allow(clippy::cast_possible_truncation)] // at most MOST
            let index = index as u8;
            match entry.what {
                What::Closed(point, _) => evidence.close(point, index),
                What::Opened(point) => evidence.open(point, index),
                What::Rest | What::Word | What::Tap | What::Before => {}
            }
        }
        evidence
    }

    /// The touches of a turn that is no reply: once all stood as before it for a while, it may have been begun anew.
    pub fn evidence_of_first(&self) -> Evidence<'_> {
        self.evidence(Share::ALL).or_since(self.anew)
    }

    /// Finds the last entry with which all points stood as at first, not only in passing.
    fn find_anew(&mut self) {
        let mut changed = PointSet::EMPTY;
        let (mut restored, mut anew) = (None, None);
        for (index, entry) in self.of(Share::ALL) {
            let Some(point) = entry.point() else {
                continue;
            };
            let stood = restored
                .take()
                .filter(|&(_, since)| entry.at - since >= LANDING);
            anew = stood.map(|(index, _)| index).or(anew);
            if !changed.insert(point) {
                changed.discard(point);
            }
            if changed.is_empty() {
                restored = u8::try_from(index).ok().map(|index| (index, entry.at));
            }
        }
        self.anew = anew.filter(|_| Clause::Anew.holds(true));
    }

    /// When an entry was made.
    pub(super) fn moment(&self, index: u8) -> Millis {
        self.entries[usize::from(index)].at
    }

    /// The point that closed with an entry, and how long it stayed so.
    pub(super) fn touch(&self, index: u8) -> Option<(Point, Stay)> {
        match self.entries[usize::from(index)].what {
            What::Closed(point, stay) => Some((point, stay)),
            _ => None,
        }
    }

    /// Whether the stone on a point was just tapped: it had stood for a while, was lifted, and set down again, and nothing
    /// else has changed.
    pub fn tapped(&self, point: Point, stood: Millis, off: Millis) -> bool {
        let mut changes = self.changes();
        let (Some(closed), Some(opened)) = (changes.next(), changes.next()) else {
            return false;
        };
        let before = changes.next().map_or(Millis(0), |before| before.at);
        closed.what == What::Closed(point, Stay::LASTING)
            && opened.what == What::Opened(point)
            && closed.at - opened.at >= off
            && opened.at - before >= stood
    }

    /// The cheapest way to tell the touches of some entries into landings of a turn, which must come in their order, and
    /// points passed over, up to the last landing; none if a landing was not seen.
    pub fn landed(&self, share: Share, turn: &Turn) -> Option<Landed> {
        // The turn that had been played before has not landed since; others have.
        if self.begins_after() && share.has(0) {
            return None;
        }
        let left = self.left(share, turn.origin())?;
        let mut seen = *turn;
        while !seen.is_empty() && self.unknown.contains(seen.end()) {
            seen.pop();
        }
        let is_unseen = seen != *turn;
        let unseen = Row::Unseen.if_so(is_unseen);
        // Where no landing is seen, it was soon after the stone was lifted.
        let Some(last) = seen.steps().last() else {
            let cost = left.cost + unseen;
            return Some(Landed { cost, ..left });
        };
        let from = last.from;
        let lifted = (left.begin > 0).then_some(left.at);
        let landed_since = |first: usize| {
            let mut way = Way::new(&seen, seen.len(), self.unknown);
            let mut best: Option<Landed> = None;
            for (index, entry) in self.of(share.from(first)) {
                let What::Closed(point, stay) = entry.what else {
                    // What comes after a word, or after a rest if the stone was not seen any more, is not the turn's.
                    let is_over = entry.is_said() || is_unseen && entry.what == What::Rest;
                    if is_over && best.is_some() {
                        break;
                    }
                    continue;
                };
                if !stay.lasts_until(entry.at, lifted) {
                    way.pass(stay);
                    continue;
                }
                let Some(cost) = way.touch(point, stay) else {
                    continue;
                };
                let slid = self.slid(share, from, index);
                let cost = cost + Row::Slide.of_slide(slid) + unseen;
                if best.is_none_or(|best| cost < best.cost) {
                    best = Some(Landed {
                        begin: index + 1,
                        at: entry.at,
                        stayed: Millis(stay.millis.into()),
                        slid,
                        cost,
                    });
                }
            }
            best
        };
        // Who has begun anew has landed since, or else has not begun anew.
        let anew = self.anew.filter(|_| share == Share::ALL);
        let since = anew.and_then(|anew| landed_since(usize::from(anew) + 1));
        since.or_else(|| landed_since(0))
    }

    /// When a turn's stone was lifted, as if it had landed then; at the beginning, if that is not seen.
    fn left(&self, share: Share, origin: Point) -> Option<Landed> {
        let opened = |&(_, entry): &(usize, &Entry)| entry.what == What::Opened(origin);
        let begin = if self.unknown.contains(origin) {
            0
        } else {
            self.of(share).find(opened)?.0 + 1
        };
        let at = self.entries.get(begin.saturating_sub(1));
        Some(Landed {
            begin,
            at: at.map_or(Millis(0), |entry| entry.at),
            stayed: LANDING,
            slid: Slide::default(),
            cost: Cost::NONE,
        })
    }

    /// How a stone slid from a point to where it landed.
    fn slid(&self, share: Share, from: Point, landing: usize) -> Slide {
        let of_point = |&(_, entry): &(usize, &Entry)| entry.point() == Some(from);
        let is_open = |entry: &Entry| matches!(entry.what, What::Opened(_));
        let changes = self.of(share).filter(of_point);
        let before = changes.take_while(|&(index, _)| index < landing);
        if before.last().is_some_and(|(_, entry)| is_open(entry)) {
            return Slide::default();
        }
        let mut after = self.of(share.from(landing)).filter(of_point);
        let left = after.find(|(_, entry)| is_open(entry));
        left.map_or(Slide::default(), |(left, _)| {
            self.slide(from, landing, left)
        })
    }

    /// How a stone slid to a landing from a point that had closed before, if that was still closed then.
    pub fn drawn(&self, share: Share, from: Point, landed: Landed) -> Slide {
        let landing = landed.begin.saturating_sub(1);
        let mut before = self.of(share).take_while(|&(index, _)| index < landing);
        if before.any(|(_, entry)| matches!(entry.what, What::Closed(point, _) if point == from)) {
            self.slid(share, from, landing)
        } else {
            Slide::default()
        }
    }

    /// How a stone slid that landed with an entry, and left with another where it came from. One that was lifted there and set
    /// down on both points at once stands between them, and does not slide.
    pub(super) fn slide(&self, from: Point, landed: usize, left: usize) -> Slide {
        let at = self.entries[landed].at;
        let of_point = |entry: &&Entry| entry.point() == Some(from);
        let mut before = self.entries[..landed].iter().rev().filter(of_point);
        let set_down = before.next().filter(|last| at - last.at < SLID);
        if Clause::Between.holds(set_down.is_some() && before.next().is_some()) {
            return Slide::default();
        }
        let meanwhile = self.entries.get(landed..left).unwrap_or_default();
        Slide {
            both: self.entries[left].at - self.entries[landed].at,
            rested: meanwhile.iter().any(|entry| entry.what == What::Rest),
        }
    }

    /// How a stone that landed with an entry slides, as long as it has not left where it came from.
    pub(super) fn slide_since(&self, from: Point, landed: usize) -> Slide {
        self.slide(from, landed, self.entries.len() - 1)
    }

    /// What came after a turn from this position, if it landed here, or before the log began.
    ///
    /// The turn's own are all entries until then and the first opening of every point that it leaves empty and that was
    /// still closed; and where the board was at rest with nothing but the turn played, or its stone landed once more, all
    /// until then. What is said of the turn is said of the reply too.
    pub fn later(
        &self,
        share: Share,
        landed: Option<Landed>,
        start: &Position,
        Complete { turn, after, .. }: &Complete,
        picture: Picture,
    ) -> Later {
        let occupied = after.occupied() - self.unknown;
        let emptied = start.occupied() - occupied;
        let begin = landed.map_or(0, |landed| landed.begin);
        let mut later = Later {
            landed,
            share: share.from(begin),
            since: share.from(begin),
            rested: false,
            stayed: false,
            alone: None,
            told: Told::Seen,
        };
        let mut stood = picture.closed - self.unknown;
        // Where nothing can be seen a stone may have been lifted, and nobody rests.
        let may_be_lifted = after.stones()[after.side()] | PointSet::of(turn.end());
        let is_sure = !may_be_lifted.intersects(self.unknown);
        let (mut restarted, mut has_left, mut is_said) = (false, false, begin == 0);
        let mut is_last = true;
        let entries = self.entries.iter().enumerate().skip(begin).rev();
        for (i, entry) in entries.filter(|(_, entry)| self.believes(entry)) {
            let lands = matches!(entry.what, What::Closed(point, _) if point == turn.end());
            let is_rest = entry.what == What::Rest;
            if !restarted
                && stood == occupied
                && is_sure
                && (Clause::LandsAgain.holds(lands) || Clause::RestsAlone.holds(is_rest))
            {
                later.share = share.from(i + 1);
                later.since = later.share;
                later.alone = is_rest.then_some(entry.at);
                restarted = true;
            }
            match entry.what {
                What::Closed(point, _) => stood.discard(point),
                What::Opened(point) => {
                    stood.add(point);
                    has_left |= point == turn.end();
                }
                What::Rest => {
                    let rested = !is_last && !stood.intersects(emptied);
                    let stands = (stood | self.unknown).contains(turn.end());
                    later.rested |= rested;
                    later.stayed |= rested && !Clause::HasLeft.holds(has_left || !stands);
                }
                What::Word => {
                    later.told = Told::Said;
                    is_said = true;
                }
                What::Tap => {
                    later.told = later.told.max(Told::Tapped);
                    is_said = Clause::TapIsSaid.holds(true);
                }
                What::Before => {}
            }
            is_last = false;
        }
        let mut own = if restarted {
            PointSet::EMPTY
        } else {
            stood - occupied
        };
        if own.is_empty() && !is_said {
            return later;
        }
        for (i, entry) in self.of(share) {
            match entry.what {
                What::Opened(point) if i >= begin && own.contains(point) => {
                    own.discard(point);
                    later.share = later.share.without(i);
                    later.since = share.from(i + 1);
                }
                What::Word | What::Tap if i >= begin => later.share = later.share.with(i),
                What::Before => later.share = later.share.without(i),
                _ => {}
            }
        }
        later
    }

    /// Whether a player has said how the stones are to be read.
    pub fn is_said(&self) -> bool {
        self.entries.iter().any(Entry::is_said)
    }

    /// Whether a stone was lifted here, then a player said that the turn is over, and then something has changed.
    pub fn goes_on_after_word(&self, share: Share, lifted: Point) -> bool {
        let mut entries = self.of(share).map(|(_, entry)| entry);
        entries.any(|entry| entry.what == What::Opened(lifted))
            && entries.any(|entry| entry.what == What::Word)
            && entries.any(|entry| entry.point().is_some())
    }

    /// Whether a player has said so since the stone on this point was lifted.
    pub fn is_said_since(&self, lifted: Point) -> bool {
        let opened = What::Opened(lifted);
        let counted = self.entries.iter().filter(|entry| !entry.is_past);
        let mut since = counted.skip_while(|entry| entry.what != opened);
        since.any(Entry::is_said)
    }

    /// The points that have closed, and those that have opened.
    pub fn points(&self, share: Share) -> (PointSet, PointSet) {
        let (mut closed, mut opened) = (PointSet::EMPTY, PointSet::EMPTY);
        for (_, entry) in self.of(share) {
            match entry.what {
                What::Closed(point, _) => closed.add(point),
                What::Opened(point) => opened.add(point),
                What::Rest | What::Word | What::Tap | What::Before => {}
            }
        }
        (closed, opened)
    }

    /// Whether any of these points has opened since.
    pub fn has_opened(&self, share: Share, points: PointSet, since: Millis) -> bool {
        let opened = |entry: &Entry| matches!(entry.what, What::Opened(at) if points.contains(at));
        self.of(share)
            .any(|(_, entry)| entry.at > since && opened(entry))
    }

    /// Whether something that is not the turn's began while its stone still slid.
    pub fn is_overtaken(&self, later: &Later) -> bool {
        later.landed.is_some_and(|Landed { at, slid, .. }| {
            let began = || self.began(later.share);
            slid.both > SLIDING && began().is_some_and(|began| began < at + slid.both)
        })
    }

    /// Whether the turn's stone has left again where it landed as soon as one that only passes there; or, where points are unknown,
    /// may have been another that slid there.
    pub fn is_brushed(&self, later: &Later) -> bool {
        later.landed.is_some_and(|Landed { at, stayed, .. }| {
            let may_slide = Clause::UnseenSlides.holds(!self.unknown.is_empty());
            let began = self.began(later.share).filter(|_| may_slide);
            stayed < LANDING || began.is_some_and(|began| began < at + LANDING)
        })
    }

    /// When a point changed first.
    fn began(&self, share: Share) -> Option<Millis> {
        let mut of = self.of(share).map(|(_, entry)| entry);
        let changed = of.find(|entry| entry.point().is_some());
        changed.map(|entry| entry.at)
    }

    /// When a point opened last.
    pub fn opened(&self, share: Share, point: Point) -> Option<Millis> {
        let opened = |&(_, entry): &(usize, &Entry)| entry.what == What::Opened(point);
        self.of(share)
            .filter(opened)
            .last()
            .map(|(_, entry)| entry.at)
    }

    /// When a stone landed on a point first; if all that was there only passed, when the last of it came.
    pub fn closed(&self, share: Share, point: Point) -> Option<Millis> {
        let closings = || {
            self.of(share).filter_map(|(_, entry)| match entry.what {
                What::Closed(at, stay) if at == point => Some((entry.at, stay)),
                _ => None,
            })
        };
        let landed = |&(_, stay): &(Millis, Stay)| u64::from(stay.millis) >= LANDING.0;
        let landing = closings().find(landed).or_else(|| closings().last());
        landing.map(|(at, _)| at)
    }

    /// The changes of points that are believed, the last one first.
    fn changes(&self) -> impl Iterator<Item = &Entry> {
        let entries = self.entries.iter().rev();
        entries.filter(|entry| entry.point().is_some() && self.believes(entry))
    }

    /// Whether an entry counts: not if it is of a point of which nothing is believed.
    fn believes(&self, entry: &Entry) -> bool {
        let point = entry.point();
        let counts = !entry.is_past || !self.unknown_then.contains_all(self.unknown);
        counts && point.is_none_or(|point| !self.unknown.contains(point))
    }

    fn of(&self, share: Share) -> impl Iterator<Item = (usize, &Entry)> {
        let entries = self.entries.iter().enumerate();
        entries.filter(move |&(index, entry)| share.has(index) && self.believes(entry))
    }

    /// The place of the first change of a point, also if it is not believed; behind all, if there is none.
    pub fn place(&self, point: Point) -> usize {
        let mut entries = self.entries.iter();
        let place = entries.position(|entry| entry.point() == Some(point) && !entry.is_past);
        place.unwrap_or(Self::MOST)
    }

    fn last_closing(&self, point: Point) -> Option<usize> {
        let closing = |entry: &Entry| entry.what == What::Closed(point, Stay::LASTING);
        self.entries.iter().rposition(closing)
    }

    fn push(&mut self, what: What, at: Millis) {
        self.stir();
        if self.entries.is_full() && !self.drop_past() {
            self.make_room();
        }
        let is_past = false;
        let _ = self.entries.push(Entry { at, what, is_past });
        self.find_anew();
    }

    /// Forgets the oldest rest; if there is none, the shortest touch; the oldest entry, if no touch has ended.
    fn make_room(&mut self) {
        if let Some(rest) = self
            .entries
            .iter()
            .position(|entry| entry.what == What::Rest)
            .filter(|_| Clause::RoomRest.holds(true))
        {
            self.entries.remove(rest);
            return;
        }
        let stays = self
            .entries
            .iter()
            .enumerate()
            .filter_map(|(i, entry)| match entry.what {
                What::Closed(point, stay) if stay != Stay::LASTING => Some((stay.millis, i, point)),
                _ => None,
            });
        let Some((_, closed, point)) = stays.min() else {
            self.entries.remove(0);
            return;
        };
        self.entries.remove(closed);
        let opening = |entry: &Entry| entry.what == What::Opened(point);
        if let Some(opened) = self.entries.iter().skip(closed).position(opening) {
            self.entries.remove(closed + opened);
        }
    }
}

impl Entry {
    const fn is_said(&self) -> bool {
        matches!(self.what, What::Word | What::Tap)
    }

    const fn point(&self) -> Option<Point> {
        match self.what {
            What::Closed(point, _) | What::Opened(point) => Some(point),
            What::Rest | What::Word | What::Tap | What::Before => None,
        }
    }
}
