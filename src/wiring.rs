//! How a board is wired: pins, the order of the lights, the current.

use smart_leds::RGB8;

use crate::light::palette::{Frame, IDLE_MA};
use crate::point::{FILES, Point, RANKS};

/// The wiring of a board, from the board's folder. [`Wiring::check`] tells whether such a board can work.
#[derive(Clone, Copy, Debug)]
pub struct Wiring {
    /// The GPIO of each column, file a first.
    pub columns: [u8; FILES as usize],
    /// The GPIO of each row, rank 1 first.
    pub rows: [u8; RANKS as usize],
    /// The GPIO of the lights' data line.
    pub strip: u8,
    /// The GPIO that the button connects to ground.
    pub button: u8,
    /// The GPIO that is high while the lights are to have power, if a load switch is in their supply.
    pub switch: Option<u8>,
    /// The GPIO of a piezo, if the board has room for one.
    pub piezo: Option<u8>,
    /// GPIOs that the module uses itself or does not bring out, and those that are kept free.
    pub taken: &'static [u8],
    /// The point above each light, in the order of the strip.
    pub lights: [Point; Point::COUNT],
    /// The current that all lights together may draw, in mA.
    pub max_ma: u32,
}

/// What is wrong with a wiring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Miswired {
    /// The chip has no such GPIO.
    NoPin(u8),
    /// The module does not leave this GPIO to us.
    Taken(u8),
    /// Two wires are on this GPIO.
    Twice(u8),
    /// Two lights are under this point.
    TwoLights(Point),
    /// This limit, in mA, is too low even for dark lights, or more than a USB port gives.
    Current(u32),
}

/// The highest GPIO of the RP2040.
const LAST_PIN: u8 = 29;
/// The current that a USB port gives, in mA.
const PORT_MA: u32 = 500;
/// The number of wires that every board has: columns, rows, strip, button.
const WIRES: usize = FILES as usize + RANKS as usize + 2;
/// The number of wires that a board may have besides: load switch, piezo.
const OPTIONAL: usize = 2;

impl Wiring {
    /// Finds the first fault; `const`, so that a board can be checked at compile time.
    ///
    /// # Errors
    /// If a board that is wired like this could not work.
    pub const fn check(&self) -> Result<(), Miswired> {
        let (pins, count) = self.pins();
        let mut at = 0;
        while at < count {
            let pin = pins[at];
            if pin > LAST_PIN {
                return Err(Miswired::NoPin(pin));
            }
            if has(self.taken, pin) {
                return Err(Miswired::Taken(pin));
            }
            let (before, _) = pins.split_at(at);
            if has(before, pin) {
                return Err(Miswired::Twice(pin));
            }
            at += 1;
        }
        let mut lit = 0u64;
        let mut light = 0;
        while light < Point::COUNT {
            let point = self.lights[light];
            if lit >> point.index() & 1 != 0 {
                return Err(Miswired::TwoLights(point));
            }
            lit |= 1 << point.index();
            light += 1;
        }
        // 45 fits.
        #[allow(clippy::cast_possible_truncation)]
        let dark = Point::COUNT as u32 * IDLE_MA;
        if self.max_ma <= dark || self.max_ma > PORT_MA {
            return Err(Miswired::Current(self.max_ma));
        }
        Ok(())
    }

    /// All pins, columns, rows, strip and button first, and how many there are.
    const fn pins(&self) -> ([u8; WIRES + OPTIONAL], usize) {
        let mut pins = [0; WIRES + OPTIONAL];
        let (columns, rest) = pins.split_at_mut(FILES as usize);
        columns.copy_from_slice(&self.columns);
        let (rows, rest) = rest.split_at_mut(RANKS as usize);
        rows.copy_from_slice(&self.rows);
        rest[0] = self.strip;
        rest[1] = self.button;
        let mut count = WIRES;
        if let Some(pin) = self.switch {
            pins[count] = pin;
            count += 1;
        }
        if let Some(pin) = self.piezo {
            pins[count] = pin;
            count += 1;
        }
        (pins, count)
    }

    /// The colours of a frame in the order of the strip.
    pub fn in_order(&self, frame: &Frame) -> impl Iterator<Item = RGB8> {
        self.lights.iter().map(|point| frame[point.index()])
    }
}

const fn has(pins: &[u8], pin: u8) -> bool {
    let mut at = 0;
    while at < pins.len() {
        if pins[at] == pin {
            return true;
        }
        at += 1;
    }
    false
}

/// A strip that runs along rank 1 from file a, back along rank 2, and so on.
#[must_use]
pub const fn snake_by_ranks() -> [Point; Point::COUNT] {
    let mut lights = [Point::CENTRE; Point::COUNT];
    let mut at = 0;
    while at < lights.len() {
        let (rank, step) = lane(at, FILES);
        if let Some(point) = Point::at(step, rank) {
            lights[at] = point;
        }
        at += 1;
    }
    lights
}

/// A strip that runs up file a from rank 1, down file b, and so on.
#[must_use]
pub const fn snake_by_files() -> [Point; Point::COUNT] {
    let mut lights = [Point::CENTRE; Point::COUNT];
    let mut at = 0;
    while at < lights.len() {
        let (file, step) = lane(at, RANKS);
        if let Some(point) = Point::at(file, step) {
            lights[at] = point;
        }
        at += 1;
    }
    lights
}

/// The lane of a snake in which a light is, and its place in that lane: every other lane runs back.
// Both are below 45.
#[allow(clippy::cast_possible_truncation)]
const fn lane(light: usize, length: u8) -> (u8, u8) {
    let (lane, step) = (light as u8 / length, light as u8 % length);
    (
        lane,
        if lane % 2 == 0 {
            step
        } else {
            length - 1 - step
        },
    )
}
