//! The USB port: a serial line, and a host that gives power.

use core::fmt::Write;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use embassy_futures::join::join;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, Flash};
use embassy_rp::peripherals::{FLASH, USB};
use embassy_rp::usb::Driver;
use embassy_usb::class::cdc_acm::{CdcAcmClass, State};
use embassy_usb::{Builder, Config, Handler};
use fanorona_board::light::power::Host;
use heapless::String;

use super::Irqs;
use super::panel::SharedApp;
use super::talk;

/// pid.codes' number for tests: free to use, and no other product's. Who sells boards asks for a number of their own.
const VENDOR: u16 = 0x1209;
const PRODUCT: u16 = 0x0001;
/// What the board asks its host for, in mA.
const MAX_POWER: u16 = 500;
/// Nothing is read or written at an address, so any size would do.
const FLASH_SIZE: usize = 2 * 1024 * 1024;
/// The longest packet of the serial line.
pub const PACKET: u16 = 64;

/// The number that the flash was made with, so that a host can tell two boards apart.
pub fn serial_number(flash: Peri<'static, FLASH>) -> String<16> {
    let mut number = [0; 8];
    let mut flash = Flash::<_, Blocking, FLASH_SIZE>::new_blocking(flash);
    // It can fail on the other core only. Then the number is zero, and boards look alike.
    let _ = flash.blocking_unique_id(&mut number);
    let mut text = String::new();
    for byte in number {
        // Two digits each: there is room for all.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Runs the port and what is said over it.
pub async fn run(usb: Peri<'static, USB>, app: &'static SharedApp, serial_number: &str) -> ! {
    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some("fanorona-board");
    config.product = Some(concat!("Fanorona board (", env!("BOARD"), ")"));
    config.serial_number = Some(serial_number);
    config.max_power = MAX_POWER;

    let (mut configuration, mut bos, mut control) = ([0; 256], [0; 256], [0; 64]);
    let mut state = State::new();
    let mut witness = Witness;
    let driver = Driver::new(usb, Irqs);
    let mut builder = Builder::new(
        driver,
        config,
        &mut configuration,
        &mut bos,
        &mut [],
        &mut control,
    );
    builder.handler(&mut witness);
    let port = CdcAcmClass::new(&mut builder, &mut state, PACKET);
    let mut device = builder.build();
    let (never, _) = join(device.run(), talk::serve(port, app)).await;
    never
}

/// What is known of the host.
pub fn host() -> Host {
    match HOST.load(Relaxed) {
        UNSEEN => Host::Unseen,
        AGREED => Host::Agreed,
        _ => Host::Seen,
    }
}

static HOST: AtomicU8 = AtomicU8::new(UNSEEN);
const UNSEEN: u8 = 0;
const SEEN: u8 = 1;
const AGREED: u8 = 2;
/// It had agreed before it went to sleep: it gives less until it wakes.
const ASLEEP: u8 = 3;

/// Notes what the host does.
struct Witness;

impl Handler for Witness {
    fn reset(&mut self) {
        HOST.store(SEEN, Relaxed);
    }

    fn configured(&mut self, configured: bool) {
        HOST.store(if configured { AGREED } else { SEEN }, Relaxed);
    }

    /// A cable without a host is as still as one whose host sleeps: it says nothing of a host that was not seen.
    fn suspended(&mut self, suspended: bool) {
        match (HOST.load(Relaxed), suspended) {
            (AGREED, true) => HOST.store(ASLEEP, Relaxed),
            (ASLEEP, false) => HOST.store(AGREED, Relaxed),
            _ => {}
        }
    }
}
