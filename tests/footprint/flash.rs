//! Writes and erases the flash as it is told, for the test of the emulated one. It measures nothing.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod flash {
    use core::panic::PanicInfo;
    use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

    use embassy_rp::flash::{Blocking, Error, Flash};
    use embassy_rp::peripherals::FLASH;
    use embassy_time::Instant;

    const SIZE: usize = 2 * 1024 * 1024;
    /// How much is written or read at once.
    const ROOM: usize = 1024;

    /// Written from the flash itself, which cannot be read meanwhile.
    static CONSTANT: [u8; 256] = [0x5a; 256];

    /// From the host: what to do, and to which part of the flash. The host sets the first of them last,
    /// and sends an event.
    // SAFETY: nothing else in the image has this name, nor any of those below.
    #[unsafe(no_mangle)]
    static TASK: AtomicU32 = AtomicU32::new(0);
    #[unsafe(no_mangle)]
    static OFFSET: AtomicU32 = AtomicU32::new(0);
    #[unsafe(no_mangle)]
    static LENGTH: AtomicU32 = AtomicU32::new(0);
    /// From the host or for it: what is written or was read.
    #[unsafe(no_mangle)]
    static DATA: [AtomicU8; ROOM] = [const { AtomicU8::new(0) }; ROOM];
    /// For the host: how many tasks are done, how many of them were refused, and the microseconds that the last one took.
    #[unsafe(no_mangle)]
    static DONE: AtomicU32 = AtomicU32::new(0);
    #[unsafe(no_mangle)]
    static REFUSED: AtomicU32 = AtomicU32::new(0);
    #[unsafe(no_mangle)]
    static TOOK: AtomicU32 = AtomicU32::new(0);

    #[cortex_m_rt::entry]
    fn main() -> ! {
        let chip = embassy_rp::init(embassy_rp::config::Config::default());
        let mut flash = Flash::<_, Blocking, SIZE>::new_blocking(chip.FLASH);
        loop {
            let task = TASK.load(Relaxed);
            if task == 0 {
                cortex_m::asm::wfe();
                continue;
            }
            let start = Instant::now();
            if perform(task, &mut flash).is_err() {
                REFUSED.store(REFUSED.load(Relaxed) + 1, Relaxed);
            }
            #[expect(clippy::cast_possible_truncation, reason = "no task takes an hour")]
            TOOK.store(start.elapsed().as_micros() as u32, Relaxed);
            TASK.store(0, Relaxed);
            DONE.store(DONE.load(Relaxed) + 1, Relaxed);
        }
    }

    fn perform(task: u32, flash: &mut Flash<'_, FLASH, Blocking, SIZE>) -> Result<(), Error> {
        let offset = OFFSET.load(Relaxed);
        let length = LENGTH.load(Relaxed);
        let mut buffer = [0; ROOM];
        let part = &mut buffer[..ROOM.min(length as usize)];
        match task {
            1 => {
                for (byte, from) in part.iter_mut().zip(&DATA) {
                    *byte = from.load(Relaxed);
                }
                flash.blocking_write(offset, part)
            }
            2 => flash.blocking_erase(offset, offset + length),
            3 => {
                flash.blocking_read(offset, part)?;
                for (byte, to) in part.iter().zip(&DATA) {
                    to.store(*byte, Relaxed);
                }
                Ok(())
            }
            _ => flash.blocking_write(offset, &CONSTANT),
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
