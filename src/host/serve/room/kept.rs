//! The stones of the table in a file, so that they stand where they stood when the program is started again: on a real
//! board they would.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::side::{BySide, Side};

use super::act::Act;
use super::table::{Hand, Held, Table};

/// What is added to the name of the flash file.
const BESIDE: &str = ".stones";
/// What stands for an empty point, and for a stone that comes from the tray.
const EMPTY: char = '.';
const TRAY: &str = "tray";
/// The line of a table whose stones only people move.
const BY_HAND: &str = "automatic off";

/// The file that keeps the table, if there is one.
pub struct Kept {
    path: Option<PathBuf>,
    /// What the file holds.
    saved: String,
    /// Whether the file could not be written.
    is_behind: bool,
}

impl Kept {
    /// The file beside a flash file. Whoever begins anew finds nothing there.
    pub fn beside(flash: Option<&Path>, begins_anew: bool) -> Self {
        let path = flash.map(|flash| {
            let mut name = flash.as_os_str().to_owned();
            name.push(BESIDE);
            PathBuf::from(name)
        });
        if let Some(path) = path.as_ref().filter(|_| begins_anew) {
            // If there is none, it is forgotten already.
            let _ = fs::remove_file(path);
        }
        let saved = path.as_ref().and_then(|it| fs::read_to_string(it).ok());
        Self {
            path,
            saved: saved.unwrap_or_default(),
            is_behind: false,
        }
    }

    /// The table that is kept; an empty one, if there is none or it makes no sense.
    pub fn table(&self) -> Table {
        read(&self.saved).unwrap_or_default()
    }

    /// Keeps a table, if it is another.
    pub fn keep(&mut self, table: &Table) {
        let Some(path) = &self.path else {
            return;
        };
        let text = write(table);
        if text == self.saved {
            return;
        }
        let result = replace(path, &text);
        if let Err(error) = &result
            && !self.is_behind
        {
            let path = path.display();
            eprintln!("{path} cannot be written, so the stones are not kept for now: {error}");
        }
        self.is_behind = result.is_err();
        // What cannot be written is not tried again before the next change.
        self.saved = text;
    }
}

/// Writes a file so that it is the old or the new one at every moment.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    fs::write(&new, text)?;
    fs::rename(&new, path)
}

/// A table as text: the stones that stand, point by point from a1, a line for each that is in a hand, and whether only people
/// move them.
fn write(table: &Table) -> String {
    let mut standing = table.standing();
    let mut hands = String::new();
    for (hand, held) in table.held() {
        // A stone that is let go while it slides comes to stand.
        let lands = held.magnet.as_ref().map(|it| it.towards().nearest());
        let lands = lands.filter(|&point| !(standing.white | standing.black).contains(point));
        if let Some(point) = lands {
            standing[held.side].add(point);
        } else {
            let from = held.from.map_or(TRAY.into(), |point| point.to_string());
            // Writing to a string cannot fail.
            let _ = writeln!(hands, "held {} {} {from}", hand.name(), held.side.word());
        }
    }
    let stone = |point| {
        Side::BOTH
            .into_iter()
            .find(|&it| standing[it].contains(point))
    };
    let stones: String = Point::all()
        .map(|point| stone(point).map_or(EMPTY, Side::letter))
        .collect();
    if !table.is_automatic() {
        hands.push_str(BY_HAND);
        hands.push('\n');
    }
    format!("stones {stones}\n{hands}")
}

fn read(text: &str) -> Option<Table> {
    let (stones, hands) = text.strip_prefix("stones ")?.split_once('\n')?;
    let mut standing = BySide::<PointSet>::default();
    let mut letters = stones.chars();
    for point in Point::all() {
        let letter = letters.next()?;
        let side = Side::BOTH.into_iter().find(|it| it.letter() == letter);
        match side {
            Some(side) => standing[side].add(point),
            None if letter == EMPTY => {}
            None => return None,
        }
    }
    if letters.next().is_some() || !(hands.is_empty() || hands.ends_with('\n')) {
        return None;
    }
    let mut held = Vec::new();
    let mut by_hand = false;
    for line in hands.lines() {
        if line == BY_HAND {
            by_hand = true;
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let ["held", hand, side, from] = words[..] else {
            return None;
        };
        let stone = Held {
            side: Side::find(side)?,
            from: match from {
                TRAY => None,
                point => Some(Point::find(point)?),
            },
            magnet: None,
        };
        held.push((Hand::new(hand)?, stone));
    }
    let mut table = Table::of(standing, held)?;
    let helps = Act::Automatic(!by_hand);
    table.act(&Hand::automatic(), helps).ok()?;
    Some(table)
}

#[cfg(test)]
mod tests {
    use fanorona_board::rules::board::Board;

    use super::super::magnet::Spot;
    use super::*;

    fn point(name: &str) -> Point {
        Point::find(name).unwrap()
    }

    /// Telo, with a stone in a hand, one out of the tray in another, and one that slides.
    fn table() -> Table {
        let mut table = Table::default();
        table.put_up(Board::Telo.start());
        let [a, b, c] = ["a", "b", "c"].map(|name| Hand::new(name).unwrap());
        table.act(&a, Act::Lift(point("f3"))).unwrap();
        table.act(&b, Act::Take(Side::Black)).unwrap();
        table.act(&c, Act::Grab(point("d2"))).unwrap();
        let spot = Spot::new(2.2, 1.1).unwrap();
        table.act(&c, Act::Slide(spot)).unwrap();
        table
    }

    #[test]
    fn a_table_is_written_as_it_is_read() {
        let text = write(&table());
        let kept = read(&text).unwrap();
        assert_eq!(write(&kept), text);
        assert_eq!(kept.at(point("c2")), Some(Side::White));
        assert_eq!(kept.at(point("d2")), None);
        let hands: Vec<&str> = kept.held().keys().map(Hand::name).collect();
        assert_eq!(hands, ["a", "b"]);
        for side in Side::BOTH {
            assert_eq!(kept.tray(side), table().tray(side));
        }
        let mut empty = Table::default();
        assert_eq!(read(&write(&empty)), Some(empty.clone()));
        empty.act(&Hand::console(), Act::Automatic(false)).unwrap();
        assert_eq!(read(&write(&empty)), Some(empty));
    }

    #[test]
    fn what_makes_no_sense_is_an_empty_table() {
        let text = write(&table());
        let many = text.replace('.', "w");
        let twice = format!("{text}held a white f3\n");
        for length in 0..text.len() {
            // A line that is missing is a stone in the tray.
            let is_whole = text[..length].ends_with('\n');
            assert_eq!(read(&text[..length]).is_some(), is_whole, "{length}");
        }
        for text in ["", "stones\n", "\u{e9}", &many, &twice, &format!("{text}x")] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
