//! Matches: riatra, vela, riatra, as the rules string them together.

use core::fmt;

use crate::rules::board::Board;
use crate::rules::options::{Rules, Series, Starter, Vela};
use crate::rules::outcome::{Outcome, Win};
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};

/// Which game of a match is played. Players keep their colours throughout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Round {
    /// The normal game.
    Riatra {
        /// The side that starts the game.
        starter: Side,
    },
    /// The handicap game.
    Vela {
        /// The loser of the riatra, who starts the vela.
        capturer: Side,
    },
}

impl Round {
    /// The game that begins with a position.
    #[must_use]
    pub const fn of(start: &Position) -> Self {
        match start.capturer() {
            Some(capturer) => Self::Vela { capturer },
            None => Self::Riatra {
                starter: start.side(),
            },
        }
    }
}

/// Writes the game and the side that starts it, such as `vela black`.
impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Riatra { starter } => write!(f, "riatra {starter}"),
            Self::Vela { capturer } => write!(f, "vela {capturer}"),
        }
    }
}

/// Games won by one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Normal games.
    pub riatra: u16,
    /// Handicap games.
    pub vela: u16,
}

/// A match between two players on one board.
#[derive(Clone, Debug)]
pub struct Match {
    board: Board,
    rules: Rules,
    round: Round,
    score: BySide<Score>,
    lots: Lots,
}

impl Match {
    /// A match that begins with a riatra. The seed decides all lots, so that a script is repeatable.
    #[must_use]
    pub fn new(board: Board, rules: Rules, seed: u64) -> Self {
        let mut lots = Lots(seed);
        let round = Round::Riatra {
            starter: lots.starter(&rules),
        };
        Self {
            board,
            rules,
            round,
            score: BySide::default(),
            lots,
        }
    }

    /// Room for a match, whose lots are not drawn.
    pub(crate) const fn blank(board: Board, rules: Rules) -> Self {
        const NONE: Score = Score { riatra: 0, vela: 0 };
        Self {
            board,
            rules,
            round: Round::Riatra {
                starter: Side::White,
            },
            score: BySide {
                white: NONE,
                black: NONE,
            },
            lots: Lots(0),
        }
    }

    /// A match that was kept, as far as it has come.
    #[must_use]
    pub const fn kept(
        board: Board,
        rules: Rules,
        round: Round,
        score: BySide<Score>,
        lots: u64,
    ) -> Self {
        Self {
            board,
            rules,
            round,
            score,
            lots: Lots(lots),
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What all further lots come from.
    #[must_use]
    pub const fn lots(&self) -> u64 {
        self.lots.0
    }

    /// The game that is on, or comes next.
    #[must_use]
    pub const fn round(&self) -> Round {
        self.round
    }

    /// The games won so far.
    #[must_use]
    pub const fn score(&self) -> BySide<Score> {
        self.score
    }

    /// The games of either kind that each side has won so far.
    #[must_use]
    pub fn wins(&self) -> BySide<u16> {
        let all = |score: Score| score.riatra.saturating_add(score.vela);
        BySide {
            white: all(self.score.white),
            black: all(self.score.black),
        }
    }

    /// The start position of the round.
    #[must_use]
    pub const fn start(&self) -> Position {
        match self.round {
            Round::Riatra { starter } => Position::riatra(self.board, starter),
            Round::Vela { capturer } => Position::vela(self.board, capturer),
        }
    }

    /// Counts the result of the round; returns the next round.
    pub fn finish(&mut self, outcome: Outcome) -> Round {
        if let Some(winner) = outcome.winner() {
            let score = &mut self.score[winner];
            let wins = match self.round {
                Round::Riatra { .. } => &mut score.riatra,
                Round::Vela { .. } => &mut score.vela,
            };
            *wins = wins.saturating_add(1);
        }
        self.round = self.next(outcome);
        self.round
    }

    fn next(&mut self, outcome: Outcome) -> Round {
        let has_vela = self.rules.vela != Vela::Off && self.rules.series != Series::Off;
        match (self.round, outcome) {
            (Round::Riatra { starter }, Outcome::Drawn(_)) => Round::Riatra { starter },
            (Round::Riatra { .. }, Outcome::Won { winner, .. }) if has_vela => {
                Round::Vela { capturer: !winner }
            }
            (Round::Vela { capturer }, _)
                if self.rules.series == Series::UntilLoserWins
                    && outcome.winner() != Some(capturer)
                    && !gives_up(outcome) =>
            {
                Round::Vela { capturer }
            }
            _ => Round::Riatra {
                starter: self.lots.starter(&self.rules),
            },
        }
    }
}

/// Whether the vela was resigned, which ends the series of velas. (Only the capturer can have resigned here.)
fn gives_up(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Won {
            by: Win::Resigned,
            ..
        }
    )
}

/// A pseudo-random number generator for drawing lots.
#[derive(Clone, Debug)]
struct Lots(u64);

impl Lots {
    fn starter(&mut self, rules: &Rules) -> Side {
        match rules.starter {
            Starter::White => Side::White,
            Starter::Lots => Side::BOTH[usize::from(self.draw())],
        }
    }

    /// Heads or tails: one bit of `SplitMix64` (Steele, Lea and Flood, 2014).
    fn draw(&mut self) -> bool {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z >> 63 != 0
    }
}
