//! When the menu opens and when it is left.

use crate::menu::KEY;
use crate::point::PointSet;
use crate::time::Millis;

/// How long a stone must stand alone on the key.
pub const KNOCK: Millis = Millis(1000);
/// How long the board must have been empty before it lands there: a stone that is knocked over, or tapped, gets there sooner.
pub const CLEAR: Millis = Millis(250);
/// How long the board must be empty for the menu to be left.
pub const LEAVE: Millis = Millis(500);
/// How long nothing may happen until it is left.
pub const QUIET: Millis = Millis(600_000);

/// The door of the menu, which sees every picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Door {
    state: State,
    picture: PointSet,
    changed_at: Millis,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// No picture was seen yet: stones that stand at power-on have landed in the dark.
    Dark,
    /// Nothing that happens could open it.
    Shut,
    /// A stone has landed on the key, on a board that was empty.
    Knocked,
    /// The menu is open.
    Open,
    /// Stones mean something else.
    Passed,
}

impl Door {
    /// Shut, in the dark.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            state: State::Dark,
            picture: PointSet::EMPTY,
            changed_at: Millis(0),
        }
    }

    /// Whether the menu is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.state, State::Open)
    }

    /// Whether nothing but another picture could open it.
    #[must_use]
    pub const fn is_shut(&self) -> bool {
        matches!(self.state, State::Dark | State::Shut)
    }

    /// The stones that stand, as far as it has seen them.
    #[must_use]
    pub const fn picture(&self) -> PointSet {
        self.picture
    }

    /// When they last changed, or the menu was opened.
    #[must_use]
    pub const fn changed_at(&self) -> Millis {
        self.changed_at
    }

    /// Sees a picture before a menu that is shut; tells whether a stone has stood on the key for long enough.
    pub fn is_knocked(&mut self, picture: PointSet, now: Millis) -> bool {
        if picture != self.picture {
            let is_clear = self.picture.is_empty() && now - self.changed_at >= CLEAR;
            let is_clear = is_clear || self.state == State::Dark;
            self.state = if is_clear && picture == PointSet::of(KEY) {
                State::Knocked
            } else {
                State::Shut
            };
            self.change(picture, now);
        }
        self.state == State::Knocked && now - self.changed_at >= KNOCK
    }

    /// Shuts the menu.
    pub const fn shut(&mut self) {
        self.state = State::Shut;
    }

    /// Sees a picture that means something else, until it is shut: whatever lands knocks at nothing.
    pub fn pass(&mut self, picture: PointSet, now: Millis) {
        self.state = State::Passed;
        if picture != self.picture {
            self.change(picture, now);
        }
    }

    /// Opens the menu.
    pub const fn open(&mut self, now: Millis) {
        self.state = State::Open;
        self.changed_at = now;
    }

    /// Sees a picture in the open menu; tells where stones have landed while one stands on the key.
    pub fn landed(&mut self, picture: PointSet, now: Millis) -> PointSet {
        if picture == self.picture {
            return PointSet::EMPTY;
        }
        let landed = picture - self.picture;
        let has_key = picture.contains(KEY) && self.picture.contains(KEY);
        self.change(picture, now);
        if has_key { landed } else { PointSet::EMPTY }
    }

    /// Leaves the menu if it is time to; tells whether it is. Only a stone that lands opens it again.
    pub fn is_left(&mut self, now: Millis) -> bool {
        let stood = now - self.changed_at;
        let is_left = stood >= QUIET || self.picture.is_empty() && stood >= LEAVE;
        if is_left {
            self.state = State::Shut;
        }
        is_left
    }

    const fn change(&mut self, picture: PointSet, now: Millis) {
        self.picture = picture;
        self.changed_at = now;
    }
}

impl Default for Door {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Point;

    const KEY_ALONE: PointSet = PointSet::of(KEY);

    fn set(name: &str) -> PointSet {
        PointSet::of(Point::find(name).unwrap())
    }

    fn open() -> Door {
        let mut door = Door::new();
        assert!(!door.is_knocked(KEY_ALONE, Millis(0)));
        assert!(!door.is_knocked(KEY_ALONE, Millis(999)));
        assert!(door.is_knocked(KEY_ALONE, Millis(1000)));
        door.open(Millis(1000));
        door
    }

    #[test]
    fn a_stone_that_is_left_on_the_key_is_no_knock() {
        let mut door = Door::new();
        assert!(!door.is_knocked(KEY_ALONE | set("a1"), Millis(0)));
        assert!(!door.is_knocked(KEY_ALONE, Millis(10)));
        assert!(!door.is_knocked(KEY_ALONE, Millis(5000)));
        assert!(!door.is_knocked(PointSet::EMPTY, Millis(5001)));
        assert!(!door.is_knocked(KEY_ALONE, Millis(5251)));
        assert!(door.is_knocked(KEY_ALONE, Millis(6251)));
    }

    #[test]
    fn a_stone_that_rolls_there_while_others_fall_is_no_knock() {
        let mut door = Door::new();
        assert!(!door.is_knocked(set("a1") | set("d4"), Millis(0)));
        assert!(!door.is_knocked(PointSet::EMPTY, Millis(1000)));
        assert!(!door.is_knocked(KEY_ALONE, Millis(1249)));
        assert!(!door.is_knocked(KEY_ALONE, Millis(5000)));
    }

    #[test]
    fn a_second_stone_before_the_time_is_up_is_no_knock_either() {
        let mut door = Door::new();
        assert!(!door.is_knocked(KEY_ALONE, Millis(0)));
        assert!(!door.is_knocked(KEY_ALONE | set("a1"), Millis(999)));
        assert!(!door.is_knocked(KEY_ALONE, Millis(1000)));
        assert!(!door.is_knocked(KEY_ALONE, Millis(9000)));
    }

    #[test]
    fn stones_land_only_while_one_stands_on_the_key() {
        let mut door = open();
        let both = KEY_ALONE | set("b5");
        assert_eq!(door.landed(both, Millis(1500)), set("b5"));
        assert_eq!(door.landed(both, Millis(1501)), PointSet::EMPTY);
        assert_eq!(door.landed(set("b5"), Millis(1600)), PointSet::EMPTY);
        let moved = set("b5") | set("a1");
        assert_eq!(door.landed(moved, Millis(1700)), PointSet::EMPTY);
        assert_eq!(
            door.landed(moved | KEY_ALONE, Millis(1800)),
            PointSet::EMPTY
        );
        assert!(!door.is_left(Millis(9000)));
    }

    #[test]
    fn an_empty_board_leaves_it_after_half_a_second_and_a_quiet_one_after_ten_minutes() {
        let mut door = open();
        door.landed(PointSet::EMPTY, Millis(2000));
        assert!(!door.is_left(Millis(2499)));
        assert!(door.is_left(Millis(2500)));
        assert!(!door.is_open());

        let mut door = open();
        assert!(!door.is_left(Millis(600_999)));
        assert!(door.is_left(Millis(601_000)));
        // The stone still stands, and opens nothing.
        assert!(!door.is_knocked(KEY_ALONE, Millis(700_000)));
        assert!(!door.is_open());
    }
}
