//! Whether every board in boards/ can be built as it is described.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fanorona_board::light::palette::MAX_MA;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::wiring::{Miswired, Wiring, snake_by_files, snake_by_ranks};
use smart_leds::RGB8;

// `ALL`: the name and the wiring of every board.
include!(concat!(env!("OUT_DIR"), "/boards.rs"));

const PICO: Wiring = pico::WIRING;

fn point(name: &str) -> Point {
    let find = |point: &Point| point.to_string() == name;
    Point::all()
        .find(find)
        .unwrap_or_else(|| panic!("no point is {name}"))
}

fn guide(board: &str) -> String {
    let path = Path::new("boards").join(board).join("README.md");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_board_can_be_built() {
    for (name, wiring) in ALL {
        assert_eq!(wiring.check(), Ok(()), "{name}");
    }
}

#[test]
fn a_folder_is_a_board_with_a_wiring_and_a_guide() {
    let folders: BTreeSet<String> = fs::read_dir("boards")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    let names: BTreeSet<String> = ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names, folders);
    assert!(names.len() >= 2, "{names:?}");
    for name in names {
        let guide = guide(&name);
        assert!(guide.starts_with(&format!("# {name}: ")), "{name}");
    }
}

#[test]
fn the_guide_of_a_board_names_its_pins() {
    for (name, wiring) in ALL {
        let guide = guide(name);
        let row = |what: &str, pins: &[u8]| {
            let line = guide.lines().find(|line| line.contains(what));
            let line = line.unwrap_or_else(|| panic!("{name}: no line on {what}"));
            let pins: Vec<String> = pins.iter().map(|pin| format!("GP{pin}")).collect();
            assert!(line.contains(&pins.join(" ")), "{name}: {line}");
        };
        row("| columns a to i |", &wiring.columns);
        row("| rows 1 to 5 |", &wiring.rows);
        row("| LED data |", &[wiring.strip]);
        row("| button", &[wiring.button]);
        if let Some(pin) = wiring.switch {
            row("| load switch", &[pin]);
        }
        if let Some(pin) = wiring.piezo {
            row("| piezo", &[pin]);
        }
        assert!(guide.contains(&format!("{} mA", wiring.max_ma)), "{name}");
    }
}

#[test]
fn a_crossing_of_column_and_row_is_one_point_and_a_point_is_one_crossing() {
    for (name, wiring) in ALL {
        let crossing = |point: Point| {
            let column = wiring.columns[usize::from(point.file())];
            (column, wiring.rows[usize::from(point.rank())])
        };
        let crossings: BTreeSet<(u8, u8)> = Point::all().map(crossing).collect();
        assert_eq!(crossings.len(), Point::COUNT, "{name}");
    }
}

#[test]
fn every_point_has_one_light() {
    for (name, wiring) in ALL {
        let lit: PointSet = wiring.lights.into_iter().collect();
        assert_eq!(lit, PointSet::ALL, "{name}");
        // And it gets the colour of its point.
        let frame = core::array::from_fn(|index| RGB8::new(u8::try_from(index).unwrap(), 0, 0));
        let sent: Vec<RGB8> = wiring.in_order(&frame).collect();
        assert_eq!(sent.len(), Point::COUNT, "{name}");
        for (colour, point) in sent.iter().zip(wiring.lights) {
            assert_eq!(usize::from(colour.r), point.index(), "{name}");
        }
    }
}

#[test]
fn the_pico_is_wired_as_its_builders_know_it() {
    assert_eq!(PICO.columns, [2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(PICO.rows, [11, 12, 13, 14, 15]);
    assert_eq!((PICO.strip, PICO.button, PICO.max_ma), (16, 17, MAX_MA));
    assert_eq!(PICO.piezo, Some(18));
    // a1 to i1, i2 to a2, …, a5 to i5.
    let corners = [
        (0, "a1"),
        (8, "i1"),
        (9, "i2"),
        (17, "a2"),
        (18, "a3"),
        (44, "i5"),
    ];
    for (light, name) in corners {
        assert_eq!(PICO.lights[light], point(name));
    }
}

#[test]
fn a_snake_turns_at_every_edge() {
    for snake in [snake_by_ranks(), snake_by_files()] {
        for pair in snake.windows(2) {
            let files = pair[0].file().abs_diff(pair[1].file());
            let ranks = pair[0].rank().abs_diff(pair[1].rank());
            assert_eq!(files + ranks, 1, "{pair:?}");
        }
    }
    assert_eq!(snake_by_files()[5], point("b5"));
}

#[test]
fn a_wiring_that_cannot_work_is_refused_and_says_why() {
    let columns = |at: usize, pin: u8| {
        let mut columns = PICO.columns;
        columns[at] = pin;
        Wiring { columns, ..PICO }
    };
    let rows = |at: usize, pin: u8| {
        let mut rows = PICO.rows;
        rows[at] = pin;
        Wiring { rows, ..PICO }
    };
    let switch = |pin: u8| Wiring {
        switch: Some(pin),
        ..PICO
    };
    assert_eq!(switch(19).check(), Ok(()));
    let piezo = |pin: u8| Wiring {
        piezo: Some(pin),
        ..PICO
    };
    assert_eq!(piezo(22).check(), Ok(()));
    let none = Wiring {
        piezo: None,
        ..PICO
    };
    assert_eq!(none.check(), Ok(()));
    let both = Wiring {
        switch: Some(18),
        ..PICO
    };
    let lights = |at: usize, point: Point| {
        let mut lights = PICO.lights;
        lights[at] = point;
        Wiring { lights, ..PICO }
    };
    let cases = [
        (columns(8, 30), Miswired::NoPin(30)),
        (rows(0, 255), Miswired::NoPin(255)),
        (columns(3, 2), Miswired::Twice(2)),
        (rows(4, 10), Miswired::Twice(10)),
        (Wiring { strip: 11, ..PICO }, Miswired::Twice(11)),
        (Wiring { button: 16, ..PICO }, Miswired::Twice(16)),
        (switch(17), Miswired::Twice(17)),
        (switch(30), Miswired::NoPin(30)),
        (switch(23), Miswired::Taken(23)),
        (piezo(16), Miswired::Twice(16)),
        (piezo(30), Miswired::NoPin(30)),
        (piezo(24), Miswired::Taken(24)),
        (both, Miswired::Twice(18)),
        (
            lights(44, Point::CENTRE),
            Miswired::TwoLights(Point::CENTRE),
        ),
        (Wiring { max_ma: 45, ..PICO }, Miswired::Current(45)),
        (
            Wiring {
                max_ma: 501,
                ..PICO
            },
            Miswired::Current(501),
        ),
    ];
    for (wiring, fault) in cases {
        assert_eq!(wiring.check(), Err(fault));
    }
    // What the Pico needs for itself.
    for pin in [23, 24, 25, 29] {
        assert_eq!(columns(0, pin).check(), Err(Miswired::Taken(pin)));
        assert_eq!(
            Wiring { strip: pin, ..PICO }.check(),
            Err(Miswired::Taken(pin))
        );
    }
}
