//! Levels: how much the engine thinks, and what it overlooks.

/// A level, from 1 for a child's first game to 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// How strong the engine plays: a budget of nodes, and below that what it overlooks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The most positions that are looked at for one turn.
    pub nodes: u32,
    /// The most effort for one turn, in steps of chains: a node takes as long as [`Strength::NODE`] of them, and more if its
    /// chains are long, as they are in openings.
    pub effort: u32,
    /// The most turns that are looked ahead, captures at the end aside.
    pub depth: u8,
    /// What the engine sees of the opponent's captures.
    pub sight: Sight,
}

/// What is seen of the opponent's captures. Own captures are always seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The most steps of a chain that are seen.
    pub steps: u8,
    /// Whether withdrawals are seen.
    pub withdrawals: Withdrawals,
}

/// Whether withdrawals are seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Withdrawals {
    /// They are.
    Seen,
    /// They are not, as beginners overlook them.
    Overlooked,
}

impl Sight {
    /// Everything is seen.
    pub const FULL: Self = Self {
        steps: u8::MAX,
        withdrawals: Withdrawals::Seen,
    };
}

impl Level {
    /// The strongest level.
    pub const STRONGEST: Self = Self(9);

    /// The level with this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=9 => Some(Self(number)),
            _ => None,
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=9).map(Self)
    }

    /// The level's number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How strong the level plays.
    #[must_use]
    pub const fn strength(self) -> Strength {
        match self.0 {
            1 => Strength::short_sighted(1, Withdrawals::Overlooked),
            2 => Strength::short_sighted(1, Withdrawals::Seen),
            3 => Strength::short_sighted(2, Withdrawals::Seen),
            4 => Strength {
                depth: 2,
                ..Strength::nodes(80)
            },
            5 => Strength::ahead(2),
            6 => Strength::nodes(1200),
            7 => Strength::nodes(6000),
            8 => Strength::nodes(35_000),
            _ => Strength {
                effort: Strength::SIX_SECONDS,
                ..Strength::nodes(200_000)
            },
        }
    }
}

impl Strength {
    /// Sees everything, and looks ahead as far as this many nodes allow.
    #[must_use]
    pub const fn nodes(nodes: u32) -> Self {
        Self {
            nodes,
            effort: u32::MAX,
            depth: u8::MAX,
            sight: Sight::FULL,
        }
    }

    /// Looks so many turns ahead, and then at captures.
    const fn ahead(depth: u8) -> Self {
        Self {
            depth,
            ..Self::nodes(Self::ENOUGH)
        }
    }

    /// Looks one turn ahead, and sees so many steps of the opponent's chains.
    const fn short_sighted(steps: u8, withdrawals: Withdrawals) -> Self {
        Self {
            sight: Sight { steps, withdrawals },
            ..Self::ahead(1)
        }
    }

    /// Whether it plays endings as the tables say. Who does not look further than a turn or two does not.
    #[must_use]
    pub const fn knows_endings(self) -> bool {
        self.depth == u8::MAX
    }

    /// How many steps of chains take as long as all else that a node takes.
    pub const NODE: u32 = 7;
    /// What the chip can do in six seconds, with some to spare.
    const SIX_SECONDS: u32 = 1_600_000;

    /// More than looking two turns ahead ever needs in play; a bound nevertheless, so that no turn takes long.
    const ENOUGH: u32 = 35_000;
}
