//! A board, the hands at it, and what was truly played.

use crate::common::lights::{Wish, wish};
use crate::common::random::Random;
use crate::common::rig::Rig;
use crate::mirror::Past;
use crate::notes::{Script, Watch};
use crate::plan::Heed;
use fanorona_board::light::cues::Cue;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::{BySide, Side};

/// Longer than the rest after which things are decided.
pub const REST: u64 = 700;
/// The most steps in which lights may lead back to play.
const PATIENCE: usize = 60;
/// A wait is cut into pieces of this length, in case the board decides something at a time of its own.
const SLICE: u64 = 100;

pub struct Player {
    pub random: Random,
    pub rig: Rig,
    /// Which reeds stones close, by the colour of the stones.
    pub reeds: BySide<PointSet>,
    /// What was truly played.
    pub game: Game,
    /// The last turn, as long as it was not taken back.
    pub past: Option<Past>,
    pub script: Script,
    pub watch: Watch,
}

/// The lights were followed for long, and led nowhere.
pub struct Nowhere;

impl Player {
    pub fn new(seed: u64, board: Board, rules: Rules, start: Position) -> Self {
        let referee = Referee::new(board, rules, seed);
        let mut player = Self {
            random: Random::seeded(seed),
            rig: Rig::new(referee, !seed, false),
            reeds: BySide::default(),
            game: Game::new(rules, start),
            past: None,
            script: Script::default(),
            watch: Watch::default(),
        };
        player.begin(start);
        player
    }

    pub fn standing(&self) -> PointSet {
        self.reeds.white | self.reeds.black
    }

    /// Begins a game from a position, whatever was before.
    pub fn begin(&mut self, start: Position) {
        let rules = *self.game.rules();
        self.game = Game::new(rules, start);
        self.past = None;
        self.rig.toggle(self.standing());
        self.pass(REST);
        self.rig.tell(|referee, now| referee.put_up(start, now));
        self.reeds = start.stones();
        self.rig.toggle(start.occupied());
        self.pass(1000);
        self.script.begin(&rules, &start);
        assert_eq!(self.rig.referee().game().start(), &start, "it has begun");
    }

    /// Lets time go by.
    pub fn pass(&mut self, span: u64) {
        let mut left = span;
        while left > 0 {
            let slice = left.min(SLICE);
            let watch = &mut self.watch;
            self.rig.watch(slice, |app, now| watch.look(app, now));
            left -= slice;
        }
        self.script.wait(span);
    }

    pub fn lift(&mut self, point: Point) {
        assert!(self.standing().contains(point), "nothing on {point}");
        self.reeds.white.discard(point);
        self.reeds.black.discard(point);
        self.rig.toggle(PointSet::of(point));
        self.script.say(format!("lift {point}"));
    }

    pub fn place(&mut self, point: Point, side: Side) {
        assert!(!self.standing().contains(point), "no room on {point}");
        self.reeds[side].add(point);
        self.rig.toggle(PointSet::of(point));
        self.script.say(format!("place {point}"));
    }

    /// Whether the lights ask for something.
    pub fn is_asked(&self) -> bool {
        matches!(
            self.rig.phase(),
            Phase::Wrong | Phase::Setup | Phase::Choosing | Phase::Clearing
        )
    }

    /// Does what the lights ask until they ask for nothing more.
    pub fn follow(&mut self) -> Result<(), Nowhere> {
        self.follow_while(Self::is_asked, |player| wish(&player.rig))
    }

    /// Does what the lights ask until this stands, or nothing is wrong any more.
    pub fn follow_to(&mut self, goal: BySide<PointSet>, heed: Heed) -> Result<(), Nowhere> {
        let is_wrong = |player: &Self| {
            let wrong = matches!(player.rig.phase(), Phase::Wrong | Phase::Setup);
            wrong && player.reeds != goal
        };
        self.follow_while(is_wrong, |player| {
            let nearer = (heed == Heed::Sense).then(|| player.nearer(goal));
            nearer.flatten().or_else(|| wish(&player.rig))
        })
    }

    /// What the lights ask for and leads to the goal.
    fn nearer(&self, goal: BySide<PointSet>) -> Option<Wish> {
        let (cues, stands) = (self.rig.app.cues(), self.standing());
        let off = cues[Cue::Extra] & (stands - goal.white - goal.black);
        let on = cues[Cue::Missing] - stands;
        let place = |side: Side| {
            let point = (on & goal[side]).first()?;
            Some(Wish::Place(point, side))
        };
        let lift = off.first().map(Wish::Lift);
        lift.or_else(|| Side::BOTH.into_iter().find_map(place))
    }

    fn follow_while(
        &mut self,
        is_asked: impl Fn(&Self) -> bool,
        choose: impl Fn(&Self) -> Option<Wish>,
    ) -> Result<(), Nowhere> {
        for _ in 0..=PATIENCE {
            if !is_asked(self) {
                return Ok(());
            }
            match choose(self) {
                Some(Wish::Lift(point)) if self.standing().contains(point) => self.lift(point),
                Some(Wish::Place(point, side)) if !self.standing().contains(point) => {
                    self.place(point, side);
                }
                _ => {}
            }
            self.pass(REST);
        }
        Err(Nowhere)
    }

    /// Brings the board to a position at a pace, from memory.
    pub fn restore(&mut self, goal: BySide<PointSet>, pause: u64) {
        let right = (self.reeds.white & goal.white) | (self.reeds.black & goal.black);
        for point in self.standing() - right {
            self.lift(point);
            self.pass(pause);
        }
        for side in Side::BOTH {
            for point in goal[side] - self.standing() {
                self.place(point, side);
                self.pass(pause);
            }
        }
    }
}
