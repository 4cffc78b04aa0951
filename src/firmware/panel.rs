//! The real panel, and the tasks that let the app tick and send frames.

use embassy_rp::gpio::{Input, Output};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant, Timer, with_timeout};
use fanorona_board::app::{App, Panel};
use fanorona_board::crash::Part;
use fanorona_board::light::palette::{DARK, Frame, cap};
use fanorona_board::light::power::{Host, allowance};
use fanorona_board::point::Point;
use fanorona_board::sense::matrix::Sample;
use fanorona_board::sound::Tone;
use fanorona_board::time::Millis;
use smart_leds::SmartLedsWriteAsync;

use super::journal::Journal;
use super::scan::{self, Scan};
use super::shared::SharedApp;
use super::strip::Strip;
use super::supervisor::{self, Supervisor, enter};
use super::{WIRING, clock, mind, pins, rtt, sound, usb, vault};

/// Pause after `write`: up to 250 µs of the frame are still to be sent then, and the lights latch it after 280 µs of
/// silence.
const REST: Duration = Duration::from_micros(600);
/// Time after which a frame that stands is sent again: what a glitch or a dip of the supply has done to a light must not
/// stay.
const AGAIN: Duration = Duration::from_millis(200);

/// Time that the supply of the lights takes to rise after its switch.
const RISE: Duration = Duration::from_millis(10);

/// How long the button must be held from the start on for a self-test, for the boot drive, and how often that is looked at.
const TEST: Duration = Duration::from_secs(1);
const HOLD: Duration = Duration::from_secs(8);
const LOOK: Duration = Duration::from_millis(20);

/// The next frame to send; a newer frame replaces one that was not sent in time.
static FRAME: Signal<CriticalSectionRawMutex, Frame> = Signal::new();

/// Sensors, button and lights.
struct Wood {
    scan: Scan,
    button: Input<'static>,
    /// Whether the button has been up since the start. Until then it is not the app's.
    was_up: bool,
    /// The current that the lights may draw now, in mA.
    max_ma: u32,
}

impl Panel for Wood {
    fn sample(&mut self) -> Sample {
        self.scan.sample()
    }

    fn button(&mut self) -> bool {
        let is_down = self.button.is_low();
        self.was_up |= !is_down;
        is_down && self.was_up
    }

    /// Every frame passes here, so none draws more than the limit.
    fn show(&mut self, frame: &Frame) {
        show(&cap(frame, self.max_ma));
    }

    fn play(&mut self, tone: Tone) {
        sound::play(tone);
    }
}

/// Has a frame sent as soon as the strip is free.
pub fn show(frame: &Frame) {
    supervisor::shows();
    FRAME.signal(*frame);
}

/// Steps the app with every scan; after a crash, shows the alarm first.
#[embassy_executor::task]
pub async fn play(
    app: &'static SharedApp,
    matrix: scan::Parts,
    button: Input<'static>,
    mut supervisor: Supervisor,
) -> ! {
    supervisor.alarm().await;
    let mut wood = Wood {
        scan: Scan::start(matrix),
        button,
        was_up: false,
        max_ma: 0,
    };
    let mut journal = Journal::default();
    loop {
        wood.scan.wait().await;
        enter(Part::Scan);
        supervisor.check();
        rtt::tell_dropped();
        while let Some(now) = wood.scan.advance() {
            supervisor::scanned();
            enter(Part::App);
            app.play(|app| step(app, &mut wood, &mut journal, now));
            supervisor::ticked();
            enter(Part::Log);
            journal.log();
            enter(Part::Scan);
        }
    }
}

/// Lets the app tick. Not inlined, so that it can be given its place in memory.
#[inline(never)]
fn step(app: &mut App, wood: &mut Wood, journal: &mut Journal, now: Millis) {
    if let Some(mishap) = wood.scan.mishap() {
        app.stumble(mishap);
    }
    wood.max_ma = allowance(usb::host(), usb::quiet(now), WIRING.max_ma);
    app.drive.max_ma = wood.max_ma;
    let (before, tasks) = (app.referee.stirs(), app.tasks());
    app.tick(wood, now);
    if app.referee.stirs() != before {
        vault::changed();
    }
    if app.tasks() != tasks {
        mind::wake();
    }
    journal.note(app);
}

/// Leaves for the boot drive if the button is held down from the start on; begins a self-test if it is let go before.
#[embassy_executor::task]
pub async fn hold(app: &'static SharedApp) {
    let start = Instant::now();
    let (test, end) = (start + TEST, start + HOLD);
    // The driver of the button belongs to the game.
    while pins::is_button_down() {
        if Instant::now() >= end {
            supervisor::leave();
        }
        Timer::after(LOOK).await;
    }
    if Instant::now() >= test {
        app.begin_selftest();
    }
}

/// Sends frames to the lights, never faster than they can take them; one that stands is sent again and again.
///
/// While the host is suspended that is a dark one, and the clock is low. If the supply of the lights has a switch, they
/// are without power then, and nothing is sent: it would feed them by their data line.
#[embassy_executor::task]
pub async fn send(mut strip: Strip, mut switch: Option<Output<'static>>) -> ! {
    let mut frame = [DARK; Point::COUNT];
    Timer::after(if switch.is_some() {
        RISE
    } else {
        Duration::MIN
    })
    .await;
    loop {
        if let Ok(newer) = with_timeout(AGAIN, FRAME.wait()).await {
            frame = newer;
        }
        let is_asleep = usb::host() == Host::Asleep;
        if !is_asleep {
            clock::lower(false);
        }
        if let Some(switch) = switch.as_mut() {
            if is_asleep && switch.is_set_low() {
                supervisor::sent(FRAME.signaled());
                continue;
            }
            if !is_asleep && switch.is_set_low() {
                switch.set_high();
                Timer::after(RISE).await;
            }
        }
        enter(Part::Strip);
        let Ok(()) = strip.write(WIRING.in_order(&frame)).await;
        supervisor::sent(FRAME.signaled());
        Timer::after(REST).await;
        // The frame of a host that has only just fallen asleep may still be lit; the dark one follows at once.
        if is_asleep && frame == [DARK; Point::COUNT] {
            if let Some(switch) = switch.as_mut() {
                switch.set_low();
            }
            clock::lower(true);
        }
    }
}
