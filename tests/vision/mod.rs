//! How light looks to people with and without colour vision deficiency.

use smart_leds::RGB8;

/// How a light looks to somebody: what is left of the three colours, and how much each adds to lightness.
pub struct Observer {
    pub name: &'static str,
    matrix: [[f64; 3]; 3],
    luminance: [f64; 3],
}

/// Luminance of the primaries of sRGB (IEC 61966-2-1), with which the matrices below are used.
const SRGB: [f64; 3] = [0.2126, 0.7152, 0.0722];
/// Luminance of the LEDs: red 390 to 420, green 660 to 720, blue 180 to 200 mcd (datasheet of the WS2812B).
const LEDS: [f64; 3] = [0.315, 0.537, 0.148];
const ALL_COLOURS: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The matrices for severity 1.0 of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
/// Color Vision Deficiency", IEEE TVCG 15 (6), 2009, on linear values, which drive values are.
pub const OBSERVERS: [Observer; 5] = [
    Observer {
        name: "normal",
        matrix: ALL_COLOURS,
        luminance: SRGB,
    },
    Observer {
        name: "normal, by the datasheet of the LEDs",
        matrix: ALL_COLOURS,
        luminance: LEDS,
    },
    Observer {
        name: "protanopia",
        matrix: [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        luminance: SRGB,
    },
    Observer {
        name: "deuteranopia",
        matrix: [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        luminance: SRGB,
    },
    Observer {
        name: "tritanopia",
        matrix: [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
        luminance: SRGB,
    },
];

impl Observer {
    /// CIE 1976 lightness L*, where all three colours at the white value make 100: the eye adapts to the step of
    /// brightness.
    pub fn lightness(&self, colour: RGB8, white: f64) -> f64 {
        let drive = [colour.r, colour.g, colour.b].map(|value| f64::from(value) / white);
        let seen = self.matrix.map(|row| {
            let sum: f64 = row
                .iter()
                .zip(drive)
                .map(|(factor, value)| factor * value)
                .sum();
            sum.clamp(0.0, 1.0)
        });
        let y: f64 = seen
            .iter()
            .zip(self.luminance)
            .map(|(value, weight)| value * weight)
            .sum();
        if y > 216.0 / 24389.0 {
            116.0 * y.cbrt() - 16.0
        } else {
            y * 24389.0 / 27.0
        }
    }
}
