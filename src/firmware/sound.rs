//! The piezo: tones by PWM, one at a time. Nobody waits for them, and a newer one ends an older.

use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::gpio::Output;
use embassy_rp::pac;
use embassy_rp::pac::io::vals::Gpio0ctrlFuncsel;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, with_timeout};
use fanorona_board::light::power::Host;
use fanorona_board::sound::Tone;

use super::cold::cold;
use super::usb;

/// What the slices count by: with the clock divided by this, every audible pitch fits into their 16 bits.
const DIVIDER: u8 = 64;

/// The next tone.
static TONE: Signal<CriticalSectionRawMutex, Tone> = Signal::new();

/// Has a tone played.
pub fn play(tone: Tone) {
    TONE.signal(tone);
}

/// The piezo at its pin, which is low but for the tones.
pub struct Piezo {
    pin: u8,
    /// Keeps the pin low while the PWM does not have it.
    _low: Output<'static>,
}

impl Piezo {
    /// The piezo at a pin, which is low.
    pub fn new(pin: u8, low: Output<'static>) -> Self {
        Self { pin, _low: low }
    }

    /// Lets a pitch sound until another, or silence.
    fn sound(&self, hertz: u16) {
        let period = clk_sys_freq() / u32::from(DIVIDER) / u32::from(hertz.max(1));
        // Below 16 bits for every pitch from 30 Hz on.
        let period = u16::try_from(period).unwrap_or(u16::MAX);
        let slice = self.slice();
        slice.csr().write(|csr| csr.set_en(false));
        slice.div().write(|div| div.set_int(DIVIDER));
        slice.ctr().write(|ctr| ctr.set_ctr(0));
        slice.top().write(|top| top.set_top(period - 1));
        slice.cc().write(|cc| {
            cc.set_a(period / 2);
            cc.set_b(period / 2);
        });
        slice.csr().write(|csr| csr.set_en(true));
        self.connect(Gpio0ctrlFuncsel::PWM_A_0);
    }

    /// Ends the tone: the pin is low.
    fn silence(&self) {
        self.connect(Gpio0ctrlFuncsel::SIO_0);
        self.slice().csr().write(|csr| csr.set_en(false));
    }

    fn slice(&self) -> pac::pwm::Channel {
        pac::PWM.ch(usize::from(self.pin >> 1 & 7))
    }

    fn connect(&self, function: Gpio0ctrlFuncsel) {
        let io = pac::IO_BANK0.gpio(self.pin.into());
        io.ctrl().write(|ctrl| ctrl.set_funcsel(function.into()));
    }
}

/// Plays tones.
#[embassy_executor::task]
pub async fn run(piezo: Piezo) -> ! {
    cold(sing(piezo)).await
}

/// Plays one tone after another; while the host sleeps there is no current for them.
async fn sing(piezo: Piezo) -> ! {
    let mut newer = None;
    loop {
        let tone = match newer.take() {
            Some(tone) => tone,
            None => TONE.wait().await,
        };
        for note in tone.notes() {
            if usb::host() == Host::Asleep {
                break;
            }
            piezo.sound(note.hertz);
            let lasts = Duration::from_millis(note.lasts.0);
            newer = with_timeout(lasts, TONE.wait()).await.ok();
            if newer.is_some() {
                break;
            }
        }
        piezo.silence();
    }
}
