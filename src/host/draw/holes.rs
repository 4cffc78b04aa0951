//! The hole plan: where to drill and where the lines of the game go, to scale, on sheets that are joined.

use std::f64::consts::TAU;

use fanorona_board::point::Point;

use super::plan::{Plan, Seen};
use super::sheet::{DASHED, LINE, Sheet, Side, THIN, mm};
use super::{Paper, reed_outline};
use crate::host::design::{Design, LIGHT_HOLES};

/// What a printer leaves white, and what the title and the ruler take of a sheet.
const MARGIN: f64 = 10.0;
const TITLE: f64 = 12.0;
const RULER: f64 = 10.0;
/// By how much sheets overlap.
const OVERLAP: f64 = 10.0;

/// All sheets, and how they are called.
pub fn sheets(design: &Design, paper: Paper) -> Vec<String> {
    let plan = whole(design);
    let wood = design.wood();
    let [upright, lying] = [paper.upright(), paper.lying()].map(|size| (size, tiles(wood, size)));
    let count = |(_, [columns, rows]): ([f64; 2], [u8; 2])| columns * rows;
    let (size, [columns, rows]) = if count(upright) < count(lying) {
        upright
    } else {
        lying
    };
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
    all.map(|tile| sheet(design, &plan, size, tile, [columns, rows]))
        .collect()
}

/// What of a sheet is left for the plan.
fn room([width, height]: [f64; 2]) -> [f64; 2] {
    [width - 2.0 * MARGIN, height - 2.0 * MARGIN - TITLE - RULER]
}

/// How many columns and rows of sheets a plan takes.
fn tiles(wood: [f64; 2], size: [f64; 2]) -> [u8; 2] {
    let room = room(size);
    [0, 1].map(|axis| {
        let holds = |count: u8| f64::from(count) * (room[axis] - OVERLAP) + OVERLAP >= wood[axis];
        (1..u8::MAX).find(|&count| holds(count)).unwrap_or(u8::MAX)
    })
}

fn sheet(
    design: &Design,
    plan: &str,
    size: [f64; 2],
    [column, row]: [u8; 2],
    [columns, rows]: [u8; 2],
) -> String {
    let mut sheet = Sheet::new();
    let number = row * columns + column + 1;
    let [width, height] = room(size);
    let title = format!(
        "Hole plan, {} design, seen from above: sheet {number} of {}",
        design.name,
        columns * rows
    );
    let top = MARGIN + TITLE;
    sheet.bold([MARGIN, MARGIN + 4.0], 4.0, Side::Left, &title);
    let holes = format!(
        "Each point: {LIGHT_HOLES} holes of {} mm on a circle of {} mm. From below a chamber of {} mm. Dashed: the reed, below.",
        design.light_hole, design.ring, design.chamber
    );
    sheet.text([MARGIN, MARGIN + 9.0], 3.0, Side::Left, &holes);
    let x = f64::from(column) * (width - OVERLAP);
    let y = f64::from(row) * (height - OVERLAP);
    let [left, upper, wide, high] = [x, y, width, height].map(mm);
    let (place, top_text) = (mm(MARGIN), mm(top));
    sheet.put(&format!(
        r#"<svg id="plan" x="{place}" y="{top_text}" width="{wide}" height="{high}" viewBox="{left} {upper} {wide} {high}">"#
    ));
    sheet.put(plan);
    sheet.put("</svg>");
    sheet.block(
        [MARGIN + width / 2.0, top + height / 2.0],
        [width, height],
        THIN,
    );
    // Where the next sheets lie on top.
    if column + 1 < columns {
        let at = MARGIN + width - OVERLAP;
        sheet.line([at, top], [at, top + height], DASHED);
    }
    if row + 1 < rows {
        let at = top + height - OVERLAP;
        sheet.line([MARGIN, at], [MARGIN + width, at], DASHED);
    }
    sheet.ruler([MARGIN, size[1] - MARGIN]);
    sheet.finish(&title, size)
}

/// The whole board, its upper left corner at the origin.
fn whole(design: &Design) -> String {
    let mut sheet = Sheet::new();
    let plan = Plan {
        seen: Seen::Above,
        corner: [design.rim; 2],
        pitch: design.pitch,
    };
    let wood = design.wood();
    sheet.block(wood.map(|side| side / 2.0), wood, LINE);
    plan.lines(&mut sheet);
    for point in Point::all() {
        let place = plan.place(point);
        sheet.begin(&point.to_string());
        sheet.circle(place, design.stone, THIN);
        sheet.circle(place, design.chamber, DASHED);
        for hole in 0..LIGHT_HOLES {
            let angle = TAU * (f64::from(hole) + 0.5) / f64::from(LIGHT_HOLES);
            let at = [
                place[0] + design.ring / 2.0 * angle.cos(),
                place[1] + design.ring / 2.0 * angle.sin(),
            ];
            sheet.circle(at, design.light_hole, LINE);
        }
        reed_outline(&mut sheet, design, place, plan.onward());
        let label = [
            place[0] - design.pitch * 0.3,
            place[1] - design.pitch * 0.42,
        ];
        sheet.text(label, 3.0, Side::Left, &point.to_string());
        sheet.end();
    }
    sheet.body().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::sheet::tests::{is_well_formed, numbers};
    use super::*;
    use crate::host::design::{DESIGNS, RECOMMENDED};

    /// Where a point lies on a sheet, in millimetres, if it does.
    fn place(sheet: &str, point: &str) -> Option<[f64; 2]> {
        let view = numbers(sheet, r#"id="plan""#, "viewBox");
        let at = |name| numbers(sheet, r#"id="plan""#, name)[0];
        let group = format!(r#"<g id="{point}">"#);
        let on = |name| numbers(sheet, &group, name)[0];
        assert_eq!(vec![at("width"), at("height")], view[2..]);
        let [x, y] = [on("cx") - view[0], on("cy") - view[1]];
        let is_there = (0.0..=view[2]).contains(&x) && (0.0..=view[3]).contains(&y);
        is_there.then_some([at(" x") + x, at(" y") + y])
    }

    #[test]
    fn points_lie_as_far_apart_on_paper_as_in_wood() {
        for design in DESIGNS {
            let sheets = sheets(&design, Paper::A3);
            assert_eq!(sheets.len(), 1, "{}", design.name);
            let [a1, i1] = ["a1", "i1"].map(|point| place(&sheets[0], point).unwrap());
            assert!((i1[0] - a1[0] - 8.0 * design.pitch).abs() < 0.02);
            let a5 = place(&sheets[0], "a5").unwrap();
            assert!((a1[1] - a5[1] - 4.0 * design.pitch).abs() < 0.02);
        }
    }

    #[test]
    fn every_sheet_is_a_drawing_with_a_ruler_of_100_mm() {
        for (design, paper) in DESIGNS
            .iter()
            .flat_map(|design| [(design, Paper::A4), (design, Paper::A3)])
        {
            for sheet in sheets(design, paper) {
                assert!(is_well_formed(&sheet));
                let ruler = numbers(&sheet, r#"id="ruler""#, " d");
                assert!((ruler[2] - ruler[0] - 100.0).abs() < 1e-9, "{ruler:?}");
                let [width, height] =
                    ["width", "height"].map(|side| numbers(&sheet, "<svg", side)[0]);
                assert_eq!(numbers(&sheet, "<svg", "viewBox")[2..], [width, height]);
            }
        }
    }

    #[test]
    fn joined_sheets_have_every_point_where_it_belongs() {
        let sheets = sheets(&RECOMMENDED, Paper::A4);
        assert!(sheets.len() > 1);
        for point in Point::all() {
            let name = point.to_string();
            assert!(
                sheets.iter().any(|sheet| place(sheet, &name).is_some()),
                "{name}"
            );
        }
    }
}
