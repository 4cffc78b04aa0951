//! Switches [rows](super::cost::Row) and [clauses](super::clause::Clause) off, for the test that each of them is needed; on the
//! chip all are on.

#[cfg(not(target_os = "none"))]
use core::sync::atomic::{AtomicU64, Ordering};

#[cfg(not(target_os = "none"))]
static OFF: AtomicU64 = AtomicU64::new(0);

/// Switches those with these places off, and all others on.
#[cfg(not(target_os = "none"))]
pub fn off(places: &[u32]) {
    let bits = places.iter().fold(0, |bits, place| bits | 1 << place);
    OFF.store(bits, Ordering::Relaxed);
}

#[cfg(not(target_os = "none"))]
pub(super) fn is_off(place: u32) -> bool {
    OFF.load(Ordering::Relaxed) >> place & 1 == 1
}

#[cfg(target_os = "none")]
pub(super) const fn is_off(_: u32) -> bool {
    false
}
