//! Hands that presence cannot tell apart, and the rule that decides.
//!
//! Where x, y, s are on a line, y empty, and the stone on x is in the middle of a chain, it may go on
//! to y and take s; or the chain is over, and s goes to y and takes x. Both leave the same picture.
//! The rule: after a tap or the button it is the reply. Else it is the chain, unless s stood on y for a moment before x was
//! taken off; or x was taken off first, then s lifted and set down on y, by a player who always takes first, or with a pause
//! after it.

use crate::common::turns;
use crate::hands::{Act, Move};
use crate::ways::{Pictures, picture};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Turn;
use std::collections::HashSet;

/// Longer than this, and the board is at rest.
const SETTLE: u64 = 480;
/// No brush is longer.
pub const BRUSH: u64 = 92;
/// What is done in less than this may be seen in another order.
const BLUR: u64 = 8;
/// A stone that leaves a point so soon after another has closed has slid there,
const SLID: u64 = 40;
/// also so soon, if its player always takes first, or has not taken all off before the reply began.
const SLIDING: u64 = 150;
/// After this long the hands x, s, y are a reply, if the chain would still have stones to be taken off.
const DOUBT: u64 = 1500;

/// The turn before.
pub struct Past {
    pub turn: Turn,
    pub after: Position,
    pub pictures: Pictures,
    /// Whether a tap or the button has ended it.
    pub told: bool,
    /// Whether the board has been at rest since.
    pub rested: bool,
    /// How its last stone came off.
    pub cleared: Cleared,
    /// Whether it could have been something else by presence alone.
    pub mirrored: bool,
}

impl Past {
    /// The pictures that another turn in its place and the reply to that leave.
    pub fn others_replied_to(&self, rules: &Rules) -> HashSet<PointSet> {
        let all = self.pictures.turns.values().flatten();
        let others = all.filter(|(_, after)| *after != self.after);
        let replies = others.flat_map(|(_, after)| turns(after, rules));
        replies.map(|(_, after)| picture(&after)).collect()
    }
}

/// When all was off that a turn takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cleared {
    /// Before the reply's stone was lifted,
    InTime,
    /// or only after that.
    Late,
}

/// What presence can tell of planned hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Everything.
    Clear,
    /// Everything; but on the way another turn was complete, and may still be meant.
    Rival,
    /// On the way there is a picture that could be two things; the rule says what the hands mean.
    Ruled,
    /// The rule says what the hands do not mean.
    Against,
}

/// When something was done: the how-manieth it was, and the millisecond.
type When = (usize, u64);

/// What the rule knows of the players.
#[derive(Clone, Copy)]
struct Habits {
    /// How soon the stone of a chain leaves its point if it has slid.
    slid: u64,
    /// Whether the player of the reply always takes first.
    replier: bool,
}

impl Habits {
    fn of(mover: Side, cleared: Cleared, takes_first: impl Fn(Side) -> bool) -> Self {
        Self {
            slid: if cleared == Cleared::Late || takes_first(mover) {
                SLIDING
            } else {
                SLID
            },
            replier: takes_first(!mover),
        }
    }
}

/// The order in which points opened and closed since a moment.
#[derive(Clone, Default)]
struct Since {
    opened: Vec<(Point, When)>,
    closed: Vec<(Point, When)>,
}

impl Since {
    fn note(&mut self, point: Point, closes: bool, when: When) {
        let entries = if closes {
            &mut self.closed
        } else {
            &mut self.opened
        };
        entries.push((point, when));
    }

    fn first_opened(&self, point: Point) -> Option<When> {
        self.opened
            .iter()
            .find(|entry| entry.0 == point)
            .map(|entry| entry.1)
    }

    fn last_closed(&self, point: Point) -> Option<When> {
        self.closed
            .iter()
            .rev()
            .find(|entry| entry.0 == point)
            .map(|entry| entry.1)
    }

    /// Whether the rule takes the hands for the chain of the stone on x, and not for a reply from s to y.
    fn is_chain(&self, x: Point, s: Point, y: Point, habits: Habits) -> bool {
        let tapped = self.last_closed(x).is_some();
        let Some(taken) = self.first_opened(x) else {
            return false;
        };
        let (lifted, landed) = (self.first_opened(s), self.last_closed(y));
        let has_stood = landed.is_some_and(|landed| landed.1 + habits.slid < taken.1);
        let took_first = lifted.is_none_or(|lifted| taken < lifted);
        let in_order = took_first && lifted.is_some() && lifted < landed;
        let is_reply = has_stood && !took_first || in_order && habits.replier;
        !tapped && !is_reply
    }

    /// Whether x was taken off, then s lifted, then s set down on y.
    fn is_in_order(&self, x: Point, s: Point, y: Point) -> bool {
        let (taken, lifted) = (self.first_opened(x), self.first_opened(s));
        taken.is_some() && taken < lifted && lifted < self.last_closed(y)
    }

    /// Whether it cannot be foretold if a stone has slid.
    fn is_blurred(&self, x: Point, y: Point, habits: Habits) -> bool {
        let both = self.first_opened(x).zip(self.last_closed(y));
        let both = both.map(|(taken, landed)| taken.1.saturating_sub(landed.1));
        both.is_some_and(|both| both.abs_diff(habits.slid) <= BLUR)
    }
}

/// A turn that is complete on the way.
struct Seen {
    turn: Turn,
    after: Position,
    /// Whether the hands go on with it.
    leads: bool,
    replies: Pictures,
    since: Since,
}

impl Seen {
    /// Whether a reply to it may be complete for a moment while these stones are swept off.
    fn meets(&self, stood: PointSet, swept: PointSet) -> bool {
        let mut pictures = self.replies.turns.keys();
        pictures.any(|&picture| stood.contains_all(picture) && picture.contains_all(stood - swept))
    }

    /// Holds all replies to it that a picture could be against the rule, by which it is the chain; that stays so for a
    /// while with stones still to be taken off.
    fn compare(
        &self,
        now: PointSet,
        unfinished: u64,
        may_be_chain: bool,
        habits: Habits,
        rule: &mut impl FnMut(bool),
    ) {
        let x = self.turn.end();
        let is_chain = |reply: &Turn| {
            let (s, y) = (reply.origin(), reply.end());
            self.since.is_chain(x, s, y, habits) && !self.since.is_blurred(x, y, habits)
        };
        let waits = |reply: &Turn| {
            let is_long = unfinished + BLUR >= DOUBT;
            is_long && self.since.is_in_order(x, reply.origin(), reply.end())
        };
        for (reply, _) in self.replies.at(now) {
            rule(self.leads && may_be_chain && is_chain(reply) && !waits(reply));
        }
        // A reply that is not complete counts as well.
        for reply in self.replies.could_be(now) {
            rule(is_chain(reply));
        }
    }
}

/// What presence can tell of hands that play a turn.
pub fn check(
    position: &Position,
    rules: &Rules,
    (pictures, turn, after): (&Pictures, &Turn, &Position),
    past: Option<&Past>,
    moves: &[Move],
    takes_first: impl Fn(Side) -> bool,
) -> Verdict {
    let cleared = past.map_or(Cleared::InTime, |past| past.cleared);
    let on_the_way = Habits::of(position.side(), Cleared::InTime, &takes_first);
    let before = Habits::of(!position.side(), cleared, &takes_first);
    let mut verdict = Verdict::Clear;
    let mut rule = |agrees: bool| {
        if !agrees {
            verdict = Verdict::Against;
        } else if verdict == Verdict::Clear {
            verdict = Verdict::Ruled;
        }
    };
    let mut has_rival = false;
    let mut seen: Vec<Seen> = Vec::new();
    let mut since = Since::default();
    let mut now = picture(position);
    if sweeps_blur(pictures, after, now, moves) {
        return Verdict::Against;
    }
    let all = changes(moves);
    let mut clock = 0;
    let mut tapped = false;
    for (i, &(point, closes, then, calm)) in all.iter().enumerate() {
        let stood = now;
        if closes {
            now.add(point);
        } else {
            now.discard(point);
        }
        let lists = seen
            .iter_mut()
            .map(|seen| &mut seen.since)
            .chain([&mut since]);
        for list in lists {
            list.note(point, closes, (i, clock));
        }
        clock += then;
        // The last turn stands alone again: what was touched meanwhile counts no more, and a tap ends a chain.
        if let Some(past) = past
            && closes
            && now == picture(&past.after)
        {
            let x = past.turn.end();
            let before = i.checked_sub(1).map(|i| all[i]);
            tapped |= point == x && before.is_some_and(|before| before.0 == x && !before.1);
            since = Since::default();
        }
        // Which of several stones swept off together comes off first is chance.
        let swept = swept_together(&all[i..]);
        if !closes && !swept.is_single() && seen.iter().any(|seen| seen.meets(stood, swept)) {
            rule(false);
        }
        // While a stone of the mover's side lies beside the board no chain explains it.
        let others = position.stones()[position.side()] - PointSet::of(turn.origin());
        let may_be_chain = now.contains_all(others);
        let unfinished = then * u64::from(pictures.at(now).is_empty());
        for seen in &seen {
            seen.compare(now, unfinished, may_be_chain, on_the_way, &mut rule);
        }
        for other in pictures.at(now).iter().filter(|other| other.1 != *after) {
            // What stands for a while has been played, and is taken back only at rest.
            let stays = calm || then > BRUSH;
            let leads = pictures.leads(other, after);
            has_rival |= !leads;
            if stays && !leads {
                rule(false);
            }
            if seen.iter().all(|seen| seen.after != other.1) {
                seen.push(Seen {
                    turn: other.0,
                    after: other.1,
                    leads,
                    replies: Pictures::of(&other.1, rules),
                    since: Since::default(),
                });
            }
        }
        let Some(past) = past else { continue };
        let x = past.turn.end();
        // What stands at rest has been read.
        let is_last = i + 1 == all.len() || then >= SETTLE;
        let is_chain = |y: Point| {
            since.is_chain(x, turn.origin(), y, before) || since.is_blurred(x, y, before)
        };
        // A chain that is not complete counts as well.
        let chains = past.pictures.could_be(now);
        let mut chains =
            chains.filter(|chain| chain.len() > past.turn.len() && chain.starts_with(&past.turn));
        let told = past.told || tapped;
        if is_last && !told && chains.any(|chain| is_chain(chain.end())) {
            rule(false);
        }
        for other in past
            .pictures
            .at(now)
            .iter()
            .filter(|other| other.1 != past.after)
        {
            let extends = past.pictures.leads(&(past.turn, past.after), &other.1);
            if extends && !told {
                rule(!is_chain(other.0.end()));
            } else if !extends {
                rule(past.rested);
            }
        }
    }
    verdict.of(moves, has_rival)
}

impl Verdict {
    /// What becomes of it by how quick the hands are, and by whether another turn was complete on the way.
    fn of(self, moves: &[Move], has_rival: bool) -> Self {
        // Contacts that chatter may change the order of what is done in a few milliseconds.
        let blurred = moves.iter().any(|step| step.then < BLUR);
        match self {
            Self::Ruled if blurred => Self::Against,
            Self::Clear if has_rival => Self::Rival,
            _ => self,
        }
    }
}

/// Whether a turn might be complete for a moment while several stones are swept off at once: who comes
/// off first is chance then.
fn sweeps_blur(pictures: &Pictures, after: &Position, mut now: PointSet, moves: &[Move]) -> bool {
    moves.iter().any(|step| {
        let before = now;
        match step.act {
            Act::Place(point, _) => now.add(point),
            Act::Lift(points) => now -= points,
        }
        let on_the_way = |&(&picture, turns): &(&PointSet, &Vec<(Turn, Position)>)| {
            let between = before.contains_all(picture) && picture.contains_all(now);
            between && picture != before && picture != now && turns[0].1 != *after
        };
        matches!(step.act, Act::Lift(_)) && pictures.turns.iter().any(|entry| on_the_way(&entry))
    })
}

/// The points that change at once.
fn swept_together(changes: &[(Point, bool, u64, bool)]) -> PointSet {
    let more = changes.iter().take_while(|change| change.2 == 0).count();
    let swept = changes.iter().take(1 + more);
    swept.map(|change| change.0).collect()
}

/// The points that change one after another, whether they close, how long they stay so, and whether
/// they are meant to.
fn changes(moves: &[Move]) -> Vec<(Point, bool, u64, bool)> {
    let change = |&Move { act, then, calm }: &Move| match act {
        Act::Lift(points) => {
            let swept = points.iter().map(|point| (point, false, 0, false));
            let mut swept: Vec<_> = swept.collect();
            if let Some(last) = swept.last_mut() {
                (last.2, last.3) = (then, calm);
            }
            swept
        }
        Act::Place(point, _) => vec![(point, true, then, calm)],
    };
    moves.iter().flat_map(change).collect()
}
