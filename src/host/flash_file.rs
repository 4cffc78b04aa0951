//! Flash that a file holds, byte for byte: what the program writes outlasts it.
//!
//! The file is read once and then only written, a page or a sector at a time and in place, as the chip would. So the end of the
//! program is a power cut to the store, at whatever moment it comes.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use embedded_storage::nor_flash::{ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash};
use fanorona_board::store::SIZE;
use fanorona_board::store::ring::SECTOR;

/// A byte of flash that was erased.
const BLANK: u8 = 0xff;

/// A file that holds flash, locked for this program.
#[derive(Debug)]
pub struct FlashFile {
    path: PathBuf,
    file: File,
    /// What the file holds, or would hold if it could be written.
    bytes: Vec<u8>,
    /// Whether the file could not be written.
    is_behind: bool,
    /// Has the system bring what was written to the disk.
    sync: Option<SyncSender<()>>,
}

/// Why a file cannot be the flash.
#[derive(Debug)]
pub enum Unusable {
    /// Another program has it.
    Taken,
    /// It cannot be read or written, or is no flash.
    Bad(String),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Taken => f.write_str("another program keeps its game there"),
            Self::Bad(why) => f.write_str(why),
        }
    }
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Self::Bad(error.to_string())
    }
}

impl FlashFile {
    /// Opens a file, or makes one of blank flash. Whoever begins anew gets blank flash too.
    ///
    /// # Errors
    /// Why it cannot be the flash; a file that is none is left as it was.
    pub fn open(path: &Path, begins_anew: bool) -> Result<Self, Unusable> {
        if path.is_dir() {
            return Err(Unusable::Bad("this is a folder".into()));
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(Unusable::Taken),
            // Some file systems have no locks; there people have to take care.
            Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
                return Err(error.into());
            }
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let bytes = read(&mut file)?;
        let mut flash = Self {
            path: path.into(),
            sync: file.try_clone().ok().map(sync),
            file,
            bytes,
            is_behind: false,
        };
        let known = flash.bytes.len();
        flash.bytes.resize(SIZE, BLANK);
        if begins_anew {
            flash.bytes.fill(BLANK);
        }
        if begins_anew || known < SIZE {
            flash.put(0, SIZE)?;
        }
        Ok(flash)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lends the file to a program that this one starts; others are still kept out, where a lock does not keep out that one.
    ///
    /// # Errors
    /// If the lock cannot be given up.
    pub fn lend(&self) -> io::Result<()> {
        if cfg!(windows) {
            self.file.unlock()?;
        }
        Ok(())
    }

    /// Writes a part to the file; what could not be written before is written with it.
    fn save(&mut self, from: usize, to: usize) {
        let (from, to) = if self.is_behind {
            (0, SIZE)
        } else {
            (from, to)
        };
        let saved = self.put(from, to);
        let path = self.path.display();
        match saved {
            Ok(()) if self.is_behind => eprintln!("{path} can be written again"),
            Err(ref error) if !self.is_behind => {
                eprintln!("{path} cannot be written, so the game is not kept for now: {error}");
            }
            _ => {}
        }
        self.is_behind = saved.is_err();
    }

    fn put(&mut self, from: usize, to: usize) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(from as u64))?;
        self.file.write_all(&self.bytes[from..to])?;
        if let Some(sync) = &self.sync {
            // If one is due already, it will do.
            let _ = sync.try_send(());
        }
        Ok(())
    }
}

/// Reads a file that is flash; or the beginning of one that was never filled, because the program was ended meanwhile.
fn read(file: &mut File) -> Result<Vec<u8>, Unusable> {
    let mut bytes = Vec::with_capacity(SIZE + 1);
    file.take(SIZE as u64 + 1).read_to_end(&mut bytes)?;
    let is_begun = bytes.len() < SIZE && bytes.iter().all(|&byte| byte == BLANK);
    if bytes.len() == SIZE || is_begun {
        return Ok(bytes);
    }
    let size = file.metadata()?.len();
    Err(Unusable::Bad(format!(
        "this is no flash: it has {size} bytes, and flash has {SIZE}"
    )))
}

/// Has what was written brought to the disk, in a thread of its own: no light waits for it.
fn sync(file: File) -> SyncSender<()> {
    let (asks, asked): (_, Receiver<()>) = sync_channel(1);
    thread::spawn(move || {
        for () in asked {
            // If that fails, what is written will get there later.
            let _ = file.sync_data();
        }
    });
    asks
}

impl ErrorType for FlashFile {
    type Error = NorFlashErrorKind;
}

impl ReadNorFlash for FlashFile {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        let from = offset as usize;
        let held = self.bytes.get(from..from + bytes.len());
        bytes.copy_from_slice(held.ok_or(NorFlashErrorKind::OutOfBounds)?);
        Ok(())
    }

    fn capacity(&self) -> usize {
        SIZE
    }
}

/// Bits only go from one to zero, until their sector is erased.
impl NorFlash for FlashFile {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        let (from, to) = (from as usize, to as usize);
        let held = self.bytes.get_mut(from..to);
        held.ok_or(NorFlashErrorKind::OutOfBounds)?.fill(BLANK);
        self.save(from, to);
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        let (from, to) = (offset as usize, offset as usize + bytes.len());
        let held = self.bytes.get_mut(from..to);
        let held = held.ok_or(NorFlashErrorKind::OutOfBounds)?;
        for (byte, written) in held.iter_mut().zip(bytes) {
            *byte &= written;
        }
        self.save(from, to);
        Ok(())
    }
}

#[cfg(test)]
#[cfg(not(miri))]
mod tests {
    use std::{env, fs, process};

    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_for_a_while_catches_up() {
        let name = format!("fanorona-board-{}.flash", process::id());
        let path = env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        let mut flash = FlashFile::open(&path, false).unwrap();
        flash.write(0, &[0x0f]).unwrap();
        let writes = std::mem::replace(&mut flash.file, File::open(&path).unwrap());
        flash.write(4096, &[0xf0]).unwrap();
        flash.erase(0, 4096).unwrap();
        assert_eq!(fs::read(&path).unwrap()[0], 0x0f);
        let mut byte = [0];
        flash.read(0, &mut byte).unwrap();
        assert_eq!(byte, [0xff]);
        flash.file = writes;
        flash.write(4096, &[0x3f]).unwrap();
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!((bytes.len(), bytes[0], bytes[4096]), (SIZE, 0xff, 0x30));
        assert!(flash.write(1024 * 1024, &[0]).is_err());
    }
}
