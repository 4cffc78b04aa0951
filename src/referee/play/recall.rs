//! Going on after a restart: what is open of the game is taken from what was kept.

use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::point::PointSet;
use crate::referee::bound::Bound;
use crate::referee::cost::Cost;
use crate::referee::picture::{Difference, Picture};
use crate::referee::play::{Play, Sight};
use crate::referee::readings::{Account, Complete};
use crate::referee::resume::Open;
use crate::referee::search::Search;
use crate::rules::game::Game;
use crate::rules::options::{Rules, Takeback};
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// How the stones stood when the power went, as far as that is known.
#[derive(Clone, Copy, Debug)]
pub struct Stood {
    /// The points that were closed.
    pub closed: PointSet,
    /// The stones as they were shown, with those that were being taken and not off yet.
    pub stones: BySide<PointSet>,
    /// Stones that were being taken.
    pub taken: PointSet,
}

impl Stood {
    /// Whether a picture shows the stones as they were shown; what was being taken may be off by now.
    #[must_use]
    pub fn is(&self, picture: Picture) -> bool {
        let Difference { opened, closed } = picture.difference(self.stones.both());
        closed.is_empty() && self.taken.contains_all(opened)
    }
}

impl Play {
    /// What is open of the game, but for what was seen and said.
    #[must_use]
    pub fn open(&self, game: &Game) -> Open {
        let course = &self.course;
        let is_told = course.is_told(game);
        let [first, reply] = self.shown;
        let touched = course.bound[course.next()].filter(|bound| bound.rests() == 0);
        let stays = |place: usize| {
            let (turn, bound) = (self.shown[place].as_ref(), course.bound[place]);
            turn.zip(bound).map_or(0, |(turn, bound)| bound.stays(turn))
        };
        let complete = course
            .first
            .as_ref()
            .filter(|_| !is_told)
            .zip(first.as_ref());
        let complete = complete.filter(|(complete, shown)| shown.starts_with(&complete.turn));
        Open {
            is_told,
            turns: if is_told {
                [reply, None]
            } else {
                [first, reply]
            },
            bound: touched.map(|bound| bound.origin()),
            stays: if is_told {
                [stays(1), 0]
            } else {
                [stays(0), stays(1)]
            },
            chosen: course.partner.turn(),
            complete: complete.map_or(0, |(complete, _)| complete.turn.len()),
            habits: course.habits,
            explained: self.explained,
        }
    }

    /// What was seen and said since the position that is certain, as bytes.
    pub fn touches(&self) -> impl Iterator<Item = u8> {
        self.course.log.bytes()
    }

    /// How often that has changed.
    #[must_use]
    pub const fn stirs(&self) -> u32 {
        self.course.log.stirs()
    }

    /// The stones that the lights lead back to where something is wrong.
    #[must_use]
    pub const fn explained(&self) -> BySide<PointSet> {
        self.explained
    }

    /// On how many points the turn from the position that is certain, and the reply to it, have rested and have to stay.
    #[must_use]
    pub fn rests(&self) -> [usize; 2] {
        let rests = |bound: &Option<Bound>| bound.as_ref().map_or(0, Bound::rests);
        [rests(&self.course.bound[0]), rests(&self.course.bound[1])]
    }

    /// Goes on where a game was when the power went; tells whether what was seen and said makes sense. The time in the dark
    /// does not count.
    pub fn recall(&mut self, game: &Game, open: &Open, touches: &[u8], now: Millis) -> bool {
        let rules = game.rules();
        self.restart(*game.start());
        self.course.partner.choose(chosen(game, open));
        let last = game.history().last().filter(|_| open.is_told);
        let certain = game.before(usize::from(last.is_some()));
        self.stand_at(certain.unwrap_or(*game.position()));
        self.course.habits = open.habits;
        let is_sound = self.course.log.recall(touches, now);
        let [first, reply] = open.turns;
        if let Some(last) = last {
            self.shown = [Some(last), first];
            self.course.first = Some(Complete {
                turn: last,
                after: *game.position(),
                targets: PointSet::EMPTY,
            });
            self.course.hold(rules, 0, &last);
        } else {
            self.shown = [first, reply];
            self.course.first = first.and_then(|turn| complete(&turn, open.complete, game));
        }
        let next = self.course.start();
        let own = next.stones()[next.side()];
        let bound = open.bound.filter(|&point| own.contains(point));
        self.course.bound[self.course.next()] = bound.map(Bound::touched);
        let places = usize::from(last.is_some())..self.course.bound.len();
        for (place, (turn, stays)) in places.zip(open.turns.iter().zip(open.stays)) {
            if let Some(mut turn) = turn.filter(|_| stays > 0) {
                while turn.len() > stays {
                    turn.pop();
                }
                self.course.hold(rules, place, &turn);
            }
        }
        self.explained = open.explained;
        is_sound
    }

    /// How the stones stood when the power went.
    #[must_use]
    pub fn stood(&self, rules: &Rules) -> Stood {
        let course = &self.course;
        let before = if course.log.begins_after() {
            course.start()
        } else {
            &course.base
        };
        let closed = course.log.closes(before.occupied());
        let mut position = course.base;
        let mut stones = position.stones();
        let mut taken = PointSet::EMPTY;
        for turn in self.shown.iter().flatten() {
            let Some(after) = steps(&position, turn, rules) else {
                break;
            };
            let side = position.side();
            stones[side].discard(turn.origin());
            stones[side].add(turn.end());
            // Where the stone has been, nothing else stands any more.
            stones[!side] -= turn.visited();
            let victims = position.stones()[!side] - after.stones()[!side] - turn.visited();
            // All that a turn takes is off once it is complete.
            let is_complete = course.first.is_some_and(|first| first.turn == *turn);
            let standing = (victims & closed)
                - if is_complete {
                    victims
                } else {
                    PointSet::EMPTY
                };
            stones[!side] -= victims - standing;
            taken = (taken - turn.visited()) | standing;
            position = after;
        }
        Stood {
            closed,
            stones,
            taken,
        }
    }

    /// Forgets what was noted since a moment.
    pub fn forget_since(&mut self, moment: Millis) {
        self.course.log.forget_since(moment);
        self.search.forget();
    }

    /// Whether what stands goes on from what was shown; where that is the same as before, by whatever story explained it.
    #[must_use]
    pub fn goes_on(&self, game: &Game, sight: Sight, is_same: bool) -> bool {
        if sight.picture.shows(self.course.start().occupied()) {
            let first = self.course.first.as_ref();
            return first.is_none_or(|first| !self.course.undoes(first, game));
        }
        let mut scene = self.course.scene(game.rules(), None, game, sight);
        let mut search = Search::new();
        while !search.go_on(&mut scene, true) {}
        // What does not go on from a turn that was told is on its way back.
        let told = self.course.first.filter(|_| self.course.is_told(game));
        let goes_on = |account: &Account| told.is_none_or(|told| account.goes_on_from(&told.turn));
        search.alone = search.alone.filter(|(account, _)| goes_on(account));
        let is_likely = |cost: Cost| is_same || cost.impossible == 0 && cost.contradicts == 0;
        search.least().is_some_and(is_likely)
    }

    /// Whether a position stands that the game can be taken back to.
    #[must_use]
    pub fn goes_back(&self, game: &Game, picture: Picture) -> bool {
        let last = self.course.is_told(game).then_some(self.course.base);
        let mut before = self.earlier(game).chain(last);
        game.rules().takeback == Takeback::Yes
            && before.any(|position| picture.shows(position.occupied()))
    }
}

/// The turn that the board had chosen, if it is one, and its position: that of the game, or the one after what was shown.
fn chosen(game: &Game, open: &Open) -> Option<(Position, Turn)> {
    let turn = open.chosen?;
    let (now, next) = (game.position(), open.turns[0].as_ref());
    let next = next.and_then(|shown| steps(now, shown, game.rules()));
    let starts = [Some(*now), next].into_iter().flatten();
    let mut starts = starts.filter(|start| start.play(game.rules(), &turn).is_ok());
    Some((starts.next()?, turn))
}

/// The first steps of a turn, so many that it was complete with them, if it may be.
fn complete(turn: &Turn, len: usize, game: &Game) -> Option<Complete> {
    let rules = game.rules();
    let mut turn = *turn;
    while turn.len() > len {
        turn.pop();
    }
    if turn.is_empty() {
        return None;
    }
    let mut steps = turn.steps();
    let at = steps.try_fold(*game.position(), |at, step| at.step(rules, step).ok())?;
    let mut targets = PointSet::EMPTY;
    if at.chain().is_some() {
        let ControlFlow::Continue(()) = at.try_for_each_step(rules, |legal| {
            targets.add(legal.step.to);
            ControlFlow::<Infallible>::Continue(())
        });
    }
    let after = match at.chain() {
        Some(_) => at.stop(rules).ok()?,
        None => at,
    };
    Some(Complete {
        turn,
        after,
        targets,
    })
}

/// The position after a turn as far as it has come, if it is legal.
fn steps(start: &Position, turn: &Turn, rules: &Rules) -> Option<Position> {
    let mut steps = turn.steps();
    let after = steps.try_fold(*start, |at, step| at.step(rules, step).ok())?;
    // Whether the chain may be over does not matter as long as nobody has replied.
    Some(after.stop(rules).unwrap_or(after))
}
