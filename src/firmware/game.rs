//! The game: the app on the real panel, a step a millisecond.

use core::cell::RefCell;

use embassy_rp::gpio::Input;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Timer};
use fanorona_board::app::{App, Panel};
use fanorona_board::matrix::Sample;
use fanorona_board::palette::{Frame, Rgb, cap};
use fanorona_board::time::Millis;
use smart_leds_trait::{RGB8, SmartLedsWriteAsync};

use super::WIRING;
use super::journal::Journal;
use super::scan::Scan;
use super::strip::Strip;

/// The app, and who talks to it meanwhile. Held for a millisecond at most, or the lights come late.
pub type SharedApp = Mutex<CriticalSectionRawMutex, RefCell<App>>;

/// After a frame the lights need 280 µs of rest to take it. When `write` returns, 215 µs of it are still to be sent.
const REST: Duration = Duration::from_micros(600);

/// The frame that is to be shown; one that was not sent in time is not missed.
static FRAME: Signal<CriticalSectionRawMutex, Frame> = Signal::new();

/// Sensors, button and lights.
struct Wood {
    scan: Scan,
    button: Input<'static>,
}

impl Panel for Wood {
    fn sample(&mut self) -> Sample {
        self.scan.sample()
    }

    fn button(&mut self) -> bool {
        self.button.is_low()
    }

    fn show(&mut self, frame: &Frame) {
        FRAME.signal(*frame);
    }
}

/// Steps the app with every scan. Scans are a millisecond apart, so their number is the time.
#[embassy_executor::task]
pub async fn play(app: &'static SharedApp, scan: Scan, button: Input<'static>) -> ! {
    let mut wood = Wood { scan, button };
    let mut journal = Journal::default();
    let mut now = Millis(0);
    loop {
        wood.scan.wait().await;
        while wood.scan.advance() {
            now = now + Millis(1);
            app.lock(|app| {
                let mut app = app.borrow_mut();
                app.step(&mut wood, now);
                journal.note(&app);
            });
        }
    }
}

/// Sends frames to the lights, never more than they may draw and never faster than they can take them.
#[embassy_executor::task]
pub async fn light(mut strip: Strip) -> ! {
    loop {
        let frame = cap(&FRAME.wait().await, WIRING.max_ma);
        let colours = WIRING
            .in_order(&frame)
            .map(|Rgb { r, g, b }| RGB8 { r, g, b });
        let Ok(()) = strip.write(colours).await;
        Timer::after(REST).await;
    }
}
