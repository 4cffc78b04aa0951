//! The pages that are subscribed to the news.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use super::news;
use crate::host::serve::room::table::Hand;

/// The number of past lines of the console that a new page is sent.
const MOST_LINES: usize = 200;

/// All subscribed pages, and the last lines of the console.
#[derive(Default)]
pub struct Audience {
    watchers: Vec<Watcher>,
    lines: VecDeque<String>,
}

struct Watcher {
    hand: Hand,
    feed: SyncSender<Arc<str>>,
}

impl Audience {
    /// Adds a page, and sends it the past lines and the present state.
    pub fn join(&mut self, hand: Hand, feed: SyncSender<Arc<str>>, state: &str) {
        let lines: String = self.lines.iter().map(|line| news::line(line)).collect();
        if feed.try_send((lines + state).into()).is_ok() {
            self.watchers.push(Watcher { hand, feed });
        }
    }

    /// Whether a page is subscribed.
    pub fn is_there(&self) -> bool {
        !self.watchers.is_empty()
    }

    /// Whether the page of this hand is subscribed.
    pub fn has(&self, hand: &Hand) -> bool {
        self.watchers.iter().any(|watcher| watcher.hand == *hand)
    }

    /// Sends a message to all pages. A page that has gone or is too slow is dropped; when it connects again, it is sent
    /// the whole state.
    pub fn tell(&mut self, message: &str) {
        let message: Arc<str> = message.into();
        self.watchers
            .retain(|watcher| watcher.feed.try_send(message.clone()).is_ok());
    }

    /// Writes a line on every page's console.
    pub fn print(&mut self, line: String) {
        self.tell(&news::line(&line));
        if self.lines.len() == MOST_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    #[test]
    fn who_comes_later_sees_what_was_said() {
        let mut audience = Audience::default();
        audience.print("* turn d3e3A".into());
        let (feed, messages) = sync_channel(1);
        audience.join(Hand::new("late").unwrap(), feed, "state");
        assert_eq!(
            &*messages.recv().unwrap(),
            "event: line\ndata: \"* turn d3e3A\"\n\nstate"
        );
    }

    #[test]
    fn who_does_not_read_is_dropped_and_the_others_are_told() {
        let mut audience = Audience::default();
        let [lazy, keen] = ["lazy", "keen"].map(|name| Hand::new(name).unwrap());
        let (lazy_feed, _lazy_messages) = sync_channel(2);
        let (keen_feed, keen_messages) = sync_channel(100);
        audience.join(lazy.clone(), lazy_feed, "");
        audience.join(keen.clone(), keen_feed, "");
        for _ in 0..10 {
            audience.tell("news");
        }
        assert!(!audience.has(&lazy) && audience.has(&keen));
        assert_eq!(keen_messages.try_iter().count(), 11);
    }
}
