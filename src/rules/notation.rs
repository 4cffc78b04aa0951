//! Positions and turns as text, both ways.

use core::fmt;
use core::str::FromStr;

use crate::point::{FILES, Point, PointSet, RANKS};
use crate::rules::board::Board;
use crate::rules::position::Position;
use crate::rules::setup::Setup;
use crate::rules::side::{BySide, Side};
use crate::rules::turn::{Take, Turn};

/// Parses a number that is written in digits alone.
pub(crate) fn number(word: &str) -> Option<u64> {
    let is_digits = word.bytes().all(|byte| byte.is_ascii_digit());
    is_digits.then(|| word.parse().ok()).flatten()
}

impl Board {
    /// The board's own name of a point, such as `a1`; the panel's name for a point beside the board.
    #[must_use]
    pub fn name(self, point: Point) -> impl fmt::Display {
        let (file, rank) = self.place(point).unwrap_or((point.file(), point.rank()));
        fmt::from_fn(move |f| write!(f, "{}{}", char::from(b'a' + file), rank + 1))
    }

    /// A turn in the board's own points, such as `d3e3Af4W`.
    #[must_use]
    pub fn text(self, turn: &Turn) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            write!(f, "{}", self.name(turn.origin()))?;
            turn.steps().try_for_each(|step| {
                write!(f, "{}", self.name(step.to))?;
                step.take
                    .map_or(Ok(()), |take| write!(f, "{}", take.letter()))
            })
        })
    }

    /// Parses a turn in the board's own points, legal or not; a hyphen may stand before each destination.
    ///
    /// # Errors
    /// Where the text is no turn.
    pub fn read_turn(self, text: &str) -> Result<Turn, ParseError> {
        let mut scanner = Scanner::new(text);
        scanner.blanks();
        let turn = scanner.turn(self)?;
        scanner.blanks();
        scanner.end()?;
        Ok(turn)
    }
}

/// Writes the position as text; in mid-chain with the mover and the turn so far.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (board, BySide { white, black }) = (self.board(), self.stones());
        for rank in (0..board.ranks()).rev() {
            let mut gap = 0;
            for point in (0..board.files()).filter_map(|file| board.at(file, rank)) {
                let side = if white.contains(point) {
                    Side::White
                } else if black.contains(point) {
                    Side::Black
                } else {
                    gap += 1;
                    continue;
                };
                write_gap(f, gap)?;
                gap = 0;
                write!(f, "{}", side.letter())?;
            }
            write_gap(f, gap)?;
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{}", self.side().letter())?;
        match self.chain() {
            Some(turn) => write!(f, " {} {}", board.name(turn.end()), board.text(turn)),
            None => Ok(()),
        }
    }
}

fn write_gap(f: &mut fmt::Formatter, gap: u8) -> fmt::Result {
    if gap > 0 { write!(f, "{gap}") } else { Ok(()) }
}

/// Parses a position; [`Setup::position`] tells whether it can stand on a board.
impl FromStr for Setup {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scanner = Scanner::new(text);
        scanner.blanks();
        let (board, stones) = scanner.stones()?;
        scanner.gap(Expected::Side)?;
        let side = match scanner.take() {
            Some(b'w') => Side::White,
            Some(b'b') => Side::Black,
            _ => return Err(scanner.wrong_before(Expected::Side)),
        };
        let chain = if scanner.blanks() && scanner.peek().is_some() {
            let mover = scanner.point(board)?;
            scanner.gap(Expected::Turn)?;
            Some((mover, scanner.turn(board)?))
        } else {
            None
        };
        scanner.blanks();
        scanner.end()?;
        Ok(Self {
            board,
            stones,
            side,
            capturer: None,
            chain,
        })
    }
}

/// A tokenizer for positions and turns.
struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    const fn new(text: &'a str) -> Self {
        Self {
            text: text.as_bytes(),
            at: 0,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Consumes the next byte.
    fn take(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += 1;
        byte
    }

    /// Consumes the next byte if it is this one.
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Consumes blanks; returns whether there were any.
    fn blanks(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at > start
    }

    /// Consumes the blanks before what is expected next, of which there must be one.
    fn gap(&mut self, next: Expected) -> Result<(), ParseError> {
        if self.peek().is_none() {
            Err(self.wrong(next))
        } else if self.blanks() {
            Ok(())
        } else {
            Err(self.wrong(Expected::Blank))
        }
    }

    fn end(&self) -> Result<(), ParseError> {
        if self.peek().is_none() {
            Ok(())
        } else {
            Err(self.wrong(Expected::End))
        }
    }

    const fn wrong(&self, expected: Expected) -> ParseError {
        ParseError {
            at: self.at,
            expected,
        }
    }

    /// The error for the byte that was just consumed.
    const fn wrong_before(&self, expected: Expected) -> ParseError {
        ParseError {
            at: self.at - 1,
            expected,
        }
    }

    /// Parses the ranks of a position, from the top.
    fn stones(&mut self) -> Result<(Board, BySide<PointSet>), ParseError> {
        let mut cells = [[None; FILES as usize]; RANKS as usize];
        let mut ends = [0; RANKS as usize];
        let mut widths = [0; RANKS as usize];
        let mut count = 0;
        loop {
            let Some(rank) = cells.get_mut(count) else {
                return Err(self.wrong_before(Expected::Board));
            };
            widths[count] = self.rank(rank)?;
            ends[count] = self.at;
            count += 1;
            if !self.eat(b'/') {
                break;
            }
        }
        let board = match (count, widths[0]) {
            (3, 3) => Board::Telo,
            (5, 5) => Board::Dimy,
            (5, 9) => Board::Tsivy,
            _ => return Err(self.wrong(Expected::Board)),
        };
        let mut stones = BySide::default();
        for (i, rank) in cells.iter().take(count).enumerate() {
            if widths[i] != widths[0] {
                return Err(ParseError {
                    at: ends[i],
                    expected: Expected::SameWidth(widths[0]),
                });
            }
            for (file, cell) in (0..board.files()).zip(rank) {
                // Ranks come from the top.
                let rank = board.ranks() - 1 - u8::try_from(i).unwrap_or(0);
                if let (Some(side), Some(point)) = (*cell, board.at(file, rank)) {
                    let set: &mut PointSet = &mut stones[side];
                    set.add(point);
                }
            }
        }
        Ok((board, stones))
    }

    /// Parses one rank; returns its number of points.
    fn rank(&mut self, cells: &mut [Option<Side>; FILES as usize]) -> Result<usize, ParseError> {
        let mut width = 0;
        loop {
            let (cell, run) = match self.peek() {
                Some(b'w') => (Some(Side::White), 1),
                Some(b'b') => (Some(Side::Black), 1),
                Some(digit @ b'1'..=b'9') => (None, usize::from(digit - b'0')),
                None | Some(b'/') => return Ok(width),
                Some(byte) if byte.is_ascii_whitespace() => return Ok(width),
                Some(_) => return Err(self.wrong(Expected::Stone)),
            };
            let Some(run) = cells.get_mut(width..width + run) else {
                return Err(self.wrong(Expected::Board));
            };
            run.fill(cell);
            width += run.len();
            self.at += 1;
        }
    }

    fn point(&mut self, board: Board) -> Result<Point, ParseError> {
        let start = self.at;
        let file = self.take().map(|byte| byte.wrapping_sub(b'a'));
        let rank = self.take().map(|byte| byte.wrapping_sub(b'1'));
        file.zip(rank)
            .and_then(|(file, rank)| board.at(file, rank))
            .ok_or(ParseError {
                at: start,
                expected: Expected::Point(board),
            })
    }

    fn turn(&mut self, board: Board) -> Result<Turn, ParseError> {
        let mut turn = Turn::from(self.point(board)?);
        loop {
            let hyphen = self.eat(b'-');
            let start = self.at;
            let to = self.point(board).map_err(|error| {
                // Behind a step a letter is allowed as well.
                let behind_a_step = !turn.is_empty() && !hyphen;
                let expected = if behind_a_step {
                    Expected::Step(board)
                } else {
                    error.expected
                };
                ParseError { expected, ..error }
            })?;
            let take = Take::BOTH
                .into_iter()
                .find(|take| self.eat(take.letter() as u8));
            if !turn.push(to, take) {
                return Err(ParseError {
                    at: start,
                    expected: Expected::FewerSteps,
                });
            }
            if self.peek().is_none_or(|byte| byte.is_ascii_whitespace()) {
                return Ok(turn);
            }
        }
    }
}

/// A text that is no position or no turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The byte at which the text stops making sense.
    pub at: usize,
    /// What should stand there.
    pub expected: Expected,
}

/// What a text should go on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A stone or a run of empty points.
    Stone,
    /// The ranks and points of a board.
    Board,
    /// This number of points, as in the first rank.
    SameWidth(usize),
    /// A blank.
    Blank,
    /// The side to move.
    Side,
    /// A point of this board.
    Point(Board),
    /// What the step takes, a further step on this board, or nothing more.
    Step(Board),
    /// The turn so far.
    Turn,
    /// Nothing more, because the turn is too long already.
    FewerSteps,
    /// Nothing more.
    End,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "column {}: ", self.at + 1)?;
        match self.expected {
            Expected::Stone => f.write_str("expected w, b or 1 to 9 for a run of empty points"),
            Expected::Board => {
                f.write_str("expected 5 ranks of 9 points (tsivy), 5 of 5 (dimy) or 3 of 3 (telo)")
            }
            Expected::SameWidth(width) => {
                write!(f, "expected a rank of {width} points like the first")
            }
            Expected::Blank => f.write_str("expected a blank"),
            Expected::Side => f.write_str("expected the side to move, w or b"),
            Expected::Point(board) => write!(f, "expected a point of {}", span(board)),
            Expected::Step(board) => {
                write!(f, "expected A, W, a point of {} or the end", span(board))
            }
            Expected::Turn => f.write_str("expected the turn so far"),
            Expected::FewerSteps => {
                write!(f, "a turn has at most {} steps", Turn::MAX_STEPS)
            }
            Expected::End => f.write_str("expected the end"),
        }
    }
}

/// The board with its first and last point.
fn span(board: Board) -> impl fmt::Display {
    let last = char::from(b'a' + board.files() - 1);
    fmt::from_fn(move |f| write!(f, "{board}, a1 to {last}{}", board.ranks()))
}

impl core::error::Error for ParseError {}
