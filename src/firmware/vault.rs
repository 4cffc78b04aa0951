//! The store on the chip: the second half of its flash, written after the lights and erased at rest.
//!
//! While a page is written, or a sector erased, no interrupt runs. The scan goes on by itself: its ring holds half a second.

use core::cell::RefCell;

use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, Error, Flash};
use embassy_rp::peripherals::FLASH;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::{CriticalSectionRawMutex, ThreadModeRawMutex};
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Timer, with_timeout};
use embedded_storage::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use fanorona_board::app::App;
use fanorona_board::store::report::Report;
use fanorona_board::store::ring::SECTOR;
use fanorona_board::store::shelf::{Keeper, Shelf};
use fanorona_board::store::{Did, REST, SIZE, Store};

use super::cold::cold;
use super::shared::SharedApp;

/// How large the flash is, in bytes; it lies in its second half.
pub const FLASH_SIZE: usize = 2 * 1024 * 1024;
#[allow(clippy::cast_possible_truncation)] // two megabytes
const BEGIN: u32 = (FLASH_SIZE - SIZE) as u32;

/// How often the app is looked at while nothing happens, and while something waits to be written. Between two pages, and
/// after an erase, the game has time.
const PACE: Duration = Duration::from_millis(250);
const SOON: Duration = Duration::from_millis(10);
const AFTER_PAGE: Duration = Duration::from_millis(2);
const AFTER_ERASE: Duration = Duration::from_millis(100);

/// The game says that something has changed.
static CHANGE: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// Says that something has changed in the game.
pub fn changed() {
    CHANGE.signal(());
}

/// The whole flash, as its driver has it.
pub type Chip = Flash<'static, FLASH, Blocking, FLASH_SIZE>;

/// The part of the flash that is the store's.
struct Half(Chip);

impl ErrorType for Half {
    type Error = Error;
}

impl ReadNorFlash for Half {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.blocking_read(BEGIN + offset, bytes)
    }

    fn capacity(&self) -> usize {
        SIZE
    }
}

impl NorFlash for Half {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Error> {
        self.0.blocking_erase(BEGIN + from, BEGIN + to)
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        self.0.blocking_write(BEGIN + offset, bytes)
    }
}

/// The store and its flash; the flash is there once the board has started.
struct Vault {
    store: Store,
    flash: Option<Half>,
}

/// All that talks or keeps runs below the game, one at a time.
static VAULT: Mutex<ThreadModeRawMutex, RefCell<Vault>> = Mutex::new(RefCell::new(Vault {
    store: Store::new(),
    flash: None,
}));

/// The driver of the flash.
pub fn chip(flash: Peri<'static, FLASH>) -> Chip {
    Flash::new_blocking(flash)
}

/// Reads what is kept, and gives it to the app.
pub fn begin(chip: Chip, app: &mut App) {
    VAULT.lock(|vault| {
        let Vault { store, flash } = &mut *vault.borrow_mut();
        store.begin(env!("BOARD_NAME"), flash.insert(Half(chip)), app);
    });
}

/// Does something with the store; tells whether there is one.
fn open<R>(act: impl FnOnce(&mut Shelf<'_, Half>) -> R) -> Option<R> {
    VAULT.lock(|vault| {
        let Vault { store, flash } = &mut *vault.borrow_mut();
        let flash = flash.as_mut()?;
        Some(act(&mut Shelf { store, flash }))
    })
}

/// Does something with the store and an app; tells whether there is one.
pub fn keep(app: &mut App, act: &mut dyn FnMut(&mut dyn Keeper, &mut App)) -> bool {
    open(|shelf| act(shelf, app)).is_some()
}

/// How the store fares, if that is not what was told before.
pub fn news() -> Option<Report> {
    open(|shelf| shelf.store.news()).flatten()
}

/// Writes everything that a command has changed, a page at a time: between two pages the game goes on.
pub fn settle(app: &SharedApp) {
    // What was being written comes first, and what has changed then.
    for _ in 0..2 {
        open(|shelf| {
            app.hold(|app| shelf.store.look(app, true));
            while shelf.store.is_writing() && shelf.store.work(shelf.flash, false) != Did::Nothing {
            }
        });
    }
}

/// Writes what changes in the app.
#[embassy_executor::task]
pub async fn run(app: &'static SharedApp) -> ! {
    cold(write(app)).await
}

async fn write(app: &'static SharedApp) -> ! {
    loop {
        let did = open(|shelf| {
            let rest = app.hold(|app| {
                shelf.store.look(app, false);
                app.rest()
            });
            let may_erase = rest.is_some_and(|rest| rest >= REST);
            let did = shelf.store.work(shelf.flash, may_erase);
            (did, shelf.store.is_waiting())
        });
        match did {
            Some((Did::Wrote, _)) => Timer::after(AFTER_PAGE).await,
            Some((Did::Erased, _)) => Timer::after(AFTER_ERASE).await,
            Some((Did::Nothing, true)) => Timer::after(SOON).await,
            Some((Did::Nothing, false)) | None => {
                // In vain or not, it is looked at.
                let _ = with_timeout(PACE, CHANGE.wait()).await;
            }
        }
    }
}
