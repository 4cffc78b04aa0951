//! Mirrors on purpose: all orders in which the three points can change.

use crate::common::turns;
use crate::robot::Robot;
use crate::tally::Failure;
use crate::ways::{Pictures, picture};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::turn::Turn;

/// The three changes of a mirror, of which every order is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    /// The mover of the chain is lifted.
    Mover,
    /// Its victim is lifted.
    Victim,
    /// The point between them closes.
    Between,
}

/// A chain and a reply that leave the same picture.
struct Mirror {
    chain: (Turn, Position),
    reply: (Turn, Position),
}

impl Robot {
    /// Plays a mirror on purpose, if there is one; tells whether it did.
    pub fn mirror_hands(&mut self) -> Result<bool, Failure> {
        let Some(past) = &self.past else {
            return Ok(false);
        };
        if !(self.is_open() || past.told) || !self.random.percent(40) {
            return Ok(false);
        }
        let Some(Mirror { chain, reply }) = self.find_mirror() else {
            return Ok(false);
        };
        let Some(past) = self.past.take() else {
            return Ok(false);
        };
        let mut order = [Change::Mover, Change::Victim, Change::Between];
        self.random.shuffle(&mut order);
        let place = |change| order.iter().position(|&other| other == change);
        let (mover, victim, between) = (
            place(Change::Mover),
            place(Change::Victim),
            place(Change::Between),
        );
        let replier = self.game.position().side();
        let takes_first = |side| self.rig.referee().takes_first(side);
        let by_habit = takes_first(replier) && mover < victim && victim < between;
        let is_reply = past.told || (victim < mover && between < mover) || by_habit;
        // Nobody is to slide who could be taken to.
        let least = if takes_first(!replier) { 160 } else { 60 };
        let (x, s, y) = (past.turn.end(), reply.0.origin(), reply.0.end());
        let text = format!("# mirror {order:?}, told {}: reply {is_reply}", past.told);
        self.note(text);
        let side = if is_reply { replier } else { !replier };
        for change in order {
            let then = least + self.random.below(400) as u64;
            match change {
                Change::Mover => self.lift(x, then),
                Change::Victim => self.lift(s, then),
                Change::Between => self.place(y, side, then),
            }
        }
        if is_reply {
            let pictures = Pictures::of(self.game.position(), &self.rules);
            self.played(&reply.0, &reply.1, pictures);
        } else {
            self.rewind(1);
            self.played(&chain.0, &chain.1, past.pictures);
        }
        self.tally.mirrors += 1;
        if let Some(past) = &mut self.past {
            past.mirrored = true;
        }
        self.verify()?;
        self.tally.as_ruled += 1;
        Ok(true)
    }

    /// A chain that goes on, and a reply to its being stopped, that leave the same picture.
    fn find_mirror(&self) -> Option<Mirror> {
        let past = self.past.as_ref()?;
        for reply in turns(self.game.position(), &self.rules) {
            let chains = past.pictures.at(picture(&reply.1)).iter();
            let steps = past.turn.len() + 1;
            let chain = chains
                .filter(|chain| chain.0.starts_with(&past.turn) && chain.0.len() == steps)
                .find(|_| reply.0.len() == 1);
            if let Some(&chain) = chain {
                return Some(Mirror { chain, reply });
            }
        }
        None
    }
}
