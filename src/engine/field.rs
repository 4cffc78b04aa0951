//! The stones as the engine keeps them: cells for chains, sets for counting.
//!
//! This core shifts 32 bits at a time, and counts and finds bits by no instruction of its own: so sets have a layout in which
//! a step never takes more than one shift for each half and never wraps around, and what is constant stands in tables.
//!
//! A set has the files a, c, e, g, i in its lower half and b, d, f, h in its upper half, six cells each: a step to the next file
//! leads to the other half, and nothing is carried from one to the other.

use crate::point::{FILES, Point, PointSet, RANKS};
use crate::rules::board::Board;
use crate::rules::side::Side;

/// The number of a cell, below 64. Cells are numbered file by file like points, with a wall above the last rank of each
/// file: a step never leads from one file's end to the other's.
pub(super) type At = u8;

/// Cells between one file and the next.
const FILE: u8 = RANKS + 1;
/// Bits of half a set.
const HALF: u8 = 32;
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
        bits[at(point) as usize] = 1 << (first_bit(point.file()) + point.rank());
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
        set |= (points.bits() >> (RANKS * file) & FILE_OF_POINTS) << first_bit(file);
        file += 1;
    }
    set
}

/// A set of cells as a set of points.
pub(super) const fn points(cells: u64) -> PointSet {
    let mut set = 0;
    let mut file = 0;
    while file < FILES {
        set |= (cells >> first_bit(file) & FILE_OF_POINTS) << (RANKS * file);
        file += 1;
    }
    PointSet::from_bits(set)
}

const FILE_OF_POINTS: u64 = (1 << RANKS) - 1;

/// Where a file begins in a set.
const fn first_bit(file: u8) -> u8 {
    FILE * (file / 2) + HALF * (file % 2)
}

/// The halves of a set: its even files and its odd ones.
#[allow(clippy::cast_possible_truncation)] // halves of 64 bits
const fn halves(set: u64) -> (u32, u32) {
    (set as u32, (set >> HALF) as u32)
}

/// The set with these halves.
const fn join(even: u32, odd: u32) -> u64 {
    even as u64 | (odd as u64) << HALF
}

/// The lowest cell of half a set, as if its files were even; of none, any cell.
fn lowest(half: u32) -> At {
    LOWEST[lone(half & half.wrapping_neg())]
}

/// The number of a lone bit, of another order than the bits have.
const fn lone(bit: u32) -> usize {
    // The five bits at its top are different for each shift: a sequence of de Bruijn.
    (bit.wrapping_mul(0x077c_b531) >> 27) as usize
}

/// The cells of lone bits. The last one is there so that these are not 32 bytes, which would stay in flash.
static LOWEST: [At; 33] = {
    let mut cells = [At::MAX; 33];
    let mut i: u8 = 0;
    while i < HALF {
        cells[lone(1 << i)] = i + i / FILE * FILE;
        i += 1;
    }
    cells
};

/// How many cells a set has.
#[inline(never)]
pub(super) fn count(set: u64) -> u8 {
    sum(in_bytes(set))
}

/// The same in place: where several are counted, they share their constants.
#[allow(clippy::inline_always)]
#[inline(always)]
pub(super) fn count_here(set: u64) -> i32 {
    sum(in_bytes(set)).into()
}

/// How many cells one set has more than another, in place.
#[allow(clippy::inline_always)]
#[inline(always)]
pub(super) fn difference(more: u64, less: u64) -> i32 {
    i32::from(sum(in_bytes(more) + in_bytes(!less))) - 64
}

/// The numbers of cells of parts of a set, in four bytes that add up to it.
#[allow(clippy::inline_always)]
#[inline(always)]
fn in_bytes(set: u64) -> u32 {
    const ONES: u32 = 0x5555_5555;
    const PAIRS: u32 = 0x3333_3333;
    const FOURS: u32 = 0x0f0f_0f0f;
    let pairs = |half: u32| half - (half >> 1 & ONES);
    let fours = |pairs: u32| (pairs & PAIRS) + (pairs >> 2 & PAIRS);
    let (even, odd) = halves(set);
    let sum = fours(pairs(even)) + fours(pairs(odd));
    (sum & FOURS) + (sum >> 4 & FOURS)
}

/// The sum of four bytes, below 256.
const fn sum(bytes: u32) -> u8 {
    (bytes.wrapping_mul(0x0101_0101) >> 24) as u8
}

/// Calls `visit` with each cell of a set: first the even files, then the odd ones.
pub(super) fn for_each_cell(set: u64, mut visit: impl FnMut(At)) {
    let (mut half, mut other) = halves(set);
    let mut file = 0;
    loop {
        while half != 0 {
            visit(lowest(half) + file);
            half &= half - 1;
        }
        if other == 0 {
            break;
        }
        (half, other, file) = (other, 0, FILE);
    }
}

/// The same file by file.
pub(super) fn for_each_in_order(set: u64, mut visit: impl FnMut(At)) {
    let (mut even, mut odd) = halves(set);
    while even | odd != 0 {
        let (here, next) = (lowest(even), lowest(odd) + FILE);
        if odd == 0 || even != 0 && here < next {
            even &= even - 1;
            visit(here);
        } else {
            odd &= odd - 1;
            visit(next);
        }
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
    pub fn first(captures: Captures) -> Self {
        HITS[lone(captures & captures.wrapping_neg())]
    }
}

/// By the numbers of their bits as [`lone`] gives them.
static HITS: [Hit; 32] = {
    let mut hits = [Hit {
        to: 0,
        first: 0,
        onwards: 0,
        way: 0,
    }; 32];
    let mut i = 0;
    while i < 8 {
        let step = WAYS[i];
        hits[lone(1 << i)] = Hit {
            to: step,
            first: 2 * step,
            onwards: step,
            way: 1 << i,
        };
        hits[lone(1 << 8 << i)] = Hit {
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

/// The four lines through a point: along its file and its rank, and from there towards the next file up and down.
#[derive(Clone, Copy)]
enum Line {
    File,
    Rank,
    Rising,
    Falling,
}

/// A set one step further along a line.
// Inlined, the line is a constant; so below.
#[allow(clippy::inline_always)]
#[inline(always)]
const fn ahead(set: u64, line: Line) -> u64 {
    let (even, odd) = halves(set);
    match line {
        Line::File => join(even << 1, odd << 1),
        Line::Rank => join(odd << FILE, even),
        Line::Rising => join(odd << (FILE + 1), even << 1),
        Line::Falling => join(odd << (FILE - 1), even >> 1),
    }
}

/// A set one step back along a line.
#[allow(clippy::inline_always)]
#[inline(always)]
const fn back(set: u64, line: Line) -> u64 {
    let (even, odd) = halves(set);
    match line {
        Line::File => join(even >> 1, odd >> 1),
        Line::Rank => join(odd, even >> FILE),
        Line::Rising => join(odd >> 1, even >> (FILE + 1)),
        Line::Falling => join(odd << 1, even >> (FILE - 1)),
    }
}

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
        .add(stones, empty, Line::File)
        .add(stones, empty, Line::Rank)
        .add(inner, empty, Line::Rising)
        .add(inner, empty, Line::Falling)
    }

    /// Adds what steps along one line reach: where they end, the next point that way, and the second one back.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    const fn add(self, stones: u64, empty: u64, line: Line) -> Self {
        let (up, down) = (ahead(stones, line) & empty, back(stones, line) & empty);
        let attacked = ahead(up | ahead(down, line), line) | back(down | back(up, line), line);
        Self {
            landings: self.landings | up | down,
            attacked: self.attacked | attacked,
        }
    }
}

/// Those of some stones that can take one of these enemies with their next step.
pub(super) const fn able(stones: u64, empty: u64, enemy: u64) -> u64 {
    let inner = stones & DIAGONAL;
    stones & (able_along(empty, enemy, Line::File) | able_along(empty, enemy, Line::Rank))
        | inner & (able_along(empty, enemy, Line::Rising) | able_along(empty, enemy, Line::Falling))
}

/// Where a stone could take one of these enemies with a step along one line.
#[allow(clippy::inline_always)]
#[inline(always)]
const fn able_along(empty: u64, enemy: u64, line: Line) -> u64 {
    let (above, below) = (back(enemy, line), ahead(enemy, line));
    back(empty, line) & (back(above, line) | below)
        | ahead(empty, line) & (ahead(below, line) | above)
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
            assert_eq!(u32::from(count(set)), set.count_ones());
            let set = set & ALL;
            let mut visited = [0; 2];
            let mut last = None;
            for_each_cell(set, |at| visited[0] |= bit(at));
            for_each_in_order(set, |at| {
                assert!(last < Some(at));
                last = Some(at);
                visited[1] |= bit(at);
            });
            assert_eq!(visited, [set; 2]);
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
