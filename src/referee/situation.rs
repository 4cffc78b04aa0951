//! What the referee tells: the phase, whose turn it is, and what matters at which point.

use core::fmt;

use crate::point::PointSet;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::turn::Take;

/// The phases of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Stones are put up.
    Setup,
    /// Nothing has been lifted.
    ToMove,
    /// A stone is in a hand.
    Carrying,
    /// One of two rows must be taken.
    Choosing,
    /// Stones must be taken off.
    Clearing,
    /// The chain may go on or stop.
    Chaining,
    /// No turn explains what stands.
    Wrong,
    /// The game has ended.
    Over,
    /// The power was off, and the stones do not stand as they did.
    Resume,
    /// A start position was put up in the midst of a game: who gives it up?
    Ending,
    /// Settings are chosen.
    Menu,
    /// Lights and reeds are tried.
    SelfTest,
}

impl Phase {
    /// All phases.
    pub const ALL: [Self; 12] = [
        Self::Setup,
        Self::ToMove,
        Self::Carrying,
        Self::Choosing,
        Self::Clearing,
        Self::Chaining,
        Self::Wrong,
        Self::Over,
        Self::Resume,
        Self::Ending,
        Self::Menu,
        Self::SelfTest,
    ];

    /// The phase that a word means.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.word() == word)
    }

    /// The word for the phase.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::ToMove => "to-move",
            Self::Carrying => "carrying",
            Self::Choosing => "choosing",
            Self::Clearing => "clearing",
            Self::Chaining => "chaining",
            Self::Wrong => "wrong",
            Self::Over => "over",
            Self::Resume => "resume",
            Self::Ending => "ending",
            Self::Menu => "menu",
            Self::SelfTest => "selftest",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Stones that steps would take, by the kind of step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BySteps {
    /// Stones that steps would take by approach.
    pub approach: PointSet,
    /// Stones that steps would take by withdrawal.
    pub withdrawal: PointSet,
}

impl BySteps {
    /// Adds what a step takes.
    pub fn add(&mut self, take: Option<Take>, row: PointSet) {
        match take {
            Some(Take::Approach) => self.approach |= row,
            Some(Take::Withdrawal) => self.withdrawal |= row,
            None => {}
        }
    }

    /// Adds what other steps take.
    pub fn join(&mut self, other: Self) {
        self.approach |= other.approach;
        self.withdrawal |= other.withdrawal;
    }
}

/// What is to be done to restore a position: stones to put on, by their colour, and stones to take off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Restore {
    /// Points that need a stone.
    pub put: BySide<PointSet>,
    /// Points that must be empty.
    pub take: PointSet,
}

impl Restore {
    /// All points at which something is to be done.
    #[must_use]
    pub fn points(&self) -> PointSet {
        self.put.both() | self.take
    }
}

/// A vela: who captures in it, and how far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// The side that captures.
    pub capturer: Side,
    /// How many stones it has to take until both sides capture; none, if they do.
    pub left: usize,
}

impl Handicap {
    /// Whether only the capturer captures.
    #[must_use]
    pub const fn is_bound(self) -> bool {
        self.left > 0
    }
}

/// Everything that the lights need to know of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation {
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is; the winner's side when the game is over, if one won.
    pub side: Side,
    /// The stones as the game knows them, on the points where they should stand.
    pub stones: BySide<PointSet>,
    /// Points that still need a stone, by its colour: to put up, or missing.
    pub wanted: BySide<PointSet>,
    /// Stones that may move.
    pub movable: PointSet,
    /// Where the lifted stone stood.
    pub origin: PointSet,
    /// Where the lifted stone may land.
    pub targets: PointSet,
    /// Stones to be taken off if the last step approached.
    pub approach: PointSet,
    /// Stones to be taken off if the last step withdrew.
    pub withdrawal: PointSet,
    /// Stones to be taken off.
    pub victims: PointSet,
    /// The stone that is moving; before a move, the stones of which one must move.
    pub mover: PointSet,
    /// Stones where none should be.
    pub extra: PointSet,
    /// What is to be restored to take the last turn back.
    pub takeback: Restore,
    /// The winner's stones; at a draw, all stones.
    pub winner: PointSet,
    /// Where a draw is offered: all stones, or the point on which a stone would accept it.
    pub offer: PointSet,
    /// Games won, counted on the back ranks.
    pub score: PointSet,
    /// Stones that capture in the vela that is on.
    pub capturer: PointSet,
    /// The vela that is on.
    pub handicap: Option<Handicap>,
    /// What the carried stone would take by its next step.
    pub prey: BySteps,
    /// Whether the board plays this side itself: what it asks for is lit for everybody.
    pub guided: bool,
    /// Whether this explains the picture only as long as the picture has not come to rest.
    pub fleeting: bool,
    /// Whether the change may turn out to be a touch in passing, so that no phase event is due yet.
    pub untold: bool,
}

impl Situation {
    /// A phase in which nothing is to be shown but whose turn it is.
    #[must_use]
    pub const fn plain(phase: Phase, side: Side, stones: BySide<PointSet>) -> Self {
        Self {
            phase,
            side,
            stones,
            wanted: BySide {
                white: PointSet::EMPTY,
                black: PointSet::EMPTY,
            },
            movable: PointSet::EMPTY,
            origin: PointSet::EMPTY,
            targets: PointSet::EMPTY,
            approach: PointSet::EMPTY,
            withdrawal: PointSet::EMPTY,
            victims: PointSet::EMPTY,
            mover: PointSet::EMPTY,
            extra: PointSet::EMPTY,
            takeback: Restore {
                put: BySide {
                    white: PointSet::EMPTY,
                    black: PointSet::EMPTY,
                },
                take: PointSet::EMPTY,
            },
            winner: PointSet::EMPTY,
            offer: PointSet::EMPTY,
            score: PointSet::EMPTY,
            capturer: PointSet::EMPTY,
            handicap: None,
            prey: BySteps {
                approach: PointSet::EMPTY,
                withdrawal: PointSet::EMPTY,
            },
            guided: false,
            fleeting: false,
            untold: false,
        }
    }

    /// The points at which a stone is to be put on or taken off.
    #[must_use]
    pub fn asked(&self) -> PointSet {
        let taken = self.approach | self.withdrawal | self.victims;
        taken | self.wanted.both() | self.extra
    }

    /// Whether stones are to be put on or taken off to put something right.
    #[must_use]
    pub fn asks(&self) -> bool {
        let points = self.wanted.both() | self.extra | self.takeback.points();
        !points.is_empty()
    }

    /// The stones of a picture that this situation explains, by their colour: what is no stone of the enemy is the
    /// mover's.
    #[must_use]
    pub fn owners(&self, picture: PointSet) -> BySide<PointSet> {
        let enemy = !self.side;
        let mut owners = BySide::default();
        owners[enemy] = (self.stones[enemy] & picture) - self.mover;
        owners[self.side] = picture - owners[enemy];
        owners
    }

    /// A phase of a position in which nothing is to be shown but whose turn it is.
    #[must_use]
    pub const fn at(phase: Phase, position: &Position) -> Self {
        Self::plain(phase, position.side(), position.stones())
    }
}
