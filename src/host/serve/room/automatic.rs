//! Automatic hands: they do what the lights ask for where nobody has anything to decide. They move the stones of a side that
//! the board plays, take captured stones off, and put up what a page has asked for.

use fanorona_board::light::cues::{Cue, Cues};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::side::BySide;

use super::act::Act;
use super::table::{Hand, Table};

/// How long the stones must have rested before these hands move one, in milliseconds: everybody can follow them.
const REST: u64 = 450;
/// How long they wait for a chain that could go on, in milliseconds.
pub const WAIT: u64 = 3000;

/// The hands, and what they wait for.
#[derive(Default)]
pub struct Automatic {
    /// When a player's chain began to wait, if it could go on.
    chain_since: Option<u64>,
    /// Whether the stones are to be put as the game has them.
    puts_up: bool,
}

/// What the hands look at.
pub struct View<'a> {
    /// What the lights mean,
    pub cues: &'a Cues,
    /// when the board was asked for that,
    pub asked_at: u64,
    /// the stones,
    pub table: &'a Table,
    /// when they were moved last,
    pub moved_at: u64,
    /// and the sides that the board plays.
    pub plays: BySide<bool>,
}

impl Automatic {
    /// Remembers to put the stones as the game has them.
    pub fn put_up(&mut self) {
        self.puts_up = true;
    }

    /// Whether the stones are to be put as the game has them now.
    pub fn puts_up(&mut self) -> bool {
        std::mem::take(&mut self.puts_up)
    }

    /// Whether they wait for a chain that could go on.
    pub fn waits(&self) -> bool {
        self.chain_since.is_some()
    }

    /// A turn has passed, was taken back or was begun anew: no chain is waited for.
    pub fn go_on(&mut self) {
        self.chain_since = None;
    }

    /// What they do now, all of it at once.
    pub fn act(&mut self, now: u64, view: &View) -> Vec<Act> {
        let View { cues, plays, .. } = *view;
        let is_open = cues.phase() == Phase::Chaining && !plays[cues.side()] && plays[!cues.side()];
        let is_reply = cues.phase() == Phase::ToMove && plays[cues.side()];
        if is_open {
            self.chain_since.get_or_insert(now);
        } else if !is_reply {
            self.chain_since = None;
        }
        let is_fresh = view.asked_at >= view.moved_at + REST;
        let is_waiting = self.chain_since.is_some_and(|since| now < since + WAIT);
        if !is_fresh || is_waiting {
            return Vec::new();
        }
        // A turn of the board's that was made otherwise is put back, and begins anew.
        self.puts_up |= view.is_spoilt();
        let acts = view.acts();
        if !acts.is_empty() {
            self.chain_since = None;
        }
        acts
    }
}

impl View<'_> {
    fn acts(&self) -> Vec<Act> {
        let (cues, table) = (self.cues, self.table);
        let target = cues[Cue::Target].first();
        if let Some(held) = table.held().get(&Hand::automatic()) {
            let target = target.filter(|_| cues.phase() == Phase::Carrying);
            return match target.or(held.from) {
                Some(point) if table.at(point).is_none() => vec![Act::Place(point)],
                // A stone that is taken on the way still stands where this one is to land.
                Some(point) if target.is_some() => vec![Act::Remove(point)],
                _ => vec![Act::Drop],
            };
        }
        let (phase, mover) = (cues.phase(), cues[Cue::Mover]);
        match (phase, mover.first()) {
            (Phase::Clearing, Some(_)) => self.remove(cues[Cue::Victim]),
            (Phase::ToMove | Phase::Chaining, Some(point))
                if self.plays[cues.side()] && target.is_some() && self.stands(point) =>
            {
                vec![Act::Lift(point)]
            }
            _ => Vec::new(),
        }
    }

    /// Whether something is wrong with a turn that the board plays, and no hand is about to mend it.
    fn is_spoilt(&self) -> bool {
        let is_left = self.table.held().is_empty() && self.cues[Cue::Takeback].is_empty();
        self.cues.phase() == Phase::Wrong && self.plays[self.cues.side()] && is_left
    }

    fn stands(&self, point: Point) -> bool {
        self.table.at(point) == Some(self.cues.side())
    }

    fn remove(&self, points: PointSet) -> Vec<Act> {
        let standing = points.iter().filter(|&it| self.table.at(it).is_some());
        standing.map(Act::Remove).collect()
    }
}

#[cfg(test)]
mod tests {
    use fanorona_board::rules::board::Board;

    use super::*;

    fn point(name: &str) -> Point {
        Point::find(name).unwrap()
    }

    /// What the hands do 10 s after the stones of Tsivy were moved last, where the board plays Black.
    fn acts(hands: &mut Automatic, table: &Table, cues: &str, now: u64) -> Vec<Act> {
        let cues = cues.parse().unwrap();
        let view = View {
            cues: &cues,
            asked_at: now,
            table,
            moved_at: now.saturating_sub(10_000),
            plays: BySide {
                white: false,
                black: true,
            },
        };
        hands.act(now, &view)
    }

    fn start() -> Table {
        let mut table = Table::default();
        table.put_up(Board::Tsivy.start());
        table
    }

    #[test]
    fn they_move_what_the_board_plays_and_nothing_else() {
        let (mut hands, mut table) = (Automatic::default(), start());
        let shown = "to-move black turn=a5 target=d3 mover=d4";
        let lift = acts(&mut hands, &table, shown, 20_000);
        assert_eq!(lift, [Act::Lift(point("d4"))]);
        let human = "to-move white turn=a1 target=e3 mover=d2";
        assert_eq!(acts(&mut hands, &table, human, 20_000), []);
        table
            .act(&Hand::automatic(), Act::Lift(point("d4")))
            .unwrap();
        let carrying = "carrying black turn=a5 origin=d4 target=e3";
        let place = acts(&mut hands, &table, carrying, 20_000);
        assert_eq!(place, [Act::Place(point("e3"))]);
        // Whatever has come in between: the stone goes back.
        let back = acts(&mut hands, &table, "wrong black missing=d4b", 20_000);
        assert_eq!(back, [Act::Place(point("d4"))]);
    }

    #[test]
    fn what_is_wrong_with_the_boards_own_turn_is_put_back() {
        let (mut hands, mut table) = (Automatic::default(), start());
        let wrong = "wrong black missing=d4b extra=e3";
        assert_eq!(acts(&mut hands, &table, wrong, 20_000), []);
        assert!(hands.puts_up() && !hands.puts_up());
        for left in ["wrong white missing=d2w", "wrong black takeback=e3,d3w"] {
            acts(&mut hands, &table, left, 20_000);
            assert!(!hands.puts_up(), "{left}");
        }
        let player = Hand::new("player").unwrap();
        table.act(&player, Act::Lift(point("a1"))).unwrap();
        acts(&mut hands, &table, wrong, 20_000);
        assert!(!hands.puts_up());
    }

    #[test]
    fn they_take_off_what_was_captured_but_choose_nothing() {
        let (mut hands, table) = (Automatic::default(), start());
        let clear = "clearing white turn=a1 victim=f3,g3 mover=e3";
        let taken = [Act::Remove(point("f3")), Act::Remove(point("g3"))];
        assert_eq!(acts(&mut hands, &table, clear, 20_000), taken);
        let choice = "choosing white turn=a1 approach=f3 withdrawal=c3 mover=e3";
        assert_eq!(acts(&mut hands, &table, choice, 20_000), []);
    }

    #[test]
    fn a_chain_that_could_go_on_is_waited_for_unless_it_is_ended() {
        let (mut hands, table) = (Automatic::default(), start());
        let (open, reply) = (
            "chaining white turn=a1 mover=e3",
            "to-move black turn=a5 target=d3 mover=d4",
        );
        assert_eq!(acts(&mut hands, &table, open, 20_000), []);
        assert!(hands.waits());
        assert_eq!(acts(&mut hands, &table, reply, 20_000 + WAIT - 1), []);
        assert_eq!(acts(&mut hands, &table, reply, 20_000 + WAIT).len(), 1);
        acts(&mut hands, &table, open, 30_000);
        hands.go_on();
        assert_eq!(acts(&mut hands, &table, reply, 30_001).len(), 1);
    }

    #[test]
    fn stones_that_have_just_moved_are_left_alone() {
        let (mut hands, table) = (Automatic::default(), start());
        let cues = "clearing white turn=a1 victim=f3 mover=e3".parse().unwrap();
        let mut view = View {
            cues: &cues,
            asked_at: 1000 + REST - 1,
            table: &table,
            moved_at: 1000,
            plays: BySide::default(),
        };
        assert_eq!(hands.act(5000, &view), []);
        view.asked_at += 1;
        assert_eq!(hands.act(5000, &view).len(), 1);
    }
}
