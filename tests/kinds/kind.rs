//! The kinds of hands.

use crate::draft::Draft;
use crate::{back, mistakes, plain, reeds, touches, two, vela};
use fanorona_board::rules::options::{Rules, Touch, Vela};

/// Drafts what hands of a kind do next; nothing where the position does not let them.
pub type Drafting = fn(&mut Draft) -> Option<()>;

/// A kind of hands.
#[derive(Clone, Copy)]
pub struct Kind {
    pub name: &'static str,
    pub draft: Drafting,
    pub game: Game,
}

/// What hands of a kind play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Game {
    /// Whatever is to be played.
    Any,
    /// A vela, also where the rules have none.
    Vela,
    /// A game in which a stone that was touched must be played.
    TouchMove,
}

impl Game {
    /// Rules for it, as near to these as can be.
    pub fn rules(self, rules: Rules) -> Rules {
        match self {
            Self::Vela if rules.vela == Vela::Off => Rules {
                vela: Vela::Nearest,
                ..rules
            },
            Self::TouchMove => Rules {
                touch: Touch::Move,
                ..rules
            },
            Self::Any | Self::Vela => rules,
        }
    }
}

const fn kind(name: &'static str, draft: Drafting) -> Kind {
    Kind {
        name,
        draft,
        game: Game::Any,
    }
}

/// All kinds, in the order of the table.
pub const ALL: &[Kind] = &[
    kind("base", plain::base),
    kind("slide", reeds::slide),
    kind("quick", plain::quick),
    kind("slow", plain::slow),
    kind("overlap", two::overlap),
    kind("three", two::three),
    kind("forgotten", two::forgotten),
    kind("drag", touches::drag),
    kind("fat", touches::fat),
    kind("hover", touches::hover),
    kind("knocks", mistakes::knocks),
    kind("knocks-lit", mistakes::knocks_to_the_letter),
    kind("wrong-row", mistakes::wrong_row),
    kind("too-many", mistakes::too_many),
    kind("chess", mistakes::chess),
    kind("corrected", mistakes::corrected),
    kind("dropouts", reeds::dropouts),
    kind("flicker", reeds::flicker),
    kind("takeback", back::takeback),
    kind("abandon", back::abandon),
    Kind {
        game: Game::TouchMove,
        ..kind("touch-move", mistakes::touched)
    },
    Kind {
        game: Game::Vela,
        ..kind("vela", vela::vela)
    },
    kind("natural", natural),
];

/// A guess at what people do: how many plans in a thousand are of which kind; the rest is plain.
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
fn natural(draft: &mut Draft) -> Option<()> {
    let mut lot = draft.random.below(1000);
    for &(weight, drafting) in WEIGHTS {
        if lot < weight {
            let drafted = drafting(draft);
            draft.plan.is_proper = true;
            return drafted;
        }
        lot -= weight;
    }
    plain::base(draft)
}
