//! Fanorona for an instrumented board: everything that needs no hardware.
//!
//! No allocator, no clock, no HAL. Dependencies point one way: [`point`] knows nothing of the game, [`rules`] knows
//! nothing of sensors, lights or time.
#![no_std]
#![forbid(unsafe_code)]

pub mod app;
pub mod button;
pub mod console;
pub mod debounce;
pub mod matrix;
pub mod palette;
pub mod point;
pub mod power;
pub mod referee;
pub mod rules;
pub mod sensors;
pub mod time;
pub mod view;
pub mod wiring;
