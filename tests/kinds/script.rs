//! What was done since a game began, in the console's language.

use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;

/// Lines of the console, each with the time that goes by after it.
#[derive(Default)]
pub struct Script {
    head: String,
    lines: Vec<(String, u64)>,
}

impl Script {
    /// A game begins: what was before does not matter.
    pub fn begin(&mut self, rules: &Rules, start: &Position) {
        let vela = start.capturer();
        let vela = vela.map_or(String::new(), |side| format!(" capturer={side}"));
        self.head = format!("rules {rules}\nnew {start}{vela}\nsetup\n");
        self.lines.clear();
    }

    pub fn say(&mut self, line: String) {
        self.lines.push((line, 0));
    }

    pub fn wait(&mut self, span: u64) {
        match self.lines.last_mut() {
            Some((_, then)) => *then += span,
            None => self.lines.push(("wait".into(), span)),
        }
    }

    /// The script as it can be pasted.
    pub fn text(&self) -> String {
        let line = |(line, then): &(String, u64)| match line.split(' ').next() {
            Some("lift" | "place" | "wait") => format!("{line} {then}\n"),
            Some("#") if *then == 0 => format!("{line}\n"),
            _ => format!("{line}\nwait {then}\n"),
        };
        let lines: String = self.lines.iter().map(line).collect();
        self.head.clone() + &lines
    }
}
