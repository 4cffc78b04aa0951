//! Whatever a board could show, and whether that is a position.

use core::fmt;

use crate::point::{Point, PointSet};
use crate::rules::board::Board;
use crate::rules::licence::Manner;
use crate::rules::lines::{Direction, Directions, neighbour};
use crate::rules::options::{Rules, Vela};
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::turn::{Take, Turn};

/// A description of stones on a board that need not make sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// The stones of both sides, as points of the panel.
    pub stones: BySide<PointSet>,
    /// The side to move.
    pub side: Side,
    /// The capturer of the vela; none in a riatra.
    pub capturer: Option<Side>,
    /// Where the mover stands and the turn so far, in mid-chain.
    pub chain: Option<(Point, Turn)>,
}

impl Setup {
    /// The position that the setup describes.
    ///
    /// # Errors
    /// Everything that is wrong with the setup.
    pub fn position(&self, rules: &Rules) -> Result<Position, Faults> {
        let mut faults = Faults::none(self.board);
        let Self {
            board,
            stones,
            side,
            capturer,
            chain,
        } = *self;
        let both = stones.white | stones.black;
        faults.shared = stones.white & stones.black;
        faults.outside = both - board.points();
        if both.is_empty() {
            faults.add(Fault::NoStones);
        }
        if capturer.is_some() && rules.vela == Vela::Off {
            faults.add(Fault::NoVela);
        }
        // Every step of the chain has taken at least one stone.
        let taken = chain.map_or(0, |(_, turn)| turn.len());
        for owner in Side::BOTH {
            let taken = if owner == side { 0 } else { taken };
            faults.excess[owner] = (stones[owner].len() + taken).saturating_sub(board.stones());
            if taken > 0 && faults.excess[owner] > 0 {
                faults.robbed = Some(owner);
            }
        }
        let position = Position {
            board,
            stones,
            side,
            capturer,
            chain: chain.map(|(_, turn)| turn),
        };
        if let Some((mover, turn)) = &chain {
            faults.check_chain(&position, rules, *mover, turn);
        }
        if faults.is_none() {
            Ok(position)
        } else {
            Err(faults)
        }
    }
}

/// The setup that describes a position.
impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        let Position {
            board,
            stones,
            side,
            capturer,
            chain,
        } = position;
        Self {
            board,
            stones,
            side,
            capturer,
            chain: chain.map(|turn| (turn.end(), turn)),
        }
    }
}

/// A fault that needs no details.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// No stone at all.
    NoStones,
    /// A capturer where no vela is played.
    NoVela,
    /// The turn so far has no step.
    EmptyChain,
    /// The mover does not stand where the turn so far ends.
    OtherMover,
    /// No stone of the side to move stands where the turn so far ends.
    NoMover,
    /// The turn so far leaves the board or its lines.
    OffLine,
    /// The turn so far has a step that takes nothing.
    Paika,
    /// A step of the turn so far had nothing to take.
    NothingTaken,
    /// The turn so far comes to a point twice.
    Revisited,
    /// The turn so far takes a direction that the rules forbid.
    Direction,
    /// The turn so far takes more than this side may take in phase one of a vela.
    PhaseOne,
}

impl Fault {
    const ALL: [(Self, &str); 11] = [
        (Self::NoStones, "there is no stone"),
        (Self::NoVela, "a capturer needs vela=nearest or vela=normal"),
        (Self::EmptyChain, "the turn so far has no step"),
        (
            Self::OtherMover,
            "the mover does not stand where the turn so far ends",
        ),
        (
            Self::NoMover,
            "no stone of the side to move stands where the turn so far ends",
        ),
        (
            Self::OffLine,
            "the turn so far leaves the lines of the board",
        ),
        (Self::Paika, "a step of the turn so far takes nothing"),
        (
            Self::NothingTaken,
            "a step of the turn so far had nothing to take",
        ),
        (Self::Revisited, "the turn so far comes to a point twice"),
        (
            Self::Direction,
            "the turn so far takes a direction that the rules forbid",
        ),
        (Self::PhaseOne, "phase one of a vela has no such chain"),
    ];
}

/// Everything that is wrong with a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Faults {
    /// The board, for the names of the points.
    board: Board,
    /// Points with stones of both sides.
    pub shared: PointSet,
    /// Stones beside the board.
    pub outside: PointSet,
    /// The stones that each side has too many, counting those that the chain has taken.
    pub excess: BySide<usize>,
    /// Points that the turn so far has left or emptied, and on which a stone stands nevertheless.
    pub uncleared: PointSet,
    /// The side whose excess counts stones that were taken in this turn.
    robbed: Option<Side>,
    /// One bit for each [`Fault`].
    plain: u16,
}

impl Faults {
    const fn none(board: Board) -> Self {
        Self {
            board,
            shared: PointSet::EMPTY,
            outside: PointSet::EMPTY,
            excess: BySide { white: 0, black: 0 },
            uncleared: PointSet::EMPTY,
            robbed: None,
            plain: 0,
        }
    }

    fn is_none(&self) -> bool {
        *self == Self::none(self.board)
    }

    /// The remark on a side's number of stones, if it needs one.
    fn counted(&self, side: Side) -> &'static str {
        if self.robbed == Some(side) {
            " with those taken in this turn"
        } else {
            ""
        }
    }

    fn add(&mut self, fault: Fault) {
        self.plain |= 1 << fault as u8;
    }

    /// Whether this fault is among them.
    #[must_use]
    pub const fn contains(&self, fault: Fault) -> bool {
        self.plain >> fault as u8 & 1 != 0
    }

    fn check_chain(&mut self, position: &Position, rules: &Rules, mover: Point, turn: &Turn) {
        let points = position.board.points();
        if turn.is_empty() {
            self.add(Fault::EmptyChain);
        }
        if mover != turn.end() {
            self.add(Fault::OtherMover);
        }
        if !position.own().contains(turn.end()) {
            self.add(Fault::NoMover);
        }
        let (mut visited, mut barred) = (PointSet::of(turn.origin()), Directions::EMPTY);
        let mut emptied = PointSet::EMPTY;
        // Points right behind the first stone of a row: an enemy there would have been taken with that stone.
        let mut behind = PointSet::EMPTY;
        if !points.contains(turn.origin()) {
            self.add(Fault::OffLine);
        }
        for step in turn.steps() {
            if !visited.insert(step.to) {
                self.add(Fault::Revisited);
            }
            let Some(direction) = Direction::between(step.from, step.to) else {
                self.add(Fault::OffLine);
                continue;
            };
            if !points.contains(step.to) {
                self.add(Fault::OffLine);
            }
            if barred.contains(direction) {
                self.add(Fault::Direction);
            }
            barred = rules.bar(barred, direction);
            let (victim, onwards) = match step.take {
                None => {
                    self.add(Fault::Paika);
                    continue;
                }
                Some(Take::Approach) => (neighbour(step.to, direction), direction),
                Some(Take::Withdrawal) => {
                    let back = direction.opposite();
                    (neighbour(step.from, back), back)
                }
            };
            // Whether an enemy can have stood there: no point that the mover has visited, or that was emptied before.
            let stood = |victim| {
                points.contains(victim)
                    && !visited.contains(victim)
                    && !behind.contains(victim)
                    && emptied.insert(victim)
            };
            if !victim.is_some_and(stood) {
                self.add(Fault::NothingTaken);
            }
            if let Some(next) = victim.and_then(|victim| neighbour(victim, onwards)) {
                behind.add(next);
            }
        }
        let stones = position.own() | position.enemy();
        self.uncleared = ((visited | emptied) & stones) - PointSet::of(turn.end());
        let manner = position.licence(rules).manner;
        if manner == Manner::Rows {
            self.uncleared |= behind & position.enemy();
        }
        let in_order = match manner {
            Manner::Rows => true,
            Manner::Nearest => turn.len() == 1,
            Manner::Walk | Manner::WalkAndLeave => false,
        };
        if !in_order {
            self.add(Fault::PhaseOne);
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut first = true;
        let mut next = |f: &mut fmt::Formatter| {
            f.write_str(if core::mem::take(&mut first) {
                ""
            } else {
                "; "
            })
        };
        let sets = [
            (self.shared, "stones of both sides on", ""),
            (self.outside, "stones beside the board on", ""),
            (self.uncleared, "the turn so far should have left", " empty"),
        ];
        for (points, before, behind) in sets.into_iter().filter(|(points, ..)| !points.is_empty()) {
            next(f)?;
            f.write_str(before)?;
            for point in points {
                // The board has no name for a point beside it.
                match self.board.place(point) {
                    Some(_) => write!(f, " {}", self.board.name(point))?,
                    None => write!(f, " panel's {point}")?,
                }
            }
            f.write_str(behind)?;
        }
        for side in Side::BOTH {
            if self.excess[side] > 0 {
                next(f)?;
                let most = self.board.stones();
                let count = most + self.excess[side];
                write!(
                    f,
                    "{side} has {count} stones{}, {most} at most",
                    self.counted(side)
                )?;
            }
        }
        for (fault, text) in Fault::ALL {
            if self.contains(fault) {
                next(f)?;
                f.write_str(text)?;
            }
        }
        Ok(())
    }
}

impl core::error::Error for Faults {}
