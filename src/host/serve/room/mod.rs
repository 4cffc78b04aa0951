//! The room: table, electronics and audience, a tick a millisecond.

pub mod act;
mod automatic;
pub mod kept;
mod key;
mod magnet;
mod pace;
mod shake;
pub mod table;
mod wooden;

use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use fanorona_board::console::command::Command;
use fanorona_board::light::cues::Cues;
use fanorona_board::light::palette::{DARK, Frame};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::situation::Phase;
use fanorona_board::time::Millis;

use self::act::Act;
use self::automatic::{Automatic, View};
use self::kept::Kept;
use self::key::Key;
use self::pace::Pace;
use self::shake::Shake;
use self::table::{Hand, Impossible, Table};
use super::brain::Brain;
use super::web::audience::Audience;
use super::web::news;
use super::words::clerk::{Answered, Asker, Clerk, Topic};
use super::words::notes::Notes;
use super::words::orders;
use crate::host::texts::refusals::TOO_MANY;

/// The longest that hands wait in one command; shorter than in the console, because here the time is real.
pub const LONGEST_WAIT: Millis = Millis(60_000);
/// The least time between two frames sent to a page, in milliseconds: no screen shows more.
const FRAME_GAP: u64 = 8;
/// The least time between two places sent of a sliding stone, in milliseconds.
const SLIDE_GAP: u64 = 16;
/// How long a hand whose page is not there keeps its stone, in milliseconds: pages come back after the program was away.
const GRACE: u64 = 10_000;
/// The capacity of the queue of lines for hands.
const MOST_ORDERS: usize = 32;

/// A request of a page to the room.
pub enum Call {
    /// A hand does all of these acts, or none.
    Act {
        /// The hand.
        hand: Hand,
        /// The acts.
        acts: Vec<Act>,
        /// Where the answer goes: the version of the table that shows the acts, or why there is none.
        reply: SyncSender<Result<u64, Impossible>>,
    },
    /// A page writes a line to the console.
    Say {
        /// The line.
        line: String,
        /// Where the answer goes.
        reply: SyncSender<String>,
    },
    /// A page subscribes to the news.
    Watch {
        /// The page's hand.
        hand: Hand,
        /// Whether the page was loaded just now, perhaps again.
        is_new: bool,
        /// The page's number.
        watcher: usize,
        /// Where the news goes.
        feed: SyncSender<Arc<str>>,
    },
    /// A page goes away.
    Leave {
        /// The page's number.
        watcher: usize,
    },
}

/// An answer that is sent when it is due.
struct Later {
    due: u64,
    reply: SyncSender<String>,
    answer: String,
}

/// The table, the board's electronics and the audience.
pub struct Room {
    /// Milliseconds since the start.
    now: u64,
    table: Table,
    /// What outlasts the program of it.
    kept: Kept,
    /// How often hands have changed the table.
    version: u64,
    key: Key,
    shake: Shake,
    brain: Box<dyn Brain>,
    frame: Frame,
    clerk: Clerk,
    asked_at: u64,
    notes: Notes,
    /// When the cues that are noted were asked for, and when a stone was moved last.
    noted_at: u64,
    moved_at: u64,
    automatic: Automatic,
    audience: Audience,
    told: Told,
    /// Hands that hold something while their pages are away, each with the time since when.
    away: BTreeMap<Hand, u64>,
    /// Lines for hands, and where the answers go.
    orders: VecDeque<(String, SyncSender<String>)>,
    later: Vec<Later>,
}

/// What the audience was told last, and what has changed since.
#[derive(Default)]
struct Told {
    frame_at: u64,
    frame_changed: bool,
    table_at: u64,
    table_changed: bool,
    words: String,
    words_changed: bool,
}

impl Room {
    /// A table, the file that keeps it, and a board that was just switched on. The seed decides how shakes go.
    pub fn new(brain: Box<dyn Brain>, table: Table, kept: Kept, seed: u64) -> Self {
        let mut room = Self {
            now: 0,
            table,
            kept,
            version: 0,
            key: Key::default(),
            shake: Shake::new(seed),
            brain,
            frame: [DARK; Point::COUNT],
            clerk: Clerk::default(),
            asked_at: 0,
            notes: Notes::default(),
            noted_at: 0,
            moved_at: 0,
            automatic: Automatic::default(),
            audience: Audience::default(),
            told: Told::default(),
            away: BTreeMap::new(),
            orders: VecDeque::new(),
            later: Vec::new(),
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
            let (ticks, mut wait) = pace.due(Instant::now());
            for _ in 0..ticks {
                self.tick()?;
            }
            self.tell();
            loop {
                match calls.recv_timeout(wait) {
                    Ok(call) => self.take(call),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                // Only takes the calls that are waiting; then time goes on.
                wait = Duration::ZERO;
            }
        }
    }

    /// Lets a millisecond go by.
    fn tick(&mut self) -> Result<(), String> {
        self.now += 1;
        self.table.tick();
        let closed = self.shake.tick(self.table.closed());
        let heard = self.brain.tick(closed, self.key.tick())?;
        if heard.is_new {
            self.notes = Notes::default();
            self.told.words_changed = true;
            self.ask_everything();
        }
        if let Some(reeds) = heard.reeds {
            self.follow(reeds);
        }
        if let Some(frame) = heard.frame {
            self.told.frame_changed |= frame != self.frame;
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
        self.help();
        self.answer_due();
        self.clear_hands();
        Ok(())
    }

    /// Lets the table stand as the reeds of a real board say.
    fn follow(&mut self, reeds: PointSet) {
        let stones = wooden::stones(reeds, self.table.standing(), &self.notes);
        if stones != self.table.standing() {
            let mut table = self.table.clone();
            table.stand(stones);
            self.set_table(table);
        }
    }

    /// Takes a line of the board: an event, or a line of an answer.
    fn hear(&mut self, line: String) {
        let Some(event) = line.strip_prefix("* ") else {
            if let Some(answered) = self.clerk.hear(line) {
                self.note(answered);
            }
            return;
        };
        self.clerk.ask(Topic::Cues);
        if event.starts_with("turn ") || event == "takeback" {
            self.automatic.go_on();
        }
        // Within a turn the record does not change.
        let is_within = [
            "phase carrying",
            "phase choosing",
            "phase clearing",
            "phase chaining",
        ]
        .contains(&event)
            || event.starts_with("closed ")
            || event.starts_with("opened ");
        if !is_within {
            self.clerk.ask(Topic::Record);
        }
        self.audience.print(line);
    }

    fn note(&mut self, Answered { asker, lines }: Answered) {
        match asker {
            Asker::Clerk(topic) => {
                let before = self.notes.cues;
                if topic == Topic::Cues {
                    self.noted_at = self.asked_at;
                }
                self.notes.take(topic, &lines);
                self.told.words_changed = true;
                let is_menu = |cues: &Cues| cues.phase() == Phase::Menu;
                // Where other lights are chosen, other settings are.
                if self.notes.cues != before && self.notes.cues.as_ref().is_some_and(is_menu) {
                    self.ask_everything();
                }
            }
            Asker::Page(line, reply) => {
                let word = line.split_ascii_whitespace().next();
                let is_done = lines.last().is_some_and(|it| it.starts_with('='));
                if is_done && matches!(word, Some("new" | "undo")) {
                    self.automatic.put_up();
                }
                let lines = if self.brain.is_real() {
                    lines
                } else {
                    orders::complete(&line, lines)
                };
                let _ = reply.try_send(lines.join("\n") + "\n");
                for line in lines {
                    self.audience.print(line);
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
            Call::Leave { watcher } => {
                if let Some(hand) = self.audience.leave(watcher) {
                    self.empty(&hand);
                }
            }
            Call::Watch {
                hand,
                is_new,
                watcher,
                feed,
            } => {
                // What a page held before it was loaded again goes back, also if the board has not noticed yet that it went.
                if is_new {
                    self.empty(&hand);
                }
                let state = [
                    self.table_news(),
                    self.words_news(),
                    news::frame(&self.frame),
                ];
                self.audience.join(watcher, hand, feed, &state.concat());
            }
        }
    }

    fn act(&mut self, hand: &Hand, acts: &[Act]) -> Result<u64, Impossible> {
        if self.brain.is_real() {
            return Err(Impossible::Wooden);
        }
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
        // The words depend on which stones stand.
        self.told.words_changed |= table.standing() != self.table.standing();
        self.told.table_changed = true;
        if table.closed() != self.table.closed() {
            self.moved_at = self.now;
        }
        self.key.press(table.is_pressed());
        self.table = table;
        self.kept.keep(&self.table);
        self.version += 1;
    }

    /// Takes a line for the console: commands for hands are carried out here, all others go to the board.
    fn say(&mut self, line: String, reply: SyncSender<String>) {
        self.audience.print(format!("> {line}"));
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        let needs_hands = Command::find(word).is_ok_and(Command::needs_hands);
        let refused = if !needs_hands || self.brain.is_real() {
            self.clerk.pass_on(line, reply).err()
        } else if self.orders.len() < MOST_ORDERS {
            self.orders.push_back((line, reply));
            None
        } else {
            Some(reply)
        };
        if let Some(reply) = refused {
            let _ = reply.try_send(format!("? {TOO_MANY}\n"));
        }
    }

    /// Carries out the next line for hands, once all that the board has said is known.
    fn obey(&mut self) {
        if !self.clerk.is_idle() {
            return;
        }
        let Some((line, reply)) = self.orders.pop_front() else {
            return;
        };
        let mut table = self.table.clone();
        let (due, answer) = match orders::obey(&line, &mut table, &self.notes) {
            Err(why) => (self.now, format!("? {why}")),
            Ok(orders::Done { millis, is_cut }) => {
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

    /// Lets the automatic hands do what there is to do, as long as somebody looks on.
    fn help(&mut self) {
        let holds = self.table.held().contains_key(&Hand::automatic());
        if !self.table.is_automatic() || !(holds || self.audience.is_there()) {
            self.automatic = Automatic::default();
            return;
        }
        let (Some(cues), true) = (&self.notes.cues, self.clerk.is_idle()) else {
            return;
        };
        if self.automatic.puts_up() {
            if let Some(game) = &self.notes.game {
                let mut table = self.table.clone();
                table.put_up(game.position().stones());
                self.set_table(table);
            }
            return;
        }
        let before = self.automatic.waits();
        let view = View {
            cues,
            asked_at: self.noted_at,
            table: &self.table,
            moved_at: self.moved_at,
            plays: self.notes.plays(),
        };
        let acts = self.automatic.act(self.now, &view);
        self.told.table_changed |= before != self.automatic.waits();
        if !acts.is_empty() {
            // What no hand can do, because a player was faster, is not done.
            let _ = self.act(&Hand::automatic(), &acts);
        }
    }

    fn answer_due(&mut self) {
        let now = self.now;
        let due: Vec<Later> = self.later.extract_if(.., |it| it.due <= now).collect();
        for Later { reply, answer, .. } in due {
            let _ = reply.try_send(format!("{answer}\n"));
            self.audience.print(answer);
        }
    }

    /// Empties the hands of pages that have not come back. The automatic ones are no page's.
    fn clear_hands(&mut self) {
        let audience = &self.audience;
        self.away.retain(|hand, _| !audience.has(hand));
        let automatic = Hand::automatic();
        for hand in self.table.hands().filter(|&hand| *hand != automatic) {
            if !audience.has(hand) && !self.away.contains_key(hand) {
                self.away.insert(hand.clone(), self.now);
            }
        }
        let is_due = |since: u64| since + GRACE <= self.now;
        let due: Vec<Hand> = self
            .away
            .extract_if(.., |_, since| is_due(*since))
            .map(|(hand, _)| hand)
            .collect();
        for hand in due {
            self.empty(&hand);
        }
    }

    /// Empties a hand whose page has gone.
    fn empty(&mut self, hand: &Hand) {
        let mut table = self.table.clone();
        table.leave(hand);
        if table != self.table {
            self.set_table(table);
        }
    }

    /// Sends the pages what has changed.
    fn tell(&mut self) {
        if self.told.frame_changed && self.now >= self.told.frame_at + FRAME_GAP {
            self.told.frame_changed = false;
            self.told.frame_at = self.now;
            self.audience.tell(&news::frame(&self.frame));
        }
        let moves = self.table.is_sliding() || self.shake.is_going_on();
        self.told.table_changed |= moves;
        if self.told.table_changed && (!moves || self.now >= self.told.table_at + SLIDE_GAP) {
            // Once more after the last movement.
            self.told.table_changed = moves;
            self.told.table_at = self.now;
            self.audience.tell(&self.table_news());
        }
        if mem::take(&mut self.told.words_changed) {
            let words = self.words_news();
            if words != self.told.words {
                self.audience.tell(&words);
                self.told.words = words;
            }
        }
    }

    fn table_news(&self) -> String {
        let doing = news::Doing {
            shaking: self.shake.is_going_on(),
            waiting: self.automatic.waits(),
        };
        news::table(&self.table, self.version, doing)
    }

    fn words_news(&self) -> String {
        let behind = news::Behind {
            about: self.brain.about(),
            is_real: self.brain.is_real(),
            is_there: self.brain.is_there(),
        };
        news::words(&self.notes, &self.table, &behind)
    }
}
