//! The three boards, lying centred on the panel.

use core::fmt;

use crate::point::{FILES, Point, PointSet, RANKS};
use crate::rules::side::BySide;

/// A board of the game. All three share the panel's lines: the small boards are the middle of the large one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Board {
    /// Fanoron-Telo: 3 by 3, the panel's d2 to f4.
    Telo,
    /// Fanoron-Dimy: 5 by 5, the panel's c1 to g5.
    Dimy,
    /// Fanoron-Tsivy: 9 by 5, the whole panel.
    Tsivy,
}

impl Board {
    /// All boards, the smallest first.
    pub const ALL: [Self; 3] = [Self::Telo, Self::Dimy, Self::Tsivy];

    /// The word for the board.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Telo => "telo",
            Self::Dimy => "dimy",
            Self::Tsivy => "tsivy",
        }
    }

    /// The board that a word means.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|board| board.word() == word)
    }

    /// The number of files.
    #[must_use]
    pub const fn files(self) -> u8 {
        match self {
            Self::Telo => 3,
            Self::Dimy => 5,
            Self::Tsivy => 9,
        }
    }

    /// The number of ranks.
    #[must_use]
    pub const fn ranks(self) -> u8 {
        match self {
            Self::Telo => 3,
            Self::Dimy | Self::Tsivy => 5,
        }
    }

    /// The number of stones of each side at the start, and so the most that it can have.
    #[must_use]
    pub const fn stones(self) -> usize {
        match self {
            Self::Telo => 4,
            Self::Dimy => 12,
            Self::Tsivy => 22,
        }
    }

    /// The panel's point for a file and a rank of this board, both counted from 0.
    #[must_use]
    pub const fn at(self, file: u8, rank: u8) -> Option<Point> {
        if file < self.files() && rank < self.ranks() {
            Point::at(file + self.left(), rank + self.below())
        } else {
            None
        }
    }

    /// File and rank on this board, from 0, of a point of the panel.
    #[must_use]
    pub const fn place(self, point: Point) -> Option<(u8, u8)> {
        if self.points().contains(point) {
            Some((point.file() - self.left(), point.rank() - self.below()))
        } else {
            None
        }
    }

    /// The points of the panel that the board covers.
    #[must_use]
    pub const fn points(self) -> PointSet {
        match self {
            Self::Telo => const { Self::Telo.rectangle() },
            Self::Dimy => const { Self::Dimy.rectangle() },
            Self::Tsivy => PointSet::ALL,
        }
    }

    /// Where the stones stand at the start of a game.
    #[must_use]
    pub const fn start(self) -> BySide<PointSet> {
        match self {
            Self::Telo => const { Self::Telo.opening() },
            Self::Dimy => const { Self::Dimy.opening() },
            Self::Tsivy => const { Self::Tsivy.opening() },
        }
    }

    /// Panel files to the left of the board.
    const fn left(self) -> u8 {
        (FILES - self.files()) / 2
    }

    /// Panel ranks below the board.
    const fn below(self) -> u8 {
        (RANKS - self.ranks()) / 2
    }

    const fn rectangle(self) -> PointSet {
        let mut set = PointSet::EMPTY;
        let mut file = 0;
        while file < self.files() {
            let mut rank = 0;
            while let Some(point) = self.at(file, rank) {
                set.add(point);
                rank += 1;
            }
            file += 1;
        }
        set
    }

    /// White below, Black above; on the middle rank their stones alternate from the left, Black first. The centre is
    /// empty, and the stones alternate as if it did not exist.
    const fn opening(self) -> BySide<PointSet> {
        let mut stones = BySide {
            white: PointSet::EMPTY,
            black: PointSet::EMPTY,
        };
        let (middle, centre) = (self.ranks() / 2, self.files() / 2);
        let mut file = 0;
        while file < self.files() {
            let mut rank = 0;
            while let Some(point) = self.at(file, rank) {
                let black = if rank == middle {
                    (file - (file > centre) as u8).is_multiple_of(2)
                } else {
                    rank > middle
                };
                if rank != middle || file != centre {
                    if black {
                        stones.black.add(point);
                    } else {
                        stones.white.add(point);
                    }
                }
                rank += 1;
            }
            file += 1;
        }
        stones
    }
}

/// Writes `tsivy`, `dimy` or `telo`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_fills_everything_but_the_centre_with_equal_sides() {
        for board in Board::ALL {
            let BySide { white, black } = board.start();
            assert_eq!((white.len(), black.len()), (board.stones(), board.stones()));
            assert!(!white.intersects(black));
            let centre = Point::at(4, 2).unwrap();
            assert_eq!(white | black, board.points() - PointSet::of(centre));
        }
    }

    #[test]
    fn the_start_is_the_same_under_a_half_turn_with_colours_exchanged() {
        for board in Board::ALL {
            let half_turn = |set: PointSet| {
                set.iter()
                    .map(|p| Point::at(8 - p.file(), 4 - p.rank()).unwrap())
                    .collect::<PointSet>()
            };
            assert_eq!(
                half_turn(board.start().white),
                board.start().black,
                "{board}"
            );
        }
    }

    #[test]
    fn a_small_board_lies_on_panel_points_of_equal_strength() {
        for board in Board::ALL {
            for point in board.points() {
                let (file, rank) = board.place(point).unwrap();
                assert_eq!(board.at(file, rank), Some(point));
                assert_eq!(
                    point.is_strong(),
                    (file + rank).is_multiple_of(2),
                    "{board} {point}"
                );
            }
        }
    }
}
