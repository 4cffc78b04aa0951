//! Whether the model gives the figures that the guides are written by.

use super::field::{Grade, Magnet};
use super::margins::{Margins, Spot, closing_height};
use super::slide::{Change, WAYS, blinks, gap, slide};
use crate::host::design::{CHEAP, COMPACT, DESIGNS, Design, RECOMMENDED, Reed};

fn spot(design: Design) -> Spot {
    Spot::new(design).unwrap()
}

fn margins(design: Design) -> Margins {
    spot(design).margins(design.stray)
}

/// Within a tenth.
#[track_caller]
fn is_near(found: f64, expected: f64) {
    let part = found / expected;
    assert!((0.9..=1.1).contains(&part), "{found} instead of {expected}");
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

#[test]
fn the_three_designs_have_the_margins_that_are_told_of_them() {
    let told = [
        (RECOMMENDED, 2.1, 1.9, 5.5),
        (CHEAP, 2.0, 1.8, 5.5),
        (COMPACT, 2.1, 2.6, 4.0),
    ];
    assert_eq!(told.map(|(design, ..)| design), DESIGNS);
    for (design, felt, reopens, tolerance) in told {
        let found = margins(design);
        is_near(found.felt, felt);
        is_near(found.reopens, reopens);
        assert!(found.reopens_misplaced > super::ENOUGH, "{found:?}");
        is_near(spot(design).tolerance().unwrap(), tolerance);
    }
}

#[test]
fn what_ruins_a_board_is_seen() {
    let height = Design {
        skin: RECOMMENDED.skin + 3.0,
        ..RECOMMENDED
    };
    is_near(margins(height).felt, 0.94);
    let offset = |offset| Design {
        offset,
        ..RECOMMENDED
    };
    assert!(margins(offset(6.0)).felt < 0.0);
    is_near(margins(offset(12.0)).felt, 0.6);
    is_near(margins(with_magnet(10.0, 3.0)).reopens, 0.74);
    is_near(margins(with_magnet(8.0, 3.0)).reopens, 1.2);
    let uncut = margins(with_iron(44.0));
    is_near(uncut.reopens_misplaced, 0.25);
    assert!(uncut.felt < 0.6, "{uncut:?}");
}

#[test]
fn a_reed_closes_where_it_is_told_to() {
    let spot = spot(RECOMMENDED);
    let [sensitive, insensitive] = spot.closing();
    let [[from, dead], [again, to]] = spot.along(insensitive)[..] else {
        panic!("{:?}", spot.along(insensitive));
    };
    is_near(from, -9.7);
    is_near(dead, 7.3);
    is_near(to, 26.0);
    is_near(again - dead, 1.35);
    is_near(spot.across(insensitive), 9.8);
    let [[_, dead], [again, _]] = spot.along(sensitive)[..] else {
        panic!("{:?}", spot.along(sensitive));
    };
    is_near(again - dead, 1.0);
}

#[test]
fn the_height_at_which_a_reed_closes_tells_its_ampere_turns() {
    let told = [
        (10.0, 16.9),
        (15.0, 14.5),
        (20.0, 12.9),
        (25.0, 11.8),
        (30.0, 10.9),
        (35.0, 10.1),
    ];
    for (turns, height) in told {
        is_near(closing_height(&RECOMMENDED, turns).unwrap(), height);
    }
}

#[test]
fn a_captured_stone_lies_farther_where_the_reeds_point_to() {
    let [towards, other] = spot(RECOMMENDED).aside();
    is_near(towards, 41.0);
    is_near(other, 25.0);
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

#[test]
fn a_slide_has_the_gaps_and_blinks_that_are_told_of_it() {
    let gaps = |changes: &[Change]| vec![gap(changes).unwrap()];
    let told = [
        (range(|way| way.1 == 0, blinks), [0.7, 6.5]),
        (range(|way| way.1 == 0, gaps), [-6.5, 21.0]),
        (range(|way| way.0 == 0, gaps), [15.0, 100.0]),
        (range(|way| way.0 != 0 && way.1 != 0, gaps), [33.0, 190.0]),
    ];
    for (found, told) in told {
        for (found, told) in found.into_iter().zip(told) {
            is_near(found, told);
        }
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
