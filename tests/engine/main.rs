//! The engine: its turns, its search, its play.

// Miri would take hours.
#![cfg(not(miri))]

#[path = "../common/mod.rs"]
mod common;

mod same_turns;
