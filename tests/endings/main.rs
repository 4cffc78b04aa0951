//! The tables of endings: their values, the play by them, and files that are none.
//!
//! `ENDINGS=all cargo test --release --test endings -- --nocapture` holds every ending of up to four stones against a plain
//! solution, and many of five, and records the figures.

// Miri would take hours.
#![cfg(not(miri))]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/folder.rs"]
mod folder;
#[path = "../common/program.rs"]
mod program;

mod files;
mod plain;
mod play;
mod tables;
mod values;

/// Whether everything is tried.
fn is_all() -> bool {
    std::env::var("ENDINGS").is_ok_and(|word| word == "all")
}
