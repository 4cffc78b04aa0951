//! The vela: one side takes a stone each turn, the other only walks, and each waits for the other in its own way.

use crate::draft::{Act, Draft};
use crate::plan::{Pace, Play};

/// A pause of a player who does not wait at all, and the longest of them.
const AT_ONCE: (usize, usize) = (30, 300);
/// A pause of a player who waits until the other has done.
const LONG: (usize, usize) = (800, 4000);

/// A turn of phase one and the reply to it, with pauses of both kinds between all that the two players do. Who walks has
/// nothing to take off, and may begin before the capturer has.
pub fn vela(draft: &mut Draft) -> Option<()> {
    if !draft.position().is_phase_one(draft.before.rules()) {
        return draft.instead();
    }
    let first = draft.any()?;
    let cleared = play(draft, &first);
    // Who replies waits for all to be off, or does not.
    if draft.random.percent(50) {
        draft.now = draft.now.max(cleared);
    }
    let think = pause(draft);
    draft.wait(think);
    let reply = draft.any();
    let end = reply.map_or(draft.now, |reply| play(draft, &reply));
    draft.now = end.max(cleared);
    Some(())
}

/// Plays a turn; the clock stands where its stone has landed. Tells when all is off that it takes.
fn play(draft: &mut Draft, play: &Play) -> u64 {
    let pace = Pace::any(draft.random);
    let acts = draft.acts(play);
    let last = acts.iter().rposition(|act| matches!(act, Act::Step(_)));
    let (before, after) = acts.split_at(last.map_or(0, |last| last + 1));
    draft.perform(play, before, pace);
    let landed = draft.now;
    for act in after {
        let wait = pause(draft);
        draft.wait(wait);
        draft.perform(play, &[*act], Pace::QUICK);
    }
    std::mem::replace(&mut draft.now, landed)
}

/// None at all, or a long one.
fn pause(draft: &mut Draft) -> u64 {
    let (least, most) = draft.random.pick(&[AT_ONCE, LONG]);
    draft.between(least, most)
}
