//! What the referee does beside the [table of costs](crate::referee::cost): each clause has a name, by which tests switch it off.

use crate::referee::cost::Row;
use crate::referee::switch;
use crate::time::Millis;

/// A clause of the referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// After a game a turn that has been at rest is not read anew, also if its stone was lifted since: stones are put away.
    AfterGame,
    /// What was touched before all stood as at the start again counts only if that is likelier.
    Anew,
    /// A turn that was told is taken back at rest only.
    BackAtRest,
    /// Several turns are taken back only if nothing differs where nobody sees it.
    BackSeen,
    /// A stone that was set down on two points at once does not slide.
    Between,
    /// What a stone between two points may mean is shown for 1.5 s.
    BetweenTwo,
    /// Only a stone that was off for 160 ms was touched.
    BoundHeld,
    /// Nothing binds that was touched before a player said that the turn is over.
    BoundSaid,
    /// A turn that was told binds only where turns stay played.
    BoundTold,
    /// A turn that was complete only in passing may have been another.
    Brushed,
    /// What was told and has stood alone at rest is denied only by a reply that landed since.
    DeniedSince,
    /// What was told is denied only by a reply that is complete.
    DeniedWhole,
    /// A reply that took, lifted and landed in this order is believed after 1.5 s.
    DoubtEnds,
    /// Lights lead back only to what has stood for a moment.
    ExplainedMoment,
    /// A chain that goes on is not over before it is complete, whatever a player says.
    GoesOn,
    /// Where a turn has to go on, nobody waits for stones to be taken off that cannot be seen.
    GoesOnUnseen,
    /// Who has taken first five times takes first.
    Habit,
    /// A rest before the turn's stone was lifted again counts no more, nor one while it is.
    HasLeft,
    /// What goes on although a player said that it is over does not stay.
    HeldSaid,
    /// What no hand does is not read as two turns.
    Impossible,
    /// Who restores nothing of a turn that was told is not on the way back.
    Kept,
    /// What was before the turn's stone landed once more is the turn's own.
    LandsAgain,
    /// Where the turn was cleared late, a reply that took within 150 ms may be the chain.
    Late,
    /// A stone that has left a point before the turn's stone left its origin is another.
    LeftFirst,
    /// A stone that stands and was lifted may be one that the turn takes, or not.
    Lifted,
    /// A stone that is lifted ends a chain after a moment.
    MovesMoment,
    /// What one turn explains as well ends no chain.
    MovesOnly,
    /// The lights lead to an earlier position only if all that has changed leads there.
    NearestAll,
    /// A turn with stones that still stand is not replied to before a stone is touched.
    NotBegun,
    /// A stone that stood alone at rest is nowhere else before it has left.
    OnePlace,
    /// A turn that cannot go on is told once it has stood for 160 ms.
    OverStands,
    /// That a turn goes on although a player said that it is over contradicts the word, also when nothing is complete any more.
    PastWord,
    /// What was put back at rest is forgotten.
    PutBack,
    /// A reply ends a chain once it has stood for 160 ms.
    ReplyStands,
    /// What is to be restored is shown once the picture has stood for 160 ms.
    RestoreStands,
    /// What was before the turn stood alone at rest is the turn's own.
    RestsAlone,
    /// What was told is denied at rest only.
    RevisedAtRest,
    /// Where the log is full, the oldest rest is forgotten first.
    RoomRest,
    /// Where turns stay played, what a player said is never denied.
    SaidStays,
    /// Of turns that come to the same, the one counts that goes on from what was complete.
    SameTurn,
    /// What a reply has changed it has changed after the turn.
    Since,
    /// What was odd about a landing still is if the chain goes on.
    SlidBefore,
    /// A reply that was slid has to stand for as long as its stone was on both points.
    SlidStands,
    /// The last step of a chain that slid for long may have been the reply.
    SlowSlide,
    /// Where turns stay played, a turn that was told was one.
    Stays,
    /// A reply to a stone that still slid is not replied to before the board is at rest.
    StillSlides,
    /// A turn that was told and stood alone at rest is certain once its reply was replied to, also if stones stand that the
    /// reply takes.
    StoodAlone,
    /// Who always takes first is believed to have replied so.
    TakenInOrder,
    /// The stone of a turn that was told may be taken first.
    TakenTold,
    /// After a tap there is no other reading.
    TapIsSaid,
    /// A tap lasts for 50 ms,
    TapOff,
    /// and before it the stone has stood for 200.
    TapStood,
    /// A reply may have been replied to before it was complete.
    Third,
    /// What was told is not impossible, however its stone slid.
    ToldSlid,
    /// What stood and was not read may have been replied to;
    Unread,
    /// also if stones stood that the turn takes,
    UnreadStanding,
    /// or that the reply to it takes.
    UnreadClearing,
    /// Where it is not seen when a stone left or landed, who lifted and landed has moved first,
    UnseenOrder,
    /// and so has who slid.
    UnseenSlides,
    /// Where it is not seen if the reply's stone has left, the chain's may have slid.
    UnseenSlid,
    /// Who lifted and landed has moved first also if it is still open which row that takes.
    UnseenRows,
    /// What was called wrong stays so until it is explained.
    WrongStays,
}

impl Clause {
    /// All clauses.
    pub const ALL: [Self; 62] = [
        Self::AfterGame,
        Self::Anew,
        Self::BackAtRest,
        Self::BackSeen,
        Self::Between,
        Self::BetweenTwo,
        Self::BoundHeld,
        Self::BoundSaid,
        Self::BoundTold,
        Self::Brushed,
        Self::DeniedSince,
        Self::DeniedWhole,
        Self::DoubtEnds,
        Self::ExplainedMoment,
        Self::GoesOn,
        Self::GoesOnUnseen,
        Self::Habit,
        Self::HasLeft,
        Self::HeldSaid,
        Self::Impossible,
        Self::Kept,
        Self::LandsAgain,
        Self::Late,
        Self::LeftFirst,
        Self::Lifted,
        Self::MovesMoment,
        Self::MovesOnly,
        Self::NearestAll,
        Self::NotBegun,
        Self::OnePlace,
        Self::OverStands,
        Self::PastWord,
        Self::PutBack,
        Self::ReplyStands,
        Self::RestoreStands,
        Self::RestsAlone,
        Self::RevisedAtRest,
        Self::RoomRest,
        Self::SaidStays,
        Self::SameTurn,
        Self::Since,
        Self::SlidBefore,
        Self::SlidStands,
        Self::SlowSlide,
        Self::Stays,
        Self::StillSlides,
        Self::StoodAlone,
        Self::TakenInOrder,
        Self::TakenTold,
        Self::TapIsSaid,
        Self::TapOff,
        Self::TapStood,
        Self::Third,
        Self::ToldSlid,
        Self::Unread,
        Self::UnreadStanding,
        Self::UnreadClearing,
        Self::UnseenOrder,
        Self::UnseenSlides,
        Self::UnseenSlid,
        Self::UnseenRows,
        Self::WrongStays,
    ];

    /// Its place among all that can be switched off: they come after the rows.
    #[must_use]
    pub const fn place(self) -> u32 {
        Row::Back.place() + 1 + self as u32
    }

    /// Whether it applies where this holds.
    #[must_use]
    #[inline]
    pub fn holds(self, condition: bool) -> bool {
        condition && !switch::is_off(self.place())
    }

    /// How long it waits.
    #[must_use]
    #[inline]
    pub fn span(self, span: Millis) -> Millis {
        if self.holds(true) { span } else { Millis(0) }
    }
}
