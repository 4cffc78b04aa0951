//! What outlasts the host program, and where it is kept.

// Miri starts no programs.
#![cfg(not(miri))]

#[path = "common/folder.rs"]
mod folder;
#[path = "common/served.rs"]
mod served;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Output, Stdio};

use fanorona_board::store::SIZE;
use folder::Folder;
use served::Served;

/// Runs the console in a folder, with these lines typed.
fn console(folder: &Folder, arguments: &[&str], lines: &str) -> Output {
    let mut child = start(folder, arguments);
    // The program may have ended before it read everything.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    let mut program = folder.program();
    program.arg("console").args(arguments);
    program.current_dir(folder.path());
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped());
    program.stderr(Stdio::piped()).spawn().unwrap()
}

/// What the console says, if it does not complain.
#[track_caller]
fn says(folder: &Folder, arguments: &[&str], lines: &str) -> String {
    let output = console(folder, arguments, lines);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

/// The paths of all files below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            all.push(path.display().to_string());
        }
    }
    all.sort();
    all
}

/// Names below a folder.
fn named(folder: &Folder, names: &[&str]) -> Vec<String> {
    let path = |name: &&str| folder.path().join(name).display().to_string();
    names.iter().map(path).collect()
}

#[test]
fn the_console_keeps_nothing_unless_a_file_is_named() {
    let folder = Folder::new();
    says(&folder, &[], "new telo\nsetup\nresign\ncut\ngames\n");
    assert_eq!(files(folder.path()), [""; 0]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(says(&folder, &[], "games\n"), "= 0 games\n");
}

#[test]
fn a_file_that_is_named_keeps_the_game() {
    let folder = Folder::new();
    let named_file = &["--flash", "some.flash"];
    says(
        &folder,
        named_file,
        "new telo\nsetup\nresign\nclear\nsetup\nlift f3\nplace e3\nlift d3 700\nbrightness 2\n",
    );
    assert_eq!(files(folder.path()), named(&folder, &["some.flash"]));
    let size = fs::metadata(folder.path().join("some.flash"))
        .unwrap()
        .len();
    assert_eq!(usize::try_from(size).unwrap(), SIZE);
    let said = says(&folder, named_file, "position\nbrightness\ngames\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[..2], ["= bbb/1w1/www b", "= 2"]);
    assert_eq!(lines.last(), Some(&"= 1 game"));
    let anew = ["--flash", "some.flash", "--forget"];
    assert_eq!(
        says(&folder, &anew, "games\nbrightness\n"),
        "= 0 games\n= 5\n"
    );
    assert_eq!(says(&folder, named_file, "brightness\n"), "= 5\n");
}

#[test]
fn what_is_no_flash_is_refused_and_left_alone() {
    let folder = Folder::new();
    let text = folder.path().join("text");
    fs::create_dir(folder.path().join("folder")).unwrap();
    for content in [vec![b'x'; 5], vec![0xff; SIZE + 1], vec![0; SIZE - 1]] {
        fs::write(&text, &content).unwrap();
        for more in [&[][..], &["--forget"]] {
            let arguments = [&["--flash", "text"][..], more].concat();
            let output = console(&folder, &arguments, "version\n");
            assert_eq!(output.status.code(), Some(2));
            assert_eq!(output.stdout, b"");
            let said = String::from_utf8(output.stderr).unwrap();
            let why = format!("it has {} bytes, and flash has {SIZE}", content.len());
            assert!(
                said.contains("text: this is no flash: ") && said.contains(&why),
                "{said}"
            );
            assert!(fs::read(&text).unwrap() == content);
        }
    }
    for (path, why) in [("folder", "this is a folder"), ("nowhere/x", "nowhere/x: ")] {
        let output = console(&folder, &["--flash", path], "version\n");
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(why), "{said}");
    }
    let output = console(&folder, &["--forget"], "");
    assert_eq!(output.status.code(), Some(2));
}

/// The program was ended while it made the file, or somebody else has made one.
#[test]
fn a_file_that_was_never_filled_is_blank_flash() {
    for length in [0, 4096, SIZE - 1] {
        let folder = Folder::new();
        let path = folder.path().join("flash");
        fs::write(&path, vec![0xff; length]).unwrap();
        assert_eq!(
            says(&folder, &["--flash", "flash"], "games\n"),
            "= 0 games\n"
        );
        assert_eq!(fs::read(&path).unwrap().len(), SIZE);
    }
}

#[test]
fn whatever_a_file_holds_the_board_plays() {
    let folder = Folder::new();
    let path = folder.path().join("flash");
    for byte in [0x00, 0x55, b'F'] {
        fs::write(&path, vec![byte; SIZE]).unwrap();
        let said = says(
            &folder,
            &["--flash", "flash"],
            "setup\nwait 60000\nlift d3\n",
        );
        assert!(said.ends_with("* phase carrying\n=\n"), "{said}");
    }
}

#[test]
fn the_second_program_on_a_file_runs_without() {
    let folder = Folder::new();
    let named_file = &["--flash", "flash"];
    let mut first = start(&folder, named_file);
    let mut input = first.stdin.take().unwrap();
    let mut output = BufReader::new(first.stdout.take().unwrap());
    let mut line = String::new();
    writeln!(input, "brightness 3").unwrap();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "= 3\n");
    for arguments in [&["--flash", "flash"][..], &["--flash", "flash", "--forget"]] {
        let second = console(&folder, arguments, "brightness\nbrightness 7\n");
        assert_eq!(second.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&second.stdout), "= 5\n= 7\n");
        let said = String::from_utf8(second.stderr).unwrap();
        assert!(
            said.contains("flash: another program keeps its game there; this board forgets"),
            "{said}"
        );
    }
    drop(input);
    assert!(first.wait().unwrap().success());
    assert_eq!(says(&folder, named_file, "brightness\n"), "= 3\n");
}

const FLASH: &str = "fanorona-board/virtual.flash";
const STONES: &str = "fanorona-board/virtual.flash.stones";

#[test]
fn the_virtual_board_goes_on_where_it_was() {
    let board = Served::start();
    assert_eq!(board.say("new telo"), "=");
    assert_eq!(board.say("setup"), "=");
    for acts in ["lift f3", "place e3", "remove d3"] {
        assert_eq!(board.post("/hand?hand=left", acts).0, 200);
        assert_eq!(board.say("wait 700"), "=");
    }
    // In mid-turn, with a stone in a hand.
    assert_eq!(board.post("/hand?hand=left", "lift d4").0, 200);
    assert_eq!(board.say("wait 300"), "=");
    let (cues, sensors) = (board.say("cues"), board.say("sensors"));
    assert!(cues.starts_with("= carrying black"), "{cues}");
    let board = board.restart();
    assert_eq!(board.say("wait 300"), "=");
    assert_eq!(board.say("sensors"), sensors);
    assert_eq!(board.say("cues"), cues);
    assert!(board.say("record").contains("\n  1 c2b2A\n="));
    // The stone is still in that hand, and has its colour.
    assert_eq!(board.post("/hand?hand=left", "place d4").0, 200);
    assert_eq!(board.say("wait 700"), "=");
    assert!(board.say("cues").starts_with("= to-move black"));
    let files = files(board.folder.path());
    assert_eq!(files, named(&board.folder, &[FLASH, STONES]));
}

#[test]
fn who_forgets_begins_with_an_empty_table() {
    let board = Served::start();
    board.say("new telo");
    board.say("setup");
    let board = board.restart_with(&["--forget"]);
    board.say("wait 300");
    assert!(board.say("position").contains("bbbbbbbbb/"));
    assert!(board.say("sensors").ends_with("= 0 closed"));
    let board = board.restart();
    assert!(board.say("sensors").ends_with("= 0 closed"));
}

#[test]
fn a_table_that_makes_no_sense_is_empty_and_the_board_asks_for_its_stones() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("fanorona-board")).unwrap();
    fs::write(folder.path().join(STONES), "stones wwww\n").unwrap();
    let board = Served::start_in(folder, &[]);
    board.say("setup");
    board.say("wait 100");
    fs::write(board.folder.path().join(STONES), [0xff; 10]).unwrap();
    let board = board.restart();
    board.say("wait 1000");
    let cues = board.say("cues");
    assert!(cues.starts_with("= resume white white=a1"), "{cues}");
}

/// Starts a virtual board and ends it; what it has printed until then, and its complaints.
fn started(folder: &Folder, arguments: &[&str]) -> (String, String) {
    let mut program = folder.program();
    let program = program.args(["--port", "0"]).args(arguments);
    let program = program.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    child.kill().unwrap();
    let complaints = child.wait_with_output().unwrap().stderr;
    stdout.read_to_string(&mut line).unwrap();
    (line, String::from_utf8(complaints).unwrap())
}

#[test]
fn a_usual_file_that_cannot_be_used_is_told_and_the_board_runs() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path().join(FLASH)).unwrap();
    let (said, complaints) = started(&folder, &[]);
    assert!(said.starts_with("the virtual board is at ") && said.lines().count() == 1);
    let why = "virtual.flash: this is a folder; this board forgets its game when it ends\n";
    assert!(complaints.ends_with(why), "{complaints}");
    let folder = Folder::new();
    fs::write(folder.path().join("fanorona-board"), "no folder").unwrap();
    let (said, complaints) = started(&folder, &[]);
    assert!(said.starts_with("the virtual board is at ") && said.lines().count() == 1);
    assert!(complaints.contains("fanorona-board: "), "{complaints}");
    // One that is named is an error.
    let folder = Folder::new();
    fs::write(folder.path().join("text"), "text").unwrap();
    let path = folder.path().join("text").display().to_string();
    let (said, complaints) = started(&folder, &["--flash", &path]);
    assert_eq!(said, "");
    assert!(complaints.starts_with("error: ") && complaints.contains("no flash"));
}

#[test]
fn a_second_virtual_board_runs_without() {
    let folder = Folder::new();
    let path = folder.path().join("shared").display().to_string();
    let first = Served::start_in(Folder::new(), &["--flash", &path]);
    first.say("brightness 3");
    let second = Served::start_in(Folder::new(), &["--flash", &path]);
    assert_eq!(second.say("brightness"), "= 5");
    assert_eq!(second.say("brightness 7"), "= 7");
    drop(second);
    drop(first);
    let third = Served::start_in(Folder::new(), &["--flash", &path]);
    assert_eq!(third.say("brightness"), "= 3");
    drop(third);
    assert_eq!(files(folder.path()), named(&folder, &["shared"]));
}

/// Where the file is if the environment does not say it.
#[test]
#[cfg(target_os = "linux")]
fn the_usual_folder_is_that_of_the_system() {
    let folder = Folder::new();
    let mut program = folder.program();
    let program = program.env_remove("XDG_DATA_HOME").args(["--port", "0"]);
    let mut child = program.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said = [
        lines.next().unwrap().unwrap(),
        lines.next().unwrap().unwrap(),
    ];
    child.kill().unwrap();
    child.wait().unwrap();
    let path = folder.path().join(".local/share").join(FLASH);
    assert!(said[0].starts_with("the virtual board is at http://127.0.0.1:"));
    assert_eq!(said[1], format!("its game is kept in {}", path.display()));
    assert_eq!(fs::read(path).unwrap().len(), SIZE);
}

/// Changes the marks of all opened sectors: a byte of each, and the checksum of each.
fn change_marks(path: &Path, byte: usize, value: u8) {
    let checksum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
    let mut bytes = fs::read(path).unwrap();
    for sector in bytes.chunks_mut(4096) {
        let mark = &mut sector[32..52];
        if mark.starts_with(b"Fano") {
            mark[byte] = value;
            let sum = checksum.checksum(&mark[..16]);
            mark[16..].copy_from_slice(&sum.to_le_bytes());
        }
    }
    fs::write(path, bytes).unwrap();
}

#[test]
fn what_belongs_to_others_is_told_once_and_left_alone_until_it_is_forgotten() {
    for (byte, value, whose) in [(4, 9, "a later version"), (8, 77, "another board")] {
        let folder = Folder::new();
        let path = folder.path().join("flash");
        let named_file = &["--flash", "flash"];
        says(&folder, named_file, "setup\nresign\n");
        change_marks(&path, byte, value);
        let before = fs::read(&path).unwrap();
        let said = says(
            &folder,
            named_file,
            "setup\nlift d3\ngames\nwait 5000\ncut\nsettings\n",
        );
        let told = format!("* store written by {whose}, nothing is kept\n");
        // Once after each start.
        assert_eq!(said.matches(&told).count(), 2, "{said}");
        let fares = format!("  store written by {whose}, nothing is kept\n=\n");
        assert!(said.starts_with(&told) && said.ends_with(&fares), "{said}");
        assert!(said.contains("= 0 games\n"), "{said}");
        assert!(fs::read(&path).unwrap() == before);
        let said = says(
            &folder,
            named_file,
            "forget all\nforget all\nbrightness 2\nwait 20000\nsettings\n",
        );
        assert_eq!(said.matches("* store").count(), 2, "{said}");
        assert!(
            said.contains("* store well\n") && said.ends_with("  store well\n=\n"),
            "{said}"
        );
        assert_eq!(says(&folder, named_file, "brightness\n"), "= 2\n");
    }
}

#[test]
fn what_is_damaged_is_told_once_and_the_rest_is_used() {
    let folder = Folder::new();
    let path = folder.path().join("flash");
    let named_file = &["--flash", "flash"];
    says(
        &folder,
        named_file,
        "brightness 1\nbrightness 2\nbrightness 3\n",
    );
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes[..4096]
        .iter()
        .rposition(|&byte| byte != 0xff)
        .unwrap();
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    let said = says(&folder, named_file, "brightness\ncues\nsettings\n");
    assert_eq!(said.matches("* store 1 damaged\n").count(), 1, "{said}");
    assert!(said.starts_with("* store 1 damaged\n= 2\n"), "{said}");
    assert!(said.ends_with("  store 1 damaged\n=\n"), "{said}");
}
