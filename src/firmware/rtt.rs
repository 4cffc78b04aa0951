//! The log's way to a debug probe: RTT, a ring in RAM that the probe reads while the firmware runs.
//!
//! Logging never waits. A message is encoded in a place of its own for each context, a core inside or outside of an
//! interrupt, with interrupts on; when it is complete it goes into the ring as a whole. One that finds no room there is
//! dropped and counted. A probe may ask for a firmware that waits instead, as probe-rs does: that is ignored, because
//! its cable may be pulled.
//!
//! The control block is SEGGER's: a probe finds it by its symbol, or by its first 16 bytes.

use core::arch::asm;
use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use defmt::{Encoder, warn};
use embassy_rp::pac;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;

/// The capacity of the ring, in bytes, of which one stays free.
const RING: usize = 1024;
/// The longest message, encoded, in bytes; one that is longer is dropped.
const LONGEST: usize = 384;
/// A core inside and outside of an interrupt, twice.
const CONTEXTS: usize = 4;
/// What the firmware says it does when the ring is full: it leaves the message out.
const SKIPS: u32 = 0;

/// What a probe reads and writes.
#[repr(C)]
struct Control {
    id: [u8; 16],
    up_channels: u32,
    down_channels: u32,
    up: Channel,
}

/// A ring from the firmware to the probe.
#[repr(C)]
struct Channel {
    name: *const u8,
    ring: *mut u8,
    size: u32,
    /// Where the firmware writes next.
    write: AtomicU32,
    /// Where the probe reads next.
    read: AtomicU32,
    /// What happens when the ring is full, as the probe would have it.
    mode: AtomicU32,
}

// SAFETY: the pointers never change, and what they point to is written only by `Channel::send`, which locks.
unsafe impl Sync for Control {}

/// Bytes that several contexts write, one at a time.
struct Shared<T>(UnsafeCell<T>);
// SAFETY: each use says why it is alone.
unsafe impl<T> Sync for Shared<T> {}

/// In RAM, so that a probe can read it while the flash is busy.
#[unsafe(link_section = ".data.rtt.name")]
static NAME: [u8; 6] = *b"defmt\0";
/// Not cleared at the start: the two positions say that it is empty.
#[unsafe(link_section = ".uninit.rtt.ring")]
static BYTES: Shared<[u8; RING]> = Shared(UnsafeCell::new([0; RING]));

// The name by which probes find it.
#[unsafe(no_mangle)]
static _SEGGER_RTT: Control = Control {
    id: *b"SEGGER RTT\0\0\0\0\0\0",
    up_channels: 1,
    down_channels: 0,
    up: Channel {
        name: NAME.as_ptr(),
        ring: BYTES.0.get().cast(),
        // 1024 fits.
        #[allow(clippy::cast_possible_truncation)]
        size: RING as u32,
        write: AtomicU32::new(0),
        read: AtomicU32::new(0),
        mode: AtomicU32::new(SKIPS),
    },
};

/// Held while a complete message is copied into the ring, some ten microseconds: also against the other core.
static LOCK: Mutex<CriticalSectionRawMutex, ()> = Mutex::new(());
/// Messages that were dropped since the start.
static DROPPED: AtomicU32 = AtomicU32::new(0);

impl Channel {
    /// Bytes that fit in now.
    fn room(&self) -> usize {
        let [read, write] = [&self.read, &self.write].map(|at| at.load(Ordering::Acquire) as usize);
        // A probe may write anything.
        (read % RING + RING - write - 1) % RING
    }

    /// Writes a whole message, or none of it; either way, at once.
    fn send(&self, message: Option<&[u8]>) {
        LOCK.lock(|()| {
            let Some(message) = message.filter(|message| message.len() <= self.room()) else {
                DROPPED.store(dropped().wrapping_add(1), Ordering::Relaxed);
                return;
            };
            let start = self.write.load(Ordering::Relaxed) as usize;
            let (first, second) = message.split_at(message.len().min(RING - start));
            // SAFETY: both parts end inside the ring, the probe does not read them yet, and the lock is held.
            unsafe {
                let ring = self.ring;
                ring.add(start)
                    .copy_from_nonoverlapping(first.as_ptr(), first.len());
                ring.copy_from_nonoverlapping(second.as_ptr(), second.len());
            }
            // Less than 1024.
            #[allow(clippy::cast_possible_truncation)]
            let end = ((start + message.len()) % RING) as u32;
            self.write.store(end, Ordering::Release);
        });
    }
}

/// Where the messages of one context are encoded. Laid out as written, so that a test finds its way.
#[repr(C)]
struct Desk {
    /// Messages begun and not ended: more than one if an interrupt came in the middle of another's, or a message logs.
    begun: AtomicU8,
    message: Shared<Message>,
}

struct Message {
    encoder: Encoder,
    /// Bytes that were written, also those that did not fit.
    length: usize,
    bytes: [u8; LONGEST],
}

impl Message {
    const EMPTY: Self = Self {
        encoder: Encoder::new(),
        length: 0,
        bytes: [0; LONGEST],
    };
}

static DESKS: [Desk; CONTEXTS] = [const {
    Desk {
        begun: AtomicU8::new(0),
        message: Shared(UnsafeCell::new(Message::EMPTY)),
    }
}; CONTEXTS];

impl Desk {
    /// That of the context that runs.
    fn here() -> &'static Self {
        let exception: u32;
        // SAFETY: only reads which exception is being handled.
        unsafe {
            asm!("mrs {}, ipsr", out(reg) exception, options(nomem, nostack, preserves_flags));
        }
        let core = pac::SIO.cpuid().read() as usize;
        &DESKS[(2 * core + usize::from(exception != 0)) % CONTEXTS]
    }

    /// Changes the number of messages begun. Whoever interrupts this has ended its own when this goes on.
    fn count(&self, change: fn(u8, u8) -> u8) -> u8 {
        let begun = change(self.begun.load(Ordering::Relaxed), 1);
        self.begun.store(begun, Ordering::Relaxed);
        begun
    }

    /// Works on the message, if it is the only one begun; one within another is dropped.
    fn work(&self, work: impl FnOnce(&mut Encoder, &mut dyn FnMut(&[u8]))) {
        if self.begun.load(Ordering::Relaxed) != 1 {
            return;
        }
        // SAFETY: the context is the only one with this desk, and in it only the first message gets here.
        let Message {
            encoder,
            length,
            bytes,
        } = unsafe { &mut *self.message.0.get() };
        work(encoder, &mut |new| {
            let end = *length + new.len();
            if let Some(place) = bytes.get_mut(*length..end) {
                place.copy_from_slice(new);
            }
            *length = end;
        });
    }

    /// Sends the message, or counts it as dropped.
    fn end(&self) {
        let message = if self.begun.load(Ordering::Relaxed) == 1 {
            // SAFETY: as in `work`.
            let message = unsafe { &mut *self.message.0.get() };
            let length = core::mem::take(&mut message.length);
            message.bytes.get(..length)
        } else {
            None
        };
        _SEGGER_RTT.up.send(message);
    }
}

#[defmt::global_logger]
struct Rtt;

// SAFETY: what is written between `acquire` and `release` in one context reaches the ring as one message.
unsafe impl defmt::Logger for Rtt {
    fn acquire() {
        let desk = Desk::here();
        desk.count(u8::saturating_add);
        desk.work(|encoder, write| encoder.start_frame(write));
    }

    /// Nothing waits for a probe.
    unsafe fn flush() {}

    unsafe fn release() {
        let desk = Desk::here();
        desk.work(|encoder, write| encoder.end_frame(write));
        desk.end();
        desk.count(u8::saturating_sub);
    }

    unsafe fn write(bytes: &[u8]) {
        Desk::here().work(|encoder, write| encoder.write(bytes, write));
    }
}

/// Gives up the messages that this core had begun, because it will not go on with them.
pub fn abandon() {
    let core = pac::SIO.cpuid().read() as usize;
    for desk in DESKS.iter().skip(2 * core).take(2) {
        desk.begun.store(0, Ordering::Relaxed);
        // SAFETY: whoever has begun this message will not go on.
        unsafe { *desk.message.0.get() = Message::EMPTY };
    }
}

/// The number of messages that were dropped since the start.
pub fn dropped() -> u32 {
    DROPPED.load(Ordering::Relaxed)
}

/// Logs how many messages were dropped, if that is news and there is room again. For one task, now and then.
pub fn tell_dropped() {
    static TOLD: AtomicU32 = AtomicU32::new(0);
    let dropped = dropped();
    if dropped == TOLD.load(Ordering::Relaxed) || _SEGGER_RTT.up.room() < LONGEST {
        return;
    }
    TOLD.store(dropped, Ordering::Relaxed);
    warn!(
        "{=u32} messages were dropped here: nobody had read the log",
        dropped
    );
}
