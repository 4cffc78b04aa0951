//! Levels: how much the engine thinks, and what it overlooks.

/// How strong the engine plays: a budget of nodes, and below that what it overlooks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The most positions that are looked at for one turn.
    pub nodes: u32,
    /// The most turns that are looked ahead, captures at the end aside.
    pub depth: u8,
    /// What the engine sees of the opponent's captures.
    pub sight: Sight,
}

/// What is seen of a side's captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The most steps of a chain that are seen.
    pub steps: u8,
    /// Whether withdrawals are seen.
    pub withdrawals: bool,
}

impl Sight {
    /// Everything is seen.
    pub const FULL: Self = Self {
        steps: u8::MAX,
        withdrawals: true,
    };
}

impl Strength {
    /// Sees everything and looks ahead as far as this many nodes allow.
    #[must_use]
    pub const fn nodes(nodes: u32) -> Self {
        Self {
            nodes,
            depth: u8::MAX,
            sight: Sight::FULL,
        }
    }
}
