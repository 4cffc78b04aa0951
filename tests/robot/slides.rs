//! Slides as the model of magnet and reed has them: the reeds blink, overlap and leave gaps by direction and speed.

use crate::robot::Deed;
use fanorona_board::point::Point;
use serde_json::Value;
use std::fs;

/// Millimetres that a stone goes in a millisecond, slowly and quickly.
const SPEEDS: [f64; 3] = [0.2, 0.45, 1.0];
/// How long both points, or none, are closed while the robot slides a stone, at most.
const BOTH: u64 = 142;
const NONE: u64 = 36;

/// All slides of the model, which the emulated reeds have too.
pub struct Slides {
    all: Vec<Value>,
    /// How many stones have slid.
    pub count: usize,
}

impl Slides {
    pub fn read() -> Self {
        let text = fs::read_to_string("tests/chip/slides.json").expect("the slides");
        Self {
            all: serde_json::from_str(&text).expect("JSON"),
            count: 0,
        }
    }

    /// The same script, in which stones that slide do so by the model; each over other reeds, and with another speed.
    pub fn slid(&mut self, script: Vec<Deed>) -> Vec<Deed> {
        let mut slid = Vec::new();
        let mut last = Vec::new();
        for deed in script {
            last.push(deed);
            if let [one, wait, other] = &last[..] {
                if let Some(commands) = self.commands(one, wait, other) {
                    slid.extend(commands.into_iter().map(Deed::Command));
                    last.clear();
                } else {
                    slid.push(last.remove(0));
                }
            }
        }
        slid.extend(last);
        slid
    }

    /// What a slide does, if these three are one: both points closed for a while, or neither.
    fn commands(&mut self, one: &Deed, wait: &Deed, other: &Deed) -> Option<Vec<String>> {
        let [one, wait, other] = [one, wait, other].map(words);
        let ("wait", span) = wait? else {
            return None;
        };
        let span: u64 = span.parse().ok()?;
        let (from, to) = match (one?, other?) {
            (("place", to), ("lift", from)) if span < BOTH => (from, to),
            (("lift", from), ("place", to)) if span < NONE => (from, to),
            _ => return None,
        };
        let way = |from: u8, to: u8| i64::from(to) - i64::from(from);
        let [left, next] = [from, to].map(Point::find);
        let (left, next) = (left?, next?);
        let ways = [way(left.file(), next.file()), way(left.rank(), next.rank())];
        let mut found = self
            .all
            .iter()
            .filter(|slide| slide["files"] == ways[0] && slide["ranks"] == ways[1]);
        let sorts = found.clone().count();
        let slide = found.nth(self.count % sorts.max(1))?;
        let speed = SPEEDS[self.count / 2 % SPEEDS.len()];
        self.count += 1;
        let mut commands = Vec::new();
        let mut now = 0;
        let mut go_on = |commands: &mut Vec<String>, way: &Value| {
            let at = at(way.as_f64().expect("millimetres") / speed);
            if at > now {
                commands.push(format!("wait {}", at - now));
                now = at;
            }
        };
        for change in slide["changes"].as_array().expect("changes") {
            go_on(&mut commands, &change[0]);
            let point = if change[1] == "next" { to } else { from };
            let word = if change[2] == true { "place" } else { "lift" };
            commands.push(format!("{word} {point} 0"));
        }
        go_on(&mut commands, &slide["length"]);
        Some(commands)
    }
}

/// A command and its first word behind it.
fn words(deed: &Deed) -> Option<(&str, &str)> {
    let Deed::Command(command) = deed else {
        return None;
    };
    let mut words = command.split(' ');
    Some((words.next()?, words.next()?))
}

/// The millisecond of a moment.
// A slide takes a third of a second at most.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn at(millis: f64) -> u64 {
    millis.round() as u64
}
