//! The first stretch of the line: from wires to a settled picture of the board.
//!
//! ```text
//! wires ─► matrix ─► sensors ─► debounce ─► the referee
//! ```
//!
//! [`matrix`] says which reeds seem closed, [`wires`] whether the wires let it know, [`sensors`] which reeds are believed,
//! [`debounce`] what has settled, [`margins`] how well each reed works while it still does.
//! [`button`] is the one sensor that no stone closes. Time is counted in samples, one a millisecond; nothing reads a
//! clock.

pub mod button;
pub mod debounce;
pub mod margins;
pub mod matrix;
pub mod sensors;
pub mod wires;
