//! Whether the model gives the figures that the designs were chosen by, which another program of the same physics computed.

use std::fs;

use super::field::{Grade, Magnet};
use super::force::push;
use super::margins::{Margins, Spot, closing_height};
use super::slide::{Change, WAYS, blinks, gap, slide};
use crate::host::design::{CHEAP, COMPACT, DESIGNS, Design, RECOMMENDED, Reed};

/// A figure: what it is, what was computed before, what this model gives.
struct Figure {
    what: String,
    told: f64,
    found: f64,
    unit: &'static str,
}

fn figure(what: &str, told: f64, found: f64, unit: &'static str) -> Figure {
    let what = what.into();
    Figure {
        what,
        told,
        found,
        unit,
    }
}

fn spot(design: Design) -> Spot {
    Spot::new(design).unwrap()
}

fn margins(design: Design) -> Margins {
    spot(design).margins(design.stray)
}

fn with_magnet(diameter: f64, thickness: f64) -> Design {
    let magnet = Magnet {
        diameter,
        thickness,
        grade: Grade(42),
    };
    Design {
        magnet,
        ..RECOMMENDED
    }
}

fn with_iron(iron: f64) -> Design {
    let reed = Reed {
        iron,
        ..RECOMMENDED.reed
    };
    Design {
        reed,
        ..RECOMMENDED
    }
}

fn with_offset(offset: f64) -> Design {
    Design {
        offset,
        ..RECOMMENDED
    }
}

/// The margins of the three designs.
fn of_designs() -> Vec<Figure> {
    let told = [
        (RECOMMENDED, 2.1, 1.9, 5.5),
        (CHEAP, 2.0, 1.8, 5.5),
        (COMPACT, 2.1, 2.6, 4.0),
    ];
    assert_eq!(told.map(|(design, ..)| design), DESIGNS);
    let mut all = Vec::new();
    for (design, felt, reopens, tolerance) in told {
        let (found, name) = (margins(design), design.name);
        let stray = design.stray;
        all.extend([
            figure(
                &format!("{name}: felt, {stray} mm off-centre"),
                felt,
                found.felt,
                "",
            ),
            figure(
                &format!("{name}: reopens, {stray} mm off-centre"),
                reopens,
                found.reopens,
                "",
            ),
            figure(
                &format!("{name}: a stone may stand off-centre by"),
                tolerance,
                spot(design).tolerance().unwrap(),
                "mm",
            ),
        ]);
    }
    all
}

/// The margins of designs that do not work.
fn of_ruins() -> Vec<Figure> {
    let high = Design {
        skin: RECOMMENDED.skin + 3.0,
        ..RECOMMENDED
    };
    let uncut = margins(with_iron(44.0));
    vec![
        figure("h of 8 mm: felt", 0.94, margins(high).felt, ""),
        figure(
            "the reed 12 mm beside its point: felt",
            0.6,
            margins(with_offset(12.0)).felt,
            "",
        ),
        figure(
            "magnet 10 x 3: reopens",
            0.74,
            margins(with_magnet(10.0, 3.0)).reopens,
            "",
        ),
        figure(
            "magnet 8 x 3: reopens",
            1.2,
            margins(with_magnet(8.0, 3.0)).reopens,
            "",
        ),
        figure("leads uncut, 44 mm of iron: felt", 0.5, uncut.felt, ""),
        figure(
            "leads uncut, 44 mm of iron: reopens",
            0.25,
            uncut.reopens,
            "",
        ),
    ]
}

/// Where a reed of the recommended design closes.
fn of_regions() -> Vec<Figure> {
    let spot = spot(RECOMMENDED);
    let [sensitive, insensitive] = spot.closing();
    let [[from, dead], [again, to]] = spot.along(insensitive)[..] else {
        panic!("{:?}", spot.along(insensitive));
    };
    let [[_, first_dead], [first_again, _]] = spot.along(sensitive)[..] else {
        panic!("{:?}", spot.along(sensitive));
    };
    let [towards, other] = spot.aside();
    let mut all = vec![
        figure("20 AT closes along the rank from", -9.7, from, "mm"),
        figure("to its dead line at", 7.3, dead, "mm"),
        figure("which is wide", 1.35, again - dead, "mm"),
        figure("its second lobe ends at", 26.0, to, "mm"),
        figure(
            "the dead line of 15 AT is wide",
            1.0,
            first_again - first_dead,
            "mm",
        ),
        figure(
            "20 AT closes across the rank to",
            9.8,
            spot.across(insensitive),
            "mm",
        ),
        figure(
            "a captured stone, to the side of file i",
            41.0,
            towards,
            "mm",
        ),
        figure("a captured stone, elsewhere", 25.0, other, "mm"),
    ];
    let heights = [
        (10.0, 16.9),
        (15.0, 14.5),
        (20.0, 12.9),
        (25.0, 11.8),
        (30.0, 10.9),
        (35.0, 10.1),
    ];
    for (turns, told) in heights {
        let found = closing_height(&RECOMMENDED, turns).unwrap();
        all.push(figure(
            &format!("{turns} AT closes from above at"),
            told,
            found,
            "mm",
        ));
    }
    all
}

/// What stones do to each other.
fn of_forces() -> Vec<Figure> {
    let magnet = RECOMMENDED.magnet;
    vec![
        figure(
            "two stones at 40 mm push each other by",
            1.3,
            1000.0 * push(magnet, 40.0),
            "mN",
        ),
        figure(
            "two stones that touch, by",
            23.0,
            1000.0 * push(magnet, 20.0),
            "mN",
        ),
        figure(
            "a stone of 10 g is lifted by one above it from",
            16.0,
            super::lifted(magnet),
            "mm",
        ),
    ]
}

/// The least and the greatest of something in all slides of a kind, at 1 m/s and at 0.2 m/s, in milliseconds. Reeds open
/// at half of what closes them, or at nearly all of it.
fn range(ways: impl Fn(&(i8, i8)) -> bool, of: impl Fn(&[Change]) -> Vec<f64>) -> [f64; 2] {
    let mut found = Vec::new();
    for way in WAYS.into_iter().filter(ways) {
        for (turns, drop_out) in [(15.0, 0.5), (20.0, 0.5), (15.0, 0.9), (20.0, 0.9)] {
            let reed = Reed {
                drop_out,
                ..RECOMMENDED.reed
            };
            let design = Design {
                reed,
                ..RECOMMENDED
            };
            let changes = slide(design, way, turns).unwrap();
            // A millimetre takes a millisecond at 1 m/s.
            found.extend(of(&changes).iter().flat_map(|mm| [mm / 1.0, mm / 0.2]));
        }
    }
    let least = found.iter().copied().fold(f64::INFINITY, f64::min);
    [least, found.into_iter().fold(-f64::INFINITY, f64::max)]
}

/// Gaps and blinks of slides.
fn of_slides() -> Vec<Figure> {
    let gaps = |changes: &[Change]| vec![gap(changes).unwrap()];
    let told = [
        (
            "along a rank, a reed blinks for",
            range(|way| way.1 == 0, blinks),
            [0.7, 6.5],
        ),
        (
            "along a rank, no reed is closed for",
            range(|way| way.1 == 0, gaps),
            [-6.5, 21.0],
        ),
        (
            "along a file, no reed is closed for",
            range(|way| way.0 == 0, gaps),
            [15.0, 100.0],
        ),
        (
            "on a diagonal, no reed is closed for",
            range(|way| way.0 != 0 && way.1 != 0, gaps),
            [33.0, 190.0],
        ),
    ];
    let mut all = Vec::new();
    for (what, found, told) in told {
        for (end, (found, told)) in ["least", "most"].iter().zip(found.into_iter().zip(told)) {
            all.push(figure(&format!("{what}, at {end}"), told, found, "ms"));
        }
    }
    all
}

fn all() -> Vec<Figure> {
    let all = [
        of_designs(),
        of_ruins(),
        of_regions(),
        of_forces(),
        of_slides(),
    ];
    all.into_iter().flatten().collect()
}

#[test]
fn the_model_gives_the_figures_that_the_designs_were_chosen_by() {
    for Figure {
        what, told, found, ..
    } in all()
    {
        let part = found / told;
        assert!(
            (0.9..=1.1).contains(&part),
            "{what}: {found} instead of {told}"
        );
    }
}

#[test]
fn the_page_of_the_model_has_its_figures() {
    let mut table = String::from("| figure | before | this model |\n|---|---|---|\n");
    for Figure {
        what,
        told,
        found,
        unit,
    } in all()
    {
        let row = format!("| {what} | {told} {unit} | {found:.2} {unit} |\n");
        table += &row.replace("  ", " ");
    }
    let page = fs::read_to_string("src/host/reeds/README.md").unwrap();
    assert!(
        page.contains(&table),
        "src/host/reeds/README.md lacks:\n{table}"
    );
}

#[test]
fn a_reed_too_near_to_its_point_feels_nothing_there() {
    assert!(margins(with_offset(6.0)).felt < 0.0);
}

#[test]
fn a_design_bears_a_reed_that_is_out_of_its_place() {
    for design in DESIGNS {
        let found = margins(design);
        assert!(found.reopens_misplaced > super::ENOUGH, "{found:?}");
    }
}

#[test]
fn no_third_reed_closes_on_the_way() {
    for way in WAYS {
        let part = [way.0, way.1].map(f64::from);
        for (file, rank) in [-1i8, 0, 1, 2]
            .iter()
            .flat_map(|&file| [-1i8, 0, 1, 2].map(|rank| (file, rank)))
        {
            if (file, rank) == (0, 0) || (file, rank) == way {
                continue;
            }
            let spot = spot(RECOMMENDED);
            for step in 0..=40u8 {
                let at = f64::from(step) / 40.0;
                let x = (at * part[0] - f64::from(file)) * RECOMMENDED.pitch;
                let y = (at * part[1] - f64::from(rank)) * RECOMMENDED.pitch;
                assert!(
                    spot.felt(x, y).abs() < spot.closing()[0],
                    "{way:?} {file} {rank}"
                );
            }
        }
    }
}

#[test]
fn the_emulated_reeds_have_the_slides_of_the_model() {
    let kept = std::fs::read_to_string("tests/chip/slides.json").unwrap();
    let computed = super::slide::table(RECOMMENDED).unwrap();
    assert_eq!(
        kept, computed,
        "cargo run -- reeds --slides > tests/chip/slides.json"
    );
}
