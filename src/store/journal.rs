//! How it stands now: each sector begins with a checkpoint and goes on with steps.
//!
//! Both are frames of items: a number, a length, bytes. An item replaces what was known by its number.

use embedded_storage::nor_flash::NorFlash;
use heapless::Vec;

use crate::store::image::{Image, Item, Reader, Section, Tape};
use crate::store::report::Report;
use crate::store::ring::{Found, ROOM, Ring, Unwritten};

/// The kinds of frames.
const CHECKPOINT: u8 = 1;
const CHECKPOINT_END: u8 = 2;
const STEP: u8 = 3;

/// What stands before the bytes of a tape: a number, a length, a place.
const BEFORE: usize = 4;

/// The content of a frame.
pub type Content = Vec<u8, ROOM>;

/// The journal.
#[derive(Clone, Debug)]
pub struct Journal {
    pub(super) ring: Ring,
}

/// How far a checkpoint is written: up to this section, this tape, and this byte of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    section: usize,
    tape: usize,
    at: usize,
}

impl Progress {
    /// Nothing is.
    pub const NONE: Self = Self {
        section: 0,
        tape: 0,
        at: 0,
    };
}

impl Journal {
    /// A journal of which nothing is known yet.
    pub const fn new(ring: Ring) -> Self {
        Self { ring }
    }

    /// Reads the newest sector that has a whole checkpoint into an image; tells whether there is one.
    pub fn read(
        &mut self,
        flash: &mut impl NorFlash,
        image: &mut Image,
        report: &mut Report,
    ) -> bool {
        let mut number = None;
        while let Some((sector, opened)) = self.ring.before(flash, number) {
            if self.read_sector(flash, sector, image, report) {
                self.ring.needed = Some(sector);
                return true;
            }
            number = Some(opened);
        }
        image.clear();
        false
    }

    /// Reads a sector, as far as it is sound; tells whether its checkpoint is.
    fn read_sector(
        &self,
        flash: &mut impl NorFlash,
        sector: u16,
        image: &mut Image,
        report: &mut Report,
    ) -> bool {
        image.clear();
        let mut is_whole = false;
        let mut frames = self.ring.frames(sector);
        while let Some(found) = frames.next(flash) {
            let is_sound = match found {
                Found::Frame(kind, content) => {
                    let fits = (kind == STEP) == is_whole;
                    fits && read_frame(image, content, &mut report.unknown) && {
                        is_whole |= kind == CHECKPOINT_END;
                        true
                    }
                }
                Found::Unknown => {
                    report.unknown = report.unknown.saturating_add(1);
                    false
                }
                Found::Damaged => {
                    report.damaged = report.damaged.saturating_add(1);
                    false
                }
            };
            // What comes after a step that is missing may follow from it, and cannot be trusted.
            if !is_sound {
                break;
            }
        }
        is_whole
    }

    /// Writes a step.
    ///
    /// # Errors
    /// If the sector has no room, or does not hold it.
    pub fn step(&mut self, flash: &mut impl NorFlash, step: &Content) -> Result<(), Unwritten> {
        self.ring.append(flash, STEP, step)
    }

    /// Writes the next frame of a checkpoint; tells how far it is then, or nothing once it is whole.
    ///
    /// # Errors
    /// If the sector has no room, or does not hold it.
    pub fn checkpoint(
        &mut self,
        flash: &mut impl NorFlash,
        image: &Image,
        Progress {
            mut section,
            mut tape,
            mut at,
        }: Progress,
    ) -> Result<Option<Progress>, Unwritten> {
        let mut content = Content::new();
        while let Some(&next) = Section::ALL.get(section) {
            if !push(&mut content, Item::Section(next, image.section(next))) {
                break;
            }
            section += 1;
        }
        while let Some(&next) = Tape::ALL
            .get(tape)
            .filter(|_| section == Section::ALL.len())
        {
            let bytes = &image.tape(next)[at..];
            let chunk = bytes.len().min(ROOM.saturating_sub(content.len() + BEFORE));
            if chunk > 0 {
                push(&mut content, Item::Tape(next, at, &bytes[..chunk]));
            }
            at += chunk;
            if chunk < bytes.len() {
                break;
            }
            (tape, at) = (tape + 1, 0);
        }
        let is_last = tape == Tape::ALL.len();
        let kind = if is_last { CHECKPOINT_END } else { CHECKPOINT };
        self.ring.append(flash, kind, &content)?;
        if is_last {
            self.ring.needed = self.ring.open_sector();
            return Ok(None);
        }
        Ok(Some(Progress { section, tape, at }))
    }
}

/// Adds an item; tells whether there was room. An empty section says nothing.
pub fn push(content: &mut Content, item: Item) -> bool {
    match item {
        Item::Section(section, bytes) => push_bytes(content, section as u8, &[], bytes),
        Item::Tape(tape, from, bytes) => {
            let place = u16::try_from(from).unwrap_or(u16::MAX).to_le_bytes();
            push_bytes(content, tape as u8, &place, bytes)
        }
    }
}

/// Adds a number, a length, and bytes in two parts; tells whether there was room.
fn push_bytes(content: &mut Content, number: u8, before: &[u8], bytes: &[u8]) -> bool {
    let length = before.len() + bytes.len();
    if length == 0 {
        return true;
    }
    let Ok(said) = u8::try_from(length) else {
        return false;
    };
    if content.len() + 2 + length > ROOM {
        return false;
    }
    let _ = content.extend_from_slice(&[number, said]);
    let _ = content.extend_from_slice(before);
    let _ = content.extend_from_slice(bytes);
    true
}

/// Takes the items of a frame into an image; tells whether they fit. What is not known is counted.
fn read_frame(image: &mut Image, content: &[u8], unknown: &mut u16) -> bool {
    let mut items = Reader(content);
    while let Some(number) = items.u8() {
        let bytes = items.u8().and_then(|length| items.take(length.into()));
        let Some(bytes) = bytes else {
            return false;
        };
        if let Some(tape) = Tape::find(number) {
            let mut bytes = Reader(bytes);
            let place = bytes.u16().map(usize::from);
            if !place.is_some_and(|place| image.take_tape(tape, place, bytes.0)) {
                return false;
            }
        } else if let Some(section) = Section::find(number) {
            image.take(section, bytes);
        } else {
            *unknown = unknown.saturating_add(1);
        }
    }
    true
}
