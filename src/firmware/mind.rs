//! The second core: it looks for the turns that the board plays.
//!
//! ```text
//! game ─► wake ─► run, below the game ─► the search ─► think, on core 1
//!                  ▲                                      │
//!                  └──────────────────────────────────────┘
//! ```
//!
//! The search belongs to one core at a time, and whoever has it hands it over: there is no lock, and neither core ever waits
//! for the other. Core 1 is started when there is something to think about for the first time. It takes no critical section
//! and logs nothing; while the flash is written the driver has it stand still.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::{
    AtomicBool, AtomicU8, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};

use cortex_m::asm;
use embassy_rp::Peri;
use embassy_rp::multicore::{Stack, spawn_core1};
use embassy_rp::peripherals::CORE1;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Timer};
use fanorona_board::engine::endings::Endings;
use fanorona_board::engine::table::{Entry, TABLE};
use fanorona_board::engine::{Finding, Progress, Search};

use super::cold::cold;
use super::shared::SharedApp;
use super::supervisor;

/// How many positions are looked at before it is asked whether that is still of use.
const SLICE: u32 = 16;
/// How often it is asked whether the answer is there, and whether it is still asked for.
const PACE: Duration = Duration::from_millis(5);

/// The table of positions, of which there is one.
struct Table;

struct Places(UnsafeCell<MaybeUninit<[Entry; TABLE]>>);
// SAFETY: only `Table` gives it away, to whoever has the search.
unsafe impl Sync for Places {}
#[unsafe(link_section = ".mind_table")]
static PLACES: Places = Places(UnsafeCell::new(MaybeUninit::uninit()));

impl AsMut<[Entry]> for Table {
    fn as_mut(&mut self) -> &mut [Entry] {
        // SAFETY: there is one `Table`, which is borrowed; and a place may hold any bits: each search clears it.
        unsafe { (*PLACES.0.get()).assume_init_mut() }
    }
}

/// The search, and what it has found.
struct Mind {
    search: Search<Table>,
    found: Option<Finding>,
}

struct Shared(UnsafeCell<Mind>);
// SAFETY: it is touched by the core that has it, as `OWNER` says.
unsafe impl Sync for Shared {}
#[unsafe(link_section = ".mind.search")]
static MIND: Shared = Shared(UnsafeCell::new(Mind {
    search: Search::with_endings(Table, endings()),
    found: None,
}));

include!(concat!(env!("OUT_DIR"), "/endings.rs"));

/// The tables of endings, if the image has any. They stay in flash: while it is written, core 1 does not read them either.
const fn endings() -> Option<Endings> {
    match TABLES {
        Some(bytes) => Some(Endings::trust(bytes)),
        None => None,
    }
}

/// Who has the search: core 1 before it is ready and while it thinks, otherwise core 0.
static OWNER: AtomicU8 = AtomicU8::new(CORE_1);
const CORE_0: u8 = 0;
const CORE_1: u8 = 1;
/// Whether what core 1 thinks about is of no more use.
static IN_VAIN: AtomicBool = AtomicBool::new(false);

/// The game says that there is something else to think about.
static TASK: Signal<CriticalSectionRawMutex, ()> = Signal::new();

#[unsafe(link_section = ".mind_stack")]
static STACK: Room = Room(UnsafeCell::new(MaybeUninit::uninit()));
struct Room(UnsafeCell<MaybeUninit<Stack<STACK_SIZE>>>);
// SAFETY: only the start of core 1 takes it.
unsafe impl Sync for Room {}
const STACK_SIZE: usize = 8 * 1024;

/// Says that there is something else to think about.
pub fn wake() {
    TASK.signal(());
}

/// Has core 1 think about what the app asks for.
#[embassy_executor::task]
pub async fn run(app: &'static SharedApp, core: Peri<'static, CORE1>) -> ! {
    cold(serve(app, core)).await
}

async fn serve(app: &'static SharedApp, core: Peri<'static, CORE1>) -> ! {
    while app.hold(|app| app.task()).is_none() {
        TASK.wait().await;
    }
    start(core);
    let mut posed = None;
    loop {
        if OWNER.load(Acquire) == CORE_1 {
            let is_asked = app.hold(|app| app.task()) == posed;
            IN_VAIN.store(!is_asked, Relaxed);
            Timer::after(PACE).await;
            continue;
        }
        // SAFETY: core 1 has handed it over, and waits until it gets it back.
        let mind = unsafe { &mut *MIND.0.get() };
        let task = app.hold(|app| {
            if let (Some(number), Some(found)) = (posed, mind.found.take()) {
                app.take_answer(number, Some(found));
            }
            let task = app.task();
            if task.is_some() {
                app.pose(&mut mind.search);
            }
            task
        });
        posed = task;
        if task.is_none() {
            TASK.wait().await;
            continue;
        }
        supervisor::thinks(true);
        IN_VAIN.store(false, Relaxed);
        OWNER.store(CORE_1, Release);
        asm::sev();
    }
}

/// Starts core 1. Not inlined: it is done once.
#[inline(never)]
fn start(core: Peri<'static, CORE1>) {
    // SAFETY: nobody else takes it, and core 1 is started once. A stack may hold any bits.
    let stack = unsafe { (*STACK.0.get()).assume_init_mut() };
    spawn_core1(core, stack, || {
        load();
        think()
    });
}

unsafe extern "C" {
    /// Where the code of the search, and the search itself, begin and end in RAM, and where they are in flash.
    static mut __mind_start: u32;
    static mut __mind_end: u32;
    static __mind_load: u32;
}

/// Brings the code of the search, and the search itself, into RAM.
#[inline(never)]
fn load() {
    // SAFETY: the linker gives all three; nothing of it is used before.
    unsafe {
        let (start, end) = (&raw mut __mind_start, &raw mut __mind_end);
        let words = end.offset_from_unsigned(start);
        ptr::copy_nonoverlapping(&raw const __mind_load, start, words);
    }
    asm::dsb();
    asm::isb();
}

/// What core 1 does.
#[inline(never)]
fn think() -> ! {
    loop {
        supervisor::thinks(false);
        OWNER.store(CORE_0, Release);
        asm::sev();
        while OWNER.load(Acquire) == CORE_0 {
            asm::wfe();
        }
        // SAFETY: core 0 has handed it over, and waits until it gets it back.
        let mind = unsafe { &mut *MIND.0.get() };
        mind.search.set_out();
        let mut is_done = false;
        while !is_done && !IN_VAIN.load(Relaxed) {
            is_done = mind.search.step(SLICE) == Progress::Done;
            supervisor::thought();
        }
        mind.found = if is_done { mind.search.finding() } else { None };
    }
}
