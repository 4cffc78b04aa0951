//! Hands that do what is to be done and nothing else.

use crate::draft::Draft;
use crate::plan::Pace;

/// One turn in any order; sometimes the reply follows at once.
pub fn base(draft: &mut Draft) -> Option<()> {
    let pace = Pace::any(draft.random);
    turn(draft, pace)?;
    if draft.random.percent(25) {
        draft.wait(30);
        draft.pause(Pace::of(0, 300));
        let pace = Pace::any(draft.random);
        let _ = turn(draft, pace);
    }
    Some(())
}

/// Blitz: everything in a fraction of a second, the reply too.
pub fn quick(draft: &mut Draft) -> Option<()> {
    turn(draft, Pace::QUICK)?;
    draft.pause(Pace::of(80, 300));
    let _ = turn(draft, Pace::QUICK);
    Some(())
}

/// Up to four seconds between two movements.
pub fn slow(draft: &mut Draft) -> Option<()> {
    let pace = draft.random.pick(&[Pace::SLOW, Pace::of(700, 3300)]);
    turn(draft, pace)
}

/// A turn in any order.
pub fn turn(draft: &mut Draft, pace: Pace) -> Option<()> {
    let play = draft.any()?;
    let acts = draft.acts(&play);
    draft.perform(&play, &acts, pace);
    Some(())
}
