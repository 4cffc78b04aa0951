//! The stones as the engine keeps them: cells for chains, sets for counting.
//!
//! This core shifts 32 bits at a time, and counts and finds bits by no instruction of its own: so sets have a layout in which
//! a step is one shift and never wraps around, and what is constant stands in tables.

use core::num::{NonZeroU32, NonZeroU64};

use crate::point::{FILES, Point, PointSet, RANKS};
use crate::rules::board::Board;
use crate::rules::side::Side;

/// The number of a cell, below 64. Cells are numbered file by file like points, with a wall above the last rank of each
/// file: a step never leads from one file's end to the other's.
pub(super) type At = u8;

/// Cells between one file and the next.
const FILE: u8 = RANKS + 1;
/// Room for the numbers of all cells; a power of two, so that a masked number is always inside.
pub(super) const CELLS: usize = 64;
/// The farthest that two steps lead from a cell, in numbers.
const FAR: usize = 2 * (FILE as usize + 1);
/// How many numbers lie that close to a cell.
const NEAR: usize = 2 * FAR + 1;

/// What is on a cell: a bit each, so that one test says what is on either of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Cell {
    Empty = 0,
    White = 1,
    Black = 2,
    /// Outside of the board.
    Wall = 4,
    /// Empty, but the stone on its way has been here.
    Visited = 8,
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
/// The last one is there so that these are not eight bytes: constants of that size are shared by the whole image, and stay
/// in flash.
static WAYS: [i8; 9] = [1, -1, 6, -6, 7, -7, 5, -5, i8::MAX];

/// The cell one step further.
pub(super) const fn go(at: At, way: i8) -> At {
    at.wrapping_add_signed(way)
}

/// The bit of each cell in a set; none for walls.
static BITS: [u64; CELLS] = {
    let mut bits = [0; CELLS];
    let mut i = 0;
    while let Some(point) = Point::new(i) {
        bits[at(point) as usize] = 1 << at(point);
        i += 1;
    }
    bits
};

/// The cell of a point.
pub(super) const fn at(point: Point) -> At {
    FILE * point.file() + point.rank()
}

/// The bit of a cell in a set.
pub(super) fn bit(at: At) -> u64 {
    BITS[at as usize % CELLS]
}

/// A set of points as a set of cells.
pub(super) const fn cells(points: PointSet) -> u64 {
    let mut set = 0;
    let mut file = 0;
    while file < FILES {
        set |= (points.bits() >> (RANKS * file) & FILE_OF_POINTS) << (FILE * file);
        file += 1;
    }
    set
}

/// A set of cells as a set of points.
pub(super) const fn points(cells: u64) -> PointSet {
    let mut set = 0;
    let mut file = 0;
    while file < FILES {
        set |= (cells >> (FILE * file) & FILE_OF_POINTS) << (RANKS * file);
        file += 1;
    }
    PointSet::from_bits(set)
}

const FILE_OF_POINTS: u64 = (1 << RANKS) - 1;

/// The lowest cell of a set.
// Halves of 64 bits.
#[allow(clippy::cast_possible_truncation)]
fn lowest(set: NonZeroU64) -> At {
    let (low, high) = (set.get() as u32, (set.get() >> 32) as u32);
    match (NonZeroU32::new(low), NonZeroU32::new(high)) {
        (Some(low), _) => low.trailing_zeros() as At,
        (None, Some(high)) => 32 + high.trailing_zeros() as At,
        (None, None) => 0,
    }
}

/// How many cells a set has.
pub(super) fn count(set: u64) -> i32 {
    sum(in_bytes(set))
}

/// How many cells one set has more than another.
pub(super) fn difference(more: u64, less: u64) -> i32 {
    sum(in_bytes(more) + in_bytes(!less)) - 64
}

/// The numbers of cells of parts of a set, in four bytes that add up to it.
// Halves of 64 bits.
#[allow(clippy::cast_possible_truncation)]
fn in_bytes(set: u64) -> u32 {
    const ONES: u32 = 0x5555_5555;
    const PAIRS: u32 = 0x3333_3333;
    const FOURS: u32 = 0x0f0f_0f0f;
    let pairs = |half: u32| half - (half >> 1 & ONES);
    let fours = |pairs: u32| (pairs & PAIRS) + (pairs >> 2 & PAIRS);
    let sum = fours(pairs(set as u32)) + fours(pairs((set >> 32) as u32));
    (sum & FOURS) + (sum >> 4 & FOURS)
}

/// The sum of four bytes, below 256.
#[allow(clippy::cast_possible_wrap)]
const fn sum(bytes: u32) -> i32 {
    (bytes.wrapping_mul(0x0101_0101) >> 24) as i32
}

/// Calls `visit` with each cell of a set, upwards.
pub(super) fn for_each_cell(mut set: u64, mut visit: impl FnMut(At)) {
    while let Some(some) = NonZeroU64::new(set) {
        visit(lowest(some));
        set &= set - 1;
    }
}

/// The cells of the panel with the stones of a position, walls around them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    cells: [Cell; CELLS + 2 * FAR],
    /// The stones that a chain has taken so far, one after the other.
    lifted: [At; MOST_STONES],
    size: u8,
}

/// More than the stones of a side; a power of two, so that a masked number is always inside.
const MOST_STONES: usize = 32;

/// The captures of a stone with its next step, a bit for each way in the order of [`WAYS`]: first by approach, then by
/// withdrawal.
pub(super) type Captures = u32;

/// All approaches.
pub(super) const APPROACHES: Captures = 0xff;

/// The captures in some ways, a bit each.
pub(super) const fn in_ways(ways: u8) -> Captures {
    ways as u32 | (ways as u32) << 8
}

/// One capture of a stone, as what is added to the number of the stone's cell.
// Aligned, so that it is read at once.
#[derive(Clone, Copy)]
#[repr(align(4))]
pub(super) struct Hit {
    /// Where the stone lands.
    pub to: i8,
    /// The first stone that is taken, and the way on from there.
    pub first: i8,
    pub onwards: i8,
    /// The bit of its way.
    pub way: u8,
}

impl Hit {
    /// The first of some captures.
    pub fn first(captures: NonZeroU32) -> Self {
        HITS[captures.trailing_zeros() as usize % HITS.len()]
    }
}

static HITS: [Hit; 16] = {
    let mut hits = [Hit {
        to: 0,
        first: 0,
        onwards: 0,
        way: 0,
    }; 16];
    let mut i = 0;
    while i < 8 {
        let step = WAYS[i];
        hits[i] = Hit {
            to: step,
            first: 2 * step,
            onwards: step,
            way: 1 << i,
        };
        hits[8 + i] = Hit {
            to: step,
            first: -step,
            onwards: -step,
            way: 1 << i,
        };
        i += 1;
    }
    hits
};

/// What is taken of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    Whole,
    First,
}

impl Field {
    /// No board at all.
    pub const fn blank() -> Self {
        Self {
            cells: [Cell::Wall; CELLS + 2 * FAR],
            lifted: [0; MOST_STONES],
            size: 0,
        }
    }

    /// Puts the stones of a position on a board.
    pub fn put_up(&mut self, board: Board, white: PointSet, black: PointSet) {
        *self = Self::blank();
        self.fill(cells(board.points()), Cell::Empty);
        self.fill(cells(white), Cell::White);
        self.fill(cells(black), Cell::Black);
    }

    pub const fn get(&self, at: At) -> Cell {
        self.cells[at as usize % CELLS + FAR]
    }

    pub const fn set(&mut self, at: At, cell: Cell) {
        self.cells[at as usize % CELLS + FAR] = cell;
    }

    /// Sets all cells of a set.
    pub fn fill(&mut self, set: u64, cell: Cell) {
        for_each_cell(set, |at| self.set(at, cell));
    }

    /// How many stones are lifted.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The stones that are lifted.
    pub fn lifted(&self) -> u64 {
        let lifted = self.lifted.iter().take(self.size.into());
        lifted.fold(0, |taken, at| taken | bit(*at))
    }

    /// Lifts a row, whose first stone is here and which goes on this way, or its first stone alone.
    // Not inlined, like the two below: by themselves they have registers enough.
    #[inline(never)]
    pub fn lift(&mut self, first: At, onwards: i8, row: Row) {
        let (stone, mut at, mut size) = (self.get(first), first, self.size);
        loop {
            self.set(at, Cell::Empty);
            self.lifted[size as usize % MOST_STONES] = at;
            size += 1;
            at = go(at, onwards);
            if self.get(at) != stone || row == Row::First {
                break;
            }
        }
        self.size = size;
    }

    /// Puts stones back until so many are lifted.
    #[inline(never)]
    pub fn put_back(&mut self, size: u8, stone: Cell) {
        let mut left = self.size;
        while left > size {
            left -= 1;
            self.set(self.lifted[left as usize % MOST_STONES], stone);
        }
        self.size = size;
    }

    /// What a stone on this cell can take.
    #[inline(never)]
    pub fn captures(&self, at: At, enemy: Cell) -> Captures {
        let near = self.cells[at as usize % CELLS..].first_chunk();
        let near = near.unwrap_or(&[Cell::Wall; NEAR]);
        let straight = along::<0, 1>(near, enemy) | along::<2, 6>(near, enemy);
        if has_diagonals(at) {
            straight | along::<4, 7>(near, enemy) | along::<6, 5>(near, enemy)
        } else {
            straight
        }
    }
}

/// What a stone in the middle of its neighbours can take along one line, whose ways have this number and the next.
// Inlined, all places are constant.
#[allow(clippy::inline_always)]
#[inline(always)]
fn along<const NUMBER: u32, const STEP: usize>(near: &[Cell; NEAR], enemy: Cell) -> Captures {
    let (ahead, behind) = (near[FAR + STEP], near[FAR - STEP]);
    let mut captures = 0;
    if ahead == Cell::Empty {
        if near[FAR + 2 * STEP] == enemy {
            captures |= 1 << NUMBER;
        }
        if behind == enemy {
            captures |= 1 << 8 << NUMBER;
        }
    }
    if behind == Cell::Empty {
        if near[FAR - 2 * STEP] == enemy {
            captures |= 2 << NUMBER;
        }
        if ahead == enemy {
            captures |= 2 << 8 << NUMBER;
        }
    }
    captures
}

/// The ways of a cell: strong points have diagonals.
pub(super) fn ways(at: At) -> &'static [i8] {
    if has_diagonals(at) {
        &WAYS[..8]
    } else {
        &WAYS[..4]
    }
}

fn has_diagonals(at: At) -> bool {
    STRONG[at as usize % CELLS]
}

static STRONG: [bool; CELLS] = {
    let mut strong = [false; CELLS];
    let mut i = 0;
    while let Some(point) = Point::new(i) {
        strong[at(point) as usize] = point.is_strong();
        i += 1;
    }
    strong
};

/// The cells with diagonals: those of points with even numbers.
const DIAGONAL: u64 = cells(PointSet::from_bits(
    PointSet::ALL.bits() & 0x5555_5555_5555_5555,
));

/// What a step adds to the number of a cell along each of the four lines.
const LINES: [u8; 4] = [1, 6, 7, 5];

/// What the stones of one side reach with their next step.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Reach {
    /// The empty points on which a stone can land.
    pub landings: u64,
    /// The points on which an enemy stone can be taken first of its row, were one there; walls, too.
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
        .add(stones, empty, LINES[0])
        .add(stones, empty, LINES[1])
        .add(inner, empty, LINES[2])
        .add(inner, empty, LINES[3])
    }

    /// Adds what steps along one line reach: where they end, the next point that way, and the second one back.
    // Inlined, the line is a constant.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    const fn add(self, stones: u64, empty: u64, line: u8) -> Self {
        let (up, down) = (stones << line & empty, stones >> line & empty);
        let attacked = (up | down << line) << line | (down | up >> line) >> line;
        Self {
            landings: self.landings | up | down,
            attacked: self.attacked | attacked,
        }
    }
}

/// Those of some stones that can take one of these enemies with their next step.
pub(super) const fn able(stones: u64, empty: u64, enemy: u64) -> u64 {
    let inner = stones & DIAGONAL;
    stones & (able_along(empty, enemy, LINES[0]) | able_along(empty, enemy, LINES[1]))
        | inner & (able_along(empty, enemy, LINES[2]) | able_along(empty, enemy, LINES[3]))
}

/// Where a stone could take one of these enemies with a step along one line.
// Inlined, the line is a constant.
#[allow(clippy::inline_always)]
#[inline(always)]
const fn able_along(empty: u64, enemy: u64, line: u8) -> u64 {
    let (above, below) = (enemy >> line, enemy << line);
    empty >> line & (above >> line | below) | empty << line & (below << line | above)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::lines::{Direction, neighbour};

    const ALL: u64 = cells(PointSet::ALL);

    #[test]
    fn every_way_of_a_cell_is_a_line_of_the_panel() {
        let mut field = Field::blank();
        field.put_up(Board::Tsivy, PointSet::EMPTY, PointSet::EMPTY);
        for point in Point::all() {
            let here = at(point);
            let mut ours: u64 = 0;
            assert_eq!(field.captures(here, Cell::White), 0);
            for way in ways(here) {
                let next = go(here, *way);
                ours |= bit(next);
                assert_eq!(field.get(next) == Cell::Wall, bit(next) == 0);
            }
            let lines = Direction::ALL.iter().filter_map(|d| neighbour(point, *d));
            assert_eq!(points(ours), lines.collect::<PointSet>(), "{point}");
        }
    }

    #[test]
    fn sets_are_counted_and_searched_as_their_bits_are() {
        let mut random: u64 = 1;
        for _ in 0..1000 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let set = random & random >> 7 & ALL | 1 << (random >> 58);
            assert_eq!(count(set), i32::try_from(set.count_ones()).unwrap());
            let lowest = NonZeroU64::new(set).map(lowest);
            assert_eq!(lowest.map(u32::from), Some(set.trailing_zeros()));
        }
        assert_eq!(points(cells(PointSet::ALL)), PointSet::ALL);
    }

    #[test]
    fn reach_is_what_walking_finds() {
        for point in Point::all() {
            let mut walked = Reach::default();
            for direction in Direction::ALL {
                let Some(to) = neighbour(point, direction) else {
                    continue;
                };
                walked.landings |= bit(at(to));
                let ahead = neighbour(to, direction);
                let behind = neighbour(point, direction.opposite());
                for attacked in [ahead, behind].into_iter().flatten() {
                    walked.attacked |= bit(at(attacked));
                }
            }
            let ours = Reach::of(bit(at(point)), ALL);
            assert_eq!(ours.landings, walked.landings, "{point}");
            assert_eq!(ours.attacked & ALL, walked.attacked, "{point}");
        }
    }
}
