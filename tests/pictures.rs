//! Arbitrary pictures: whatever the sensors show, doing what the lights ask leads back to play.

mod common;

use common::lights::{Wish, is_play, wish};
use common::random::Random;
use common::rig::Rig;
use common::sample::all_terms;
use common::{terms, turns};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;

/// Longer than the rest after which things are decided.
const REST: u64 = 700;
/// Longer than the question before a game is abandoned.
const QUESTION: u64 = 4000;
/// The most steps that lights may ask for: every point once, and then some.
const PATIENCE: usize = 60;
/// How many states of one board are looked at.
const STATES: usize = 10;

/// A board under attack.
struct Attack {
    random: Random,
    rig: Rig,
    board: Board,
    rules: Rules,
    log: Vec<String>,
}

impl Attack {
    fn new(seed: u64) -> Self {
        let mut random = Random::seeded(seed);
        let board = random.pick(&Board::ALL);
        let rules = if random.percent(40) {
            Rules::STANDARD
        } else {
            terms(&all_terms(&mut random)).rules
        };
        Self {
            rig: Rig::new(Referee::new(board, rules, seed), !seed, false),
            random,
            board,
            rules,
            log: Vec::new(),
        }
    }

    fn toggle(&mut self, points: PointSet, then: u64) {
        self.rig.toggle(points);
        self.rig.wait(then);
        self.log
            .push(format!("{points} {then}  -> {}", self.rig.app.cues()));
    }

    fn show(&mut self, picture: PointSet, then: u64) {
        let stands = self.rig.picture();
        self.toggle((stands - picture) | (picture - stands), then);
    }

    fn pause(&mut self) -> u64 {
        match self.random.below(6) {
            0 => 1 + self.random.below(20) as u64,
            1 | 2 => 30 + self.random.below(150) as u64,
            3 => 200 + self.random.below(400) as u64,
            4 => 600 + self.random.below(600) as u64,
            _ => 2500 + self.random.below(2000) as u64,
        }
    }

    fn any_point(&mut self) -> PointSet {
        let points: Vec<Point> = if self.random.percent(80) {
            self.board.points().iter().collect()
        } else {
            Point::all().collect()
        };
        PointSet::of(self.random.pick(&points))
    }

    /// Plays some turns with tidy hands, so that the attack begins in the middle of a game.
    fn play(&mut self) {
        self.show(self.board.start().white | self.board.start().black, 1500);
        for _ in 0..self.random.below(30) {
            let position = *self.rig.referee().game().position();
            let all = turns(&position, &self.rules);
            if all.is_empty() || self.rig.referee().game().outcome().is_some() {
                return;
            }
            let (turn, after) = self.random.pick(&all);
            let mut at = position;
            for step in turn.steps() {
                let next = at.step(&self.rules, step).expect("a legal turn");
                let row = at.stones()[!at.side()] - next.stones()[!at.side()];
                self.toggle(PointSet::of(step.from), 200);
                self.toggle(PointSet::of(step.to), 200);
                if !row.is_empty() {
                    self.toggle(row, 200);
                }
                at = next;
            }
            self.rig.wait(REST);
            if self.rig.phase() == Phase::Chaining {
                let _ = self.rig.tell(Referee::stop);
                self.rig.wait(10);
            }
            let read = self.rig.referee().game().position();
            assert_eq!(read, &after, "{}", self.log.join("\n"));
        }
    }

    /// Does something to the board that no player would.
    fn attack(&mut self) {
        let then = self.pause();
        match self.random.below(12) {
            0..4 => {
                let point = self.any_point();
                self.toggle(point, then);
            }
            4 | 5 => {
                for _ in 0..2 + self.random.below(12) {
                    let (point, then) = (self.any_point(), self.pause() / 4);
                    self.toggle(point, then);
                }
            }
            6 => {
                let swarm = PointSet::from_bits(self.random.next() & self.random.next());
                self.toggle(swarm, then);
            }
            7 => {
                let picture = PointSet::from_bits(self.random.next());
                self.show(picture, then);
            }
            8 => self.show(PointSet::EMPTY, then),
            9 => self.show(PointSet::ALL, then),
            10 => {
                let board = self.random.pick(&Board::ALL);
                self.show(board.start().white | board.start().black, then);
            }
            _ => self.near_play(then),
        }
    }

    /// A picture that a turn or two would leave, and a point or two beside it.
    fn near_play(&mut self, then: u64) {
        let mut position = *self.rig.referee().game().position();
        for _ in 0..=self.random.below(2) {
            let all = turns(&position, &self.rules);
            if !all.is_empty() {
                position = self.random.pick(&all).1;
            }
        }
        let mut picture = position.occupied();
        for _ in 0..self.random.below(3) {
            let point = self.any_point();
            picture = (picture - point) | (point - picture);
        }
        self.show(picture, then);
    }

    /// Follows the lights; tells in how many steps they led back to play, if they did.
    fn follow(&mut self) -> Option<usize> {
        self.rig.wait(REST);
        let (mut steps, mut waits) = (0, 0);
        while !is_play(self.rig.phase()) {
            let asked = wish(&self.rig);
            self.log.push(format!("# {asked:?}"));
            match asked {
                Some(Wish::Lift(point) | Wish::Place(point, _)) => {
                    self.toggle(PointSet::of(point), REST);
                    steps += 1;
                }
                None => {
                    self.rig.wait(QUESTION);
                    waits += 1;
                }
            }
            if steps > PATIENCE || waits > 3 {
                return None;
            }
        }
        Some(steps)
    }
}

#[test]
fn lights_lead_back_to_play_from_everywhere() {
    let total: usize =
        std::env::var("PICTURES").map_or(5000, |text| text.parse().expect("a number"));
    let (mut states, mut wrong, mut steps, mut most) = (0, 0, 0, 0);
    let mut stuck = Vec::new();
    for seed in 1.. {
        if states >= total {
            break;
        }
        let mut attack = Attack::new(seed);
        attack.play();
        for _ in 0..STATES {
            for _ in 0..=attack.random.below(4) {
                attack.attack();
            }
            states += 1;
            let Some(followed) = attack.follow() else {
                let (rules, log) = (attack.rules, attack.log.join("\n"));
                stuck.push(format!("seed {seed}, rules {rules}\n{log}\n"));
                break;
            };
            wrong += usize::from(followed > 0);
            steps += followed;
            most = most.max(followed);
            attack.log.clear();
        }
    }
    let tenths = 10 * steps / wrong.max(1);
    println!("{states:>10}  states");
    println!("{wrong:>10}  of them put right by the lights");
    println!("{:>8}.{}  steps on average", tenths / 10, tenths % 10);
    println!("{most:>10}  steps at most");
    println!("{:>10}  stuck", stuck.len());
    if std::env::var_os("SHOW").is_some() {
        println!("{}", stuck.join("\n"));
    }
    assert!(
        stuck.is_empty(),
        "{} stuck, first {}",
        stuck.len(),
        stuck[0]
    );
}
