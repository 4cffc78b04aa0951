//! The turns of a position by the pictures that they leave.

use crate::common::turns;
use fanorona_board::point::PointSet;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::turn::Turn;
use std::collections::HashMap;

/// All turns of a position by the picture that they leave.
pub struct Pictures {
    start: Position,
    pub turns: HashMap<PointSet, Vec<(Turn, Position)>>,
}

impl Pictures {
    pub fn of(position: &Position, rules: &Rules) -> Self {
        let mut pictures: HashMap<_, Vec<_>> = HashMap::new();
        for (turn, after) in turns(position, rules) {
            pictures
                .entry(picture(&after))
                .or_default()
                .push((turn, after));
        }
        Self {
            start: *position,
            turns: pictures,
        }
    }

    pub fn at(&self, picture: PointSet) -> &[(Turn, Position)] {
        self.turns.get(&picture).map_or(&[], Vec::as_slice)
    }

    /// The turns that the picture could be, with some of their victims still to be taken off.
    pub fn could_be(&self, now: PointSet) -> impl Iterator<Item = &Turn> {
        let enemy = self.start.stones()[!self.start.side()];
        let near = self
            .turns
            .iter()
            .filter(move |(picture, _)| now.contains_all(**picture) && now != **picture);
        near.flat_map(move |(&picture, turns)| {
            let victims = move |after: &Position| enemy - after.stones()[after.side()];
            let fits =
                move |(_, after): &&(Turn, Position)| victims(after).contains_all(now - picture);
            turns.iter().filter(fits).map(|(turn, _)| turn)
        })
    }

    /// Whether a turn is the beginning of one that leads to the position, or comes to the same as one.
    pub fn leads(&self, turn: &(Turn, Position), to: &Position) -> bool {
        let same: Vec<_> = self
            .at(picture(&turn.1))
            .iter()
            .filter(|other| other.1 == turn.1)
            .collect();
        let goals = self.at(picture(to)).iter().filter(|goal| goal.1 == *to);
        goals
            .into_iter()
            .any(|goal| same.iter().any(|turn| goal.0.starts_with(&turn.0)))
    }

    /// Whether a chain that leads to the position can go on.
    pub fn goes_on(&self, after: &Position) -> Going {
        let all = || self.turns.values().flatten();
        let same = self
            .at(picture(after))
            .iter()
            .filter(|turn| turn.1 == *after);
        let mut going = Going {
            may: false,
            must: true,
        };
        for (turn, _) in same {
            let goes_on = all().any(|(other, _)| other != turn && other.starts_with(turn));
            going.may |= goes_on;
            going.must &= goes_on;
        }
        going
    }
}

/// Whether some or all readings of a turn can go on.
#[derive(Clone, Copy)]
pub struct Going {
    pub may: bool,
    pub must: bool,
}

pub fn picture(position: &Position) -> PointSet {
    position.stones().white | position.stones().black
}
