//! The wiring of the matrix, seen from below: mirrored, as it is soldered.

use fanorona_board::point::{FILES, Point, RANKS};
use fanorona_board::wiring::Wiring;

use super::plan::{Plan, Seen};
use super::schematic::diode;
use super::sheet::{LINE, Sheet, Side, THICK, THIN, WHITE};

const PITCH: f64 = 28.0;

pub fn sheet(board: &str, wiring: &Wiring, size: [f64; 2]) -> String {
    let mut sheet = Sheet::new();
    let plan = Plan {
        seen: Seen::Below,
        corner: [33.0, 42.0],
        pitch: PITCH,
    };
    let title = format!("Wiring of the reeds of {board}, seen from BELOW: file a is on the right");
    sheet.bold([10.0, 14.0], 4.5, Side::Left, &title);
    sheet.text(
        [10.0, 20.0],
        3.2,
        Side::Left,
        "At each point: column – diode – reed – row. The diode's ring (its cathode) is towards the reed. All reeds point towards file i, here to the left.",
    );
    for point in Point::all() {
        draw_point(&mut sheet, &plan, point);
    }
    for file in 0..FILES {
        let ends = [0, RANKS - 1].map(|rank| Point::at(file, rank).map(|point| plan.place(point)));
        let [Some(low), Some(high)] = ends else {
            continue;
        };
        let x = column(&plan, low);
        let bottom = low[1] + PITCH * 0.62;
        sheet.line([x, high[1] - 7.0], [x, bottom], THICK);
        let letter = char::from(b'a' + file);
        let gpio = wiring.columns[usize::from(file)];
        sheet.begin(&format!("column-{letter}"));
        sheet.bold([x, bottom + 5.0], 4.0, Side::Middle, &letter.to_string());
        sheet.text([x, bottom + 10.0], 3.4, Side::Middle, &format!("GP{gpio}"));
        sheet.end();
    }
    for rank in 0..RANKS {
        let ends = [0, FILES - 1].map(|file| Point::at(file, rank).map(|point| plan.place(point)));
        let [Some(right), Some(left)] = ends else {
            continue;
        };
        let y = row(right);
        sheet.line([left[0] - 12.0, y], [right[0] + 13.0, y], LINE);
        let gpio = wiring.rows[usize::from(rank)];
        sheet.begin(&format!("row-{}", rank + 1));
        sheet.bold(
            [right[0] + 15.0, y + 1.0],
            4.0,
            Side::Left,
            &(rank + 1).to_string(),
        );
        sheet.text(
            [right[0] + 19.0, y + 1.0],
            3.4,
            Side::Left,
            &format!("GP{gpio}"),
        );
        sheet.end();
    }
    sheet.finish(&title, size)
}

/// Where the wire of a column passes a point: towards file a.
fn column(plan: &Plan, [x, _]: [f64; 2]) -> f64 {
    x - plan.onward() * 11.0
}

/// Where the wire of a row passes a point.
fn row([_, y]: [f64; 2]) -> f64 {
    y + 9.0
}

fn draw_point(sheet: &mut Sheet, plan: &Plan, point: Point) {
    let place = plan.place(point);
    let [x, y] = place;
    let along = |by: f64| [x + plan.onward() * by, y];
    let wire = column(plan, place);
    sheet.begin(&point.to_string());
    sheet.circle([wire, y], 1.4, r##"fill="#000""##);
    sheet.line([wire, y], along(-8.0), LINE);
    diode(sheet, along(-8.0), along(-4.5));
    sheet.line(along(-4.5), along(10.0), LINE);
    sheet.block(along(3.0), [9.0, 2.6], WHITE);
    sheet.line(along(-1.5), along(7.5), THIN);
    sheet.way(&[along(10.0), [along(10.0)[0], row(place)]], LINE);
    sheet.circle([along(10.0)[0], row(place)], 1.4, r##"fill="#000""##);
    sheet.text([x, y - 3.0], 3.2, Side::Middle, &point.to_string());
    sheet.end();
}

#[cfg(test)]
mod tests {
    use super::super::WIRINGS;
    use super::super::sheet::tests::{is_well_formed, numbers};
    use super::*;

    #[test]
    fn every_wire_has_the_pin_that_the_board_gives_it_and_is_mirrored() {
        for (board, wiring) in WIRINGS {
            let svg = sheet(board, wiring, [297.0, 210.0]);
            assert!(is_well_formed(&svg));
            let named = |id: &str, pin: u8| {
                let (_, part) = svg.split_once(&format!(r#"<g id="{id}">"#)).unwrap();
                let (part, _) = part.split_once("</g>").unwrap();
                assert!(part.contains(&format!(">GP{pin}</text>")), "{part}");
            };
            for (letter, pin) in ('a'..).zip(wiring.columns) {
                named(&format!("column-{letter}"), pin);
            }
            for (number, pin) in (1..).zip(wiring.rows) {
                named(&format!("row-{number}"), pin);
            }
            let [a1, i1] =
                ["a1", "i1"].map(|point| numbers(&svg, &format!(r#"<g id="{point}">"#), "cx")[0]);
            assert!(a1 > i1);
        }
    }
}
