//! The board plays: hands that do what its lights ask for play whole games with it, by all rules.

mod common;

use common::random::Random;
use common::sample::game_terms;
use common::virtual_board::VirtualBoard;
use common::{rounds, terms, turns};
use fanorona_board::console::hands::Hands as _;
use fanorona_board::console::{self, Device};
use fanorona_board::engine::level::Level;
use fanorona_board::engine::table::{Entry, TABLE};
use fanorona_board::engine::{Plan, Search};
use fanorona_board::light::cues::{Assist, Cue, Cues};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Turn;

/// The most things that are done in a game.
const MOST: usize = 6000;

/// A board, and hands that play on it.
struct Hands {
    board: VirtualBoard,
    random: Random,
    /// What was done, as the console takes it, and what the board said.
    script: String,
}

impl Hands {
    fn new(seed: u64) -> Self {
        Self {
            board: VirtualBoard::new(0),
            random: Random::seeded(seed),
            script: String::new(),
        }
    }

    fn say(&mut self, line: &str) -> String {
        let mut answer = String::new();
        console::answer(&mut self.board, Ok(line), &mut answer).unwrap();
        self.script.extend([line, "\n", &answer]);
        let is_refused = answer.lines().any(|line| line.starts_with('?'));
        assert!(!is_refused, "{}", self.script);
        answer
    }

    fn wait(&mut self, span: u64) {
        self.say(&format!("wait {span}"));
    }

    fn lift(&mut self, point: Point) {
        let span = 170 + self.random.below(400);
        self.say(&format!("lift {point} {span}"));
    }

    fn place(&mut self, point: Point) {
        let span = 170 + self.random.below(400);
        self.say(&format!("place {point} {span}"));
    }

    fn cues(&mut self) -> Cues {
        self.board.app().cues()
    }

    fn game(&mut self) -> &Game {
        self.board.app().referee.game()
    }

    fn turns(&mut self) -> Vec<(Turn, Position)> {
        let game = self.game();
        turns(game.position(), game.rules())
    }

    /// Whether it is the board's turn, as far as it shows that.
    fn is_guided(&mut self) -> bool {
        self.board.app().referee.situation().guided
    }

    /// Does the next thing that the lights ask for in a turn of the board.
    fn obey(&mut self) {
        let cues = self.cues();
        let only = |cue: Cue| {
            let points = cues[cue];
            assert!(points.is_single(), "{cue} in {cues}");
            points.first().unwrap()
        };
        let victims: Vec<Point> = cues[Cue::Victim].iter().collect();
        match cues.phase() {
            Phase::ToMove if cues[Cue::Target].is_empty() => self.wait(50),
            Phase::ToMove | Phase::Chaining => {
                only(Cue::Target);
                self.lift(only(Cue::Mover));
            }
            Phase::Carrying => self.place(only(Cue::Target)),
            Phase::Clearing if victims.is_empty() => self.lift(only(Cue::Mover)),
            Phase::Clearing => {
                let victim = self.random.pick(&victims);
                self.lift(victim);
            }
            _ => panic!("{cues}\n{}", self.script),
        }
    }

    /// Plays a turn: each step, and what it takes.
    fn play(&mut self, turn: &Turn) {
        let rules = *self.game().rules();
        let mut at = *self.game().position();
        self.lift(turn.origin());
        for (i, step) in turn.steps().enumerate() {
            if i > 0 {
                self.lift(step.from);
            }
            self.place(step.to);
            let after = at.step(&rules, step).unwrap();
            let enemy = !at.side();
            for point in at.stones()[enemy] - after.stones()[enemy] {
                self.lift(point);
            }
            at = after;
        }
    }
}

/// Plays a game in which the board plays the sides that have a level, to its end; every turn of the board is held
/// against a search beside it. Returns how many there were.
fn play_game(hands: &mut Hands, levels: [Option<Level>; 2]) -> usize {
    let mut search = Search::new(vec![Entry::EMPTY; TABLE]);
    let (mut done, mut own) = (0, 0);
    while hands.game().outcome().is_none() {
        done += 1;
        assert!(done < MOST, "{}", hands.script);
        let cues = hands.cues();
        assert_ne!(
            cues.phase(),
            Phase::Wrong,
            "{cues}, {}",
            hands.game().position()
        );
        let before = hands.game().clone();
        if hands.is_guided() || cues.phase() != Phase::ToMove {
            // A chain of the player's ends by itself.
            if hands.is_guided() {
                hands.obey();
            } else {
                hands.wait(50);
            }
        } else if before.position().side() == cues.side() {
            let all = turns(before.position(), before.rules());
            let (turn, _) = hands.random.pick(&all);
            hands.play(&turn);
        } else {
            hands.wait(50);
        }
        let game = hands.game();
        let level = levels[before.position().side() as usize];
        if let (Some(level), true) = (level, game.history().len() > before.history().len()) {
            search.begin(&before, Plan::of(level.strength()));
            search.run();
            let turn = game.history().turns().nth(before.history().len());
            assert_eq!(turn, search.finding().map(|found| found.turn));
            own += 1;
        }
    }
    own
}

fn set_up(hands: &mut Hands, rules: &str, start: &str, levels: [Option<Level>; 2]) {
    hands.say(&format!("rules {rules}"));
    hands.say(&format!("new {start}"));
    for (side, level) in Side::BOTH.into_iter().zip(levels) {
        let level = level.map_or("off".to_owned(), |level| level.number().to_string());
        hands.say(&format!("level {side} {level}"));
    }
    hands.say("setup");
    hands.wait(2500);
}

#[test]
fn hands_that_obey_the_lights_play_whole_games_by_all_rules() {
    let mut random = Random::seeded(15);
    let mut own = 0;
    for i in 0..rounds(150, 1) {
        let mut hands = Hands::new(random.next());
        let text = game_terms(&mut random);
        let capturer = terms(&text).capturer;
        let keys: Vec<&str> = text
            .split(',')
            .filter(|key| !key.starts_with("capturer"))
            .collect();
        let board = Board::ALL[i % 3].word();
        let start = match capturer {
            Some(side) => format!("{board} capturer={side}"),
            None => board.to_owned(),
        };
        let level = Level::new(u8::try_from(1 + i % 5).unwrap());
        let levels = match i % 4 {
            0 => [level, level],
            1 => [level, None],
            _ => [None, level],
        };
        hands.board.app().assist = random.pick(&Assist::ALL);
        set_up(&mut hands, &keys.join(" "), &start, levels);
        own += play_game(&mut hands, levels);
    }
    assert!(own > rounds(1000, 1), "{own}");
}

/// Whatever legal turn is made for the board, only its own is taken.
#[test]
fn every_other_turn_that_is_made_for_the_board_is_refused() {
    let mut random = Random::seeded(16);
    let (mut refused, mut made) = (0, 0);
    for seed in 0..rounds(40, 1) {
        let mut hands = Hands::new(seed as u64);
        set_up(&mut hands, "standard", "tsivy", [None, Level::new(5)]);
        for _ in 0..random.below(5) {
            let len = hands.game().history().len();
            let all = hands.turns();
            hands.play(&random.pick(&all).0);
            hands.wait(3000);
            while hands.game().outcome().is_none() && hands.game().history().len() < len + 2 {
                hands.obey();
            }
        }
        if hands.game().outcome().is_some() {
            continue;
        }
        let all = hands.turns();
        hands.play(&random.pick(&all).0);
        hands.wait(3000);
        if hands.game().outcome().is_some() {
            continue;
        }
        if hands.game().position().side() == Side::White {
            hands.say("stop");
        }
        let start: Position = *hands.game().position();
        let own = hands.board.app().referee.partner().turn().unwrap();
        let len = hands.game().history().len();
        for (turn, after) in hands.turns() {
            if turn == own || own.starts_with(&turn) {
                continue;
            }
            made += 1;
            let (from, to) = (start.occupied(), after.occupied());
            move_all(&mut hands, &turn, from, to);
            hands.wait(700);
            let now = hands.game().history().len();
            assert!(now <= len, "{}", hands.script);
            // Presence cannot tell some of them from another turn of the player's.
            if now < len {
                break;
            }
            refused += usize::from(hands.cues().phase() == Phase::Wrong);
            hands.board.put(from);
            hands.wait(700);
            assert_eq!(hands.cues().phase(), Phase::ToMove);
            assert!(hands.is_guided());
        }
    }
    assert!(made > rounds(100, 1), "{made}");
    // What it would be to take another row, or to end sooner, is no mistake as long as it can still become the right one.
    assert!(refused * 10 > made * 9, "{refused} of {made}");
}

fn move_all(hands: &mut Hands, turn: &Turn, from: PointSet, to: PointSet) {
    hands.lift(turn.origin());
    hands
        .board
        .put((from - PointSet::of(turn.origin())) & to | PointSet::of(turn.end()));
    hands.wait(100);
    hands.board.put(to);
}
