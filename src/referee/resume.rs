//! After a restart: what was kept, and whether it stands.

use crate::point::{Point, PointSet};
use crate::referee::picture::{Difference, Picture};
use crate::referee::play::relive::Stood;
use crate::referee::play::{MOMENT, Sight};
use crate::referee::putting_up::PuttingUp;
use crate::referee::situation::{Phase, Restore, Situation};
use crate::referee::stage::{Stage, Stones, Verdict};
use crate::referee::{Referee, SETTLE};
use crate::rules::board::Board;
use crate::rules::outcome::{Draw, Outcome};
use crate::rules::position::Position;
use crate::rules::series::Match;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// What is kept of a match and its game, beside the turns.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The match.
    pub series: Match,
    /// What the lots of all matches come from.
    pub seed: u64,
    /// The position that the game begins with.
    pub start: Position,
    /// How far the game had come.
    pub stand: Stand,
}

/// How far a game had come.
#[derive(Clone, Debug)]
pub enum Stand {
    /// Its stones were put up, and these had been found before, see [`PuttingUp::found`].
    PuttingUp(PointSet),
    /// It was on, or over.
    Playing {
        /// How players have ended it, if they did.
        declared: Option<Outcome>,
        /// Whether its stones were on their way off the board.
        is_put_away: bool,
        /// What was shown.
        shown: Shown,
    },
}

/// What is shown of turns that the game does not have yet.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Whether the game has the last turn, and that turn may still be read otherwise.
    pub is_told: bool,
    /// The turns since, as far as they have come.
    pub turns: [Option<Turn>; 2],
    /// The stone that was touched and must move.
    pub bound: Option<Point>,
    /// How many steps of each have stood at rest and must stay, by rules that say so.
    pub stays: [usize; 2],
    /// The turn that the board has chosen for a side that it plays.
    pub chosen: Option<Turn>,
}

impl Referee {
    /// What is shown of turns that the game does not have yet.
    #[must_use]
    pub fn shown(&self) -> Shown {
        match self.stage {
            Stage::PuttingUp(_) => Shown::NOTHING,
            Stage::Playing(_) | Stage::Ending(_) | Stage::Ended(_) => self.play.shown(&self.game),
        }
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
    pub fn resume(&mut self, kept: &Kept, turns: impl Iterator<Item = Turn>) -> bool {
        let (start, now) = (kept.start, self.changed_at);
        self.series = kept.series.clone();
        self.rules = *kept.series.rules();
        self.board = kept.series.board();
        self.seed = kept.seed;
        self.game.restart(self.rules, start);
        let (declared, is_put_away, shown) = match &kept.stand {
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
                shown,
            } => (declared, *is_put_away, shown),
        };
        let mut turns = turns;
        let is_sound = turns.all(|turn| self.game.play(&turn).is_ok());
        let shown = if is_sound { *shown } else { Shown::NOTHING };
        // What is not so any more is not declared either.
        let _ = match declared {
            Some(Outcome::Won { winner, .. }) => self.game.resign(!*winner),
            Some(Outcome::Drawn(Draw::Agreed)) => self.game.agree_draw(),
            _ => Ok(()),
        };
        self.played = self.game.history().len();
        self.play.relive(&self.game, &shown, None, now);
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
        if self.game.outcome().is_some() {
            self.stage = Stage::Playing(Stones::PutAway);
            if self.play_again(self.picture, now).is(self.picture) {
                self.stage = Stage::Playing(Stones::InPlay);
            }
            return Verdict::Again(now);
        }
        let before = self.play_again(self.picture, now);
        let at_rest = stood >= SETTLE;
        let stood = if before.is(self.picture) {
            Some(before)
        } else if is_first {
            // What was being taken stands as it does now, or was off, and something else stands in its place.
            let cleared = self.picture.without(before.taken);
            let standing = self.continues(self.picture, now);
            standing.or_else(|| self.continues(cleared, now))
        } else {
            None
        };
        if let Some(stood) = stood {
            return self.go_on(&stood, now);
        }
        self.play_again(self.picture, now);
        if at_rest && start.is_none() && self.play.goes_back(&self.game, self.picture) {
            return self.go_on(&before, now);
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
    fn go_on(&mut self, before: &Stood, now: Millis) -> Verdict {
        self.stage = Stage::Playing(Stones::InPlay);
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

    /// Has what was shown told to the log again, as far as a picture agrees.
    fn play_again(&mut self, picture: Picture, now: Millis) -> Stood {
        let shown = self.play.shown(&self.game);
        self.play.relive(&self.game, &shown, Some(picture), now)
    }

    /// How the stones stood, if with these of them the first picture goes on from what was shown: a stone is in a hand, or was
    /// put down in the dark.
    fn continues(&mut self, standing: Picture, now: Millis) -> Option<Stood> {
        let before = self.play_again(standing, now);
        self.note_since(&before, now);
        let sight = Sight {
            picture: self.picture,
            now,
            at_rest: now - self.changed_at >= SETTLE,
        };
        let goes_on = self.play.goes_on(&self.game, sight);
        self.play_again(standing, now);
        goes_on.then_some(before)
    }

    /// Notes what has changed since the power went.
    fn note_since(&mut self, before: &Stood, now: Millis) {
        let Difference { opened, closed } = self.picture.difference(before.stones.both());
        for point in opened.iter().chain(closed) {
            self.play.note(point, closed.contains(point), now);
        }
    }
}

impl Shown {
    const NOTHING: Self = Self {
        is_told: false,
        turns: [None; 2],
        bound: None,
        chosen: None,
        stays: [0; 2],
    };
}
