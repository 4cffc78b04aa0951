//! All legal turns of a position, in brief.
//!
//! Proved equal to `rules/generate.rs` by the tests: the same positions after the turns, each once.

use crate::engine::brief::{Brief, Briefs};
use crate::engine::field::{
    APPROACHES, At, Captures, Cell, Field, Hit, Reach, Row, able, bit, cells, count,
    for_each_in_order, go, in_ways, ways,
};
use crate::engine::level::{Sight, Withdrawals};
use crate::rules::options::{
    Capture, Chain, ChainDirection, Immobile, Leave, OneEach, Rules, Stranded, Vela,
};
use crate::rules::position::{PHASE_TWO_STONES, Position};
use crate::rules::side::Side;

/// The most steps that are tried for the turns of one position: chains may reach the same position in very many ways.
/// Where it does not suffice, the list ends early.
const STEPS: u16 = 4096;
/// The same where only the largest captures are asked for.
const FEW_STEPS: u16 = 12;

/// What the rules and the game say of all positions of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    pub rules: Rules,
    pub capturer: Option<Side>,
    /// The cells of the board.
    pub points: u64,
}

/// The stones of a position as sets of cells, as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Stones {
    pub own: u64,
    pub enemy: u64,
}

/// How many stones a position has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Number {
    pub own: u8,
    pub enemy: u8,
}

impl Number {
    /// How many there are after a turn that takes so many, as the other side sees them.
    pub const fn swapped(self, taken: u8) -> Self {
        Self {
            own: self.enemy - taken,
            enemy: self.own,
        }
    }
}

/// How a game has ended with a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Won,
    Lost,
    Drawn,
}

/// What the side to move may do, as in `rules/licence.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// Chains that take rows.
    Rows,
    /// One step that takes the nearest stone.
    Nearest,
    /// Paikas only.
    Walk,
}

impl Stones {
    /// The stones of a position.
    pub fn of(position: &Position) -> Self {
        let (side, stones) = (position.side(), position.stones());
        Self {
            own: cells(stones[side]),
            enemy: cells(stones[!side]),
        }
    }

    /// How many there are.
    pub fn number(self) -> Number {
        Number {
            own: count(self.own),
            enemy: count(self.enemy),
        }
    }
}

impl Ground {
    /// What a position and its rules say of all positions after it.
    pub const fn new(position: &Position, rules: &Rules) -> Self {
        Self {
            rules: *rules,
            capturer: position.capturer(),
            points: cells(position.board().points()),
        }
    }

    /// The empty points.
    pub const fn empty(&self, stones: Stones) -> u64 {
        self.points & !(stones.own | stones.enemy)
    }

    /// Whether a turn of this side belongs to phase one of a vela.
    fn is_phase_one(&self, side: Side, stones: Stones) -> bool {
        let Some(capturer) = self.capturer.filter(|_| self.rules.vela != Vela::Off) else {
            return false;
        };
        let hunted = if capturer == side {
            stones.enemy
        } else {
            stones.own
        };
        usize::from(count(hunted)) > PHASE_TWO_STONES
    }

    /// What the side to move may do.
    pub fn manner(&self, side: Side, stones: Stones) -> Manner {
        if !self.is_phase_one(side, stones) {
            Manner::Rows
        } else if self.capturer != Some(side) {
            Manner::Walk
        } else if self.rules.vela == Vela::Nearest {
            Manner::Nearest
        } else {
            Manner::Rows
        }
    }

    /// How the game has ended with a position in which the side to move reaches this, if it has; draws by history aside.
    pub fn end(&self, side: Side, stones: Stones, reach: Reach) -> Option<End> {
        if stones.own == 0 {
            return Some(End::Lost);
        }
        if stones.enemy == 0 {
            return Some(End::Won);
        }
        if reach.attacked & stones.enemy != 0 {
            return None;
        }
        let one_each = stones.own.is_power_of_two() && stones.enemy.is_power_of_two();
        if one_each && self.rules.one_each == OneEach::Draw {
            return Some(End::Drawn);
        }
        let strands = self.capturer == Some(side) && self.rules.capture == Capture::Must;
        if strands && self.rules.stranded != Stranded::Paika && self.is_phase_one(side, stones) {
            return Some(match self.rules.stranded {
                Stranded::Wins => End::Won,
                _ => End::Lost,
            });
        }
        if reach.landings != 0 {
            return None;
        }
        Some(match self.rules.immobile {
            Immobile::Loses => End::Lost,
            Immobile::Draw => End::Drawn,
        })
    }

    /// Adds the turns of a position, whose game has not ended, to the list that begins where the stack ends; returns how
    /// many steps of chains that took.
    pub fn generate(
        &self,
        field: &mut Field,
        side: Side,
        stones: Stones,
        sight: Sight,
        list: &mut Briefs,
    ) -> u16 {
        let start = list.len();
        let steps = self.captures(field, side, stones, sight, Keep::All, list);
        // A side that is not seen to capture is expected to walk.
        if list.len() == start || self.rules.capture != Capture::Must {
            self.paikas(field, side, stones, list);
        }
        steps
    }

    /// The same for captures only: all of them or the largest.
    pub fn captures(
        &self,
        field: &mut Field,
        side: Side,
        stones: Stones,
        sight: Sight,
        keep: Keep,
        list: &mut Briefs,
    ) -> u16 {
        let manner = self.manner(side, stones);
        let able = match manner {
            Manner::Walk => 0,
            _ => able(stones.own, self.empty(stones), stones.enemy),
        };
        if able == 0 {
            return 0;
        }
        let steps = match keep {
            Keep::All => STEPS,
            Keep::Largest => FEW_STEPS,
        };
        let mut chains = Chains {
            field,
            own: Cell::of(side),
            enemy: Cell::of(!side),
            row: match manner {
                Manner::Nearest => Row::First,
                _ => Row::Whole,
            },
            must_go_on: self.rules.chain == Chain::Must,
            direction: self.rules.direction,
            seen: match sight.withdrawals {
                Withdrawals::Seen => Captures::MAX,
                Withdrawals::Overlooked => APPROACHES,
            },
            longest: match manner {
                Manner::Nearest => 0,
                _ => sight.steps.saturating_sub(1),
            },
            barred: 0,
            notes_all: keep == Keep::All && self.rules.chain != Chain::Must,
            steps,
            origin: 0,
            start: list.len(),
            ends: 0,
            keep,
            small: 0,
            list,
        };
        if keep == Keep::Largest {
            chains.list.begin_large();
        }
        for_each_in_order(able, |at| chains.begin(at));
        if keep == Keep::Largest {
            chains.list.end_large();
        }
        steps - chains.steps
    }

    fn paikas(&self, field: &Field, side: Side, stones: Stones, list: &mut Briefs) {
        let start = list.len();
        let walks = self.manner(side, stones) == Manner::Walk;
        let enemy = Cell::of(!side);
        let takes = |at: At, to: At, way: i8| {
            !walks && (field.get(go(to, way)) == enemy || field.get(go(at, -way)) == enemy)
        };
        for_each_in_order(stones.own, |at| {
            for &way in ways(at) {
                let to = go(at, way);
                if field.get(to) == Cell::Empty && !takes(at, to, way) {
                    list.push(Brief::walk(at, to));
                }
            }
        });
        if walks && self.rules.leave == Leave::Yes {
            self.keep_those_that_leave(stones, start, list);
        }
    }

    /// In phase one of a vela the other side must leave the capturer a capture, if it can.
    fn keep_those_that_leave(&self, stones: Stones, start: u16, list: &mut Briefs) {
        let mut kept = 0;
        let places = list.list_mut(start);
        for i in 0..places.len() {
            let own = places[i].moved(stones.own);
            let empty = self.points & !(own | stones.enemy);
            if Reach::of(stones.enemy, empty).attacked & own != 0 {
                places.swap(kept, i);
                kept += 1;
            }
        }
        if let Some(kept) = u16::try_from(kept).ok().filter(|&kept| kept > 0) {
            list.truncate(start + kept);
        }
    }
}

/// Which captures of a position are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keep {
    /// All.
    All,
    /// The three largest of those whose chains can go no further; of equals, those that come first.
    Largest,
}

/// The chains of one position.
struct Chains<'a> {
    field: &'a mut Field,
    own: Cell,
    enemy: Cell,
    row: Row,
    must_go_on: bool,
    direction: ChainDirection,
    /// The captures that are seen, and how many more steps than one.
    seen: Captures,
    longest: u8,
    /// The captures that are barred to the next step.
    barred: Captures,
    /// Whether a turn is noted although its chain can go on.
    notes_all: bool,
    /// How many more steps are tried.
    steps: u16,
    /// Where the stone starts that is on its way.
    origin: At,
    /// Where its list begins, among which no turn is to be twice, and where one has ended so far.
    start: u16,
    ends: u64,
    keep: Keep,
    /// What is too small to be noted, if the largest are what is kept.
    small: u8,
    list: &'a mut Briefs,
}

impl Chains<'_> {
    /// All chains of the stone on this cell.
    fn begin(&mut self, origin: At) {
        self.origin = origin;
        if self.keep == Keep::All {
            self.start = self.list.len();
            self.ends = 0;
        }
        let captures = self.field.captures(origin, self.enemy) & self.seen;
        if captures != 0 {
            self.field.set(origin, Cell::Visited);
            self.go_on(origin, captures);
            self.field.set(origin, self.own);
        }
    }

    /// Tries these steps of a chain that has come to a cell. At most 22 deep, because each step takes a stone.
    fn go_on(&mut self, at: At, mut captures: Captures) {
        while captures != 0 && self.steps > 0 {
            self.steps -= 1;
            let hit = Hit::first(captures);
            captures &= captures - 1;
            let size = self.field.size();
            self.field.lift(go(at, hit.first), hit.onwards, self.row);
            self.land(go(at, hit.to), in_ways(hit.way));
            self.field.put_back(size, self.enemy);
        }
    }

    /// Notes the turn that ends here, having come this way, and goes on.
    fn land(&mut self, at: At, way: Captures) {
        let before = self.barred;
        match self.direction {
            ChainDirection::Change => self.barred = way,
            ChainDirection::Any => {}
            ChainDirection::New => self.barred |= way,
        }
        let mut captures = 0;
        if self.longest > 0 {
            captures = self.field.captures(at, self.enemy) & self.seen & !self.barred;
        }
        let may_stop = captures == 0 || self.notes_all || self.steps == 0 && !self.must_go_on;
        if may_stop && self.field.size() > self.small {
            self.note(at);
        }
        if captures != 0 {
            self.longest -= 1;
            self.field.set(at, Cell::Visited);
            self.go_on(at, captures);
            self.field.set(at, Cell::Empty);
            self.longest += 1;
        }
        self.barred = before;
    }

    /// Notes the turn that ends here.
    // Not inlined: few are noted.
    #[inline(never)]
    fn note(&mut self, to: At) {
        let brief = Brief::capture(self.origin, to, self.field.lifted(), self.field.size());
        if self.keep == Keep::Largest {
            self.small = self.list.push_large(brief);
        } else if self.ends & bit(to) == 0 {
            self.ends |= bit(to);
            self.list.push(brief);
        } else {
            self.list.push_new(self.start, brief);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::board::Board;

    #[test]
    fn the_three_largest_captures_are_the_first_of_all_by_size() {
        let position = Position::riatra(Board::Tsivy, Side::White);
        let ground = Ground::new(&position, &Rules::STANDARD);
        let before = position.stones();
        let mut field = Field::blank();
        field.put_up(position.board(), before.white, before.black);
        let [all, largest] = [Keep::All, Keep::Largest].map(|keep| {
            let mut list = Briefs::new();
            let (stones, sight) = (Stones::of(&position), Sight::FULL);
            ground.captures(&mut field, Side::White, stones, sight, keep, &mut list);
            let mut sizes = [0; 8];
            for (size, brief) in sizes.iter_mut().zip(list.list(0)) {
                *size = brief.size();
            }
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            sizes
        });
        assert_eq!(all.iter().filter(|&&size| size > 0).count(), 5);
        assert_eq!(largest, [all[0], all[1], all[2], 0, 0, 0, 0, 0]);
    }
}
