//! From the end of a game to the start of the next.

use crate::common::random::Random;
use crate::robot::{REST, Robot};
use crate::tally::Failure;
use crate::ways::{Pictures, picture};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Takeback;
use fanorona_board::rules::series::Round;
use fanorona_board::rules::side::Side;

impl Robot {
    /// Puts the stones of a game up in random order, and sees it begin.
    pub fn put_up(&mut self) -> Result<(), Failure> {
        self.note("# putting up".into());
        let start = self.series.start();
        self.game = Game::new(self.rules, start);
        self.trail.clear();
        self.past = None;
        self.tally.games += 1;
        self.tally.velas += usize::from(matches!(self.series.round(), Round::Vela { .. }));
        // Short of a rest, so that nothing on the way is taken for what it looks like.
        let quickly = |random: &mut Random| 20 + random.below(200) as u64;
        if self.standing() == picture(&start) {
            // It stands already: a stone too many comes and goes.
            self.place(Point::CENTRE, Side::White, REST);
            self.lift(Point::CENTRE, 100);
        }
        self.restore(start.stones(), quickly);
        self.verify()?;
        let referee = self.rig.referee();
        if referee.game().start() != &start || referee.series().round() != self.series.round() {
            return Err(self.misread("another round"));
        }
        Ok(())
    }

    /// The end of a game: it may be taken back, or the next one is put up.
    pub fn end_game(&mut self) -> Result<(), Failure> {
        if self.rig.phase() != Phase::Over {
            return Err(self.misread("not over"));
        }
        let last = self.trail.last().map(|game| game.history().len() + 1);
        let by_turn = last == Some(self.game.history().len()) && self.is_ended_by_turn();
        if by_turn && self.rules.takeback == Takeback::Yes && self.random.percent(15) {
            return self.take_back();
        }
        if let Some(outcome) = self.game.outcome() {
            self.series.finish(outcome);
        }
        self.put_up()
    }

    /// Whether the last turn has ended the game, and not the players' word.
    fn is_ended_by_turn(&self) -> bool {
        use fanorona_board::rules::outcome::{Draw, Outcome, Win};
        !matches!(
            self.game.outcome(),
            Some(
                Outcome::Drawn(Draw::Agreed)
                    | Outcome::Won {
                        by: Win::Resigned,
                        ..
                    }
            )
        )
    }

    /// Puts the start position up in the middle of a game, and answers who gives it up, or does not.
    pub fn abandon(&mut self) -> Result<(), Failure> {
        if self.trail.is_empty() {
            return Ok(());
        }
        self.note("# abandoning".into());
        self.tally.abandoned += 1;
        self.puts_up = true;
        let start = self.series.start();
        let turns = Pictures::of(self.game.position(), &self.rules);
        let quickly = |random: &mut Random| 20 + random.below(200) as u64;
        // What stands like a turn has been played.
        let is_turn = |stands: PointSet| !turns.at(stands).is_empty();
        self.restore_but(start.stones(), quickly, is_turn);
        self.wait(REST);
        // A single turn is taken back.
        let asks = self.trail.len() > 1 || self.rules.takeback == Takeback::No;
        if asks != (self.rig.phase() == Phase::Ending) {
            return Err(self.misread("asked, or not asked, who gives up"));
        }
        if asks {
            self.answer()?;
        }
        self.wait(4000);
        self.puts_up = false;
        self.game = Game::new(self.rules, self.series.start());
        self.trail.clear();
        self.past = None;
        self.verify()?;
        if self.rig.referee().series().round() != self.series.round() {
            return Err(self.misread("another round"));
        }
        Ok(())
    }

    /// Answers who gives the game up: a side, both, or nobody.
    fn answer(&mut self) -> Result<(), Failure> {
        let side = self.random.pick(&Side::BOTH);
        let stones: Vec<Point> = self.stones[side].iter().collect();
        let point = self.random.pick(&stones);
        let held = 200 + self.random.below(5000) as u64;
        match self.random.below(4) {
            0 => {
                self.lift(point, held);
                self.place(point, side, 100);
                self.game.resign(side).expect("a game is on");
            }
            1 => {
                self.lift(point, held);
                self.place(Point::CENTRE, side, REST);
                self.game.agree_draw().expect("a game is on");
                self.lift(Point::CENTRE, held);
                self.place(point, side, 100);
            }
            2 => {
                self.place(Point::CENTRE, side, REST);
                self.game.agree_draw().expect("a game is on");
                self.lift(Point::CENTRE, held.min(400));
            }
            _ => return Ok(()),
        }
        self.tally.answered += 1;
        if self.rig.referee().game().outcome() != self.game.outcome() {
            return Err(self.misread("another answer"));
        }
        if let Some(outcome) = self.game.outcome() {
            self.series.finish(outcome);
        }
        Ok(())
    }
}
