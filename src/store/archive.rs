//! The games that have ended, the oldest dropped first.
//!
//! A game is written in parts, each a frame. Numbers only grow, so what a later frame says of the same game stands: it was
//! written anew, or its end was taken back.

use embedded_storage::nor_flash::NorFlash;
use heapless::Vec;

use crate::rules::game::Game;
use crate::rules::history;
use crate::rules::options::Rules;
use crate::rules::outcome::{Draw, Outcome};
use crate::rules::position::Position;
use crate::store::image::{self, Image, Reader, Section, Tape};
use crate::store::ring::{Found, Owner, ROOM, Ring};

/// A part of a game,
const PART: u8 = 1;
/// and a game whose end was taken back.
const TAKEN_BACK: u8 = 2;

/// What stands before a part: the number of the game, of the part, and of all parts.
const BEFORE: usize = 6;

/// The archive.
#[derive(Clone, Debug)]
pub struct Archive {
    pub(super) ring: Ring,
    /// What is to be written.
    doing: Option<Doing>,
}

#[derive(Clone, Copy, Debug)]
enum Doing {
    /// The game with this number, from this part on.
    Save(u32, u8),
    /// That its end was taken back.
    TakeBack(u32),
}

/// What is known of a game before its turns are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The number of the game.
    pub number: u32,
    /// The rules.
    pub rules: Rules,
    /// The position that it began with.
    pub start: Position,
    /// How it ended.
    pub outcome: Outcome,
    /// How many turns it had.
    pub turns: u16,
}

/// A game that is being read.
#[derive(Clone, Copy, Debug)]
struct Reading {
    head: Head,
    /// How many parts it has, and how many of them were read.
    parts: u8,
    read: u8,
}

impl Archive {
    /// An archive of which nothing is known yet.
    #[must_use]
    pub const fn new(ring: Ring) -> Self {
        Self { ring, doing: None }
    }

    pub(super) fn begin(&mut self, flash: &mut impl NorFlash, board: u32) -> Owner {
        self.doing = None;
        self.ring.begin(flash, board)
    }

    /// Has the game of the image put into the archive.
    pub(super) const fn save(&mut self, number: u32) {
        self.doing = Some(Doing::Save(number, 0));
    }

    /// Has the archive say that the end of a game was taken back.
    pub(super) const fn take_back(&mut self, number: u32) {
        self.doing = Some(Doing::TakeBack(number));
    }

    /// Whether something is to be written.
    pub(super) const fn is_busy(&self) -> bool {
        self.doing.is_some()
    }

    pub(super) const fn close(&mut self) {
        self.ring.close();
    }

    pub(super) fn wipe(&mut self, flash: &mut impl NorFlash) -> bool {
        self.ring.wipe(flash)
    }

    /// Writes one frame, or opens a sector for it; tells the number of the game that is in the archive now, or zero if it was taken back, once that is
    /// written.
    pub(super) fn work(&mut self, flash: &mut impl NorFlash, image: &Image) -> Option<u32> {
        let doing = self.doing?;
        if !self.ring.is_open() {
            if !self.ring.reopen(flash) && self.ring.open(flash).is_err() {
                // There is no room: better no archive than no journal.
                self.doing = None;
            }
            return None;
        }
        let mut content = Vec::<u8, ROOM>::new();
        let (kind, is_last) = match doing {
            Doing::Save(number, part) => (PART, write_part(image, number, part, &mut content)),
            Doing::TakeBack(number) => {
                content.extend(number.to_le_bytes());
                (TAKEN_BACK, true)
            }
        };
        if self.ring.append(flash, kind, &content).is_err() {
            // In the next sector, from the first part on.
            self.doing = Some(match doing {
                Doing::Save(number, _) => Doing::Save(number, 0),
                Doing::TakeBack(number) => Doing::TakeBack(number),
            });
            if self.ring.open(flash).is_err() {
                self.doing = None;
            }
            return None;
        }
        self.doing = match doing {
            Doing::Save(number, part) if !is_last => Some(Doing::Save(number, part + 1)),
            _ => None,
        };
        match doing {
            Doing::Save(number, _) => is_last.then_some(number),
            Doing::TakeBack(_) => Some(0),
        }
    }

    /// The highest number of a game in the archive; zero, if there is none.
    pub(super) fn last_number(&self, flash: &mut impl NorFlash) -> u32 {
        let mut last = 0;
        let mut number = None;
        // In sound sectors one or two are enough; a start does not wait for what is wrecked.
        for _ in 0..8 {
            let Some((sector, opened)) = self.ring.before(flash, number) else {
                break;
            };
            let mut frames = self.ring.frames(sector);
            while let Some(found) = frames.next(flash) {
                if let Found::Frame(_, content) = found {
                    last = last.max(Reader(content).u32().unwrap_or(0));
                }
            }
            if last > 0 {
                break;
            }
            number = Some(opened);
        }
        last
    }

    /// Calls `each` for every game from a number on, the oldest first; tells how many frames are damaged or unknown.
    pub fn list(&self, flash: &mut impl NorFlash, from: u32, mut each: impl FnMut(&Head)) -> u16 {
        let mut skipped = 0;
        let mut reading: Option<Reading> = None;
        self.frames(flash, |_, found| match found {
            Found::Frame(TAKEN_BACK, content) => {
                let number = Reader(content).u32();
                if reading.is_some_and(|reading| Some(reading.head.number) == number) {
                    reading = None;
                }
            }
            Found::Frame(PART, content) => {
                let Some((number, part, parts, bytes)) = split(content) else {
                    skipped += 1;
                    return;
                };
                if part == 0 {
                    let other = reading.filter(|reading| reading.head.number != number);
                    if let Some(done) = other.filter(Reading::is_whole) {
                        each(&done.head);
                    }
                    let head = read_head(number, &mut Reader(bytes));
                    let head = head.filter(|head| head.number >= from);
                    reading = head.map(|head| Reading {
                        head,
                        parts,
                        read: 1,
                    });
                } else if let Some(reading) = &mut reading
                    && (reading.head.number, reading.read) == (number, part)
                {
                    reading.read += 1;
                }
            }
            Found::Frame(..) | Found::Unknown | Found::Damaged => skipped += 1,
        });
        if let Some(done) = reading.filter(Reading::is_whole) {
            each(&done.head);
        }
        skipped
    }

    /// Reads a game into another's place; tells whether it is there and its turns are legal.
    pub fn load(&self, flash: &mut impl NorFlash, number: u32, game: &mut Game) -> bool {
        let mut is_listed = false;
        self.list(flash, number, |head| is_listed |= head.number == number);
        if !is_listed {
            return false;
        }
        let mut bytes = Vec::<u8, { history::History::BYTES }>::new();
        let mut known: Option<Head> = None;
        self.frames(flash, |_, found| {
            let Found::Frame(PART, content) = found else {
                return;
            };
            let Some((of, part, _, data)) = split(content) else {
                return;
            };
            if of != number {
                return;
            }
            let mut data = Reader(data);
            if part == 0 {
                bytes.clear();
                known = read_head(number, &mut data);
            }
            let _ = bytes.extend_from_slice(data.0);
        });
        let Some(head) = known else {
            return false;
        };
        game.restart(head.rules, head.start);
        let mut turns = history::unpacked(&bytes);
        let is_sound = turns.all(|turn| game.play(&turn).is_ok());
        let _ = match head.outcome {
            outcome if !outcome.is_declared() => Ok(()),
            Outcome::Won { winner, .. } => game.resign(!winner),
            Outcome::Drawn(Draw::Agreed) => game.agree_draw(),
            Outcome::Drawn(_) => Ok(()),
        };
        is_sound && game.outcome() == Some(head.outcome)
    }

    /// All frames, the oldest sector first.
    fn frames(&self, flash: &mut impl NorFlash, mut each: impl FnMut(u16, Found<'_>)) {
        let mut after = None;
        while let Some((sector, opened)) = self.ring.after(flash, after) {
            let mut frames = self.ring.frames(sector);
            while let Some(found) = frames.next(flash) {
                each(sector, found);
            }
            after = Some(opened);
        }
    }
}

impl Reading {
    fn is_whole(&self) -> bool {
        self.read == self.parts
    }
}

/// Writes a part of the game that an image holds; tells whether it is the last.
fn write_part(image: &Image, number: u32, part: u8, content: &mut Vec<u8, ROOM>) -> bool {
    let head = head_of(image);
    let turns = image.tape(Tape::Turns);
    // The first part has less room for turns: its head comes before them.
    let room = ROOM - BEFORE;
    let first = room - head.len();
    let later = turns.len().saturating_sub(first).div_ceil(room);
    let parts = u8::try_from(later + 1).unwrap_or(u8::MAX);
    content.extend(number.to_le_bytes());
    content.extend([part, parts]);
    let from = match part {
        0 => {
            let _ = content.extend_from_slice(&head);
            0
        }
        part => first + usize::from(part - 1) * room,
    };
    let to = (from + ROOM - content.len()).min(turns.len());
    let _ = content.extend_from_slice(&turns[from.min(to)..to]);
    part + 1 >= parts
}

/// The head of the game that an image holds: outcome, turns, rules, start.
fn head_of(image: &Image) -> Vec<u8, 96> {
    let mut head = Vec::new();
    let turns = history::count(image.tape(Tape::Turns));
    let turns = u16::try_from(turns).unwrap_or(u16::MAX);
    let _ = head.push(image::outcome_code(image.outcome()));
    let _ = head.extend_from_slice(&turns.to_le_bytes());
    if let Some(rules) = image.rules() {
        image::write_rules(&rules, &mut head);
    }
    // The section of the game has the start as it is written here.
    let start = image.section(Section::Game).get(1..1 + image::START);
    let _ = head.extend_from_slice(start.unwrap_or(&[]));
    head
}

fn read_head(number: u32, bytes: &mut Reader) -> Option<Head> {
    let outcome = image::outcome(bytes.u8()?)?;
    let turns = bytes.u16()?;
    let rules = image::rules(bytes)?;
    let start = image::start(bytes)?.position(&rules).ok()?;
    Some(Head {
        number,
        rules,
        start,
        outcome,
        turns,
    })
}

/// The number of a game, of a part and of all parts, and its bytes.
fn split(content: &[u8]) -> Option<(u32, u8, u8, &[u8])> {
    let mut bytes = Reader(content);
    Some((bytes.u32()?, bytes.u8()?, bytes.u8()?, bytes.0))
}
