//! `leaflet`: one sheet for players, in their language: moves, lights, menu, vela.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use fanorona_board::menu::ITEMS;
use fanorona_board::point::Point;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side as Player;

use super::Failure;
use super::draw::plan::{Plan, Seen};
use super::draw::sheet::{BLACK, LINE, Sheet, Side, THIN, WHITE};
use super::texts::{Language, Text, menu};

/// How to handle the stones, and where the game comes from, a paragraph each.
const HANDS: [&str; 3] = ["leaflet.hands.1", "leaflet.hands.2", "leaflet.hands.3"];
const HISTORY: [&str; 4] = [
    "leaflet.history.1",
    "leaflet.history.2",
    "leaflet.history.3",
    "leaflet.history.4",
];
/// The game in the five sentences that the page has too.
const GAME: [&str; 5] = [
    "rules.game.1",
    "rules.game.2",
    "rules.game.3",
    "rules.game.4",
    "rules.game.5",
];
/// How a light looks, and what it says; where it is one cue, in the page's words.
const LIGHTS: [[&str; 2]; 9] = [
    ["leaflet.light.setup", "leaflet.light.setup.says"],
    ["leaflet.light.turn", "cue.turn"],
    ["leaflet.light.target", "cue.target"],
    ["leaflet.light.victim", "cue.victim"],
    ["leaflet.light.rows", "leaflet.light.rows.says"],
    ["leaflet.light.missing", "cue.missing"],
    ["leaflet.light.extra", "cue.extra"],
    ["leaflet.light.takeback", "cue.takeback"],
    ["leaflet.light.breathing", "leaflet.light.breathing.says"],
];
/// The Malagasy words that are explained, on the page too.
const WORDS: [&str; 8] = [
    "vato", "laka", "paika", "riatra", "vela", "tsivy", "dimy", "telo",
];

pub fn command() -> Command {
    Command::new("leaflet")
        .about("Draws the leaflet for players, a sheet of A4 as SVG for print")
        .arg(
            Arg::new("language")
                .value_name("LANGUAGE")
                .required(true)
                .value_parser(PossibleValuesParser::new(Language::codes()))
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
    let language = Language::find(language).expect("only languages are possible values");
    let leaflet = draw(language).0;
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
fn draw(language: &Language) -> (String, [f64; 3]) {
    let mut sheet = Sheet::new();
    let left = [0u8, 1, 2].map(|column| MARGIN + f64::from(column) * (WIDTH + GAP));
    let column = |number: usize, y| Column {
        language,
        left: left[number],
        y,
    };

    sheet.bold([left[0], 18.0], 8.0, Side::Left, "Fanorona");
    let mut first = column(0, 23.0);
    first.text(&mut sheet, "leaflet.subtitle");
    board(&mut sheet, [left[0] + 6.0, first.y + 4.0]);
    first.y += 46.0;
    first.text(&mut sheet, "leaflet.start");
    first.section(&mut sheet, "rules.game", &GAME);
    let names = ["leaflet.approach", "leaflet.withdrawal"].map(|key| language.get(key));
    captures(&mut sheet, [left[0], first.y + 4.0], names);
    first.y += 14.5;
    first.heading(&mut sheet, "rules.words");
    for word in WORDS {
        let text = Text::new("leaflet.pair").with("name", word.to_owned());
        first.say(
            &mut sheet,
            &text.with("says", Text::new(format!("word.{word}"))),
        );
    }

    let mut second = column(1, 14.0);
    second.section(&mut sheet, "leaflet.hands", &HANDS);
    second.pairs(&mut sheet, "rules.lights", &LIGHTS);
    second.section(
        &mut sheet,
        "rules.vela",
        &["rules.vela.text", "rules.vela.presets"],
    );

    let mut third = column(2, 14.0);
    let menu = ["menu.open", "menu.choose", "menu.match", "menu.leave"];
    third.section(&mut sheet, "menu.title", &menu);
    for item in ITEMS {
        let values = item.values().map(|(point, value)| {
            let at = Text::new("leaflet.value").with("point", point.to_string());
            at.with("value", menu::value(value))
        });
        if let Some(values) = Text::list(values, "list.more") {
            let text = Text::new("leaflet.pair").with("name", menu::setting(item.setting));
            third.say(&mut sheet, &text.with("says", values));
        }
    }
    third.section(&mut sheet, "leaflet.history", &HISTORY);
    third.text(&mut sheet, "leaflet.sources");

    let ends = [first.y, second.y, third.y];
    (sheet.finish("Fanorona", SIZE), ends)
}

/// A column that is filled from above.
struct Column<'a> {
    language: &'a Language,
    left: f64,
    y: f64,
}

impl Column<'_> {
    fn section(&mut self, sheet: &mut Sheet, heading: &str, paragraphs: &[&str]) {
        self.heading(sheet, heading);
        for paragraph in paragraphs {
            self.text(sheet, paragraph);
        }
    }

    fn heading(&mut self, sheet: &mut Sheet, key: &str) {
        self.y += 2.5;
        let heading = self.language.get(key);
        sheet.bold([self.left, self.y], 4.0, Side::Left, heading);
        self.y += LEADING + 1.2;
    }

    /// A paragraph.
    fn text(&mut self, sheet: &mut Sheet, key: &str) {
        self.say(sheet, &Text::new(key));
    }

    fn say(&mut self, sheet: &mut Sheet, text: &Text) {
        for line in wrapped(&self.language.say(text), WIDTH) {
            sheet.text([self.left, self.y], LETTER, Side::Left, &line);
            self.y += LEADING;
        }
        self.y += 0.8;
    }

    /// What something is, and what it means.
    fn pairs(&mut self, sheet: &mut Sheet, heading: &str, pairs: &[[&str; 2]]) {
        const INDENT: f64 = 5.0;
        self.heading(sheet, heading);
        for [name, meaning] in pairs
            .iter()
            .map(|pair| pair.map(|key| self.language.get(key)))
        {
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
        pitch: 8.8,
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
        for language in Language::all() {
            let (svg, ends) = draw(language);
            assert!(is_well_formed(&svg), "{}", language.code);
            for end in ends {
                assert!(
                    end <= SIZE[1] - MARGIN + LEADING,
                    "{}: {ends:?}",
                    language.code
                );
            }
        }
    }

    #[test]
    fn the_lights_are_those_of_the_readme() {
        let readme = fs::read_to_string("README.md").unwrap();
        let (_, table) = readme
            .split_once("| light | it says |\n|---|---|\n")
            .unwrap();
        let rows = table.lines().take_while(|line| line.starts_with('|'));
        let named = rows.filter_map(|row| row.split('|').nth(1).map(str::trim));
        let english = Language::find("en").unwrap();
        assert!(named.eq(LIGHTS.map(|[look, _]| english.get(look))));
    }

    #[test]
    fn the_menu_has_every_value() {
        for language in Language::all() {
            let svg = draw(language).0;
            for (point, value) in fanorona_board::menu::values() {
                let told = Text::new("leaflet.value").with("point", point.to_string());
                let told = language.say(&told.with("value", menu::value(value)));
                assert!(svg.contains(&told), "{told}");
            }
        }
    }
}
