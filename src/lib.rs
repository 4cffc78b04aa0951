//! Fanorona for an instrumented board.
#![no_std]
#![forbid(unsafe_code)]
