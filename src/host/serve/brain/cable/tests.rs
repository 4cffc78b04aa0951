//! A board in memory at the other end of a pseudo terminal.

use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{env, fs, process};

use serial2::SerialPort;

use super::super::in_process::InProcess;
use super::*;
use crate::host::flash::MemoryFlash;

/// A path that leads to whatever is plugged in.
struct Socket(PathBuf);

impl Socket {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("fanorona-cable-{}-{name}", process::id()));
        Self(path)
    }

    /// Has the path lead to a pseudo terminal; returns its two ends, the board's first.
    fn plug(&self) -> (SerialPort, SerialPort) {
        let (board, host) = SerialPort::pair().unwrap();
        let _ = fs::remove_file(&self.0);
        let host_name = fs::read_link(format!("/proc/self/fd/{}", host.as_fd().as_raw_fd()));
        symlink(host_name.unwrap(), &self.0).unwrap();
        (board, host)
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// What is shared with the thread of a board.
#[derive(Default)]
struct Shared {
    reeds: AtomicU64,
    is_mute: AtomicBool,
    is_unplugged: AtomicBool,
    frame: Mutex<Option<Frame>>,
}

/// A board that is plugged in until this is dropped.
struct Board {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Board {
    fn plug(socket: &Socket) -> Self {
        let (mut port, kept_open) = socket.plug();
        port.set_read_timeout(Duration::from_millis(1)).unwrap();
        let shared = Arc::new(Shared::default());
        let seen = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            let mut board = InProcess::new(1, MemoryFlash::default(), None);
            let mut typed = Vec::new();
            while !seen.is_unplugged.load(Ordering::Relaxed) {
                let mut bytes = [0; 256];
                let count = port.read(&mut bytes).unwrap_or(0);
                typed.extend_from_slice(&bytes[..count]);
                while let Some(end) = typed.iter().position(|&byte| byte == b'\n') {
                    let line: Vec<u8> = typed.drain(..=end).collect();
                    let line = String::from_utf8(line).unwrap();
                    if !line.trim().is_empty() && !seen.is_mute.load(Ordering::Relaxed) {
                        board.say(line.trim());
                    }
                }
                let closed = PointSet::from_bits(seen.reeds.load(Ordering::Relaxed));
                let heard = board.tick(closed, false).unwrap();
                *seen.frame.lock().unwrap() = heard.frame;
                for line in heard.lines {
                    port.write_all(format!("{line}\r\n").as_bytes()).unwrap();
                }
            }
            drop(kept_open);
        });
        Self {
            shared,
            thread: Some(thread),
        }
    }

    fn put(&self, stones: PointSet) {
        self.shared.reeds.store(stones.bits(), Ordering::Relaxed);
    }

    fn be_mute(&self, is_mute: bool) {
        self.shared.is_mute.store(is_mute, Ordering::Relaxed);
    }

    fn frame(&self) -> Option<Frame> {
        *self.shared.frame.lock().unwrap()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        self.shared.is_unplugged.store(true, Ordering::Relaxed);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Lets time go by until something has happened.
#[track_caller]
fn wait(cable: &mut Cable, what: &str, mut until: impl FnMut(&mut Cable, &Heard) -> bool) {
    let end = Instant::now() + Duration::from_mins(1);
    while Instant::now() < end {
        let heard = cable.tick(PointSet::EMPTY, false).unwrap();
        if until(cable, &heard) {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("never {what}");
}

fn points(names: &[&str]) -> PointSet {
    let found = names.iter().map(|name| Point::find(name).unwrap());
    found.fold(PointSet::EMPTY, |all, point| all | PointSet::of(point))
}

#[test]
fn reeds_and_lights_of_a_real_board_are_shown_also_after_its_cable_was_pulled() {
    let socket = Socket::new("shown");
    let board = Board::plug(&socket);
    board.put(points(&["a1"]));
    let mut cable = Cable::open(Some(&socket.0)).unwrap();
    wait(&mut cable, "there", |cable, _| cable.is_there());
    assert_eq!(cable.about[0], "virtual");
    for stones in [&["a1"][..], &["a1", "b1"], &["b1", "e3", "i5"], &[]] {
        let stones = points(stones);
        board.put(stones);
        wait(&mut cable, "followed", |_, heard| {
            heard.reeds == Some(stones)
        });
    }
    board.put(points(&["c1"]));
    wait(&mut cable, "lit as the board is", |cable, heard| {
        if cable.asked.is_empty() {
            cable.say("cues");
        }
        let is_dark = |it: &Frame| it.iter().all(|&light| light == DARK);
        heard.frame == board.frame() && !heard.frame.as_ref().is_some_and(is_dark)
    });

    drop(board);
    wait(&mut cable, "away", |cable, heard| {
        !cable.is_there() && heard.is_new && heard.reeds == Some(PointSet::EMPTY)
    });
    cable.say("cues");
    wait(&mut cable, "refused", |_, heard| {
        heard.lines.iter().any(|line| line == AWAY)
    });

    let board = Board::plug(&socket);
    board.put(points(&["d4"]));
    wait(&mut cable, "back", |cable, heard| {
        cable.is_there() && heard.reeds == Some(points(&["d4"]))
    });
}

#[test]
fn a_board_that_owes_an_answer_is_greeted_anew() {
    let socket = Socket::new("owes");
    let board = Board::plug(&socket);
    let mut cable = Cable::open(Some(&socket.0)).unwrap();
    wait(&mut cable, "there", |cable, _| {
        cable.is_there() && cable.asked.is_empty()
    });
    board.be_mute(true);
    cable.say("cues");
    // Ticks are its only clock.
    let mut lines = Vec::new();
    while cable.is_there() {
        lines.extend(cable.tick(PointSet::EMPTY, false).unwrap().lines);
    }
    lines.extend(cable.tick(PointSet::EMPTY, false).unwrap().lines);
    assert_eq!(lines, [AWAY]);
    board.be_mute(false);
    wait(&mut cable, "back", |cable, heard| {
        cable.is_there() && heard.is_new
    });
    cable.say("score");
    wait(&mut cable, "answered", |_, heard| {
        heard.lines == ["= white 0 black 0; riatra 0-0, vela 0-0"]
    });
}

#[test]
fn what_is_no_board_is_told_from_one() {
    let complaint = |path: &Path| Cable::open(Some(path)).err().unwrap();
    let socket = Socket::new("none");
    let missing = complaint(&socket.0);
    assert!(missing.contains("no such port"), "{missing}");
    let (other, _host) = socket.plug();
    other.write_all(b"login: \r\n").unwrap();
    let other = complaint(&socket.0);
    assert!(other.contains("does not answer as a board does"), "{other}");
    let file = complaint(Path::new("Cargo.toml"));
    assert!(file.contains("is it a serial port?"), "{file}");
}
