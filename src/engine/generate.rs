//! All legal turns of a position, in brief.
//!
//! Proved equal to `rules/generate.rs` by the tests: the same positions after the turns, each once.

use crate::engine::brief::{Brief, Briefs};
use crate::engine::field::{At, Cell, Field, Reach, WAYS, bit, for_each_cell, go, ways};
use crate::engine::level::{Sight, Withdrawals};
use crate::point::PointSet;
use crate::rules::lines::able_to_capture;
use crate::rules::options::{
    Capture, Chain, ChainDirection, Immobile, Leave, OneEach, Rules, Stranded, Vela,
};
use crate::rules::position::{PHASE_TWO_STONES, Position};
use crate::rules::side::Side;

/// The most steps that are tried for the turns of one position: chains may reach the same position in very many ways.
/// Where it does not suffice, the list ends early.
const STEPS: u16 = 4096;

/// What the rules and the game say of all positions of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    pub rules: Rules,
    pub capturer: Option<Side>,
    /// The points of the board.
    pub points: u64,
}

/// The stones of a position, as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Stones {
    pub own: u64,
    pub enemy: u64,
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
            own: stones[side].bits(),
            enemy: stones[!side].bits(),
        }
    }
}

impl Ground {
    /// What a position and its rules say of all positions after it.
    pub const fn new(position: &Position, rules: &Rules) -> Self {
        Self {
            rules: *rules,
            capturer: position.capturer(),
            points: position.board().points().bits(),
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
        hunted.count_ones() as usize > PHASE_TWO_STONES
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

    /// Adds the turns of a position, whose game has not ended, to the list that begins where the stack ends.
    pub fn generate(
        &self,
        field: &mut Field,
        side: Side,
        stones: Stones,
        sight: Sight,
        list: &mut Briefs,
    ) {
        let start = list.len();
        let manner = self.manner(side, stones);
        let able = match manner {
            Manner::Walk => 0,
            _ => self.able(stones),
        };
        if able != 0 {
            let mut chains = Chains {
                rules: &self.rules,
                field,
                list,
                own: Cell::of(side),
                enemy: Cell::of(!side),
                manner,
                sight,
                steps: STEPS,
                start,
                origin: 0,
            };
            for_each_cell(able, |at| chains.begin(at));
        }
        // A side that is not seen to capture is expected to walk.
        if list.len() > start && self.rules.capture == Capture::Must {
            return;
        }
        self.paikas(field, side, stones, manner, list);
    }

    fn able(&self, stones: Stones) -> u64 {
        let set = PointSet::from_bits;
        let empty = set(self.empty(stones));
        able_to_capture(set(stones.own), empty, set(stones.enemy)).bits()
    }

    fn paikas(&self, field: &Field, side: Side, stones: Stones, manner: Manner, list: &mut Briefs) {
        let start = list.len();
        let enemy = Cell::of(!side);
        let takes = |at: At, to: At, way: i8| {
            manner != Manner::Walk
                && (field.get(go(to, way)) == enemy || field.get(go(at, -way)) == enemy)
        };
        for_each_cell(stones.own, |at| {
            for &way in &WAYS[..ways(at)] {
                let to = go(at, way);
                if field.get(to) == Cell::Empty && !takes(at, to, way) {
                    list.push(Brief::new(at, to, 0));
                }
            }
        });
        if manner == Manner::Walk && self.rules.leave == Leave::Yes {
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

/// The chains of one position.
struct Chains<'a> {
    rules: &'a Rules,
    field: &'a mut Field,
    list: &'a mut Briefs,
    own: Cell,
    enemy: Cell,
    manner: Manner,
    sight: Sight,
    /// How many more steps are tried.
    steps: u16,
    /// Where the list of the stone begins, among which no turn is to be twice.
    start: u16,
    origin: At,
}

/// How far a chain has come.
#[derive(Clone, Copy)]
struct Way {
    at: At,
    /// The ways that are barred to the next step, a bit each, in the order of [`WAYS`].
    barred: u8,
    taken: u64,
    steps: u8,
}

impl Chains<'_> {
    /// All chains of the stone on this cell.
    fn begin(&mut self, origin: At) {
        self.origin = origin;
        self.start = self.list.len();
        self.field.set(origin, Cell::Visited);
        self.go_on(Way {
            at: origin,
            barred: 0,
            taken: 0,
            steps: 0,
        });
        self.field.set(origin, self.own);
    }

    /// Tries all further steps; returns whether there was one. At most 22 deep, because each step takes a stone.
    fn go_on(&mut self, way: Way) -> bool {
        let mut found = false;
        let at = way.at;
        for (i, &step) in WAYS[..ways(at)].iter().enumerate() {
            let to = go(at, step);
            if way.barred & 1 << i != 0 || self.field.get(to) != Cell::Empty {
                continue;
            }
            if self.field.get(go(to, step)) == self.enemy {
                found = true;
                self.take(way, i, step, go(to, step), step);
            }
            let sees = self.sight.withdrawals == Withdrawals::Seen;
            if sees && self.field.get(go(at, -step)) == self.enemy {
                found = true;
                self.take(way, i, step, go(at, -step), -step);
            }
        }
        found
    }

    /// Takes the row that begins here and goes on this way, notes the turn, and goes on.
    fn take(&mut self, way: Way, direction: usize, step: i8, first: At, onwards: i8) {
        if self.steps == 0 || self.list.is_full() {
            return;
        }
        self.steps -= 1;
        let mut row = 0;
        let mut at = first;
        while self.field.get(at) == self.enemy {
            row |= bit(at);
            self.field.set(at, Cell::Empty);
            at = go(at, onwards);
            if self.manner == Manner::Nearest {
                break;
            }
        }
        let landed = Way {
            at: go(way.at, step),
            barred: self.bar(way.barred, direction),
            taken: way.taken | row,
            steps: way.steps + 1,
        };
        let ends = self.manner == Manner::Nearest || landed.steps >= self.sight.steps;
        if !(ends || self.rules.chain == Chain::Must) {
            self.note(landed);
        }
        let went_on = !ends && {
            self.field.set(landed.at, Cell::Visited);
            let went_on = self.go_on(landed);
            self.field.set(landed.at, Cell::Empty);
            went_on
        };
        if ends || (self.rules.chain == Chain::Must && !went_on) {
            self.note(landed);
        }
        let mut at = first;
        while bit(at) & row != 0 {
            self.field.set(at, self.enemy);
            at = go(at, onwards);
        }
    }

    fn note(&mut self, way: Way) {
        let brief = Brief::new(self.origin, way.at, way.taken);
        self.list.push_new(self.start, brief);
    }

    const fn bar(&self, barred: u8, direction: usize) -> u8 {
        match self.rules.direction {
            ChainDirection::Change => 1 << direction,
            ChainDirection::Any => 0,
            ChainDirection::New => barred | 1 << direction,
        }
    }
}
