//! The news for pages, each a line: its kind, and what it tells.

use std::fmt::Write;

use fanorona_board::light::cues::Cue;
use fanorona_board::light::palette::{self, Frame};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::game::Game;
use fanorona_board::rules::side::{BySide, Side};

use super::looks;
use crate::host::json::{list, maybe, object, text};
use crate::host::serve::room::table::Table;
use crate::host::serve::words::notes::{Notes, letters, positions};
use crate::host::serve::words::sentence::{self, Surroundings, names_of, sentence};
use crate::host::texts::Text;

fn event(name: &str, data: &str) -> String {
    format!("{name} {data}\n")
}

/// The lights: six hexadecimal digits for each point.
pub fn frame(frame: &Frame) -> String {
    let mut digits = String::with_capacity(6 * Point::COUNT);
    for light in frame {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{:02x}{:02x}{:02x}", light.r, light.g, light.b);
    }
    event("frame", &digits)
}

/// A line of the console.
pub fn line(line: &str) -> String {
    event("line", &text(line))
}

/// What goes on at the table by itself.
#[derive(Clone, Copy)]
pub struct Doing {
    /// The board is being shaken.
    pub shaking: bool,
    /// The automatic hands wait for a chain that could go on.
    pub waiting: bool,
}

/// Where the stones are, and what goes on.
pub fn table(table: &Table, version: u64, doing: Doing) -> String {
    let stones: String = Point::all()
        .map(|point| table.at(point).map_or('.', Side::letter))
        .collect();
    let held = table.held().iter().map(|(hand, held)| {
        let at = held.magnet.as_ref().map_or_else(
            || "null".into(),
            |magnet| format!("[{:.3},{:.3}]", magnet.at().x(), magnet.at().y()),
        );
        object([
            ("hand", text(hand.name())),
            ("side", text(held.side.word())),
            (
                "from",
                maybe(held.from.map(|point| point.to_string()).as_deref()),
            ),
            ("at", at),
        ])
    });
    let tray = Side::BOTH.map(|side| (side.word(), table.tray(side).to_string()));
    let data = object([
        ("stones", text(&stones)),
        ("held", list(held)),
        ("tray", object(tray)),
        ("version", version.to_string()),
        ("shaking", doing.shaking.to_string()),
        ("waiting", doing.waiting.to_string()),
        ("automatic", table.is_automatic().to_string()),
    ]);
    event("table", &data)
}

/// What is behind the page.
pub struct Behind {
    /// What it is.
    pub about: Text,
    /// Whether it is a real board, whose stones no page moves.
    pub is_real: bool,
    /// Whether it is there.
    pub is_there: bool,
}

/// Everything that the board's console has answered.
pub fn words(notes: &Notes, table: &Table, behind: &Behind) -> String {
    let standing = table.standing();
    let outcome = notes.game.as_ref().and_then(Game::outcome);
    let around = Surroundings {
        standing: standing.white | standing.black,
        start: notes.start(),
        outcome,
        plays: notes.plays(),
        automatic: table.is_automatic(),
        game: notes
            .game
            .as_ref()
            .map(|game| (*game.position(), *game.rules())),
    };
    let cues = notes.cues.as_ref();
    let wants = cues.map_or_else(BySide::default, |cues| {
        let wanted = cues.wanted();
        BySide {
            white: wanted.white - table.closed(),
            black: wanted.black - table.closed(),
        }
    });
    let said = match cues {
        Some(cues) => sentence(cues, &around),
        None if behind.is_there => Text::new("said.wakes"),
        None => Text::new("said.away"),
    };
    let names = cues.map(|it| names_of(it, &around).word());
    let game = notes.game.as_ref();
    let turns = game.into_iter().flat_map(turns);
    let data = object([
        ("about", behind.about.json()),
        ("real", behind.is_real.to_string()),
        ("sentence", said.json()),
        ("phase", maybe(cues.map(|it| it.phase().word()))),
        ("side", maybe(cues.map(|it| it.side().word()))),
        ("cues", lit(notes)),
        ("motions", motions()),
        (
            "wants",
            object(
                wanted(wants)
                    .iter()
                    .map(|(name, side)| (name.as_str(), text(side))),
            ),
        ),
        ("board", maybe(game.map(|game| game.start().board().word()))),
        ("first", maybe(game.map(|game| game.start().side().word()))),
        (
            "capturer",
            maybe(
                game.and_then(|game| game.start().capturer())
                    .map(Side::word),
            ),
        ),
        ("names", maybe(names)),
        ("turns", list(turns)),
        (
            "result",
            outcome.map_or_else(|| "null".into(), |it| sentence::result(it).json()),
        ),
        ("rules", text(&notes.rules)),
        ("assist", text(&notes.assist)),
        ("brightness", text(&notes.brightness)),
        ("level", text(&notes.level)),
        ("judge", text(&notes.judge)),
        ("score", text(&notes.score)),
        (
            "course",
            list(notes.course.iter().map(|stones| text(stones))),
        ),
    ]);
    event("words", &data)
}

/// The turns of a game, as its board writes them.
fn turns(game: &Game) -> impl Iterator<Item = String> {
    let board = game.start().board();
    let turns = game.history().turns();
    turns.map(move |turn| text(&board.text(&turn).to_string()))
}

/// A game by itself, with all its positions, as an object.
pub fn replayed(game: &Game) -> String {
    let all = || positions(game);
    let course = all().map(|it| text(&letters(it.stones())));
    let positions = all().map(|it| {
        let capturer = it.capturer().map(|side| format!(" capturer={side}"));
        text(&format!("{it}{}", capturer.unwrap_or_default()))
    });
    object([
        ("board", text(game.start().board().word())),
        ("first", text(game.start().side().word())),
        ("rules", text(&game.rules().to_string())),
        ("turns", list(turns(game))),
        ("course", list(course)),
        ("positions", list(positions)),
    ])
}

/// How the light of each cue moves.
fn motions() -> String {
    object(Cue::ALL.map(|cue| {
        let motion = palette::look(cue, None).motion;
        (cue.word(), text(looks::word(motion)))
    }))
}

/// The cue of each point that has one.
fn lit(notes: &Notes) -> String {
    let Some(cues) = &notes.cues else {
        return "{}".into();
    };
    let lit = Point::all().filter_map(|point| Some((point.to_string(), cues.at(point)?.word())));
    let lit: Vec<(String, &str)> = lit.collect();
    object(lit.iter().map(|(name, cue)| (name.as_str(), text(cue))))
}

fn wanted(wants: BySide<PointSet>) -> Vec<(String, &'static str)> {
    let sides = Side::BOTH.into_iter();
    sides
        .flat_map(|side| {
            wants[side]
                .iter()
                .map(move |point| (point.to_string(), side.word()))
        })
        .collect()
}
