//! Does what a plan says, and compares what was read with what was meant.

use crate::mirror::{Cleared, Past};
use crate::plan::{Beat, Deed, Plan};
use crate::player::{Nowhere, Player, REST};
use crate::table::{Row, Verdict};
use crate::ways::Pictures;
use fanorona_board::light::cues::Cue;
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::position::Position;
use fanorona_board::time::Millis;

/// A pause below this is no reason to call anything wrong.
const PATIENCE: u64 = 1499;

impl Player {
    /// Plays a plan, and counts what became of it.
    pub fn play(&mut self, plan: &Plan, row: &mut Row) -> Verdict {
        // What was asked since the last plan, nobody has asked for.
        self.note_unasked(row);
        self.watch.forget();
        let menus = self.rig.menus;
        let is_against = self.is_against(plan);
        let turns = plan.plays.iter().map(|play| {
            let board = play.start.board();
            board.text(&play.turn).to_string()
        });
        let turns: Vec<String> = turns.collect();
        self.script.say(format!("# {}", turns.join(" ")));
        let mut needed = vec![Millis(0); plan.plays.len()];
        let performed = self.perform_all(plan, &mut needed, row);
        let verdict = performed.map_or_else(|verdict| verdict, |()| self.judge_after(plan));
        if plan.puts_up {
            row.asked += core::mem::take(&mut self.watch.asked);
        } else {
            self.note_unasked(row);
        }
        if self.rig.menus > menus {
            row.menus += self.rig.menus - menus;
            row.failures
                .push(format!("# In the menu\n{}", self.script.text()));
        }
        row.turns += plan.plays.len().max(1);
        row.proper += usize::from(plan.is_proper);
        row.against += usize::from(is_against);
        row.count(verdict, is_against);
        if matches!(verdict, Verdict::Right | Verdict::OtherWay) {
            self.note_delays(plan, &needed, row);
            self.remember(plan);
        } else {
            let what = if is_against { "against the rule, " } else { "" };
            let read = self.rig.referee().position();
            let goal = plan.goal.position();
            let text = self.script.text();
            let cues = self.rig.app.cues();
            row.failures.push(format!(
                "# {what}{verdict:?}: played {goal}, read {read}, cues {cues}\n{text}"
            ));
        }
        self.game = plan.goal.clone();
        verdict
    }

    /// Counts that the board has asked who gives up, if it has, where nobody had put a start up.
    fn note_unasked(&mut self, row: &mut Row) {
        let asked = core::mem::take(&mut self.watch.asked);
        row.unasked += asked;
        if asked > 0 {
            let text = self.script.text();
            row.failures.push(format!("# Asked who gives up\n{text}"));
        }
    }

    /// Does all that a plan says; a verdict if that cannot be done to its end.
    fn perform_all(
        &mut self,
        plan: &Plan,
        needed: &mut [Millis],
        row: &mut Row,
    ) -> Result<(), Verdict> {
        let mut clock = 0;
        let mut alarmed = false;
        for beat in &plan.beats {
            let span = beat.at - clock;
            clock = beat.at;
            self.pass(span.min(PATIENCE));
            if plan.legal && !alarmed && self.rig.phase() == Phase::Wrong {
                alarmed = true;
                let cues = self.rig.app.cues();
                row.false_alarms += 1;
                let is_lit = !(cues[Cue::Extra] | cues[Cue::Missing]).is_empty();
                row.lit_alarms += usize::from(is_lit);
                let text = self.script.text();
                row.alarms.push(format!("# False alarm: {cues}\n{text}"));
            }
            self.pass(span - span.min(PATIENCE));
            self.perform(beat, plan)?;
            // What no turn needs is at the end of the last one, if it is at the end of any.
            let turn = beat.turn.or(needed.len().checked_sub(1));
            if let Some(needed) = turn.and_then(|turn| needed.get_mut(turn)) {
                *needed = self.rig.now();
            }
        }
        Ok(())
    }

    /// Does one deed; what the lights do not ask for is done from memory.
    fn perform(&mut self, beat: &Beat, plan: &Plan) -> Result<(), Verdict> {
        match beat.deed {
            Deed::Lift(point) => self.lift(point),
            Deed::Place(point, side) => self.place(point, side),
            Deed::Follow(goal, heed) => {
                let followed = self.follow_to(goal, heed);
                followed.map_err(|Nowhere| Verdict::Stuck)?;
                if self.reeds != goal && self.stands_before(&plan.goal) {
                    return Err(Verdict::SentBack);
                }
                self.restore(goal, 300);
            }
        }
        Ok(())
    }

    fn judge_after(&mut self, plan: &Plan) -> Verdict {
        self.pass(plan.rest - REST);
        self.judge(&plan.goal)
    }

    /// Lets the board rest, does what the lights ask, and compares.
    pub fn judge(&mut self, goal: &Game) -> Verdict {
        self.pass(REST);
        if let Err(Nowhere) = self.follow() {
            return Verdict::Stuck;
        }
        if let Some(verdict) = self.is_read(goal) {
            return verdict;
        }
        if self.is_sent_back(goal) {
            Verdict::SentBack
        } else {
            Verdict::Misread
        }
    }

    /// Whether the board has read this game, perhaps by another way, or with its last turn still open.
    fn is_read(&self, goal: &Game) -> Option<Verdict> {
        let read = positions(self.rig.referee().game(), usize::MAX);
        let meant = positions(goal, usize::MAX);
        let stones = goal.position().stones();
        if self.reeds != stones {
            return None;
        }
        let is_open = self.rig.phase() == Phase::Chaining
            && self.rig.referee().position().stones() == stones
            && read.len() + 1 == meant.len();
        let is_closed = matches!(self.rig.phase(), Phase::ToMove | Phase::Over)
            && self.rig.referee().game().outcome() == goal.outcome()
            && read.len() == meant.len();
        let same = read.iter().zip(&meant).all(|(a, b)| a == b);
        if !same || !(is_open || is_closed) {
            return None;
        }
        let game = self.rig.referee().game();
        let same_way = game.history().turns().zip(goal.history().turns());
        Some(if same_way.into_iter().all(|(a, b)| a == b) {
            Verdict::Right
        } else {
            Verdict::OtherWay
        })
    }

    /// Whether the record is right as far as it goes, but the lights led away from what was played.
    fn is_sent_back(&self, goal: &Game) -> bool {
        let read = positions(self.rig.referee().game(), usize::MAX);
        let meant = positions(goal, read.len());
        let is_shorter = read.len() <= goal.history().len();
        is_shorter && read == meant && self.reeds != goal.position().stones()
    }

    /// Whether the stones stand as before some of the turns, and the board agrees.
    fn stands_before(&self, goal: &Game) -> bool {
        let read = self.rig.referee().game().history().len();
        let earlier = positions(goal, read + 1);
        let agrees = matches!(self.rig.phase(), Phase::ToMove | Phase::Chaining);
        let mut latest = earlier.iter().rev().take(2);
        let is_shorter = read < goal.history().len();
        is_shorter && agrees && latest.any(|position| position.stones() == self.reeds)
    }

    /// How long it took until turns were told that end by themselves.
    fn note_delays(&self, plan: &Plan, needed: &[Millis], row: &mut Row) {
        for (play, &needed) in plan.plays.iter().zip(needed) {
            let pictures = Pictures::of(&play.start, self.game.rules());
            if pictures.goes_on(&play.after).may {
                continue;
            }
            if let Some(told) = self.watch.told(&play.turn) {
                row.delays.push(told.0.saturating_sub(needed.0));
            }
        }
    }

    /// Remembers the last turn, which is open as long as nobody has said that it is not.
    fn remember(&mut self, plan: &Plan) {
        self.past = plan.plays.last().map(|play| Past {
            turn: play.turn,
            after: play.after,
            pictures: Pictures::of(&play.start, self.game.rules()),
            told: self.rig.phase() != Phase::Chaining,
            rested: true,
            cleared: Cleared::InTime,
            mirrored: false,
        });
    }

    /// Ends a chain by a tap or by the button, or leaves that to the reply.
    pub fn end_chain(&mut self, row: &mut Row) -> Verdict {
        let open = self.rig.phase() == Phase::Chaining;
        let Some(past) = self.past.as_mut().filter(|_| open) else {
            return Verdict::Right;
        };
        match self.random.below(10) {
            0..3 => {
                past.told = true;
                let (end, side) = (past.turn.end(), !self.game.position().side());
                let off = 60 + self.random.below(400) as u64;
                self.lift(end);
                self.pass(off);
                self.place(end, side);
            }
            3..5 => {
                past.told = true;
                self.script.say("stop".into());
                let _ = self.rig.tell(Referee::stop);
            }
            _ => return Verdict::Right,
        }
        let goal = self.game.clone();
        let verdict = self.judge(&goal);
        row.count(verdict, false);
        if verdict != Verdict::Right {
            let text = self.script.text();
            row.failures.push(format!("# the end of a chain\n{text}"));
        }
        verdict
    }
}

/// The positions of a game, the first few of them if not all are wanted.
pub fn positions(game: &Game, most: usize) -> Vec<Position> {
    let mut at = Game::new(*game.rules(), *game.start());
    let mut positions = vec![*at.position()];
    for turn in game.history().turns() {
        at.play(&turn).expect("a legal turn");
        positions.push(*at.position());
    }
    positions.truncate(most);
    positions
}
