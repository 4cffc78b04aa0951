//! After a restart: what was kept, and whether it stands.

use crate::point::{Point, PointSet};
use crate::referee::habit::Habit;
use crate::referee::log::Log;
use crate::referee::picture::Difference;
use crate::referee::play::recall::Stood;
use crate::referee::play::{MOMENT, Sight};
use crate::referee::putting_up::PuttingUp;
use crate::referee::situation::{Phase, Restore, Situation};
use crate::referee::stage::{Stage, Stones, Verdict};
use crate::referee::{Referee, SETTLE};
use crate::rules::board::Board;
use crate::rules::outcome::{Draw, Outcome};
use crate::rules::position::Position;
use crate::rules::series::Match;
use crate::rules::side::BySide;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// The bytes of what was seen and said, at most.
pub const TOUCHES: usize = Log::BYTES;

/// What is kept of a match and its game, beside the turns.
#[derive(Clone, Debug)]
pub struct Kept<'a> {
    /// The match.
    pub series: Match,
    /// What the lots of all matches come from.
    pub seed: u64,
    /// The position that the game begins with.
    pub start: Position,
    /// How far the game had come.
    pub stand: Stand<'a>,
}

/// How far a game had come.
#[derive(Clone, Debug)]
pub enum Stand<'a> {
    /// Its stones were put up, and these had been found before, see [`PuttingUp::found`].
    PuttingUp(PointSet),
    /// It was on, or over.
    Playing {
        /// How players have ended it, if they did.
        declared: Option<Outcome>,
        /// Whether its stones were on their way off the board.
        is_put_away: bool,
        /// What was open of it.
        open: Open,
        /// What was seen and said since the position that was certain, as bytes.
        touches: &'a [u8],
    },
}

/// What is open of a game, but for what was seen and said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// Whether the game has the last turn, and that turn may still be read otherwise.
    pub is_told: bool,
    /// The turns that are shown and that the game does not have yet, as far as they have come.
    pub turns: [Option<Turn>; 2],
    /// The stone that was touched and must move.
    pub bound: Option<Point>,
    /// How many steps of each have stood at rest and must stay, by rules that say so.
    pub stays: [usize; 2],
    /// The turn that the board has chosen for a side that it plays.
    pub chosen: Option<Turn>,
    /// With how many steps the first of the turns was complete; 0, if it was not.
    pub complete: usize,
    /// What the players usually do first.
    pub habits: BySide<Habit>,
    /// The stones that the lights lead back to where something is wrong.
    pub explained: BySide<PointSet>,
}

impl Referee {
    /// What is open of the game, but for what was seen and said.
    #[must_use]
    pub fn open(&self) -> Open {
        match self.stage {
            Stage::PuttingUp(_) => Open::NOTHING,
            Stage::Playing(_) | Stage::Ending(_) | Stage::Ended(_) => self.play.open(&self.game),
        }
    }

    /// What was seen and said since the position that is certain, as bytes.
    pub fn touches(&self) -> impl Iterator<Item = u8> {
        let is_on = !matches!(self.stage, Stage::PuttingUp(_));
        self.play.touches().filter(move |_| is_on)
    }

    /// How often that has changed.
    #[must_use]
    pub const fn touched(&self) -> u32 {
        self.play.stirs()
    }

    /// The stones that the lights lead back to where something is wrong.
    #[must_use]
    pub const fn explained(&self) -> BySide<PointSet> {
        self.play.explained()
    }

    /// On how many points the turn that is under way, and the reply to it, have rested and have to stay.
    #[must_use]
    pub fn rests(&self) -> [usize; 2] {
        self.play.rests()
    }

    /// Whether a game is over and its stones are on their way off the board.
    #[must_use]
    pub const fn is_put_away(&self) -> bool {
        matches!(
            self.stage,
            Stage::Playing(Stones::PutAway) | Stage::Ended(_)
        )
    }

    /// The stones that were found when a position was asked for, while it is put up.
    #[must_use]
    pub const fn found(&self) -> Option<PointSet> {
        match &self.stage {
            Stage::PuttingUp(putting_up) => Some(putting_up.found()),
            Stage::Playing(_) | Stage::Ending(_) | Stage::Ended(_) => None,
        }
    }

    /// Goes on where a match was when the power went; tells whether all turns are legal. Up to the first that is not,
    /// they are played.
    pub fn resume(&mut self, kept: &Kept, mut turns: impl Iterator<Item = Turn>) -> bool {
        let (start, now) = (kept.start, self.changed_at);
        self.series = kept.series.clone();
        self.rules = *kept.series.rules();
        self.board = kept.series.board();
        self.seed = kept.seed;
        self.game.restart(self.rules, start);
        let (declared, is_put_away, open, touches) = match &kept.stand {
            Stand::PuttingUp(found) => {
                self.stage = Stage::PuttingUp(PuttingUp::new(start, *found));
                self.judge(now);
                // The board is not cleared: its stones are not seen yet.
                self.stage = Stage::PuttingUp(PuttingUp::new(start, *found));
                return true;
            }
            Stand::Playing {
                declared,
                is_put_away,
                open,
                touches,
            } => (declared, *is_put_away, open, *touches),
        };
        let is_legal = turns.all(|turn| self.game.play(&turn).is_ok());
        // What is not so any more is not declared either.
        let _ = match declared {
            Some(Outcome::Won { winner, .. }) => self.game.resign(!*winner),
            Some(Outcome::Drawn(Draw::Agreed)) => self.game.agree_draw(),
            _ => Ok(()),
        };
        self.played = self.game.history().len();
        let is_sound = if is_legal {
            self.play.recall(&self.game, open, touches, now)
        } else {
            self.play.recall(&self.game, &Open::NOTHING, &[], now);
            false
        };
        // What is offered was told before the power went.
        self.offered = self.game.offer();
        let is_put_away = is_put_away && self.game.outcome().is_some();
        self.stage = Stage::Playing(if is_put_away {
            Stones::PutAway
        } else {
            Stones::Unseen
        });
        self.judge(now);
        is_sound
    }

    /// What the picture means as long as it is not known whether the stones stand as they did.
    #[inline(never)]
    pub(super) fn returned(&mut self, start: Option<Board>, now: Millis) -> Verdict {
        let stood = now - self.changed_at;
        let is_first = matches!(self.stage, Stage::Playing(Stones::Unseen));
        // Contacts close one after another.
        if is_first && stood < MOMENT {
            return Verdict::Show(self.unseen());
        }
        let before = self.play.stood(&self.rules);
        let is_as_shown = before.is(self.picture);
        if self.game.outcome().is_some() {
            let stones = if is_as_shown {
                Stones::InPlay
            } else {
                Stones::PutAway
            };
            return self.go_on(stones, &before, now);
        }
        let at_rest = stood >= SETTLE;
        if is_as_shown || is_first && self.continues(&before, now) {
            return self.go_on(Stones::InPlay, &before, now);
        }
        if at_rest && start.is_none() && self.play.goes_back(&self.game, self.picture) {
            return self.go_on(Stones::InPlay, &before, now);
        }
        // As in play: what nothing explains is wrong only at rest.
        if is_first && !at_rest {
            return Verdict::Show(self.unseen());
        }
        self.stage = Stage::Playing(Stones::Astray);
        if let Some(board) = start {
            return self.put_up_instead(board, now);
        }
        let Restore { mut put, take } = self.picture.restore(before.stones);
        put.white -= before.taken;
        put.black -= before.taken;
        Verdict::Show(Situation {
            wanted: put,
            extra: take,
            ..Situation::at(Phase::Resume, self.game.position())
        })
    }

    /// Plays on from how the stones stood.
    fn go_on(&mut self, stones: Stones, before: &Stood, now: Millis) -> Verdict {
        self.stage = Stage::Playing(stones);
        self.note_since(before, now);
        Verdict::Again(now)
    }

    /// What is shown as long as nothing is known of the stones.
    const fn unseen(&self) -> Situation {
        Situation {
            untold: true,
            ..Situation::at(Phase::Resume, self.game.position())
        }
    }

    /// Whether the first picture goes on from how the stones stood: a stone is in a hand, or was put down in the dark.
    fn continues(&mut self, before: &Stood, now: Millis) -> bool {
        self.note_since(before, now);
        let sight = Sight {
            picture: self.picture,
            now,
            at_rest: now - self.changed_at >= SETTLE,
        };
        let is_same = self.picture.shows(before.closed);
        let goes_on = self.play.goes_on(&self.game, sight, is_same);
        self.play.forget_since(now);
        goes_on
    }

    /// Notes what has changed since the power went.
    fn note_since(&mut self, before: &Stood, now: Millis) {
        let Difference { opened, closed } = self.picture.difference(before.closed);
        for point in opened.iter().chain(closed) {
            self.play.note(point, closed.contains(point), now);
        }
    }
}

impl Open {
    /// Nothing is.
    pub const NOTHING: Self = Self {
        is_told: false,
        turns: [None; 2],
        bound: None,
        chosen: None,
        stays: [0; 2],
        complete: 0,
        habits: BySide {
            white: Habit::NONE,
            black: Habit::NONE,
        },
        explained: BySide {
            white: PointSet::EMPTY,
            black: PointSet::EMPTY,
        },
    };
}
