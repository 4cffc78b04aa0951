//! Both ends of the line on the chip: the reeds are scanned, the strip is sent.
//!
//! ```text
//! scan ─► panel ─► the app ─► panel ─► strip
//!                  ▲     ▲
//!                  │    mind, the second core
//!          usb ─► talk, the console
//! ```
//!
//! The game (scan, app, strip) runs in an interrupt, USB and console run below it: a host that is slow, silent or
//! misbehaving takes no time from the game.

mod clock;
mod cold;
mod copy;
mod fault;
mod journal;
mod mind;
mod panel;
mod pins;
mod rtt;
mod scan;
mod shared;
mod sound;
mod strip;
mod supervisor;
mod talk;
mod usb;
mod vault;

use defmt::{Display2Format, info};
use embassy_executor::{InterruptExecutor, Spawner};
use embassy_rp::clocks::RoscRng;
use embassy_rp::interrupt::{self, InterruptExt, Priority};
use embassy_rp::peripherals::USB;
use embassy_rp::{Peri, bind_interrupts};
use fanorona_board::app::App;
use fanorona_board::crash::Part;
use fanorona_board::referee::Referee;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use heapless::String;
// Linked for what it defines: the time stamps of the log.
use embassy_time as _;

use shared::SharedApp;
use strip::Strip;
use supervisor::Supervisor;
use wiring::WIRING;

// The board that `BOARD` selects: `mod wiring`.
include!(concat!(env!("OUT_DIR"), "/board.rs"));

const _: () = assert!(
    WIRING.check().is_ok(),
    "this board cannot be wired like that"
);

bind_interrupts!(struct Irqs {
    PIO0_IRQ_0 => embassy_rp::pio::InterruptHandler<embassy_rp::peripherals::PIO0>;
    PIO1_IRQ_0 => embassy_rp::pio::InterruptHandler<embassy_rp::peripherals::PIO1>;
    USBCTRL_IRQ => embassy_rp::usb::InterruptHandler<embassy_rp::peripherals::USB>;
    DMA_IRQ_0 => embassy_rp::dma::InterruptHandler<embassy_rp::peripherals::DMA_CH4>;
});

/// Runs the game; preempts everything but the handlers of interrupts.
static GAME: InterruptExecutor = InterruptExecutor::new();

#[embassy_rp::interrupt]
unsafe fn SWI_IRQ_0() {
    // SAFETY: `GAME` is started with this interrupt, and nothing pends it earlier.
    unsafe { GAME.on_interrupt() }
    supervisor::enter(Part::Below);
}

/// The app that the board is about.
static APP: SharedApp = SharedApp::new(App::new(Referee::blank(Board::Tsivy, Rules::STANDARD)));

#[embassy_executor::main]
async fn main(spawner: Spawner) -> ! {
    let (usb, serial_number) = start(spawner);
    usb::run(usb, &APP, &serial_number).await
}

/// Starts the game and what is below it; returns what is needed to talk. Not inlined: the task that talks goes on, and this does not.
#[inline(never)]
fn start(below: Spawner) -> (Peri<'static, USB>, String<16>) {
    supervisor::begin();
    let mut core = cortex_m::Peripherals::take().expect("nobody has taken them before");
    fault::guard_stack(&mut core.MPU);
    let p = embassy_rp::init(embassy_rp::config::Config::default());
    let supervisor = Supervisor::new(p.WATCHDOG);
    let rules = Rules::STANDARD;
    info!(
        "fanorona-board {=str}, commit {=str}, on {=str}, rules {}",
        env!("CARGO_PKG_VERSION"),
        env!("GIT"),
        env!("BOARD_NAME"),
        Display2Format(&rules)
    );
    supervisor::log();
    let mut chip = vault::chip(p.FLASH);
    // No code can run from flash while the id is read, so this comes before the tasks start.
    let serial_number = usb::serial_number(&mut chip);
    APP.hold(|app| {
        app.referee.draw_lots(RoscRng.next_u64());
        // Before the store is read, which tells whether tones are played.
        if WIRING.piezo.is_none() {
            app.sound = None;
        }
        vault::begin(chip, app);
    });

    interrupt::SWI_IRQ_0.set_priority(Priority::P2);
    interrupt::USBCTRL_IRQ.set_priority(Priority::P3);
    let game = GAME.start(interrupt::SWI_IRQ_0);
    let strip = Strip::new(p.PIO1, p.DMA_CH4);
    let matrix = scan::Parts {
        pio: p.PIO0,
        _channels: (p.DMA_CH0, p.DMA_CH1, p.DMA_CH2, p.DMA_CH3),
    };
    let play = panel::play(&APP, matrix, pins::button(), supervisor);
    game.spawn(panel::send(strip, pins::switch()).expect("it is spawned once"));
    game.spawn(play.expect("it is spawned once"));
    game.spawn(panel::hold(&APP).expect("it is spawned once"));
    below.spawn(vault::run(&APP).expect("it is spawned once"));
    below.spawn(mind::run(&APP, p.CORE1).expect("it is spawned once"));
    if let Some(piezo) = pins::piezo() {
        below.spawn(sound::run(piezo).expect("it is spawned once"));
    }
    (p.USB, serial_number)
}
