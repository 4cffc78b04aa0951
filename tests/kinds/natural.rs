//! A guess at what people do, kind by kind.

use crate::draft::Draft;
use crate::kind::Drafting;
use crate::{back, mistakes, plain, reeds, touches, two};

/// So many plans in a thousand are of this kind; the rest is plain.
const WEIGHTS: &[(usize, Drafting)] = &[
    (170, reeds::slide),
    (100, plain::quick),
    (80, plain::slow),
    (100, two::overlap),
    (30, two::forgotten),
    (40, touches::drag),
    (30, touches::hover),
    (30, touches::fat),
    (10, reeds::dropouts),
    (10, mistakes::wrong_row),
    (10, mistakes::too_many),
    (10, mistakes::chess),
    (10, mistakes::corrected),
    (10, mistakes::knocks),
    (10, back::takeback),
];

/// One of the kinds, by weight.
pub fn natural(draft: &mut Draft) -> Option<()> {
    let mut lot = draft.random.below(1000);
    for &(weight, drafting) in WEIGHTS {
        if lot < weight {
            return drafting(draft);
        }
        lot -= weight;
    }
    plain::base(draft)
}
