//! Hands at a board with a bad reed, and what they truly played.

use crate::common::figure;
use crate::common::random::Random;
use crate::common::rig::Rig;
use crate::common::turns;
use crate::hands::{Act, goes_on, movements};
use fanorona_board::light::cues::Cue;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::series::Match;
use fanorona_board::rules::side::BySide;
use fanorona_board::rules::turn::Turn;
use std::fmt::{self, Write};

/// Longer than the rest after which things are decided.
const REST: u64 = 700;
/// How often the button is pressed for one culprit.
const PRESSES: usize = 12;
/// Games longer than this are left.
const LONG: usize = 80;

/// How a reed fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    Open,
    Closed,
}

#[derive(Default, Debug)]
pub struct Tally {
    pub games: usize,
    pub turns: usize,
    pub misread: usize,
    pub stuck: usize,
    /// How often the board needed an answer, and how often lights said that something was wrong.
    pub asked: usize,
    pub wrong: usize,
    pub presses: usize,
    /// Turns from the failure until the reed was marked, and how often it was.
    pub late: usize,
    pub noticed: usize,
    /// Turns taken back.
    pub takebacks: usize,
    pub failures: Vec<String>,
}

impl Tally {
    /// Records the figures of a run.
    pub fn record(&self, name: &str) {
        let all = [
            ("games", self.games),
            ("turns", self.turns),
            ("misread", self.misread),
            ("stuck", self.stuck),
            ("asked", self.asked),
            ("presses", self.presses),
            ("noticed", self.noticed),
            ("late", self.late),
        ];
        if self.takebacks > 0 {
            figure::record(&format!("reeds.{name}.back"), self.takebacks);
        }
        // Where the reed is known nobody presses a button for it.
        let count = if self.noticed > 0 { all.len() } else { 5 };
        for (what, value) in all.into_iter().take(count) {
            figure::record(&format!("reeds.{name}.{what}"), value);
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self {
            games,
            turns,
            misread,
            stuck,
            asked,
            presses,
            late,
            noticed,
            takebacks,
            ..
        } = self;
        write!(
            f,
            "{games} games, {turns} turns, {misread} misread, {stuck} stuck, {asked} asked, {presses} presses"
        )?;
        if *noticed > 0 {
            write!(f, ", noticed {noticed} times after {late} turns")?;
        }
        if *takebacks > 0 {
            write!(f, ", {takebacks} taken back")?;
        }
        Ok(())
    }
}

pub struct Player {
    pub random: Random,
    pub rig: Rig,
    pub rules: Rules,
    pub game: Game,
    bad: PointSet,
    stones: BySide<PointSet>,
    log: String,
    /// How it is to fail, and after how many turns.
    pub failing: Option<(Fault, usize)>,
    /// When it failed, as long as it is not marked.
    failed: Option<usize>,
    /// How long the log was when all was last read as it was played.
    read: usize,
    /// How many turns of a hundred are taken back by hand.
    pub takebacks: usize,
}

pub enum End {
    Misread(String),
    Stuck(String),
}

impl Player {
    /// A board whose reeds are well.
    pub fn new(seed: u64, board: Board, rules: Rules, bad: PointSet) -> Self {
        let start = Match::new(board, rules, seed).start();
        Self {
            random: Random::seeded(seed),
            rig: Rig::new(Referee::new(board, rules, seed), !seed, true),
            rules,
            game: Game::new(rules, start),
            bad,
            stones: BySide::default(),
            log: String::new(),
            failing: None,
            failed: None,
            read: 0,
            takebacks: 0,
        }
    }

    /// Plays from another start.
    pub fn start_at(&mut self, start: Position) {
        self.game = Game::new(self.rules, start);
        self.rig.tell(|referee, now| referee.put_up(start, now));
    }

    /// The reed fails.
    pub fn fail(&mut self, fault: Fault) {
        match fault {
            Fault::Open => self.rig.stick(self.bad, PointSet::EMPTY),
            Fault::Closed => self.rig.stick(PointSet::EMPTY, self.bad),
        }
        self.note(&format!("# {} fails: {fault:?}", self.bad));
    }

    pub fn note(&mut self, line: &str) {
        if std::env::var("DBG").is_ok() {
            println!("{line}");
        }
        let _ = writeln!(self.log, "{line}");
    }

    fn pass(&mut self, span: u64) {
        self.rig.wait(span);
        let line = format!("wait {span}  -> {}", self.rig.app.cues());
        self.note(&line);
    }

    fn act(&mut self, act: Act, then: u64) {
        let side = self.game.position().side();
        let point = match act {
            Act::Lift(point) => {
                self.stones.white.discard(point);
                self.stones.black.discard(point);
                point
            }
            Act::Place(point) => {
                self.stones[side].add(point);
                point
            }
        };
        self.rig.toggle(PointSet::of(point));
        self.note(&format!("{act:?}"));
        self.pass(then);
    }

    fn press(&mut self) {
        self.rig.press(true);
        self.pass(100);
        self.rig.press(false);
        self.pass(200);
        self.note("pressed");
    }

    /// Puts the stones up, and says that the reed is dead.
    pub fn begin(&mut self) -> Result<(), End> {
        self.stones = self.game.position().stones();
        self.rig.toggle(self.game.position().occupied());
        self.pass(1000);
        self.expect(Phase::ToMove)
    }

    fn expect(&self, phase: Phase) -> Result<(), End> {
        if self.rig.phase() == phase {
            Ok(())
        } else {
            Err(End::Stuck(self.text("it does not begin")))
        }
    }

    fn text(&self, what: &str) -> String {
        format!(
            "{what}\nrules {}\nplayed {}\nread   {}\ncues {}\n{}\n",
            self.rules,
            self.game.position(),
            self.rig.referee().game().position(),
            self.rig.app.cues(),
            &self.log[self.read..],
        )
    }

    /// Plays a whole game.
    pub fn play(&mut self, tally: &mut Tally) -> Result<(), End> {
        while self.game.outcome().is_none() && self.game.history().len() < LONG {
            self.turn(tally)?;
        }
        self.check(tally, true)?;
        tally.games += 1;
        Ok(())
    }

    fn turn(&mut self, tally: &mut Tally) -> Result<(), End> {
        let played = self.game.history().len();
        if let Some((fault, at)) = self.failing
            && at == played
        {
            self.failing = None;
            self.failed = Some(played);
            self.fail(fault);
            self.pass(REST);
            if self.rig.phase() == Phase::Wrong && self.random.percent(50) {
                self.blame(tally)?;
            }
        }
        let start = *self.game.position();
        if self.is_read() {
            self.read = self.log.len();
        }
        let (turn, _) = self.random.pick(&turns(&start, &self.rules));
        let text = format!("# {start}: {}", start.board().text(&turn));
        self.note(&text);
        for (act, then) in movements(&mut self.random, &start, &self.rules, &turn) {
            self.act(act, then);
        }
        self.game.play(&turn).expect("a legal turn");
        tally.turns += 1;
        if goes_on(&start, &self.rules, &turn) {
            self.end_chain(&turn);
            // Whoever presses sees what the lights make of it.
            if self.failed.is_some() && self.is_blamed() {
                return self.blame(tally);
            }
        }
        let think = 100 + self.random.below(2500) as u64;
        self.pass(think);
        let is_wrong = self.failed.is_some() || self.rig.phase() == Phase::Wrong;
        if self.is_asked() {
            self.answer(tally)?;
        }
        if self.random.percent(50) || is_wrong {
            self.check(tally, false)?;
        }
        if self.takebacks > 0 && self.random.percent(self.takebacks) {
            self.take_back(tally)?;
        }
        Ok(())
    }

    /// Puts the last turn back, stone by stone in any order.
    fn take_back(&mut self, tally: &mut Tally) -> Result<(), End> {
        self.pass(REST);
        if !self.is_read() || self.game.outcome().is_some() {
            return Ok(());
        }
        let after = self.game.position().stones();
        self.game.take_back().expect("a turn");
        let before = self.game.position().stones();
        self.note("# back");
        let differs =
            |point: &Point| before.both().contains(*point) != after.both().contains(*point);
        let mut points: Vec<Point> = Point::all().filter(differs).collect();
        self.random.shuffle(&mut points);
        for point in points {
            let span = 170 + self.random.below(400) as u64;
            if after.both().contains(point) {
                self.act(Act::Lift(point), span);
            } else {
                self.act(Act::Place(point), span);
            }
        }
        self.stones = before;
        self.pass(REST);
        tally.takebacks += 1;
        if self.is_read() {
            return Ok(());
        }
        tally.asked += 1;
        self.press();
        self.pass(REST);
        if self.is_read() {
            return Ok(());
        }
        Err(End::Misread(self.text("taken back in vain")))
    }

    /// Says that a chain is over: by a tap, where that can be seen, or by the button.
    fn end_chain(&mut self, turn: &Turn) {
        self.pass(300);
        if self.is_asked() {
            return;
        }
        let end = turn.end();
        if !self.bad.contains(end) && self.random.percent(50) {
            self.rig.toggle(PointSet::of(end));
            self.pass(150);
            self.rig.toggle(PointSet::of(end));
            self.note("tapped");
            self.pass(100);
        } else {
            self.press();
        }
    }

    /// Whether the lights ask what was played at a point whose reed is bad.
    fn is_asked(&self) -> bool {
        let cues = self.rig.app.cues();
        let lit = cues[Cue::Target] | cues[Cue::Extra];
        self.rig.phase() == Phase::Choosing && lit.intersects(self.bad)
    }

    /// Answers what the lights ask: presses the button as soon as they mean what was played, or taps the stone that has moved.
    fn answer(&mut self, tally: &mut Tally) -> Result<(), End> {
        tally.asked += 1;
        let stones = self.game.position().occupied();
        // Somebody has to see it first.
        self.pass(400);
        let mut before = None;
        for _ in 0..6 {
            let cues = self.rig.app.cues();
            let [put, left] = [cues[Cue::Target], cues[Cue::Extra]].map(|cue| cue & self.bad);
            if stones.contains_all(put) && !stones.intersects(left) {
                self.press();
                // A press is not heard where the lights have just begun to mean something else.
                self.pass(400);
                if self.is_asked() {
                    continue;
                }
                break;
            }
            // One answer after another is meant, or only one.
            if before == Some(cues) {
                let stone = cues[Cue::Mover].first();
                self.rig.toggle(stone.into_iter().collect());
                self.pass(150);
                self.rig.toggle(stone.into_iter().collect());
                self.note("tapped");
                break;
            }
            before = Some(cues);
            self.pass(2000);
        }
        self.pass(REST);
        if self.is_read() {
            return Ok(());
        }
        Err(End::Misread(self.text("answered in vain")))
    }

    /// Whether all was read as it was played; what the board cannot know without an answer, it is told.
    fn check(&mut self, tally: &mut Tally, is_last: bool) -> Result<(), End> {
        self.pass(REST);
        if self.is_read() {
            return Ok(());
        }
        if self.failed.is_some() {
            return self.blame(tally);
        }
        if self.rig.phase() == Phase::Wrong {
            tally.wrong += 1;
            return Err(End::Misread(self.text("wrong")));
        }
        if self.is_asked() {
            return self.answer(tally);
        }
        tally.asked += 1;
        if is_last || self.random.percent(30) {
            self.press();
            if self.is_asked() {
                return self.answer(tally);
            }
            self.pass(REST);
            if !self.is_read() {
                return Err(End::Misread(self.text("pressed in vain")));
            }
        }
        Ok(())
    }

    /// The lights ask in vain: all is as it should be. Presses the button until the light of the bad reed says that it is taken for
    /// bad.
    fn blame(&mut self, tally: &mut Tally) -> Result<(), End> {
        tally.asked += 1;
        if !self.is_blamed() {
            self.pass(2500);
        }
        for _ in 0..PRESSES {
            if self.rig.app.sensors().unknown() != self.bad {
                if self.rig.app.cues()[Cue::Dead] != self.bad {
                    self.press();
                    tally.presses += 1;
                }
                if self.rig.app.cues()[Cue::Dead] != self.bad {
                    continue;
                }
                self.pass(2500);
            }
            if self.rig.phase() == Phase::Chaining {
                self.press();
            }
            let failed = self.failed.take().unwrap_or_default();
            tally.noticed += 1;
            tally.late += self.game.history().len() - failed;
            return if self.is_read() {
                Ok(())
            } else {
                Err(End::Misread(self.text("blamed in vain")))
            };
        }
        Err(End::Stuck(self.text("the culprit is not found")))
    }

    /// Whether the light of a reed asks whether that is bad.
    fn is_blamed(&self) -> bool {
        !self.rig.app.cues()[Cue::Dead].is_empty()
    }

    fn is_read(&self) -> bool {
        let read = self.rig.referee().game();
        read.position() == self.game.position() && read.history().len() == self.game.history().len()
    }
}

/// The points of a board's game.
pub fn points(board: Board) -> Vec<Point> {
    board.points().iter().collect()
}
