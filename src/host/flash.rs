//! Flash in memory, which is blank where nothing was written.

use std::collections::BTreeMap;
use std::convert::Infallible;

use embedded_storage::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use fanorona_board::store::SIZE;
use fanorona_board::store::ring::SECTOR;

/// Flash in memory: its sectors, those that are not blank.
#[derive(Clone, Debug, Default)]
pub struct MemoryFlash(BTreeMap<usize, Box<[u8; SECTOR]>>);

impl MemoryFlash {
    fn sector(&mut self, index: usize) -> &mut [u8; SECTOR] {
        self.0
            .entry(index)
            .or_insert_with(|| Box::new([0xff; SECTOR]))
    }
}

impl ErrorType for MemoryFlash {
    type Error = Infallible;
}

impl ReadNorFlash for MemoryFlash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Infallible> {
        let (mut at, mut rest) = (offset as usize, bytes);
        while !rest.is_empty() {
            let within = at % SECTOR;
            let (part, behind) = rest.split_at_mut(rest.len().min(SECTOR - within));
            match self.0.get(&(at / SECTOR)) {
                Some(sector) => part.copy_from_slice(&sector[within..within + part.len()]),
                None => part.fill(0xff),
            }
            at += part.len();
            rest = behind;
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        SIZE
    }
}

/// Bits only go from one to zero, until their sector is erased.
impl NorFlash for MemoryFlash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Infallible> {
        for sector in from as usize / SECTOR..to as usize / SECTOR {
            self.0.remove(&sector);
        }
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Infallible> {
        for (at, byte) in (offset as usize..).zip(bytes) {
            self.sector(at / SECTOR)[at % SECTOR] &= byte;
        }
        Ok(())
    }
}
