//! The menu: settings that are chosen with stones.
//!
//! ```text
//! debounce ─► door ─► referee      while the menu is shut
//!               │
//!               └───► the app      while it is open: a stone on a value chooses it
//! ```
//!
//! What it offers is data, [`ITEMS`]. The [`door`] says when it opens and when it is left; the app does what is chosen.

pub mod door;

use core::fmt;

use crate::engine::level::Level;
use crate::light::cues::Assist;
use crate::light::palette::Brightness;
use crate::point::{Point, PointSet};
use crate::rules::board::Board;
use crate::rules::options::Preset;
use crate::rules::side::Side;
use crate::sound::Sound;

/// A setting that the menu offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// By which rules is played.
    Rules,
    /// Whether tones are played.
    Sound,
    /// Which game is played.
    Game,
    /// How much the lights help.
    Assist,
    /// How bright the lights are.
    Brightness,
    /// Which sides the board plays.
    Plays,
    /// How strongly it does.
    Level,
}

/// The sides that the board plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plays {
    /// None of them.
    Nobody,
    /// White.
    White,
    /// Black.
    Black,
    /// Both.
    Both,
}

impl Plays {
    /// All, in the order in which they lie.
    pub const ALL: [Self; 4] = [Self::Nobody, Self::White, Self::Black, Self::Both];

    /// Whether a side is among them.
    #[must_use]
    pub const fn has(self, side: Side) -> bool {
        match side {
            Side::White => matches!(self, Self::White | Self::Both),
            Side::Black => matches!(self, Self::Black | Self::Both),
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::White => "white",
            Self::Black => "black",
            Self::Both => "both",
        }
    }
}

/// A value of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of [`Setting::Rules`].
    Rules(Preset),
    /// Of [`Setting::Sound`].
    Sound(Sound),
    /// Of [`Setting::Game`].
    Game(Board),
    /// Of [`Setting::Assist`].
    Assist(Assist),
    /// Of [`Setting::Brightness`].
    Brightness(Brightness),
    /// Of [`Setting::Plays`].
    Plays(Plays),
    /// Of [`Setting::Level`].
    Level(Level),
}

/// A setting and where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// The setting.
    pub setting: Setting,
    /// The point of its first value; the others follow towards file i.
    pub first: Point,
}

/// What the menu offers, and where.
pub const ITEMS: [Item; 7] = [
    item(Setting::Rules, Point::at(0, 4)),
    item(Setting::Sound, Point::at(7, 4)),
    item(Setting::Game, Point::at(0, 3)),
    item(Setting::Assist, Point::at(6, 3)),
    item(Setting::Plays, Point::at(0, 2)),
    item(Setting::Level, Point::at(0, 1)),
    item(Setting::Brightness, Point::at(0, 0)),
];

/// The point that opens the menu when one stone stands there alone: it is empty in every start position.
pub const KEY: Point = Point::CENTRE;

const fn item(setting: Setting, first: Option<Point>) -> Item {
    match first {
        Some(first) => Item { setting, first },
        None => panic!("the panel has no such point"),
    }
}

impl Setting {
    /// The value with a number, from 0.
    fn value(self, number: u8) -> Option<Value> {
        let at = usize::from(number);
        match self {
            Self::Rules => Preset::ALL.get(at).copied().map(Value::Rules),
            Self::Sound => Sound::ALL.get(at).copied().map(Value::Sound),
            Self::Game => Board::ALL.get(at).copied().map(Value::Game),
            Self::Assist => Assist::ALL.get(at).copied().map(Value::Assist),
            Self::Brightness => Brightness::new(number).map(Value::Brightness),
            Self::Plays => Plays::ALL.get(at).copied().map(Value::Plays),
            Self::Level => Level::new(number + 1).map(Value::Level),
        }
    }

    /// The word for the setting.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Sound => "sound",
            Self::Game => "game",
            Self::Assist => "assist",
            Self::Brightness => "brightness",
            Self::Plays => "plays",
            Self::Level => "level",
        }
    }
}

/// Writes the word for the value, or its number.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Rules(preset) => f.write_str(preset.word()),
            Self::Sound(sound) => write!(f, "{sound}"),
            Self::Game(board) => f.write_str(board.word()),
            Self::Assist(assist) => write!(f, "{assist}"),
            Self::Brightness(brightness) => write!(f, "{}", brightness.level()),
            Self::Plays(plays) => f.write_str(plays.word()),
            Self::Level(level) => write!(f, "{}", level.number()),
        }
    }
}

impl Item {
    /// The values, each with its point.
    pub fn values(self) -> impl Iterator<Item = (Point, Value)> {
        let files = self.first.file()..;
        (0..).zip(files).map_while(move |(number, file)| {
            let value = self.setting.value(number)?;
            Some((Point::at(file, self.first.rank())?, value))
        })
    }
}

/// All values, each with its point.
pub fn values() -> impl Iterator<Item = (Point, Value)> {
    ITEMS.into_iter().flat_map(Item::values)
}

/// Whether stones stand on two values of one setting.
#[must_use]
pub fn is_at_odds(stones: PointSet) -> bool {
    let on = |item: Item| item.values().filter(|(point, _)| stones.contains(*point));
    ITEMS.into_iter().any(|item| on(item).count() > 1)
}

/// What an open menu shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// The points of all values that are offered.
    pub offered: PointSet,
    /// The points of those that are in force.
    pub chosen: PointSet,
    /// Stones where no value is.
    pub extra: PointSet,
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn every_value_has_a_point_of_its_own_and_none_lies_on_the_key() {
        let points: PointSet = values().map(|(point, _)| point).collect();
        assert_eq!(points.len(), values().count());
        assert!(!points.contains(KEY));
    }

    #[test]
    fn every_setting_lies_where_the_players_know_it() {
        let lies = |setting: Setting| {
            let item = ITEMS.into_iter().find(|item| item.setting == setting);
            let values = item.unwrap().values();
            let named = values.map(|(point, value)| std::format!("{point}={value}"));
            named.collect::<Vec<_>>().join(" ")
        };
        let rules = "a5=standard b5=booklet c5=relaxed d5=royal e5=lemurs";
        assert_eq!(lies(Setting::Rules), rules);
        assert_eq!(lies(Setting::Sound), "h5=off i5=on");
        assert_eq!(lies(Setting::Game), "a4=telo b4=dimy c4=tsivy");
        assert_eq!(lies(Setting::Assist), "g4=teach h4=play i4=quiet");
        let plays = "a3=nobody b3=white c3=black d3=both";
        assert_eq!(lies(Setting::Plays), plays);
        let levels = "a2=1 b2=2 c2=3 d2=4 e2=5 f2=6 g2=7 h2=8 i2=9";
        assert_eq!(lies(Setting::Level), levels);
        let brightness = "a1=0 b1=1 c1=2 d1=3 e1=4 f1=5 g1=6 h1=7 i1=8";
        assert_eq!(lies(Setting::Brightness), brightness);
        assert_eq!(KEY.to_string(), "e3");
    }

    #[test]
    fn no_start_position_has_a_stone_on_the_key() {
        for board in Board::ALL {
            assert!(!board.start().both().contains(KEY), "{board:?}");
        }
    }
}
