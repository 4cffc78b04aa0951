//! The serial port of a real board: found, opened, listened to, and opened again when its cable comes back.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use serial2::SerialPort;

/// The speed does not matter to a board, but that it is not 1200: that starts its boot drive.
const SPEED: u32 = 115_200;
/// How a board begins its answer to `version`.
const GREETING: &str = "= fanorona-board ";
/// How long a board may take for that.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long is waited for bytes before it is looked whether there is something to write.
const PAUSE: Duration = Duration::from_millis(5);
/// Interval at which a board that is away is looked for.
const RETRY: Duration = Duration::from_millis(500);
/// The longest line that is taken; a board has none that is nearly as long.
const LONGEST: usize = 4096;

/// What is told of the port.
pub enum News {
    /// A board is there: where, and its answer to `version`.
    Up(String, String),
    /// It says a line.
    Line(String),
    /// It has gone.
    Down,
}

/// What is said to the port.
pub enum Saying {
    /// A line for the board.
    Line(String),
    /// The port is to be closed and opened anew.
    HangUp,
}

/// A port that is open.
pub struct Port {
    /// Its path, for people.
    pub name: String,
    /// What the board has answered to `version`.
    pub version: String,
    serial: SerialPort,
    lines: Lines,
}

impl Port {
    /// Opens the port at a path, or the only one that can be a board's, and greets the board.
    ///
    /// # Errors
    /// What is wrong with it, and what to do.
    pub fn open(path: Option<&Path>) -> Result<Self, String> {
        let path = path.map_or_else(find, |path| Ok(path.to_owned()))?;
        let name = path.display().to_string();
        let mut serial =
            SerialPort::open(&path, SPEED).map_err(|error| format!("{name}: {}", why(&error)))?;
        let mut set = || {
            serial.set_read_timeout(PAUSE)?;
            serial.set_write_timeout(PATIENCE)
        };
        set().map_err(|error| format!("{name}: {error}"))?;
        // The board speaks to whoever raises this line; a port that has none, such as a pseudo terminal, is open anyhow.
        let _ = serial.set_dtr(true);
        let mut port = Self {
            name,
            version: String::new(),
            serial,
            lines: Lines::default(),
        };
        port.greet()?;
        Ok(port)
    }

    /// Asks who is there.
    fn greet(&mut self) -> Result<(), String> {
        let silence = |name: &str| {
            format!(
                "{name} does not answer as a board does; is it the right port, and has no other program opened it?"
            )
        };
        // What somebody has typed before is ended by a line break, and its answer passed over.
        let said = self.serial.write_all(b"\nversion\n");
        said.map_err(|_| silence(&self.name))?;
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            let heard = self.read().map_err(|_| silence(&self.name))?;
            if let Some(line) = heard.into_iter().rfind(|line| line.starts_with(GREETING)) {
                self.version = line;
                return Ok(());
            }
        }
        Err(silence(&self.name))
    }

    /// The lines that have come to an end, within a pause.
    fn read(&mut self) -> io::Result<Vec<String>> {
        let mut bytes = [0; 1024];
        match self.serial.read(&mut bytes) {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => Ok(self.lines.feed(&bytes[..count])),
            Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                Ok(Vec::new())
            }
            Err(error) => Err(error),
        }
    }

    /// Passes lines on in both directions until the port is lost, or nobody listens any more.
    fn converse(&mut self, news: &Sender<News>, sayings: &Receiver<Saying>) -> io::Result<()> {
        loop {
            for line in self.read()? {
                let sent = news.send(News::Line(line));
                sent.map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
            }
            for saying in sayings.try_iter() {
                let Saying::Line(line) = saying else {
                    return Ok(());
                };
                self.serial.write_all(format!("{line}\n").as_bytes())?;
            }
        }
    }
}

/// Talks over a port in a thread of its own, for ever: when it is lost it is opened anew.
pub fn talk(mut port: Port, path: Option<PathBuf>, news: Sender<News>, sayings: Receiver<Saying>) {
    thread::spawn(move || {
        loop {
            let (name, version) = (port.name.clone(), port.version.clone());
            if news.send(News::Up(name, version)).is_err() {
                return;
            }
            let _ = port.converse(&news, &sayings);
            // Closed before it is looked for: a system may give the same name only then.
            drop(port);
            if news.send(News::Down).is_err() {
                return;
            }
            port = loop {
                thread::sleep(RETRY);
                if let Ok(port) = Port::open(path.as_deref()) {
                    break port;
                }
            };
            // What was said to nobody is not said to a board that comes later.
            sayings.try_iter().for_each(drop);
        }
    });
}

/// The one port that can be a board's.
fn find() -> Result<PathBuf, String> {
    let all = SerialPort::available_ports().map_err(|error| format!("no ports: {error}"))?;
    choose(all)
}

/// Nothing is said to a port only to see who answers: there may be a printer behind it that starts.
fn choose(all: Vec<PathBuf>) -> Result<PathBuf, String> {
    let is_usb = |path: &PathBuf| {
        let name = path.to_string_lossy();
        ["ttyACM", "cu.usbmodem", "COM"]
            .iter()
            .any(|kind| name.contains(kind))
    };
    let found: Vec<PathBuf> = all.into_iter().filter(is_usb).collect();
    match &found[..] {
        [one] => Ok(one.clone()),
        [] => Err("no board is plugged in: there is no serial port of a USB device".into()),
        several => {
            let names: Vec<String> = several.iter().map(|it| it.display().to_string()).collect();
            Err(format!(
                "which of these is the board? say --serial and one of {}",
                names.join(", ")
            ))
        }
    }
}

/// Why a port cannot be opened, and what helps.
fn why(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such port; is the board plugged in?".into(),
        ErrorKind::PermissionDenied => format!(
            "{error}; another program has it open, or you may not use it: on Linux join the group that owns it, mostly \
             dialout, and log in anew"
        ),
        _ => format!("{error}; is it a serial port?"),
    }
}

/// Bytes become lines.
#[derive(Default)]
struct Lines {
    rest: Vec<u8>,
}

impl Lines {
    fn feed(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        for &byte in bytes {
            if matches!(byte, b'\n' | b'\r') {
                let line = String::from_utf8_lossy(&self.rest).into_owned();
                self.rest.clear();
                if !line.is_empty() {
                    lines.push(line);
                }
            } else if self.rest.len() < LONGEST {
                self.rest.push(byte);
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_in_any_pieces() {
        let mut lines = Lines::default();
        assert!(lines.feed(b"* clo").is_empty());
        assert_eq!(lines.feed(b"sed a1\r\n=\r\n\n  x"), ["* closed a1", "="]);
        assert_eq!(lines.feed(b"\xff\n"), ["  x\u{fffd}"]);
        assert_eq!(lines.feed(&[b'a'; 9000]).len(), 0);
        assert_eq!(lines.feed(b"\n")[0].len(), LONGEST);
    }

    #[test]
    fn the_only_port_of_a_usb_device_is_taken_and_no_other() {
        let of = |names: &[&str]| choose(names.iter().map(PathBuf::from).collect());
        let board = Ok(PathBuf::from("/dev/ttyACM3"));
        assert_eq!(of(&["/dev/ttyS0", "/dev/ttyACM3"]), board);
        assert!(of(&["/dev/ttyS0"]).unwrap_err().contains("no board"));
        let two = of(&["/dev/cu.usbmodem1", "/dev/cu.usbmodem2"]).unwrap_err();
        assert!(
            two.ends_with("/dev/cu.usbmodem1, /dev/cu.usbmodem2"),
            "{two}"
        );
    }
}
