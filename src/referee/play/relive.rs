//! Going on after a restart: what was shown is told to the log again.

use crate::point::PointSet;
use crate::referee::play::{Play, Sight};
use crate::referee::readings::Complete;
use crate::referee::resume::Shown;
use crate::rules::game::Game;
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::turn::Turn;
use crate::time::Millis;

/// How the stones stood when the power went, as far as that is known.
#[derive(Clone, Copy, Debug)]
pub struct Stood {
    /// All stones, with those that were being taken.
    pub stones: BySide<PointSet>,
    /// Stones that were being taken: some of them may have been off.
    pub taken: PointSet,
}

impl Stood {
    /// Whether a picture can be how they stood.
    #[must_use]
    pub fn is(&self, picture: PointSet) -> bool {
        let all = self.stones.both();
        all.contains_all(picture) && picture.contains_all(all - self.taken)
    }
}

impl Play {
    /// What is shown, as far as the game does not have it.
    #[must_use]
    pub fn shown(&self, game: &Game) -> Shown {
        let is_told = self.course.is_told(game);
        let [first, reply] = self.shown;
        Shown {
            is_told,
            turns: if is_told {
                [reply, None]
            } else {
                [first, reply]
            },
            bound: self.course.bound,
        }
    }

    /// Begins anew where a game was when the power went; tells how the stones stood then.
    pub fn relive(&mut self, game: &Game, shown: &Shown, now: Millis) -> Stood {
        let rules = game.rules();
        self.restart(*game.start());
        let turns = game.history().turns();
        // A turn is certain once the reply to it is complete, as in play: so the last one is told, unless two more are shown.
        let is_told = shown.is_told || shown.turns[1].is_none();
        let certain = game.history().len().saturating_sub(usize::from(is_told));
        let mut position = *game.start();
        for turn in turns.take(certain) {
            self.remember(position);
            position = position.play(rules, &turn).unwrap_or(position);
        }
        self.stand_at(position);
        if let Some(last) = game.history().last().filter(|_| is_told) {
            self.course.first = Some(over(last, *game.position()));
            self.course.log.begin_after(now);
            self.shown[0] = Some(last);
            position = *game.position();
        }
        self.course.bound = shown.bound;
        let mut stood = Stood {
            stones: position.stones(),
            taken: PointSet::EMPTY,
        };
        for turn in shown.turns.iter().flatten() {
            let Some(after) = steps(&position, turn, game) else {
                break;
            };
            let side = position.side();
            stood.stones[side].discard(turn.origin());
            stood.stones[side].add(turn.end());
            stood.taken |= position.stones()[!side] - after.stones()[!side];
            // Where the stone has been, nothing else stands any more.
            stood.stones[!side] -= turn.visited();
            self.course.log.relive(turn, now);
            let place = usize::from(self.shown[0].is_some());
            self.shown[place] = Some(*turn);
            if place == 0 && shown.turns[1].is_some() {
                self.course.first = Some(over(*turn, after));
            }
            position = after;
        }
        for turn in shown.turns.iter().flatten() {
            stood.taken -= turn.visited();
        }
        self.explained = stood.stones;
        stood
    }

    /// Whether what stands goes on from what was shown.
    pub fn goes_on(&self, game: &Game, sight: Sight) -> bool {
        if sight.picture == self.course.start().occupied() {
            return true;
        }
        let scene = self.course.scene(game.rules(), None, game, sight);
        let alone = !self.course.is_told(game) && scene.alone().is_some();
        alone || scene.known_pair().is_some()
    }
}

/// A turn that is over.
const fn over(turn: Turn, after: Position) -> Complete {
    Complete {
        turn,
        after,
        targets: PointSet::EMPTY,
    }
}

/// The position after a turn as far as it has come, if it is legal.
fn steps(start: &Position, turn: &Turn, game: &Game) -> Option<Position> {
    let mut steps = turn.steps();
    let after = steps.try_fold(*start, |at, step| at.step(game.rules(), step).ok())?;
    // Whether the chain may be over does not matter as long as nobody has replied.
    Some(after.stop(game.rules()).unwrap_or(after))
}
