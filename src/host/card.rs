//! `card`: draws the menu for print, from the menu's own table.

use std::fmt::Write;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use fanorona_board::menu::{ITEMS, Item, KEY};
use fanorona_board::point::{FILES, Point, RANKS};

use super::Failure;
use super::draw::sheet::escaped;
use super::texts::{Language, menu};

pub fn command() -> Command {
    Command::new("card")
        .about("Draws the card of the menu, as SVG for print")
        .arg(
            Arg::new("language")
                .long("language")
                .value_name("LANGUAGE")
                .default_value(Language::all()[0].code)
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
    let language: &String = arguments.get_one("language").expect("it has a default");
    let language = Language::find(language).expect("only languages are possible values");
    let card = svg(language);
    match arguments.get_one::<PathBuf>("file") {
        None => Ok(io::stdout().write_all(card.as_bytes())?),
        Some(path) => fs::write(path, card)
            .map_err(|error| Failure::new(format_args!("{}: {error}", path.display()))),
    }
}

/// The card is a sheet of A5, in millimetres.
const WIDTH: i32 = 210;
const HEIGHT: i32 = 148;
/// The distances of points, and where a5 lies.
const FILE: i32 = 20;
const RANK: i32 = 18;
const LEFT: i32 = 25;
const TOP: i32 = 32;

/// How to use the menu, a line each.
const LINES: [&str; 4] = ["menu.open", "menu.choose", "menu.match", "menu.leave"];

/// The card.
pub fn svg(language: &Language) -> String {
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = draw(&mut svg, language);
    svg
}

fn draw(out: &mut String, language: &Language) -> std::fmt::Result {
    let [title, heading] =
        ["menu.card.title", "menu.card.heading"].map(|key| escaped(language.get(key)));
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="3.4" text-anchor="middle">
<title>{title}</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>
<text x="{}" y="13" font-size="7" font-weight="bold">{heading}</text>"##,
        WIDTH / 2
    )?;
    draw_lines(out)?;
    for item in ITEMS {
        draw_item(out, language, item)?;
    }
    let (x, y) = place(KEY);
    writeln!(
        out,
        r##"<circle id="key" cx="{x}" cy="{y}" r="6" fill="#333"/><text x="{x}" y="{}" fill="#fff">{KEY}</text>"##,
        y + 1
    )?;
    for (line, key) in (0..).zip(LINES) {
        let words = escaped(language.get(key));
        let y = HEIGHT - 22 + 5 * line;
        writeln!(
            out,
            r#"<text x="{}" y="{y}" text-anchor="start">{words}</text>"#,
            LEFT - 10
        )?;
    }
    writeln!(out, "</svg>")
}

/// The lines of the board, and the names of its files and ranks.
fn draw_lines(out: &mut String) -> std::fmt::Result {
    writeln!(out, r##"<g stroke="#ccc" stroke-width="0.4">"##)?;
    for point in Point::all() {
        let (x, y) = place(point);
        let diagonals: &[(i8, i8)] = if point.is_strong() {
            &[(1, 1), (1, -1)]
        } else {
            &[]
        };
        for &(files, ranks) in [(1, 0), (0, 1)].iter().chain(diagonals) {
            let file = point.file().checked_add_signed(files);
            let rank = point.rank().checked_add_signed(ranks);
            if let (Some(file), Some(rank)) = (file, rank)
                && let Some(next) = Point::at(file, rank)
            {
                let (to_x, to_y) = place(next);
                writeln!(out, r#"<path d="M{x} {y}L{to_x} {to_y}"/>"#)?;
            }
        }
    }
    writeln!(out, r##"</g><g fill="#888">"##)?;
    for file in (0..FILES).filter_map(|file| Point::at(file, 0)) {
        let (x, y) = place(file);
        let letter = char::from(b'a' + file.file());
        writeln!(out, r#"<text x="{x}" y="{}">{letter}</text>"#, y + 13)?;
    }
    for rank in (0..RANKS).filter_map(|rank| Point::at(0, rank)) {
        let (x, y) = place(rank);
        let number = rank.rank() + 1;
        writeln!(out, r#"<text x="{}" y="{}">{number}</text>"#, x - 13, y + 1)?;
    }
    writeln!(out, "</g>")
}

/// A setting in its frame, with all its values.
fn draw_item(out: &mut String, language: &Language, item: Item) -> std::fmt::Result {
    let (x, y) = place(item.first);
    let count = i32::try_from(item.values().count()).unwrap_or(0);
    let word = item.setting.word();
    writeln!(
        out,
        r##"<g id="{word}"><rect x="{}" y="{}" width="{}" height="17" rx="3" fill="#fff" fill-opacity="0.8" stroke="#333" stroke-width="0.4"/>"##,
        x - 9,
        f64::from(y) - 8.5,
        FILE * (count - 1) + 18,
    )?;
    writeln!(
        out,
        r#"<text x="{}" y="{}" text-anchor="start" font-weight="bold">{}</text>"#,
        x - 7,
        f64::from(y) - 4.2,
        escaped(&language.say(&menu::setting(item.setting)))
    )?;
    for (point, value) in item.values() {
        let (x, y) = place(point);
        let value = escaped(&language.name(&menu::value(value)));
        writeln!(
            out,
            r##"<g id="{point}"><circle cx="{x}" cy="{y}" r="2.4" fill="#fff" stroke="#333" stroke-width="0.6"/><text x="{x}" y="{}" font-size="3">{value}</text></g>"##,
            f64::from(y) + 6.4
        )?;
    }
    writeln!(out, "</g>")
}

/// Where a point lies on the card.
fn place(point: Point) -> (i32, i32) {
    let (file, down) = (point.file(), RANKS - 1 - point.rank());
    (LEFT + FILE * i32::from(file), TOP + RANK * i32::from(down))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fanorona_board::menu as stones;

    fn english() -> &'static Language {
        Language::find("en").unwrap()
    }

    /// The part of the card that is named so.
    fn part<'a>(card: &'a str, id: &str) -> Option<&'a str> {
        let (_, part) = card.split_once(&format!(r#"<g id="{id}">"#))?;
        part.split_once("</g>").map(|(part, _)| part)
    }

    #[test]
    fn the_card_has_every_value_on_its_point_and_no_other() {
        let card = svg(english());
        for (point, value) in stones::values() {
            let drawn = part(&card, &point.to_string());
            let drawn = drawn.unwrap_or_else(|| panic!("{point} is not on the card"));
            let (x, y) = place(point);
            assert!(drawn.contains(&format!(r#"cx="{x}" cy="{y}""#)), "{drawn}");
            for language in Language::all() {
                let said = language.name(&menu::value(value));
                assert!(said.chars().count() <= 9, "{said} leaves its frame");
            }
            let said = english().name(&menu::value(value));
            assert!(drawn.ends_with(&format!(">{said}</text>")), "{drawn}");
        }
        let named = Point::all().filter(|point| part(&card, &point.to_string()).is_some());
        assert_eq!(named.count(), stones::values().count());
        for item in ITEMS {
            assert!(part(&card, item.setting.word()).is_some(), "{item:?}");
        }
    }

    #[test]
    fn the_card_shows_where_the_key_is() {
        let (x, y) = place(KEY);
        let stone = format!(r#"<circle id="key" cx="{x}" cy="{y}""#);
        assert!(svg(english()).contains(&stone));
        assert!(svg(english()).contains(&format!(">{KEY}</text>")));
    }

    #[test]
    fn every_part_of_the_card_is_closed_and_lies_on_the_sheet() {
        for language in Language::all() {
            let card = svg(language);
            for name in ["g", "text", "svg", "title"] {
                let opened = card.matches(&format!("<{name} ")).count()
                    + card.matches(&format!("<{name}>")).count();
                assert_eq!(
                    opened,
                    card.matches(&format!("</{name}>")).count(),
                    "{name}"
                );
            }
        }
        for point in Point::all() {
            let (x, y) = place(point);
            assert!((9..=WIDTH - 9).contains(&x) && (9..=HEIGHT - 30).contains(&y));
        }
    }
}
