//! A guess at what people do, kind by kind.

use crate::draft::Draft;
use crate::kind::Drafting;
use crate::{plain, two};

/// So many turns in a hundred are of this kind.
const WEIGHTS: &[(usize, Drafting)] = &[
    (67, plain::base),
    (10, plain::quick),
    (10, plain::slow),
    (10, two::overlap),
    (3, two::forgotten),
];

/// One of the kinds, by weight.
pub fn natural(draft: &mut Draft) -> Option<()> {
    let mut lot = draft.random.below(100);
    for &(weight, drafting) in WEIGHTS {
        if lot < weight {
            return drafting(draft);
        }
        lot -= weight;
    }
    plain::base(draft)
}
