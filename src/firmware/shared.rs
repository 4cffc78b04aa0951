//! The app, shared by the game and by what talks below it.
//!
//! Whoever talks holds up the game's executor while it has the app, and nothing else: no interrupt but the game's waits.

use core::cell::RefCell;

use cortex_m::asm;
use cortex_m::peripheral::SCB;
use cortex_m::peripheral::scb::VectActive;
use embassy_rp::interrupt::{self, InterruptExt};
use embassy_rp::pac;
use fanorona_board::app::App;

/// The app behind a door with two sides.
pub struct SharedApp(RefCell<App>);

// SAFETY: both sides check that they are on the first core. One is in the game's interrupt; the other is below all
// interrupts and has that one masked while it has the app. So neither ever begins while the other has it.
unsafe impl Sync for SharedApp {}

impl SharedApp {
    /// An app to be shared. Constant, so that it needs no stack.
    pub const fn new(app: App) -> Self {
        Self(RefCell::new(app))
    }

    /// The game's side: the app, without any wait.
    pub fn play<R>(&self, act: impl FnOnce(&mut App) -> R) -> R {
        let irqn = interrupt::SWI_IRQ_0 as u8;
        let place = SCB::vect_active();
        assert!(
            place == VectActive::Interrupt { irqn } && is_first_core(),
            "only the game plays"
        );
        act(&mut self.0.borrow_mut())
    }

    /// The same for a self-test. Not inlined: it may wait for the flash.
    #[inline(never)]
    pub fn begin_selftest(&self) {
        self.play(App::begin_selftest);
    }

    /// The side of all that is below the game, which waits meanwhile: a millisecond at most, or the lights come late.
    pub fn hold<R>(&self, act: impl FnOnce(&mut App) -> R) -> R {
        assert!(
            SCB::vect_active() == VectActive::ThreadMode && is_first_core(),
            "only the game may interrupt"
        );
        let game = interrupt::SWI_IRQ_0;
        let was_running = game.is_enabled();
        game.disable();
        // An interrupt on its way comes before this, or not.
        asm::dsb();
        asm::isb();
        let done = act(&mut self.0.borrow_mut());
        if was_running {
            // SAFETY: it was enabled before.
            unsafe { game.enable() };
        }
        done
    }
}

fn is_first_core() -> bool {
    pac::SIO.cpuid().read() == 0
}
