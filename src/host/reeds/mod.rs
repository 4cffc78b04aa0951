//! `reeds`: computes how well the reeds of a design feel its stones.
//!
//! The physics is in [`field`]. Its one constant for each size of reed was fitted to published distances, which scatter
//! by 7 to 14 %; it is to be trusted to 30 %. Nothing was measured. So a margin is asked for that is larger than that.

mod advice;
pub mod field;
mod force;
pub mod margins;
pub mod slide;

#[cfg(test)]
mod figures;

use std::fmt::Write as _;
use std::io::Write as _;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};

use super::Failure;
use super::design::{self, DESIGNS, Design, Reed};
use field::{Grade, Magnet};
use margins::{ENOUGH, MISPLACED, Spot};

pub fn command() -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("reeds")
        .about("Computes how well the reeds of a board would feel its stones")
        .long_about(
            "Computes from a design's dimensions where its reeds close, how far off-centre a stone may stand and what \
             neighbours do, and says what to change. Lengths are in millimetres. It is a model: trust it to 30 %.",
        )
        .arg(
            Arg::new("design")
                .value_name("DESIGN")
                .default_value(design::RECOMMENDED.name)
                .value_parser(PossibleValuesParser::new(DESIGNS.map(|design| design.name)))
                .help("The design from which the options differ"),
        )
        .arg(option("pitch", "MM", "From point to point"))
        .arg(option("board", "MM", "Thickness of the wood above the reeds"))
        .arg(option("skin", "MM", "Between the magnet and the board"))
        .arg(option("magnet", "DIAMETERxTHICKNESS", "The magnet, such as 8x2"))
        .arg(option("grade", "GRADE", "What it is made of, such as N42"))
        .arg(option("reed", "MM", "Length of the reed's glass, 7 to 14"))
        .arg(option("iron", "MM", "The same with what is left of its leads"))
        .arg(option("turns", "LEAST-MOST", "Ampere-turns at which such reeds close"))
        .arg(option("drop-out", "PART", "The part of that at which they open"))
        .arg(option("offset", "MM", "From the point to the middle of the glass"))
        .arg(option("stray", "MM", "How far off-centre stones stand"))
        .arg(
            Arg::new("slides")
                .long("slides")
                .action(ArgAction::SetTrue)
                .help("Prints instead, as JSON, when reeds change while a stone slides"),
        )
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let design = asked(arguments)?;
    let report = if arguments.get_flag("slides") {
        slide::table(design)
    } else {
        report(&design)
    };
    let report = report.ok_or_else(|| Failure::new("no such reed is known"))?;
    Ok(std::io::stdout().write_all(report.as_bytes())?)
}

/// The design that the arguments describe.
fn asked(arguments: &ArgMatches) -> Result<Design, Failure> {
    let name: &String = arguments.get_one("design").expect("it has a default value");
    let base = design::find(name).expect("only designs are possible values");
    let text = |name: &str| arguments.get_one::<String>(name).map(String::as_str);
    let length = |name: &str, usual: f64, least: f64, most: f64| match text(name) {
        None => Ok(usual),
        Some(text) => number(name, text, least, most),
    };
    let mut magnet = base.magnet;
    if let Some(text) = text("magnet") {
        let (diameter, thickness) = text
            .split_once('x')
            .ok_or_else(|| Failure::new(format_args!("--magnet {text}: say it like this: 8x2")))?;
        magnet = Magnet {
            diameter: number("magnet", diameter, 2.0, 20.0)?,
            thickness: number("magnet", thickness, 0.5, 20.0)?,
            ..magnet
        };
    }
    if let Some(word) = text("grade") {
        magnet.grade = Grade::find(word).ok_or_else(|| {
            Failure::new(format_args!("--grade {word}: known are {}", Grade::words()))
        })?;
    }
    let glass = length("reed", base.reed.glass, 7.0, 14.0)?;
    // Leads are cut as far from the glass as in the design that is asked about.
    let iron = base.reed.iron - base.reed.glass + glass;
    let (mut least, mut most) = (base.reed.least, base.reed.most);
    if let Some(text) = text("turns") {
        let (low, high) = text.split_once('-').unwrap_or((text, text));
        least = number("turns", low, 5.0, 100.0)?;
        most = number("turns", high, 5.0, 100.0)?;
        if least > most {
            return Err(Failure::new(format_args!(
                "--turns {text}: the smaller number comes first"
            )));
        }
    }
    let reed = Reed {
        glass,
        iron: length("iron", iron, glass, 100.0)?,
        least,
        most,
        drop_out: length("drop-out", base.reed.drop_out, 0.1, 1.0)?,
    };
    let pitch = length("pitch", base.pitch, 10.0, 100.0)?;
    Ok(Design {
        pitch,
        board: length("board", base.board, 0.5, 30.0)?,
        skin: length("skin", base.skin, 0.0, 20.0)?,
        magnet,
        reed,
        offset: length("offset", base.offset, 0.0, pitch / 2.0)?,
        stray: length("stray", base.stray, 0.0, pitch / 2.0)?,
        ..base
    })
}

/// The weight of a stone in newtons: 10 g.
const WEIGHT: f64 = 0.0981;

/// From how far above a stone is lifted by another, in millimetres from magnet to magnet.
fn lifted(magnet: Magnet) -> f64 {
    let heights = (0u16..).map(|tenths| magnet.thickness + 0.5 + f64::from(tenths) / 10.0);
    let mut weak = heights.skip_while(|&above| force::pull(magnet, above) > WEIGHT);
    weak.next().unwrap_or(0.0)
}

/// A number within bounds, in a text.
fn number(name: &str, text: &str, least: f64, most: f64) -> Result<f64, Failure> {
    let number = text.trim().parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            Failure::new(format_args!(
                "--{name} {text}: expected a number from {least} to {most}"
            ))
        })
}

/// What there is to say about a design; nothing if no such reed is known.
fn report(design: &Design) -> Option<String> {
    let spot = Spot::new(*design)?;
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = describe(&mut out, design);
    let _ = closing(&mut out, design, &spot);
    let _ = sliding(&mut out, design);
    let _ = judge(&mut out, design, &spot);
    Some(out)
}

fn describe(out: &mut String, design: &Design) -> std::fmt::Result {
    let Design {
        magnet,
        reed,
        pitch,
        board,
        skin,
        offset,
        ..
    } = design;
    writeln!(out, "pitch {pitch} mm, board {board} mm, skin {skin} mm")?;
    writeln!(
        out,
        "magnet {} x {} mm N{}, its lower face {:.1} mm above the reed's axis",
        magnet.diameter,
        magnet.thickness,
        magnet.grade.0,
        design.height()
    )?;
    writeln!(
        out,
        "reed of {} mm glass, cut to {} mm, {} to {} AT, its middle {offset} mm beside the point\n",
        reed.glass, reed.iron, reed.least, reed.most
    )
}

fn closing(out: &mut String, design: &Design, spot: &Spot) -> std::fmt::Result {
    for (turns, closing) in [design.reed.least, design.reed.most]
        .into_iter()
        .zip(spot.closing())
    {
        let along = spot.along(closing);
        let along: Vec<String> = along
            .iter()
            .map(|[from, to]| format!("{from:.1} to {to:.1}"))
            .collect();
        let along = if along.is_empty() {
            "nowhere".into()
        } else {
            format!("from {} mm", along.join(" and from "))
        };
        let across = spot.across(closing);
        let height = margins::closing_height(design, turns).unwrap_or(0.0);
        writeln!(
            out,
            "{turns} AT closes {along} along the rank, {across:.1} mm across, {height:.1} mm above"
        )?;
    }
    let [towards, other] = spot.aside();
    writeln!(
        out,
        "a captured stone lies {towards:.0} mm from the outermost points where the reeds point to, {other:.0} mm elsewhere"
    )?;
    writeln!(
        out,
        "two stones push each other apart by {:.1} mN from point to point; one of 10 g is lifted by one {:.0} mm above it",
        1000.0 * force::push(design.magnet, design.pitch),
        lifted(design.magnet)
    )
}

/// What a stone that slides to the next point does, in millimetres of its way.
fn sliding(out: &mut String, design: &Design) -> std::fmt::Result {
    for (name, way) in [("rank", (1, 0)), ("file", (0, 1)), ("diagonal", (1, 1))] {
        let slides = [design.reed.least, design.reed.most]
            .map(|turns| slide::slide(*design, way, turns).unwrap_or_default());
        let [Some(least), Some(most)] = slides.each_ref().map(|changes| slide::gap(changes)) else {
            continue;
        };
        let blinks = slides.iter().flat_map(|changes| slide::blinks(changes));
        let blink = blinks.fold(0.0, f64::max);
        write!(
            out,
            "slid along a {name}: {least:.1} to {most:.1} mm with no reed closed"
        )?;
        if blink > 0.0 {
            write!(out, ", and one blinks open for {blink:.1} mm")?;
        }
        writeln!(out)?;
    }
    writeln!(out)
}

fn judge(out: &mut String, design: &Design, spot: &Spot) -> std::fmt::Result {
    let found = spot.margins(design.stray);
    let stray = design.stray;
    writeln!(
        out,
        "felt    {:.2}  by the least sensitive reed, {MISPLACED} mm out of its place, all stones {stray} mm off-centre",
        found.felt
    )?;
    writeln!(
        out,
        "reopens {:.2}  the most sensitive reed, all others {stray} mm off-centre; {:.2} if it lies {MISPLACED} mm out of its place",
        found.reopens, found.reopens_misplaced
    )?;
    match spot.tolerance() {
        Some(far) => writeln!(
            out,
            "a stone may stand {far:.1} mm off-centre with a margin of {ENOUGH}\n"
        )?,
        None => writeln!(out, "not even a centred stone has a margin of {ENOUGH}\n")?,
    }
    if found.worst() >= ENOUGH {
        return writeln!(out, "Nothing needs to change.");
    }
    let (what, why) = if found.felt < found.reopens {
        ("too weakly", "felt")
    } else {
        ("too far", "reopens")
    };
    writeln!(
        out,
        "Stones are felt {what}: \"{why}\" is below {ENOUGH}. What would help, alone:"
    )?;
    let advice = advice::advice(design, found.worst());
    if advice.is_empty() {
        return writeln!(
            out,
            "  no single change does; begin with a design that works"
        );
    }
    for advice in advice.iter().take(4) {
        writeln!(out, "  {:.2}  {}", advice.worst, advice.words)?;
    }
    Ok(())
}
