//! The kinds of hands.

use crate::draft::Draft;
use crate::{natural, plain, two};

/// Drafts what hands of a kind do next; nothing where the position does not let them.
pub type Drafting = fn(&mut Draft) -> Option<()>;

/// A kind of hands.
#[derive(Clone, Copy)]
pub struct Kind {
    pub name: &'static str,
    pub draft: Drafting,
}

const fn kind(name: &'static str, draft: Drafting) -> Kind {
    Kind { name, draft }
}

/// All kinds, in the order of the table.
pub const ALL: &[Kind] = &[
    kind("base", plain::base),
    kind("quick", plain::quick),
    kind("slow", plain::slow),
    kind("overlap", two::overlap),
    kind("forgotten", two::forgotten),
    kind("natural", natural::natural),
];
