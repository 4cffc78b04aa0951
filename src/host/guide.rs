//! Whether the guides of the boards say what designs, model and firmware say.

use std::collections::BTreeSet;
use std::fs;

use fanorona_board::crash::{Crash, Part};
use fanorona_board::point::PointSet;
use fanorona_board::selftest::findings::Findings;
use fanorona_board::sense::sensors::Trouble;
use fanorona_board::sense::wires::{Fault, Mishap};
use fanorona_board::store::report::{Off, Report};

use super::design::{DESIGNS, Design, LIGHT_HOLES, RECOMMENDED};
use super::reeds::margins::{Spot, closing_height};

/// The guide that all boards share; a table in a list is as any other.
fn shared() -> String {
    let guide = fs::read_to_string("boards/README.md").unwrap();
    let lines = guide.lines().map(str::trim_start);
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A row of a table: its name, and a cell for each design.
fn row(name: &str, cell: impl Fn(&Design) -> String) -> String {
    let cells: Vec<String> = DESIGNS.iter().map(cell).collect();
    format!("| {name} | {} |\n", cells.join(" | "))
}

fn dimensions() -> String {
    let spot = |design: &Design| Spot::new(*design).unwrap();
    let margins = |design: &Design| spot(design).margins(design.stray);
    [
        row("", |design| design.name.into()),
        "|---|---|---|---|\n".into(),
        row("from point to point", |design| {
            format!("{} mm", design.pitch)
        }),
        row("the wood, with a rim", |design| {
            let [length, width] = design.wood();
            format!("{length} x {width} mm, {} mm", design.rim)
        }),
        row("board above the reeds", |design| {
            format!("{} mm", design.board)
        }),
        row("stone", |design| format!("Ø {} mm", design.stone)),
        row("magnet, one pole down", |design| {
            let magnet = design.magnet;
            format!(
                "{} x {} mm, N{}",
                magnet.diameter, magnet.thickness, magnet.grade.0
            )
        }),
        row("felt and stone below the magnet", |design| {
            format!("{} mm", design.skin)
        }),
        row("h, from magnet to the reed's axis", |design| {
            format!("{:.0} mm", design.height())
        }),
        row("reed: glass, cut to in all", |design| {
            format!("{} mm, {} mm", design.reed.glass, design.reed.iron)
        }),
        row("reed: closes at", |design| {
            format!("{} to {} AT", design.reed.least, design.reed.most)
        }),
        row("middle of the glass beside the point", |design| {
            format!("{} mm", design.offset)
        }),
        row(
            &format!("ring of light: {LIGHT_HOLES} holes on a circle"),
            |design| format!("{} mm on Ø {} mm", design.light_hole, design.ring),
        ),
        row("chamber below the point, depth", |design| {
            format!("Ø {} mm, {} mm", design.chamber, design.depth)
        }),
        row("**a stone may stand off-centre by**", |design| {
            format!("{} mm", spot(design).tolerance().unwrap())
        }),
        row("margins: felt / reopens", |design| {
            let found = margins(design);
            let [felt, reopens, stray] = [found.felt, found.reopens, design.stray];
            format!("{felt:.1} / {reopens:.1} at {stray} mm")
        }),
        row("reopens, the reed 1 mm out of its place", |design| {
            format!("{:.1}", margins(design).reopens_misplaced)
        }),
        row(
            "a captured stone: to the side of file i / elsewhere",
            |design| {
                let [towards, other] = spot(design).aside();
                format!("{towards:.0} / {other:.0} mm")
            },
        ),
        row("all parts, about", |design| format!("{} €", design.euros)),
    ]
    .concat()
}

/// At which height a reed closes, by its ampere-turns, in the recommended design.
fn heights() -> String {
    let turns = [10.0, 15.0, 20.0, 25.0, 30.0, 35.0];
    let heights = turns.map(|turns| closing_height(&RECOMMENDED, turns).unwrap());
    let cells = |cells: [String; 6]| cells.join(" | ");
    format!(
        "| closes below | {} |\n|---|---|---|---|---|---|---|\n| ampere-turns in effect | {} |\n",
        cells(heights.map(|height| format!("{height:.1} mm"))),
        cells(turns.map(|turns| turns.to_string()))
    )
}

#[test]
fn the_guide_has_the_dimensions_of_the_designs() {
    for table in [dimensions(), heights()] {
        assert!(
            shared().contains(&table),
            "boards/README.md lacks:\n{table}"
        );
    }
}

/// Every word by which the firmware names something that is wrong, as it stands in the guide.
fn named() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    // An enum that grows does not compile here before its list has grown too.
    for trouble in [
        Trouble::Chatter,
        Trouble::Stuck,
        Trouble::Dead,
        Trouble::Bridged,
    ] {
        match trouble {
            Trouble::Chatter | Trouble::Stuck | Trouble::Dead | Trouble::Bridged => {}
            Trouble::Over => unreachable!("that is none"),
        }
        words.insert(trouble.to_string());
    }
    for fault in [Fault::Ground, Fault::High, Fault::Undriven, Fault::Joined] {
        match fault {
            Fault::Ground | Fault::High | Fault::Undriven | Fault::Joined => {}
            Fault::Over => unreachable!("that is none"),
        }
        words.insert(fault.to_string());
    }
    for mishap in [Mishap::OutOfStep, Mishap::Lost(1)] {
        match mishap {
            Mishap::OutOfStep | Mishap::Lost(_) => {}
        }
        let word = mishap.to_string().replace(" 1", "");
        words.insert(word);
    }
    for crash in [
        Crash::Panic(""),
        Crash::Fault([0; 8]),
        Crash::Hang(Part::App),
    ] {
        match crash {
            Crash::Panic(_) | Crash::Fault(_) | Crash::Hang(_) => {}
        }
        let word = crash.to_string();
        words.extend(word.split(' ').next().map(str::to_owned));
    }
    words.extend(findings());
    words.extend(store());
    words
}

/// The words of a self-test.
fn findings() -> Vec<String> {
    let one = PointSet::ALL.first().unwrap();
    let mut all = Findings {
        untried: PointSet::of(one),
        open: PointSet::of(one),
        closed: PointSet::of(one),
        bouncing: PointSet::of(one),
        bounce: 1,
        together: PointSet::of(one),
        swapped: heapless::Vec::new(),
    };
    all.swapped.push((one, one)).unwrap();
    let told = all.to_string().replace(" 1 ms", "");
    let parts = told.split("; ").skip(1);
    parts
        .filter_map(|part| part.split(' ').nth(1).map(str::to_owned))
        .collect()
}

/// The words of the store.
fn store() -> Vec<String> {
    let well = Report::default();
    let bad = [
        Report { damaged: 1, ..well },
        Report { unknown: 1, ..well },
        Report { worn: 1, ..well },
        Report {
            off: Some(Off::Later),
            ..well
        },
        Report {
            off: Some(Off::Other),
            ..well
        },
    ];
    bad.map(|report| report.to_string().trim_start_matches("1 ").to_owned())
        .into()
}

#[test]
fn every_fault_that_the_firmware_names_is_in_the_guide_and_no_other() {
    let guide = shared();
    let (_, trouble) = guide.split_once("### What the board says").unwrap();
    let (trouble, _) = trouble.split_once("\n## ").unwrap();
    let words = trouble
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let said: BTreeSet<String> = words.map(|(word, _)| word.to_owned()).collect();
    assert_eq!(said, named());
}
