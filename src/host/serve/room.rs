//! The room in which it all happens, millisecond by millisecond.

use std::collections::VecDeque;
use std::fmt::Write;
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::time::{Duration, Instant};

use fanorona_board::console::command::Command;
use fanorona_board::palette::{Frame, Rgb};
use fanorona_board::point::Point;

use super::act::Act;
use super::brain::Brain;
use super::clerk::{Answered, Asker, Clerk, Topic};
use super::news;
use super::notes::Notes;
use super::pace::Pace;
use super::shake::Shake;
use super::spoken;
use super::table::{Hand, Impossible, Table};

/// The longest that a command of the console lets time go by, in milliseconds: here it is real time.
pub const WAITS_AT_MOST: u64 = 60_000;
/// The least time between two frames that a page is sent, in milliseconds: no screen shows more.
const FRAME_GAP: u64 = 8;
/// The least time between two places of a stone that slides.
const SLIDE_GAP: u64 = 16;
/// How long a hand keeps its stone while its page is away, in milliseconds: a page that is loaded again comes back.
const GRACE: u64 = 10_000;
/// The most lines for hands that wait for their turn.
const MOST_ORDERS: usize = 32;
/// How many lines of the console a page that comes later still sees.
const MOST_LINES: usize = 200;

/// What pages ask of the room.
pub enum Call {
    /// A hand does all of this, or nothing.
    Act {
        /// The hand.
        hand: Hand,
        /// What it does.
        acts: Vec<Act>,
        /// Where the answer goes: the version of the table that shows it.
        reply: SyncSender<Result<u64, Impossible>>,
    },
    /// Somebody types a line.
    Say {
        /// The line.
        line: String,
        /// Where the answer goes.
        reply: SyncSender<String>,
    },
    /// A page wants to be told everything.
    Watch {
        /// Its hand.
        hand: Hand,
        /// Where the news goes.
        feed: SyncSender<Arc<str>>,
    },
}

/// A page that is told everything.
struct Watcher {
    hand: Hand,
    feed: SyncSender<Arc<str>>,
}

/// An answer that is given when its time has come.
struct Later {
    due: u64,
    reply: SyncSender<String>,
    answer: String,
}

/// Table, electronics and spectators.
pub struct Room {
    table: Table,
    /// How often hands have changed it.
    version: u64,
    shake: Shake,
    brain: Box<dyn Brain>,
    clerk: Clerk,
    notes: Notes,
    /// Milliseconds since the start.
    now: u64,
    asked_at: u64,
    frame: Frame,
    watchers: Vec<Watcher>,
    /// Hands with a stone whose page is away, and since when.
    away: Vec<(Hand, u64)>,
    /// Lines for hands, and where the answers go.
    orders: VecDeque<(String, SyncSender<String>)>,
    later: Vec<Later>,
    lines: VecDeque<String>,
    news: News,
}

/// What was told last, and when.
#[derive(Default)]
struct News {
    frame: Arc<str>,
    frame_at: u64,
    frame_changed: bool,
    table: Arc<str>,
    table_at: u64,
    table_changed: bool,
    /// Whether something on the table moved by itself when it was told last.
    moved: bool,
    words: Arc<str>,
    words_changed: bool,
}

impl Room {
    /// An empty table with a board that was just switched on. The seed decides how it is shaken.
    pub fn new(brain: Box<dyn Brain>, seed: u64) -> Self {
        let mut room = Self {
            table: Table::default(),
            version: 0,
            shake: Shake::new(seed),
            brain,
            clerk: Clerk::default(),
            notes: Notes::default(),
            now: 0,
            asked_at: 0,
            frame: [Rgb::DARK; Point::COUNT],
            watchers: Vec::new(),
            away: Vec::new(),
            orders: VecDeque::new(),
            later: Vec::new(),
            lines: VecDeque::new(),
            news: News::default(),
        };
        room.ask_everything();
        room
    }

    /// Lets real time go by and answers calls until the board stops.
    ///
    /// # Errors
    /// Why the board has stopped.
    pub fn run(mut self, calls: &Receiver<Call>) -> Result<(), String> {
        let mut pace = Pace::new(Instant::now());
        loop {
            let (steps, rest) = pace.due(Instant::now());
            for _ in 0..steps {
                self.step()?;
            }
            self.tell();
            let mut wait = rest;
            loop {
                match calls.recv_timeout(wait) {
                    Ok(call) => self.take(call),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                // Everything that has come, then on with the time.
                wait = Duration::ZERO;
            }
        }
    }

    /// A millisecond goes by.
    fn step(&mut self) -> Result<(), String> {
        self.now += 1;
        self.table.tick();
        let closed = self.shake.tick(self.table.closed());
        let heard = self.brain.tick(closed)?;
        if let Some(frame) = heard.frame {
            self.news.frame_changed |= frame != self.frame;
            self.frame = frame;
        }
        for line in heard.lines {
            self.hear(line);
        }
        if let Some(answered) = self.clerk.give_up(self.now) {
            self.note(answered);
        }
        self.obey();
        if self.now >= self.asked_at + self.brain.patience() && self.clerk.is_idle() {
            self.clerk.ask(Topic::Cues);
        }
        if let Some(line) = self.clerk.next(self.now) {
            self.asked_at = self.now;
            self.brain.say(&line);
        }
        self.answer_due();
        self.clear_hands();
        Ok(())
    }

    fn hear(&mut self, line: String) {
        if let Some(event) = line.strip_prefix("* ") {
            self.clerk.ask(Topic::Cues);
            self.clerk.ask(Topic::Position);
            let mut words = event.split(' ');
            let is_step = words.next() == Some("phase")
                && !matches!(words.next(), Some("to-move" | "setup" | "over"));
            if !is_step {
                self.clerk.ask(Topic::Record);
            }
            self.print(line);
        } else if let Some(answered) = self.clerk.hear(line) {
            self.note(answered);
        }
    }

    fn note(&mut self, Answered { asker, lines }: Answered) {
        match asker {
            Asker::Clerk(topic) => {
                let before = self.notes.meaning.clone();
                self.notes.take(topic, &lines);
                if topic == Topic::Cues && self.notes.meaning != before {
                    self.clerk.ask(Topic::Position);
                }
                self.news.words_changed = true;
            }
            Asker::Page(line, reply) => {
                let lines = spoken::complete(&line, lines);
                let _ = reply.try_send(lines.join("\n") + "\n");
                for line in lines {
                    self.print(line);
                }
                self.ask_everything();
            }
        }
    }

    fn ask_everything(&mut self) {
        for topic in Topic::ALL {
            self.clerk.ask(topic);
        }
    }

    fn take(&mut self, call: Call) {
        match call {
            Call::Act { hand, acts, reply } => {
                let _ = reply.try_send(self.act(&hand, &acts));
            }
            Call::Say { line, reply } => self.say(line, reply),
            Call::Watch { hand, feed } => self.watch(hand, feed),
        }
    }

    fn act(&mut self, hand: &Hand, acts: &[Act]) -> Result<u64, Impossible> {
        let mut table = self.table.clone();
        for &act in acts {
            table.act(hand, act)?;
        }
        if acts.contains(&Act::Shake) {
            self.shake.start();
        }
        self.set_table(table);
        Ok(self.version)
    }

    fn set_table(&mut self, table: Table) {
        // What a point wants depends on what stands there.
        self.news.words_changed |= table.standing() != self.table.standing();
        self.table = table;
        self.version += 1;
        self.news.table_changed = true;
        for hand in self.table.held().keys() {
            let is_watching = self.watchers.iter().any(|watcher| watcher.hand == *hand);
            if !is_watching && self.away.iter().all(|(away, _)| away != hand) {
                self.away.push((hand.clone(), self.now));
            }
        }
    }

    /// A line for the console: hands are here, everything else is for the board.
    fn say(&mut self, line: String, reply: SyncSender<String>) {
        self.print(format!("> {line}"));
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        let refused = if !Command::find(word).is_ok_and(Command::needs_hands) {
            self.clerk.pass_on(line, reply).err()
        } else if self.orders.len() < MOST_ORDERS {
            self.orders.push_back((line, reply));
            None
        } else {
            Some(reply)
        };
        if let Some(reply) = refused {
            let _ = reply.try_send("? too many lines at once\n".into());
        }
    }

    /// Does what hands were told, once it is known what the board waits for.
    fn obey(&mut self) {
        if !self.clerk.is_idle() {
            return;
        }
        let Some((line, reply)) = self.orders.pop_front() else {
            return;
        };
        let mut table = self.table.clone();
        let (due, answer) = match spoken::obey(&line, &mut table, &self.notes) {
            Err(why) => (self.now, format!("? {why}")),
            Ok(spoken::Done { millis, is_cut }) => {
                self.set_table(table);
                if is_cut {
                    self.brain.cut();
                    self.notes = Notes::default();
                    self.ask_everything();
                }
                (self.now + millis, "=".into())
            }
        };
        self.later.push(Later { due, reply, answer });
    }

    fn answer_due(&mut self) {
        let (due, later) = mem::take(&mut self.later)
            .into_iter()
            .partition(|it| it.due <= self.now);
        self.later = later;
        let due: Vec<Later> = due;
        for Later { reply, answer, .. } in due {
            let _ = reply.try_send(format!("{answer}\n"));
            self.print(answer);
        }
    }

    /// Lays the stones of hands whose pages do not come back into the tray.
    fn clear_hands(&mut self) {
        let long_ago = self.now.saturating_sub(GRACE);
        for (hand, _) in self.away.extract_if(.., |(_, since)| *since < long_ago) {
            self.table.leave(&hand);
            self.news.table_changed = true;
        }
    }

    fn watch(&mut self, hand: Hand, feed: SyncSender<Arc<str>>) {
        self.away.retain(|(away, _)| *away != hand);
        let mut welcome = String::new();
        for line in &self.lines {
            welcome += &news::line(line);
        }
        let told = [
            self.table_news(),
            news::words(&self.notes, &self.table, self.brain.about()),
            news::frame(&self.frame),
        ];
        // A string takes everything.
        let _ = write!(welcome, "{}", told.concat());
        if feed.try_send(welcome.into()).is_ok() {
            self.watchers.push(Watcher { hand, feed });
        }
    }

    /// Writes a line on every page's console.
    fn print(&mut self, line: String) {
        self.broadcast(&news::line(&line).into());
        if self.lines.len() == MOST_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// Tells the pages what has changed.
    fn tell(&mut self) {
        if self.news.frame_changed && self.now >= self.news.frame_at + FRAME_GAP {
            self.news.frame_changed = false;
            self.news.frame_at = self.now;
            let frame = news::frame(&self.frame).into();
            self.broadcast(&frame);
            self.news.frame = frame;
        }
        let moves = self.table.is_sliding() || self.shake.is_going_on();
        let has_moved = moves && self.now >= self.news.table_at + SLIDE_GAP;
        let has_come_to_rest = self.news.moved && !moves;
        if self.news.table_changed || has_moved || has_come_to_rest {
            self.news.table_changed = false;
            self.news.moved = moves;
            let table: Arc<str> = self.table_news().into();
            if table != self.news.table {
                self.news.table_at = self.now;
                self.broadcast(&table);
                self.news.table = table;
            }
        }
        if mem::take(&mut self.news.words_changed) {
            let words: Arc<str> = news::words(&self.notes, &self.table, self.brain.about()).into();
            if words != self.news.words {
                self.broadcast(&words);
                self.news.words = words;
            }
        }
    }

    fn table_news(&self) -> String {
        news::table(&self.table, self.version, self.shake.is_going_on())
    }

    fn broadcast(&mut self, message: &Arc<str>) {
        let mut gone = Vec::new();
        self.watchers
            .retain(|watcher| match watcher.feed.try_send(message.clone()) {
                Ok(()) => true,
                // Who cannot follow is dropped, and begins anew with everything as it is then.
                Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {
                    gone.push(watcher.hand.clone());
                    false
                }
            });
        for hand in gone {
            let is_watching = self.watchers.iter().any(|watcher| watcher.hand == hand);
            if !is_watching && self.table.held().contains_key(&hand) {
                self.away.push((hand, self.now));
            }
        }
    }
}
