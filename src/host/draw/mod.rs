//! `draw`: the drawings that a board is built by, from its wiring and the dimensions of a design.

mod below;
mod holes;
pub mod plan;
mod schematic;
mod section;
pub mod sheet;
mod snake;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use fanorona_board::wiring::Wiring;

use super::Failure;
use super::design::{self, DESIGNS, Design};
use sheet::{DASHED, Sheet, THIN};

/// The wirings of all boards, as their folders have them.
mod boards {
    include!(concat!(env!("OUT_DIR"), "/boards.rs"));

    pub const WIRINGS: &[(&str, fanorona_board::wiring::Wiring)] = ALL;
}
pub use boards::WIRINGS;

/// The thickness of a reed's glass, in millimetres.
const GLASS: f64 = 2.0;

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    A4,
    A3,
}

impl Paper {
    const fn upright(self) -> [f64; 2] {
        match self {
            Self::A4 => [210.0, 297.0],
            Self::A3 => [297.0, 420.0],
        }
    }

    const fn lying(self) -> [f64; 2] {
        let [width, height] = self.upright();
        [height, width]
    }
}

pub fn command() -> Command {
    let names: Vec<&'static str> = WIRINGS.iter().map(|(name, _)| *name).collect();
    Command::new("draw")
        .about("Draws all that a board is built by, as SVG for print")
        .long_about(
            "Draws all that a board is built by into a folder, as SVG for print at 100 %: the hole plan to scale, the \
             section through one point, the schematic, the wiring and the strip seen from below.",
        )
        .arg(
            Arg::new("board")
                .value_name("BOARD")
                .required(true)
                .value_parser(PossibleValuesParser::new(names))
                .help("Whose pins"),
        )
        .arg(
            Arg::new("folder")
                .value_name("FOLDER")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The folder to write to; it is made if there is none"),
        )
        .arg(
            Arg::new("design")
                .long("design")
                .value_name("DESIGN")
                .default_value(design::RECOMMENDED.name)
                .value_parser(PossibleValuesParser::new(DESIGNS.map(|design| design.name)))
                .help("Whose dimensions"),
        )
        .arg(
            Arg::new("paper")
                .long("paper")
                .value_name("PAPER")
                .default_value("a4")
                .value_parser(PossibleValuesParser::new(["a4", "a3"]))
                .help("What the hole plan is printed on"),
        )
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let word = |name: &str| -> &String { arguments.get_one(name).expect("it has a value") };
    let board = WIRINGS.iter().find(|(name, _)| name == word("board"));
    let (name, wiring) = board.expect("only boards are possible values");
    let design = design::find(word("design")).expect("only designs are possible values");
    let paper = match word("paper").as_str() {
        "a3" => Paper::A3,
        _ => Paper::A4,
    };
    let folder: &PathBuf = arguments.get_one("folder").expect("it is required");
    let failed = |path: &PathBuf, error: &io::Error| {
        Failure::new(format_args!("{}: {error}", path.display()))
    };
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let mut out = io::stdout().lock();
    for (file, svg) in drawings(name, wiring, &design, paper) {
        let path = folder.join(file);
        fs::write(&path, svg).map_err(|error| failed(&path, &error))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// All drawings, and the names of their files.
fn drawings(board: &str, wiring: &Wiring, design: &Design, paper: Paper) -> Vec<(String, String)> {
    let size = Paper::A4.lying();
    let holes = (1..).zip(holes::sheets(design, paper));
    let mut all: Vec<(String, String)> = holes
        .map(|(number, svg)| (format!("holes-{number}.svg"), svg))
        .collect();
    all.push(("section.svg".into(), section::sheet(design, size)));
    all.push((
        "schematic.svg".into(),
        schematic::sheet(board, wiring, size),
    ));
    all.push(("below.svg".into(), below::sheet(board, wiring, size)));
    all.push(("snake.svg".into(), snake::sheet(board, wiring, size)));
    all
}

/// The glass of a reed and its leads, seen from above or below its point.
fn reed_outline(sheet: &mut Sheet, design: &Design, [x, y]: [f64; 2], onward: f64) {
    let middle = x + onward * design.offset;
    sheet.block([middle, y], [design.reed.glass, GLASS], DASHED);
    let half = design.reed.iron / 2.0;
    for way in [-1.0, 1.0] {
        let [near, far] = [design.reed.glass / 2.0, half].map(|by| middle + way * by);
        sheet.line([near, y], [far, y], THIN);
    }
}
