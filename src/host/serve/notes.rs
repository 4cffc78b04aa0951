//! What the board has said of itself.

use fanorona_board::light::cues::Cue;
use fanorona_board::point::PointSet;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::record::Reader;
use fanorona_board::rules::setup::Setup;
use fanorona_board::rules::side::BySide;

use super::clerk::Topic;
use super::meaning::Meaning;

/// The answers that were heard last.
#[derive(Default)]
pub struct Notes {
    /// What the lights mean, once it is known.
    pub meaning: Option<Meaning>,
    /// The stones as the game has them.
    pub stones: BySide<PointSet>,
    /// The game so far, once it is known.
    pub game: Option<Game>,
    /// By which rules.
    pub rules: String,
    /// How much the lights help.
    pub assist: String,
    /// How bright they are.
    pub brightness: String,
}

impl Notes {
    /// Notes an answer. One that makes no sense changes nothing: it is asked again soon.
    pub fn take(&mut self, topic: Topic, lines: &[String]) {
        let Some(last) = lines.last().and_then(|line| line.strip_prefix('=')) else {
            return;
        };
        let said = last.trim().to_owned();
        match topic {
            Topic::Cues => self.meaning = Meaning::read(&said).or(self.meaning.take()),
            Topic::Position => {
                if let Ok(setup) = said.parse::<Setup>() {
                    self.stones = setup.stones;
                }
            }
            Topic::Record => {
                let mut reader = Reader::default();
                if lines.iter().all(|line| reader.line(line).is_ok()) {
                    self.game = Some(reader.game());
                }
            }
            Topic::Rules => self.rules = said,
            Topic::Assist => self.assist = said,
            Topic::Brightness => self.brightness = said,
        }
    }

    /// The stones with which the game that is waited for starts; after a game, the next one.
    pub fn start(&self) -> BySide<PointSet> {
        match &self.game {
            None => BySide::default(),
            Some(game) if game.outcome().is_some() => game.start().board().start(),
            Some(game) => game.start().stones(),
        }
    }

    /// The lit points that ask for a stone, by its colour.
    pub fn wants(&self, closed: PointSet) -> BySide<PointSet> {
        let Some(meaning) = &self.meaning else {
            return BySide::default();
        };
        let missing = meaning[Cue::Missing];
        let earlier = self.earlier(meaning[Cue::Takeback], closed);
        let takeback = meaning[Cue::Takeback];
        BySide {
            white: (meaning[Cue::White] | missing & self.stones.white | takeback & earlier.white)
                - closed,
            black: (meaning[Cue::Black] | missing & self.stones.black | takeback & earlier.black)
                - closed,
        }
    }

    /// The stones of the latest earlier position that differs from the picture in exactly these points.
    fn earlier(&self, points: PointSet, closed: PointSet) -> BySide<PointSet> {
        let Some(mut game) = self.game.clone().filter(|_| !points.is_empty()) else {
            return BySide::default();
        };
        while game.take_back().is_ok() {
            let occupied = game.position().occupied();
            if (occupied - closed) | (closed - occupied) == points {
                return game.position().stones();
            }
        }
        BySide::default()
    }
}

#[cfg(test)]
mod tests {
    use fanorona_board::point::Point;

    use super::*;

    fn heard(notes: &mut Notes, topic: Topic, text: &str) {
        let lines: Vec<String> = text.lines().map(String::from).collect();
        notes.take(topic, &lines);
    }

    #[test]
    fn a_turn_that_is_taken_back_wants_its_victim_in_its_colour() {
        let mut notes = Notes::default();
        let record = "  rules standard\n  start bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w\n  1 d3e3A\n  2 d4d3A\n=";
        heard(&mut notes, Topic::Record, record);
        heard(
            &mut notes,
            Topic::Cues,
            "= wrong white turn=a1 takeback=d3,d4",
        );
        let game = notes.game.as_ref().unwrap();
        let mut closed = game.position().occupied();
        // The two white stones that were taken stand again.
        for name in ["d1", "d2"] {
            closed.add(Point::find(name).unwrap());
        }
        let wants = notes.wants(closed);
        assert_eq!(wants.black.to_string(), "d4");
        assert!(wants.white.is_empty());
    }

    #[test]
    fn an_answer_that_makes_no_sense_changes_nothing() {
        let mut notes = Notes::default();
        heard(&mut notes, Topic::Cues, "= setup white white=a1");
        heard(&mut notes, Topic::Cues, "= fanorona-board 0.1.0");
        heard(&mut notes, Topic::Cues, "? the board does not answer");
        heard(&mut notes, Topic::Record, "  1 a1b9\n=");
        assert_eq!(notes.meaning, Meaning::read("setup white white=a1"));
        assert!(notes.game.is_none());
    }
}
