//! What the lights mean, as a sentence.

mod hands;
mod names;
mod playing;
mod reason;
mod result;
mod waiting;

use fanorona_board::light::cues::{Cue, Cues};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::situation::{Handicap, Phase};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::outcome::Outcome;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::BySide;

pub use self::result::result;
use crate::host::texts::Text;

/// The board whose names are those of the panel.
const PANEL: Board = Board::Tsivy;

/// What a sentence depends on besides the cues.
pub struct Surroundings {
    /// The points on which stones stand.
    pub standing: PointSet,
    /// The stones with which the game starts.
    pub start: BySide<PointSet>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// The sides that the board plays.
    pub plays: BySide<bool>,
    /// Whether automatic hands move its stones.
    pub automatic: bool,
    /// Where the game stands, if it is on, and its rules.
    pub game: Option<(Position, Rules)>,
}

struct Words<'a> {
    cues: &'a Cues,
    around: &'a Surroundings,
}

/// The board whose names the points have: the game's, unless it is about the panel itself.
pub fn names_of(cues: &Cues, around: &Surroundings) -> Board {
    match (cues.phase(), &around.game) {
        (Phase::Menu | Phase::SelfTest, _) | (_, None) => PANEL,
        (_, Some((position, _))) => position.board(),
    }
}

/// The sentence for what the lights show.
pub fn sentence(cues: &Cues, around: &Surroundings) -> Text {
    let said = in_panel_names(cues, around).named(names_of(cues, around));
    let is_done = cues.phase() == Phase::Over && cues[Cue::Takeback].is_empty();
    match around.outcome {
        // What stones are to be put right comes after it.
        Some(outcome) if !is_done && !matches!(cues.phase(), Phase::Menu | Phase::SelfTest) => {
            let result = Text::new("result.sentence").with("result", result(outcome));
            result.then(said)
        }
        _ => said,
    }
}

fn in_panel_names(cues: &Cues, around: &Surroundings) -> Text {
    let words = Words { cues, around };
    let said = match cues.phase() {
        Phase::Setup => words.setup(),
        Phase::ToMove => words.to_move(),
        Phase::Carrying => words.carrying(),
        Phase::Choosing => words.choosing(),
        Phase::Clearing => words.clearing(),
        Phase::Chaining => words.chaining(),
        Phase::Wrong => words.wrong(),
        Phase::Over => words.over(),
        Phase::Resume => words.resume(),
        Phase::Ending => words.ending(),
        Phase::Menu => Text::new("said.menu"),
        Phase::SelfTest => words.selftest(),
    };
    let said = match cues.handicap() {
        Some(handicap) => said.then(vela(handicap)),
        None => said,
    };
    let dead = cues[Cue::Dead];
    if dead.is_empty() || cues.phase() == Phase::SelfTest {
        return said;
    }
    let sensors = |key| Text::counted(key, dead.len()).with("points", names::points(dead));
    let lit = Cue::ALL.into_iter().filter(|&cue| !cues[cue].is_empty());
    if lit.count() == 1 {
        // While a diode is bridged nothing is known of the stones.
        return sensors("said.dead-waits");
    }
    said.then(sensors("said.dead"))
}

impl Words<'_> {
    /// The reason for which a stone cannot move.
    fn why_stuck(&self, at: Point) -> Option<Text> {
        let (position, rules) = self.around.game.as_ref()?;
        let why = position.why_stuck(rules, at)?;
        Some(reason::reason(why))
    }
}

/// Who captures in a vela, and for how long.
fn vela(Handicap { capturer, left }: Handicap) -> Text {
    let said = match left {
        0 => Text::new("said.vela.free"),
        _ => Text::counted("said.vela", left),
    };
    said.with("side", names::side(capturer))
}

#[cfg(test)]
mod tests;
