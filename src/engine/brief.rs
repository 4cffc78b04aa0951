//! Turns in brief, and the one stack that all their lists share.

use crate::engine::field::{At, bit, count};

/// A turn in brief: where its stone starts and ends, and what it takes. Chains that differ only on their way are the same
/// in brief, because they lead to the same position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Brief {
    /// The stones taken, in two halves: 12 bytes in all, where a set of 64 bits would make it 16.
    taken: [u32; 2],
    hint: Hint,
    /// The higher, the earlier it is tried.
    pub rank: u16,
}

/// A turn as the table of positions and the killers remember it: the cells where it starts and ends, and how many stones it
/// takes as far as four bits tell it; 0 is none.
pub(super) type Hint = u16;

impl Brief {
    pub const NONE: Self = Self {
        taken: [0; 2],
        hint: 0,
        rank: 0,
    };

    /// A turn without a capture.
    pub const fn walk(from: At, to: At) -> Self {
        Self {
            taken: [0; 2],
            hint: from as u16 | (to as u16) << 6,
            rank: 0,
        }
    }

    /// A turn that takes so many stones, ranked by their number.
    // Halves of 64 bits; a size is below 23.
    #[allow(clippy::cast_possible_truncation)]
    pub const fn capture(from: At, to: At, taken: u64, size: u8) -> Self {
        Self {
            taken: [taken as u32, (taken >> 32) as u32],
            hint: from as u16 | (to as u16) << 6 | (size as u16) << 12,
            rank: CAPTURE + size as u16,
        }
    }

    /// Where its stone starts.
    pub const fn from(&self) -> At {
        (self.hint & 63) as At
    }

    /// Where it ends.
    pub const fn to(&self) -> At {
        (self.hint >> 6 & 63) as At
    }

    /// The stones that the turn takes.
    pub const fn taken(&self) -> u64 {
        self.taken[0] as u64 | (self.taken[1] as u64) << 32
    }

    /// Whether the turn takes something.
    pub const fn captures(&self) -> bool {
        self.taken[0] | self.taken[1] != 0
    }

    /// How many stones the turn takes.
    // A size is below 23.
    #[allow(clippy::cast_possible_truncation)]
    pub fn size(&self) -> u8 {
        if self.rank & !SIZES == CAPTURE {
            (self.rank & SIZES) as u8
        } else {
            count(self.taken())
        }
    }

    /// The turn in 16 bits.
    pub const fn hint(&self) -> Hint {
        self.hint
    }

    /// The same turn. Part by part: as a whole it would be moved by a call.
    pub const fn copy(&self) -> Self {
        Self {
            taken: [self.taken[0], self.taken[1]],
            hint: self.hint,
            rank: self.rank,
        }
    }

    /// Whether both are the same turn, whatever their ranks.
    pub fn is_same(&self, other: &Self) -> bool {
        self.taken == other.taken && self.hint == other.hint
    }

    /// The mover's stones after the turn.
    pub fn moved(&self, own: u64) -> u64 {
        own & !bit(self.from()) | bit(self.to())
    }
}

/// The rank of captures, to which their size is added, in bits of their own.
const CAPTURE: u16 = 16_000;
const SIZES: u16 = 31;

/// The lists of turns of all positions on the way from the root, one behind the other.
#[derive(Debug)]
pub(super) struct Briefs {
    places: [Brief; Briefs::ROOM],
    len: u16,
}

impl Briefs {
    /// Room for all lists: some thirty positions deep with a dozen turns each is 400, and a position in mid-game may
    /// have 200. Where it does not suffice, a list ends early, and its position is judged by the turns that it has; the
    /// list of the root comes first and has all the room.
    pub const ROOM: usize = 1024;

    pub const fn new() -> Self {
        Self {
            places: [Brief::NONE; Self::ROOM],
            len: 0,
        }
    }

    /// Where the next list begins.
    pub const fn len(&self) -> u16 {
        self.len
    }

    /// Whether there is no room for another turn.
    pub const fn is_full(&self) -> bool {
        self.len as usize >= Self::ROOM
    }

    /// Drops all lists from here on.
    pub fn truncate(&mut self, len: u16) {
        self.len = self.len.min(len);
    }

    /// Adds a turn to the last list, if there is room.
    pub fn push(&mut self, brief: Brief) {
        if let Some(place) = self.places.get_mut(usize::from(self.len)) {
            *place = brief;
            self.len += 1;
        }
    }

    /// Adds a turn unless a list that begins here has it.
    pub fn push_new(&mut self, start: u16, brief: Brief) {
        if !self.list(start).iter().any(|other| other.is_same(&brief)) {
            self.push(brief);
        }
    }

    /// Makes room for a list of which only the three largest captures are kept.
    pub fn begin_large(&mut self) {
        for place in self.large().into_iter().flatten() {
            place.rank = 0;
        }
    }

    /// Keeps a capture that is larger than the third so far, the largest first and of equals the one that came first; returns
    /// the size of the third from now on.
    pub fn push_large(&mut self, brief: Brief) -> u8 {
        let Some([first, second, third]) = self.large() else {
            return u8::MAX;
        };
        // Those that are not there yet have another rank.
        let is_there = |other: &Brief| brief.rank == other.rank && brief.is_same(other);
        if !is_there(first) && !is_there(second) {
            if brief.rank <= second.rank {
                *third = brief;
            } else {
                *third = second.copy();
                if brief.rank <= first.rank {
                    *second = brief;
                } else {
                    *second = first.copy();
                    *first = brief;
                }
            }
        }
        (third.rank & SIZES) as u8
    }

    /// Adds the list of the largest captures to the others.
    pub fn end_large(&mut self) {
        let large = self.large().into_iter().flatten();
        self.len += large.map(|brief| u16::from(brief.rank != 0)).sum::<u16>();
    }

    /// The places of the largest captures; none if there is no room for all three.
    fn large(&mut self) -> Option<&mut [Brief; 3]> {
        self.places
            .get_mut(usize::from(self.len)..)?
            .first_chunk_mut()
    }

    /// The last list, from where it begins.
    pub fn list(&self, start: u16) -> &[Brief] {
        self.places
            .get(usize::from(start)..usize::from(self.len))
            .unwrap_or(&[])
    }

    /// The same list, to be changed.
    pub fn list_mut(&mut self, start: u16) -> &mut [Brief] {
        self.places
            .get_mut(usize::from(start)..usize::from(self.len))
            .unwrap_or(&mut [])
    }

    /// The turn at a place.
    pub fn get(&self, place: u16) -> Option<&Brief> {
        self.places.get(usize::from(place))
    }

    /// Brings the turn with the highest rank of a stretch to its front; of equals, the one that stands first.
    pub fn pick(&mut self, next: u16, end: u16) {
        let list = self.places.get_mut(usize::from(next)..usize::from(end));
        let list = list.unwrap_or(&mut []);
        let Some((first, rest)) = list.split_first_mut() else {
            return;
        };
        let (mut top, mut best) = (first.rank, None);
        for brief in rest {
            if brief.rank > top {
                top = brief.rank;
                best = Some(brief);
            }
        }
        if let Some(best) = best {
            let picked = best.copy();
            *best = first.copy();
            *first = picked;
        }
    }
}
