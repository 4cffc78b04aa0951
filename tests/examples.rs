//! Whether the examples in the pages are what the program says.

// Miri starts no programs.
#![cfg(all(unix, not(miri)))]

#[path = "common/folder.rs"]
mod folder;
#[path = "common/program.rs"]
mod program;

use std::fs;
use std::process::Command;

use folder::{Folder, at_home};
use program::run;

/// What stands before the arguments of an example.
const PROGRAM: &str = "cargo run --";

/// The code blocks of a page.
fn blocks(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let parts = text.split("\n```").skip(1).step_by(2);
    // The rest of the first line names the language.
    parts
        .filter_map(|block| Some(block.split_once('\n')?.1.to_owned() + "\n"))
        .collect()
}

/// What the shell prints when a line is typed that calls the program.
fn typed(line: &str) -> String {
    let folder = Folder::new();
    let mut shell = Command::new("sh");
    at_home(&mut shell, folder.path());
    let output = shell
        .arg("-c")
        .arg(line.replace(PROGRAM, "\"$PROGRAM\""))
        .env("PROGRAM", env!("CARGO_BIN_EXE_fanorona-board"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{line}");
    assert!(output.stderr.is_empty(), "{line}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_console_says_what_its_page_says() {
    let blocks = blocks("src/console/README.md");
    let start = format!("$ {PROGRAM} console\n");
    let transcripts = blocks.iter().filter_map(|block| block.strip_prefix(&start));
    let mut played = 0;
    for transcript in transcripts {
        let is_said = |line: &&str| line.starts_with(['=', '?', '*', ' ']);
        let (said, typed): (Vec<&str>, Vec<&str>) = transcript.lines().partition(is_said);
        let output = run(&["console"], typed.join("\n").as_bytes());
        let output = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.lines().collect::<Vec<_>>(), said);
        played += 1;
    }
    assert_eq!(played, 4);
}

#[test]
fn commands_print_what_their_page_says() {
    let blocks = blocks("src/console/README.md");
    let mut typed_lines = 0;
    for block in blocks.iter().filter(|block| !block.contains(" console\n")) {
        for example in block.split("$ ").skip(1) {
            let (line, printed) = example.split_once('\n').unwrap();
            assert_eq!(typed(line), printed, "{line}");
            typed_lines += 1;
        }
    }
    assert_eq!(typed_lines, 6);
}

#[test]
fn the_record_of_the_rules_page_can_be_replayed() {
    let blocks = blocks("src/rules/README.md");
    let record = blocks.iter().find(|block| block.starts_with("rules "));
    let output = run(&["replay", "-"], record.unwrap().as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.lines().next(), Some("bbb/1ww/1w1 w"));
    assert!(!printed.contains("unfinished"), "{printed}");
}

#[test]
fn every_command_of_the_builders_guide_runs() {
    let guide = fs::read_to_string("boards/README.md").unwrap();
    let commands = guide.split(PROGRAM).skip(1);
    let mut tried = 0;
    for command in commands.filter_map(|rest| rest.split(['`', '\n']).next()) {
        if command.trim() == "--serial" {
            // For which a board must be plugged in: tests/page/real.test.mjs has one.
            continue;
        }
        // What stands for a board of one's own.
        let command = command.replace(" name ", " pico ");
        let folder = Folder::new();
        let output = Command::new(env!("CARGO_BIN_EXE_fanorona-board"))
            .args(command.split_whitespace())
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {said}");
        assert!(!output.stdout.is_empty(), "{command}");
        tried += 1;
    }
    assert!(tried >= 7, "{tried}");
}
