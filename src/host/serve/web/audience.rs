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
    /// Its number.
    number: usize,
    hand: Hand,
    feed: SyncSender<Arc<str>>,
}

impl Audience {
    /// Adds a page, and sends it the past lines and the present state.
    pub fn join(&mut self, number: usize, hand: Hand, feed: SyncSender<Arc<str>>, state: &str) {
        let lines: String = self.lines.iter().map(|line| news::line(line)).collect();
        if feed.try_send((lines + state).into()).is_ok() {
            self.watchers.push(Watcher { number, hand, feed });
        }
    }

    /// Removes a page; returns its hand, if no other page has the same.
    pub fn leave(&mut self, number: usize) -> Option<Hand> {
        let at = self.watchers.iter().position(|it| it.number == number)?;
        let Watcher { hand, .. } = self.watchers.swap_remove(at);
        (!self.has(&hand)).then_some(hand)
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
        audience.join(1, Hand::new("late").unwrap(), feed, "state");
        assert_eq!(&*messages.recv().unwrap(), "line \"* turn d3e3A\"\nstate");
    }

    #[test]
    fn who_does_not_read_is_dropped_and_the_others_are_told() {
        let mut audience = Audience::default();
        let [lazy, keen] = ["lazy", "keen"].map(|name| Hand::new(name).unwrap());
        let (lazy_feed, _lazy_messages) = sync_channel(2);
        let (keen_feed, keen_messages) = sync_channel(100);
        audience.join(1, lazy.clone(), lazy_feed, "");
        audience.join(2, keen.clone(), keen_feed, "");
        for _ in 0..10 {
            audience.tell("news");
        }
        assert!(!audience.has(&lazy) && audience.has(&keen));
        assert_eq!(keen_messages.try_iter().count(), 11);
    }

    #[test]
    fn a_hand_leaves_with_the_last_of_its_pages() {
        let mut audience = Audience::default();
        let hand = Hand::new("left").unwrap();
        let feeds: Vec<_> = (0..2).map(|_| sync_channel(1)).collect();
        for (number, (feed, _)) in feeds.iter().enumerate() {
            audience.join(number, hand.clone(), feed.clone(), "");
        }
        assert_eq!(audience.leave(0), None);
        assert_eq!(audience.leave(0), None);
        assert_eq!(audience.leave(1), Some(hand));
        assert!(!audience.is_there());
    }
}
