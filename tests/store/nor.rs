//! NOR flash as it is: bits only go from one to zero, sectors are erased, and a power cut leaves bits that are neither.

use crate::common::random::Random;
use embedded_storage::nor_flash::{ErrorType, NorFlash, NorFlashError, NorFlashErrorKind};
use embedded_storage::nor_flash::{MultiwriteNorFlash, ReadNorFlash};
use fanorona_board::store::SIZE;
use fanorona_board::store::ring::SECTOR;
use std::collections::BTreeMap;
use std::rc::Rc;

const BLANK: u8 = 0xff;
/// The moments at which an erase may be cut.
pub const MOMENTS: usize = 5;

/// Something that was done to the flash.
#[derive(Clone, Debug)]
pub enum Op {
    Write(usize, Vec<u8>),
    Erase(usize),
}

impl Op {
    /// In how many ways it can be cut: in every byte, or at every moment.
    pub fn cuts(&self) -> usize {
        match self {
            Self::Write(_, bytes) => bytes.len(),
            Self::Erase(_) => MOMENTS,
        }
    }
}

/// How a sector fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wear {
    /// It does not erase.
    Stays,
    /// It does not take what is written.
    Blank,
    /// A bit of every page is stuck at zero.
    Stuck,
}

/// A sector.
#[derive(Clone)]
struct Cells {
    bytes: [u8; SECTOR],
    /// What was meant to be programmed since it was erased.
    meant: [u8; SECTOR],
    /// Bits that read differently each time.
    doubt: Option<Box<[u8; SECTOR]>>,
}

impl Cells {
    const NEW: Self = Self {
        bytes: [BLANK; SECTOR],
        meant: [BLANK; SECTOR],
        doubt: None,
    };

    /// Programs some bits of a byte: those that are to be zero become zero.
    fn program(&mut self, at: usize, byte: u8) {
        self.bytes[at] &= byte;
        if let Some(doubt) = &mut self.doubt {
            doubt[at] &= byte;
        }
    }

    fn doubt(&mut self, at: usize, bits: u8) {
        if bits != 0 {
            self.doubt.get_or_insert_with(|| Box::new([0; SECTOR]))[at] |= bits;
        }
    }
}

/// The flash.
#[derive(Clone)]
pub struct Nor {
    sectors: Vec<Rc<Cells>>,
    pub random: Random,
    /// In how many of a hundred cases a bit in doubt reads as one.
    pub lean: usize,
    /// What is left until the power goes: bytes, and moments of erases.
    pub power: Option<usize>,
    /// What was done, if that is noted.
    pub ops: Option<Vec<Op>>,
    /// How often a byte was programmed that held something else.
    pub overwritten: usize,
    pub erases: BTreeMap<usize, u32>,
    pub written: usize,
    pub worn: BTreeMap<usize, Wear>,
}

/// The power is off, or there is no such place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Off;

impl NorFlashError for Off {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl Nor {
    pub fn new(seed: u64) -> Self {
        let sector = Rc::new(Cells::NEW);
        Self {
            sectors: vec![sector; SIZE / SECTOR],
            random: Random::seeded(seed),
            lean: 50,
            power: None,
            ops: None,
            overwritten: 0,
            erases: BTreeMap::new(),
            written: 0,
            worn: BTreeMap::new(),
        }
    }

    /// The bytes of a sector.
    pub fn sector(&self, sector: usize) -> &[u8; SECTOR] {
        &self.sectors[sector].bytes
    }

    /// Changes the bytes of a sector.
    pub fn change(&mut self, sector: usize, bytes: &[u8; SECTOR]) {
        let cells = self.cells(sector);
        cells.bytes = *bytes;
        cells.meant = *bytes;
        cells.doubt = None;
    }

    /// Whether two flashes hold the same, bit by bit.
    pub fn holds_as(&self, other: &Self) -> bool {
        let same = |(a, b): (&Rc<Cells>, &Rc<Cells>)| {
            Rc::ptr_eq(a, b) || a.bytes == b.bytes && a.doubt == b.doubt
        };
        std::iter::zip(&self.sectors, &other.sectors).all(same)
    }

    fn cells(&mut self, sector: usize) -> &mut Cells {
        Rc::make_mut(&mut self.sectors[sector])
    }

    /// Does something to the flash.
    pub fn apply(&mut self, op: &Op) {
        match op {
            Op::Write(at, bytes) => self.program(*at, bytes),
            Op::Erase(sector) => self.sectors[*sector] = Rc::new(Cells::NEW),
        }
    }

    fn program(&mut self, at: usize, bytes: &[u8]) {
        let mut overwritten = 0;
        let cells = self.cells(at / SECTOR);
        for (at, &byte) in (at % SECTOR..).zip(bytes) {
            // What was blotted out holds nothing.
            let is_other = cells.meant[at] != BLANK && cells.meant[at] != byte && byte != 0;
            overwritten += usize::from(is_other);
            cells.meant[at] &= byte;
            cells.program(at, byte);
        }
        self.overwritten += overwritten;
    }

    /// Begins something, and stops in its byte, or at its moment, `cut`.
    pub fn cut(&mut self, op: &Op, cut: usize) {
        match op {
            Op::Write(at, bytes) => {
                self.program(*at, &bytes[..cut]);
                self.half_program(at + cut, bytes[cut]);
            }
            Op::Erase(sector) => self.half_erase(*sector, cut),
        }
    }

    /// Every bit that was to become zero is, or is not, or is in doubt.
    fn half_program(&mut self, at: usize, byte: u8) {
        let random = self.random.next().to_le_bytes();
        let cells = self.cells(at / SECTOR);
        let at = at % SECTOR;
        let open = cells.bytes[at] & !byte;
        let doubt = open & random[0] & random[1];
        cells.program(at, !(open & random[0] & !random[1]));
        cells.doubt(at, doubt);
        cells.meant[at] &= byte;
    }

    /// Every bit is as it was, or one, or in doubt.
    fn half_erase(&mut self, sector: usize, moment: usize) {
        let random = &mut self.random.clone();
        self.random.next();
        let cells = self.cells(sector);
        for block in 0..SECTOR / 32 {
            // How much of it is as it was, and how much of the rest is in doubt, in eighths.
            let (stays, doubts) = match moment {
                0 => (7, 4),
                1 => (4, 4),
                2 => (1, 1),
                // Blocks that the erase has reached, and others.
                3 => (random.pick(&[0, 0, 8]), random.pick(&[0, 1, 8])),
                // The first block is as it was, and all the others nearly blank.
                _ => (if block == 0 { 8 } else { 0 }, 1),
            };
            for at in block * 32..block * 32 + 32 {
                let mut mask = |eighths: usize| {
                    let bits = (0..8).map(|bit| u8::from(random.below(8) < eighths) << bit);
                    bits.fold(0, |all, bit| all | bit)
                };
                let (stays, doubts) = (mask(stays), mask(doubts));
                let zeros = !cells.bytes[at];
                cells.doubt(at, zeros & !stays & doubts);
                cells.bytes[at] |= !stays;
            }
        }
        cells.meant = [BLANK; SECTOR];
    }

    /// Takes power for something; tells where it goes off, if it does.
    fn spend(&mut self, cost: usize) -> Result<Option<usize>, Off> {
        let Some(power) = self.power else {
            return Ok(None);
        };
        if power == 0 {
            return Err(Off);
        }
        self.power = Some(power.saturating_sub(cost));
        Ok((power <= cost).then(|| power - 1))
    }

    fn perform(&mut self, op: Op) -> Result<(), Off> {
        if let Some(cut) = self.spend(op.cuts())? {
            self.cut(&op, cut);
            return Err(Off);
        }
        self.apply(&op);
        if let Some(ops) = &mut self.ops {
            ops.push(op);
        }
        Ok(())
    }
}

impl ErrorType for Nor {
    type Error = Off;
}

impl ReadNorFlash for Nor {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Off> {
        let (sector, at) = (offset as usize / SECTOR, offset as usize % SECTOR);
        let cells = self.sectors.get(sector).ok_or(Off)?;
        let held = cells.bytes.get(at..at + bytes.len()).ok_or(Off)?;
        bytes.copy_from_slice(held);
        let Some(doubt) = &cells.doubt else {
            return Ok(());
        };
        for (byte, &doubt) in bytes.iter_mut().zip(&doubt[at..]) {
            for bit in (0..8).filter(|bit| doubt >> bit & 1 == 1) {
                let is_one = self.random.percent(self.lean);
                *byte = *byte & !(1 << bit) | u8::from(is_one) << bit;
            }
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        SIZE
    }
}

impl NorFlash for Nor {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Off> {
        let (from, to) = (from as usize, to as usize);
        assert!(from % SECTOR == 0 && to % SECTOR == 0 && to <= SIZE);
        for sector in from / SECTOR..to / SECTOR {
            *self.erases.entry(sector).or_default() += 1;
            if self.worn.get(&sector) != Some(&Wear::Stays) {
                self.perform(Op::Erase(sector))?;
            }
        }
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Off> {
        let at = offset as usize;
        assert!(at % 256 + bytes.len() <= 256, "a write crosses a page");
        self.written += bytes.len();
        let bytes = match self.worn.get(&(at / SECTOR)) {
            Some(Wear::Blank) => vec![BLANK; bytes.len()],
            Some(Wear::Stuck) => bytes.iter().map(|byte| byte & !4).collect(),
            Some(Wear::Stays) | None => bytes.to_vec(),
        };
        self.perform(Op::Write(at, bytes))
    }
}

impl MultiwriteNorFlash for Nor {}
