//! The current for the lights, by what the USB host has agreed to.

use crate::time::Millis;

/// What is known of a host at the other end of the USB cable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Host {
    /// No host has shown itself: perhaps there is only a charger.
    Unseen,
    /// The bus was reset, but nobody has spoken to the board: some chargers do that once.
    Stirred,
    /// A host has spoken to the board, and has not agreed or no longer does.
    Seen,
    /// The host has agreed to the current that the board requests.
    Agreed,
    /// The host has suspended the bus: until it resumes, the board may draw next to nothing.
    Asleep,
}

/// The current that a device may draw before its host agrees to more (USB 2.0, 7.2.1), in mA.
pub const BEFORE_MA: u32 = 100;
/// The most that all but the lights draws, in mA: the chip at 125 MHz, mostly asleep, and its regulator.
pub const BOARD_MA: u32 = 40;
/// Time after power-on by which a host would have reset the bus.
pub const PATIENCE: Millis = Millis(1000);
/// Time after a reset of the bus by which a host would have spoken to the board, also one that tries again.
pub const LONG_PATIENCE: Millis = Millis(5000);

/// The current that the lights may draw, in mA: `quiet` is the time since power-on or since the bus was last reset,
/// `max_ma` the board's own limit.
#[must_use]
pub fn allowance(host: Host, quiet: Millis, max_ma: u32) -> u32 {
    match host {
        Host::Agreed => max_ma,
        Host::Unseen if quiet >= PATIENCE => max_ma,
        Host::Stirred if quiet >= LONG_PATIENCE => max_ma,
        Host::Unseen | Host::Stirred | Host::Seen => max_ma.min(BEFORE_MA - BOARD_MA),
        Host::Asleep => 0,
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
        for quiet in [0, 999, 1000, 4999, 5000, 1_000_000].map(Millis) {
            assert!(allowance(Host::Seen, quiet, MAX) + BOARD_MA <= BEFORE_MA);
            assert_eq!(allowance(Host::Agreed, quiet, MAX), MAX);
            assert_eq!(allowance(Host::Asleep, quiet, MAX), 0);
        }
        assert!(allowance(Host::Unseen, Millis(0), MAX) + BOARD_MA <= BEFORE_MA);
        assert!(allowance(Host::Unseen, Millis(999), MAX) + BOARD_MA <= BEFORE_MA);
        assert!(allowance(Host::Stirred, Millis(4999), MAX) + BOARD_MA <= BEFORE_MA);
    }

    #[test]
    fn a_charger_is_asked_for_everything_after_a_second_and_one_that_resets_the_bus_after_five() {
        assert_eq!(allowance(Host::Unseen, Millis(1000), MAX), MAX);
        assert_eq!(allowance(Host::Stirred, Millis(5000), MAX), MAX);
    }

    #[test]
    fn there_is_always_something_left_to_be_seen_by() {
        let dark = u32::try_from(Point::COUNT).unwrap() * IDLE_MA;
        assert!(allowance(Host::Seen, Millis(0), MAX) > dark);
    }
}
