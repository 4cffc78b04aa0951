//! A real board at the other end of a USB cable. It has reeds and lights of its own: the page shows them, as far as the
//! board's console tells them, and moves nothing.

mod port;
mod watch;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};

use fanorona_board::light::cues::Cues;
use fanorona_board::light::palette::{self, Brightness, DARK, Drive, Frame, Lights};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::time::Millis;

use self::port::{News, Port, Saying};
use self::watch::Watch;
use super::{Brain, Heard};
use crate::host::draw::WIRINGS;
use crate::host::serve::words::clerk::Topic;
use crate::host::texts::Text;

/// Interval at which all reeds are asked for, in milliseconds; in between the board tells those that change.
const LOOK: u64 = 1000;
/// How long the board may take for an answer, in milliseconds; then answers have been lost, and it is greeted anew.
const PATIENCE: u64 = 4000;
/// The capacity of the queue of lines for the board.
const MOST_WAITING: usize = 256;

/// Who waits for an answer of the board; it answers in the order in which it is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asker {
    /// This brain, which has asked for a picture of the reeds.
    Picture,
    /// This brain, which has told the board something.
    Order,
    /// The room, about this topic if it is one.
    Room(Option<Topic>),
}

/// A real board.
pub struct Cable {
    news: Receiver<News>,
    sayings: SyncSender<Saying>,
    /// Which board it is, and on which port.
    about: [String; 2],
    is_there: bool,
    now: u64,
    looked_at: u64,
    /// Who waits, and since when.
    asked: VecDeque<(Asker, u64)>,
    /// Lines that were answered because no board is there.
    unheard: Vec<String>,
    watch: Watch,
    drive: Drive,
    /// What the lights mean, how they are lit, and since when.
    shown: Option<(Cues, Lights, u64)>,
}

impl Cable {
    /// Opens the port of a board, or of the only one that is found.
    ///
    /// # Errors
    /// Why there is no board, and what to do.
    pub fn open(path: Option<&Path>) -> Result<Self, String> {
        let port = Port::open(path)?;
        let (told, news) = channel();
        let (sayings, said) = sync_channel(MOST_WAITING);
        port::talk(port, path.map(Path::to_owned), told, said);
        Ok(Self {
            news,
            sayings,
            about: Default::default(),
            is_there: false,
            now: 0,
            looked_at: 0,
            asked: VecDeque::new(),
            unheard: Vec::new(),
            watch: Watch::default(),
            drive: Drive::USUAL,
            shown: None,
        })
    }

    fn greet(&mut self, name: &str, version: &str) {
        let board = version
            .split(' ')
            .find_map(|word| word.strip_prefix("board="));
        let board = board.unwrap_or("unknown");
        self.about = [board, name].map(String::from);
        self.is_there = true;
        let wiring = WIRINGS.iter().find(|(name, _)| *name == board);
        self.drive = Drive {
            max_ma: wiring.map_or(palette::MAX_MA, |(_, wiring)| wiring.max_ma),
            ..Drive::USUAL
        };
        self.ask("sensors watch", Asker::Order);
        self.look();
    }

    fn part(&mut self) {
        self.is_there = false;
        self.shown = None;
        self.watch = Watch::default();
        for (asker, _) in self.asked.drain(..) {
            if matches!(asker, Asker::Room(_)) {
                self.unheard.push(AWAY.into());
            }
        }
    }

    fn ask(&mut self, line: &str, asker: Asker) {
        // A queue that is full belongs to a board that has stopped reading: it answers nothing, and is given up.
        if self.sayings.try_send(Saying::Line(line.into())).is_ok() {
            self.asked.push_back((asker, self.now));
        }
    }

    fn look(&mut self) {
        self.looked_at = self.now;
        self.watch.ask();
        self.ask("sensors", Asker::Picture);
    }

    /// Looks at all reeds from time to time, and hangs up on a board that owes an answer for long.
    fn keep_up(&mut self) {
        let owes = self.asked.front().map(|&(_, since)| since + PATIENCE);
        if owes.is_some_and(|until| until <= self.now) {
            self.part();
            // Where there is no room for that, it has been said.
            let _ = self.sayings.try_send(Saying::HangUp);
        } else if self.now >= self.looked_at + LOOK
            && !self.asked.iter().any(|(asker, _)| *asker == Asker::Picture)
        {
            self.look();
        }
    }

    /// Takes a line of the board; returns it if it is for the room.
    fn hear(&mut self, line: String) -> Option<String> {
        if let Some(event) = line.strip_prefix("* ") {
            self.watch.event(event);
            return Some(line);
        }
        let (asker, _) = *self.asked.front()?;
        if line.starts_with(['=', '?']) {
            self.asked.pop_front();
        }
        match asker {
            Asker::Picture => self.watch.answer(&line),
            Asker::Order => {}
            Asker::Room(topic) => {
                self.note(topic, &line);
                return Some(line);
            }
        }
        None
    }

    /// Notes what the lights depend on.
    fn note(&mut self, topic: Option<Topic>, line: &str) {
        let Some(said) = line.strip_prefix("= ") else {
            return;
        };
        match topic {
            Some(Topic::Cues) => {
                let Ok(cues) = said.parse::<Cues>() else {
                    return;
                };
                if self.shown.is_none_or(|(shown, ..)| shown != cues) {
                    self.shown = Some((cues, Lights::of(&cues), self.now));
                }
            }
            Some(Topic::Brightness) => {
                let level = said.parse().ok().and_then(Brightness::new);
                self.drive.brightness = level.unwrap_or(self.drive.brightness);
            }
            _ => {}
        }
    }

    fn frame(&self) -> Frame {
        let Some((_, lights, since)) = self.shown else {
            return [DARK; Point::COUNT];
        };
        lights.frame(Millis(self.now - since), self.drive)
    }
}

/// The answer to what is said while no board is there.
const AWAY: &str = "? the board is away";

impl Brain for Cable {
    fn about(&self) -> Text {
        let [board, port] = self.about.clone();
        Text::new("about.real")
            .with("board", board)
            .with("port", port)
    }

    fn is_real(&self) -> bool {
        true
    }

    fn is_there(&self) -> bool {
        self.is_there
    }

    fn patience(&self) -> u64 {
        50
    }

    fn tick(&mut self, _closed: PointSet, _pressed: bool) -> Result<Heard, String> {
        self.now += 1;
        let mut heard = Heard {
            lines: std::mem::take(&mut self.unheard),
            ..Heard::default()
        };
        while let Ok(news) = self.news.try_recv() {
            match news {
                News::Up(name, version) => {
                    self.greet(&name, &version);
                    heard.is_new = true;
                }
                News::Down => {
                    self.part();
                    heard.is_new = true;
                }
                News::Line(line) => heard.lines.extend(self.hear(line)),
            }
        }
        if self.is_there {
            self.keep_up();
        }
        heard.frame = Some(self.frame());
        heard.reeds = Some(self.watch.closed());
        Ok(heard)
    }

    fn say(&mut self, line: &str) {
        if !self.is_there {
            self.unheard.push(AWAY.into());
            return;
        }
        let topic = Topic::ALL.into_iter().find(|it| it.command() == line);
        self.ask(line, Asker::Room(topic));
    }

    /// Nobody but a hand can do that.
    fn cut(&mut self) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
