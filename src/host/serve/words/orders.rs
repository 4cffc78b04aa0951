//! Orders for hands: console commands that are carried out on the table, in real time.

use fanorona_board::console::arguments::Arguments;
use fanorona_board::console::command::Command;
use fanorona_board::console::hands::{Deed, Order};
use fanorona_board::console::refusal::Refusal;
use fanorona_board::light::cues::Cues;
use fanorona_board::point::Point;
use fanorona_board::rules::side::{BySide, Side};

use super::notes::Notes;
use crate::host::serve::room::LONGEST_WAIT;
use crate::host::serve::room::act::Act;
use crate::host::serve::room::table::{Hand, Impossible, Table};

/// What is left to do after an order.
pub struct Done {
    /// Milliseconds to wait before the answer.
    pub millis: u64,
    /// Whether the power is to be cut.
    pub is_cut: bool,
}

/// Carries out a line with a command for hands.
///
/// # Errors
/// Why the line was refused; nothing has changed then.
pub fn obey(line: &str, table: &mut Table, notes: &Notes) -> Result<Done, String> {
    let order = Arguments::of(line).and_then(|arguments| {
        let order = Order::read(arguments, LONGEST_WAIT)?;
        order.ok_or(arguments.misuse())
    });
    let Order { deed, then } = order.map_err(|why| match why {
        Refusal::NoTime(_) => format!("{why}: here they are real"),
        _ => why.to_string(),
    })?;
    let hand = Hand::console();
    let impossible = |why: Impossible| why.to_string();
    match deed {
        Deed::Setup => table.put_up(notes.start()),
        Deed::Clear => table.put_up(BySide::default()),
        Deed::Lift(point) => table.act(&hand, Act::Remove(point)).map_err(impossible)?,
        Deed::Place(point) => {
            let side = colour(point, table, notes);
            table
                .act(&hand, Act::Put(side, point))
                .map_err(impossible)?;
        }
        Deed::Reed(point, reed) => table.stick(point, reed),
        Deed::Press(_) => return Err("the page has a button of its own".into()),
        Deed::Wait | Deed::Cut => {}
    }
    Ok(Done {
        millis: then.0,
        is_cut: deed == Deed::Cut,
    })
}

/// Completes the board's answer to `help` with the commands for hands, which the board itself does not have.
pub fn complete(line: &str, mut answer: Vec<String>) -> Vec<String> {
    if line.trim() == Command::Help.word()
        && let Some(end) = answer.pop()
    {
        let hands = Command::ALL.into_iter().filter(|it| it.needs_hands());
        answer.extend(hands.map(|it| format!("  {}", it.help())));
        answer.push(end);
    }
    answer
}

/// The colour of the stone to put on a point: the one that is asked for there, or else that of the side to move.
fn colour(point: Point, table: &Table, notes: &Notes) -> Side {
    let cues = notes.cues.as_ref();
    let asked = cues.and_then(|cues| cues.stone(point));
    let to_move = cues.map_or(Side::White, Cues::side);
    let side = asked.unwrap_or(to_move);
    if table.tray(side) > 0 { side } else { !side }
}
