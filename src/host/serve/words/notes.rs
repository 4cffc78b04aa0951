//! What the board's console has answered.

use std::iter;

use fanorona_board::light::cues::Cues;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::rules::game::Game;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::record::Reader;
use fanorona_board::rules::side::{BySide, Side};

use super::clerk::Topic;

/// The last answer on each topic.
#[derive(Default)]
pub struct Notes {
    /// What the lights mean, once that is known.
    pub cues: Option<Cues>,
    /// The game so far, once that is known.
    pub game: Option<Game>,
    /// The rules.
    pub rules: String,
    /// How much the lights help.
    pub assist: String,
    /// How bright the lights are.
    pub brightness: String,
    /// Which sides the board plays, and how strongly.
    pub level: String,
    /// Whether it judges turns.
    pub judge: String,
    /// The games won: `white 2 black 1; riatra 2-0, vela 0-1`.
    pub score: String,
    /// The stones at the start and after each turn, a letter for each point from a1.
    pub course: Vec<String>,
}

impl Notes {
    /// Notes an answer. An answer that makes no sense changes nothing: the question is asked again soon.
    pub fn take(&mut self, topic: Topic, lines: &[String]) {
        let Some(last) = lines.last().and_then(|line| line.strip_prefix('=')) else {
            return;
        };
        let said = last.trim().to_owned();
        match topic {
            Topic::Cues => self.cues = said.parse().ok().or(self.cues),
            Topic::Record => {
                let mut reader = Reader::default();
                if lines.iter().all(|line| reader.line(line).is_ok()) {
                    let game = reader.game();
                    self.course = positions(&game).map(|it| letters(it.stones())).collect();
                    self.game = Some(game);
                }
            }
            Topic::Rules => self.rules = said,
            Topic::Assist => self.assist = said,
            Topic::Brightness => self.brightness = said,
            Topic::Level => self.level = said,
            Topic::Judge => self.judge = said,
            Topic::Score => self.score = said,
        }
    }

    /// The sides that the board plays.
    pub fn plays(&self) -> BySide<bool> {
        let words: Vec<&str> = self.level.split_ascii_whitespace().collect();
        let plays = |side: Side| {
            let level = words.windows(2).find(|pair| pair[0] == side.word());
            level.is_some_and(|pair| pair[1] != "off")
        };
        BySide {
            white: plays(Side::White),
            black: plays(Side::Black),
        }
    }

    /// The stones at the start of the game; after a game, at the start of the next.
    pub fn start(&self) -> BySide<PointSet> {
        let game = self.game.as_ref();
        game.map_or_else(BySide::default, Game::stones_to_put_up)
    }
}

/// The position at the start of a game and after each of its turns.
pub fn positions(game: &Game) -> impl Iterator<Item = Position> {
    let mut turns = game.history().turns();
    iter::successors(Some(*game.start()), move |position| {
        position.play(game.rules(), &turns.next()?).ok()
    })
}

/// A letter for each point, from a1.
pub fn letters(stones: BySide<PointSet>) -> String {
    let stone = |point| {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|&side| stones[side].contains(point))
    };
    Point::all()
        .map(|point| stone(point).map_or('.', Side::letter))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(notes: &mut Notes, topic: Topic, text: &str) {
        let lines: Vec<String> = text.lines().map(String::from).collect();
        notes.take(topic, &lines);
    }

    #[test]
    fn an_answer_that_makes_no_sense_changes_nothing() {
        let mut notes = Notes::default();
        heard(&mut notes, Topic::Cues, "= setup white white=a1");
        heard(&mut notes, Topic::Cues, "= fanorona-board 0.1.0");
        heard(&mut notes, Topic::Cues, "? the board does not answer");
        heard(&mut notes, Topic::Record, "  1 a1b9\n=");
        assert_eq!(notes.cues, "setup white white=a1".parse().ok());
        assert!(notes.game.is_none());
    }

    #[test]
    fn the_course_of_a_game_has_its_start_and_every_turn() {
        let mut notes = Notes::default();
        heard(
            &mut notes,
            Topic::Record,
            "  rules standard\n  start bbb/b1w/www w\n  1 c2b2A\n=",
        );
        let count = |stones: &String, letter| stones.chars().filter(|&it| it == letter).count();
        let course: Vec<_> = notes
            .course
            .iter()
            .map(|stones| (count(stones, 'w'), count(stones, 'b')))
            .collect();
        assert_eq!(course, [(4, 4), (4, 3)]);
    }

    #[test]
    fn the_board_plays_the_sides_that_have_a_level() {
        let mut notes = Notes::default();
        assert_eq!(notes.plays(), BySide::default());
        heard(&mut notes, Topic::Level, "= white off black 5");
        let plays = notes.plays();
        assert!(plays.black && !plays.white);
    }
}
