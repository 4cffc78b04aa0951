//! What the referee costs: its size, and the work of one change.
//!
//! Without arguments it prints the size and times. `changes N` makes N changes and `worst N` the most
//! laborious of them N times over, both silently: for valgrind, which counts instructions.

#[path = "../common/figure.rs"]
mod figure;

use std::hint::black_box;
use std::time::Instant;

use fanorona_board::app::App;
use fanorona_board::point::PointSet;
use fanorona_board::referee::Referee;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::turn::Turn;
use fanorona_board::time::Millis;

const RULES: Rules = Rules::STANDARD;

/// Tidy hands that play random games of Tsivy: a change at a time.
struct Hands {
    seed: u64,
    referee: Referee,
    picture: PointSet,
    now: Millis,
    /// Points still to be changed for the turn that is being played.
    plan: Vec<fanorona_board::point::Point>,
}

impl Hands {
    fn new(seed: u64) -> Self {
        let start = Board::Tsivy.start();
        let mut referee = Referee::new(Board::Tsivy, RULES, seed);
        let picture = start.white | start.black;
        referee.see(picture, Millis(0));
        referee.wait(Millis(1000));
        Self {
            seed,
            referee,
            picture,
            now: Millis(1000),
            plan: Vec::new(),
        }
    }

    fn random(&mut self, below: usize) -> usize {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.seed >> 33).unwrap() % below
    }

    /// The next picture.
    fn next(&mut self) -> PointSet {
        if self.plan.is_empty() {
            let _ = self.referee.stop(self.now);
            let position = *self.referee.game().position();
            if self.referee.game().outcome().is_some() {
                *self = Self::new(self.seed);
                return self.next();
            }
            let mut turns = Vec::new();
            position.for_each_turn(&RULES, |turn, after| turns.push((*turn, *after)));
            let choice = self.random(turns.len());
            self.plan = plan(&position, &turns[choice].0, &turns[choice].1);
        }
        let point = self.plan.pop().unwrap();
        let mut picture = self.picture;
        if !picture.remove(point) {
            picture.add(point);
        }
        picture
    }

    /// Makes a change, and rests.
    fn change(&mut self, picture: PointSet) {
        self.picture = picture;
        self.referee.see(picture, self.now);
        self.now = self.now + Millis(300);
        self.referee.wait(self.now);
    }
}

/// What is to be changed for a turn, the last first.
fn plan(position: &Position, turn: &Turn, after: &Position) -> Vec<fanorona_board::point::Point> {
    let enemy = !position.side();
    let victims = position.stones()[enemy] - after.stones()[enemy];
    // A victim in the way goes before the mover lands there.
    let way = turn.visited() & victims;
    let moves = turn.steps().flat_map(|step| [step.from, step.to]);
    let mut plan: Vec<_> = way.iter().chain(moves).chain(victims - way).collect();
    plan.reverse();
    plan
}

/// The hands before the change that meets the most legal turns, and that change.
fn worst() -> (Hands, PointSet) {
    let laborious = |hands: &Hands| hands.referee.game().position().count_turns(&RULES);
    let mut hands = Hands::new(1);
    let (mut most, mut at) = (0, 0);
    for i in 0..40_000 {
        let picture = hands.next();
        if laborious(&hands) > most {
            (most, at) = (laborious(&hands), i);
        }
        hands.change(picture);
    }
    let mut hands = Hands::new(1);
    for _ in 0..at {
        let picture = hands.next();
        hands.change(picture);
    }
    let picture = hands.next();
    (hands, picture)
}

fn main() {
    let arguments: Vec<String> = std::env::args().filter(|word| word != "--bench").collect();
    let count = |i: usize| {
        arguments
            .get(i)
            .and_then(|word| word.parse().ok())
            .unwrap_or(0)
    };
    match arguments.get(1).map(String::as_str) {
        Some("changes") => {
            let mut hands = Hands::new(1);
            for _ in 0..count(2) {
                let picture = hands.next();
                hands.change(picture);
            }
        }
        Some("worst") => {
            let (hands, picture) = worst();
            for _ in 0..count(2) {
                let mut referee = hands.referee.clone();
                referee.see(black_box(picture), hands.now);
                black_box(&referee);
            }
        }
        Some("clone") => {
            let (hands, _) = worst();
            for _ in 0..count(2) {
                black_box(&hands.referee.clone());
            }
        }
        _ => {
            println!(
                "referee: {} bytes, app: {} bytes",
                size_of::<Referee>(),
                size_of::<App>()
            );
            figure::record("referee.state", size_of::<Referee>());
            let mut hands = Hands::new(1);
            let clock = Instant::now();
            for _ in 0..100_000 {
                let picture = hands.next();
                hands.change(picture);
            }
            println!(
                "a change and a rest: {:?} on average",
                clock.elapsed() / 100_000
            );
        }
    }
}
