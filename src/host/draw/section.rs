//! A section through one point, along the rank: stone, magnet, wood, reed and light.

use super::sheet::{BLACK, GREY, LINE, Sheet, Side, THICK, WHITE};
use crate::host::design::{AXIS, Design};

/// How many times larger than life it is drawn.
const SCALE: f64 = 4.0;
/// The height of a stone, and the thickness of the glass of a reed and of the plate that carries the lights.
const STONE: f64 = 8.0;
const GLASS: f64 = 2.0;
const PLATE: f64 = 3.0;

pub fn sheet(design: &Design, size: [f64; 2]) -> String {
    let mut sheet = Sheet::new();
    let middle = size[0] / 2.0;
    let top = 75.0;
    // A place by what it is from the point, and below the board's upper face.
    let at = |x: f64, y: f64| [middle + SCALE * x, top + SCALE * y];
    let sized = |width: f64, height: f64| [SCALE * width, SCALE * height];
    let title = format!("Section through one point, {} design", design.name);
    sheet.bold([10.0, 14.0], 4.5, Side::Left, &title);
    sheet.text(
        [10.0, 20.0],
        3.2,
        Side::Left,
        "Along the rank, file i to the right. Four times larger than life; lengths in mm.",
    );
    let half = design.pitch / 2.0 + 2.0;

    // The wood, with the two light holes nearest to this plane.
    sheet.block(
        at(0.0, design.board / 2.0),
        sized(2.0 * half, design.board),
        GREY,
    );
    let across = design.ring / 2.0 * 0.924;
    for x in [-across, across] {
        sheet.block(
            at(x, design.board / 2.0),
            sized(design.light_hole, design.board),
            WHITE,
        );
    }
    // The walls of the chamber.
    let wall = half - design.chamber / 2.0;
    for way in [-1.0, 1.0] {
        sheet.block(
            at(way * (half - wall / 2.0), design.board + design.depth / 2.0),
            sized(wall, design.depth),
            GREY,
        );
    }
    sheet.block(
        at(0.0, design.board + design.depth + PLATE / 2.0),
        sized(2.0 * half, PLATE),
        GREY,
    );

    // The stone and its magnet.
    sheet.block(at(0.0, -STONE / 2.0), sized(design.stone, STONE), WHITE);
    let face = -design.skin;
    sheet.begin("magnet");
    sheet.block(
        at(0.0, face - design.magnet.thickness / 2.0),
        sized(design.magnet.diameter, design.magnet.thickness),
        BLACK,
    );
    sheet.end();

    // The reed.
    let axis = design.board + AXIS;
    let reed = design.reed;
    sheet.begin("reed");
    sheet.block(at(design.offset, axis), sized(reed.glass, GLASS), WHITE);
    let end = |way: f64| at(design.offset + way * reed.iron / 2.0, axis);
    sheet.line(end(-1.0), end(1.0), THICK);
    sheet.end();
    // The light.
    let floor = design.board + design.depth;
    sheet.block(at(0.0, floor - 0.8), sized(5.0, 1.6), WHITE);
    sheet.arrow(at(0.0, floor - 1.8), at(-across, design.board + 0.5), LINE);

    dimensions(&mut sheet, design, at, floor);
    names(&mut sheet, design, at, size);
    sheet.finish(&title, size)
}

fn dimensions(sheet: &mut Sheet, design: &Design, at: impl Fn(f64, f64) -> [f64; 2], floor: f64) {
    let half = design.pitch / 2.0 + 2.0;
    let (face, axis) = (-design.skin, design.board + AXIS);
    let right = half + 3.0;
    for y in [face, axis] {
        sheet.line(
            at(half, y),
            at(right + 1.0, y),
            r##"stroke="#000" stroke-width="0.15" fill="none""##,
        );
    }
    sheet.measure(
        at(right, face),
        at(right, axis),
        &format!("h {:.1}", design.height()),
    );
    let left = -half - 3.0;
    sheet.measure(
        at(left, 0.0),
        at(left, design.board),
        &format!("{}", design.board),
    );
    sheet.measure(
        at(left, design.board),
        at(left, floor),
        &format!("{}", design.depth),
    );
    let low = floor - 3.5;
    sheet.measure(
        at(0.0, low),
        at(design.offset, low),
        &format!("{}", design.offset),
    );
    let below = floor + 5.5;
    let chamber = design.chamber / 2.0;
    sheet.measure(
        at(-chamber, below),
        at(chamber, below),
        &format!("chamber {}", design.chamber),
    );
    let above = -STONE - 2.5;
    let stone = design.stone / 2.0;
    sheet.measure(
        at(-stone, above),
        at(stone, above),
        &format!("stone {}", design.stone),
    );
    let iron = design.reed.iron / 2.0;
    let under = axis + 3.0;
    sheet.measure(
        at(design.offset - iron, under),
        at(design.offset + iron, under),
        &format!("iron {}", design.reed.iron),
    );
}

fn names(sheet: &mut Sheet, design: &Design, at: impl Fn(f64, f64) -> [f64; 2], size: [f64; 2]) {
    let magnet = design.magnet;
    let [x, y] = at(design.stone / 2.0 + 2.0, -design.skin - 3.0);
    sheet.text(
        [x, y],
        3.2,
        Side::Left,
        &format!(
            "magnet {} x {} N{}, one pole down, all alike",
            magnet.diameter, magnet.thickness, magnet.grade.0
        ),
    );
    let lines = [
        format!(
            "Reed: glass {} mm, glued below the board, its middle {} mm beside the point towards file i; leads cut to {} mm in all, in a groove of the wall.",
            design.reed.glass, design.offset, design.reed.iron
        ),
        format!(
            "Light: WS2812B below the point; it leaves through {} holes of {} mm on a circle of {} mm, wider than the stone.",
            crate::host::design::LIGHT_HOLES,
            design.light_hole,
            design.ring
        ),
        format!(
            "Between magnet and board: {} mm of felt and stone. h = board + skin + {AXIS} mm to the axis of the reed.",
            design.skin
        ),
        "Straight over the middle of the glass a stone is not felt: this is the dead line. Keep the middle off the point.".into(),
    ];
    for (line, words) in (0u8..).zip(&lines) {
        let y = size[1] - 32.0 + 5.5 * f64::from(line);
        sheet.text([10.0, y], 3.2, Side::Left, words);
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::tests::{is_well_formed, numbers};
    use super::*;
    use crate::host::design::DESIGNS;

    #[test]
    fn magnet_and_reed_have_their_distance() {
        for design in DESIGNS {
            let svg = sheet(&design, [297.0, 210.0]);
            assert!(is_well_formed(&svg));
            let magnet = |name| numbers(&svg, r#"id="magnet""#, name)[0];
            let reed = |name| numbers(&svg, r#"id="reed""#, name)[0];
            let face = magnet(" y") + magnet("height");
            let axis = reed(" y") + reed("height") / 2.0;
            assert!((axis - face - SCALE * design.height()).abs() < 0.05);
            let point = magnet(" x") + magnet("width") / 2.0;
            let middle = reed(" x") + reed("width") / 2.0;
            assert!((middle - point - SCALE * design.offset).abs() < 0.05);
        }
    }
}
