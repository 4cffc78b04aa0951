//! The last stretch of the line: from what the referee says to the colours of the lights.
//!
//! ```text
//! the referee ─► cues ─► palette ─► the strip
//!                           ▲
//!                         power
//! ```
//!
//! [`cues`] says what each light means, [`palette`] which colour and motion that is and how bright it may be, [`power`]
//! how much current there is. Cues draw and never decide; the palette never asks what the game is about.

pub mod cues;
pub mod palette;
pub mod power;
