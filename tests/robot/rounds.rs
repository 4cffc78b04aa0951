//! From the end of a game to the start of the next.

use crate::common::random::Random;
use crate::robot::{REST, Robot};
use crate::tally::Failure;
use crate::ways::picture;
use fanorona_board::point::Point;
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

    /// Puts the start position up in the middle of a game, and waits for the question to be answered.
    pub fn abandon(&mut self) -> Result<(), Failure> {
        if self.trail.is_empty() {
            return Ok(());
        }
        self.note("# abandoning".into());
        self.tally.abandoned += 1;
        let start = self.series.start();
        let quickly = |random: &mut Random| 20 + random.below(200) as u64;
        self.restore(start.stones(), quickly);
        self.wait(4000);
        self.game = Game::new(self.rules, start);
        self.trail.clear();
        self.past = None;
        self.verify()
    }
}
