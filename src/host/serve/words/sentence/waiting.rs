//! What is said before a game, after it, and while it waits.

use fanorona_board::light::cues::Cue;
use fanorona_board::point::{Point, PointSet};

use super::Words;
use super::hands::{Off, take_off, together};
use super::names::{MOST_NAMED, points, side};
use super::reason::reason;
use super::result::result;
use crate::host::texts::Text;

impl Words<'_> {
    pub fn setup(&self) -> Text {
        let wanted = self.cues[Cue::White] | self.cues[Cue::Black];
        let start = self.around.start.white | self.around.start.black;
        if wanted.is_empty() && self.cues[Cue::Extra].is_empty() {
            return Text::new(if self.around.standing == start {
                "said.setup.begins"
            } else {
                "said.setup.smaller"
            });
        }
        if !wanted.is_empty() && self.around.standing.contains_all(wanted) {
            return Text::new("said.setup.larger");
        }
        Text::new("do.sentence").with("what", self.complete())
    }

    pub fn resume(&self) -> Text {
        let wanted = self.cues[Cue::White] | self.cues[Cue::Black];
        if wanted.is_empty() && self.cues[Cue::Extra].is_empty() {
            return Text::new("said.resume.looks");
        }
        Text::new("said.resume").with("what", self.complete())
    }

    /// What a self-test asks for, or has found.
    pub fn selftest(&self) -> Text {
        let (next, untried) = (self.cues[Cue::Next], self.cues[Cue::Untried]);
        let dead = self.cues[Cue::Dead];
        if !next.is_empty() {
            let key = if self.around.standing.contains_all(next) {
                "said.test.lift"
            } else {
                "said.test.set"
            };
            let act = Text::new(key).with("points", points(next));
            let said = match untried.len() {
                0 => Text::new("said.test.last"),
                more => Text::counted("said.test.more", more),
            };
            return said.with("do", act);
        }
        let well = self.cues[Cue::Green];
        match dead.len() {
            0 if well == PointSet::ALL => Text::new("said.test.well"),
            0 => Text::new("said.test.lights"),
            1..=MOST_NAMED => Text::new("said.test.dead").with("points", points(dead)),
            many => Text::new("said.test.dead-many").with("count", many.to_string()),
        }
    }

    pub fn over(&self) -> Text {
        let takeback = self.cues[Cue::Takeback];
        if !takeback.is_empty() {
            return self.take_back(takeback);
        }
        let outcome = self.around.outcome;
        let how = outcome.map_or_else(|| Text::new("result.over"), result);
        Text::new("said.over").with("result", how)
    }

    pub fn ending(&self) -> Text {
        let start = self.cues[Cue::White] | self.cues[Cue::Black];
        let lifted = start - self.around.standing;
        match lifted.first().and_then(|point| self.cues.stone(point)) {
            Some(it) => Text::new("said.ending.lifted").with("side", side(it)),
            None => Text::new("said.ending"),
        }
        .with("point", Point::CENTRE)
    }

    pub fn wrong(&self) -> Text {
        let takeback = self.cues[Cue::Takeback];
        if !takeback.is_empty() {
            return self.take_back(takeback);
        }
        let put_back = self.put("do.put-back");
        let extra = take_off(self.cues[Cue::Extra], Off::Strange);
        if put_back.is_none() && extra.is_none() {
            return Text::new("said.wrong.yet").with("side", side(self.cues.side()));
        }
        let mend = Text::new("do.sentence").with("what", together([put_back, extra]));
        let said = match self.why_wrong() {
            None => Text::new("said.wrong"),
            Some(why) if self.cues[Cue::Extra].is_empty() => {
                Text::new("said.wrong.stuck").with("why", why)
            }
            Some(why) => Text::new("said.wrong.why").with("why", why),
        };
        said.with("mend", mend)
    }

    /// Why it is wrong: a stone that may not go where it is, or one that may not move or be taken now.
    fn why_wrong(&self) -> Option<Text> {
        let (position, rules) = self.around.game.as_ref()?;
        let (missing, extra) = (self.cues[Cue::Missing], self.cues[Cue::Extra]);
        let from = missing.first().filter(|_| missing.is_single())?;
        let is_enemy = position.stones()[!position.side()].contains(from);
        let taken = is_enemy.then(|| position.why_nothing_taken(rules));
        let why = match (extra.first(), extra.len()) {
            (Some(to), 1) => position.why_not(rules, from, to),
            (Some(_), _) => None,
            (None, _) => taken.flatten().or(position.why_stuck(rules, from)),
        };
        why.map(reason)
    }
}
