//! Hands that obey the console's words, in real time.

use fanorona_board::console::command::Command;
use fanorona_board::console::hands::{AFTER_STONE, AFTER_STONES};
use fanorona_board::console::refusal::Refusal;
use fanorona_board::point::Point;
use fanorona_board::rules::side::{BySide, Side};

use super::act::{Act, read_point};
use super::notes::Notes;
use super::room::WAITS_AT_MOST;
use super::table::{Hand, Table};

/// What was done, and what is still to do.
pub struct Done {
    /// Milliseconds to let go by before it is answered.
    pub millis: u64,
    /// Whether the power is to be cut.
    pub is_cut: bool,
}

/// Does what a line with a command for hands says.
///
/// # Errors
/// Why it was refused; nothing has changed then.
pub fn obey(line: &str, table: &mut Table, notes: &Notes) -> Result<Done, String> {
    let mut words = line.split_ascii_whitespace();
    let command = Command::find(words.next().unwrap_or_default()).map_err(|why| why.to_string())?;
    let words: Vec<&str> = words.collect();
    let is_cut = command == Command::Cut;
    let misuse = || Refusal::Usage(command).to_string();
    let millis = match (command, &words[..]) {
        (Command::Setup, []) => {
            table.put_up(notes.start());
            AFTER_STONES.0
        }
        (Command::Clear, []) => {
            table.put_up(BySide::default());
            AFTER_STONES.0
        }
        (Command::Cut, []) => AFTER_STONES.0,
        (Command::Wait, [span]) => millis(span)?,
        (Command::Lift | Command::Place, [point, span @ ..]) if span.len() <= 1 => {
            let point = read_point(point)?;
            let millis = span
                .first()
                .map_or(Ok(AFTER_STONE.0), |span| millis(span))?;
            let act = if command == Command::Lift {
                Act::Remove(point)
            } else {
                Act::Put(colour(point, table, notes), point)
            };
            let hand = Hand::new("console").ok_or_else(misuse)?;
            table.act(&hand, act).map_err(|why| why.to_string())?;
            millis
        }
        _ => return Err(misuse()),
    };
    Ok(Done { millis, is_cut })
}

/// The board's answer to a line, and what it does not know of: the commands for hands.
pub fn complete(line: &str, mut answer: Vec<String>) -> Vec<String> {
    if line.trim() == Command::Help.word()
        && let Some(end) = answer.pop()
    {
        let hands = Command::ALL.into_iter().filter(|it| it.needs_hands());
        answer.extend(hands.map(|it| format!("  {:34}  {}", it.usage(), it.about())));
        answer.push(end);
    }
    answer
}

/// The colour of the stone that is meant: the one that is asked for there, or else that of the side to move.
fn colour(point: Point, table: &Table, notes: &Notes) -> Side {
    let wants = notes.wants(table.closed());
    let asked = Side::BOTH
        .into_iter()
        .find(|&side| wants[side].contains(point));
    let to_move = notes
        .meaning
        .as_ref()
        .map_or(Side::White, |meaning| meaning.side);
    let side = asked.unwrap_or(to_move);
    if table.tray(side) > 0 { side } else { !side }
}

fn millis(word: &str) -> Result<u64, String> {
    let millis = word.parse().ok().filter(|&millis| millis <= WAITS_AT_MOST);
    millis.ok_or_else(|| {
        format!("expected milliseconds, at most {WAITS_AT_MOST}: here they are real")
    })
}
