//! Mistakes, put right by doing what the lights ask.

use crate::hands::{Act, Move};
use crate::robot::{REST, Robot};
use crate::tally::Failure;
use crate::ways::Pictures;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::options::{Takeback, Touch};
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Turn;
use std::collections::HashSet;

impl Robot {
    /// The pictures that are no mistake, because another turn before and the reply to it leave them.
    fn explained(&self) -> HashSet<PointSet> {
        let past = self.past.as_ref();
        past.map_or(HashSet::new(), |past| past.others_replied_to(&self.rules))
    }

    /// Makes a mistake before a turn; tells whether the turn can still be played.
    pub fn blunder(&mut self, turn: &Turn) -> Result<bool, Failure> {
        self.tally.mistakes += 1;
        let board = self.game.position().board().points();
        let side = self.game.position().side();
        let free = self.rules.touch == Touch::Free;
        if free && self.random.percent(30) {
            let own: Vec<Point> = self.stones[side].iter().collect();
            let point = self.random.pick(&own);
            self.lift(point, REST);
        } else if self.random.percent(40) {
            let enemy: Vec<Point> = self.stones[!side].iter().collect();
            let point = self.random.pick(&enemy);
            self.lift(point, REST);
        } else {
            self.lift(turn.origin(), REST);
            let origin = PointSet::of(turn.origin());
            let wrong = !self.standing() - self.rig.situation().targets - origin;
            let inside: Vec<Point> = (wrong & board).iter().collect();
            // Where it would make another turn of the last one, or a reply to another, it is no mistake.
            let stands = self.standing();
            let explained = self.explained();
            let is_wrong = |point: &Point| {
                let picture = stands | PointSet::of(*point);
                self.past
                    .as_ref()
                    .is_none_or(|past| past.pictures.at(picture).is_empty())
                    && !explained.contains(&picture)
                    && self
                        .trail
                        .iter()
                        .all(|game| crate::ways::picture(game.position()) != picture)
            };
            let inside: Vec<Point> = inside.into_iter().filter(is_wrong).collect();
            let wrong: Vec<Point> = wrong.iter().filter(is_wrong).collect();
            let wrong = if inside.is_empty() || self.random.percent(10) {
                wrong
            } else {
                inside
            };
            if !wrong.is_empty() {
                let point = self.random.pick(&wrong);
                self.place(point, side, REST);
            }
        }
        let before = self.game.history().len();
        self.mend(before)
    }

    /// Follows the lights, and puts everything back as it was; tells whether nothing was taken back.
    fn mend(&mut self, before: usize) -> Result<bool, Failure> {
        if self.rig.phase() != Phase::Wrong {
            self.tally.unnoticed += 1;
        }
        self.follow()?;
        let read = self.rig.referee().game().history().len();
        let led_back = read < before;
        if led_back {
            self.tally.led_back += 1;
        }
        // What stays played is open again at most: it is put back, and ends once more.
        let stays = self.rules.takeback == Takeback::No;
        if led_back && !stays {
            self.rewind(before - read);
        }
        let goal = self.game.position().stones();
        self.restore(goal, Self::pause);
        if led_back && stays {
            self.wait(REST);
            if self.rig.phase() == Phase::Chaining {
                self.command("stop".into());
                let _ = self.rig.tell(Referee::stop);
                self.wait(10);
            }
        }
        self.past = None;
        self.verify()?;
        Ok(!led_back || stays)
    }

    /// Takes a stone off in the middle of a turn that stays, and follows the lights; tells whether the
    /// turn can go on.
    pub fn remove_wrongly(
        &mut self,
        rest: &[Move],
        turn: &Turn,
        pictures: &Pictures,
        before: usize,
    ) -> Result<bool, Failure> {
        let later: PointSet = rest
            .iter()
            .map(|step| match step.act {
                Act::Lift(points) => points,
                Act::Place(point, _) => PointSet::of(point),
            })
            .fold(PointSet::EMPTY, |all, points| all | points);
        let open = self.past.as_ref().filter(|past| !past.told);
        let tapped = open.map_or(PointSet::EMPTY, |past| PointSet::of(past.turn.end()));
        let others = self.standing() - later - turn.visited() - tapped;
        // Where it would complete another turn, or a reply to another, it is no mistake.
        let stands = self.standing();
        let explained = self.explained();
        let is_wrong = |point: &Point| {
            let picture = stands - PointSet::of(*point);
            pictures.at(picture).is_empty() && !explained.contains(&picture)
        };
        let others: Vec<Point> = others.iter().filter(is_wrong).collect();
        let rested = self.past.as_ref().is_none_or(|past| past.rested);
        // Once a turn is complete, an opponent who lifts a stone replies.
        let is_complete = !pictures.at(stands).is_empty();
        // Under touch=move a touch in the middle of a chain may bind the opponent.
        let may = rested && !rest.is_empty() && self.rules.touch == Touch::Free;
        if !may || is_complete || others.is_empty() {
            return Ok(true);
        }
        self.tally.mistakes += 1;
        let goal = self.stones;
        let point = self.random.pick(&others);
        self.note("# a mistake".into());
        self.lift(point, REST);
        if self.rig.phase() != Phase::Wrong {
            self.tally.unnoticed += 1;
        }
        self.follow()?;
        if self.rules.takeback == Takeback::No {
            // What has rested stays: the turn goes on where it was.
            self.restore(goal, Self::pause);
            return Ok(true);
        }
        let read = self.rig.referee().game().history().len();
        if read < before {
            self.tally.led_back += 1;
            self.rewind(before - read);
            let goal = self.game.position().stones();
            self.restore(goal, Self::pause);
            self.verify()?;
            return Ok(false);
        }
        // Where the lights led back further than the mistake, the turn begins anew.
        let again = self.stones != goal;
        if again {
            self.note("# once more".into());
            let start = self.game.position().stones();
            self.restore(start, Self::pause);
            self.wait(REST);
            // The reply may have ended the chain before it, and may have given that up.
            let is_open = self.is_open();
            if let Some(past) = &mut self.past {
                past.told |= !is_open;
            }
            self.verify()?;
        }
        Ok(!again)
    }

    /// Takes one to three turns back by restoring what stood before them.
    pub fn take_back(&mut self) -> Result<(), Failure> {
        for _ in 0..=self.random.below(3) {
            let Some(before) = self.trail.last() else {
                return Ok(());
            };
            let goal = before.position().stones();
            self.note("# takeback".into());
            self.rewind(1);
            self.tally.takebacks += 1;
            self.restore_apart(goal);
            self.verify()?;
        }
        Ok(())
    }

    /// Gives a game up, or agrees to a draw.
    pub fn give_up(&mut self) -> Result<(), Failure> {
        self.note("# given up".into());
        let told = if self.random.percent(50) {
            let loser = self.random.pick(&Side::BOTH);
            self.game.resign(loser).expect("a game is on");
            self.command(format!("resign {loser}"));
            self.rig.tell(|referee, now| referee.resign(loser, now))
        } else {
            self.game.agree_draw().expect("a game is on");
            self.command("draw".into());
            self.rig.tell(Referee::agree_draw)
        };
        self.pass(10);
        if told.is_err() {
            return Err(self.misread("no game is on"));
        }
        self.verify()
    }
}
