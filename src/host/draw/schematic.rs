//! The schematic: matrix, strip, level shifter, power, button and piezo.

use fanorona_board::point::{FILES, Point, RANKS};
use fanorona_board::wiring::Wiring;

use super::plan::{Plan, Seen};
use super::sheet::{BLACK, DASHED, LINE, Sheet, Side, THIN, WHITE};

/// A diode between two places of the same height, its anode at the first.
pub fn diode(sheet: &mut Sheet, from: [f64; 2], to: [f64; 2]) {
    let [x, y] = from;
    sheet.way(&[[x, y - 1.5], to, [x, y + 1.5], [x, y - 1.5]], BLACK);
    sheet.line([to[0], y - 1.6], [to[0], y + 1.6], LINE);
}

pub fn sheet(board: &str, wiring: &Wiring, size: [f64; 2]) -> String {
    let mut sheet = Sheet::new();
    let title = format!("Schematic of {board}");
    sheet.bold([10.0, 13.0], 4.5, Side::Left, &title);
    matrix(&mut sheet, wiring);
    power(&mut sheet, wiring);
    rest(&mut sheet, wiring);
    sheet.finish(&title, size)
}

/// Columns from above, rows from the right; a diode and a switch at each crossing.
fn matrix(sheet: &mut Sheet, wiring: &Wiring) {
    let plan = Plan {
        seen: Seen::Above,
        corner: [28.0, 36.0],
        pitch: 17.5,
    };
    let text = "Matrix: 45 reeds, 45 diodes 1N4148. Options: 10 kΩ from each column to 3.3 V.";
    sheet.bold([10.0, 20.0], 3.2, Side::Left, text);
    for file in 0..FILES {
        let Some(top) = Point::at(file, RANKS - 1).map(|point| plan.place(point)) else {
            continue;
        };
        let (x, gpio) = (top[0] - 6.0, wiring.columns[usize::from(file)]);
        sheet.line([x, top[1] - 7.0], [x, top[1] + 70.0], LINE);
        let letter = char::from(b'a' + file);
        sheet.begin(&format!("pin-{letter}"));
        sheet.text(
            [x, top[1] - 8.0],
            3.0,
            Side::Middle,
            &format!("{letter} GP{gpio}"),
        );
        sheet.end();
    }
    for rank in 0..RANKS {
        let Some(end) = Point::at(FILES - 1, rank).map(|point| plan.place(point)) else {
            continue;
        };
        let (y, gpio) = (end[1] + 6.0, wiring.rows[usize::from(rank)]);
        sheet.line([plan.corner[0] - 4.0, y], [end[0] + 11.0, y], LINE);
        sheet.begin(&format!("pin-{}", rank + 1));
        sheet.text(
            [end[0] + 12.0, y + 1.0],
            3.0,
            Side::Left,
            &format!("{} GP{gpio}", rank + 1),
        );
        sheet.end();
    }
    for point in Point::all() {
        let [x, y] = plan.place(point);
        let wire = x - 6.0;
        sheet.circle([wire, y], 1.2, BLACK);
        sheet.line([wire, y], [x - 4.0, y], THIN);
        diode(sheet, [x - 4.0, y], [x - 1.0, y]);
        sheet.line([x - 1.0, y], [x + 1.0, y], THIN);
        // A switch that is open.
        sheet.line([x + 1.0, y], [x + 5.0, y - 2.0], LINE);
        sheet.way(&[[x + 5.2, y], [x + 7.0, y], [x + 7.0, y + 6.0]], THIN);
        sheet.circle([x + 7.0, y + 6.0], 1.2, BLACK);
    }
}

/// From the USB socket to the lights.
fn power(sheet: &mut Sheet, wiring: &Wiring) {
    let (y, ground) = (140.0, 178.0);
    sheet.bold([10.0, 128.0], 3.2, Side::Left, "Power and lights");
    let part = |sheet: &mut Sheet, x: f64, width: f64, name: &str, value: &str, style: &str| {
        sheet.block([x, y], [width, 7.0], WHITE);
        if style == DASHED {
            sheet.block([x, y], [width + 1.6, 8.6], DASHED);
        }
        sheet.text([x, y + 1.1], 3.0, Side::Middle, name);
        sheet.text([x, y - 5.5], 2.8, Side::Middle, value);
    };
    sheet.text([10.0, y - 2.0], 3.2, Side::Left, "VBUS");
    sheet.line([10.0, y], [190.0, y], LINE);
    part(sheet, 36.0, 18.0, "polyfuse", "hold 0.75 A", LINE);
    let (enable, style) = match wiring.switch {
        Some(pin) => (format!("on: GP{pin}, 100 kΩ to ground"), LINE),
        None => ("optional; on: a free pin".into(), DASHED),
    };
    part(sheet, 72.0, 26.0, "load switch", &enable, style);
    sheet.line([10.0, ground], [190.0, ground], LINE);
    sheet.text([10.0, ground + 4.0], 3.2, Side::Left, "GND");
    for (x, value) in [(100.0, "1000 µF"), (118.0, "100 nF")] {
        sheet.line([x, y], [x, 157.0], THIN);
        sheet.line([x - 4.0, 157.0], [x + 4.0, 157.0], LINE);
        sheet.line([x - 4.0, 159.0], [x + 4.0, 159.0], LINE);
        sheet.line([x, 159.0], [x, ground], THIN);
        sheet.text([x + 2.0, 164.0], 2.8, Side::Left, value);
    }
    sheet.text([102.0, y - 1.5], 3.0, Side::Left, "5 V");

    // The level shifter, between the Pico and the first light.
    sheet.block([150.0, 159.0], [26.0, 13.0], WHITE);
    sheet.text([150.0, 158.0], 3.0, Side::Middle, "74AHCT125");
    sheet.text([150.0, 162.5], 2.6, Side::Middle, "OE to GND");
    sheet.line([150.0, y], [150.0, 152.5], THIN);
    sheet.line([150.0, 165.5], [150.0, ground], THIN);
    sheet.begin("pin-strip");
    sheet.text(
        [136.0, 150.0],
        3.0,
        Side::Right,
        &format!("GP{}", wiring.strip),
    );
    sheet.end();
    sheet.way(&[[130.0, 151.5], [130.0, 159.0], [137.0, 159.0]], LINE);
    sheet.arrow([163.0, 159.0], [192.0, 159.0], LINE);
    sheet.block([175.0, 159.0], [11.0, 3.4], WHITE);
    sheet.text([175.0, 155.5], 2.8, Side::Middle, "330 Ω");

    for (x, name) in [(200.0, "1"), (222.0, "2"), (262.0, "45")] {
        sheet.block([x, 159.0], [16.0, 16.0], WHITE);
        sheet.text([x, 158.0], 2.8, Side::Middle, "WS2812B");
        sheet.bold([x, 163.0], 3.4, Side::Middle, name);
        sheet.line([x, y], [x, 151.0], THIN);
        sheet.line([x, 167.0], [x, ground], THIN);
    }
    sheet.line([190.0, y], [262.0, y], LINE);
    sheet.line([190.0, ground], [262.0, ground], LINE);
    sheet.arrow([208.0, 159.0], [214.0, 159.0], LINE);
    sheet.arrow([230.0, 159.0], [236.0, 159.0], LINE);
    sheet.text([241.5, 160.0], 4.0, Side::Middle, "…");
    sheet.arrow([247.0, 159.0], [254.0, 159.0], LINE);
    let most = format!("{} mA at most", wiring.max_ma);
    sheet.text([232.0, y - 2.0], 3.0, Side::Middle, &most);
}

/// Button and piezo.
fn rest(sheet: &mut Sheet, wiring: &Wiring) {
    let (left, y) = (215.0, 40.0);
    sheet.bold([left, 20.0], 3.2, Side::Left, "Button, optional");
    sheet.begin("pin-button");
    sheet.text(
        [left, y - 8.0],
        3.0,
        Side::Left,
        &format!("GP{}", wiring.button),
    );
    sheet.end();
    sheet.line([left, y - 5.0], [left + 12.0, y - 5.0], LINE);
    sheet.line([left + 12.0, y - 5.0], [left + 20.0, y - 8.5], LINE);
    sheet.line([left + 21.0, y - 5.0], [left + 34.0, y - 5.0], LINE);
    sheet.text([left + 35.0, y - 4.0], 3.0, Side::Left, "GND");
    let Some(piezo) = wiring.piezo else {
        return;
    };
    let y = 66.0;
    sheet.bold([left, y - 12.0], 3.2, Side::Left, "Piezo, optional");
    sheet.begin("pin-piezo");
    sheet.text([left, y - 3.0], 3.0, Side::Left, &format!("GP{piezo}"));
    sheet.end();
    sheet.line([left, y], [left + 34.0, y], LINE);
    sheet.block([left + 14.0, y], [8.0, 3.4], WHITE);
    sheet.text([left + 14.0, y - 3.0], 2.8, Side::Middle, "1 kΩ");
    sheet.block([left + 26.0, y], [4.0, 8.0], WHITE);
    sheet.text([left + 35.0, y + 1.0], 3.0, Side::Left, "GND");
}

#[cfg(test)]
mod tests {
    use super::super::WIRINGS;
    use super::super::sheet::tests::is_well_formed;
    use super::*;

    #[test]
    fn the_schematic_has_every_pin_of_the_board() {
        for (board, wiring) in WIRINGS {
            let svg = sheet(board, wiring, [297.0, 210.0]);
            assert!(is_well_formed(&svg));
            let named = |id: &str, pin: u8| {
                let (_, part) = svg.split_once(&format!(r#"<g id="pin-{id}">"#)).unwrap();
                let (part, _) = part.split_once("</g>").unwrap();
                assert!(part.contains(&format!("GP{pin}</text>")), "{part}");
            };
            for (letter, pin) in ('a'..).zip(wiring.columns) {
                named(&letter.to_string(), pin);
            }
            for (number, pin) in (1..).zip(wiring.rows) {
                named(&number.to_string(), pin);
            }
            named("strip", wiring.strip);
            named("button", wiring.button);
            if let Some(pin) = wiring.piezo {
                named("piezo", pin);
            }
            if let Some(pin) = wiring.switch {
                assert!(svg.contains(&format!("on: GP{pin},")));
            }
        }
    }
}
