//! What the lines of a case on the rules do and answer.

use std::collections::BTreeSet;

use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::{Key, Preset};
use fanorona_board::rules::outcome::{Draw, Outcome, Win};
use fanorona_board::rules::play::Illegal;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::record::Record;
use fanorona_board::rules::series::{Match, Round};
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::terms::Terms;

use crate::common::transcript::{Failure, Line};
use crate::common::turn_texts;
use crate::line::{Expected, Parts, meant};

/// What a line answers, or why it is refused.
type Answer = Result<String, String>;

/// An answer; or why the line makes no sense, or contradicts what must always hold.
type Asked = Result<Answer, String>;

/// Words that only ask: without an expectation they would do nothing.
const QUESTIONS: &[&str] = &[
    "presets",
    "options",
    "turn",
    "panel",
    "turns",
    "takes",
    "stones",
    "empty",
    "side",
    "phase-one",
    "ends",
    "end",
    "winner",
    "record",
    "stop",
];

/// Plays a case; tells everything that is not as expected.
pub fn play(lines: &[Line]) -> Vec<Failure> {
    let mut scene = Scene::default();
    let failures = lines.iter().filter_map(|&(number, line)| {
        let why = scene.line(line).err()?;
        Some((number, format!("{line}\n    {why}")))
    });
    failures.collect()
}

/// Rules, a game played by them, and the match that it belongs to.
#[derive(Default)]
struct Scene {
    terms: Terms,
    /// The position that was put up, as it was written.
    put_up: Option<String>,
    game: Option<Game>,
    series: Option<Match>,
}

impl Scene {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let parts = Parts::read(line)?;
        let asks = QUESTIONS.contains(&parts.word)
            || parts.text.is_empty() && ["rules", "position"].contains(&parts.word);
        if asks && parts.expected.is_none() {
            return Err("it asks, and expects nothing".into());
        }
        let answer = self.ask(parts.word, parts.text)?;
        let got = match &answer {
            Ok(answer) => Expected::Answer(answer),
            Err(why) => Expected::Refusal(why),
        };
        match (parts.expected, got) {
            (None, Expected::Refusal(why)) => Err(format!("refused: {why}")),
            (Some(expected), got) if expected != got => {
                Err(format!("expected {expected}\n    got      {got}"))
            }
            _ => Ok(()),
        }
    }

    fn ask(&mut self, word: &str, text: &str) -> Asked {
        Ok(match (word, text) {
            ("rules", "") => Ok(written(&self.terms)),
            ("rules", text) => self.rules(Terms::default(), &meant(text)?)?,
            ("amend", text) => self.rules(self.terms, &meant(text)?)?,
            ("position", "") => Ok(self.position()?),
            ("position", text) => self.put_up(&meant(text)?)?,
            ("match", text) => Ok(self.begin_match(text)?),
            ("finish", text) => Ok(self.finish(text)?),
            ("after", turns) => {
                self.start_over()?;
                self.play(turns)?
            }
            ("play", turns) => self.play(turns)?,
            ("takeback", "") => self.take_back()?,
            ("draw", "") => self.declare(Game::agree_draw)?,
            ("resign", side) => {
                let side = Side::find(side).ok_or("no side")?;
                self.declare(|game| game.resign(side))?
            }
            (word, text) => self.question(word, text)?,
        })
    }

    /// What changes nothing.
    fn question(&self, word: &str, text: &str) -> Asked {
        Ok(match (word, text) {
            ("presets", "") => Ok(Preset::ALL
                .iter()
                .map(|preset| preset.word())
                .collect::<Vec<_>>()
                .join(" ")),
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
            ("winner", "") => {
                let winner = self.game()?.outcome().and_then(Outcome::winner);
                Ok(winner.map_or("none".into(), |side| side.to_string()))
            }
            ("record", "") => Ok(self.record()?),
            ("stop", "") => self.stop()?,
            _ => return Err("there is no such line".into()),
        })
    }

    fn game(&self) -> Result<&Game, String> {
        self.game.as_ref().ok_or("no position stands".into())
    }

    fn game_mut(&mut self) -> Result<&mut Game, String> {
        self.game.as_mut().ok_or("no position stands".into())
    }

    /// Other rules, under which the position is put up again.
    fn rules(&mut self, before: Terms, text: &str) -> Asked {
        let terms = match before.amended(text) {
            Ok(terms) => terms,
            Err(error) => return Ok(Err(error.to_string())),
        };
        self.terms = terms;
        let again = written(&terms);
        if again.parse() != Ok(terms) {
            return Err(format!("{again} would be read differently"));
        }
        match self.put_up.clone() {
            Some(position) => Ok(self.put_up(&position)?.and(Ok(again))),
            None => Ok(Ok(again)),
        }
    }

    fn put_up(&mut self, text: &str) -> Asked {
        (self.put_up, self.game) = (None, None);
        let start = match (Board::find(text), self.terms.capturer) {
            (Some(board), None) => Ok(Position::riatra(board, Side::White)),
            (Some(board), Some(capturer)) => Ok(Position::vela(board, capturer)),
            (None, _) => self.read(text),
        };
        let start = match start {
            Ok(start) => start,
            Err(why) => return Ok(Err(why)),
        };
        self.put_up = Some(text.into());
        self.game = Some(Game::new(self.terms.rules, start));
        self.position().map(Ok)
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let setup: Setup = text.parse().map_err(|error| format!("{error}"))?;
        let capturer = self.terms.capturer;
        let setup = Setup { capturer, ..setup };
        let position = setup.position(&self.terms.rules);
        position.map_err(|faults| faults.to_string())
    }

    /// The position as it is written, with the capturer of a vela.
    fn position(&self) -> Result<String, String> {
        let position = self.game()?.position();
        let text = position.to_string();
        let setup: Setup = text.parse().map_err(|error| format!("{text}: {error}"))?;
        let capturer = position.capturer();
        let setup = Setup { capturer, ..setup };
        let rules = &self.terms.rules;
        if setup != Setup::from(*position) || setup.position(rules).as_ref() != Ok(position) {
            return Err(format!("{text} would be read differently"));
        }
        Ok(text + &of_capturer(capturer))
    }

    /// `BOARD [SEED]`
    fn begin_match(&mut self, text: &str) -> Result<String, String> {
        let (board, seed) = text.split_once(' ').unwrap_or((text, "0"));
        let board = Board::find(board).ok_or("no board")?;
        let seed = seed.parse().map_err(|_| "no seed")?;
        let series = Match::new(board, self.terms.rules, seed);
        Ok(self.next_round(series))
    }

    /// Ends a round of the match as the text says; tells which comes next.
    fn finish(&mut self, text: &str) -> Result<String, String> {
        let outcome = outcomes().find(|outcome| outcome.to_string() == text);
        let outcome = outcome.ok_or("no game ends like that")?;
        let mut series = self.series.take().ok_or("no match is on")?;
        series.finish(outcome);
        Ok(self.next_round(series))
    }

    fn next_round(&mut self, series: Match) -> String {
        self.put_up = None;
        self.game = Some(Game::new(self.terms.rules, series.start()));
        let round = match series.round() {
            Round::Riatra { starter } => format!("riatra {starter}"),
            Round::Vela { capturer } => format!("vela {capturer}"),
        };
        self.series = Some(series);
        round
    }

    fn start_over(&mut self) -> Result<(), String> {
        let game = self.game_mut()?;
        *game = Game::new(*game.rules(), *game.start());
        Ok(())
    }

    /// `[N times] TURN…`; tells how the game stands then.
    fn play(&mut self, text: &str) -> Asked {
        let (times, turns) = match text.split_once(" times ") {
            Some((times, turns)) => (times.parse().map_err(|_| "no number of times")?, turns),
            None => (1, text),
        };
        for _ in 0..times {
            for turn in turns.split_ascii_whitespace() {
                if let Err(why) = self.play_one(turn)? {
                    return Ok(Err(why));
                }
            }
        }
        Ok(Ok(end(self.game()?.outcome())))
    }

    fn play_one(&mut self, text: &str) -> Asked {
        let is_over = self.game()?.outcome().is_some();
        let tried = self.tried(text)?;
        let game = self.game_mut()?;
        let board = game.position().board();
        let turn = board.read_turn(text).map_err(|error| error.to_string())?;
        if let Err(illegal) = game.play(&turn) {
            return Ok(Err(illegal.on(board).to_string()));
        }
        if is_over || tried.as_ref() != Ok(game.position()) {
            return Err("the game plays what the position does not".into());
        }
        Ok(Ok(String::new()))
    }

    /// The position after a turn, which is legal if it is listed, and only then.
    fn tried(&self, text: &str) -> Result<Result<Position, String>, String> {
        let position = self.game()?.position();
        let board = position.board();
        let turn = board.read_turn(text).map_err(|error| error.to_string())?;
        let played = position.play(&self.terms.rules, &turn);
        if self.turns()?.iter().any(|listed| listed == text) != played.is_ok() {
            return Err(format!("{text} is listed or legal, but not both"));
        }
        Ok(played.map_err(|illegal| illegal.on(board).to_string()))
    }

    fn take_back(&mut self) -> Asked {
        let game = self.game_mut()?;
        let board = game.position().board();
        Ok(match game.take_back() {
            Ok(Some(turn)) => Ok(board.text(&turn).to_string()),
            Ok(None) => Ok("what was said".into()),
            Err(none) => Err(none.to_string()),
        })
    }

    fn declare(&mut self, say: impl FnOnce(&mut Game) -> Result<(), Illegal>) -> Asked {
        let game = self.game_mut()?;
        let board = game.position().board();
        let said = say(game).map_err(|illegal| illegal.on(board).to_string());
        Ok(said.map(|()| end(game.outcome())))
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

    fn turns(&self) -> Result<Vec<String>, String> {
        let game = self.game()?;
        let turns = turn_texts(game.position(), game.rules());
        if game.position().count_turns(game.rules()) != turns.len().try_into().unwrap() {
            return Err("turns are listed that are not counted".into());
        }
        Ok(turns)
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
    fn record(&self) -> Result<String, String> {
        let record = self.game()?.record();
        let (count, full) = (record.len(), record.is_full());
        if full != (count == Record::TURNS) || record.is_empty() != (count == 0) {
            return Err(format!("{count} turns are no such record"));
        }
        Ok(match count {
            0 => "none".into(),
            _ if full => format!("{count}, full"),
            _ => count.to_string(),
        })
    }
}

fn written(terms: &Terms) -> String {
    format!("{}{}", terms.rules, of_capturer(terms.capturer))
}

fn of_capturer(capturer: Option<Side>) -> String {
    capturer.map_or(String::new(), |side| format!(" capturer={side}"))
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".into() } else { text }
}

/// How a game stands.
fn end(outcome: Option<Outcome>) -> String {
    outcome.map_or("none".into(), |outcome| outcome.to_string())
}

/// All ends that there are.
fn outcomes() -> impl Iterator<Item = Outcome> {
    let wins = [Win::Captured, Win::Immobile, Win::Resigned, Win::Stranded];
    let draws = [
        Draw::Repetition,
        Draw::Quiet,
        Draw::OneEach,
        Draw::Agreed,
        Draw::Immobile,
        Draw::Length,
    ];
    let won = |by| Side::BOTH.map(|winner| Outcome::Won { winner, by });
    let wins = wins.into_iter().flat_map(won);
    wins.chain(draws.map(Outcome::Drawn))
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
