//! A store with the flash that it lies in, as the console sees it.

use embedded_storage::nor_flash::NorFlash;

use crate::app::App;
use crate::rules::game::Game;
use crate::store::archive::Head;
use crate::store::image::Counters;
use crate::store::report::Report;
use crate::store::{Did, Forget, REST, Store};
use crate::time::Millis;

/// What a console can ask of a store, whatever flash it lies in.
pub trait Keeper {
    /// How the store fares.
    fn report(&self) -> Report;
    /// How much was played on the board.
    fn counters(&self) -> Counters;
    /// Calls `each` for every game that is kept, the oldest first; tells how much is damaged or unknown.
    fn games(&mut self, each: &mut dyn FnMut(&Head)) -> u16;
    /// Reads a game into another's place; tells whether it is kept, and sound.
    fn load(&mut self, number: u32, game: &mut Game) -> bool;
    /// Whether something is meant to be forgotten: the same was asked shortly before.
    fn is_meant(&mut self, what: Forget, now: Millis) -> bool;
    /// Forgets.
    fn forget(&mut self, what: Forget);
}

/// A store and its flash.
pub struct Shelf<'a, F> {
    /// The store.
    pub store: &'a mut Store,
    /// The flash that it lies in.
    pub flash: &'a mut F,
}

impl<F: NorFlash> Shelf<'_, F> {
    /// After a tick: looks at the app, and writes a page or, at rest, erases a sector.
    pub fn tick(&mut self, app: &App) -> Did {
        self.store.look(app, false);
        let rest = app.rest();
        let may_erase = rest.is_some_and(|rest| rest >= REST);
        self.store.work(self.flash, may_erase)
    }

    /// After a command: writes everything.
    pub fn settle(&mut self, app: &App) {
        // What was being written comes first, and what has changed then.
        for _ in 0..2 {
            self.store.look(app, true);
            while self.store.work(self.flash, false) != Did::Nothing {}
        }
    }
}

impl<F: NorFlash> Keeper for Shelf<'_, F> {
    fn report(&self) -> Report {
        self.store.report()
    }

    fn counters(&self) -> Counters {
        self.store.counters()
    }

    fn games(&mut self, each: &mut dyn FnMut(&Head)) -> u16 {
        let from = self.store.counters().forgotten;
        self.store.archive().list(self.flash, from, each)
    }

    fn load(&mut self, number: u32, game: &mut Game) -> bool {
        let is_kept = number >= self.store.counters().forgotten;
        is_kept && self.store.archive().load(self.flash, number, game)
    }

    fn is_meant(&mut self, what: Forget, now: Millis) -> bool {
        self.store.is_meant(what, now)
    }

    fn forget(&mut self, what: Forget) {
        self.store.forget(what);
    }
}
