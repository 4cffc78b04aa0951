//! What outlasts a power cut: the game as it stands, the match, the settings, and the games that have ended.
//!
//! ```text
//! app ─► image ─► frames ─► ring of sectors     the journal: how it stands now
//!          └────► frames ─► ring of sectors     the archive: games that have ended
//! ```
//! The store stands beside the line: it looks at the [`App`] after every tick and writes what has changed, one page at a
//! time, after the lights. It erases only while nobody moves a stone. After a restart the app goes on from the last frame
//! that was written to its end.
//!
//! Both rings are written from sector to sector and never in place. A sector of the journal begins with a checkpoint,
//! everything that is kept, and goes on with steps, what has changed since; so all older sectors can be erased. A restart
//! begins a sector of its own, so that nothing is ever written behind what a power cut has left half written.

pub mod archive;
pub mod image;
mod journal;
pub mod report;
pub mod ring;
pub mod shelf;

use embedded_storage::nor_flash::NorFlash;

use crate::app::App;
use crate::engine::level::Level;
use crate::point::PointSet;
use crate::referee::play::MOMENT;
use crate::rules::history;
use crate::rules::side::{BySide, Side};
use crate::store::archive::Archive;
use crate::store::image::{Counters, Image, Item, Section, Tape};
use crate::store::journal::{Content, Journal, Progress, push};
use crate::store::report::{Off, Report};
use crate::store::ring::{Owner, Ring, SECTOR, board_code};
use crate::time::Millis;

/// The flash that the store takes.
pub const SIZE: usize = 1024 * 1024;
/// The sectors of the journal; the others are the archive's.
const JOURNAL: u16 = 64;
const ARCHIVE: u16 = 192;
const _: () = assert!((JOURNAL + ARCHIVE) as usize * SECTOR == SIZE);
/// Sectors that are to be ready ahead: each start takes one, and each hundred steps or so.
const JOURNAL_READY: u16 = 16;
const ARCHIVE_READY: u16 = 4;

/// Of these, so many are not taken by a start alone.
const SPARE: usize = 4;

/// A sector of the journal with fewer pages than this is left at the next rest.
const LOW: usize = 3;

/// How long nothing must have changed before a sector is erased.
pub const REST: Millis = Millis(2000);
/// How long a change may wait for the hands to pause for a moment.
const PATIENCE: Millis = Millis(250);
/// How long it counts that something was asked to be forgotten.
pub const ASKED: Millis = Millis(10_000);
/// How often the time that the board is on is written while nothing else is.
const HOUR: u32 = 60;

/// What is to be forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forget {
    /// The games that have ended.
    Games,
    /// Everything.
    All,
}

/// The store: what the flash holds, and what is to be written next.
#[derive(Clone, Debug)]
pub struct Store {
    journal: Journal,
    archive: Archive,
    /// What the journal holds, once `step` and what is on its way are written.
    image: Image,
    counters: Counters,
    report: Report,
    /// What was last told of it.
    told: Report,
    doing: Doing,
    /// The step that is to be written next.
    step: Content,
    /// What the app looked like when it was looked at last.
    seen: Option<Seen>,
    /// Since when something may have changed that is not written.
    since: Option<Millis>,
    /// The minutes that the board had been on before this start.
    before: u32,
    /// What was last asked to be forgotten, and when.
    asked: Option<(Forget, Millis)>,
}

/// What tells that something in the app may have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    changes: u32,
    begun: u32,
    turns: usize,
    is_put_away: bool,
    rests: [usize; 2],
    settings: [u8; 6],
    touched: u32,
    explained: BySide<PointSet>,
    chosen: u32,
    dead: u64,
    tested: u32,
}

impl Seen {
    fn of(app: &App) -> Self {
        Self {
            changes: app.referee.changes(),
            begun: app.referee.begun(),
            turns: app.referee.game().history().len(),
            is_put_away: app.referee.is_put_away(),
            rests: app.referee.rests(),
            settings: [
                app.assist as u8,
                app.drive.brightness.level(),
                app.level(Side::White).map_or(0, Level::number),
                app.level(Side::Black).map_or(0, Level::number),
                app.judges().into(),
                app.usual_level().number(),
            ],
            touched: app.referee.touched(),
            explained: app.referee.explained(),
            chosen: app.chosen(),
            dead: app.sensors().unknown().bits(),
            tested: app.selftest().changes(),
        }
    }
}

/// What is being written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// Nothing: the flash is not the store's.
    Nothing,
    /// All that the flash holds is to be erased first: it was another's.
    Claim,
    /// A sector is to be opened.
    Open,
    /// A checkpoint, which is written so far.
    Checkpoint(Progress),
    /// Steps.
    Steps,
}

/// What the store has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Did {
    /// Nothing: all is written, or nothing can be.
    Nothing,
    /// A page was written.
    Wrote,
    /// A sector was erased.
    Erased,
}

impl Store {
    /// Room for a store, which is of use after [`Store::begin`]. Constant, so that a static of it needs no stack.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            journal: Journal::new(Ring::new(0, JOURNAL, b'J', JOURNAL_READY)),
            archive: Archive::new(Ring::new(JOURNAL, ARCHIVE, b'A', ARCHIVE_READY)),
            image: Image::new(),
            counters: Counters::NONE,
            report: Report::WELL,
            told: Report::WELL,
            doing: Doing::Nothing,
            step: Content::new(),
            seen: None,
            since: None,
            before: 0,
            asked: None,
        }
    }

    /// Reads what a board of this name has kept, and gives it to the app.
    pub fn begin(&mut self, board: &str, flash: &mut impl NorFlash, app: &mut App) {
        let board = board_code(board);
        (self.report, self.told) = (Report::WELL, Report::WELL);
        (self.seen, self.since, self.asked) = (None, None, None);
        self.image.clear();
        self.step.clear();
        let owners = [
            self.journal.ring.begin(flash, board),
            self.archive.begin(flash, board),
        ];
        let is = |owner| owners.contains(&owner);
        self.report.off = match () {
            () if is(Owner::Other) => Some(Off::Other),
            () if is(Owner::Later) => Some(Off::Later),
            () => None,
        };
        if self.report.off.is_some() {
            self.doing = Doing::Nothing;
            return;
        }
        // What has no mark is told too: it is lost as soon as its sector is needed.
        self.report.damaged = self.journal.ring.strange(flash) + self.archive.ring.strange(flash);
        let Self {
            journal,
            image,
            report,
            ..
        } = self;
        if journal.read(flash, image, report) && !image.give(app) {
            report.unknown = report.unknown.saturating_add(1);
        }
        self.counters = self.image.counters();
        self.counters.starts = self.counters.starts.saturating_add(1);
        self.before = self.counters.minutes;
        // A game that was saved keeps its number, and no other game gets it.
        let is_saved = self.counters.saved == self.counters.game;
        let last = self.archive.last_number(flash);
        let is_given = last > 0 && last >= self.counters.game;
        if !is_saved && self.image.outcome().is_none() && is_given {
            self.counters.game = last.saturating_add(1);
        }
        self.seen = Some(Seen {
            begun: app.referee.begun(),
            // The rest is looked at as soon as there is time.
            changes: u32::MAX,
            ..Seen::of(app)
        });
        // What was read last may have been half written, and read otherwise next time: it is written anew. But the last
        // sectors that are ready are for what changes, however often the power comes and goes.
        let is_plenty = self.journal.ring.ready_ahead(flash) > SPARE;
        self.doing = if is_plenty { Doing::Open } else { Doing::Steps };
    }

    /// How the store fares.
    #[must_use]
    pub fn report(&self) -> Report {
        let worn = self.journal.ring.worn() + self.archive.ring.worn();
        Report {
            worn: u16::try_from(worn).unwrap_or(u16::MAX),
            ..self.report
        }
    }

    /// How the store fares, if that is not what was told before.
    pub fn news(&mut self) -> Option<Report> {
        let report = self.report();
        (report != core::mem::replace(&mut self.told, report)).then_some(report)
    }

    /// How much was played on the board.
    #[must_use]
    pub const fn counters(&self) -> Counters {
        self.counters
    }

    /// The games that are kept, but for those that were forgotten.
    #[must_use]
    pub const fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Whether something has changed that waits for the hands to pause.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.since.is_some()
    }

    /// Whether something is to be written that was noted already.
    #[must_use]
    pub fn is_writing(&self) -> bool {
        match self.doing {
            Doing::Nothing | Doing::Claim | Doing::Open => false,
            Doing::Checkpoint(_) => true,
            Doing::Steps => !self.step.is_empty() || self.archive.is_busy(),
        }
    }

    /// Looks at the app, and notes what is to be written next, unless something is being written already, or hands move.
    /// To be called after every tick; `at_once` after a command.
    pub fn look(&mut self, app: &App, at_once: bool) {
        if self.doing != Doing::Steps || !self.step.is_empty() || self.archive.is_busy() {
            return;
        }
        let now = app.now();
        let minutes = u32::try_from(app.uptime().0 / 60_000).unwrap_or(u32::MAX);
        self.counters.minutes = self.before.saturating_add(minutes);
        let seen = Seen::of(app);
        let is_due = self.counters.minutes >= self.image.counters().minutes.saturating_add(HOUR);
        // A command may change what nobody sees.
        if self.seen == Some(seen) && !is_due && !at_once {
            return;
        }
        let since = *self.since.get_or_insert(now);
        let is_paused = app.referee.stood(now) >= MOMENT;
        if !at_once && !is_paused && now - since < PATIENCE {
            return;
        }
        self.since = None;
        let begun = self.seen.map_or(seen.begun, |before| before.begun);
        self.seen = Some(seen);
        self.take(app, seen.begun.wrapping_sub(begun));
        if is_due || !self.step.is_empty() {
            self.count();
        }
    }

    /// Notes everything that has changed, where so many games have begun.
    fn take(&mut self, app: &App, begun: u32) {
        let before = history::count(self.image.tape(Tape::Turns));
        let before = if begun > 0 { 0 } else { before };
        let was_over = begun == 0 && self.image.outcome().is_some();
        let Self { image, step, .. } = self;
        let mut fits = true;
        image.look(app, |item| fits &= push(step, item));
        let counters = &mut self.counters;
        counters.game = counters.game.wrapping_add(begun);
        let (played, before) = (app.referee.game().history().len(), before);
        let added = u32::try_from(played.saturating_sub(before)).unwrap_or(0);
        counters.turns = counters.turns.saturating_add(added);
        // While the stones of the next game are put up, the last one stays as it was.
        if app.referee.found().is_none() {
            let is_over = app.referee.game().outcome().is_some();
            let is_saved = counters.saved == counters.game && counters.game > 0;
            match (was_over, is_over) {
                (false, true) => counters.games = counters.games.saturating_add(1),
                (true, false) => counters.games = counters.games.saturating_sub(1),
                _ => {}
            }
            match (is_saved, is_over) {
                (false, true) => {
                    // One that was on when all others were forgotten is not.
                    counters.game = counters.game.max(counters.forgotten);
                    self.archive.save(counters.game);
                }
                (true, false) => self.archive.take_back(counters.game),
                _ => {}
            }
        }
        if !fits {
            self.begin_anew();
        }
    }

    /// Notes the counters, if they have changed.
    fn count(&mut self) {
        let changed = self.image.count(self.counters);
        let bytes = self.image.section(Section::Counters);
        if changed && !push(&mut self.step, Item::Section(Section::Counters, bytes)) {
            self.begin_anew();
        }
    }

    /// Has a checkpoint written in a sector of its own, instead of a step: the image has it all.
    fn begin_anew(&mut self) {
        self.step.clear();
        self.doing = Doing::Open;
    }

    /// Whether something is meant to be forgotten: the same was asked shortly before. Other questions in between do not
    /// matter, because who shows the board on a screen asks all the time.
    pub fn is_meant(&mut self, what: Forget, now: Millis) -> bool {
        let before = self.asked.take();
        let is_meant = before.is_some_and(|(asked, at)| asked == what && now - at <= ASKED);
        self.asked = (!is_meant).then_some((what, now));
        is_meant
    }

    /// Forgets; the flash is erased while the board is at rest. What the app has is left to the caller.
    pub fn forget(&mut self, what: Forget) {
        self.archive.close();
        self.counters.forgotten = self.counters.game.saturating_add(1);
        self.counters.wipe = 1;
        if what == Forget::All {
            self.counters = Counters {
                game: self.counters.forgotten,
                forgotten: self.counters.forgotten,
                wipe: 2,
                // This one is under way.
                starts: 1,
                ..Counters::NONE
            };
            self.before = 0;
            if self.report.off.take().is_some() {
                self.doing = Doing::Claim;
                return;
            }
        }
        self.seen = None;
        // A checkpoint begins a sector, so that the others can be erased.
        self.image.count(self.counters);
        self.step.clear();
        self.doing = Doing::Open;
    }

    /// Writes one page; or erases one sector, if that may be and nothing is to be written.
    pub fn work(&mut self, flash: &mut impl NorFlash, may_erase: bool) -> Did {
        match self.doing {
            Doing::Claim if !may_erase => Did::Nothing,
            Doing::Claim => {
                if self.journal.ring.wipe(flash) || self.archive.ring.wipe(flash) {
                    return Did::Erased;
                }
                self.doing = Doing::Open;
                Did::Nothing
            }
            Doing::Open if self.journal.ring.found(flash) => Did::Wrote,
            Doing::Open => {
                if self.journal.ring.open(flash).is_ok() {
                    self.doing = Doing::Checkpoint(Progress::NONE);
                    Did::Wrote
                } else if may_erase && self.journal.ring.prepare(flash) {
                    Did::Erased
                } else {
                    Did::Nothing
                }
            }
            Doing::Checkpoint(progress) => {
                let written = self.journal.checkpoint(flash, &self.image, progress);
                self.doing = match written {
                    Ok(Some(progress)) => Doing::Checkpoint(progress),
                    Ok(None) => Doing::Steps,
                    Err(_) => Doing::Open,
                };
                Did::Wrote
            }
            Doing::Steps if !self.step.is_empty() => {
                match self.journal.step(flash, &self.step) {
                    Ok(()) => self.step.clear(),
                    Err(_) => self.begin_anew(),
                }
                Did::Wrote
            }
            Doing::Steps if self.journal.ring.found(flash) || self.archive.ring.found(flash) => {
                Did::Wrote
            }
            // The archive follows from what was read, which may have been half written: that is written anew first.
            Doing::Steps if self.archive.is_busy() && !self.journal.ring.is_open() => {
                self.begin_anew();
                Did::Wrote
            }
            Doing::Steps if self.archive.is_busy() => {
                if let Some(saved) = self.archive.work(flash, &self.image) {
                    self.counters.saved = saved;
                    self.count();
                }
                Did::Wrote
            }
            Doing::Steps if may_erase => self.tidy_up(flash),
            Doing::Nothing | Doing::Steps => Did::Nothing,
        }
    }

    /// Does what has time until nobody moves a stone.
    fn tidy_up(&mut self, flash: &mut impl NorFlash) -> Did {
        if self.journal.ring.pages_left() < LOW {
            self.doing = Doing::Open;
            return Did::Wrote;
        }
        if self.journal.ring.prepare(flash) || self.archive.ring.prepare(flash) {
            return Did::Erased;
        }
        if self.counters.wipe == 0 {
            return Did::Nothing;
        }
        if self.archive.wipe(flash) || self.counters.wipe > 1 && self.journal.ring.wipe(flash) {
            return Did::Erased;
        }
        self.counters.wipe = 0;
        self.count();
        Did::Nothing
    }
}

impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}
