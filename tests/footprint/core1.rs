//! Both cores at work, for the test of the emulated second core. It measures nothing.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod cores {
    use core::cell::Cell;
    use core::panic::PanicInfo;
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use embassy_rp::multicore::{Stack, current_core, pause_core1, resume_core1, spawn_core1};
    use embassy_sync::blocking_mutex::Mutex;
    use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
    use static_cell::ConstStaticCell;

    /// How often each core counts.
    const ROUNDS: u32 = 1000;
    /// For how many cycles core 0 watches core 1 stand still.
    const STILL: u32 = 10_000;

    /// How many cycles lie between reading and writing without care: longer than a round with it.
    const CARE: u32 = 100;

    static STACK: ConstStaticCell<Stack<4096>> = ConstStaticCell::new(Stack::new());
    /// What both count, one at a time.
    static GUARDED: Mutex<CriticalSectionRawMutex, Cell<u32>> = Mutex::new(Cell::new(0));

    /// For the host to read: what both have counted by turns.
    // SAFETY: nothing else in the image has this name, nor any of those below.
    #[unsafe(no_mangle)]
    static TOTAL: AtomicU32 = AtomicU32::new(0);
    /// What both have counted without regard for each other.
    #[unsafe(no_mangle)]
    static CARELESS: AtomicU32 = AtomicU32::new(0);
    /// How often each core has counted.
    #[unsafe(no_mangle)]
    static COUNTS: [AtomicU32; 2] = [const { AtomicU32::new(0) }; 2];
    /// How often core 1 had counted when core 0 paused it, and at the end of the pause.
    #[unsafe(no_mangle)]
    static PAUSE: [AtomicU32; 2] = [const { AtomicU32::new(0) }; 2];

    #[cortex_m_rt::entry]
    fn main() -> ! {
        let chip = embassy_rp::init(embassy_rp::config::Config::default());
        spawn_core1(chip.CORE1, STACK.take(), second);
        count(ROUNDS / 2);
        pause_core1();
        PAUSE[0].store(COUNTS[1].load(Relaxed), Relaxed);
        cortex_m::asm::delay(STILL);
        PAUSE[1].store(COUNTS[1].load(Relaxed), Relaxed);
        resume_core1();
        count(ROUNDS / 2);
        while COUNTS[1].load(Relaxed) < ROUNDS {
            cortex_m::asm::wfe();
        }
        TOTAL.store(GUARDED.lock(Cell::get), Relaxed);
        loop {
            cortex_m::asm::bkpt();
        }
    }

    /// What core 1 does.
    fn second() -> ! {
        count(ROUNDS);
        cortex_m::asm::sev();
        loop {
            cortex_m::asm::wfe();
        }
    }

    fn count(rounds: u32) {
        let counted = &COUNTS[current_core() as usize];
        for _ in 0..rounds {
            GUARDED.lock(|total| total.set(total.get() + 1));
            let seen = CARELESS.load(Relaxed);
            cortex_m::asm::delay(CARE);
            CARELESS.store(seen + 1, Relaxed);
            counted.store(counted.load(Relaxed) + 1, Relaxed);
        }
    }

    /// Takes what embassy-rp logs, and drops it.
    #[defmt::global_logger]
    struct Silence;

    // SAFETY: there is nothing to acquire.
    unsafe impl defmt::Logger for Silence {
        fn acquire() {}
        unsafe fn flush() {}
        unsafe fn release() {}
        unsafe fn write(_: &[u8]) {}
    }

    #[panic_handler]
    fn panic(_: &PanicInfo) -> ! {
        cortex_m::asm::udf()
    }
}

#[cfg(not(target_os = "none"))]
fn main() {}
