//! The button: pressed, or held.

/// How long the button must look different before it counts, in samples.
const SETTLE: u16 = 20;
/// How long it must be held to mean more than a press, in samples.
const LONG: u16 = 1000;

/// What the button says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// It has just been pressed.
    Down,
    /// It has been held for a second since.
    Held,
}

/// The button as it is sampled, a sample a millisecond.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Button {
    down: bool,
    /// For how many samples it has looked different.
    differs: u16,
    /// For how many samples it has been down; no longer counted when it has been held.
    held: u16,
}

impl Button {
    /// Takes a sample; tells what it makes of it.
    pub const fn sample(&mut self, pressed: bool) -> Option<Press> {
        self.differs = if pressed == self.down {
            0
        } else {
            self.differs + 1
        };
        if self.differs == SETTLE {
            *self = Self {
                down: pressed,
                differs: 0,
                held: 0,
            };
            return if pressed { Some(Press::Down) } else { None };
        }
        if !self.down || self.held == LONG {
            return None;
        }
        self.held += 1;
        if self.held == LONG {
            Some(Press::Held)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a button says while it is sampled so often as up and down, in turn.
    fn says<const N: usize>(spans: [u16; N]) -> [Option<Press>; N] {
        let mut button = Button::default();
        let mut pressed = true;
        spans.map(|span| {
            pressed = !pressed;
            let mut said = (0..span).filter_map(|_| button.sample(pressed));
            let first = said.next();
            assert_eq!(said.next(), None);
            first
        })
    }

    #[test]
    fn a_bounce_is_no_press() {
        assert_eq!(says([5, SETTLE - 1, 1, SETTLE - 1, 40]), [None; 5]);
    }

    #[test]
    fn a_press_is_told_once_and_again_after_it_was_let_go() {
        let down = Some(Press::Down);
        assert_eq!(says([5, 100, 100, 100]), [None, down, None, down]);
        // A bounce while it is down is no new press.
        assert_eq!(says([5, 100, 5, 100]), [None, down, None, None]);
    }

    #[test]
    fn held_for_a_second_it_says_so_once() {
        let mut button = Button::default();
        let said: heapless::Vec<_, 4> = (0..5000)
            .filter_map(|at| Some((at, button.sample(true)?)))
            .collect();
        assert_eq!(said, [(19, Press::Down), (19 + 1000, Press::Held)]);
    }
}
