//! Going on after a restart: what was shown is told to the log again.

use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::point::PointSet;
use crate::referee::bound::Bound;
use crate::referee::partner::May;
use crate::referee::picture::{Difference, Picture};
use crate::referee::play::{Play, Sight};
use crate::referee::readings::Complete;
use crate::referee::resume::Shown;
use crate::rules::game::Game;
use crate::rules::options::Takeback;
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// Between what tidy hands did, and from then to the first picture, nothing stays in doubt.
const AGO: u64 = 2000;

/// How the stones stood when the power went, as far as that is known.
#[derive(Clone, Copy, Debug)]
pub struct Stood {
    /// All stones, with those that were being taken, but for those of them that are off now.
    pub stones: BySide<PointSet>,
    /// Stones that were being taken.
    pub taken: PointSet,
}

impl Stood {
    /// Whether a picture can be how they stood.
    #[must_use]
    pub fn is(&self, picture: Picture) -> bool {
        let all = self.stones.both();
        let Difference { opened, closed } = picture.difference(all);
        closed.is_empty() && self.taken.contains_all(opened)
    }
}

impl Play {
    /// What is shown, as far as the game does not have it.
    #[must_use]
    pub fn shown(&self, game: &Game) -> Shown {
        let is_told = self.course.is_told(game);
        let [first, reply] = self.shown;
        let touched = self.course.bound[self.course.next()];
        let touched = touched.filter(|bound| bound.rests() == 0);
        let stays = |place: usize| {
            let (turn, bound) = (self.shown[place].as_ref(), self.course.bound[place]);
            turn.zip(bound).map_or(0, |(turn, bound)| bound.stays(turn))
        };
        Shown {
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
            chosen: self.course.partner.turn(),
        }
    }

    /// On how many points the turn from the position that is certain, and the reply to it, have rested and have to stay.
    #[must_use]
    pub fn rests(&self) -> [usize; 2] {
        let rests = |bound: &Option<Bound>| bound.as_ref().map_or(0, Bound::rests);
        [rests(&self.course.bound[0]), rests(&self.course.bound[1])]
    }

    /// Begins anew where a game was when the power went, as far as the picture that was seen since agrees; tells how the
    /// stones stood then.
    pub fn relive(
        &mut self,
        game: &Game,
        shown: &Shown,
        picture: Option<Picture>,
        now: Millis,
    ) -> Stood {
        let rules = game.rules();
        let ago = |steps: u64| now - Millis(steps * AGO);
        self.restart(*game.start());
        self.course.partner.choose(chosen(game, shown));
        let turns = game.history().turns();
        // A turn is certain once the reply to it is complete, as in play.
        let complete = match (&shown.turns, picture) {
            ([Some(turn), None], Some(picture)) => {
                let may = self.course.partner.may(game.position());
                complete(turn, game, picture, may)
            }
            _ => None,
        };
        let is_told = complete.is_none() && (shown.is_told || shown.turns[1].is_none());
        let certain = game.history().len().saturating_sub(usize::from(is_told));
        let mut position = *game.start();
        for turn in turns.take(certain) {
            self.remember(position);
            position = position.play(rules, &turn).unwrap_or(position);
        }
        self.stand_at(position);
        if let Some(last) = game.history().last().filter(|_| is_told) {
            self.course.first = Some(over(last, *game.position()));
            self.course.log.begin_after(ago(5));
            self.shown[0] = Some(last);
            self.course.hold(rules, 0, &last);
            position = *game.position();
        }
        let own = position.stones()[position.side()];
        let touched = shown.bound.filter(|&point| own.contains(point));
        self.course.bound[self.course.next()] = touched.map(Bound::touched);
        let mut stood = Stood {
            stones: position.stones(),
            taken: PointSet::EMPTY,
        };
        let turns = shown.turns.iter().zip(shown.stays);
        for (turn, stays) in turns.filter_map(|(turn, stays)| Some((turn.as_ref()?, stays))) {
            let Some(after) = steps(&position, turn, game) else {
                break;
            };
            let side = position.side();
            stood.stones[side].discard(turn.origin());
            stood.stones[side].add(turn.end());
            // Where the stone has been, nothing else stands any more.
            stood.stones[!side] -= turn.visited();
            let taken = position.stones()[!side] - after.stones()[!side] - turn.visited();
            stood.taken = (stood.taken - turn.visited()) | taken;
            let off = picture.map_or(PointSet::EMPTY, |picture| taken - picture.closed);
            stood.stones[!side] -= off;
            let is_replied = self.shown[0].is_none() && shown.turns[1].is_some();
            let last = if is_replied { 3 } else { 1 };
            self.course.log.relive(turn, ago(last + 1));
            self.course.log.take_off(off, ago(last));
            let place = usize::from(self.shown[0].is_some());
            self.shown[place] = Some(*turn);
            if stays > 0 {
                let mut turn = *turn;
                while turn.len() > stays {
                    turn.pop();
                }
                self.course.hold(rules, place, &turn);
            }
            if after.chain().is_some() {
                // It must go on, and so nobody has replied.
                break;
            }
            if place == 0 && shown.turns[1].is_some() {
                self.course.first = Some(over(*turn, after));
            }
            position = after;
        }
        if complete.is_some() {
            self.course.first = complete;
        }
        self.explained = stood.stones;
        stood
    }

    /// Whether what stands goes on from what was shown.
    #[must_use]
    pub fn goes_on(&self, game: &Game, sight: Sight) -> bool {
        if sight.picture.shows(self.course.start().occupied()) {
            let first = self.course.first.as_ref();
            return first.is_none_or(|first| !self.course.undoes(first, game));
        }
        let scene = self.course.scene(game.rules(), None, game, sight);
        let alone = !self.course.is_told(game) && scene.alone().is_some();
        alone || scene.known_pair().is_some()
    }

    /// Whether a position stands that the game can be taken back to.
    #[must_use]
    pub fn goes_back(&self, game: &Game, picture: Picture) -> bool {
        let last = self.course.is_told(game).then_some(&self.course.base);
        let mut before = self.earlier.iter().chain(last);
        game.rules().takeback == Takeback::Yes
            && before.any(|position| picture.shows(position.occupied()))
    }
}

/// The turn that the board had chosen, if it is one, and its position: that of the game, or the one after what was shown.
fn chosen(game: &Game, shown: &Shown) -> Option<(Position, Turn)> {
    let turn = shown.chosen?;
    let (now, next) = (game.position(), shown.turns[0].as_ref());
    let next = next.and_then(|shown| steps(now, shown, game));
    let starts = [Some(*now), next].into_iter().flatten();
    let mut starts = starts.filter(|start| start.play(game.rules(), &turn).is_ok());
    Some((starts.next()?, turn))
}

/// A turn that is over.
const fn over(turn: Turn, after: Position) -> Complete {
    Complete {
        turn,
        after,
        targets: PointSet::EMPTY,
    }
}

/// The turn after the last one of a game, if what it takes is off the board and it may be over.
fn complete(turn: &Turn, game: &Game, picture: Picture, may: May) -> Option<Complete> {
    let (rules, start) = (game.rules(), *game.position());
    if !may.turn(turn) {
        return None;
    }
    let is_open = may.is_any();
    let mut steps = turn.steps();
    let at = steps.try_fold(start, |at, step| at.step(rules, step).ok())?;
    let taken = start.occupied() - at.occupied() - turn.visited();
    if taken.intersects(picture.closed) {
        return None;
    }
    let mut targets = PointSet::EMPTY;
    if at.chain().is_some() && is_open {
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
        turn: *turn,
        after,
        targets,
    })
}

/// The position after a turn as far as it has come, if it is legal.
fn steps(start: &Position, turn: &Turn, game: &Game) -> Option<Position> {
    let mut steps = turn.steps();
    let after = steps.try_fold(*start, |at, step| at.step(game.rules(), step).ok())?;
    // Whether the chain may be over does not matter as long as nobody has replied.
    Some(after.stop(game.rules()).unwrap_or(after))
}
