//! The footprint of nothing: what the frame alone takes.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod common;

#[cfg(target_os = "none")]
fn work() -> u32 {
    0
}

#[cfg(not(target_os = "none"))]
fn main() {}
