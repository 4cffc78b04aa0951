//! The firmware image on an emulated chip, in another process.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, channel, sync_channel};
use std::thread;

use fanorona_board::light::palette::{DARK, Frame};
use fanorona_board::point::{Point, PointSet};
use smart_leds::RGB8;

use super::{Brain, Heard};
use crate::host::flash_file::FlashFile;
use crate::host::image;
use crate::host::texts::Text;

/// The first Node.js that the emulator's harness runs on.
const NODE: (u32, u32) = (20, 11);
/// Interval at which the emulator is told the time even if nothing has happened, in milliseconds.
const STEP: u64 = 2;
/// The capacity of the queue of lines for the emulator, which reads every few milliseconds.
const MOST_WAITING: usize = 4096;

/// The emulated board.
pub struct Chip {
    /// Kept so that it can be killed and waited for at the end.
    child: Child,
    /// Kept so that no other program takes it.
    _flash: Option<FlashFile>,
    sayings: SyncSender<String>,
    hearings: Receiver<String>,
    closed: Option<PointSet>,
    pressed: bool,
    /// Milliseconds since the start, which the emulator follows.
    now: u64,
    /// Whether a line was lost because the queue was full: the emulator does not keep up.
    is_stuck: bool,
}

impl Chip {
    /// Builds what is missing, with progress on standard error, and starts the emulator with this flash, or with one that
    /// it forgets.
    ///
    /// # Errors
    /// What is missing, and how to get it.
    pub fn start(flash: Option<FlashFile>, closed: PointSet) -> Result<Self, String> {
        let sources = image::sources("--chip")?;
        let harness = sources.join("tests/chip");
        check_node()?;
        image::build(&sources)?;
        install_emulator(&harness)?;
        eprintln!("starting the emulated chip");
        let mut node = Command::new("node");
        match &flash {
            Some(flash) => {
                let lent = flash.lend();
                lent.map_err(|error| format!("{}: {error}", flash.path().display()))?;
                node.env("FLASH", flash.path())
            }
            None => node.env_remove("FLASH"),
        };
        let mut child = node
            .arg(harness.join("bridge.mjs"))
            .env("REEDS", format!("{:x}", closed.bits()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("node: {error}"))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the emulator has no pipes".into());
        };
        let (sayings, hearings) = (speak(stdin), listen(stdout));
        loop {
            match hearings.recv() {
                Ok(line) if line == "ready" => break,
                Ok(_) => {}
                Err(_) => {
                    return Err(
                        "the emulated chip did not start; its complaint stands above".into(),
                    );
                }
            }
        }
        Ok(Self {
            child,
            _flash: flash,
            sayings,
            hearings,
            closed: None,
            pressed: false,
            now: 0,
            is_stuck: false,
        })
    }

    fn tell(&mut self, what: &str) {
        let line = format!("{} {what}", self.now);
        self.is_stuck |= self.sayings.try_send(line).is_err();
    }
}

impl Brain for Chip {
    fn about(&self) -> Text {
        Text::new("about.chip")
    }

    fn patience(&self) -> u64 {
        100
    }

    fn tick(&mut self, closed: PointSet, pressed: bool) -> Result<Heard, String> {
        self.now += 1;
        if self.pressed != pressed {
            self.pressed = pressed;
            self.tell(if pressed { "button down" } else { "button up" });
        }
        if self.closed != Some(closed) {
            self.closed = Some(closed);
            self.tell(&format!("reeds {:x}", closed.bits()));
        } else if self.now.is_multiple_of(STEP) {
            self.tell("");
        }
        let mut heard = Heard::default();
        loop {
            match self.hearings.try_recv() {
                Ok(line) => match line.split_once(' ') {
                    Some(("frame", digits)) => heard.frame = read_frame(digits).or(heard.frame),
                    Some(("text", line)) => heard.lines.push(line.into()),
                    Some(("late", millis)) => {
                        eprintln!(
                            "this machine is too busy: the emulated chip left {millis} ms out"
                        );
                    }
                    _ => {}
                },
                Err(TryRecvError::Empty) if self.is_stuck => {
                    return Err("the emulated chip does not keep up".into());
                }
                Err(TryRecvError::Empty) => return Ok(heard),
                Err(TryRecvError::Disconnected) => {
                    return Err("the emulated chip has stopped; its complaint stands above".into());
                }
            }
        }
    }

    fn say(&mut self, line: &str) {
        self.tell(&format!("say {line}"));
    }

    fn cut(&mut self) {
        self.tell("cut");
    }
}

impl Drop for Chip {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes lines to the emulator in a thread of its own, so that no caller waits for the emulator.
fn speak(mut stdin: ChildStdin) -> SyncSender<String> {
    let (sayings, lines) = sync_channel::<String>(MOST_WAITING);
    thread::spawn(move || {
        for line in lines {
            if writeln!(stdin, "{line}").is_err() {
                return;
            }
        }
    });
    sayings
}

/// Reads the emulator's lines in a thread of its own.
fn listen(stdout: ChildStdout) -> Receiver<String> {
    let (lines, hearings) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if lines.send(line).is_err() {
                return;
            }
        }
    });
    hearings
}

/// Parses a frame: six hexadecimal digits for each point.
fn read_frame(digits: &str) -> Option<Frame> {
    let mut frame = [DARK; Point::COUNT];
    if digits.len() != 6 * Point::COUNT || !digits.is_ascii() {
        return None;
    }
    for (i, light) in frame.iter_mut().enumerate() {
        let value = |n: usize| u8::from_str_radix(&digits[6 * i + 2 * n..][..2], 16).ok();
        *light = RGB8::new(value(0)?, value(1)?, value(2)?);
    }
    Some(frame)
}

fn check_node() -> Result<(), String> {
    let (major, minor) = NODE;
    let wanted = format!("install Node.js {major}.{minor} or later, from https://nodejs.org");
    let Some(version) = image::output("node", &["--version"]) else {
        return Err(format!("node is missing; {wanted}"));
    };
    let mut numbers = version.trim_start_matches('v').split('.').map(str::parse);
    let found = match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor),
        _ => (0, 0),
    };
    if found < NODE {
        return Err(format!("node {version} is too old; {wanted}"));
    }
    Ok(())
}

fn install_emulator(harness: &Path) -> Result<(), String> {
    let changed = |name: &str| {
        harness
            .join(name)
            .metadata()
            .and_then(|it| it.modified())
            .ok()
    };
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(());
    }
    eprintln!("installing the emulator");
    let install = ["ci", "--no-audit", "--no-fund"];
    image::run(
        harness,
        "npm",
        &install,
        "npm comes with Node.js, from https://nodejs.org",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_read_point_by_point() {
        let mut digits = "000000".repeat(Point::COUNT);
        digits.replace_range(6..12, "0a0bff");
        let frame = read_frame(&digits).unwrap();
        assert_eq!(frame[0], DARK);
        assert_eq!(frame[1], RGB8::new(10, 11, 255));
    }

    #[test]
    fn what_is_no_frame_is_none() {
        let short = "000000".repeat(Point::COUNT - 1);
        for digits in [
            "",
            &short,
            &format!("{short}00000g"),
            &format!("{short}0000é"),
        ] {
            assert_eq!(read_frame(digits), None);
        }
    }
}
