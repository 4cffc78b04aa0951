//! What hands do beside the turn.

use crate::common::steps;
use crate::hands::{Act, Hands, Move, tidy};
use crate::mirror::BRUSH;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::lines::{Direction, neighbour};
use fanorona_board::rules::options::Takeback;
use fanorona_board::rules::side::{BySide, Side};
use fanorona_board::rules::turn::Step;

impl Hands<'_> {
    /// Brushes points near the way, the origin too.
    pub fn hover(&mut self, step: Step) {
        let near = Direction::ALL
            .into_iter()
            .filter_map(|direction| neighbour(step.from, direction));
        for point in near.chain([step.from]) {
            let free = !self.standing().contains(point) && point != step.to;
            if self.random.percent(25) && free {
                let touch = (2 + self.random.below(90) as u64).min(BRUSH);
                let gap = 2 + self.random.below(60) as u64;
                self.place_for(point, touch);
                self.lift_for(point, gap);
            }
        }
    }

    /// Knocks a stone over that has nothing to do with the turn, and puts it back.
    ///
    /// Once the mover has moved, an opponent who lifts a stone may end the chain.
    pub fn knock(&mut self, mover: PointSet, victims: &[Point], has_moved: bool) {
        if !self.may_put_back() || !self.random.percent(4) {
            return;
        }
        let victims: PointSet = victims.iter().copied().collect();
        let ends = if has_moved {
            self.stones[!self.side]
        } else {
            PointSet::EMPTY
        };
        let others: Vec<Point> = (self.standing() - mover - victims - self.hush - ends)
            .iter()
            .collect();
        if others.is_empty() {
            return;
        }
        let point = self.random.pick(&others);
        let side = Side::BOTH[usize::from(self.stones.black.contains(point))];
        // Nobody leaves it lying.
        let off = 50 + self.random.below(400) as u64;
        self.lift_for(point, off);
        self.place(point, side);
        self.uneasy(2);
    }

    /// Takes a stone of the row that the step did not take, and puts it back.
    pub fn try_other_row(&mut self, done: &[(Step, PointSet)], last: usize, victims: &[Point]) {
        let (step, row) = done[last];
        if !row.iter().all(|point| victims.contains(&point)) || !self.random.percent(30) {
            return;
        }
        let mut at = self.start;
        for (step, _) in &done[..last] {
            at = at.step(self.rules, *step).expect("a legal turn");
        }
        let other = steps(&at, self.rules).into_iter().find(|legal| {
            (legal.step.from, legal.step.to) == (step.from, step.to) && legal.row != row
        });
        let Some(other) = other else { return };
        let stones: Vec<Point> = (other.row & self.standing()).iter().collect();
        if stones.is_empty() {
            return;
        }
        let point = self.random.pick(&stones);
        self.lift(point);
        self.place(point, !self.side);
        self.uneasy(2);
    }

    /// Begins some other turn and puts everything back.
    pub fn change_mind(&mut self) {
        let mut turns = Vec::new();
        self.start
            .for_each_turn(self.rules, |turn, _| turns.push(*turn));
        let other = self.random.pick(&turns);
        let mut moves = tidy(&self.start, self.rules, &other);
        // Where turns stay, none may be complete.
        let most = match self.rules.takeback {
            Takeback::Yes => moves.len(),
            Takeback::No => 1,
        };
        moves.truncate(1 + self.random.below(most));
        for Move { act, .. } in moves {
            match act {
                Act::Lift(points) => points.iter().for_each(|point| self.lift(point)),
                Act::Place(point, side) => self.place(point, side),
            }
        }
        let goal = self.start.stones();
        let mut back = self.restoring(goal);
        self.random.shuffle(&mut back);
        // What stands where nothing stood is what came from elsewhere, and goes back there.
        back.sort_by_key(|&point| !self.standing().contains(point));
        for point in back {
            match (self.standing().contains(point), goal.white.contains(point)) {
                (true, _) => self.lift(point),
                (false, true) => self.place(point, Side::White),
                (false, false) => self.place(point, Side::Black),
            }
        }
        self.uneasy(self.moves.len());
        // What may have been a turn is taken back only at rest.
        if let Some(last) = self.moves.last_mut() {
            last.then = 700;
        }
    }

    /// Takes stones off that stand on others' points; the points that are to change then.
    fn restoring(&mut self, goal: BySide<PointSet>) -> Vec<Point> {
        for point in (self.stones.white & goal.black) | (self.stones.black & goal.white) {
            self.lift(point);
        }
        let (stands, goal) = (self.standing(), goal.white | goal.black);
        ((stands - goal) | (goal - stands)).iter().collect()
    }
}
