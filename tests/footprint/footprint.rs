//! The footprint of the work: its stack and its code on the chip.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod common;

/// A use of the stack known in advance: ten frames of 64 words, and the few registers each call saves.
#[cfg(target_os = "none")]
fn work() -> u32 {
    descend(10)
}

#[cfg(target_os = "none")]
#[inline(never)]
fn descend(depth: u32) -> u32 {
    let mut frame = [depth; 64];
    core::hint::black_box(&mut frame);
    let below = if depth > 1 { descend(depth - 1) } else { 0 };
    frame.iter().sum::<u32>() + below
}

#[cfg(not(target_os = "none"))]
fn main() {}
