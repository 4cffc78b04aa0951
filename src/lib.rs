//! Fanorona for an instrumented board: everything that needs no hardware.
//!
//! One straight line leads from the reeds to the lights, and the folders are its stretches:
//!
//! ```text
//! reeds ─► sample ─► sensors ─► debounce ─► referee ─► cues ─► palette ─► frame ─► lights
//!          └──────── sense ────────────┘    referee    └───── light ─────┘
//!                                              │
//!                                            rules
//! ```
//!
//! [`app`] is the line itself, one step each millisecond. The [`console`] queries and commands the app in lines of
//! text. The [`engine`] finds good turns by the rules alone. The firmware and the host program, both outside this library, supply real or virtual reeds and lights.
//!
//! No allocator, no clock, no HAL. Dependencies point one way: `point ← rules ← referee ← light ← menu, selftest ← app ← console`.
//! The rules know nothing of sensors, lights or time; the referee decides and never draws; time enters as a value.
#![no_std]
#![forbid(unsafe_code)]

pub mod app;
pub mod console;
pub mod crash;
pub mod engine;
pub mod light;
pub mod menu;
pub mod point;
pub mod referee;
pub mod rules;
pub mod selftest;
pub mod sense;
pub mod sound;
pub mod store;
pub mod time;
pub mod wiring;
