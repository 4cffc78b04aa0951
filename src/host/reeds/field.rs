//! What a lying reed feels of a disc magnet above it.
//!
//! The magnet is a pair of discs with a uniform magnetic charge. A reed whose iron is L long feels
//! D = ∫ (1 − |s| / ½L) H ds along itself, in ampere-turns. The weight is a triangle, so by parts D is the mean of the
//! magnetic potential over one half of the iron less that over the other. Lengths are in millimetres.

use std::f64::consts::PI;

/// A disc magnet with a pole down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Magnet {
    pub diameter: f64,
    pub thickness: f64,
    pub grade: Grade,
}

/// What a magnet is made of: its number in the trade, such as 42 of N42.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade(pub u8);

impl Grade {
    /// The usual grades and their remanence in tesla, a middle value of what makers state.
    const REMANENCE: [(u8, f64); 7] = [
        (30, 1.10),
        (35, 1.19),
        (38, 1.24),
        (40, 1.27),
        (42, 1.30),
        (45, 1.34),
        (52, 1.45),
    ];

    pub fn find(word: &str) -> Option<Self> {
        let number = word.strip_prefix(['N', 'n'])?.parse().ok()?;
        let is_known = Self::REMANENCE.iter().any(|&(grade, _)| grade == number);
        is_known.then_some(Self(number))
    }

    pub fn words() -> String {
        let words = Self::REMANENCE.map(|(grade, _)| format!("N{grade}"));
        words.join(", ")
    }

    /// The magnetisation in A/mm.
    pub fn magnetisation(self) -> f64 {
        let known = Self::REMANENCE.iter().find(|&&(grade, _)| grade == self.0);
        let tesla = known.map_or(0.0, |&(_, tesla)| tesla);
        // µ0 = 4π · 10⁻⁷ T·m/A, and a metre has 1000 mm.
        tesla / (4e-7 * PI) / 1000.0
    }
}

/// How much the potential's table has of a millimetre, and how far it reaches.
const STEPS_IN_MM: f64 = 4.0;
const REACH: f64 = 200.0;
/// Into how many pieces each half of the iron is cut for the integral.
const PIECES: u8 = 24;

/// The magnet's potential at one height, as it is asked for again and again.
pub struct Field {
    /// The potential in amperes, for distances from the magnet's axis.
    potential: Vec<f64>,
}

impl Field {
    /// The field at `height` below the magnet's lower face.
    pub fn new(magnet: Magnet, height: f64) -> Self {
        let radius = magnet.diameter / 2.0;
        let strength = magnet.grade.magnetisation();
        let at = |step: u16| {
            let distance = f64::from(step) / STEPS_IN_MM;
            let lower = disc(radius, distance, height);
            let upper = disc(radius, distance, height + magnet.thickness);
            strength * (lower - upper)
        };
        let mut potential = Vec::new();
        for step in 0u16.. {
            if f64::from(step) > REACH * STEPS_IN_MM {
                break;
            }
            potential.push(at(step));
        }
        Self { potential }
    }

    /// Between two steps it is as good as straight; beyond the table it is as good as nothing.
    // The distance is not negative, and where it is too large there is nothing.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn potential(&self, distance: f64) -> f64 {
        let place = distance * STEPS_IN_MM;
        let step = place as usize;
        match self.potential.get(step..step + 2) {
            Some(&[here, next]) => here + (next - here) * place.fract(),
            _ => 0.0,
        }
    }

    /// What a reed with `iron` along x feels, its middle at the origin and the magnet at (`x`, `y`), in ampere-turns.
    pub fn felt(&self, iron: f64, x: f64, y: f64) -> f64 {
        let half = iron / 2.0;
        let step = half / f64::from(PIECES);
        let mut sum = 0.0;
        for piece in 0..PIECES {
            let s = (f64::from(piece) + 0.5) * step;
            sum += self.potential((x + s).hypot(y)) - self.potential((x - s).hypot(y));
        }
        sum * step / half
    }
}

/// The potential of a disc with the charge 1, at a distance from its axis and a height: the sum of its rings, of which
/// each is a mean over a circle, which is what an arithmetic-geometric mean gives.
pub fn disc(radius: f64, distance: f64, height: f64) -> f64 {
    const RINGS: u8 = 16;
    let width = radius / f64::from(RINGS);
    let ring = |number: u8| {
        let ring = (f64::from(number) + 0.5) * width;
        ring * width
            / mean(
                (distance + ring).hypot(height),
                (distance - ring).hypot(height),
            )
    };
    (0..RINGS).map(ring).sum::<f64>() / 2.0
}

/// The arithmetic-geometric mean.
fn mean(mut one: f64, mut other: f64) -> f64 {
    for _ in 0..6 {
        (one, other) = (f64::midpoint(one, other), (one * other).sqrt());
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_away_a_magnet_is_a_dipole() {
        let magnet = Magnet {
            diameter: 8.0,
            thickness: 2.0,
            grade: Grade(42),
        };
        let moment = Grade(42).magnetisation() * PI * 16.0 * 2.0;
        // On the axis, from the magnet's middle.
        let far = 80.0;
        let expected = moment / (4.0 * PI * far * far);
        let found = Field::new(magnet, far - 1.0).potential(0.0);
        assert!((found / expected - 1.0).abs() < 0.01, "{found} {expected}");
    }

    #[test]
    fn over_the_middle_of_the_reed_nothing_is_felt() {
        let magnet = Magnet {
            diameter: 8.0,
            thickness: 2.0,
            grade: Grade(42),
        };
        let field = Field::new(magnet, 5.0);
        assert!(field.felt(20.0, 0.0, 3.0).abs() < 1e-9);
        let (left, right) = (field.felt(20.0, -8.0, 0.0), field.felt(20.0, 8.0, 0.0));
        assert!((left + right).abs() < 1e-9 && left > 50.0, "{left} {right}");
    }

    #[test]
    fn only_grades_that_are_sold_are_known() {
        assert_eq!(Grade::find("N42"), Some(Grade(42)));
        assert_eq!(Grade::find("n35"), Some(Grade(35)));
        for word in ["N41", "42", "N", "", "N4200"] {
            assert_eq!(Grade::find(word), None, "{word}");
        }
    }
}
