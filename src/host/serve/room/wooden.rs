//! The stones of a real board: its reeds say where they stand, the game says which colour they have.

use fanorona_board::light::cues::{Cue, Cues};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::game::Game;
use fanorona_board::rules::side::{BySide, Side};

use super::super::words::notes::Notes;

/// The stones that close these reeds. What stood `before` keeps its colour, unless the game knows better.
pub fn stones(closed: PointSet, before: BySide<PointSet>, notes: &Notes) -> BySide<PointSet> {
    let mut stones = BySide::<PointSet>::default();
    for point in closed {
        stones[colour(point, before, notes)].add(point);
    }
    stones
}

fn colour(point: Point, before: BySide<PointSet>, notes: &Notes) -> Side {
    let of = |stones: BySide<PointSet>| {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|&side| stones[side].contains(point))
    };
    let cues = notes.cues.as_ref();
    let moves = |cues: &Cues| cues[Cue::Mover].contains(point).then_some(cues.side());
    let game = notes.game.as_ref().map(Game::position);
    // A stone on its way may stand where the game still has one of the other side that it has taken.
    cues.and_then(moves)
        .or_else(|| game.and_then(|position| of(position.stones())))
        .or_else(|| of(notes.start()))
        .or_else(|| of(before))
        .unwrap_or_else(|| cues.map_or(Side::White, Cues::side))
}

#[cfg(test)]
mod tests {
    use fanorona_board::rules::board::Board;

    use super::super::super::words::clerk::Topic;
    use super::*;

    fn points(names: &[&str]) -> PointSet {
        let found = names.iter().map(|name| Point::find(name).unwrap());
        found.fold(PointSet::EMPTY, |all, point| all | PointSet::of(point))
    }

    fn notes(cues: &str, record: &[&str]) -> Notes {
        let mut notes = Notes::default();
        notes.take(Topic::Cues, &[format!("= {cues}")]);
        let lines: Vec<String> = record.iter().map(|line| format!("  {line}")).collect();
        notes.take(Topic::Record, &[&lines[..], &["=".into()]].concat());
        notes
    }

    const START: &str = "start bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w";

    #[test]
    fn the_game_knows_the_colours() {
        let start = Board::Tsivy.start();
        let notes = notes("to-move white turn=a1", &["rules standard", START]);
        let all = start.white | start.black;
        assert_eq!(stones(all, BySide::default(), &notes), start);
    }

    #[test]
    fn a_stone_on_its_way_is_the_movers() {
        let notes = notes(
            "clearing white turn=a1 victim=f3 mover=e3",
            &["rules standard", START],
        );
        let found = stones(points(&["e3", "f3"]), BySide::default(), &notes);
        assert_eq!(found.white, points(&["e3"]));
        assert_eq!(found.black, points(&["f3"]));
    }

    #[test]
    fn what_nobody_knows_keeps_its_colour() {
        let before = BySide {
            white: PointSet::EMPTY,
            black: points(&["e3"]),
        };
        let found = stones(points(&["e3", "a1"]), before, &Notes::default());
        assert_eq!(found.black, points(&["e3"]));
        assert_eq!(found.white, points(&["a1"]));
    }
}
