//! The way of the strip from light to light, seen from below, and where it gets its power.

use fanorona_board::point::Point;
use fanorona_board::wiring::Wiring;

use super::plan::{Plan, Seen};
use super::sheet::{LINE, Sheet, Side, WHITE};

const PITCH: f64 = 28.0;

pub fn sheet(board: &str, wiring: &Wiring, size: [f64; 2]) -> String {
    let mut sheet = Sheet::new();
    let plan = Plan {
        seen: Seen::Below,
        corner: [36.0, 48.0],
        pitch: PITCH,
    };
    let title = format!("The strip of {board}, seen from BELOW: file a is on the right");
    sheet.bold([10.0, 14.0], 4.5, Side::Left, &title);
    let lines = [
        format!(
            "45 lights in this order; arrows are the data line, DOUT to DIN. The data of GP{} comes in at light 1 through 74AHCT125 and 330 Ω.",
            wiring.strip
        ),
        format!(
            "5 V and ground go along with the data, and are fed in at light 1, at light 45, and once more in between. All lights together: {} mA at most.",
            wiring.max_ma
        ),
    ];
    for (line, words) in (0u8..).zip(&lines) {
        sheet.text([10.0, 20.0 + 5.0 * f64::from(line)], 3.2, Side::Left, words);
    }
    for pair in wiring.lights.windows(2) {
        let [from, to] = [plan.place(pair[0]), plan.place(pair[1])];
        // From edge to edge of the two.
        let part = |by: f64| [0, 1].map(|axis| from[axis] + by / PITCH * (to[axis] - from[axis]));
        sheet.arrow(part(5.5), part(PITCH - 5.5), LINE);
    }
    for (number, &point) in (1u8..).zip(&wiring.lights) {
        draw_light(&mut sheet, &plan, number, point);
    }
    let ends = [wiring.lights[0], wiring.lights[Point::COUNT - 1]].map(|point| plan.place(point));
    let label = |sheet: &mut Sheet, [x, y]: [f64; 2], words: [&str; 2]| {
        for (line, words) in (0u8..).zip(words) {
            let y = y + 13.0 + 4.5 * f64::from(line);
            sheet.bold([x, y], 3.2, Side::Middle, words);
        }
    };
    label(&mut sheet, ends[0], ["data in, 5 V,", "1000 µF"]);
    label(&mut sheet, ends[1], ["5 V and ground", "once more"]);
    sheet.finish(&title, size)
}

fn draw_light(sheet: &mut Sheet, plan: &Plan, number: u8, point: Point) {
    let [x, y] = plan.place(point);
    sheet.begin(&format!("light-{number}"));
    sheet.block([x, y], [9.0, 9.0], WHITE);
    sheet.bold([x, y + 0.4], 4.0, Side::Middle, &number.to_string());
    sheet.text([x, y + 3.7], 2.6, Side::Middle, &point.to_string());
    sheet.end();
}

#[cfg(test)]
mod tests {
    use super::super::WIRINGS;
    use super::super::sheet::tests::is_well_formed;
    use super::*;

    #[test]
    fn every_light_is_under_the_point_that_the_board_says() {
        for (board, wiring) in WIRINGS {
            let svg = sheet(board, wiring, [297.0, 210.0]);
            assert!(is_well_formed(&svg));
            for (number, point) in (1..).zip(wiring.lights) {
                let (_, light) = svg
                    .split_once(&format!(r#"<g id="light-{number}">"#))
                    .unwrap();
                let (light, _) = light.split_once("</g>").unwrap();
                assert!(light.contains(&format!(">{point}</text>")), "{light}");
            }
            assert!(svg.contains(&format!("The data of GP{} ", wiring.strip)));
            assert!(svg.contains(&format!("{} mA at most", wiring.max_ma)));
        }
    }
}
