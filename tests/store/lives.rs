//! Many short lives of one board: it is switched on, something happens, and the power goes, again and again.

use crate::common::random::Random;
use crate::common::turns;
use crate::kept::{Digest, On};
use crate::nor::Nor;
use fanorona_board::app::Panel;
use fanorona_board::light::palette::{Brightness, Frame};
use fanorona_board::point::PointSet;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::{Preset, Rules};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use fanorona_board::sense::matrix::Sample;
use fanorona_board::store::Did;
use fanorona_board::store::image::Counters;
use fanorona_board::store::report::Report;
use fanorona_board::store::shelf::{Keeper, Shelf};
use fanorona_board::time::Millis;
use std::collections::BTreeMap;

/// The stones that stand.
struct Wood(PointSet);

impl Panel for Wood {
    fn sample(&mut self) -> Sample {
        self.0.into()
    }

    fn show(&mut self, _: &Frame) {}
}

/// A board through its lives.
pub struct Lived {
    pub on: On,
    wood: Wood,
    now: u64,
    pub random: Random,
    /// What a restart may show: what was written last, and all that was to be written since.
    pub may: Vec<Digest>,
    /// The games that were kept, by their numbers.
    pub kept: BTreeMap<u32, (Vec<u8>, Position)>,
    pub boots: usize,
    counted: Counters,
    /// Whether the flash may hold games that make no sense.
    pub is_spoilt: bool,
}

impl Lived {
    pub fn new(seed: u64) -> Self {
        Self::with(Nor::new(seed), seed)
    }

    /// A board with a flash that holds something.
    pub fn with(flash: Nor, seed: u64) -> Self {
        let on = On::boot(flash);
        let may = vec![on.digest()];
        Self {
            on,
            wood: Wood(PointSet::EMPTY),
            now: 0,
            random: Random::seeded(seed),
            may,
            kept: BTreeMap::new(),
            boots: 1,
            counted: Counters::NONE,
            is_spoilt: false,
        }
    }

    /// Whether the power is on.
    pub fn is_on(&self) -> bool {
        self.on.flash.power != Some(0)
    }

    /// A step of time.
    fn tick(&mut self, span: u64) {
        self.now += span;
        let On { app, store, flash } = &mut self.on;
        if flash.power == Some(0) {
            return;
        }
        app.tick(&mut self.wood, Millis(self.now));
        let did = Shelf { store, flash }.tick(app);
        let digest = Digest::of(app);
        if self.may.last() != Some(&digest) {
            self.may.push(digest);
        }
        if did == Did::Nothing && span >= 300 && self.is_on() {
            self.note();
        }
    }

    /// All is written.
    fn note(&mut self) {
        // Unless there is no room for it: then it is written later.
        let mut copy = On::boot(self.on.flash.clone());
        let (now, kept) = (self.on.digest(), copy.digest());
        if now == kept {
            self.may = vec![now];
        }
        if self.is_spoilt || self.counted == self.on.store.counters() {
            return;
        }
        self.counted = self.on.store.counters();
        let known = self.kept.last_key_value().map_or(0, |(&number, _)| number);
        for number in copy.games().into_iter().filter(|&number| number > known) {
            let mut game = Game::new(Rules::STANDARD, Position::riatra(Board::Telo, Side::White));
            let (mut keeper, _) = copy.shelf();
            assert!(
                keeper.load(number, &mut game),
                "game {number} is listed and not there"
            );
            let content = (game.history().bytes().to_vec(), *game.start());
            self.kept.insert(number, content);
        }
    }

    pub fn wait(&mut self, span: u64) {
        for _ in 0..6 {
            self.tick(1);
        }
        for _ in 0..span / 50 {
            self.tick(50);
        }
        for _ in 0..8 {
            self.tick(1);
        }
        self.tick(300);
        self.tick(300);
    }

    /// Changes the stones.
    fn put(&mut self, stones: PointSet, span: u64) {
        self.wood.0 = stones;
        for _ in 0..6 {
            self.tick(1);
        }
        for _ in 0..span / 25 {
            self.tick(25);
        }
    }

    /// Rests for long enough to erase.
    pub fn rest(&mut self) {
        self.tick(2500);
        for _ in 0..30 {
            self.tick(1);
        }
    }

    pub fn referee(&self) -> &fanorona_board::referee::Referee {
        &self.on.app.referee
    }

    /// Tells the app something, as a command does.
    fn tell(&mut self, what: impl FnOnce(&mut fanorona_board::app::App, Millis)) {
        if !self.is_on() {
            return;
        }
        let On { app, store, flash } = &mut self.on;
        what(app, Millis(self.now));
        self.may.push(Digest::of(app));
        Shelf { store, flash }.settle(app);
        if self.is_on() && self.report().off.is_none() {
            let digest = self.on.digest();
            if On::boot(self.on.flash.clone()).digest() != digest {
                // There was no room: it is written at the next rest.
                let mut copy = self.on.clone();
                copy.flash.power = None;
                copy.rest();
                assert_eq!(On::boot(copy.flash).digest(), digest, "not written");
                return;
            }
            self.note();
        }
    }

    /// Puts a start position up, and begins a game.
    pub fn begin(&mut self, board: Board, rules: Rules) {
        self.tell(|app, now| app.referee.set_rules(rules, None, now));
        self.tell(|app, now| app.referee.restart(board, now));
        self.stand();
    }

    /// Puts up what the game has.
    pub fn stand(&mut self) {
        let stones = self.referee().game().position().occupied();
        self.put(stones - PointSet::of(stones.first().expect("a stone")), 100);
        self.put(stones, 100);
        self.wait(700);
    }

    /// Plays a turn, tidily.
    pub fn play(&mut self) {
        let referee = self.referee();
        let position = *referee.game().position();
        if referee.situation().phase != Phase::ToMove || referee.game().outcome().is_some() {
            return;
        }
        let all = turns(&position, referee.rules());
        let (turn, after) = self.random.pick(&all);
        let mut at = position;
        for step in turn.steps() {
            let from = PointSet::of(step.from);
            self.put(self.wood.0 - from, 200);
            self.put(self.wood.0 | PointSet::of(step.to), 300);
            let rules = *self.referee().rules();
            let next = at.step(&rules, step).expect("legal");
            self.put(next.occupied(), 300);
            at = next;
        }
        self.put(after.occupied(), 200);
        if self.random.percent(90) && self.is_on() {
            let now = Millis(self.now);
            let _ = self.on.app.referee.stop(now);
        }
        self.wait(600);
    }

    /// Something that happens.
    pub fn act(&mut self) {
        match self.random.below(20) {
            0..4 => {
                let level = u8::try_from(1 + self.random.below(9)).expect("few");
                let brightness = Brightness::new(level);
                self.tell(|app, _| {
                    app.drive.brightness = brightness.unwrap_or(app.drive.brightness);
                });
            }
            4 | 5 => {
                let side = self.random.pick(&Side::BOTH);
                self.tell(|app, now| {
                    let _ = app.referee.resign(side, now);
                });
            }
            6 => self.tell(|app, now| {
                let _ = app.referee.undo(now);
            }),
            7 => {
                let rules = Rules::of(self.random.pick(Preset::ALL));
                let board = self.random.pick(&[Board::Telo, Board::Telo, Board::Tsivy]);
                self.begin(board, rules);
            }
            8 => self.rest(),
            9 => self.stand(),
            10 => {
                // The next game of the match, or another, is put up in place of this one.
                let start = self.referee().series().board().start();
                let stones = start.white | start.black;
                self.put(PointSet::EMPTY, 700);
                self.put(stones, 4000);
                self.wait(700);
            }
            _ => self.play(),
        }
    }

    /// The power goes off and on; what is shown then must be what was written, or what was being written.
    pub fn restart(&mut self, lean: usize) -> Result<(), String> {
        let mut flash = self.on.flash.clone();
        flash.power = None;
        flash.lean = lean;
        self.boots += 1;
        self.on = On::boot(flash);
        self.now = 0;
        let digest = self.on.digest();
        if !self.may.contains(&digest) {
            return Err(format!("{digest:?}\nis none of {:?}", self.may));
        }
        let numbers = self.on.games();
        if !self.is_spoilt && numbers.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(format!("games in disorder: {numbers:?}"));
        }
        Ok(())
    }

    pub fn report(&self) -> Report {
        self.on.store.report()
    }
}

/// Lets a board live many short lives.
pub fn live(seed: u64, lives: usize) -> Result<usize, String> {
    let mut board = Lived::new(seed);
    board.begin(Board::Telo, Rules::STANDARD);
    for life in 0..lives {
        let power = match board.random.below(4) {
            0 => 1 + board.random.below(60),
            1 => 1 + board.random.below(400),
            2 => 1 + board.random.below(1000),
            _ => 1 + board.random.below(4000),
        };
        board.on.flash.power = Some(power);
        // In some lives there is never a rest.
        board.stand();
        for _ in 0..60 {
            if !board.is_on() {
                break;
            }
            board.act();
        }
        let lean = board.random.pick(&[50, 100, 0, 95, 5]);
        board
            .restart(lean)
            .map_err(|text| format!("seed {seed}, life {life}: {text}"))?;
        if board.on.flash.overwritten > 0 {
            return Err(format!("seed {seed}, life {life}: programmed twice"));
        }
    }
    Ok(board.boots)
}
