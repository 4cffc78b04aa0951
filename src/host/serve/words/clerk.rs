//! The clerk, which asks the board's console one question at a time.

use std::collections::VecDeque;
use std::sync::mpsc::SyncSender;

use crate::host::texts::refusals::NO_ANSWER;

/// The capacity of the queue of pages' lines.
const MOST_WAITING: usize = 32;
/// Timeout of an answer, in milliseconds: a long record over an emulated serial line takes a part of it.
const PATIENCE: u64 = 5000;

/// Something that the clerk asks by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// What the lights mean.
    Cues,
    /// The game so far.
    Record,
    /// The rules.
    Rules,
    /// How much the lights help.
    Assist,
    /// How bright the lights are.
    Brightness,
    /// Which sides the board plays.
    Level,
    /// Whether it judges turns.
    Judge,
    /// The games won.
    Score,
}

impl Topic {
    /// All topics, those that change during a game first.
    pub const ALL: [Self; 8] = [
        Self::Cues,
        Self::Record,
        Self::Rules,
        Self::Assist,
        Self::Brightness,
        Self::Level,
        Self::Judge,
        Self::Score,
    ];

    /// The command that asks about the topic.
    pub const fn command(self) -> &'static str {
        match self {
            Self::Cues => "cues",
            Self::Record => "record",
            Self::Rules => "rules",
            Self::Assist => "assist",
            Self::Brightness => "brightness",
            Self::Level => "level",
            Self::Judge => "judge",
            Self::Score => "score",
        }
    }
}

/// Who asked.
pub enum Asker {
    /// The clerk.
    Clerk(Topic),
    /// A page, which waits for the answer to its line.
    Page(String, SyncSender<String>),
}

/// A question whose answer is complete, or has timed out.
pub struct Answered {
    /// Who asked.
    pub asker: Asker,
    /// The lines of the answer; the last begins with `=` or `?`.
    pub lines: Vec<String>,
}

struct Pending {
    asker: Asker,
    lines: Vec<String>,
    until: u64,
}

/// Queues questions, and matches answers to them.
#[derive(Default)]
pub struct Clerk {
    pending: Option<Pending>,
    pages: VecDeque<(String, SyncSender<String>)>,
    topics: VecDeque<Topic>,
}

impl Clerk {
    /// Queues a question, unless the same question waits already.
    pub fn ask(&mut self, topic: Topic) {
        if !self.topics.contains(&topic) {
            self.topics.push_back(topic);
        }
    }

    /// Queues a page's line, which goes before the clerk's own questions; gives `reply` back when the queue is full.
    pub fn pass_on(
        &mut self,
        line: String,
        reply: SyncSender<String>,
    ) -> Result<(), SyncSender<String>> {
        if self.pages.len() >= MOST_WAITING {
            return Err(reply);
        }
        self.pages.push_back((line, reply));
        Ok(())
    }

    /// Whether no question is open or waiting.
    pub fn is_idle(&self) -> bool {
        self.pending.is_none() && self.pages.is_empty() && self.topics.is_empty()
    }

    /// The line to send to the board now, if there is one.
    pub fn next(&mut self, now: u64) -> Option<String> {
        if self.pending.is_some() {
            return None;
        }
        let (line, asker) = if let Some((line, reply)) = self.pages.pop_front() {
            (line.clone(), Asker::Page(line, reply))
        } else {
            let topic = self.topics.pop_front()?;
            (topic.command().into(), Asker::Clerk(topic))
        };
        self.pending = Some(Pending {
            asker,
            lines: Vec::new(),
            until: now + PATIENCE,
        });
        Some(line)
    }

    /// Takes a line of the board that is no event; returns the answer that it completes, if any.
    pub fn hear(&mut self, line: String) -> Option<Answered> {
        let is_last = line.starts_with(['=', '?']);
        // Without an open question, the line belongs to one that was given up.
        let pending = self.pending.as_mut()?;
        pending.lines.push(line);
        if !is_last {
            return None;
        }
        self.answered()
    }

    /// Gives up a question that was not answered in time.
    pub fn give_up(&mut self, now: u64) -> Option<Answered> {
        let pending = self
            .pending
            .as_mut()
            .filter(|pending| pending.until <= now)?;
        pending.lines.push(format!("? {NO_ANSWER}"));
        self.answered()
    }

    fn answered(&mut self) -> Option<Answered> {
        let Pending { asker, lines, .. } = self.pending.take()?;
        Some(Answered { asker, lines })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    #[test]
    fn a_page_is_served_before_the_clerk_and_one_after_another() {
        let mut clerk = Clerk::default();
        clerk.ask(Topic::Cues);
        clerk.ask(Topic::Cues);
        let (reply, _answer) = sync_channel(1);
        clerk.pass_on("undo".into(), reply).unwrap();
        assert_eq!(clerk.next(0).as_deref(), Some("undo"));
        assert_eq!(clerk.next(0), None);
        assert!(clerk.hear("  long".into()).is_none());
        let answered = clerk.hear("=".into()).unwrap();
        assert_eq!(answered.lines, ["  long", "="]);
        assert!(matches!(answered.asker, Asker::Page(..)));
        assert_eq!(clerk.next(0).as_deref(), Some("cues"));
        assert!(clerk.hear("= setup white".into()).is_some());
        assert!(clerk.is_idle());
    }

    #[test]
    fn a_board_that_does_not_answer_is_asked_the_next_question() {
        let mut clerk = Clerk::default();
        clerk.ask(Topic::Cues);
        clerk.ask(Topic::Record);
        clerk.next(0);
        assert!(clerk.give_up(PATIENCE - 1).is_none());
        let answered = clerk.give_up(PATIENCE).unwrap();
        assert_eq!(answered.lines, ["? the board does not answer"]);
        assert_eq!(clerk.next(PATIENCE).as_deref(), Some("record"));
    }

    #[test]
    fn pages_cannot_pile_lines_up_without_end() {
        let mut clerk = Clerk::default();
        let (reply, _answer) = sync_channel(1);
        for _ in 0..MOST_WAITING {
            assert!(clerk.pass_on("help".into(), reply.clone()).is_ok());
        }
        assert!(clerk.pass_on("help".into(), reply).is_err());
    }
}
