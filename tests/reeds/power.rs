//! The power goes now and then.

use crate::common::random::Random;
use crate::common::rig::Rig;
use crate::kept::{NAME, fresh};
use crate::nor::Nor;
use fanorona_board::store::Store;
use fanorona_board::store::shelf::Shelf;
use std::cell::Cell;
use std::rc::Rc;

/// From now on the board keeps its game in a flash, and is switched off and on again now and then. Tells how often it was.
pub fn interrupt(rig: &mut Rig, seed: u64) -> Rc<Cell<usize>> {
    let mut random = Random::seeded(seed);
    let mut flash = Nor::new(seed);
    let mut store = Store::new();
    store.begin(NAME, &mut flash, &mut rig.app);
    let cuts = Rc::new(Cell::new(0));
    let counted = Rc::clone(&cuts);
    let mut left = 4000 + random.below(30_000);
    rig.beside = Some(Box::new(move |app| {
        left -= 1;
        if left > 0 {
            Shelf {
                store: &mut store,
                flash: &mut flash,
            }
            .tick(app);
            return None;
        }
        left = 4000 + random.below(30_000);
        *app = fresh();
        store.begin(NAME, &mut flash, app);
        counted.set(counted.get() + 1);
        Some(100 + random.below(400) as u64)
    }));
    cuts
}
