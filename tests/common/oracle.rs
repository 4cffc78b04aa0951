//! A second generator: slow, obvious, written from the rules alone.
//!
//! It knows the library only by its texts. Stones stand on a plain grid, lines are walked point by
//! point, and everything is sorted at the end.

use std::collections::{BTreeSet, HashMap, HashSet};

/// File and rank on the board itself, from 0.
type Spot = (i32, i32);

/// What a step adds to file and rank.
type Way = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Colour {
    White,
    Black,
}

/// A position and the rules it is played by.
pub struct Oracle {
    options: HashMap<String, String>,
    grid: Grid,
    to_move: Colour,
    capturer: Option<Colour>,
    /// The turn so far; empty at its start.
    so_far: Vec<Stride>,
}

#[derive(Clone)]
struct Grid {
    files: i32,
    ranks: i32,
    /// By file, then by rank.
    stones: Vec<Vec<Option<Colour>>>,
}

/// One step of a turn.
#[derive(Clone)]
struct Stride {
    from: Spot,
    to: Spot,
    letter: Option<char>,
    /// What it takes off; not known of steps made before the position was written down.
    row: Vec<Spot>,
}

/// A complete turn and the stones after it.
#[derive(Clone)]
struct Play {
    strides: Vec<Stride>,
    grid: Grid,
}

impl Oracle {
    /// Reads a position in the notation, and rules with all options that matter said.
    pub fn new(position: &str, rules: &str) -> Self {
        let options: HashMap<String, String> = rules
            .split(',')
            .map(|word| word.split_once('=').expect("key=value"))
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .collect();
        let capturer = options.get("capturer").map(|word| match word.as_str() {
            "white" => Colour::White,
            "black" => Colour::Black,
            _ => panic!("no side is {word}"),
        });
        let fields: Vec<&str> = position.split(' ').collect();
        let so_far = fields.get(3).map_or(Vec::new(), |turn| read_strides(turn));
        if let Some(mover) = fields.get(2) {
            let end = so_far.last().expect("a chain has a step").to;
            assert_eq!(*mover, name(end), "{position}");
        }
        Self {
            options,
            grid: Grid::read(fields[0]),
            to_move: match fields[1] {
                "w" => Colour::White,
                "b" => Colour::Black,
                other => panic!("no side is {other}"),
            },
            capturer,
            so_far,
        }
    }

    /// All turns, sorted, and the positions after them.
    pub fn turns(&self) -> Vec<(String, String)> {
        let mut turns: Vec<(String, String)> = self
            .plays()
            .iter()
            .map(|play| (turn_text(&play.strides), self.after(play)))
            .collect();
        turns.sort();
        turns
    }

    /// All next steps, sorted, and what each takes off.
    pub fn steps(&self) -> Vec<(String, Vec<String>)> {
        let next = self.so_far.len();
        let mut steps = BTreeSet::new();
        for play in self.plays() {
            if let Some(stride) = play.strides.get(next) {
                let mut row: Vec<String> = stride.row.iter().map(|spot| name(*spot)).collect();
                row.sort();
                steps.insert((turn_text(std::slice::from_ref(stride)), row));
            }
        }
        steps.into_iter().collect()
    }

    /// How the game ended with this position, as the console tells it.
    pub fn outcome(&self) -> Option<String> {
        if !self.so_far.is_empty() {
            return None;
        }
        if let Some(outcome) = self.ended() {
            return Some(outcome);
        }
        if !self.plays().is_empty() {
            return None;
        }
        Some(if self.has("immobile", "draw") {
            "draw immobile".to_string()
        } else {
            format!("{} immobile", other(self.to_move).word())
        })
    }

    /// Whether the side to move is in phase one of a vela, and if so whether it is the capturer.
    pub fn phase_one(&self) -> Option<bool> {
        self.is_phase_one()
            .then(|| self.capturer == Some(self.to_move))
    }

    fn has(&self, key: &str, value: &str) -> bool {
        let said = self.options.get(key);
        said.unwrap_or_else(|| panic!("nothing said on {key}")) == value
    }

    /// Whether the turn began in phase one of a vela.
    fn is_phase_one(&self) -> bool {
        let Some(capturer) = self.capturer.filter(|_| !self.has("vela", "off")) else {
            return false;
        };
        let now = self.grid.count(other(capturer));
        // Every step of the capturer's chain has taken at least one stone since then.
        let at_start = if self.to_move == capturer {
            now + self.so_far.len()
        } else {
            now
        };
        at_start > 5
    }

    fn is_capturer_in_phase_one(&self) -> bool {
        self.is_phase_one() && self.capturer == Some(self.to_move)
    }

    fn is_hunted_in_phase_one(&self) -> bool {
        self.is_phase_one() && self.capturer != Some(self.to_move)
    }

    fn takes_one_stone(&self) -> bool {
        self.is_capturer_in_phase_one() && self.has("vela", "nearest")
    }

    /// How the game ended before anybody asks for turns.
    fn ended(&self) -> Option<String> {
        let (me, you) = (self.to_move, other(self.to_move));
        let (mine, yours) = (self.grid.count(me), self.grid.count(you));
        if mine == 0 {
            return Some(format!("{} captured", you.word()));
        }
        if yours == 0 {
            return Some(format!("{} captured", me.word()));
        }
        if self.grid.can_capture(me) {
            return None;
        }
        if self.has("one-each", "draw") && mine == 1 && yours == 1 {
            return Some("draw one-each".to_string());
        }
        if self.is_capturer_in_phase_one() && self.has("capture", "must") {
            if self.has("stranded", "wins") {
                return Some(format!("{} stranded", me.word()));
            }
            if self.has("stranded", "loses") {
                return Some(format!("{} stranded", you.word()));
            }
        }
        None
    }

    fn plays(&self) -> Vec<Play> {
        if let Some(last) = self.so_far.last() {
            let so_far = Play {
                strides: self.so_far.clone(),
                grid: self.grid.clone(),
            };
            assert_eq!(self.grid.at(last.to), Some(self.to_move));
            if self.takes_one_stone() {
                return vec![so_far];
            }
            let mut found = Vec::new();
            self.go_on(&so_far, &mut found);
            return found;
        }
        if self.ended().is_some() {
            return Vec::new();
        }
        if self.is_hunted_in_phase_one() {
            return self.walks();
        }
        let mut found = Vec::new();
        for from in self.grid.stones_of(self.to_move) {
            for mut stride in self.grid.capturing(self.to_move, from) {
                if self.takes_one_stone() {
                    stride.row.truncate(1);
                    found.push(self.grid.played(&[], stride));
                } else {
                    self.go_on(&self.grid.played(&[], stride), &mut found);
                }
            }
        }
        if found.is_empty() || self.has("capture", "may") {
            for from in self.grid.stones_of(self.to_move) {
                let capturing: HashSet<Spot> = self
                    .grid
                    .capturing(self.to_move, from)
                    .iter()
                    .map(|stride| stride.to)
                    .collect();
                for stride in self.grid.walking(from) {
                    if !capturing.contains(&stride.to) {
                        found.push(self.grid.played(&[], stride));
                    }
                }
            }
        }
        found
    }

    /// The turns of the side that takes nothing.
    fn walks(&self) -> Vec<Play> {
        let mut walks = Vec::new();
        for from in self.grid.stones_of(self.to_move) {
            for stride in self.grid.walking(from) {
                walks.push(self.grid.played(&[], stride));
            }
        }
        if self.has("leave", "yes") {
            let leaving: Vec<Play> = walks
                .iter()
                .filter(|play| play.grid.can_capture(other(self.to_move)))
                .cloned()
                .collect();
            if !leaving.is_empty() {
                return leaving;
            }
        }
        walks
    }

    /// Finds all turns that begin with a capture just made.
    fn go_on(&self, play: &Play, found: &mut Vec<Play>) {
        let here = play.strides.last().expect("a capture was made").to;
        let mut visited: HashSet<Spot> = play.strides.iter().map(|stride| stride.to).collect();
        visited.insert(play.strides[0].from);
        let ways: Vec<Way> = play.strides.iter().map(way).collect();
        let mut further = play.grid.capturing(self.to_move, here);
        further.retain(|stride| {
            let fits = if self.has("direction", "change") {
                ways.last() != Some(&way(stride))
            } else if self.has("direction", "new") {
                !ways.contains(&way(stride))
            } else {
                true
            };
            fits && !visited.contains(&stride.to)
        });
        if further.is_empty() || self.has("chain", "may") {
            found.push(play.clone());
        }
        for stride in further {
            self.go_on(&play.grid.played(&play.strides, stride), found);
        }
    }

    /// The position after a turn.
    fn after(&self, play: &Play) -> String {
        let letter = match self.to_move {
            Colour::White => 'b',
            Colour::Black => 'w',
        };
        format!("{} {letter}", play.grid.text())
    }
}

impl Grid {
    fn read(text: &str) -> Self {
        let rows: Vec<Vec<Option<Colour>>> = text
            .split('/')
            .map(|row| {
                let mut cells = Vec::new();
                for c in row.chars() {
                    match c {
                        'w' => cells.push(Some(Colour::White)),
                        'b' => cells.push(Some(Colour::Black)),
                        _ => {
                            let run = c.to_digit(10).expect("a run of empty points");
                            for _ in 0..run {
                                cells.push(None);
                            }
                        }
                    }
                }
                cells
            })
            .collect();
        let mut stones = Vec::new();
        for file in 0..rows[0].len() {
            stones.push(rows.iter().rev().map(|row| row[file]).collect());
        }
        Self {
            files: i32::try_from(rows[0].len()).expect("few files"),
            ranks: i32::try_from(rows.len()).expect("few ranks"),
            stones,
        }
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.ranks).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..self.files {
                let letter = match self.at((file, rank)) {
                    None => {
                        empty += 1;
                        continue;
                    }
                    Some(Colour::White) => 'w',
                    Some(Colour::Black) => 'b',
                };
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                row.push(letter);
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        rows.join("/")
    }

    fn is_on_board(&self, (file, rank): Spot) -> bool {
        (0..self.files).contains(&file) && (0..self.ranks).contains(&rank)
    }

    /// The stone on a point of the board.
    fn at(&self, (file, rank): Spot) -> Option<Colour> {
        self.stones[index(file)][index(rank)]
    }

    fn set(&mut self, (file, rank): Spot, stone: Option<Colour>) {
        self.stones[index(file)][index(rank)] = stone;
    }

    fn stones_of(&self, colour: Colour) -> Vec<Spot> {
        let mut found = Vec::new();
        for file in 0..self.files {
            for rank in 0..self.ranks {
                if self.at((file, rank)) == Some(colour) {
                    found.push((file, rank));
                }
            }
        }
        found
    }

    fn count(&self, colour: Colour) -> usize {
        self.stones_of(colour).len()
    }

    fn can_capture(&self, colour: Colour) -> bool {
        let stones = self.stones_of(colour);
        stones
            .into_iter()
            .any(|from| !self.capturing(colour, from).is_empty())
    }

    /// The unbroken row of one colour that begins with a point and goes on in a direction.
    fn row(&self, first: Spot, way: Way, colour: Colour) -> Vec<Spot> {
        let mut row = Vec::new();
        let mut spot = first;
        while self.is_on_board(spot) && self.at(spot) == Some(colour) {
            row.push(spot);
            spot = plus(spot, way);
        }
        row
    }

    /// All steps to empty points next to a point, taking nothing.
    fn walking(&self, from: Spot) -> Vec<Stride> {
        let mut strides = Vec::new();
        for way in ways(from) {
            let to = plus(from, way);
            if self.is_on_board(to) && self.at(to).is_none() {
                strides.push(Stride {
                    from,
                    to,
                    letter: None,
                    row: Vec::new(),
                });
            }
        }
        strides
    }

    /// All steps from a point that take something.
    fn capturing(&self, colour: Colour, from: Spot) -> Vec<Stride> {
        let mut strides = Vec::new();
        for walk in self.walking(from) {
            let ahead = way(&walk);
            let behind = (-ahead.0, -ahead.1);
            let approach = self.row(plus(walk.to, ahead), ahead, other(colour));
            let withdrawal = self.row(plus(from, behind), behind, other(colour));
            for (letter, row) in [('A', approach), ('W', withdrawal)] {
                if !row.is_empty() {
                    strides.push(Stride {
                        letter: Some(letter),
                        row,
                        ..walk.clone()
                    });
                }
            }
        }
        strides
    }

    /// What becomes of some steps and the stones after one more step.
    fn played(&self, before: &[Stride], stride: Stride) -> Play {
        let mut grid = self.clone();
        grid.set(stride.to, self.at(stride.from));
        grid.set(stride.from, None);
        for &spot in &stride.row {
            grid.set(spot, None);
        }
        let mut strides = before.to_vec();
        strides.push(stride);
        Play { strides, grid }
    }
}

impl Colour {
    fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

fn other(colour: Colour) -> Colour {
    match colour {
        Colour::White => Colour::Black,
        Colour::Black => Colour::White,
    }
}

/// The directions of the lines that meet on a point; a strong one has diagonals.
fn ways((file, rank): Spot) -> Vec<Way> {
    let mut ways = vec![(1, 0), (-1, 0), (0, 1), (0, -1)];
    if (file + rank) % 2 == 0 {
        ways.extend([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
    }
    ways
}

fn way(stride: &Stride) -> Way {
    (stride.to.0 - stride.from.0, stride.to.1 - stride.from.1)
}

fn plus(spot: Spot, way: Way) -> Spot {
    (spot.0 + way.0, spot.1 + way.1)
}

fn index(number: i32) -> usize {
    usize::try_from(number).expect("on the board")
}

fn name((file, rank): Spot) -> String {
    format!("{}{}", &"abcdefghi"[index(file)..=index(file)], rank + 1)
}

fn turn_text(strides: &[Stride]) -> String {
    let mut text = name(strides[0].from);
    for stride in strides {
        text += &name(stride.to);
        text.extend(stride.letter);
    }
    text
}

/// The steps of a turn so far, all of which have a letter.
fn read_strides(text: &str) -> Vec<Stride> {
    let spot = |text: &str| -> Spot {
        let file = "abcdefghi".find(&text[..1]).expect("a file");
        let rank: i32 = text[1..2].parse().expect("a rank");
        (i32::try_from(file).expect("a file"), rank - 1)
    };
    let mut strides = Vec::new();
    let mut from = spot(text);
    let mut rest = &text[2..];
    while !rest.is_empty() {
        let to = spot(rest);
        strides.push(Stride {
            from,
            to,
            letter: rest[2..].chars().next(),
            row: Vec::new(),
        });
        from = to;
        rest = &rest[3..];
    }
    strides
}
