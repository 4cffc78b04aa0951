//! Records figures for tests/figures.mjs.

use std::fmt::Display;
use std::fs;
use std::path::Path;

/// Prints a figure, and writes its value into the file of its key; tests/figures/declared.mjs lists the keys.
pub fn record(key: &str, value: impl Display) {
    // Miri keeps tests from the file system.
    if cfg!(miri) {
        return;
    }
    println!("{key}: {value}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("figures");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(key), format!("{value}\n")).expect("a file");
}
