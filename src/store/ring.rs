//! A ring of sectors that is written from one to the next, and never in place.
//!
//! ```text
//! sector   page 0            pages 1 to 15
//!          ready · opened    frame frame frame …
//! ```
//! A sector is erased, and marked *ready* when that is done: one that only looks blank may be half erased. It is marked
//! *opened*, with the next number, before anything is written into it. A frame never crosses a page, and nothing is ever
//! written behind a power cut: what a cut has left half written may read otherwise each time.

use crc::{CRC_32_ISO_HDLC, Crc};
use embedded_storage::nor_flash::NorFlash;

/// What is programmed at a time.
pub const PAGE: usize = 256;
/// What is erased at a time.
pub const SECTOR: usize = 4096;
/// The most that a frame holds, beside what surrounds it: its length, its version, its kind and its checksum.
pub const ROOM: usize = PAGE - FRAME;
const FRAME: usize = 7;

/// The version of the format that is written.
pub const FORMAT: u8 = 1;

const READY: [u8; 4] = *b"FRdy";
const OPENED: [u8; 4] = *b"Fano";
/// Where the mark of an opened sector lies.
const MARK: usize = 32;
/// A byte of flash that was erased.
const BLANK: u8 = 0xff;
/// The first byte of a page that was passed over.
const PASSED: u8 = 0;

const CHECKSUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The number of a board's name, for the marks.
#[must_use]
pub fn board_code(name: &str) -> u32 {
    CHECKSUM.checksum(name.as_bytes())
}

/// A ring, and where it is written.
#[derive(Clone, Debug)]
pub struct Ring {
    /// The index of its first sector, and how many it has.
    first: u16,
    count: u16,
    /// What it is for: a sector of another ring is none of this one.
    content: u8,
    /// The board that it belongs to, see [`board_code`].
    board: u32,
    /// How many sectors are to be ready ahead.
    reserve: u16,
    /// The sector that is written, once one is.
    head: Option<Head>,
    /// The sector that was opened last, and its number; also one from before a restart.
    newest: Option<(u16, u32)>,
    /// The sector that is needed until another is written, and so not erased.
    pub(super) needed: Option<u16>,
    /// Sectors that could not be erased or written since the start.
    worn: [u32; 8],
    /// Whether as many sectors are ready ahead as should be, and as can be.
    is_prepared: bool,
    /// Where nothing was ever written: how many sectors were found blank.
    blank: Option<u16>,
}

/// Where the next frame goes.
#[derive(Clone, Copy, Debug)]
struct Head {
    sector: u16,
    at: usize,
}

/// What a ring's marks say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// Nothing was ever written.
    Nobody,
    /// This board, in a format that is known.
    This,
    /// A later format.
    Later,
    /// Another board.
    Other,
}

/// Why something was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwritten {
    /// The sector is full, or none is open.
    Full,
    /// The flash does not hold what was written.
    Worn,
}

/// A frame, or what stands in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found<'a> {
    /// A frame of this kind.
    Frame(u8, &'a [u8]),
    /// A frame of a later version.
    Unknown,
    /// No frame.
    Damaged,
}

/// The frames of a sector, one after another.
#[derive(Clone, Debug)]
pub struct Frames {
    sector: u16,
    at: usize,
    page: [u8; PAGE],
}

/// The mark of an opened sector.
#[derive(Clone, Copy, Debug)]
struct Mark {
    format: u8,
    content: u8,
    board: u32,
    number: u32,
}

impl Ring {
    /// A ring of some sectors, of which nothing is known yet.
    #[must_use]
    pub const fn new(first: u16, count: u16, content: u8, reserve: u16) -> Self {
        Self {
            first,
            count,
            content,
            board: 0,
            reserve,
            head: None,
            newest: None,
            needed: None,
            worn: [0; 8],
            is_prepared: false,
            blank: None,
        }
    }

    /// Looks at all marks: whose ring it is, as this board sees it, and which sector is the newest.
    pub fn begin(&mut self, flash: &mut impl NorFlash, board: u32) -> Owner {
        self.board = board;
        self.head = None;
        self.newest = None;
        self.needed = None;
        self.worn = [0; 8];
        self.is_prepared = false;
        self.blank = None;
        let mut owner = Owner::Nobody;
        for sector in 0..self.count {
            let Some(mark) = self.mark(flash, sector) else {
                continue;
            };
            if mark.board != self.board {
                return Owner::Other;
            }
            if mark.format > FORMAT {
                return Owner::Later;
            }
            if mark.content == self.content {
                owner = Owner::This;
                if self.newest.is_none_or(|(_, number)| number < mark.number) {
                    self.newest = Some((sector, mark.number));
                }
            }
        }
        self.blank = (owner == Owner::Nobody).then_some(0);
        owner
    }

    /// How many sectors hold something that no ring has left, where none of them has a mark that can be read.
    pub fn strange(&self, flash: &mut impl NorFlash) -> u16 {
        if self.newest.is_some() {
            return 0;
        }
        let mut is_strange = |sector: u16| {
            let mut mark = [0; Mark::BYTES];
            let offset = self.place(sector, MARK);
            let is_read = flash.read(offset, &mut mark).is_ok();
            is_read && mark != [BLANK; Mark::BYTES] && Mark::of(&mark).is_none()
        };
        let count = (0..self.count).filter(|&it| is_strange(it)).count();
        u16::try_from(count).unwrap_or(u16::MAX)
    }

    /// Where nothing was ever written, nothing is half erased either, and blank sectors can be taken as they are: looks at one
    /// sector, or marks one ready once all were found blank. Tells whether there is more to do.
    pub fn found(&mut self, flash: &mut impl NorFlash) -> bool {
        let Some(sector) = self.blank.filter(|_| self.newest.is_none()) else {
            return false;
        };
        if sector < self.count {
            let is_blank = self.is_blank(flash, sector);
            self.blank = is_blank.then_some(sector + 1);
            return is_blank;
        }
        let fresh = (0..=self.reserve).find(|&sector| {
            // One that does not take the mark is not found again.
            !self.is_worn(sector) && !self.is_ready(flash, sector)
        });
        match fresh {
            Some(sector) => self.make_ready(flash, sector, 0),
            None => self.blank = None,
        }
        self.blank.is_some()
    }

    /// Goes on in the sector that was opened last, as far behind all that is written there that a page which a power cut
    /// has left half written is not touched; tells whether there is room.
    pub fn reopen(&mut self, flash: &mut impl NorFlash) -> bool {
        let Some((sector, _)) = self.newest.filter(|&(sector, _)| !self.is_worn(sector)) else {
            return false;
        };
        // Where nothing follows the mark, that may be half written itself.
        if self.is_blank_between(flash, sector, PAGE, 2 * PAGE) {
            return false;
        }
        let is_blank = |at: &usize| self.is_blank_between(flash, sector, *at, *at + PAGE);
        let blank = (PAGE..SECTOR).step_by(PAGE).rev().take_while(is_blank);
        let free = blank.last().unwrap_or(SECTOR);
        // That page may have been begun with a byte that reads as blank for now. It is marked, so that after the next cut the
        // page behind it is not taken for one that was never begun.
        let at = free + PAGE;
        if at < SECTOR && self.write(flash, sector, free, &[PASSED]) {
            self.head = Some(Head { sector, at });
        }
        self.head.is_some()
    }

    /// The sector that was opened last before one, or last of all.
    pub fn before(&self, flash: &mut impl NorFlash, number: Option<u32>) -> Option<(u16, u32)> {
        let mut latest: Option<(u16, u32)> = None;
        for sector in 0..self.count {
            let Some(mark) = self.own_mark(flash, sector) else {
                continue;
            };
            let is_earlier = number.is_none_or(|number| mark.number < number);
            if is_earlier && latest.is_none_or(|(_, latest)| latest < mark.number) {
                latest = Some((sector, mark.number));
            }
        }
        latest
    }

    /// The sector that was opened next after one, or first of all.
    pub fn after(&self, flash: &mut impl NorFlash, number: Option<u32>) -> Option<(u16, u32)> {
        let mut next: Option<(u16, u32)> = None;
        for sector in 0..self.count {
            let Some(mark) = self.own_mark(flash, sector) else {
                continue;
            };
            let is_later = number.is_none_or(|number| mark.number > number);
            if is_later && next.is_none_or(|(_, next)| next > mark.number) {
                next = Some((sector, mark.number));
            }
        }
        next
    }

    /// The frames of a sector.
    #[must_use]
    pub const fn frames(&self, sector: u16) -> Frames {
        Frames {
            sector: self.first + sector,
            at: PAGE,
            page: [BLANK; PAGE],
        }
    }

    /// Opens the next sector that is ready.
    ///
    /// # Errors
    /// If none is.
    pub fn open(&mut self, flash: &mut impl NorFlash) -> Result<(), Unwritten> {
        self.head = None;
        self.is_prepared = false;
        for sector in self.ahead() {
            if !self.is_ready(flash, sector) {
                continue;
            }
            if !self.is_blank_behind(flash, sector, MARK) {
                self.wear_out(sector);
                continue;
            }
            let number = self.number(sector);
            let mark = Mark {
                format: FORMAT,
                content: self.content,
                board: self.board,
                number,
            };
            if self.write(flash, sector, MARK, &mark.bytes()) {
                self.newest = Some((sector, number));
                self.head = Some(Head { sector, at: PAGE });
                return Ok(());
            }
        }
        Err(Unwritten::Full)
    }

    /// The number that a sector is opened with. It counts those that are passed over too: the mark of such a one may be half
    /// written, and be read some other time.
    fn number(&self, sector: u16) -> u32 {
        let Some((newest, number)) = self.newest else {
            return sector.into();
        };
        let steps = (self.count + sector - newest - 1) % self.count + 1;
        number.wrapping_add(steps.into())
    }

    /// Leaves the sector that is open: what follows goes to the next.
    pub const fn close(&mut self) {
        self.head = None;
    }

    /// The sector that is open.
    pub(super) fn open_sector(&self) -> Option<u16> {
        self.head.map(|head| head.sector)
    }

    /// Whether a sector is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.head.is_some()
    }

    /// How many pages are left in the sector that is open.
    #[must_use]
    pub fn pages_left(&self) -> usize {
        self.head
            .map_or(0, |head| (SECTOR - head.at.min(SECTOR)) / PAGE)
    }

    /// Writes a frame: one page is programmed.
    ///
    /// # Errors
    /// If the sector has no room, or does not hold it.
    pub fn append(
        &mut self,
        flash: &mut impl NorFlash,
        kind: u8,
        content: &[u8],
    ) -> Result<(), Unwritten> {
        let Some(head) = self.head else {
            return Err(Unwritten::Full);
        };
        let mut frame = [0; PAGE];
        let length = frame_of(kind, content, &mut frame).ok_or(Unwritten::Full)?;
        let left = PAGE - head.at % PAGE;
        let at = head.at + if length > left { left } else { 0 };
        if at + length > SECTOR {
            return Err(Unwritten::Full);
        }
        if !self.write(flash, head.sector, at, &frame[..length]) {
            self.head = None;
            return Err(Unwritten::Worn);
        }
        self.head = Some(Head {
            at: at + length,
            ..head
        });
        Ok(())
    }

    /// Erases a sector and marks it ready, if there are too few; tells whether it did.
    pub fn prepare(&mut self, flash: &mut impl NorFlash) -> bool {
        if self.is_prepared {
            return false;
        }
        let next = self.next_to_erase(flash);
        self.is_prepared = next.is_none();
        if let Some(sector) = next {
            self.erase(flash, sector);
        }
        next.is_some()
    }

    /// Erases a sector that holds something and is not open; tells whether there was one.
    pub fn wipe(&mut self, flash: &mut impl NorFlash) -> bool {
        let open = self.head.map(|head| head.sector);
        let used = (0..self.count).find(|&sector| {
            let is_free = self.is_blank(flash, sector)
                || self.is_ready(flash, sector) && self.is_blank_behind(flash, sector, MARK);
            !is_free && Some(sector) != open && !self.is_worn(sector)
        });
        if let Some(sector) = used {
            self.erase(flash, sector);
        }
        used.is_some()
    }

    /// How many sectors have failed since the start.
    #[must_use]
    pub fn worn(&self) -> u32 {
        self.worn.iter().map(|word| word.count_ones()).sum()
    }

    fn erase(&mut self, flash: &mut impl NorFlash, sector: u16) {
        let erases = self.ready(flash, sector).unwrap_or(0).saturating_add(1);
        let (from, to) = (self.place(sector, 0), self.place(sector, SECTOR));
        // The mark is blotted out first: one that outlasts half an erase would call the sector ready.
        let _ = flash.write(from, &[0; 12]);
        if flash.erase(from, to).is_err() || !self.is_blank(flash, sector) {
            self.wear_out(sector);
            return;
        }
        self.make_ready(flash, sector, erases);
    }

    /// The sectors that are to be opened next, in their order.
    fn ahead(&self) -> impl Iterator<Item = u16> + use<> {
        let (count, worn) = (self.count, self.worn);
        let first = self.newest.map_or(0, |(sector, _)| sector + 1);
        let after = self.newest.map_or(count, |_| count - 1);
        (0..after)
            .map(move |step| (first + step) % count)
            .filter(move |&sector| worn[usize::from(sector / 32)] >> (sector % 32) & 1 == 0)
    }

    /// How many sectors are ready ahead, within the reserve.
    pub fn ready_ahead(&self, flash: &mut impl NorFlash) -> usize {
        let ahead = self.ahead().take(usize::from(self.reserve));
        ahead.filter(|&sector| self.is_ready(flash, sector)).count()
    }

    /// The first sector ahead that is not ready, within the reserve.
    fn next_to_erase(&self, flash: &mut impl NorFlash) -> Option<u16> {
        let mut ahead = self.ahead().take(usize::from(self.reserve));
        ahead.find(|&sector| Some(sector) != self.needed && !self.is_ready(flash, sector))
    }

    const fn is_worn(&self, sector: u16) -> bool {
        self.worn[sector as usize / 32] >> (sector % 32) & 1 == 1
    }

    const fn wear_out(&mut self, sector: u16) {
        self.worn[sector as usize / 32] |= 1 << (sector % 32);
    }

    /// Where a byte of a sector lies in the flash.
    const fn place(&self, sector: u16, at: usize) -> u32 {
        place(self.first + sector, at)
    }

    fn mark(&self, flash: &mut impl NorFlash, sector: u16) -> Option<Mark> {
        let mut bytes = [0; Mark::BYTES];
        let offset = self.place(sector, MARK);
        flash.read(offset, &mut bytes).ok()?;
        Mark::of(&bytes)
    }

    fn own_mark(&self, flash: &mut impl NorFlash, sector: u16) -> Option<Mark> {
        self.mark(flash, sector).filter(|mark| {
            mark.content == self.content && mark.board == self.board && mark.format <= FORMAT
        })
    }

    /// How often a sector was erased that is marked ready, whether or not it was opened since.
    fn ready(&self, flash: &mut impl NorFlash, sector: u16) -> Option<u32> {
        let mut bytes = [0; 12];
        flash.read(self.place(sector, 0), &mut bytes).ok()?;
        let (said, sum) = bytes.split_at(8);
        let is_right = said[..4] == READY && sum == CHECKSUM.checksum(said).to_le_bytes();
        is_right.then(|| u32_at(said, 4))
    }

    /// Whether a sector is ready to be opened.
    fn is_ready(&self, flash: &mut impl NorFlash, sector: u16) -> bool {
        let mut mark = [0; Mark::BYTES];
        let offset = self.place(sector, MARK);
        let unopened = flash.read(offset, &mut mark).is_ok() && mark == [BLANK; Mark::BYTES];
        unopened && self.ready(flash, sector).is_some()
    }

    fn make_ready(&mut self, flash: &mut impl NorFlash, sector: u16, erases: u32) {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&READY);
        bytes[4..8].copy_from_slice(&erases.to_le_bytes());
        let sum = CHECKSUM.checksum(&bytes[..8]);
        bytes[8..].copy_from_slice(&sum.to_le_bytes());
        self.write(flash, sector, 0, &bytes);
    }

    fn is_blank(&self, flash: &mut impl NorFlash, sector: u16) -> bool {
        self.is_blank_behind(flash, sector, 0)
    }

    fn is_blank_behind(&self, flash: &mut impl NorFlash, sector: u16, from: usize) -> bool {
        self.is_blank_between(flash, sector, from, SECTOR)
    }

    fn is_blank_between(
        &self,
        flash: &mut impl NorFlash,
        sector: u16,
        from: usize,
        to: usize,
    ) -> bool {
        let mut page = [0; PAGE];
        let mut at = from;
        while at < to {
            let part = &mut page[..(to - at).min(PAGE - at % PAGE)];
            let is_read = flash.read(self.place(sector, at), part).is_ok();
            if !is_read || part.iter().any(|&byte| byte != BLANK) {
                return false;
            }
            at += part.len();
        }
        true
    }

    /// Writes and reads back; a sector that does not hold what was written is not used any more.
    fn write(&mut self, flash: &mut impl NorFlash, sector: u16, at: usize, bytes: &[u8]) -> bool {
        let mut holds = flash.write(self.place(sector, at), bytes).is_ok();
        for (i, written) in bytes.chunks(32).enumerate() {
            let mut read = [0; 32];
            let read = &mut read[..written.len()];
            let offset = self.place(sector, at + 32 * i);
            holds = holds && flash.read(offset, read).is_ok() && read == written;
        }
        if !holds {
            self.wear_out(sector);
        }
        holds
    }
}

impl Frames {
    /// The next frame.
    pub fn next(&mut self, flash: &mut impl NorFlash) -> Option<Found<'_>> {
        loop {
            if self.at >= SECTOR {
                return None;
            }
            let within = self.at % PAGE;
            if within == 0 {
                let offset = place(self.sector, self.at);
                flash.read(offset, &mut self.page).ok()?;
            }
            let is_passed = within == 0 && self.page[0] == PASSED;
            if self.page[within] == BLANK || is_passed {
                self.at += PAGE - within;
                continue;
            }
            let length = usize::from(self.page[within]) + FRAME - 1;
            let frame = self.page.get(within..within + length);
            let sound = frame.filter(|frame| is_sound(frame));
            return Some(match sound {
                None => {
                    self.at += PAGE - within;
                    Found::Damaged
                }
                Some(frame) => {
                    self.at += length;
                    match frame[1] {
                        FORMAT => Found::Frame(frame[2], &frame[3..length - 4]),
                        _ => Found::Unknown,
                    }
                }
            });
        }
    }
}

/// Where a byte of a sector lies in the flash.
#[allow(clippy::cast_possible_truncation)] // the flash has a megabyte
const fn place(sector: u16, at: usize) -> u32 {
    sector as u32 * SECTOR as u32 + at as u32
}

fn is_sound(frame: &[u8]) -> bool {
    let Some((said, sum)) = frame.split_last_chunk::<4>() else {
        return false;
    };
    said.len() >= FRAME - 4 && u32::from_le_bytes(*sum) == CHECKSUM.checksum(said)
}

/// Puts a frame together; tells its length, if the content is not too long. The length that it says is one more than that of
/// its content, so that it never is that of a blank byte, nor zero.
fn frame_of(kind: u8, content: &[u8], frame: &mut [u8; PAGE]) -> Option<usize> {
    let said = u8::try_from(content.len() + 1).ok()?;
    let end = content.len() + FRAME;
    let body = frame.get_mut(..end)?;
    body[0] = said;
    body[1] = FORMAT;
    body[2] = kind;
    body[3..end - 4].copy_from_slice(content);
    let sum = CHECKSUM.checksum(&body[..end - 4]);
    body[end - 4..].copy_from_slice(&sum.to_le_bytes());
    Some(end)
}

impl Mark {
    const BYTES: usize = 20;

    fn bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..4].copy_from_slice(&OPENED);
        bytes[4] = self.format;
        bytes[5] = self.content;
        bytes[8..12].copy_from_slice(&self.board.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.number.to_le_bytes());
        let sum = CHECKSUM.checksum(&bytes[..16]);
        bytes[16..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn of(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let is_right = bytes[..4] == OPENED && u32_at(bytes, 16) == CHECKSUM.checksum(&bytes[..16]);
        is_right.then(|| Self {
            format: bytes[4],
            content: bytes[5],
            board: u32_at(bytes, 8),
            number: u32_at(bytes, 12),
        })
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(word)
}
