//! What a search knows of endings: the tables, and how their values become scores.

use crate::engine::endings::layout::Placement;
use crate::engine::endings::{Ending, Endings, Known, apply_to};
use crate::engine::field::points;
use crate::engine::generate::Stones;
use crate::engine::score::{DECIDED, WON};
use crate::rules::options::Rules;
use crate::rules::position::Position;

/// The score of a game that is won although nobody knows how soon: beyond all that a position is worth.
const FAR: i16 = 25_000;
/// Scores beyond this are won games.
const SURE: i16 = FAR - 1000;

/// The most nodes for a turn of an ending that the tables have, whatever the level: far more than progress ever needs, and
/// no more than the strongest level takes.
pub const NODES: u32 = 200_000;

/// What a search knows of endings.
#[derive(Debug)]
pub(super) struct Endgame {
    tables: Option<Endings>,
    /// The most stones of an ending that this search knows; none where the tables are of no use to it.
    most: u32,
    /// The stones at the root.
    stones: u32,
    /// What the root is worth before a turn is made, once that is known.
    standing: Option<i16>,
}

impl Endgame {
    pub const fn new(tables: Option<Endings>) -> Self {
        Self {
            tables,
            most: 0,
            stones: 0,
            standing: None,
        }
    }

    /// Begins a search from a root, which may make use of the tables or not.
    pub fn begin(&mut self, root: &Position, rules: &Rules, knows_endings: bool) {
        let is_of_use = knows_endings && apply_to(root, rules);
        let tables = self.tables.filter(|_| is_of_use);
        self.most = tables.map_or(0, |tables| tables.stones());
        let stones = Stones::of(root);
        self.stones = count(stones);
        // In mid-chain the side to move has less choice than the tables think.
        let stands = self.has(stones) && root.chain().is_none();
        self.standing = if stands {
            self.look_up(stones).map(|known| score(known, 0))
        } else {
            None
        };
    }

    /// Whether the search knows any endings.
    pub const fn is_of_use(&self) -> bool {
        self.most != 0
    }

    /// Whether the search knows how positions with as many stones end.
    pub const fn has(&self, stones: Stones) -> bool {
        self.is_of_use() && count(stones) <= self.most
    }

    /// Whether it knows how the root ends.
    pub const fn has_root(&self) -> bool {
        self.is_of_use() && self.stones <= self.most
    }

    /// The score of an ending, so many plies from the root and so many before the end of a line; none if its turns are to
    /// be looked at. Where a win is not told from one that is hardly further away, and the root is as far, the turns alone tell
    /// what makes progress.
    pub fn score(&self, stones: Stones, ply: i16, depth: i8) -> Option<i16> {
        let known = self.look_up(stones)?;
        let is_vague = !known.is_exact && known.ending != Ending::Drawn;
        if is_vague && depth > 0 && count(stones) == self.stones {
            return None;
        }
        Some(score(known, ply))
    }

    /// Whether the score of an iteration is all that there is to find out about the root, which is an ending: who wins must
    /// have come nearer to the end. That cannot take long, and takes less with each turn.
    pub fn settles(&mut self, found: i16) -> bool {
        let standing = *self.standing.get_or_insert(found);
        !(SURE..DECIDED).contains(&found) || found > standing
    }

    #[inline(never)]
    fn look_up(&self, stones: Stones) -> Option<Known> {
        self.tables?.look_up(Placement {
            own: points(stones.own).bits(),
            enemy: points(stones.enemy).bits(),
        })
    }
}

const fn count(stones: Stones) -> u32 {
    (stones.own | stones.enemy).count_ones()
}

fn score(known: Known, ply: i16) -> i16 {
    let most = if known.is_exact { WON - ply } else { FAR };
    let won = |plies: u8| most - i16::from(plies);
    match known.ending {
        Ending::Won(plies) => won(plies),
        Ending::Drawn => 0,
        Ending::Lost(plies) => -won(plies),
    }
}
