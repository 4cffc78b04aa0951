//! What the lines of a case on the rules do and answer.

use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::illegal::Illegal;
use fanorona_board::rules::outcome::Outcome;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::series::{Match, Round};
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::terms::Terms;

use crate::common::ends::outcomes;
use crate::common::transcript::{Failure, Line};
use crate::line::{Expected, Parts, meant};

/// What a line answers, or why it is refused.
pub type Answer = Result<String, String>;

/// An answer; or why the line makes no sense, or contradicts what must always hold.
pub type Asked = Result<Answer, String>;

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
pub struct Scene {
    pub terms: Terms,
    /// The position that was put up, as it was written.
    put_up: Option<String>,
    game: Option<Game>,
    series: Option<Match>,
}

impl Scene {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let parts = Parts::read(line)?;
        let answer = self.ask(parts.word, parts.text)?;
        if parts.expected.is_none() && !does_something(parts.word, parts.text) {
            return Err("it asks, and expects nothing".into());
        }
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
            ("play", turns) if !turns.is_empty() => self.play(turns)?,
            ("takeback", "") => self.take_back()?,
            ("draw", "") => self.declare(Game::agree_draw)?,
            ("resign", side) => {
                let side = Side::find(side).ok_or("no side")?;
                self.declare(|game| game.resign(side))?
            }
            (word, text) => self.question(word, text)?,
        })
    }

    /// The game that is on.
    pub fn game(&self) -> Result<&Game, String> {
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
        (self.terms, self.game, self.series) = (terms, None, None);
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
        (self.put_up, self.game, self.series) = (None, None, None);
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
        let round: Vec<&str> = turns.split_ascii_whitespace().collect();
        let mut turns = round.repeat(times);
        let last = turns.pop();
        for turn in turns {
            let played = self.play_one(turn)?;
            played.map_err(|why| format!("{turn} is refused: {why}"))?;
        }
        let played = last.map_or(Ok(Ok(())), |turn| self.play_one(turn))?;
        let end = end(self.game()?.outcome());
        Ok(played.map(|()| end))
    }

    fn play_one(&mut self, text: &str) -> Result<Result<(), String>, String> {
        let is_over = self.game()?.outcome().is_some();
        let tried = self.tried(text)?;
        let game = self.game_mut()?;
        let board = game.position().board();
        let turn = board.read_turn(text).map_err(|error| error.to_string())?;
        let played = game.play(&turn);
        if played.is_ok() && (is_over || tried.as_ref() != Ok(game.position())) {
            return Err("the game plays what the position does not".into());
        }
        Ok(played.map_err(|illegal| illegal.on(board).to_string()))
    }

    /// The position after a turn, which is legal if it is listed, and only then.
    pub fn tried(&self, text: &str) -> Result<Result<Position, String>, String> {
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
}

/// Whether a line that expects nothing makes sense.
fn does_something(word: &str, text: &str) -> bool {
    match word {
        "after" | "takeback" | "draw" => true,
        "rules" | "amend" | "position" | "match" | "finish" | "play" | "resign" => !text.is_empty(),
        _ => false,
    }
}

fn written(terms: &Terms) -> String {
    format!("{}{}", terms.rules, of_capturer(terms.capturer))
}

fn of_capturer(capturer: Option<Side>) -> String {
    capturer.map_or(String::new(), |side| format!(" capturer={side}"))
}

/// How a game stands.
pub fn end(outcome: Option<Outcome>) -> String {
    outcome.map_or("none".into(), |outcome| outcome.to_string())
}
