//! Switches [rows](super::cost::Row) and [clauses](super::clause::Clause) off, for the test that each of them is needed; on the
//! chip all are on.

#[cfg(not(target_os = "none"))]
use core::sync::atomic::{AtomicU64, Ordering};

#[cfg(not(target_os = "none"))]
static OFF: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];

/// Switches those with these places off, and all others on.
#[cfg(not(target_os = "none"))]
pub fn off(places: &[u32]) {
    for (word, first) in OFF.iter().zip([0, u64::BITS]) {
        let places = places.iter().filter_map(|place| place.checked_sub(first));
        let bits = places.filter_map(|place| 1u64.checked_shl(place));
        word.store(bits.fold(0, |bits, bit| bits | bit), Ordering::Relaxed);
    }
}

#[cfg(not(target_os = "none"))]
pub(super) fn is_off(place: u32) -> bool {
    let [low, high] = &OFF;
    let (word, place) = match place.checked_sub(u64::BITS) {
        Some(place) => (high, place),
        None => (low, place),
    };
    word.load(Ordering::Relaxed) >> place & 1 == 1
}

#[cfg(target_os = "none")]
pub(super) const fn is_off(_: u32) -> bool {
    false
}
