//! The current for the lights, by what the USB host has agreed to.

use crate::time::Millis;

/// What is known of a host at the other end of the USB cable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Host {
    /// No host has shown itself: perhaps there is only a charger.
    Unseen,
    /// A host is there that has not agreed, or no longer does.
    Seen,
    /// The host has agreed to the current that the board requests.
    Agreed,
}

/// The current that a device may draw before its host agrees to more (USB 2.0, 7.2.1), in mA.
pub const BEFORE_MA: u32 = 100;
/// The most that all but the lights draws, in mA: the chip at 125 MHz, mostly asleep, and its regulator.
pub const BOARD_MA: u32 = 40;
/// Time after power-on by which a host would have been seen.
pub const PATIENCE: Millis = Millis(1000);

/// The current that the lights may draw, in mA: `up` is the time since power-on, `max_ma` the board's own limit.
#[must_use]
pub fn allowance(host: Host, up: Millis, max_ma: u32) -> u32 {
    match host {
        Host::Agreed => max_ma,
        Host::Unseen if up >= PATIENCE => max_ma,
        Host::Unseen | Host::Seen => max_ma.min(BEFORE_MA - BOARD_MA),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::light::palette::IDLE_MA;
    use crate::point::Point;

    const MAX: u32 = 400;

    #[test]
    fn before_the_host_agrees_the_board_draws_one_unit_load_in_all() {
        for up in [0, 999, 1000, 1_000_000].map(Millis) {
            assert!(allowance(Host::Seen, up, MAX) + BOARD_MA <= BEFORE_MA);
            assert_eq!(allowance(Host::Agreed, up, MAX), MAX);
        }
        assert!(allowance(Host::Unseen, Millis(0), MAX) + BOARD_MA <= BEFORE_MA);
        assert!(allowance(Host::Unseen, Millis(999), MAX) + BOARD_MA <= BEFORE_MA);
    }

    #[test]
    fn a_charger_is_asked_for_everything_after_a_second() {
        assert_eq!(allowance(Host::Unseen, Millis(1000), MAX), MAX);
    }

    #[test]
    fn there_is_always_something_left_to_be_seen_by() {
        let dark = u32::try_from(Point::COUNT).unwrap() * IDLE_MA;
        assert!(allowance(Host::Seen, Millis(0), MAX) > dark);
    }
}
