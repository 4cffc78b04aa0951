//! The stones as the engine keeps them: cells for chains, sets for counting.

use crate::point::{FILES, Point, PointSet, RANKS};
use crate::rules::board::Board;
use crate::rules::side::Side;

/// The number of a cell. Cells are numbered file by file like points, with a wall below the first rank of each file, and
/// one file of walls on either side: a step never leads out of them, and two steps from a point never wrap around.
pub(super) type At = u8;

/// Cells between one file and the next.
const FILE: u8 = RANKS + 1;
/// The cell of a1: behind a file of walls and the wall below it.
const FIRST: u8 = FILE + 1;
/// Room for all cells; a power of two, so that a masked number is always inside.
const CELLS: usize = 128;

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Cell {
    Empty,
    White,
    Black,
    /// Outside of the board.
    Wall,
    /// Empty, but the stone on its way has been here.
    Visited,
}

impl Cell {
    pub const fn of(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// The ways to a neighbour, as what a step adds to the number of a cell: first along files and ranks, then diagonally.
pub(super) const WAYS: [i8; 8] = [1, -1, 6, -6, 7, -7, 5, -5];

/// The number of a point's ways: strong points have diagonals.
pub(super) const fn ways(at: At) -> usize {
    if STRONG[at as usize % CELLS] { 8 } else { 4 }
}

/// The cell one step further.
pub(super) const fn go(at: At, way: i8) -> At {
    at.wrapping_add_signed(way)
}

const STRONG: [bool; CELLS] = {
    let mut strong = [false; CELLS];
    let mut i = 0;
    while let Some(point) = Point::new(i) {
        strong[cell(point) as usize] = point.is_strong();
        i += 1;
    }
    strong
};

/// The bit of each cell's point in a set; none for walls.
const BITS: [u64; CELLS] = {
    let mut bits = [0; CELLS];
    let mut i = 0;
    while let Some(point) = Point::new(i) {
        bits[cell(point) as usize] = 1 << i;
        i += 1;
    }
    bits
};

/// The cell of each point.
const CELL: [At; 64] = {
    let mut cells = [0; 64];
    let mut i = 0;
    while let Some(point) = Point::new(i) {
        cells[i as usize] = cell(point);
        i += 1;
    }
    cells
};

const fn cell(point: Point) -> At {
    FIRST + FILE * point.file() + point.rank()
}

/// The cell of a point.
pub(super) const fn at(point: Point) -> At {
    CELL[point.index() % CELL.len()]
}

/// The bit of a cell's point.
pub(super) const fn bit(at: At) -> u64 {
    BITS[at as usize % CELLS]
}

/// Calls `visit` with the cell of each point of a set, upwards.
pub(super) fn for_each_cell(mut set: u64, mut visit: impl FnMut(At)) {
    while set != 0 {
        visit(CELL[set.trailing_zeros() as usize % CELL.len()]);
        set &= set - 1;
    }
}

/// The cells of the panel with the stones of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    cells: [Cell; CELLS],
}

impl Field {
    /// No board at all.
    pub const fn blank() -> Self {
        Self {
            cells: [Cell::Wall; CELLS],
        }
    }

    /// Puts the stones of a position on a board.
    pub fn put_up(&mut self, board: Board, white: PointSet, black: PointSet) {
        *self = Self::blank();
        for_each_cell(board.points().bits(), |at| self.set(at, Cell::Empty));
        for_each_cell(white.bits(), |at| self.set(at, Cell::White));
        for_each_cell(black.bits(), |at| self.set(at, Cell::Black));
    }

    pub const fn get(&self, at: At) -> Cell {
        self.cells[at as usize % CELLS]
    }

    pub const fn set(&mut self, at: At, cell: Cell) {
        self.cells[at as usize % CELLS] = cell;
    }

    /// Sets all cells of a set of points.
    pub fn fill(&mut self, set: u64, cell: Cell) {
        for_each_cell(set, |at| self.set(at, cell));
    }
}

const ALL: u64 = PointSet::ALL.bits();
const BOTTOM: u64 = rank(0);
const TOP: u64 = rank(RANKS - 1);
/// The points with diagonals: those with even numbers.
const DIAGONAL: u64 = ALL & 0x5555_5555_5555_5555;

const fn rank(rank: u8) -> u64 {
    let mut set = 0;
    let mut file = 0;
    while file < FILES {
        set |= 1 << (file * RANKS + rank);
        file += 1;
    }
    set
}

/// What the stones of one side reach with their next step.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Reach {
    /// The empty points on which a stone can land.
    pub landings: u64,
    /// The points on which an enemy stone can be taken first of its row, were one there.
    pub attacked: u64,
}

impl Reach {
    /// What stones reach, given the empty points.
    pub const fn of(stones: u64, empty: u64) -> Self {
        let inner = stones & DIAGONAL;
        Self {
            landings: 0,
            attacked: 0,
        }
        .add(north(stones) & empty, Way::North)
        .add(south(stones) & empty, Way::South)
        .add(east(stones) & empty, Way::East)
        .add(west(stones) & empty, Way::West)
        .add(north(east(inner)) & empty, Way::NorthEast)
        .add(south(west(inner)) & empty, Way::SouthWest)
        .add(south(east(inner)) & empty, Way::SouthEast)
        .add(north(west(inner)) & empty, Way::NorthWest)
    }

    /// Adds what the steps in one way reach that end on these points: the next point that way, and the second one back.
    // Inlined, the way is a constant.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    const fn add(self, landings: u64, way: Way) -> Self {
        let (ahead, behind) = match way {
            Way::North => (north(landings), south(south(landings))),
            Way::South => (south(landings), north(north(landings))),
            Way::East => (east(landings), west(west(landings))),
            Way::West => (west(landings), east(east(landings))),
            Way::NorthEast => (north(east(landings)), south(south(landings >> 10))),
            Way::SouthWest => (south(west(landings)), north(north(landings << 10 & ALL))),
            Way::SouthEast => (south(east(landings)), north(north(landings >> 10))),
            Way::NorthWest => (north(west(landings)), south(south(landings << 10 & ALL))),
        };
        Self {
            landings: self.landings | landings,
            attacked: self.attacked | ahead | behind,
        }
    }
}

#[derive(Clone, Copy)]
enum Way {
    North,
    South,
    East,
    West,
    NorthEast,
    SouthWest,
    SouthEast,
    NorthWest,
}

const fn north(set: u64) -> u64 {
    (set & !TOP) << 1
}

const fn south(set: u64) -> u64 {
    (set & !BOTTOM) >> 1
}

const fn east(set: u64) -> u64 {
    set << 5 & ALL
}

const fn west(set: u64) -> u64 {
    set >> 5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::lines::{Direction, neighbour};

    #[test]
    fn every_way_of_a_cell_is_a_line_of_the_panel() {
        let mut field = Field::blank();
        field.put_up(Board::Tsivy, PointSet::EMPTY, PointSet::EMPTY);
        for point in Point::all() {
            let here = at(point);
            let mut ours: u64 = 0;
            for way in &WAYS[..ways(here)] {
                let next = go(here, *way);
                ours |= bit(next);
                assert_eq!(field.get(next) == Cell::Wall, bit(next) == 0);
            }
            let lines = Direction::ALL.iter().filter_map(|d| neighbour(point, *d));
            assert_eq!(ours, lines.collect::<PointSet>().bits(), "{point}");
        }
    }

    #[test]
    fn reach_is_what_walking_finds() {
        for point in Point::all() {
            let mut walked = Reach::default();
            for direction in Direction::ALL {
                let Some(to) = neighbour(point, direction) else {
                    continue;
                };
                walked.landings |= PointSet::of(to).bits();
                let ahead = neighbour(to, direction);
                let behind = neighbour(point, direction.opposite());
                for attacked in [ahead, behind].into_iter().flatten() {
                    walked.attacked |= PointSet::of(attacked).bits();
                }
            }
            let ours = Reach::of(PointSet::of(point).bits(), ALL);
            assert_eq!(ours.landings, walked.landings, "{point}");
            assert_eq!(ours.attacked, walked.attacked, "{point}");
        }
    }
}
