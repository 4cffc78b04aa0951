//! Turn by turn through a match.

use crate::common::random::Random;
use crate::common::turns;
use crate::hands::{Move, tidy, untidy};
use crate::mirror::{Cleared, Past, Verdict, check};
use crate::robot::{REST, Robot};
use crate::tally::Failure;
use crate::ways::Pictures;
use fanorona_board::point::PointSet;
use fanorona_board::referee::Referee;
use fanorona_board::rules::options::Takeback;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::turn::Turn;

/// Games longer than this are agreed to be drawn, or given up.
const LONG: usize = 150;

impl Robot {
    /// Plays a number of turns, game after game.
    pub fn play_match(&mut self, total: usize) -> Result<(), Failure> {
        self.put_up()?;
        while self.tally.turns < total {
            if self.game.outcome().is_some() {
                self.end_game()?;
                continue;
            }
            if self.trail.len() >= LONG || self.random.below(400) == 0 {
                self.settle()?;
                self.give_up()?;
                continue;
            }
            if self.random.below(500) == 0 {
                self.settle()?;
                self.abandon()?;
                continue;
            }
            self.take_turn()?;
        }
        Ok(())
    }

    /// A turn, with all that may happen before it.
    fn take_turn(&mut self) -> Result<(), Failure> {
        let rested = self.past.as_ref().is_none_or(|past| past.rested);
        if rested && self.mirror_hands()? {
            return self.settle_sometimes();
        }
        if rested && self.rules.takeback == Takeback::Yes && self.random.percent(3) {
            self.settle()?;
            self.take_back()?;
        }
        let position = *self.game.position();
        let (turn, after) = self.random.pick(&turns(&position, &self.rules));
        // Where the last turn could have been something else, a mistake may decide for that.
        let clear = self.past.as_ref().is_none_or(|past| !past.mirrored);
        if clear && self.random.percent(5) {
            self.settle()?;
            if !self.blunder(&turn)? {
                return Ok(());
            }
        }
        self.play(&turn, &after)?;
        self.settle_sometimes()
    }

    /// Plays a turn with untidy hands whose meaning presence and the rule can tell.
    fn play(&mut self, turn: &Turn, after: &Position) -> Result<(), Failure> {
        let position = *self.game.position();
        let pictures = Pictures::of(&position, &self.rules);
        let text = format!("# {position}: {}", position.board().text(turn));
        self.note(text);
        let (moves, verdict) = self.plan(&position, turn, after, &pictures);
        let clear =
            verdict == Verdict::Clear && self.past.as_ref().is_none_or(|past| !past.mirrored);
        let wrong = clear && self.random.percent(3);
        let wrong_at = wrong.then(|| self.random.below(moves.len()));
        let read_before = self.rig.referee().game().history().len();
        for (i, &step) in moves.iter().enumerate() {
            self.perform(step);
            if wrong_at == Some(i)
                && step.calm
                && !self.remove_wrongly(&moves[i + 1..], turn, &pictures, read_before)?
            {
                return Ok(());
            }
        }
        self.played(turn, after, pictures);
        if let Some(past) = &mut self.past {
            past.mirrored = verdict != Verdict::Clear;
        }
        Ok(())
    }

    /// Notes that a turn was played.
    pub fn played(&mut self, turn: &Turn, after: &Position, pictures: Pictures) {
        self.tally.turns += 1;
        self.trail.push(self.game.clone());
        self.game.play(turn).expect("a legal turn");
        self.past = Some(Past {
            cleared: Cleared::InTime,
            turn: *turn,
            after: *after,
            pictures,
            told: false,
            rested: false,
            mirrored: false,
        });
    }

    fn plan(
        &mut self,
        position: &Position,
        turn: &Turn,
        after: &Position,
        pictures: &Pictures,
    ) -> (Vec<Move>, Verdict) {
        let rules = self.rules;
        let open = self.past.as_ref().filter(|past| !past.told);
        let hush = open.map_or(PointSet::EMPTY, |past| PointSet::of(past.turn.end()));
        let mirrored = self.past.as_ref().is_some_and(|past| past.mirrored);
        let hush = if mirrored { PointSet::ALL } else { hush };
        for attempt in 0..9 {
            let moves = if attempt < 8 {
                untidy(&mut self.random, position, &rules, turn, hush)
            } else {
                // A rest, and the plainest of hands.
                self.wait(REST);
                if let Some(past) = &mut self.past {
                    past.rested = true;
                }
                tidy(position, &rules, turn)
            };
            let known = (pictures, turn, after);
            let referee = self.rig.referee();
            let verdict = check(
                position,
                &rules,
                known,
                self.past.as_ref(),
                &moves,
                |side| referee.takes_first(side),
            );
            match verdict {
                Verdict::Clear | Verdict::Rival => {}
                Verdict::Ruled => self.tally.ruled += 1,
                Verdict::Against => {
                    self.tally.against += 1;
                    continue;
                }
            }
            return (moves, verdict);
        }
        self.note("# against the rule".into());
        self.tally.hopeless += 1;
        (tidy(position, &rules, turn), Verdict::Against)
    }

    /// Goes on at once, or lets the board rest and looks at what was read.
    fn settle_sometimes(&mut self) -> Result<(), Failure> {
        if self.game.outcome().is_none() && self.random.percent(35) {
            let pause = 30 + self.random.below(300) as u64;
            self.wait(pause);
            return Ok(());
        }
        self.verify()?;
        if self.is_open() {
            let must = self.game.outcome().is_some();
            if must || self.random.percent(66) {
                self.stop_chain()?;
            } else {
                self.tally.shown += 1;
            }
        }
        Ok(())
    }

    /// Lets the board rest, with no chain left open.
    pub fn settle(&mut self) -> Result<(), Failure> {
        self.verify()?;
        if self.is_open() {
            self.stop_chain()
        } else {
            Ok(())
        }
    }

    /// Says that the chain is over, by a tap or by the button.
    fn stop_chain(&mut self) -> Result<(), Failure> {
        let Some(past) = &mut self.past else {
            return Err(self.misread("a chain without a turn"));
        };
        past.told = true;
        let (end, mover) = (past.turn.end(), !self.game.position().side());
        if self.random.percent(50) {
            self.tally.tapped += 1;
            let off = 60 + self.random.below(400) as u64;
            self.lift(end, off);
            self.place(end, mover, 100);
        } else {
            self.tally.told += 1;
            self.note("stop".into());
            self.command("stop".into());
            if self.rig.tell(Referee::stop).is_err() {
                return Err(self.misread("nothing to stop"));
            }
            self.wait(10);
        }
        self.verify()
    }

    /// A pause between movements that are not part of a turn.
    pub fn pause(random: &mut Random) -> u64 {
        match random.below(10) {
            0..4 => 50 + random.below(100) as u64,
            4..8 => 170 + random.below(300) as u64,
            _ => 600 + random.below(1000) as u64,
        }
    }
}
