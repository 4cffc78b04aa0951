//! The supervisor: it starts the firmware anew when it crashes or hangs, and remembers why.
//!
//! The game feeds the watchdog, and only while scan, app and strip make progress. What a crash leaves behind is kept in
//! RAM that a reset does not clear: see [`fanorona_board::crash`].

use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use cortex_m::asm;
use defmt::{Display2Format, error, info};
use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::rom_data::reset_to_usb_boot;
use embassy_rp::watchdog::Watchdog;
use embassy_rp::{Peri, pac};
use embassy_time::{Duration, Instant, Timer};
use fanorona_board::crash::memory::Memory;
use fanorona_board::crash::{Crash, Part, Pulse, Reset};
use fanorona_board::light::palette::DARK;
use fanorona_board::point::Point;
use fanorona_board::time::Millis;

use super::fault;

/// Time without food after which the watchdog resets the chip: longer than the 400 ms for which erasing a sector of
/// flash may hold up the processor.
const PATIENCE: Duration = Duration::from_millis(1500);
/// Wakes of the game, a millisecond apart, between two feedings.
const MEAL: u32 = 100;
/// The same while there is no game.
const PAUSE: Duration = Duration::from_millis(100);
/// For how long the red rank is shown after a crash.
const ALARM: Duration = Duration::from_secs(3);

/// Kept by a reset. Only the start, and a crash, write to it.
struct Kept(UnsafeCell<Memory>);
// SAFETY: see `memory` and `change`.
unsafe impl Sync for Kept {}
#[unsafe(link_section = ".uninit.supervisor.memory")]
static MEMORY: Kept = Kept(UnsafeCell::new(Memory::FRESH));

/// What the game is doing, see [`Pulse`], and when it was last well, in milliseconds since the start. Kept by a reset.
#[unsafe(link_section = ".uninit.supervisor.pulse")]
static PULSE: AtomicU32 = AtomicU32::new(0);
#[unsafe(link_section = ".uninit.supervisor.well")]
static WELL: AtomicU32 = AtomicU32::new(0);

/// Steps that scan, app, strip and core 1 have made.
static STEPS: [AtomicU32; 4] = [const { AtomicU32::new(0) }; 4];
/// Whether the strip has a frame to send, and whether core 1 thinks.
static OWES: AtomicBool = AtomicBool::new(false);
static THINKS: AtomicBool = AtomicBool::new(false);
/// Whether the board is to leave for its boot drive.
static LEAVING: AtomicBool = AtomicBool::new(false);

/// Whose steps are counted.
const PROGRESS: [Part; 4] = [Part::Scan, Part::App, Part::Strip, Part::Mind];

/// What is known of crashes.
pub fn memory() -> &'static Memory {
    // SAFETY: it changes only in `begin`, before anybody else runs, and when the firmware will not go on.
    unsafe { &*MEMORY.0.get() }
}

/// Changes what is kept.
///
/// # Safety
/// Nothing else may run: at the start, or with interrupts disabled and for the last time.
unsafe fn change<T>(change: impl FnOnce(&mut Memory) -> T) -> T {
    // SAFETY: as the caller promises.
    unsafe { change(&mut *MEMORY.0.get()) }
}

/// Milliseconds since the start.
pub fn uptime() -> Millis {
    Millis(Instant::now().as_millis())
}

/// Takes down what started the firmware. The first thing of all, because starting the chip wipes the traces.
pub fn begin() {
    let last = Millis(u64::from(WELL.load(Relaxed))) + Millis(PATIENCE.as_millis());
    // SAFETY: nothing else runs yet.
    unsafe { change(|memory| memory.begin(cause(), PULSE.load(Relaxed), last)) };
    WELL.store(0, Relaxed);
    beat(Part::Start, None);
}

/// Notes which part runs now, and which makes no progress.
fn beat(running: Part, stalled: Option<Part>) {
    PULSE.store(Pulse { running, stalled }.word(), Relaxed);
}

/// What the chip says has reset it.
fn cause() -> Reset {
    // A probe may reset the core alone; then the firmware's state machines still run, which every other reset stops.
    if !pac::RESETS.reset().read().pio1() {
        return Reset::Probe;
    }
    let watchdog = pac::WATCHDOG.reason().read();
    let chip = pac::VREG_AND_CHIP_RESET.chip_reset().read();
    if watchdog.timer() {
        Reset::Watchdog
    } else if watchdog.force() {
        Reset::Restart
    } else if chip.had_psm_restart() {
        Reset::Probe
    } else if chip.had_run() {
        Reset::Pin
    } else {
        Reset::PowerOn
    }
}

/// Logs how the last runs have ended.
pub fn log() {
    let memory = memory();
    info!(
        "reset by {}, {=u32} restarts",
        Display2Format(&memory.reset()),
        memory.restarts()
    );
    for (uptime, crash) in memory.crashes() {
        error!("after {=u64} ms: {}", uptime.0, Display2Format(&crash));
    }
    if memory.is_safe() {
        error!("too many restarts: there is no game");
    }
}

/// Notes which part of the game runs now.
pub fn enter(part: Part) {
    PULSE.store(Pulse::moved(PULSE.load(Relaxed), part), Relaxed);
}

/// Notes a step of the scan, the app, the strip or core 1.
fn step(number: usize) {
    let steps = &STEPS[number];
    steps.store(steps.load(Relaxed).wrapping_add(1), Relaxed);
}

/// Notes that a scan was read.
pub fn scanned() {
    step(0);
}

/// Notes that the app has taken a step.
pub fn ticked() {
    step(1);
}

/// Notes that there is a frame to be sent.
pub fn shows() {
    OWES.store(true, Relaxed);
}

/// Notes that a frame was sent, and whether another one waits.
pub fn sent(another: bool) {
    OWES.store(another, Relaxed);
    step(2);
}

/// Notes whether core 1 has something to think about.
pub fn thinks(thinks: bool) {
    THINKS.store(thinks, Relaxed);
}

/// Notes that core 1 has thought for a while.
pub fn thought() {
    step(3);
}

/// The watchdog, and what its food depends on.
pub struct Supervisor {
    watchdog: Watchdog,
    wakes: u32,
    steps: [u32; 4],
}

impl Supervisor {
    /// Starts the watchdog, which rests while a probe has halted the chip.
    pub fn new(watchdog: Peri<'static, WATCHDOG>) -> Self {
        let mut watchdog = Watchdog::new(watchdog);
        watchdog.pause_on_debug(true);
        watchdog.start(PATIENCE);
        Self {
            watchdog,
            wakes: 0,
            steps: [0; 4],
        }
    }

    /// To be called whenever the game wakes: feeds the watchdog now and then, if all parts have made progress.
    pub fn check(&mut self) {
        self.wakes += 1;
        if self.wakes == MEAL {
            self.wakes = 0;
            self.feed_if(true);
        }
    }

    /// Shows the red rank after a crash: for a while, or for ever if there were too many. Returns at once after any other
    /// start.
    pub async fn alarm(&mut self) {
        let memory = memory();
        if !memory.follows_crash() {
            return;
        }
        let end = Instant::now() + ALARM;
        while memory.is_safe() || Instant::now() < end {
            // Again and again, because a light may miss it.
            super::panel::show(&fault::pattern());
            Timer::after(PAUSE).await;
            self.feed_if(false);
        }
    }

    /// Feeds the watchdog, if the parts that are at work have made progress.
    fn feed_if(&mut self, plays: bool) {
        let steps = [0, 1, 2, 3].map(|number| STEPS[number].load(Relaxed));
        let (owes, thinks) = (OWES.load(Relaxed), THINKS.load(Relaxed));
        let rests = [!plays, !plays, !owes, !thinks];
        let stalled = (0..PROGRESS.len()).find(|&it| steps[it] == self.steps[it] && !rests[it]);
        self.steps = steps;
        beat(Part::Scan, stalled.map(|number| PROGRESS[number]));
        if stalled.is_none() {
            let well = u32::try_from(uptime().0).unwrap_or(u32::MAX);
            WELL.store(well, Relaxed);
            self.watchdog.feed(PATIENCE);
        }
    }
}

/// Notes why the firmware will not go on. With interrupts disabled.
pub fn crash(crash: Crash) {
    // SAFETY: interrupts are disabled, and they stay so.
    unsafe { change(|memory| memory.note(crash, uptime())) };
}

/// Resets the chip.
pub fn restart() -> ! {
    // SAFETY: nobody else will feed it any more.
    let mut watchdog = Watchdog::new(unsafe { WATCHDOG::steal() });
    watchdog.trigger_reset();
    loop {
        asm::wfi();
    }
}

/// Asks the board to leave for its boot drive, once the answer to that is sent.
pub fn ask_to_leave() {
    LEAVING.store(true, Relaxed);
}

/// Whether the board was asked to leave.
pub fn is_leaving() -> bool {
    LEAVING.load(Relaxed)
}

/// Starts the chip's boot drive, to which new firmware can be copied; all lights go out.
pub fn leave() -> ! {
    cortex_m::interrupt::disable();
    // SAFETY: interrupts are disabled, and they stay so.
    unsafe { change(Memory::leave) };
    fault::show(&[DARK; Point::COUNT]);
    // No pin tells of activity, and both interfaces are offered: the drive, and the one of picotool.
    reset_to_usb_boot(0, 0);
    loop {
        asm::wfi();
    }
}
