//! The USB port: a serial line, and a host that gives power.

use core::fmt::Write;
use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use embassy_futures::join::join;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, Flash};
use embassy_rp::peripherals::{FLASH, USB};
use embassy_rp::usb::Driver;
use embassy_usb::class::cdc_acm::{CdcAcmClass, State};
use embassy_usb::control::{OutResponse, Request, RequestType};
use embassy_usb::{Builder, Config, Handler};
use fanorona_board::light::power::Host;
use heapless::String;

use super::Irqs;
use super::panel::SharedApp;
use super::talk;

/// The test id of pid.codes: free to use, and no product's. Boards that are sold need an id of their own.
const VENDOR: u16 = 0x1209;
const PRODUCT: u16 = 0x0001;
/// The current that the board requests from its host, in mA.
const MAX_POWER: u16 = 500;
/// The driver wants a size, but only the id is read, so any would do.
const FLASH_SIZE: usize = 2 * 1024 * 1024;
/// The largest packet of the serial line, in bytes.
pub const PACKET: u16 = 64;

/// The name of the board, as a host shows it.
const NAME: &str = concat!("Fanorona board (", env!("BOARD_NAME"), ")");
/// The buffer of control transfers, in bytes: each text goes through it. The longest descriptor has 255.
const CONTROL: usize = 256;
const _: () = assert!(
    2 + 2 * NAME.len() < CONTROL,
    "the name of this board is too long for USB"
);

/// The unique id of the flash, by which a host tells two boards apart.
pub fn serial_number(flash: Peri<'static, FLASH>) -> String<16> {
    let mut number = [0; 8];
    let mut flash = Flash::<_, Blocking, FLASH_SIZE>::new_blocking(flash);
    // Fails on the other core only. The number would be zero then, and boards would look alike.
    let _ = flash.blocking_unique_id(&mut number);
    let mut text = String::new();
    for byte in number {
        // Eight bytes of two digits each fit.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Runs the port and the console on it.
pub async fn run(usb: Peri<'static, USB>, app: &'static SharedApp, serial_number: &str) -> ! {
    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some("fanorona-board");
    config.product = Some(NAME);
    config.serial_number = Some(serial_number);
    config.max_power = MAX_POWER;

    let (mut configuration, mut bos, mut control) = ([0; 256], [0; 256], [0; CONTROL]);
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

/// The speed of the serial line that the host has set, in baud; 0 before it has.
pub fn speed() -> u32 {
    SPEED.load(Relaxed)
}

static SPEED: AtomicU32 = AtomicU32::new(0);
static HOST: AtomicU8 = AtomicU8::new(UNSEEN);
const UNSEEN: u8 = 0;
const SEEN: u8 = 1;
const AGREED: u8 = 2;
/// The host had agreed and is suspended: until it resumes, the board may draw less.
const ASLEEP: u8 = 3;

/// The request of a host that sets the speed of a serial line (CDC 1.2, PSTN 6.3.10): its data begins with the speed.
const SET_LINE_CODING: u8 = 0x20;

/// Keeps [`HOST`] and [`SPEED`] up to date.
struct Witness;

impl Handler for Witness {
    fn reset(&mut self) {
        HOST.store(SEEN, Relaxed);
    }

    fn configured(&mut self, configured: bool) {
        HOST.store(if configured { AGREED } else { SEEN }, Relaxed);
    }

    /// Only looks on: the serial port answers.
    fn control_out(&mut self, request: Request, data: &[u8]) -> Option<OutResponse> {
        let is_class = request.request_type == RequestType::Class;
        if is_class && request.request == SET_LINE_CODING {
            let speed = data
                .first_chunk()
                .map_or(0, |speed| u32::from_le_bytes(*speed));
            SPEED.store(speed, Relaxed);
        }
        None
    }

    /// A bus without a host is as idle as a suspended one, so this counts only for a host that had agreed.
    fn suspended(&mut self, suspended: bool) {
        match (HOST.load(Relaxed), suspended) {
            (AGREED, true) => HOST.store(ASLEEP, Relaxed),
            (ASLEEP, false) => HOST.store(AGREED, Relaxed),
            _ => {}
        }
    }
}
