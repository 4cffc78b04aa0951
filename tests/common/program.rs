//! The host program, started as another program would.

use std::io::Write;
use std::process::{Output, Stdio};

use super::folder::Folder;

/// Runs the host program to its end.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let folder = Folder::new();
    let mut child = folder
        .program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may have ended before it read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}
