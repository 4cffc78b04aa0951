//! `best`: finds a good turn.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};

use clap::{Arg, ArgGroup, ArgMatches, Command, value_parser};
use fanorona_board::engine::endings::Endings;
use fanorona_board::engine::level::{Level, Strength};
use fanorona_board::engine::table::{Entry, TABLE};
use fanorona_board::engine::{Finding, Plan, Search};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::terms::Terms;

use super::endings::file;
use super::{Failure, rules_option, terms};

/// A search with a table of positions as large as the chip's, 64 KB.
pub type Engine = Search<Vec<Entry>>;

/// Room for a search, which plays endings by tables if there are any.
pub fn engine(endings: Option<Endings>) -> Engine {
    Search::with_endings(vec![Entry::EMPTY; TABLE], endings)
}

pub fn command() -> Command {
    Command::new("best")
        .about("Finds a good turn")
        .long_about(
            "Finds a good turn of a position, and tells how many positions were looked at, how many turns ahead, \
             and what the turn is worth in hundredths of a stone; a game that can be won counts 30000 less \
             the turns to its end:\n\n  TURN nodes=N depth=D score=S\n\n\
             With - it answers each line \"POSITION [TURN…]\" of standard input: the position after the \
             last capture, and the turns since, which tell what would be a repetition. A bad line is answered by \
             \"? \" and what is wrong with it, the line \"new\" by nothing.",
        )
        .arg(rules_option())
        .arg(file::option())
        .args(strength_options())
        .group(ArgGroup::new("strength").args(["level", "nodes"]))
        .arg(
            Arg::new("position")
                .value_name("POSITION")
                .required(true)
                .allow_hyphen_values(true)
                .help("The position in one argument, or - for a line each on standard input"),
        )
}

/// The options that say how strong the engine plays.
pub fn strength_options() -> [Arg; 2] {
    [
        Arg::new("level")
            .long("level")
            .value_name("N")
            .value_parser(value_parser!(u8).range(1..=9))
            .help("How strong, from 1 to 9 (default: 9)"),
        Arg::new("nodes")
            .long("nodes")
            .value_name("N")
            .value_parser(value_parser!(u32).range(1..))
            .help("How many positions to look at"),
    ]
}

/// How strong the engine is to play.
pub fn strength(arguments: &ArgMatches) -> Strength {
    if let Some(nodes) = arguments.get_one("nodes") {
        return Strength::nodes(*nodes);
    }
    let level = arguments.get_one("level").copied();
    let level = level.and_then(Level::new).unwrap_or(Level::STRONGEST);
    level.strength()
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let position: &String = arguments.get_one("position").expect("it is required");
    let terms = terms(arguments);
    let plan = Plan::of(strength(arguments));
    let mut engine = engine(file::find(arguments)?);
    let mut out = io::stdout().lock();
    if position != "-" {
        let answer = answer(&mut engine, plan, &terms, position).map_err(Failure::Said)?;
        return Ok(writeln!(out, "{answer}")?);
    }
    let mut bytes = Vec::new();
    let mut input = BufReader::new(io::stdin().lock());
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes);
        // The engine remembers nothing from one turn to the next.
        if line.trim() == "new" {
            continue;
        }
        match answer(&mut engine, plan, &terms, line.trim_end()) {
            Ok(answer) => writeln!(out, "{answer}")?,
            Err(why) => writeln!(out, "? {why}")?,
        }
        out.flush()?;
    }
}

/// The answer to a position and the turns since.
fn answer(engine: &mut Engine, plan: Plan, terms: &Terms, text: &str) -> Result<Answer, String> {
    let game = game(terms, text)?;
    let finding = find(engine, &game, plan).ok_or_else(|| {
        let result = game.outcome().map(|outcome| outcome.result().to_string());
        format!("the game is over: {}", result.unwrap_or_default())
    })?;
    Ok(Answer(game.position().board(), finding))
}

/// Looks for the best turn; none if the game is over.
pub fn find(engine: &mut Engine, game: &Game, plan: Plan) -> Option<Finding> {
    engine.begin(game, plan);
    engine.run();
    engine.finding().filter(|_| game.outcome().is_none())
}

/// The game that a position and the turns since say.
fn game(terms: &Terms, text: &str) -> Result<Game, String> {
    let (position, turns) = split(text);
    let setup = Setup {
        capturer: terms.capturer,
        ..position.parse().map_err(said)?
    };
    let start = setup.position(&terms.rules).map_err(said)?;
    let mut game = Game::new(terms.rules, start);
    for word in turns.split_whitespace() {
        let board = start.board();
        let turn = board
            .read_turn(word)
            .map_err(|error| format!("{word}: {error}"))?;
        game.play(&turn)
            .map_err(|illegal| format!("{word}: {}", illegal.on(board)))?;
    }
    Ok(game)
}

/// Splits a line into the position, which in mid-chain has two words more, and the turns.
fn split(text: &str) -> (&str, &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    // A mover's point has two characters, a turn at least four.
    let is_chain = words.get(2).is_some_and(|word| word.len() == 2);
    let Some(last) = words.get(if is_chain { 3 } else { 1 }) else {
        return (text, "");
    };
    let end = last.as_ptr() as usize - text.as_ptr() as usize + last.len();
    text.split_at(end)
}

fn said(error: impl fmt::Display) -> String {
    error.to_string()
}

/// What the engine found, as it is printed.
struct Answer(Board, Finding);

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self(board, finding) = self;
        write!(
            f,
            "{} nodes={} depth={} score={}",
            board.text(&finding.turn),
            finding.nodes,
            finding.depth,
            finding.score
        )
    }
}
