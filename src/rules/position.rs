//! Where the stones stand, whose turn it is, and how far the turn has come.

use crate::point::{Point, PointSet};
use crate::rules::board::Board;
use crate::rules::lines::{Direction, Directions};
use crate::rules::options::{Rules, Vela};
use crate::rules::side::{BySide, Side};
use crate::rules::turn::Turn;

/// A position that can stand on a board: the start of a game, the result of a turn, or a
/// [`Setup`](crate::rules::setup::Setup) without faults.
///
/// ```
/// use fanorona_board::rules::options::Rules;
/// use fanorona_board::rules::setup::Setup;
///
/// let rules = Rules::STANDARD;
/// let setup: Setup = "bbb/b1w/www w".parse()?;
/// let position = setup.position(&rules)?;
///
/// let mut turns = Vec::new();
/// position.for_each_turn(&rules, |turn, _| turns.push(position.board().text(turn).to_string()));
/// assert_eq!(turns, ["a1b2A", "b1b2A", "c1b2A", "c2b2A"]);
///
/// let turn = position.board().read_turn("c1b2A")?;
/// let after = position.play(&rules, &turn).expect("it was listed");
/// assert_eq!(after.to_string(), "1bb/bww/ww1 b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Invariant: the sides share no point, all stones are on the board, neither side has more stones than at the start,
/// and a chain agrees with the stones (its mover stands where it ends, its victims are off).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) board: Board,
    pub(super) stones: BySide<PointSet>,
    pub(super) side: Side,
    pub(super) capturer: Option<Side>,
    /// The capturing steps so far; none at the start of a turn.
    pub(super) chain: Option<Turn>,
}

/// In a vela, phase one lasts while the side that is not the capturer has more stones than this.
pub const PHASE_TWO_STONES: usize = 5;

impl Position {
    /// The start of a riatra.
    #[must_use]
    pub const fn riatra(board: Board, starter: Side) -> Self {
        Self {
            board,
            stones: board.start(),
            side: starter,
            capturer: None,
            chain: None,
        }
    }

    /// The start of a vela, which the capturer begins.
    #[must_use]
    pub const fn vela(board: Board, capturer: Side) -> Self {
        Self {
            capturer: Some(capturer),
            ..Self::riatra(board, capturer)
        }
    }

    /// The board that the position stands on.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The stones of both sides, as points of the panel.
    #[must_use]
    pub const fn stones(&self) -> BySide<PointSet> {
        self.stones
    }

    /// The side whose turn it is.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The capturer of the vela; none in a riatra.
    #[must_use]
    pub const fn capturer(&self) -> Option<Side> {
        self.capturer
    }

    /// The turn so far, when a chain has begun.
    #[must_use]
    pub const fn chain(&self) -> Option<&Turn> {
        self.chain.as_ref()
    }

    /// The points with a stone of either side.
    #[must_use]
    pub fn occupied(&self) -> PointSet {
        self.stones.white | self.stones.black
    }

    /// The empty points of the board.
    #[must_use]
    pub fn empty(&self) -> PointSet {
        self.board.points() - self.occupied()
    }

    /// Whether this turn belongs to phase one of a vela.
    #[must_use]
    pub fn is_phase_one(&self, rules: &Rules) -> bool {
        self.left_to_phase_two(rules) > 0
    }

    /// How many stones the capturer of a vela has to take until phase two; none in it, and in a riatra.
    #[must_use]
    pub fn left_to_phase_two(&self, rules: &Rules) -> usize {
        let Some(capturer) = self.capturer.filter(|_| rules.vela != Vela::Off) else {
            return 0;
        };
        // The phase at the start of the turn counts. Since then every step of the capturer's chain has taken at least
        // one stone; where a step took more, no rule depends on the phase.
        let chain = self.chain.filter(|_| self.side == capturer);
        let taken = chain.map_or(0, |chain| chain.len());
        (self.stones[!capturer].len() + taken).saturating_sub(PHASE_TWO_STONES)
    }

    /// The position one turn earlier, when the stones stood like this.
    pub(super) fn before(&self, stones: BySide<PointSet>) -> Self {
        Self {
            stones,
            side: !self.side,
            chain: None,
            ..*self
        }
    }

    pub(super) fn own(&self) -> PointSet {
        self.stones[self.side]
    }

    pub(super) fn enemy(&self) -> PointSet {
        self.stones[!self.side]
    }

    /// Points and directions that the chain so far forbids.
    pub(super) fn spent(&self, rules: &Rules) -> (PointSet, Directions) {
        let Some(chain) = &self.chain else {
            return (PointSet::EMPTY, Directions::EMPTY);
        };
        let barred = chain
            .steps()
            .filter_map(|step| Direction::between(step.from, step.to))
            .fold(Directions::EMPTY, |barred, direction| {
                rules.bar(barred, direction)
            });
        (chain.visited(), barred)
    }

    /// The stone that is on its way in a chain.
    #[must_use]
    pub fn mover(&self) -> Option<Point> {
        self.chain.map(|chain| chain.end())
    }
}
