//! All legal turns of a position, in brief.
//!
//! Proved equal to `rules/generate.rs` by the tests: the same positions after the turns, each once.

use crate::engine::brief::{Brief, Briefs};
use crate::engine::field::{
    At, Cell, Field, Reach, WAYS, able, bit, cells, count, for_each_cell, go,
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
        usize::try_from(count(hunted)).is_ok_and(|stones| stones > PHASE_TWO_STONES)
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
        if manner != Manner::Walk {
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
                ends: 0,
                taken: 0,
                size: 0,
                length: 0,
            };
            let able = able(stones.own, self.empty(stones), stones.enemy);
            for_each_cell(able, |at| chains.begin(at));
        }
        // A side that is not seen to capture is expected to walk.
        if list.len() > start && self.rules.capture == Capture::Must {
            return;
        }
        self.paikas(field, side, stones, manner, list);
    }

    fn paikas(&self, field: &Field, side: Side, stones: Stones, manner: Manner, list: &mut Briefs) {
        let start = list.len();
        // Who may not take anything may walk wherever a capture would lead.
        let enemy = match manner {
            Manner::Walk => Cell::Empty,
            _ => Cell::of(!side),
        };
        for_each_cell(stones.own, |at| {
            let mut walks = field.steps(at, enemy).walks;
            for way in &WAYS {
                if walks & 1 != 0 {
                    list.push(Brief::walk(at, go(at, *way)));
                }
                walks >>= 1;
                if walks == 0 {
                    break;
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
    /// The stone that is on its way: where its list begins, among which no turn is to be twice, where it starts, and where
    /// a turn of it has ended so far.
    start: u16,
    origin: At,
    ends: u64,
    /// What it has taken so far, and in how many steps.
    taken: u64,
    size: u8,
    length: u8,
}

impl Chains<'_> {
    /// All chains of the stone on this cell.
    fn begin(&mut self, origin: At) {
        self.origin = origin;
        self.start = self.list.len();
        self.ends = 0;
        self.field.set(origin, Cell::Visited);
        self.go_on(origin, 0);
        self.field.set(origin, self.own);
    }

    /// Tries all further steps but those in ways that are barred, a bit each; returns whether there was one. At most 22
    /// deep, because each step takes a stone.
    fn go_on(&mut self, at: At, barred: u8) -> bool {
        let mut found = false;
        let mut left = self.field.steps(at, self.enemy).captures & !barred;
        let mut number = 0;
        while left != 0 {
            if left & 1 != 0 {
                let step = WAYS[number % WAYS.len()];
                let to = go(at, step);
                let bar = self.bar(barred, number);
                if self.field.get(go(to, step)) == self.enemy {
                    found = true;
                    self.take(to, bar, go(to, step), step);
                }
                let sees = self.sight.withdrawals == Withdrawals::Seen;
                if sees && self.field.get(go(at, -step)) == self.enemy {
                    found = true;
                    self.take(to, bar, go(at, -step), -step);
                }
            }
            left >>= 1;
            number += 1;
        }
        found
    }

    /// Lands on a cell, takes the row that begins at `first` and goes on this way, notes the turn, and goes on.
    fn take(&mut self, to: At, barred: u8, first: At, onwards: i8) {
        if self.steps == 0 || self.list.is_full() {
            return;
        }
        self.steps -= 1;
        let (taken, size) = (self.taken, self.size);
        let mut at = first;
        loop {
            self.taken |= bit(at);
            self.size += 1;
            self.field.set(at, Cell::Empty);
            at = go(at, onwards);
            if self.field.get(at) != self.enemy || self.manner == Manner::Nearest {
                break;
            }
        }
        self.length += 1;
        let ends = self.manner == Manner::Nearest || self.length >= self.sight.steps;
        let may_end = self.rules.chain != Chain::Must;
        if ends || may_end {
            self.note(to);
        }
        if !ends {
            self.field.set(to, Cell::Visited);
            let went_on = self.go_on(to, barred);
            self.field.set(to, Cell::Empty);
            if !(may_end || went_on) {
                self.note(to);
            }
        }
        self.length -= 1;
        for _ in size..self.size {
            at = go(at, -onwards);
            self.field.set(at, self.enemy);
        }
        (self.taken, self.size) = (taken, size);
    }

    /// Notes the turn that ends here.
    fn note(&mut self, to: At) {
        let brief = Brief::capture(self.origin, to, self.taken, self.size);
        if self.ends & bit(to) == 0 {
            self.ends |= bit(to);
            self.list.push(brief);
        } else {
            self.list.push_new(self.start, brief);
        }
    }

    const fn bar(&self, barred: u8, number: usize) -> u8 {
        match self.rules.direction {
            ChainDirection::Change => 1 << number,
            ChainDirection::Any => 0,
            ChainDirection::New => barred | 1 << number,
        }
    }
}
