//! Where the tables have the value of a position.
//!
//! A position is turned or mirrored until the stones of the side to move are the least of their images. Positions with the
//! same stones of that side stand together, ordered by the other side's stones: first those where no stone of theirs could be
//! taken were it alone, then those where one stone shields another.

use crate::engine::field::{Reach, cells, points};
use crate::point::{Point, PointSet};

/// Endings with as many stones of the side to move, and of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The stones of the side to move.
    pub own: usize,
    /// The stones of the other side, at most as many.
    pub enemy: usize,
}

impl Kind {
    /// The kinds that tables have, in their order: those with fewer stones first.
    pub const ALL: [Self; 6] = [
        Self::new(1, 1),
        Self::new(2, 1),
        Self::new(2, 2),
        Self::new(3, 1),
        Self::new(3, 2),
        Self::new(4, 1),
    ];

    const fn new(own: usize, enemy: usize) -> Self {
        Self { own, enemy }
    }

    /// The stones of both sides.
    #[must_use]
    pub const fn stones(self) -> usize {
        self.own + self.enemy
    }

    /// How many sets of the stones of the side to move there are; symmetric ones are counted each.
    #[must_use]
    pub const fn sets(self) -> usize {
        CHOOSE[self.own % SIZES][Point::COUNT]
    }
}

/// The stones of a position, as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The stones of the side to move.
    pub own: u64,
    /// The stones of the other side.
    pub enemy: u64,
}

/// How many sizes of sets there are, the empty one among them.
const SIZES: usize = 5;

/// `CHOOSE[k][n]`: how many sets of k points there are among n.
const CHOOSE: [[usize; Point::COUNT + 1]; SIZES] = {
    let mut choose = [[0; Point::COUNT + 1]; SIZES];
    choose[0] = [1; Point::COUNT + 1];
    let mut k = 1;
    while k < SIZES {
        let mut n = 1;
        while n <= Point::COUNT {
            choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
            n += 1;
        }
        k += 1;
    }
    choose
};

/// The number of a set among those of its size: the order of the sets as numbers.
#[must_use]
pub fn rank(mut set: u64) -> usize {
    let mut rank = 0;
    let mut size = 1;
    while set != 0 {
        rank += CHOOSE[size % SIZES][set.trailing_zeros() as usize % (Point::COUNT + 1)];
        set &= set - 1;
        size += 1;
    }
    rank
}

/// The set of this size with this number.
#[must_use]
pub fn unrank(mut rank: usize, size: usize) -> u64 {
    let mut set = 0;
    let mut point = Point::COUNT;
    for size in (1..=size).rev() {
        let choose = &CHOOSE[size % SIZES];
        while point > 0 {
            point -= 1;
            if choose[point] <= rank {
                rank -= choose[point];
                set |= 1 << point;
                break;
            }
        }
    }
    set
}

/// The images of each point: mirrored along the ranks, along the files, and turned round.
const IMAGES: [[u8; 64]; 3] = {
    let mut images = [[0; 64]; 3];
    let mut i = 0;
    while let Some(point) = Point::new(i) {
        let (file, rank) = (point.file(), point.rank());
        images[0][i as usize] = 5 * (8 - file) + rank;
        images[1][i as usize] = 5 * file + 4 - rank;
        images[2][i as usize] = 44 - i;
        i += 1;
    }
    images
};

fn image(image: &[u8; 64], mut set: u64) -> u64 {
    let mut mirrored = 0;
    while set != 0 {
        mirrored |= 1 << image[set.trailing_zeros() as usize % 64];
        set &= set - 1;
    }
    mirrored
}

impl Placement {
    /// The image of the position in which the stones of the side to move are the least.
    #[must_use]
    pub fn least(self) -> Self {
        let mut least = self.own;
        let mut by = None;
        for map in &IMAGES {
            let own = image(map, self.own);
            if own < least {
                (least, by) = (own, Some(map));
            }
        }
        Self {
            own: least,
            enemy: by.map_or(self.enemy, |map| image(map, self.enemy)),
        }
    }

    /// Whether the side to move has a capture.
    #[must_use]
    pub fn has_capture(self) -> bool {
        attacked(self.own, self.enemy) & self.enemy != 0
    }

    /// Where a position without a capture stands among those with the same stones of the side to move.
    #[must_use]
    pub fn slot(self) -> usize {
        let attacked = attacked(self.own, 0);
        let shielded = self.enemy & attacked;
        if shielded == 0 {
            return rank(compress(self.enemy, free(self.own, attacked)));
        }
        // Only one point shields a stone from being taken, so that the stone tells both.
        let lowest = shielded & shielded.wrapping_neg();
        let enemies = self.enemy.count_ones() as usize;
        alone(self.own, enemies) + (attacked & (lowest - 1)).count_ones() as usize
    }
}

/// How many places positions with these stones of the side to move have, and so many of the other side.
#[must_use]
pub fn slots(own: u64, enemies: usize) -> usize {
    let shielded = match enemies {
        1 => 0,
        _ => (attacked(own, 0) & !own).count_ones() as usize,
    };
    alone(own, enemies) + shielded
}

/// In how many of those no stone of the other side could be taken were it alone.
fn alone(own: u64, enemies: usize) -> usize {
    let points = free(own, attacked(own, 0)).count_ones() as usize;
    CHOOSE[enemies % SIZES][points % (Point::COUNT + 1)]
}

/// The points on which stones of the other side could be taken, given those that are there.
const fn attacked(own: u64, enemy: u64) -> u64 {
    let empty = PointSet::from_bits(PointSet::ALL.bits() & !(own | enemy));
    let reach = Reach::of(cells(PointSet::from_bits(own)), cells(empty));
    points(reach.attacked).bits() & !own
}

/// The points that are neither taken nor attacked.
const fn free(own: u64, attacked: u64) -> u64 {
    PointSet::ALL.bits() & !(own | attacked)
}

/// The set, numbered among these points only.
fn compress(mut set: u64, among: u64) -> u64 {
    let mut compressed = 0;
    while set != 0 {
        let lowest = set & set.wrapping_neg();
        compressed |= 1 << (among & (lowest - 1)).count_ones();
        set &= set - 1;
    }
    compressed
}

/// Whether no image of the set is less.
#[must_use]
pub fn is_least(set: u64) -> bool {
    IMAGES.iter().all(|map| image(map, set) >= set)
}
