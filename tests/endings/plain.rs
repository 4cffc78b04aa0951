//! A plain solution of all endings: every position looks at those after it, again and again, until nothing changes.

use std::collections::HashMap;

use super::tables::{RULES, placement, position};
use fanorona_board::engine::endings::Ending;
use fanorona_board::engine::endings::layout::Placement;

pub struct Solution {
    pub positions: Vec<Placement>,
    numbers: HashMap<(u64, u64), usize>,
    /// The positions after each; none for the end of the game, which the side to move has lost.
    after: Vec<Vec<usize>>,
    endings: Vec<Option<Ending>>,
}

impl Solution {
    /// All endings of up to so many stones.
    pub fn up_to(stones: u32) -> Self {
        let mut positions = Vec::new();
        for own in sets(stones - 1) {
            for enemy in sets(stones - own.count_ones()) {
                if own & enemy == 0 {
                    positions.push(Placement { own, enemy });
                }
            }
        }
        let numbers = positions.iter().zip(0..);
        let mut solution = Self {
            numbers: numbers
                .map(|(at, number)| ((at.own, at.enemy), number))
                .collect(),
            endings: vec![None; positions.len()],
            after: Vec::new(),
            positions,
        };
        for at in &solution.positions {
            let mut after = Vec::new();
            let mut is_won = false;
            position(at.own, at.enemy).for_each_turn(&RULES, |_, next| {
                let at = placement(next);
                match solution.numbers.get(&(at.own, at.enemy)) {
                    Some(number) => after.push(*number),
                    None => is_won = true,
                }
            });
            if is_won {
                solution.endings[solution.after.len()] = Some(Ending::Won(1));
            }
            solution.after.push(after);
        }
        for plies in 0.. {
            let found = solution.decided_in(plies);
            // Wins in one ply are known before.
            if found.is_empty() && plies > 1 {
                break;
            }
            for (number, ending) in found {
                solution.endings[number] = Some(ending);
            }
        }
        solution
    }

    /// The positions that are won or lost in so many plies.
    fn decided_in(&self, plies: u8) -> Vec<(usize, Ending)> {
        let decide = |number: usize| {
            if self.endings[number].is_some() {
                return None;
            }
            let after = || self.after[number].iter().map(|&after| self.endings[after]);
            if after().any(|after| {
                after.is_some_and(|after| matches!(after, Ending::Lost(far) if far < plies))
            }) {
                Some((number, Ending::Won(plies)))
            } else if after().all(|after| {
                after.is_some_and(|after| matches!(after, Ending::Won(far) if far < plies))
            }) {
                Some((number, Ending::Lost(plies)))
            } else {
                None
            }
        };
        (0..self.positions.len()).filter_map(decide).collect()
    }

    pub fn ending(&self, number: usize) -> Ending {
        self.endings[number].unwrap_or(Ending::Drawn)
    }
}

/// All sets of one to so many points.
fn sets(most: u32) -> Vec<u64> {
    let mut sets: Vec<u64> = vec![0];
    for point in 0..45 {
        let with: Vec<u64> = sets
            .iter()
            .filter(|set| set.count_ones() < most)
            .map(|set| set | 1 << point)
            .collect();
        sets.extend(with);
    }
    sets.retain(|&set| set != 0);
    sets
}
