//! Why the firmware was started anew: how that is told.
//!
//! What is kept of it, where a reset does not clear it, is in [`memory`]; the text of a panic is in [`text`].

pub mod memory;
pub mod text;

use core::fmt;

/// What started the firmware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reset {
    /// Power came on.
    PowerOn,
    /// The reset pin.
    Pin,
    /// A debug probe.
    Probe,
    /// The watchdog: the firmware hung.
    Watchdog,
    /// The firmware itself, after a panic or a fault.
    Restart,
    /// The boot drive, to which the board had been sent.
    Drive,
}

impl Reset {
    const ALL: [Self; 6] = [
        Self::PowerOn,
        Self::Pin,
        Self::Probe,
        Self::Watchdog,
        Self::Restart,
        Self::Drive,
    ];
}

impl fmt::Display for Reset {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::PowerOn => "power-on",
            Self::Pin => "pin",
            Self::Probe => "probe",
            Self::Watchdog => "watchdog",
            Self::Restart => "restart",
            Self::Drive => "drive",
        })
    }
}

/// A part of the firmware, to say where it hung.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The start, before the game.
    Start,
    /// The scan of the reeds.
    Scan,
    /// The app.
    App,
    /// The log of the game.
    Log,
    /// The strip of lights.
    Strip,
    /// Whatever the game interrupts: USB, console; or another interrupt.
    Below,
    /// The second core, which thinks.
    Mind,
}

impl Part {
    const ALL: [Self; 7] = [
        Self::Start,
        Self::Scan,
        Self::App,
        Self::Log,
        Self::Strip,
        Self::Below,
        Self::Mind,
    ];

    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Scan => "scan",
            Self::App => "app",
            Self::Log => "log",
            Self::Strip => "strip",
            Self::Below => "below the game",
            Self::Mind => "core 1",
        }
    }
}

/// What the game was doing, in a word that is written all the time: a part in each of the two lower bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pulse {
    /// The part that runs.
    pub running: Part,
    /// The part that no longer makes progress, if one does not.
    pub stalled: Option<Part>,
}

impl Pulse {
    /// Tells a pulse from what a RAM holds after power-on.
    const SIGN: u32 = 0x5a7e_0000;
    const NONE: u32 = 0xff;

    /// The pulse as a word.
    #[must_use]
    pub const fn word(self) -> u32 {
        let stalled = match self.stalled {
            Some(part) => part as u32,
            None => Self::NONE,
        };
        Self::SIGN | stalled << 8 | self.running as u32
    }

    /// The word of the same pulse in another part.
    #[must_use]
    pub const fn moved(word: u32, running: Part) -> u32 {
        word & !0xff | running as u32
    }

    /// The part that a word names as the one that hung, if the word is a pulse.
    fn hung(word: u32) -> Option<Part> {
        let part = |byte: u32| Part::ALL.get((byte & 0xff) as usize).copied();
        (word & 0xffff_0000 == Self::SIGN).then(|| part(word >> 8).or(part(word)))?
    }
}

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crash<'a> {
    /// A panic: its place and its text.
    Panic(&'a str),
    /// A fault of the chip, with the registers that it puts on the stack: r0 to r3, r12, lr, pc, xpsr.
    Fault([u32; 8]),
    /// Nothing went on any more in this part.
    Hang(Part),
}

impl fmt::Display for Crash<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Panic(text) => write!(f, "panic {text}"),
            Self::Fault([r0, r1, r2, r3, r12, lr, pc, xpsr]) => write!(
                f,
                "fault pc={pc:08x} lr={lr:08x} xpsr={xpsr:08x} r0={r0:08x} r1={r1:08x} r2={r2:08x} r3={r3:08x} \
                 r12={r12:08x}"
            ),
            Self::Hang(Part::Below) => f.write_str("hang below the game"),
            Self::Hang(part) => write!(f, "hang in {}", part.word()),
        }
    }
}
