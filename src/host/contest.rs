//! `match`: lets two levels play each other.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use clap::builder::ValueParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use fanorona_board::engine::Plan;
use fanorona_board::engine::endings::Endings;
use fanorona_board::engine::level::{Level, Strength};
use fanorona_board::engine::worth::Weights;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::outcome::Outcome;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;

use super::best::{Engine, engine, find};
use super::endings::file;
use super::{Failure, start, start_options};

pub fn command() -> Command {
    let player = |name: &'static str| {
        Arg::new(name)
            .value_name("LEVEL")
            .required(true)
            .value_parser(ValueParser::new(read_player))
            .help("A level from 1 to 9, or nodes=N; with \",material\" it counts stones only")
    };
    Command::new("match")
        .about("Lets two levels play each other")
        .long_about(
            "Lets two levels play each other and prints what share of the points the first one won, with its standard \
             error, and the games that it won, drew and lost. Games come in pairs: from the same opening, some \
             random turns, each side is played once.",
        )
        .arg(player("first"))
        .arg(player("second"))
        .arg(number("games", "200", "How many games"))
        .arg(number("openings", "1", "The number of the first opening"))
        .args(start_options())
        .arg(file::option())
}

fn number(name: &'static str, usual: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("N")
        .default_value(usual)
        .value_parser(value_parser!(u32).range(1..))
        .help(help)
}

/// Reads who plays.
fn read_player(text: &str) -> Result<Plan, String> {
    let (word, weights) = match text.strip_suffix(",material") {
        Some(word) => (word, Weights::MATERIAL),
        None => (text, Weights::TUNED),
    };
    let level = word.parse().ok().and_then(Level::new);
    let nodes = word
        .strip_prefix("nodes=")
        .and_then(|nodes| nodes.parse().ok());
    let strength = level
        .map(Level::strength)
        .or(nodes.map(Strength::nodes))
        .ok_or("expected a level from 1 to 9, or nodes=N")?;
    Ok(Plan {
        weights,
        ..Plan::of(strength)
    })
}

/// What is played: who against whom, and on what.
struct Contest {
    players: [Plan; 2],
    rules: Rules,
    start: Position,
    endings: Option<Endings>,
    games: u32,
    first_opening: u32,
}

/// What the first player has won, drawn and lost.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let player = |name| *arguments.get_one::<Plan>(name).expect("it is required");
    let number = |name| *arguments.get_one::<u32>(name).expect("it has a default");
    let (rules, start) = start(arguments);
    let contest = Contest {
        players: [player("first"), player("second")],
        rules,
        start,
        endings: file::find(arguments)?,
        games: number("games"),
        first_opening: number("openings"),
    };
    let tally = contest.play();
    let (share, error) = tally.share();
    writeln!(
        io::stdout(),
        "{share:.1} % ± {error:.1} won={} drawn={} lost={}",
        tally.won,
        tally.drawn,
        tally.lost
    )?;
    Ok(())
}

impl Tally {
    /// The share of the points, and its standard error, in percent.
    fn share(self) -> (f64, f64) {
        let games = f64::from((self.won + self.drawn + self.lost).max(1));
        let share = (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games;
        let squares = [(self.won, 1.0), (self.drawn, 0.5), (self.lost, 0.0)]
            .map(|(count, points): (u32, f64)| f64::from(count) * (points - share).powi(2));
        let variance = squares.iter().sum::<f64>() / games;
        (100.0 * share, 100.0 * (variance / games).sqrt())
    }

    fn add(&mut self, other: Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

impl Contest {
    /// Plays all games, as many at a time as the machine has cores.
    fn play(&self) -> Tally {
        let next = AtomicU32::new(0);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let mut tally = Tally::default();
        thread::scope(|scope| {
            let workers: Vec<_> = (0..cores)
                .map(|_| scope.spawn(|| self.work(&next)))
                .collect();
            for worker in workers {
                tally.add(worker.join().expect("games do not panic"));
            }
        });
        tally
    }

    /// Plays games until none is left.
    fn work(&self, next: &AtomicU32) -> Tally {
        let mut engine = engine(self.endings);
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                return tally;
            }
            let first = Side::BOTH[number as usize % 2];
            let game = self.opening(u64::from(self.first_opening + number / 2));
            let outcome = self.game(&mut engine, game, first);
            match outcome.winner() {
                Some(winner) if winner == first => tally.won += 1,
                Some(_) => tally.lost += 1,
                None => tally.drawn += 1,
            }
        }
    }

    /// Plays a game to its end.
    fn game(&self, engine: &mut Engine, mut game: Game, first: Side) -> Outcome {
        loop {
            if let Some(outcome) = game.outcome() {
                return outcome;
            }
            let second = usize::from(game.position().side() != first);
            let plan = self.players[second];
            let found = find(engine, &game, plan).expect("the game is on");
            game.play(&found.turn)
                .expect("the engine plays by the rules");
        }
    }

    /// A game after a few random turns, with at most four stones more on one side.
    fn opening(&self, number: u64) -> Game {
        let mut random = Random(number);
        let board = self.start.board();
        // Small boards are decided early.
        let most = if board == Board::Telo { 2 } else { 6 };
        loop {
            let mut game = Game::new(self.rules, self.start);
            for _ in 0..random.below(most) + usize::from(board != Board::Telo) * 2 {
                random_turn(&mut game, &self.rules, &mut random);
            }
            let stones = game.position().stones();
            if game.outcome().is_none() && stones.white.len().abs_diff(stones.black.len()) <= 4 {
                return game;
            }
        }
    }
}

fn random_turn(game: &mut Game, rules: &Rules, random: &mut Random) {
    let mut turns = Vec::new();
    game.position()
        .for_each_turn(rules, |turn, _| turns.push(*turn));
    if !turns.is_empty() {
        let _ = game.play(&turns[random.below(turns.len())]);
    }
}

/// `SplitMix64` (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bounded = (z ^ z >> 31) % bound as u64;
        usize::try_from(bounded).expect("it is below a usize")
    }
}
