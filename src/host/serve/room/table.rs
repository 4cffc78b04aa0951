//! Where every stone is: on a point, in a hand or in the tray.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use fanorona_board::console::hands::Reed;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::side::{BySide, Side};

use super::act::Act;
use super::magnet::{Magnet, Spot};

/// The stones of each colour that exist: those of the largest board.
pub const STONES: usize = Board::Tsivy.stones();

/// A hand, by name; every page has its own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hand(String);

impl Hand {
    /// The hand of this name, if the name is a short word.
    pub fn new(name: &str) -> Option<Self> {
        let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (is_word && (1..=32).contains(&name.len())).then(|| Self(name.into()))
    }

    /// The hand that obeys the console.
    pub fn console() -> Self {
        Self("console".into())
    }

    /// The hand that does what the lights ask for.
    pub fn automatic() -> Self {
        Self("automatic".into())
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// A stone in a hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Held {
    /// The stone's colour.
    pub side: Side,
    /// The point on which the stone stood; none if it comes from the tray.
    pub from: Option<Point>,
    /// The stone's magnet, if the stone slides and was not lifted.
    pub magnet: Option<Magnet>,
}

/// The board, the hands over it and the tray beside it. What no hand can do is refused; everything else is possible,
/// however wrong it is in the game.
///
/// Invariant: of each colour, the stones that stand, are held and lie in the tray add up to [`STONES`]; unless a real board
/// shows more.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    standing: BySide<PointSet>,
    held: BTreeMap<Hand, Held>,
    /// The hands that press the button.
    pressing: BTreeSet<Hand>,
    /// Reeds that stay open, and those that stay closed.
    open: PointSet,
    shut: PointSet,
    /// Whether the automatic hands help.
    is_automatic: bool,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            standing: BySide::default(),
            held: BTreeMap::new(),
            pressing: BTreeSet::new(),
            open: PointSet::EMPTY,
            shut: PointSet::EMPTY,
            is_automatic: true,
        }
    }
}

impl Table {
    /// A table with these stones, if so many exist, and no hand holds two.
    pub fn of(standing: BySide<PointSet>, held: Vec<(Hand, Held)>) -> Option<Self> {
        let hands = held.len();
        let table = Self {
            standing,
            held: held.into_iter().collect(),
            ..Self::default()
        };
        let exist = |side: Side| {
            let held = table.held.values().filter(|held| held.side == side);
            standing[side].len() + held.count() <= STONES
        };
        let are_apart = (standing.white & standing.black).is_empty();
        let is_possible =
            hands == table.held.len() && are_apart && Side::BOTH.into_iter().all(exist);
        is_possible.then_some(table)
    }

    /// The stones that stand.
    pub fn standing(&self) -> BySide<PointSet> {
        self.standing
    }

    /// The stones in hands.
    pub fn held(&self) -> &BTreeMap<Hand, Held> {
        &self.held
    }

    /// The number of stones of a colour in the tray.
    pub fn tray(&self, side: Side) -> usize {
        let held = self.held.values().filter(|held| held.side == side).count();
        STONES.saturating_sub(self.standing[side].len() + held)
    }

    /// The reeds that stones close.
    pub fn closed(&self) -> PointSet {
        let magnets = self.held.values().filter_map(|held| held.magnet.as_ref());
        let standing = self.standing.white | self.standing.black;
        let closed = magnets.fold(standing, |closed, magnet| closed | magnet.closes());
        (closed - self.open) | self.shut
    }

    /// Breaks a reed, or mends it.
    pub fn stick(&mut self, point: Point, reed: Reed) {
        self.open.discard(point);
        self.shut.discard(point);
        match reed {
            Reed::Well => {}
            Reed::Open => self.open.add(point),
            Reed::Closed => self.shut.add(point),
        }
    }

    /// Whether the automatic hands help.
    pub fn is_automatic(&self) -> bool {
        self.is_automatic
    }

    /// Whether the button is pressed.
    pub fn is_pressed(&self) -> bool {
        !self.pressing.is_empty()
    }

    /// The hands that hold or press something.
    pub fn hands(&self) -> impl Iterator<Item = &Hand> {
        self.held.keys().chain(&self.pressing)
    }

    /// Whether a stone is sliding.
    pub fn is_sliding(&self) -> bool {
        self.held.values().any(|held| held.magnet.is_some())
    }

    /// Lets a millisecond go by.
    pub fn tick(&mut self) {
        for magnet in self.held.values_mut().filter_map(|it| it.magnet.as_mut()) {
            magnet.tick();
        }
    }

    /// Lets a hand act. [`Act::Shake`] moves no stone, so it changes nothing here.
    ///
    /// # Errors
    /// Why the hand cannot do that; nothing has changed then.
    pub fn act(&mut self, hand: &Hand, act: Act) -> Result<(), Impossible> {
        match act {
            Act::Lift(point) => self.hold(hand, point, None),
            Act::Grab(point) => self.hold(hand, point, Some(Magnet::on(point))),
            Act::Take(side) => self.take(hand, side),
            Act::Place(point) => self.place(hand, point),
            Act::Drop => self
                .held
                .remove(hand)
                .map(drop)
                .ok_or(Impossible::EmptyHand),
            Act::Slide(spot) => self.slide(hand, spot),
            Act::Release => {
                let magnet = self.held.get(hand).and_then(|held| held.magnet.as_ref());
                let spot = magnet.ok_or(Impossible::NotSliding)?.towards();
                self.place(hand, spot.nearest())
            }
            Act::Remove(point) => self.remove(point).map(drop),
            Act::Put(side, point) => self.put(side, point),
            Act::Press => {
                self.pressing.insert(hand.clone());
                Ok(())
            }
            Act::LetGo => {
                self.pressing.remove(hand);
                Ok(())
            }
            Act::Automatic(helps) => {
                self.is_automatic = helps;
                Ok(())
            }
            Act::Shake => Ok(()),
        }
    }

    /// Puts up these stones and no others, and empties all hands.
    pub fn put_up(&mut self, stones: BySide<PointSet>) {
        self.held.clear();
        self.standing = stones;
    }

    /// Stands as a real board does; its own stones are not counted.
    pub fn stand(&mut self, stones: BySide<PointSet>) {
        self.standing = stones;
    }

    /// Removes a hand; its stone goes back to where it stood, or into the tray.
    pub fn leave(&mut self, hand: &Hand) {
        let held = self.held.remove(hand);
        if let Some((side, point)) = held.and_then(|held| Some((held.side, held.from?)))
            && self.at(point).is_none()
        {
            self.standing[side].add(point);
        }
        self.pressing.remove(hand);
    }

    /// The colour of the stone that stands on a point.
    pub fn at(&self, point: Point) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.standing[side].contains(point))
    }

    fn hold(
        &mut self,
        hand: &Hand,
        point: Point,
        magnet: Option<Magnet>,
    ) -> Result<(), Impossible> {
        self.check_empty(hand)?;
        let side = self.remove(point)?;
        let from = Some(point);
        self.held.insert(hand.clone(), Held { side, from, magnet });
        Ok(())
    }

    fn take(&mut self, hand: &Hand, side: Side) -> Result<(), Impossible> {
        self.check_empty(hand)?;
        if self.tray(side) == 0 {
            return Err(Impossible::EmptyTray(side));
        }
        let (from, magnet) = (None, None);
        self.held.insert(hand.clone(), Held { side, from, magnet });
        Ok(())
    }

    fn place(&mut self, hand: &Hand, point: Point) -> Result<(), Impossible> {
        self.check_free(point)?;
        let held = self.held.remove(hand).ok_or(Impossible::EmptyHand)?;
        self.standing[held.side].add(point);
        Ok(())
    }

    fn slide(&mut self, hand: &Hand, spot: Spot) -> Result<(), Impossible> {
        let magnet = self
            .held
            .get_mut(hand)
            .and_then(|held| held.magnet.as_mut());
        magnet.ok_or(Impossible::NotSliding)?.draw(spot);
        Ok(())
    }

    fn put(&mut self, side: Side, point: Point) -> Result<(), Impossible> {
        self.check_free(point)?;
        if self.tray(side) == 0 {
            return Err(Impossible::EmptyTray(side));
        }
        self.standing[side].add(point);
        Ok(())
    }

    fn remove(&mut self, point: Point) -> Result<Side, Impossible> {
        let side = self.at(point).ok_or(Impossible::NoStone(point))?;
        self.standing[side].discard(point);
        Ok(side)
    }

    fn check_empty(&self, hand: &Hand) -> Result<(), Impossible> {
        if self.held.contains_key(hand) {
            return Err(Impossible::FullHand);
        }
        Ok(())
    }

    fn check_free(&self, point: Point) -> Result<(), Impossible> {
        match self.at(point) {
            Some(_) => Err(Impossible::Occupied(point)),
            None => Ok(()),
        }
    }
}

/// What no hand can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// No stone stands there.
    NoStone(Point),
    /// A stone stands there.
    Occupied(Point),
    /// The hand has a stone already.
    FullHand,
    /// The hand has no stone.
    EmptyHand,
    /// The hand slides no stone.
    NotSliding,
    /// The tray has no stone of this colour.
    EmptyTray(Side),
    /// The stones are those of a real board.
    Wooden,
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NoStone(point) => write!(f, "no stone stands on {point}"),
            Self::Occupied(point) => write!(f, "a stone stands on {point} already"),
            Self::FullHand => f.write_str("this hand holds a stone already"),
            Self::EmptyHand => f.write_str("this hand holds no stone"),
            Self::NotSliding => f.write_str("this hand slides no stone"),
            Self::Wooden => {
                f.write_str("this page shows a real board: move its stones, and press its button")
            }
            Self::EmptyTray(side) => write!(f, "the tray has no {side} stone left"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        Point::find(name).unwrap()
    }

    fn table() -> (Table, Hand, Hand) {
        let mut table = Table::default();
        table.put_up(Board::Tsivy.start());
        (
            table,
            Hand::new("left").unwrap(),
            Hand::new("right").unwrap(),
        )
    }

    #[test]
    fn a_stone_keeps_its_colour_through_hand_and_tray() {
        let (mut table, left, right) = table();
        table.act(&left, Act::Lift(point("d3"))).unwrap();
        table.act(&right, Act::Remove(point("f3"))).unwrap();
        assert_eq!((table.tray(Side::White), table.tray(Side::Black)), (0, 1));
        table.act(&left, Act::Place(point("e3"))).unwrap();
        table.act(&right, Act::Take(Side::Black)).unwrap();
        table.act(&right, Act::Place(point("d3"))).unwrap();
        assert_eq!(table.at(point("e3")), Some(Side::White));
        assert_eq!(table.at(point("d3")), Some(Side::Black));
        assert_eq!((table.tray(Side::White), table.tray(Side::Black)), (0, 0));
    }

    #[test]
    fn what_no_hand_can_do_is_refused_and_changes_nothing() {
        let (mut table, left, _) = table();
        table.act(&left, Act::Lift(point("a1"))).unwrap();
        let before = table.clone();
        let refused = [
            (Act::Lift(point("a2")), Impossible::FullHand),
            (Act::Take(Side::Black), Impossible::FullHand),
            (Act::Place(point("a2")), Impossible::Occupied(point("a2"))),
            (Act::Remove(point("a1")), Impossible::NoStone(point("a1"))),
            (
                Act::Put(Side::Black, point("a1")),
                Impossible::EmptyTray(Side::Black),
            ),
            (Act::Release, Impossible::NotSliding),
            (Act::Slide(point("a1").into()), Impossible::NotSliding),
        ];
        for (act, why) in refused {
            assert_eq!(table.act(&left, act), Err(why));
            assert_eq!(table, before);
        }
    }

    #[test]
    fn a_lifted_stone_opens_its_reed_and_a_grabbed_one_does_not() {
        let (mut table, left, right) = table();
        table.act(&left, Act::Lift(point("d3"))).unwrap();
        assert!(!table.closed().contains(point("d3")));
        table.act(&right, Act::Grab(point("a1"))).unwrap();
        table.tick();
        assert!(table.closed().contains(point("a1")));
    }

    #[test]
    fn a_slid_stone_comes_to_stand_where_it_is_let_go() {
        let (mut table, left, _) = table();
        table.act(&left, Act::Grab(point("d3"))).unwrap();
        table
            .act(&left, Act::Slide(Spot::new(3.8, 2.1).unwrap()))
            .unwrap();
        table.act(&left, Act::Release).unwrap();
        assert_eq!(table.at(point("e3")), Some(Side::White));
        assert_eq!(table.at(point("d3")), None);
    }

    #[test]
    fn the_stone_of_a_hand_that_leaves_goes_back_or_into_the_tray() {
        let (mut table, left, right) = table();
        let before = table.clone();
        for act in [Act::Lift(point("d3")), Act::Grab(point("d3"))] {
            table.act(&left, act).unwrap();
            table.leave(&left);
            assert_eq!(table, before);
        }
        table.act(&left, Act::Lift(point("d3"))).unwrap();
        table.act(&right, Act::Lift(point("c3"))).unwrap();
        table.act(&right, Act::Place(point("d3"))).unwrap();
        table.leave(&left);
        assert_eq!(table.at(point("d3")), Some(Side::Black));
        assert_eq!(table.tray(Side::White), 1);
    }
}
