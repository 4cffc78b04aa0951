//! The button: pressed for a moment, or held. Which of the two it is shows at its end, so that a press that goes on says nothing
//! before that.

/// Samples for which the button must differ from its settled state before it changes.
const SETTLE: u16 = 20;
/// Samples for which the button must stay down to count as held.
const LONG: u16 = 1000;

/// What was done with the button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// The button was let go before a second was over, after so many samples.
    Short(u16),
    /// The button has been down for a second.
    Held,
}

/// The debounced button, sampled once a millisecond.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Button {
    down: bool,
    /// Consecutive samples that differ from `down`.
    differs: u16,
    /// Samples since the press, [`LONG`] at most.
    held: u16,
}

impl Button {
    /// A button that is not pressed.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            down: false,
            differs: 0,
            held: 0,
        }
    }

    /// Whether a press is under way, or may have begun.
    #[must_use]
    pub const fn is_touched(&self) -> bool {
        self.down || self.differs > 0
    }

    /// Takes a sample; returns the press that shows with it, if one does.
    pub const fn sample(&mut self, pressed: bool) -> Option<Press> {
        self.differs = if pressed == self.down {
            0
        } else {
            self.differs + 1
        };
        if self.differs == SETTLE {
            let held = self.held;
            *self = Self {
                down: pressed,
                differs: 0,
                held: 0,
            };
            return if !pressed && held < LONG {
                Some(Press::Short(held))
            } else {
                None
            };
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

    /// What is reported in each span of samples; the button is up in the first span, down in the next, and so on.
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
    fn a_press_is_told_once_when_it_is_let_go() {
        // From when it was known to be down to when it was known to be up.
        let short = |down: u16| Some(Press::Short(down - 1));
        assert_eq!(
            says([5, 100, 100, 200, 100]),
            [None, None, short(100), None, short(200)]
        );
        // A bounce while it is down is no new press.
        assert_eq!(
            says([5, 100, 5, 100, 100]),
            [None, None, None, None, short(205)]
        );
    }

    #[test]
    fn held_for_a_second_it_says_so_once() {
        let mut button = Button::default();
        let said: heapless::Vec<_, 4> = (0..5000)
            .filter_map(|at| Some((at, button.sample(at < 4000)?)))
            .collect();
        assert_eq!(said, [(19 + 1000, Press::Held)]);
    }
}
