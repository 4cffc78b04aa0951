//! The kinds of hands.

use crate::draft::Draft;
use crate::{back, mistakes, natural, plain, reeds, touches, two};

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
    kind("slide", reeds::slide),
    kind("quick", plain::quick),
    kind("slow", plain::slow),
    kind("overlap", two::overlap),
    kind("forgotten", two::forgotten),
    kind("drag", touches::drag),
    kind("fat", touches::fat),
    kind("hover", touches::hover),
    kind("knocks", mistakes::knocks),
    kind("wrong-row", mistakes::wrong_row),
    kind("too-many", mistakes::too_many),
    kind("chess", mistakes::chess),
    kind("corrected", mistakes::corrected),
    kind("dropouts", reeds::dropouts),
    kind("flicker", reeds::flicker),
    kind("takeback", back::takeback),
    kind("abandon", back::abandon),
    kind("natural", natural::natural),
];
