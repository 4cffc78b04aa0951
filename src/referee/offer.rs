//! A draw that the rules offer: told when it arises, and shown for a breath.

use crate::rules::outcome::Draw;
use crate::time::Millis;

/// How long an offered draw is shown: as long as a light breathes once.
pub const BREATH: Millis = Millis(2400);

/// What is known of the draw that the game offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    known: Option<Draw>,
    /// Until when it is shown, if nobody touches a stone.
    until: Option<Millis>,
}

impl Offer {
    /// Nothing is offered.
    pub const NONE: Self = Self::known(None);

    /// What the game offers was told before.
    #[must_use]
    pub const fn known(offer: Option<Draw>) -> Self {
        Self {
            known: offer,
            until: None,
        }
    }

    /// Takes what the game offers now; tells what was not offered before.
    pub fn take(&mut self, offer: Option<Draw>, now: Millis) -> Option<Draw> {
        if offer == self.known {
            return None;
        }
        self.known = offer;
        self.until = offer.map(|_| now + BREATH);
        offer
    }

    /// A stone was touched: it is not shown any longer.
    pub const fn touch(&mut self) {
        self.until = None;
    }

    /// When it is not shown any longer.
    #[must_use]
    pub const fn deadline(&self) -> Option<Millis> {
        self.until
    }

    /// Whether it is shown now.
    pub fn is_shown(&mut self, now: Millis) -> bool {
        self.until = self.until.filter(|&until| now < until);
        self.until.is_some()
    }
}
