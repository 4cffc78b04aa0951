//! The health of the wires: what they say while nothing pulls them, and while one alone is pulled.
//!
//! Nobody can see the stones through a faulty wire, so its faults are told apart from those of the sensors. Durations
//! are counted in samples, one a millisecond.

use core::fmt;
use core::ops::{BitAnd, BitOr, Not, Sub};

use heapless::Deque;

use crate::point::{FILES, Point, PointSet, RANKS};
use crate::sense::matrix::Levels;

/// Equal samples after which a fault is reported.
const FAULT: u16 = 50;
/// Equal samples after which a fault that no longer shows is forgotten.
const NO_FAULT: u16 = 1000;

/// Some wires of the matrix, such as `c,d,2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wires {
    /// Columns: bit n is file n.
    pub columns: u16,
    /// Rows: bit n is rank n.
    pub rows: u8,
}

impl Wires {
    /// None.
    pub const NONE: Self = Self {
        columns: 0,
        rows: 0,
    };

    /// Some columns.
    #[must_use]
    pub const fn columns(columns: u16) -> Self {
        Self { columns, rows: 0 }
    }

    /// Some rows.
    #[must_use]
    pub const fn rows(rows: u8) -> Self {
        Self { columns: 0, rows }
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.columns == 0 && self.rows == 0
    }

    /// Whether this row is among them.
    #[must_use]
    pub const fn has_row(self, rank: u8) -> bool {
        self.rows >> rank & 1 != 0
    }

    /// The points whose sensors hang on one of these wires.
    #[must_use]
    pub fn points(self) -> PointSet {
        let hangs =
            |point: &Point| self.columns >> point.file() & 1 != 0 || self.has_row(point.rank());
        Point::all().filter(hangs).collect()
    }

    /// Each wire by itself.
    fn each(self) -> impl Iterator<Item = Self> {
        let columns = (0..FILES).map(|file| Self::columns(1 << file));
        let rows = (0..RANKS).map(|rank| Self::rows(1 << rank));
        let wires = columns.chain(rows);
        wires.filter(move |wire| !(*wire & self).is_empty())
    }
}

impl BitOr for Wires {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self {
            columns: self.columns | other.columns,
            rows: self.rows | other.rows,
        }
    }
}

impl BitAnd for Wires {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self {
            columns: self.columns & other.columns,
            rows: self.rows & other.rows,
        }
    }
}

impl Not for Wires {
    type Output = Self;
    fn not(self) -> Self {
        Self {
            columns: !self.columns,
            rows: !self.rows,
        }
    }
}

impl Sub for Wires {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self & !other
    }
}

/// Columns by their letters, rows by their numbers.
impl fmt::Display for Wires {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let columns = (b'a'..).take(FILES.into()).zip(0..);
        let columns = columns.filter(|(_, file)| self.columns >> file & 1 != 0);
        let rows = (b'1'..).take(RANKS.into()).zip(0..);
        let rows = rows.filter(|&(_, rank)| self.has_row(rank));
        let names = columns
            .map(|(name, _)| name)
            .chain(rows.map(|(name, _)| name));
        for (i, name) in names.enumerate() {
            write!(f, "{}{}", if i > 0 { "," } else { "" }, char::from(name))?;
        }
        Ok(())
    }
}

/// What is wrong with wires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// They are low although nothing pulls them: they have a connection to ground.
    Ground,
    /// Something holds them high. Of a column, it may also be that the chip does not pull it.
    High,
    /// They do not go low when the chip pulls them, although nothing holds them high.
    Undriven,
    /// They have a connection to each other.
    Joined,
    /// Nothing any more: they are well again.
    Over,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Ground => "ground",
            Self::High => "high",
            Self::Undriven => "undriven",
            Self::Joined => "joined",
            Self::Over => "well",
        })
    }
}

/// The faulty wires of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    grounded: Wires,
    high: Wires,
    undriven: Wires,
    joined: Wires,
}

impl Faults {
    /// All wires are well.
    pub const NONE: Self = Self {
        grounded: Wires::NONE,
        high: Wires::NONE,
        undriven: Wires::NONE,
        joined: Wires::NONE,
    };

    /// The faults that the levels of all wires in a scan betray.
    ///
    /// A row that is low all the time pulls columns down with it, so columns are named only if all rows are well. Rows
    /// that pull each other are joined, unless a column can pull them too: then diodes are bridged.
    #[must_use]
    pub fn of(levels: &Levels) -> Self {
        let Levels {
            pulled,
            idle,
            together,
            dragged,
            stiff: columns,
            held,
        } = *levels;
        let grounded = if idle.rows == 0 {
            idle
        } else {
            Wires::rows(idle.rows)
        };
        let (mut stiff, mut joined) = (0, 0);
        for (rank, low) in (0..).zip(&pulled) {
            stiff |= u8::from(!low.has_row(rank)) << rank;
            let mutual =
                |other: &u8| low.has_row(*other) && pulled[usize::from(*other)].has_row(rank);
            joined |= u8::from((0..RANKS).any(|other| other != rank && mutual(&other))) << rank;
        }
        Self {
            grounded,
            high: Wires {
                columns,
                rows: stiff & held,
            },
            undriven: Wires::rows(stiff & !held),
            joined: Wires {
                columns: together,
                rows: joined & !dragged,
            } - grounded,
        }
    }

    /// All wires that have a fault.
    #[must_use]
    pub fn wires(&self) -> Wires {
        self.grounded | self.high | self.undriven | self.joined
    }

    /// Rows that do not go low when they are pulled.
    #[must_use]
    pub fn stiff(&self) -> u8 {
        (self.high | self.undriven).rows
    }

    fn kinds(&self) -> [(Wires, Fault); 4] {
        [
            (self.grounded, Fault::Ground),
            (self.high, Fault::High),
            (self.undriven, Fault::Undriven),
            (self.joined, Fault::Joined),
        ]
    }

    /// A report for every wire, and one for all columns or rows that are joined.
    fn reports(&self) -> impl Iterator<Item = Report> {
        self.kinds().into_iter().flat_map(|(wires, fault)| {
            let report = move |wires| Report { wires, fault };
            let (alone, together) = if fault == Fault::Joined {
                (Wires::NONE, wires)
            } else {
                (wires, Wires::NONE)
            };
            let halves = [Wires::columns(together.columns), Wires::rows(together.rows)];
            let halves = halves.into_iter().filter(|half| !half.is_empty());
            alone.each().chain(halves).map(report)
        })
    }

    fn map(&self, other: &Self, both: fn(Wires, Wires) -> Wires) -> Self {
        Self {
            grounded: both(self.grounded, other.grounded),
            high: both(self.high, other.high),
            undriven: both(self.undriven, other.undriven),
            joined: both(self.joined, other.joined),
        }
    }
}

/// Something new about wires, such as `c,d joined`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Which wires.
    pub wires: Wires,
    /// What is wrong with them.
    pub fault: Fault,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.wires, self.fault)
    }
}

/// A mishap of the scan itself, which is over when it is noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mishap {
    /// Rows were taken for their neighbours.
    OutOfStep,
    /// So many scans were lost, because nobody read them in time.
    Lost(u32),
}

impl fmt::Display for Mishap {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::OutOfStep => f.write_str("scan out-of-step"),
            Self::Lost(scans) => write!(f, "scan lost {scans}"),
        }
    }
}

/// What is to be told of the wires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// A wire fails, or is well again.
    Wires(Report),
    /// The scan has stumbled.
    Scan(Mishap),
}

impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Wires(report) => report.fmt(f),
            Self::Scan(mishap) => mishap.fmt(f),
        }
    }
}

/// What is known of the wires.
#[derive(Clone, Debug)]
pub struct Harness {
    /// The faults of the last sample.
    seen: Faults,
    /// Consecutive samples with these faults.
    samples: u16,
    /// The faults that were reported.
    named: Faults,
    /// How often that has changed.
    stirs: u32,
    /// The points of their wires.
    points: PointSet,
    /// How often the scan was out of step.
    out_of_step: u32,
    /// All scans that were lost.
    lost: u32,
    news: Deque<News, 16>,
}

impl Harness {
    /// Nothing is known yet.
    pub const NEW: Self = Self {
        seen: Faults::NONE,
        samples: 0,
        named: Faults::NONE,
        stirs: 0,
        points: PointSet::EMPTY,
        out_of_step: 0,
        lost: 0,
        news: Deque::new(),
    };

    /// How often the faults that are named have changed.
    pub(super) const fn stirs(&self) -> u32 {
        self.stirs
    }

    /// Takes the faults that a sample shows.
    pub fn watch(&mut self, seen: Faults) {
        if seen != self.seen {
            self.seen = seen;
            self.samples = 0;
        }
        self.samples = self.samples.saturating_add(1);
        match self.samples {
            FAULT => self.notice(seen),
            NO_FAULT => self.forget(seen),
            _ => {}
        }
    }

    /// Names the faults that have shown for a while.
    #[cold]
    fn notice(&mut self, seen: Faults) {
        let fresh = seen.map(&self.named, Wires::sub);
        self.name(seen.map(&self.named, Wires::bitor));
        // Who is joined is told together, also with those that were known before.
        let fresh = Faults {
            joined: if fresh.joined.is_empty() {
                Wires::NONE
            } else {
                seen.joined
            },
            ..fresh
        };
        for report in fresh.reports() {
            self.tell(News::Wires(report));
        }
    }

    /// Names the faults no more that have not shown for a while.
    #[cold]
    fn forget(&mut self, seen: Faults) {
        let over = self.named.wires() - seen.wires();
        self.name(seen);
        for wires in over.each() {
            let fault = Fault::Over;
            self.tell(News::Wires(Report { wires, fault }));
        }
    }

    /// Notes a mishap of the scan.
    pub fn stumble(&mut self, mishap: Mishap) {
        match mishap {
            Mishap::OutOfStep => self.out_of_step += 1,
            Mishap::Lost(scans) => self.lost = self.lost.saturating_add(scans),
        }
        self.tell(News::Scan(mishap));
    }

    /// Points of wires with a fault that was reported.
    #[must_use]
    pub const fn points(&self) -> PointSet {
        self.points
    }

    /// Every wire that is not well now.
    pub fn faults(&self) -> impl Iterator<Item = Report> {
        self.named.reports()
    }

    /// How often the scan was out of step, and how many scans were lost.
    #[must_use]
    pub const fn mishaps(&self) -> (u32, u32) {
        (self.out_of_step, self.lost)
    }

    /// The next unread news; the oldest are lost when nobody reads them.
    pub fn news(&mut self) -> Option<News> {
        self.news.pop_front()
    }

    /// Notes the faults that are known. Their points are asked for every millisecond, so they are kept.
    fn name(&mut self, faults: Faults) {
        self.named = faults;
        self.stirs = self.stirs.wrapping_add(1);
        self.points = faults.wires().points();
    }

    fn tell(&mut self, news: News) {
        if self.news.is_full() {
            self.news.pop_front();
        }
        let _ = self.news.push_back(news);
    }
}
