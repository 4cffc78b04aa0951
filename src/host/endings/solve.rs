//! Solves all endings of few stones by the standard rules, backwards from their ends.
//!
//! Whoever can capture must, and has fewer stones against them then: such positions are as good as their best capture. Between
//! the others only paikas lead, which can be taken back to find the positions before. So the positions with the same
//! stones are solved together, those that end soonest first.

use fanorona_board::engine::endings::Ending;
use fanorona_board::engine::endings::layout::rank;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::lines::{Direction, able_to_capture, neighbour};
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::{BySide, Side};

const RULES: Rules = Rules::STANDARD;

/// The stones of the side to move, and of the other.
pub type Kind = (usize, usize);

/// The solution of all endings up to some number of stones.
pub struct Solution {
    stones: usize,
    maps: Maps,
    /// What is known of each position, by the kind; see [`code`].
    kinds: Vec<Vec<u8>>,
}

/// A draw, or a position of which nothing is known yet.
const DRAWN: u8 = 0;
/// In the place of the number of turns that may save a position: it is as good as its best capture, or has ended.
const SETTLED: u8 = u8::MAX;

/// What is noted for a position: the plies to the end and 1, so that it is odd where the side to move loses.
fn ending(code: u8) -> Ending {
    match code {
        DRAWN => Ending::Drawn,
        code if code % 2 == 0 => Ending::Won(code - 1),
        code => Ending::Lost(code - 1),
    }
}

impl Solution {
    /// Solves all endings of up to this many stones.
    pub fn up_to(stones: usize) -> Self {
        let mut solution = Self {
            stones,
            maps: Maps::new(),
            kinds: vec![Vec::new(); (stones + 1) * (stones + 1)],
        };
        for all in 2..=stones {
            for few in 1..=all / 2 {
                solution.solve((all - few, few));
            }
        }
        solution
    }

    /// How a position ends whose side to move has the first stones.
    pub fn ending(&self, own: u64, enemy: u64) -> Ending {
        ending(self.code(own, enemy))
    }

    fn code(&self, own: u64, enemy: u64) -> u8 {
        if own == 0 {
            return 1;
        }
        let kind = kind(own, enemy);
        self.kinds[self.number(kind)][self.maps.place(kind, own, enemy)]
    }

    const fn number(&self, (own, enemy): Kind) -> usize {
        own * (self.stones + 1) + enemy
    }

    /// Solves the positions of a kind, and those with the other side to move.
    fn solve(&mut self, kind: Kind) {
        let (more, few) = kind;
        let turned = (few, more);
        let mut work = Work {
            kinds: if more == few {
                vec![kind]
            } else {
                vec![kind, turned]
            },
            codes: Vec::new(),
            left: Vec::new(),
            layers: Vec::new(),
        };
        for kind in work.kinds.clone() {
            work.codes.push(vec![DRAWN; self.maps.places(kind)]);
            work.left.push(vec![SETTLED; self.maps.places(kind)]);
            self.begin(kind, &mut work);
        }
        self.go_back(&mut work);
        for (kind, codes) in work.kinds.into_iter().zip(work.codes) {
            let number = self.number(kind);
            self.kinds[number] = codes;
        }
    }

    /// Notes how the positions of a kind end that have a capture or no turn at all, and how many turns the others have.
    fn begin(&self, kind: Kind, work: &mut Work) {
        let which = work.which(kind);
        for_each_placement(kind, |own, enemy| {
            let empty = PointSet::ALL.bits() & !(own | enemy);
            let set = PointSet::from_bits;
            let place = self.maps.place(kind, own, enemy);
            let code = if able_to_capture(set(own), set(empty), set(enemy)).is_empty() {
                let turns = self.maps.steps(own, empty);
                work.left[which][place] = turns;
                if turns > 0 {
                    return;
                }
                1
            } else {
                self.best_capture(own, enemy)
            };
            work.left[which][place] = SETTLED;
            if code != DRAWN {
                work.note(which, place, code);
            }
        });
    }

    /// How a position ends in which the side to move has to capture.
    fn best_capture(&self, own: u64, enemy: u64) -> u8 {
        let (mut win, mut loss, mut draws) = (u8::MAX, 0, false);
        position(own, enemy).for_each_turn(&RULES, |_, after| {
            let stones = after.stones();
            match self.code(stones.black.bits(), stones.white.bits()) {
                DRAWN => draws = true,
                code if code % 2 == 1 => win = win.min(code),
                code => loss = loss.max(code),
            }
        });
        match (win, draws) {
            (u8::MAX, true) => DRAWN,
            (u8::MAX, false) => loss + 1,
            (win, _) => win + 1,
        }
    }

    /// Goes back from the positions whose ends are known to those before them, the nearest ends first.
    fn go_back(&self, work: &mut Work) {
        let mut code = 1;
        while usize::from(code) <= work.layers.len() {
            let layer = std::mem::take(&mut work.layers[usize::from(code) - 1]);
            for (which, place) in layer {
                let which = usize::from(which);
                let kind = work.kinds[which];
                let (own, enemy) = self.maps.stones(kind, place as usize);
                let before = work.which((kind.1, kind.0));
                let kind = work.kinds[before];
                let empty = PointSet::ALL.bits() & !(own | enemy);
                self.maps.for_each_step(enemy, empty, |mover| {
                    let place = self.maps.place(kind, mover, own);
                    let left = work.left[before][place];
                    if left == SETTLED || work.codes[before][place] != DRAWN {
                        return;
                    }
                    // The position after the turn is lost: who has the turn wins. Or it is won, and so are all others.
                    let is_lost = code % 2 == 1;
                    if !is_lost {
                        work.left[before][place] = left - 1;
                    }
                    if is_lost || left == 1 {
                        work.note(before, place, code + 1);
                    }
                });
            }
            code += 1;
        }
    }
}

/// What is being solved: a kind of positions, and the one with the other side to move.
struct Work {
    kinds: Vec<Kind>,
    codes: Vec<Vec<u8>>,
    /// The turns of a position that are not known to lose, where it is not settled by captures.
    left: Vec<Vec<u8>>,
    /// The positions with each code.
    layers: Vec<Vec<(u8, u32)>>,
}

impl Work {
    /// Which of the two kinds it is.
    fn which(&self, kind: Kind) -> usize {
        usize::from(self.kinds[0] != kind)
    }

    fn note(&mut self, which: usize, place: usize, code: u8) {
        self.codes[which][place] = code;
        let layer = usize::from(code) - 1;
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, Vec::new());
        }
        let place = u32::try_from(place).expect("there are fewer positions");
        self.layers[layer].push((u8::from(which == 1), place));
    }
}

/// All sets of few points, and where steps lead.
struct Maps {
    /// The sets of each size, in the order of their numbers.
    sets: Vec<Vec<u64>>,
    neighbours: [u64; Point::COUNT],
}

impl Maps {
    fn new() -> Self {
        let mut neighbours = [0; Point::COUNT];
        for point in Point::all() {
            let lines = Direction::ALL.into_iter();
            let all = lines.filter_map(|direction| neighbour(point, direction));
            neighbours[point.index()] = all.collect::<PointSet>().bits();
        }
        Self {
            sets: (0..5).map(|size| sets(size).collect()).collect(),
            neighbours,
        }
    }

    fn places(&self, (own, enemy): Kind) -> usize {
        self.sets[own].len() * self.sets[enemy].len()
    }

    fn place(&self, (_, enemies): Kind, own: u64, enemy: u64) -> usize {
        rank(own) * self.sets[enemies].len() + rank(enemy)
    }

    fn stones(&self, (owns, enemies): Kind, place: usize) -> (u64, u64) {
        let all = self.sets[enemies].len();
        (
            self.sets[owns][place / all],
            self.sets[enemies][place % all],
        )
    }

    /// How many steps a side has.
    fn steps(&self, own: u64, empty: u64) -> u8 {
        let mut steps = 0;
        self.for_each_step(own, empty, |_| steps += 1);
        steps
    }

    /// Calls `visit` with the stones of a side after each of its steps; a step back is a step too.
    fn for_each_step(&self, own: u64, empty: u64, mut visit: impl FnMut(u64)) {
        for from in PointSet::from_bits(own) {
            let rest = own & !(1 << from.index());
            let mut to = self.neighbours[from.index()] & empty;
            while to != 0 {
                visit(rest | to & to.wrapping_neg());
                to &= to - 1;
            }
        }
    }
}

/// All sets of so many points, upwards.
pub fn sets(size: usize) -> impl Iterator<Item = u64> {
    let mut next = (1u64 << size) - 1;
    std::iter::from_fn(move || {
        let set = next;
        if set > PointSet::ALL.bits() || size == 0 {
            return None;
        }
        // The next larger number with as many bits.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        next = ((set ^ carried) / lowest) >> 2 | carried;
        Some(set)
    })
}

fn for_each_placement((owns, enemies): Kind, mut visit: impl FnMut(u64, u64)) {
    for own in sets(owns) {
        for enemy in sets(enemies).filter(|enemy| own & enemy == 0) {
            visit(own, enemy);
        }
    }
}

const fn kind(own: u64, enemy: u64) -> Kind {
    (own.count_ones() as usize, enemy.count_ones() as usize)
}

/// The position in which White has the turn and these stones.
fn position(own: u64, enemy: u64) -> Position {
    let setup = Setup {
        board: Board::Tsivy,
        stones: BySide {
            white: PointSet::from_bits(own),
            black: PointSet::from_bits(enemy),
        },
        side: Side::White,
        capturer: None,
        chain: None,
    };
    setup.position(&RULES).expect("stones that may stand so")
}
