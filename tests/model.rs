//! Telo, checked exhaustively: all realisations of all turns, and every single change on the way.
//!
//! From every edge of the graph of Telo's positions (a position and a turn that led to it), every
//! legal turn is played by hand in every order of lifting, placing and taking off: after every landing
//! the pause is short or long, after the other movements they are all short or all long. It must be
//! read right. In every state on the way, every one of the nine points is changed once, for a short
//! and for a long time; nothing may panic, and doing what the lights ask must lead back to play.
//!
//! Plain `cargo test` takes the turns of the first plies; `MODEL=all` takes all of them.

#[path = "common/figure.rs"]
mod figure;

use std::collections::{HashSet, VecDeque};

use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::{Phase, Situation};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Turn;
use fanorona_board::time::Millis;

const RULES: Rules = Rules::STANDARD;
/// A touch in passing, and one that is meant.
const PAUSES: [u64; 2] = [70, 650];

/// A board with stones, and its referee.
#[derive(Clone)]
struct Table {
    referee: Referee,
    picture: PointSet,
    now: Millis,
    log: Vec<(Point, u64, Phase)>,
}

impl Table {
    fn new() -> Self {
        let start = Board::Telo.start();
        let mut table = Self {
            referee: Referee::new(Board::Telo, RULES, 1),
            picture: start.white | start.black,
            now: Millis(0),
            log: Vec::new(),
        };
        table.pass(1000);
        table
    }

    /// Shows the picture and lets time go by, with a look at every moment that matters.
    fn pass(&mut self, span: u64) {
        self.referee.see(self.picture, self.now);
        let end = self.now + Millis(span);
        for moment in [160, 500, span] {
            if moment <= span {
                self.referee.wait(self.now + Millis(moment));
            }
        }
        self.now = end;
    }

    fn toggle(&mut self, point: Point, span: u64) {
        if !self.picture.remove(point) {
            self.picture.add(point);
        }
        self.pass(span);
        self.log.push((point, span, self.situation().phase));
    }

    fn situation(&self) -> &Situation {
        self.referee.situation()
    }

    /// Plays a turn tidily and lets it pass.
    fn play(&mut self, turn: &Turn) {
        for action in actions(self.referee.game().position(), turn) {
            self.toggle(action.point, 650);
        }
        self.finish();
    }

    fn finish(&mut self) {
        self.pass(700);
        if self.situation().phase == Phase::Chaining {
            self.referee.stop(self.now).unwrap();
        }
    }

    /// Does what the lights ask until play can go on; tells in how many steps.
    fn follow(&mut self) -> usize {
        for step in 0..40 {
            let situation = *self.situation();
            let wanted = situation.wanted.white | situation.wanted.black;
            let lift = situation.extra | situation.victims | situation.approach;
            let point = match situation.phase {
                Phase::ToMove | Phase::Carrying | Phase::Chaining | Phase::Over => return step,
                Phase::Choosing | Phase::Clearing if lift.is_empty() => {
                    situation.withdrawal.first()
                }
                Phase::Choosing | Phase::Clearing => lift.first(),
                // A question: time answers it.
                Phase::Ending | Phase::Menu | Phase::SelfTest => None,
                Phase::Wrong | Phase::Setup | Phase::Resume => {
                    (situation.extra | wanted | situation.takeback.points()).first()
                }
            };
            match point {
                Some(point) => self.toggle(point, 650),
                // A question: time answers it.
                None => self.pass(4000),
            }
        }
        panic!("stuck in {:?}: {:?}", self.situation(), self.log);
    }
}

/// A movement of a hand, and the movements that must come before it.
#[derive(Clone, Copy)]
struct Action {
    point: Point,
    after: u32,
}

/// The movements of a turn: the mover's in their order, and each victim taken off at any time; but
/// before the mover lands on its point.
fn actions(position: &Position, turn: &Turn) -> Vec<Action> {
    let mut at = *position;
    let mut rows = PointSet::EMPTY;
    let mut movements = Vec::new();
    for step in turn.steps() {
        let after = at.step(&RULES, step).unwrap();
        rows |= at.stones()[!position.side()] - after.stones()[!position.side()];
        movements.push(step.from);
        movements.push(step.to);
        at = after;
    }
    let victims: Vec<Point> = rows.iter().collect();
    let mut actions: Vec<Action> = victims
        .iter()
        .map(|&point| Action { point, after: 0 })
        .collect();
    for (i, &point) in movements.iter().enumerate() {
        let mut after = if i == 0 { 0 } else { 1 << (actions.len() - 1) };
        if i % 2 == 1
            && let Some(victim) = victims.iter().position(|&victim| victim == point)
        {
            after |= 1 << victim;
        }
        actions.push(Action { point, after });
    }
    // Tidily: the mover first, then the victims; but those in its way before.
    actions
}

#[derive(Default)]
struct Figures {
    edges: usize,
    realisations: usize,
    states: usize,
    changes: usize,
    longest: usize,
}

/// Plays all orders and pauses of the movements that are left.
fn realise(
    table: &Table,
    actions: &[Action],
    (done, pause): (u32, u64),
    after: &Position,
    figures: &mut Figures,
) {
    if done.count_ones() as usize == actions.len() {
        let mut table = table.clone();
        table.finish();
        let read = table.referee.game().position();
        assert_eq!(read.to_string(), after.to_string(), "{:?}", table.log);
        figures.realisations += 1;
        return;
    }
    for (i, action) in actions.iter().enumerate() {
        if done >> i & 1 == 0 && action.after & !done == 0 {
            let lands = !table.picture.contains(action.point);
            for stay in PAUSES {
                if lands || stay == pause {
                    let mut next = table.clone();
                    next.toggle(action.point, stay);
                    disturb(&next, figures);
                    realise(&next, actions, (done | 1 << i, pause), after, figures);
                }
            }
        }
    }
}

/// Changes every point once, for a short and for a long time, and follows the lights.
fn disturb(table: &Table, figures: &mut Figures) {
    figures.states += 1;
    for point in Board::Telo.points() {
        for pause in PAUSES {
            let mut table = table.clone();
            table.toggle(point, pause);
            table.pass(700);
            figures.longest = figures.longest.max(table.follow());
            figures.changes += 1;
        }
    }
}

#[test]
fn telo_is_read_right_and_never_stuck() {
    let wants_all = std::env::var("MODEL").is_ok_and(|all| all == "all");
    let plies = if wants_all { 100 } else { 4 };
    let mut figures = Figures::default();
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([(Table::new(), Position::riatra(Board::Telo, Side::White), 0)]);
    while let Some((table, position, depth)) = queue.pop_front() {
        assert_eq!(table.referee.game().position(), &position);
        position.for_each_turn(&RULES, |turn, after| {
            figures.edges += 1;
            let actions = actions(&position, turn);
            for pause in PAUSES {
                realise(&table, &actions, (0, pause), after, &mut figures);
            }
            if depth < plies && seen.insert(*after) {
                let mut next = table.clone();
                next.play(turn);
                queue.push_back((next, *after, depth + 1));
            }
        });
    }
    println!(
        "{} positions, {} turns, {} realisations, {} states, {} single changes, {} steps back at most",
        seen.len() + 1,
        figures.edges,
        figures.realisations,
        figures.states,
        figures.changes,
        figures.longest,
    );
    if wants_all {
        figure::record("model.positions", seen.len() + 1);
        figure::record("model.turns", figures.edges);
        figure::record("model.realisations", figures.realisations);
        figure::record("model.states", figures.states);
        figure::record("model.changes", figures.changes);
    }
}
