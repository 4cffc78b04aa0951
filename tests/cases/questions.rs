//! What a case on the rules can ask.

use std::collections::BTreeSet;

use fanorona_board::rules::board::Board;
use fanorona_board::rules::history::History;
use fanorona_board::rules::options::{Key, Preset};
use fanorona_board::rules::outcome::Outcome;

use crate::common::turn_texts;
use crate::line::meant;
use crate::scene::{Answer, Asked, Scene, end};

impl Scene {
    /// What changes nothing.
    pub fn question(&self, word: &str, text: &str) -> Asked {
        Ok(match (word, text) {
            ("presets", "") => {
                let words: Vec<&str> = Preset::ALL.iter().map(|preset| preset.word()).collect();
                Ok(words.join(" "))
            }
            ("options", "") => Ok(self.options()),
            ("turn", text) => turn(text)?,
            ("panel", text) => Ok(on_the_panel(text)?),
            ("turns", "") => Ok(or_none(self.turns()?.join(" "))),
            ("takes", text) => self.takes(text)?,
            ("stones", "") => {
                let stones = self.game()?.position().stones();
                Ok(format!("{} {}", stones.white.len(), stones.black.len()))
            }
            ("empty", "") => Ok(or_none(self.game()?.position().empty().to_string())),
            ("side", "") => Ok(self.game()?.position().side().to_string()),
            ("phase-one", "") => Ok(self.phase_one()?.into()),
            ("ends", "") => Ok(self.ends()?),
            ("end", "") => Ok(end(self.game()?.outcome())),
            ("offer", "") => {
                let offer = self.game()?.offer();
                Ok(offer.map_or("none".into(), |draw| format!("draw {draw}")))
            }
            ("winner", "") => {
                let winner = self.game()?.outcome().and_then(Outcome::winner);
                Ok(winner.map_or("none".into(), |side| side.to_string()))
            }
            ("played", "") => Ok(self.played()?),
            ("stop", "") => self.stop()?,
            _ => return Err("there is no such line".into()),
        })
    }

    /// All legal turns.
    pub fn turns(&self) -> Result<Vec<String>, String> {
        let game = self.game()?;
        let turns = turn_texts(game.position(), game.rules());
        if game.position().count_turns(game.rules()) != turns.len() as u64 {
            return Err("turns are listed that are not counted".into());
        }
        Ok(turns)
    }

    fn stop(&self) -> Asked {
        let position = self.game()?.position();
        let stopped = position.stop(&self.terms.rules);
        let stopped = stopped.map_err(|illegal| illegal.on(position.board()).to_string());
        Ok(stopped.map(|after| after.to_string()))
    }

    /// All options with their values.
    fn options(&self) -> String {
        let rules = &self.terms.rules;
        let words = Key::ALL
            .iter()
            .map(|key| format!("{}={}", key.word(), rules.get(*key)));
        words.collect::<Vec<_>>().join(" ")
    }

    /// The enemy stones that a turn takes, by the panel's names.
    fn takes(&self, text: &str) -> Asked {
        let position = self.game()?.position();
        let enemy = !position.side();
        let after = self.tried(text)?;
        Ok(after.map(|after| {
            let taken = position.stones()[enemy] - after.stones()[enemy];
            or_none(taken.to_string())
        }))
    }

    fn phase_one(&self) -> Result<&'static str, String> {
        let is_one = self.game()?.position().is_phase_one(&self.terms.rules);
        Ok(if is_one { "yes" } else { "no" })
    }

    /// How the game can stand after a turn, whichever it is.
    fn ends(&self) -> Result<String, String> {
        let mut ends = BTreeSet::new();
        for text in self.turns()? {
            let after = self.tried(&text)??;
            ends.insert(end(after.outcome(&self.terms.rules)));
        }
        let ends: Vec<String> = ends.into_iter().collect();
        (!ends.is_empty())
            .then(|| ends.join(", "))
            .ok_or("there is no turn".into())
    }

    /// How many turns are recorded, and whether there is room for more.
    fn played(&self) -> Result<String, String> {
        let record = self.game()?.history();
        let (count, full) = (record.len(), record.is_full());
        if full != (count == History::TURNS) || record.is_empty() != (count == 0) {
            return Err(format!("{count} turns are no such record"));
        }
        Ok(match count {
            0 => "none".into(),
            _ if full => format!("{count}, full"),
            _ => count.to_string(),
        })
    }
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".into() } else { text }
}

/// `BOARD|any TURN`: the turn as it is written again. What holds on any board calls it BOARD.
fn turn(text: &str) -> Asked {
    let (place, text) = text.split_once(' ').ok_or("a board and a turn")?;
    let text = meant(text)?;
    if place != "any" {
        let board = Board::find(place).ok_or("no board")?;
        return Ok(read_turn(board, &text));
    }
    let [first, rest @ ..] = Board::ALL.map(|board| {
        let name = match board {
            Board::Tsivy => "tsivy, a1 to i5",
            Board::Dimy => "dimy, a1 to e5",
            Board::Telo => "telo, a1 to c3",
        };
        read_turn(board, &text).map_err(|why| why.replace(name, "BOARD"))
    });
    if rest.iter().any(|other| *other != first) {
        return Err(format!("boards differ: {first:?} {rest:?}"));
    }
    Ok(first)
}

fn read_turn(board: Board, text: &str) -> Answer {
    let turn = board.read_turn(text).map_err(|error| error.to_string())?;
    Ok(board.text(&turn).to_string())
}

/// `BOARD TURN`: the turn by the panel's names.
fn on_the_panel(text: &str) -> Result<String, String> {
    let (board, text) = text.split_once(' ').ok_or("a board and a turn")?;
    let board = Board::find(board).ok_or("no board")?;
    let turn = board.read_turn(text).map_err(|error| error.to_string())?;
    Ok(Board::Tsivy.text(&turn).to_string())
}
