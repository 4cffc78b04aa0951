//! What is to be done in a turn.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fanorona_board::light::cues::Cue;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::turn::LegalStep;

use super::Words;
use super::names::{MOST_NAMED, either, points, side, stones};
use crate::host::texts::Text;

impl Words<'_> {
    /// A text about the side that has the turn.
    fn turn(&self, key: &str) -> Text {
        Text::new(key).with("side", side(self.cues.side()))
    }

    pub fn to_move(&self) -> Text {
        let (mover, targets) = (self.cues[Cue::Mover], self.cues[Cue::Target]);
        if !self.cues[Cue::Offer].is_empty() {
            return self.turn("said.move.offer");
        }
        let has_lapsed = !self.cues[Cue::Lapse].is_empty();
        let and_lapse = |said: Text| {
            if has_lapsed {
                said.then(Text::new("said.lapse"))
            } else {
                said
            }
        };
        if !self.cues[Cue::Thinking].is_empty() {
            return and_lapse(self.turn("said.board.thinks"));
        }
        if !mover.is_empty() && !targets.is_empty() {
            let key = if self.around.automatic {
                "said.board.goes"
            } else {
                "said.board.move"
            };
            let said = self.turn(key).with("stones", stones(mover));
            return and_lapse(said.with("points", either(targets)));
        }
        if let Some(said) = self.after_taking() {
            return said;
        }
        if !mover.is_empty() {
            return self.turn("said.move.on").with("stones", stones(mover));
        }
        let hint = self.cues[Cue::Hint];
        if !hint.is_empty() {
            return self.turn("said.move.hint").with("stones", stones(hint));
        }
        if has_lapsed {
            return and_lapse(self.turn("said.move.short"));
        }
        if !self.cues[Cue::Movable].is_empty() {
            return self.turn("said.move.movable");
        }
        self.turn("said.move")
    }

    pub fn carrying(&self) -> Text {
        let (origin, targets) = (self.cues[Cue::Origin], self.cues[Cue::Target]);
        if self.is_moved_by_itself() {
            let said = self.turn("said.board.from").with("from", either(origin));
            return said.with("points", either(targets));
        }
        let holds = match origin.first() {
            Some(point) if origin.is_single() => self.turn("said.holds").with("point", point),
            _ => self.turn("said.holds.any"),
        };
        let what = match (targets.is_empty(), origin.first()) {
            (false, _) => Text::new("said.holds.down").with("points", either(targets)),
            (true, Some(point)) => {
                let stuck = match self.why_stuck(point) {
                    Some(why) => Text::new("said.holding.stuck-why").with("why", why),
                    None => Text::new("said.holding.stuck"),
                };
                let stuck = stuck.with("holds", holds);
                return stuck.with("point", point);
            }
            (true, None) => Text::new("said.holds.down-any"),
        };
        let victims = self.cues[Cue::Victim];
        let said = if victims.is_empty() {
            Text::new("said.holding")
        } else {
            let also = Text::new("do.take-off.too").with("stones", stones(victims));
            Text::new("said.holding.also").with("also", also)
        };
        said.with("holds", holds).with("what", what)
    }

    pub fn choosing(&self) -> Text {
        let (ahead, behind) = (self.cues[Cue::Approach], self.cues[Cue::Withdrawal]);
        if ahead.is_empty() || behind.is_empty() {
            return self.asked();
        }
        self.turn("said.choose")
            .with("ahead", points(ahead))
            .with("behind", points(behind))
    }

    /// What the lights ask where a reed is dead, and only it could tell what was played.
    fn asked(&self) -> Text {
        let [landed, empty, victims] =
            [Cue::Target, Cue::Extra, Cue::Victim].map(|cue| self.cues[cue]);
        // Where no stone breathes, one answer after another is lit.
        let is_last = !self.cues[Cue::Mover].is_empty();
        if !landed.is_empty() {
            let key = if is_last {
                "said.asked.landed"
            } else {
                "said.asked.landed.or"
            };
            return self.turn(key).with("points", points(landed));
        }
        if !empty.is_empty() {
            let key = if is_last {
                "said.asked.empty"
            } else {
                "said.asked.empty.or"
            };
            return self.turn(key).with("points", points(empty));
        }
        if !victims.is_empty() {
            return self.turn("said.takes.off").with("stones", stones(victims));
        }
        self.turn("said.asked")
    }

    pub fn clearing(&self) -> Text {
        let victims = self.cues[Cue::Victim];
        let movers = self.cues[Cue::Mover] | self.cues[Cue::Movable];
        if !victims.is_empty() {
            let key = if self.around.automatic {
                "said.takes"
            } else {
                "said.takes.off"
            };
            return self.turn(key).with("stones", stones(victims));
        }
        if let Some(said) = self.after_taking() {
            return said;
        }
        if movers.is_empty() {
            return self.turn("said.takes.finish");
        }
        self.turn("said.takes.move").with("stones", stones(movers))
    }

    pub fn chaining(&self) -> Text {
        let (mover, targets) = (self.cues[Cue::Mover], self.cues[Cue::Target]);
        let [plain, onwards] = if self.is_moved_by_itself() {
            ["said.board.on", "said.board.on-to"]
        } else {
            ["said.chain", "said.chain.to"]
        };
        let said = if targets.is_empty() {
            self.turn(plain)
        } else {
            self.turn(onwards).with("points", either(targets))
        };
        let other = !self.cues.side();
        let or = if self.around.plays[other] && self.around.automatic {
            Text::new("said.chain.wait")
        } else {
            Text::new("said.chain.other").with("side", side(other))
        };
        said.with("stones", stones(mover)).with("or", or)
    }

    /// Whether automatic hands have the turn.
    fn is_moved_by_itself(&self) -> bool {
        self.around.automatic && self.around.plays[self.cues.side()]
    }

    /// What is to be moved where, once stones were taken off first: `e4 is off: now move e2 to e3 or d3`.
    fn after_taking(&self) -> Option<Text> {
        let (position, rules) = self.around.game.as_ref()?;
        let off = position.stones()[!position.side()] - self.around.standing;
        let mut ways: BTreeMap<Point, PointSet> = BTreeMap::new();
        let _ = position.try_for_each_step(rules, |LegalStep { step, row }| {
            if row.contains_all(off) {
                ways.entry(step.from).or_default().add(step.to);
            }
            ControlFlow::<()>::Continue(())
        });
        if off.is_empty() || ways.len() > MOST_NAMED {
            return None;
        }
        let ways = ways.into_iter().map(|(from, to)| {
            let way = Text::new("said.off.way").with("from", from);
            way.with("points", either(to))
        });
        let said = Text::counted("said.off", off.len()).with("points", points(off));
        Some(said.with("ways", Text::list(ways, "said.off.ways")?))
    }
}
