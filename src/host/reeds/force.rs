//! How strongly two magnets that stand alike push or pull each other, in newtons.

use std::f64::consts::{PI, TAU};

use super::field::{Magnet, disc};

/// A magnetic constant: newtons per square ampere.
const MU_0: f64 = 4e-7 * PI;
/// Rings and sectors into which a pole is cut.
const PIECES: u8 = 12;
/// The step of a derivative, in millimetres.
const STEP: f64 = 0.05;

/// The energy of a magnet `aside` of another and `above` it, from lower face to lower face, in N·mm: each pole in the
/// potential of the other's two.
fn energy(magnet: Magnet, aside: f64, above: f64) -> f64 {
    let strength = magnet.grade.magnetisation();
    let radius = magnet.diameter / 2.0;
    let potential = |distance: f64, height: f64| {
        let lower = disc(radius, distance, height.abs());
        let upper = disc(radius, distance, (height - magnet.thickness).abs());
        strength * (lower - upper)
    };
    let width = radius / f64::from(PIECES);
    let mut sum = 0.0;
    for (ring, sector) in (0..PIECES).flat_map(|ring| (0..PIECES).map(move |it| (ring, it))) {
        let ring = (f64::from(ring) + 0.5) * width;
        let angle = TAU * (f64::from(sector) + 0.5) / f64::from(PIECES);
        let distance = (aside + ring * angle.cos()).hypot(ring * angle.sin());
        let area = ring * width * TAU / f64::from(PIECES);
        let across = potential(distance, above) - potential(distance, above + magnet.thickness);
        sum += area * across;
    }
    MU_0 * strength * sum
}

/// With which force two magnets at one height push each other apart.
pub fn push(magnet: Magnet, distance: f64) -> f64 {
    let less = energy(magnet, distance - STEP, 0.0);
    (less - energy(magnet, distance + STEP, 0.0)) / (2.0 * STEP)
}

/// With which force a magnet pulls one below it, whose lower face is so much lower.
pub fn pull(magnet: Magnet, above: f64) -> f64 {
    let more = energy(magnet, 0.0, above + STEP);
    (more - energy(magnet, 0.0, above - STEP)) / (2.0 * STEP)
}
