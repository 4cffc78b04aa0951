//! `analyse`: tells what each turn of a record gave away.

use std::io::{self, Write};

use clap::{ArgGroup, ArgMatches, Command};
use fanorona_board::engine::{Plan, WON};
use fanorona_board::rules::game::Game;
use fanorona_board::rules::outcome::Outcome;
use fanorona_board::rules::turn::Turn;

use super::best::{Engine, engine, find, strength, strength_options};
use super::endings::file;
use super::{Failure, record_argument, recorded};

pub fn command() -> Command {
    Command::new("analyse")
        .about("Tells what each turn of a record gave away")
        .long_about(
            "Goes through a record and prints a line for each turn: its number, the turn, what it is worth \
             to the side that plays it, the best turn, and what playing the other one gave away, in hundredths of a stone. A \
             game that can be won counts 30000 less the turns to its end.\n\n  \
             7 d3e3A score=-120 best=d3e3W gave=230",
        )
        .arg(file::option())
        .args(strength_options())
        .group(ArgGroup::new("strength").args(["level", "nodes"]))
        .arg(record_argument())
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let record = recorded(arguments)?;
    let plan = Plan::of(strength(arguments));
    let mut engine = engine(file::find(arguments)?);
    let mut game = Game::new(*record.rules(), *record.start());
    let board = record.start().board();
    // Unbuffered: each turn takes a while.
    let mut out = io::stdout().lock();
    for (i, turn) in record.history().turns().enumerate() {
        let before = game.clone();
        game.play(&turn)
            .map_err(|illegal| Failure::new(illegal.on(board)))?;
        let Some(best) = find(&mut engine, &before, plan) else {
            break;
        };
        // The same search tells what both turns are worth, so that they can be compared.
        let best_score = worth(&mut engine, &before, &best.turn, plan);
        let score = worth(&mut engine, &before, &turn, plan);
        let best = if score < best_score { best.turn } else { turn };
        let lost = (i32::from(best_score) - i32::from(score)).max(0);
        writeln!(
            out,
            "{} {} score={score} best={} gave={lost}",
            i + 1,
            board.text(&turn),
            board.text(&best)
        )?;
    }
    Ok(())
}

/// What a legal turn is worth to the side that plays it.
fn worth(engine: &mut Engine, before: &Game, turn: &Turn, plan: Plan) -> i16 {
    let mut game = before.clone();
    let side = game.position().side();
    if game.play(turn).is_err() {
        return 0;
    }
    match game.outcome() {
        Some(Outcome::Won { winner, .. }) if winner == side => WON - 1,
        Some(Outcome::Won { .. }) => 1 - WON,
        Some(Outcome::Drawn(_)) => 0,
        None => find(engine, &game, plan).map_or(0, |finding| later(-finding.score)),
    }
}

/// A score as it is one ply earlier: the end of a decided game is a ply further.
fn later(score: i16) -> i16 {
    let decided = WON - 1000;
    if score > decided {
        score - 1
    } else if score < -decided {
        score + 1
    } else {
        score
    }
}
