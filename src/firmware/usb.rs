//! The USB port: a serial line, and a host that gives power.

use core::fmt::Write;
use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use embassy_futures::join::join;
use embassy_rp::Peri;
use embassy_rp::peripherals::USB;
use embassy_rp::usb::Driver;
use embassy_time::Instant;
use embassy_usb::class::cdc_acm::{CdcAcmClass, State};
use embassy_usb::control::{OutResponse, Request, RequestType};
use embassy_usb::{Builder, Config, Handler};
use fanorona_board::light::power::Host;
use fanorona_board::time::Millis;
use heapless::String;

use super::Irqs;
use super::shared::SharedApp;
use super::{talk, vault};

/// The test id of pid.codes: free to use, and no product's. Boards that are sold need an id of their own.
const VENDOR: u16 = 0x1209;
const PRODUCT: u16 = 0x0001;
/// The current that the board requests from its host, in mA.
const MAX_POWER: u16 = 500;
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
pub fn serial_number(flash: &mut vault::Chip) -> String<16> {
    let mut number = [0; 8];
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
    let known = HOST.load(Relaxed);
    if known & SPOKEN == 0 {
        // A bus without a host is as idle as a suspended one.
        if known & RESET == 0 {
            Host::Unseen
        } else {
            Host::Stirred
        }
    } else if known & SUSPENDED != 0 {
        Host::Asleep
    } else if known & CONFIGURED != 0 {
        Host::Agreed
    } else {
        Host::Seen
    }
}

/// The speed of the serial line that the host has set, in baud; 0 before it has.
pub fn speed() -> u32 {
    SPEED.load(Relaxed)
}

/// The time since the bus was last reset, or since power-on. The scan, whose time this is, begins a little later.
pub fn quiet(now: Millis) -> Millis {
    Millis(now.0.saturating_sub(RESET_AT.load(Relaxed).into()))
}

static SPEED: AtomicU32 = AtomicU32::new(0);
/// When the bus was last reset, in milliseconds.
static RESET_AT: AtomicU32 = AtomicU32::new(0);
/// The sum of what has happened.
static HOST: AtomicU8 = AtomicU8::new(0);
/// The bus was reset.
const RESET: u8 = 1;
/// A host has given the board an address, so it is more than a charger. It stays one when it resets the bus.
const SPOKEN: u8 = 2;
const CONFIGURED: u8 = 4;
const SUSPENDED: u8 = 8;

/// The request of a host that sets the speed of a serial line (CDC 1.2, PSTN 6.3.10): its data begins with the speed.
const SET_LINE_CODING: u8 = 0x20;

/// Keeps [`HOST`] and [`SPEED`] up to date.
struct Witness;

impl Witness {
    fn set(bit: u8, is_set: bool) {
        let others = HOST.load(Relaxed) & !bit;
        HOST.store(if is_set { others | bit } else { others }, Relaxed);
    }
}

impl Handler for Witness {
    fn reset(&mut self) {
        // It comes round after weeks, and the patience with a charger is over at once then.
        #[allow(clippy::cast_possible_truncation)]
        RESET_AT.store(Instant::now().as_millis() as u32, Relaxed);
        Self::set(RESET, true);
        Self::set(CONFIGURED | SUSPENDED, false);
    }

    fn addressed(&mut self, _address: u8) {
        Self::set(SPOKEN, true);
    }

    fn configured(&mut self, configured: bool) {
        Self::set(CONFIGURED, configured);
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

    fn suspended(&mut self, suspended: bool) {
        Self::set(SUSPENDED, suspended);
    }
}
