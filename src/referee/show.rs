//! The situation that an account of the picture leads to.

use crate::point::PointSet;
use crate::referee::readings::{Account, Mover};
use crate::referee::situation::{Phase, Situation};
use crate::referee::story::Pair;
use crate::rules::position::Position;

/// The situation to show for an account of a turn from this position.
pub fn show(start: &Position, account: &Account) -> Situation {
    let standing = account.approach | account.withdrawal | account.victims;
    let phase = match account.mover {
        Mover::Waiting => Phase::ToMove,
        Mover::Lifted | Mover::Unseen | Mover::Sliding => Phase::Carrying,
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
        Mover::Unseen => {
            situation.origin = account.origins;
            situation.targets = account.targets;
            situation.prey = account.prey;
            situation.approach = account.approach;
            situation.withdrawal = account.withdrawal;
            situation.victims = account.victims;
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
                situation.victims = account.unseen;
            }
        }
    }
    situation
}

/// What is shown of a turn and the reply to it as long as they are not settled: what is still to be taken off.
pub fn show_pair(pair: &Pair) -> Situation {
    let mut situation = show(&pair.first.after, &pair.reply);
    situation.fleeting = true;
    if pair.standing.is_empty() {
        return situation;
    }
    let is_open = !pair.choice.approach.is_empty() && !pair.choice.withdrawal.is_empty();
    Situation {
        phase: if is_open {
            Phase::Choosing
        } else {
            Phase::Clearing
        },
        side: !situation.side,
        // What has to be taken off comes first: where the reply may land is shown later.
        origin: PointSet::EMPTY,
        targets: PointSet::EMPTY,
        mover: PointSet::of(pair.first.turn.end()),
        approach: pair.choice.approach,
        withdrawal: pair.choice.withdrawal,
        victims: pair.standing - pair.choice.approach - pair.choice.withdrawal,
        ..situation
    }
}
