//! The situation that an account of the picture leads to.

use crate::referee::readings::{Account, Mover};
use crate::referee::situation::{Phase, Situation};
use crate::rules::position::Position;

/// The situation to show for an account of a turn from this position.
pub fn show(start: &Position, account: &Account) -> Situation {
    let standing = account.approach | account.withdrawal | account.victims;
    let phase = match account.mover {
        Mover::Waiting => Phase::ToMove,
        Mover::Lifted | Mover::Sliding => Phase::Carrying,
        // The turn is not complete and nothing is left to take off: the chain has to go on.
        Mover::Placed if standing.is_empty() => Phase::Chaining,
        Mover::Placed if account.approach.is_empty() || account.withdrawal.is_empty() => {
            Phase::Clearing
        }
        Mover::Placed => Phase::Choosing,
    };
    let mut situation = Situation::at(phase, start);
    match account.mover {
        Mover::Waiting => situation.mover = account.origins,
        Mover::Lifted => {
            situation.origin = account.at;
            situation.targets = account.targets;
            situation.prey = account.prey;
        }
        Mover::Sliding => {
            situation.fleeting = true;
            situation.origin = account.origins;
            situation.targets = account.at;
        }
        Mover::Placed => {
            situation.mover = account.at;
            situation.approach = account.approach;
            situation.withdrawal = account.withdrawal;
            situation.victims = account.victims;
            if standing.is_empty() {
                situation.targets = account.targets;
            }
        }
    }
    situation
}
