//! Turns in brief, and the one stack that all their lists share.

use crate::engine::field::{At, bit};

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

    /// How many stones a capture takes, while it has the rank that this gives it; 0 is none.
    // A size is below 23.
    #[allow(clippy::cast_possible_truncation)]
    pub const fn size(&self) -> u8 {
        (self.rank & SIZES) as u8
    }

    /// The turn in 16 bits.
    pub const fn hint(&self) -> Hint {
        self.hint
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
    pub fn get(&self, place: u16) -> Option<Brief> {
        self.places.get(usize::from(place)).copied()
    }

    /// Brings the turn with the highest rank of a stretch to its front, and returns it; of equals, the one that stands first.
    pub fn pick(&mut self, next: u16, end: u16) -> Option<Brief> {
        let list = self.places.get_mut(usize::from(next)..usize::from(end))?;
        let (first, rest) = list.split_first_mut()?;
        let mut top = first.rank;
        let mut best = None;
        for brief in rest {
            if brief.rank > top {
                top = brief.rank;
                best = Some(brief);
            }
        }
        let picked = best.as_deref().copied().unwrap_or(*first);
        if let Some(best) = best {
            *best = *first;
        }
        *first = picked;
        Some(picked)
    }
}
