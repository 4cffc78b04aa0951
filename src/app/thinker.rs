//! Who thinks beside the app, where there is no second core.

use crate::app::App;
use crate::engine::table::Entry;
use crate::engine::{Progress, Search};

/// A search that does what an app asks for, a few nodes at a time.
#[derive(Debug)]
pub struct Thinker<T> {
    search: Search<T>,
    /// The task that is being done.
    task: Option<u32>,
}

impl<T: AsMut<[Entry]>> Thinker<T> {
    /// Nothing is done yet.
    #[must_use]
    pub const fn new(search: Search<T>) -> Self {
        Self { search, task: None }
    }

    /// Looks at no more than this many positions, and gives the app the answer once it is found.
    pub fn think(&mut self, app: &mut App, nodes: u32) {
        let task = app.task();
        if task != self.task && task.is_some() {
            app.pose(&mut self.search);
            self.search.set_out();
        }
        self.task = task;
        let Some(number) = task else {
            return;
        };
        if self.search.step(nodes) == Progress::Done {
            app.take_answer(number, self.search.finding());
        }
    }
}
