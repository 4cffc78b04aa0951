//! `leaflet`: one sheet for players, in their language: moves, lights, menu, vela.

mod en;
mod fr;

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use fanorona_board::menu::{ITEMS, Setting};
use fanorona_board::point::Point;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side as Player;

use super::Failure;
use super::draw::plan::{Plan, Seen};
use super::draw::sheet::{BLACK, LINE, Sheet, Side, THIN, WHITE};

/// Everything that is said, in one language.
struct Texts {
    title: &'static str,
    subtitle: &'static str,
    start: &'static str,
    play: (&'static str, &'static [&'static str]),
    /// Below the pictures of the two captures.
    pictures: [&'static str; 2],
    hands: (&'static str, &'static [&'static str]),
    lights: (&'static str, &'static [(&'static str, &'static str)]),
    menu: (&'static str, &'static str),
    vela: (&'static str, &'static [&'static str]),
    words: (&'static str, &'static [(&'static str, &'static str)]),
    history: (&'static str, &'static [&'static str]),
    sources: &'static str,
    /// What a setting of the menu is called, and a value of one.
    setting: fn(Setting) -> &'static str,
    value: fn(&str) -> &str,
}

const LANGUAGES: [(&str, Texts); 2] = [("en", en::TEXTS), ("fr", fr::TEXTS)];

pub fn command() -> Command {
    Command::new("leaflet")
        .about("Draws the leaflet for players, a sheet of A4 as SVG for print")
        .arg(
            Arg::new("language")
                .value_name("LANGUAGE")
                .required(true)
                .value_parser(PossibleValuesParser::new(LANGUAGES.map(|(word, _)| word)))
                .help("Its language"),
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("The file to write; standard output if none is named"),
        )
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let language: &String = arguments.get_one("language").expect("it is required");
    let found = LANGUAGES.into_iter().find(|(word, _)| word == language);
    let (_, texts) = found.expect("only languages are possible values");
    let leaflet = draw(&texts).0;
    match arguments.get_one::<PathBuf>("file") {
        None => Ok(io::stdout().write_all(leaflet.as_bytes())?),
        Some(path) => fs::write(path, leaflet)
            .map_err(|error| Failure::new(format_args!("{}: {error}", path.display()))),
    }
}

/// A sheet of A4, lying, in millimetres, and its three columns.
const SIZE: [f64; 2] = [297.0, 210.0];
const MARGIN: f64 = 10.0;
const WIDTH: f64 = 88.0;
const GAP: f64 = 6.5;
/// The height of letters, and from line to line.
const LETTER: f64 = 2.8;
const LEADING: f64 = 3.7;

/// The leaflet, and how far down each of its columns goes.
fn draw(texts: &Texts) -> (String, [f64; 3]) {
    let mut sheet = Sheet::new();
    let left = [0u8, 1, 2].map(|column| MARGIN + f64::from(column) * (WIDTH + GAP));

    sheet.bold([left[0], 18.0], 8.0, Side::Left, texts.title);
    let mut first = Column::at(left[0], 23.0);
    first.paragraph(&mut sheet, texts.subtitle);
    board(&mut sheet, [left[0] + 6.0, first.y + 8.0]);
    first.y += 52.0;
    first.paragraph(&mut sheet, texts.start);
    first.section(&mut sheet, texts.play.0, texts.play.1);
    captures(&mut sheet, [left[0], first.y + 4.0], texts.pictures);
    first.y += 17.0;

    let mut second = Column::at(left[1], 14.0);
    second.section(&mut sheet, texts.hands.0, texts.hands.1);
    second.pairs(&mut sheet, texts.lights.0, texts.lights.1);
    second.section(&mut sheet, texts.vela.0, texts.vela.1);

    let mut third = Column::at(left[2], 14.0);
    third.section(&mut sheet, texts.menu.0, &[texts.menu.1]);
    for item in ITEMS {
        let values = item.values().map(|(point, value)| {
            // They stay together.
            format!("{point}\u{a0}{}", (texts.value)(&value.to_string()))
        });
        let values: Vec<String> = values.collect();
        let name = (texts.setting)(item.setting);
        third.paragraph(&mut sheet, &format!("{name}: {}", values.join(", ")));
    }
    third.heading(&mut sheet, texts.words.0);
    for (word, meaning) in texts.words.1 {
        third.paragraph(&mut sheet, &format!("{word}: {meaning}"));
    }
    third.section(&mut sheet, texts.history.0, texts.history.1);
    third.paragraph(&mut sheet, texts.sources);

    let ends = [first.y, second.y, third.y];
    (sheet.finish(texts.title, SIZE), ends)
}

/// A column that is filled from above.
struct Column {
    left: f64,
    y: f64,
}

impl Column {
    const fn at(left: f64, y: f64) -> Self {
        Self { left, y }
    }

    fn section(&mut self, sheet: &mut Sheet, heading: &str, paragraphs: &[&str]) {
        self.heading(sheet, heading);
        for paragraph in paragraphs {
            self.paragraph(sheet, paragraph);
        }
    }

    fn heading(&mut self, sheet: &mut Sheet, heading: &str) {
        self.y += 2.5;
        sheet.bold([self.left, self.y], 4.0, Side::Left, heading);
        self.y += LEADING + 1.2;
    }

    fn paragraph(&mut self, sheet: &mut Sheet, text: &str) {
        for line in wrapped(text, WIDTH) {
            sheet.text([self.left, self.y], LETTER, Side::Left, &line);
            self.y += LEADING;
        }
        self.y += 0.8;
    }

    /// What something is, and what it means.
    fn pairs(&mut self, sheet: &mut Sheet, heading: &str, pairs: &[(&str, &str)]) {
        const INDENT: f64 = 5.0;
        self.heading(sheet, heading);
        for (name, meaning) in pairs {
            sheet.bold([self.left, self.y], LETTER, Side::Left, name);
            self.y += LEADING;
            for line in wrapped(meaning, WIDTH - INDENT) {
                sheet.text([self.left + INDENT, self.y], LETTER, Side::Left, &line);
                self.y += LEADING;
            }
            self.y += 0.5;
        }
    }
}

/// A text in lines that are no wider than that, by the width that letters have on average.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    const PER_LETTER: f64 = 0.56 * LETTER;
    let fits = |line: &str| line.chars().map(|_| PER_LETTER).sum::<f64>() <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => {
                line.push(' ');
                *line += word;
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// The start position.
fn board(sheet: &mut Sheet, corner: [f64; 2]) {
    let plan = Plan {
        seen: Seen::Above,
        corner,
        pitch: 9.5,
    };
    plan.lines(sheet);
    let start = Position::riatra(Board::Tsivy, Player::White);
    for point in Point::all() {
        let place = plan.place(point);
        if start.stones()[Player::White].contains(point) {
            sheet.circle(place, 6.0, WHITE);
        } else if start.stones()[Player::Black].contains(point) {
            sheet.circle(place, 6.0, BLACK);
        }
    }
}

/// A row of five points for each kind of capture: who moves where, and what is taken.
fn captures(sheet: &mut Sheet, [left, y]: [f64; 2], names: [&str; 2]) {
    // The mover, its destination, and the stones that are taken, counted in points.
    let rows = [([0u8, 1], [2u8, 3]), ([2, 3], [0, 1])];
    for (number, (([from, to], taken), name)) in (0u8..).zip(rows.into_iter().zip(names)) {
        let start = left + 4.0 + 45.0 * f64::from(number);
        let at = |point: u8| [start + 9.5 * f64::from(point), y];
        sheet.line(at(0), at(3), LINE);
        for point in taken {
            sheet.circle(at(point), 6.0, BLACK);
            let [x, _] = at(point);
            for way in [-1.0, 1.0] {
                let style = r##"stroke="#fff" stroke-width="0.6" fill="none""##;
                sheet.line([x - 1.5, y - way * 1.5], [x + 1.5, y + way * 1.5], style);
            }
        }
        sheet.circle(at(from), 6.0, WHITE);
        sheet.circle(at(to), 2.0, THIN);
        let [x, _] = at(from);
        sheet.arrow([x + 1.0, y - 4.5], [at(to)[0], y - 4.5], LINE);
        sheet.text([start - 3.0, y + 6.5], LETTER, Side::Left, name);
    }
}

#[cfg(test)]
mod tests {
    use super::super::draw::sheet::tests::is_well_formed;
    use super::*;

    #[test]
    fn a_leaflet_is_one_sheet() {
        for (language, texts) in LANGUAGES {
            let (svg, ends) = draw(&texts);
            assert!(is_well_formed(&svg), "{language}");
            for end in ends {
                assert!(end <= SIZE[1] - MARGIN + LEADING, "{language}: {ends:?}");
            }
        }
    }

    #[test]
    fn the_languages_say_the_same() {
        let [english, french] = [en::TEXTS, fr::TEXTS];
        assert_eq!(english.play.1.len(), french.play.1.len());
        assert_eq!(english.hands.1.len(), french.hands.1.len());
        assert_eq!(english.lights.1.len(), french.lights.1.len());
        assert_eq!(english.vela.1.len(), french.vela.1.len());
        assert_eq!(english.history.1.len(), french.history.1.len());
        let words = |texts: Texts| texts.words.1.iter().map(|(word, _)| *word);
        assert!(words(english).eq(words(french)));
    }

    #[test]
    fn the_lights_are_those_of_the_readme() {
        let readme = fs::read_to_string("README.md").unwrap();
        let (_, table) = readme
            .split_once("| light | it says |\n|---|---|\n")
            .unwrap();
        let rows = table.lines().take_while(|line| line.starts_with('|'));
        let named = rows.filter_map(|row| row.split('|').nth(1).map(str::trim));
        let told = en::TEXTS.lights.1.iter().map(|(light, _)| *light);
        assert!(named.eq(told));
    }

    #[test]
    fn the_menu_has_every_value() {
        for (_, texts) in LANGUAGES {
            let svg = draw(&texts).0;
            for (point, value) in fanorona_board::menu::values() {
                let value = value.to_string();
                let told = format!("{point}\u{a0}{}", (texts.value)(&value));
                assert!(svg.contains(&told), "{told}");
            }
        }
    }
}
