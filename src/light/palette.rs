//! Colour and motion of the cues, brightness and current.
//!
//! All colours are drive values of the LEDs, which answer in proportion: half the value is half the light. Cues that
//! can be seen together differ in motion or clearly in lightness, so that nobody has to tell hues apart, which
//! `tests/palette.rs` checks.

use smart_leds::RGB8;

use crate::light::cues::{Cue, Cues};
use crate::point::Point;
use crate::rules::side::Side;
use crate::time::Millis;

/// No light.
pub const DARK: RGB8 = RGB8::new(0, 0, 0);

/// The level of a light that is fully on.
const WHOLE: u8 = 255;

/// How a light moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Motion {
    /// Not at all.
    Steady,
    /// Slowly down to a twelfth of its light and up again; never dark.
    Breathe,
    /// On and off.
    Blink,
    /// On and off more than three times as fast, yet below the three flashes a second that WCAG 2.3.1 allows.
    FastBlink,
}

impl Motion {
    /// All motions.
    pub const ALL: [Self; 4] = [Self::Steady, Self::Breathe, Self::Blink, Self::FastBlink];

    /// The time after which the motion repeats; 1 ms for a steady light.
    #[must_use]
    pub const fn period(self) -> Millis {
        match self {
            Self::Steady => Millis(1),
            Self::Breathe => Millis(2400),
            Self::Blink => Millis(1200),
            Self::FastBlink => Millis(360),
        }
    }

    /// The time for which the level stays the same; none for a steady light.
    const fn pace(self) -> Option<u64> {
        match self {
            Self::Steady => None,
            Self::Breathe => Some(BREATH.0),
            Self::Blink | Self::FastBlink => Some(self.period().0 / 2),
        }
    }

    /// The time of the next change, counted like `shown_for` from the light's start; none for a steady light.
    #[must_use]
    pub fn next_change(self, shown_for: Millis) -> Option<Millis> {
        let pace = self.pace()?;
        Some(Millis(
            (shown_for.0 / pace).saturating_add(1).saturating_mul(pace),
        ))
    }

    /// The level, of 255, of a light that has been shown for this time. All motions begin at 255.
    #[must_use]
    pub fn level(self, shown_for: Millis) -> u8 {
        let period = self.period().0;
        let phase = shown_for.0 % period;
        match self {
            Self::Steady => WHOLE,
            Self::Breathe => {
                let half = period / 2;
                let phase = phase - phase % BREATH.0;
                let height = phase.abs_diff(half) * u64::from(WHOLE) / half;
                // Perceived lightness is roughly the square root of the light.
                let above = height * height * u64::from(WHOLE - LOWEST_BREATH);
                let above = above / (u64::from(WHOLE) * u64::from(WHOLE));
                LOWEST_BREATH.saturating_add(u8::try_from(above).unwrap_or(WHOLE))
            }
            Self::Blink | Self::FastBlink if phase < period / 2 => WHOLE,
            Self::Blink | Self::FastBlink => 0,
        }
    }
}

/// Interval at which a breathing light changes: 40 times a second looks smooth, and more would only cost time.
const BREATH: Millis = Millis(25);
/// The lowest level of a breathing light: beside a steady one it is clearly seen to move.
pub const LOWEST_BREATH: u8 = 21;

/// How a cue looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// The colour at full brightness.
    pub colour: RGB8,
    /// The motion.
    pub motion: Motion,
}

/// White stones: warm and bright.
const WARM_WHITE: RGB8 = RGB8::new(255, 190, 110);
/// Black stones: of another hue, and much darker.
const VIOLET: RGB8 = RGB8::new(70, 40, 255);

/// How a cue looks; `owner` is the side whose colour it takes, if it takes one.
///
/// Steady is a place, breathing is a stone that may act, blinking is a stone to take off or put on, fast blinking is
/// the other row of a choice or a stone that is wrong.
#[must_use]
pub const fn look(cue: Cue, owner: Option<Side>) -> Look {
    let own = match owner {
        Some(Side::White) | None => WARM_WHITE,
        Some(Side::Black) => VIOLET,
    };
    let (colour, motion) = match cue {
        Cue::White | Cue::Black => (own, Motion::Steady),
        Cue::Turn => (part(own, 64, 255), Motion::Steady),
        // Only one of these four is lit at a time; all are darker than a hint.
        Cue::Movable | Cue::Origin | Cue::Mover | Cue::Thinking => {
            (part(own, 110, 255), Motion::Breathe)
        }
        Cue::Target => (RGB8::new(0, 255, 60), Motion::Steady),
        Cue::Approach => (RGB8::new(255, 230, 20), Motion::Blink),
        Cue::Withdrawal => (RGB8::new(0, 200, 255), Motion::FastBlink),
        Cue::Victim => (RGB8::new(255, 32, 0), Motion::Blink),
        Cue::Missing => (own, Motion::Blink),
        Cue::Extra => (RGB8::new(255, 0, 0), Motion::FastBlink),
        Cue::Takeback => (RGB8::new(0, 190, 140), Motion::Breathe),
        Cue::Dead => (RGB8::new(120, 0, 60), Motion::Breathe),
        Cue::Hint => (RGB8::new(255, 160, 255), Motion::Breathe),
        Cue::Winner | Cue::Offer | Cue::Capturer => (own, Motion::Breathe),
        Cue::Score => (RGB8::new(210, 255, 235), Motion::Steady),
        Cue::Value | Cue::Untried => (RGB8::new(20, 30, 60), Motion::Steady),
        Cue::Chosen | Cue::Next => (RGB8::new(200, 255, 140), Motion::Steady),
        Cue::Red => (RGB8::new(255, 0, 0), Motion::Steady),
        Cue::Green => (RGB8::new(0, 255, 0), Motion::Steady),
        Cue::Blue => (RGB8::new(0, 0, 255), Motion::Steady),
        Cue::Lapse => (RGB8::new(50, 15, 0), Motion::Blink),
    };
    Look { colour, motion }
}

/// The side whose colour a cue takes at a point, if it takes one.
#[must_use]
pub fn owner(cue: Cue, point: Point, cues: &Cues) -> Option<Side> {
    match cue {
        Cue::White => Some(Side::White),
        Cue::Black => Some(Side::Black),
        Cue::Turn | Cue::Movable | Cue::Origin | Cue::Mover | Cue::Thinking => Some(cues.side()),
        Cue::Missing | Cue::Winner | Cue::Offer | Cue::Capturer => cues.stone(point),
        Cue::Target
        | Cue::Approach
        | Cue::Withdrawal
        | Cue::Victim
        | Cue::Extra
        | Cue::Takeback
        | Cue::Dead
        | Cue::Hint
        | Cue::Score
        | Cue::Value
        | Cue::Chosen
        | Cue::Untried
        | Cue::Next
        | Cue::Red
        | Cue::Green
        | Cue::Blue
        | Cue::Lapse => None,
    }
}

/// A level of brightness: 0 for the night, 1 to 8 for the day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Brightness(u8);

impl Brightness {
    /// For a dark room.
    pub const NIGHT: Self = Self(0);
    /// For a lit room.
    pub const ROOM: Self = Self(5);
    /// All that the LEDs have.
    pub const FULL: Self = Self(8);

    /// The share of the light at each level, of 255: equal distances of lightness by the cube law of CIE L*, from 100 down to 30, and 24
    /// at night, where the dimmest cue is still lit.
    const SHARES: [u8; 9] = [10, 16, 29, 47, 72, 104, 145, 195, 255];

    /// The level with this number, if there is one.
    #[must_use]
    pub const fn new(level: u8) -> Option<Self> {
        if level <= Self::FULL.0 {
            Some(Self(level))
        } else {
            None
        }
    }

    /// The level's number.
    #[must_use]
    pub const fn level(self) -> u8 {
        self.0
    }

    /// All levels, the darkest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::NIGHT.0..=Self::FULL.0).map(Self)
    }

    fn share(self) -> u32 {
        u32::from(Self::SHARES[usize::from(self.0)])
    }
}

/// For a lit room.
impl Default for Brightness {
    fn default() -> Self {
        Self::ROOM
    }
}

/// The drive values of all LEDs, indexed by the number of their point.
pub type Frame = [RGB8; Point::COUNT];

/// The current that all LEDs together may draw unless a board says otherwise, in mA: a USB port gives 500.
pub const MAX_MA: u32 = 400;
/// The current of a dark LED, in mA.
pub const IDLE_MA: u32 = 1;
/// The current of one colour of an LED at the drive value 255, in mA.
const COLOUR_MA: u32 = 20;

/// How strongly the LEDs may be driven.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drive {
    /// The brightness that is asked for.
    pub brightness: Brightness,
    /// The current that all LEDs together may draw, in mA.
    pub max_ma: u32,
}

impl Drive {
    /// For a lit room, at a USB port.
    pub const USUAL: Self = Self {
        brightness: Brightness::ROOM,
        max_ma: MAX_MA,
    };
}

impl Default for Drive {
    fn default() -> Self {
        Self::USUAL
    }
}

/// How every point is lit while the cues stay as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lights([Option<Look>; Point::COUNT]);

impl Lights {
    /// The lights of cues.
    #[must_use]
    pub fn of(cues: &Cues) -> Self {
        let mut lights = [None; Point::COUNT];
        for point in cues.lit() {
            let cue = cues.at(point);
            lights[point.index()] = cue.map(|cue| look(cue, owner(cue, point, cues)));
        }
        Self(lights)
    }

    /// The frame after the lights have been shown for this time; every light begins lit.
    ///
    /// The brightness is lowered until all lights together, each at its brightest, stay within the limit: so no light
    /// changes because another blinks.
    #[must_use]
    pub fn frame(&self, shown_for: Millis, drive: Drive) -> Frame {
        let peak: u32 = self.lit().map(|light| sum_of(light.colour)).sum();
        let affordable = budget(drive.max_ma) * u32::from(WHOLE) / peak.max(1);
        let level = drive.brightness.share().min(affordable);
        let levels = Motion::ALL.map(|motion| level * u32::from(motion.level(shown_for)));
        self.0.map(|light| {
            light.map_or(DARK, |Look { colour, motion }| {
                let whole = u32::from(WHOLE) * u32::from(WHOLE);
                match part(colour, levels[motion as usize], whole) {
                    DARK if levels[motion as usize] > 0 => faintest(colour),
                    drawn => drawn,
                }
            })
        })
    }

    /// The time of the next change of any light, counted like `shown_for`; none if all are steady.
    #[must_use]
    pub fn next_change(&self, shown_for: Millis) -> Option<Millis> {
        let moves = |motion: &Motion| self.lit().any(|light| light.motion == *motion);
        let motions = Motion::ALL.into_iter().filter(moves);
        motions
            .filter_map(|motion| motion.next_change(shown_for))
            .min()
    }

    fn lit(&self) -> impl Iterator<Item = Look> {
        self.0.iter().copied().flatten()
    }
}

/// The frame of cues that have been shown for this time.
#[must_use]
pub fn frame(cues: &Cues, shown_for: Millis, drive: Drive) -> Frame {
    Lights::of(cues).frame(shown_for, drive)
}

/// The current that the LEDs draw with a frame, in mA, rounded up.
#[must_use]
pub fn current_ma(frame: &Frame) -> u32 {
    let driven = sum(frame) * COLOUR_MA;
    POINTS * IDLE_MA + driven.div_ceil(u32::from(WHOLE))
}

/// The frame, scaled down until it draws `max_ma` at most; all dark if even dark LEDs draw more.
#[must_use]
pub fn cap(frame: &Frame, max_ma: u32) -> Frame {
    let (sum, budget) = (sum(frame), budget(max_ma));
    if sum <= budget {
        return *frame;
    }
    frame.map(|colour| part(colour, budget, sum))
}

// 45 fits.
#[allow(clippy::cast_possible_truncation)]
const POINTS: u32 = Point::COUNT as u32;

fn sum(frame: &Frame) -> u32 {
    frame.iter().copied().map(sum_of).sum()
}

/// The sum of a colour's three drive values.
const fn sum_of(RGB8 { r, g, b }: RGB8) -> u32 {
    r as u32 + g as u32 + b as u32
}

/// The colour times `numerator / denominator`, which is at most 1; every value is rounded down.
const fn part(RGB8 { r, g, b }: RGB8, numerator: u32, denominator: u32) -> RGB8 {
    // At most the value itself, so it fits.
    #[allow(clippy::cast_possible_truncation)]
    const fn of(value: u8, numerator: u32, denominator: u32) -> u8 {
        (value as u32 * numerator / denominator) as u8
    }
    RGB8::new(
        of(r, numerator, denominator),
        of(g, numerator, denominator),
        of(b, numerator, denominator),
    )
}

/// The least of a colour that an LED can show.
const fn faintest(RGB8 { r, g, b }: RGB8) -> RGB8 {
    let rg = if r > g { r } else { g };
    let most = if rg > b { rg } else { b };
    RGB8::new((r == most) as u8, (g == most) as u8, (b == most) as u8)
}

/// The sum of drive values that draws `max_ma`, up to what all LEDs can draw.
fn budget(max_ma: u32) -> u32 {
    let driven = max_ma.saturating_sub(POINTS * IDLE_MA);
    driven.min(POINTS * 3 * COLOUR_MA) * u32::from(WHOLE) / COLOUR_MA
}
