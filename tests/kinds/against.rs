//! Hands that nobody could read: the stated rule takes them for something else.

use crate::judge::positions;
use crate::mirror::{self, Cleared, Past};
use crate::plan::{Deed, Plan, Play};
use crate::player::Player;
use crate::ways::Pictures;
use fanorona_board::point::PointSet;
use fanorona_board::rules::position::Position;

/// At rest.
const SETTLE: u64 = 500;

impl Player {
    /// Whether the rule takes the hands for something that they do not mean.
    pub fn is_against(&self, plan: &Plan) -> bool {
        let rules = self.game.rules();
        if plan.plays.is_empty() {
            return self.looks_like_play(plan);
        }
        let mut past = None;
        for play in &plan.plays {
            let moves = plan.moves(play.index);
            let pictures = Pictures::of(&play.start, rules);
            let known = (&pictures, &play.turn, &play.after);
            let before = past.as_ref().or(self.past.as_ref());
            let verdict = mirror::check(&play.start, rules, known, before, &moves, |side| {
                self.rig.referee().takes_first(side)
            });
            if verdict == mirror::Verdict::Against {
                return true;
            }
            past = Some(Past {
                turn: play.turn,
                after: play.after,
                pictures,
                told: false,
                rested: gap_after(plan, play.index) >= SETTLE,
                cleared: cleared(plan, play),
                mirrored: false,
            });
        }
        false
    }

    /// Whether stones that are put back look like play on the way: like a turn, or like another one instead of the last. Then
    /// play wins. Or like another earlier position at rest, to which turns are taken back then.
    fn looks_like_play(&self, plan: &Plan) -> bool {
        let earlier = positions(&self.game, usize::MAX);
        let goal = plan.goal.position().occupied();
        let mut latest = earlier.iter().rev().map(Position::occupied);
        let now = latest.next();
        let others: Vec<PointSet> = latest.filter(|&stones| stones != goal).collect();
        let pictures: Vec<Pictures> = (earlier.iter().rev().take(2))
            .map(|position| Pictures::of(position, self.game.rules()))
            .collect();
        // Stones that change places look as before.
        if now == Some(goal) {
            return true;
        }
        let mut picture = self.game.position().occupied();
        plan.beats.iter().enumerate().any(|(i, beat)| {
            match beat.deed {
                Deed::Lift(point) => picture.discard(point),
                Deed::Place(point, _) => picture.add(point),
                Deed::Follow(goal, _) => picture = goal.white | goal.black,
            }
            let next = plan.beats.get(i + 1).map(|next| next.at);
            let rests = next.is_none_or(|next| next - beat.at >= SETTLE);
            let is_turn = || pictures.iter().any(|all| !all.at(picture).is_empty());
            now != Some(picture) && is_turn() || rests && others.contains(&picture)
        })
    }
}

/// When all is off that a turn takes.
fn cleared(plan: &Plan, first: &Play) -> Cleared {
    let Some(reply) = plan.plays.get(first.index + 1) else {
        return Cleared::InTime;
    };
    let lifts = |turn: usize, points: PointSet| {
        let own = plan
            .beats
            .iter()
            .filter(move |beat| beat.turn == Some(turn));
        own.filter(move |beat| matches!(beat.deed, Deed::Lift(point) if points.contains(point)))
            .map(|beat| beat.at)
    };
    let lifted = lifts(reply.index, PointSet::of(reply.turn.origin())).min();
    let off = lifts(first.index, first.victims() - first.turn.visited()).max();
    if off > lifted {
        Cleared::Late
    } else {
        Cleared::InTime
    }
}

/// How long nothing needed happens after a turn.
fn gap_after(plan: &Plan, index: usize) -> u64 {
    let of = |wanted: usize| {
        let own = plan.beats.iter();
        own.filter(move |beat| beat.turn == Some(wanted))
            .map(|beat| beat.at)
    };
    let (end, next) = (of(index).max(), of(index + 1).min());
    next.zip(end)
        .map_or(0, |(next, end)| next.saturating_sub(end))
}
