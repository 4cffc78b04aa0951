//! What a robot did and what a board must show for it, for the firmware to do the same.

use crate::common::virtual_board::VirtualBoard;
use crate::robot::{Deed, Robot};
use crate::slides::Slides;
use fanorona_board::console::{self, Device};
use fanorona_board::light::palette::{Frame, Lights, Motion};
use fanorona_board::point::Point;
use fanorona_board::time::Millis;
use serde_json::{Map, Value, json};
use smart_leds::RGB8;
use std::iter::successors;

/// The milliseconds by which a board whose time runs a little differently may show something earlier or later.
const SLACK: u64 = 8;
/// The board is looked at in these last milliseconds of a wait, if its cues and its position have been the same for three
/// times as long and stay so to the end: then it does not matter by which millisecond a change was seen.
const CALM: u64 = 4 * SLACK;
/// Shorter waits than this are left alone.
const LONG: u64 = 100;

/// Plays a number of turns; a line of JSON for every time that the board is looked at:
/// what is done before, the events of it, and then position, cues and, for each point, the least and the most light around
/// that moment, and while the cues stay as they are.
///
/// # Panics
/// If the robot is misread, or a board in memory that is told the same reads something else.
pub fn transcript(mut robot: Robot, turns: usize) -> Vec<String> {
    let rules = format!("rules {}", robot.rules);
    let board = format!("new {}", robot.series.start().board().word());
    if let Err(failure) = robot.play_match(turns) {
        panic!("{}", failure.text);
    }
    let mut onlooker = Onlooker::default();
    onlooker.tell(&rules);
    onlooker.tell(&board);
    let mut slides = Slides::read();
    for deed in slides.slid(robot.script) {
        match deed {
            Deed::Command(command) => onlooker.tell(&command),
            Deed::Checked(position) => {
                assert_eq!(onlooker.answer("position"), format!("= {position}"));
            }
        }
    }
    assert!(slides.count * 5 > turns, "{} slides", slides.count);
    onlooker.looks
}

/// A board in memory, and what has been seen of it.
struct Onlooker {
    board: VirtualBoard,
    looks: Vec<String>,
    /// What was done since the last look, and what the board told of it.
    commands: Vec<String>,
    events: Vec<String>,
}

impl Default for Onlooker {
    fn default() -> Self {
        Self {
            board: VirtualBoard::new(0),
            looks: Vec::new(),
            commands: Vec::new(),
            events: Vec::new(),
        }
    }
}

impl Onlooker {
    fn tell(&mut self, command: &str) {
        let span = command.strip_prefix("wait ").map(str::parse);
        match span {
            Some(Ok(span)) if span >= LONG => self.wait(span),
            _ => {
                self.commands.push(command.to_string());
                self.answer(command);
            }
        }
    }

    /// Lets time go by, and looks at the board shortly before its end.
    fn wait(&mut self, span: u64) {
        self.answer(&format!("wait {}", span - CALM));
        let seen: Vec<(Frame, [String; 2])> = (0..CALM)
            .map(|_| {
                self.answer("wait 1");
                let answers = ["position", "cues"].map(|question| self.answer(question));
                (*self.board.frame(), answers)
            })
            .collect();
        let (_, answers) = &seen[0];
        if seen.iter().any(|(_, others)| others != answers) {
            self.commands.push(format!("wait {span}"));
            return;
        }
        self.commands.push(format!("wait {}", span - SLACK));
        let around = (1..=CALM)
            .zip(&seen)
            .filter(|(at, _)| at + 2 * SLACK > CALM);
        let around: Vec<&Frame> = around.map(|(_, (frame, _))| frame).collect();
        let look = json!({
            "commands": std::mem::take(&mut self.commands),
            "events": std::mem::take(&mut self.events),
            "position": answers[0],
            "cues": answers[1],
            "lights": lights(&around),
            "motions": lights(&self.motions().iter().collect::<Vec<_>>()),
        });
        self.looks.push(look.to_string());
        self.commands.push(format!("wait {SLACK}"));
    }

    /// All that is shown while the cues stay as they are.
    fn motions(&mut self) -> Vec<Frame> {
        let app = self.board.app();
        let lights = Lights::of(&app.cues());
        let longest = Motion::ALL.map(Motion::period).into_iter().max();
        let moments = successors(Some(Millis(0)), |&at| lights.next_change(at));
        moments
            .take_while(|&at| Some(at) < longest)
            .map(|at| lights.frame(at, app.drive))
            .collect()
    }

    /// The answer to a command; events that last are kept.
    fn answer(&mut self, command: &str) -> String {
        let mut said = String::new();
        console::answer(&mut self.board, Ok(command), &mut said).expect("a string takes all");
        let (events, answers): (Vec<_>, Vec<_>) =
            said.lines().partition(|line| line.starts_with('*'));
        let lasting = |line: &&str| !line.starts_with("* phase");
        self.events
            .extend(events.into_iter().filter(lasting).map(String::from));
        let answer = answers.last().expect("every command is answered");
        assert!(answer.starts_with('='), "{command}: {answer}");
        (*answer).to_string()
    }
}

/// For each point that is lit, the least and the most of every colour.
fn lights(frames: &[&Frame]) -> Map<String, Value> {
    let extremes = |point: Point, colour: fn(&RGB8) -> u8| {
        let values = frames.iter().map(|frame| colour(&frame[point.index()]));
        (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
    };
    let light = |point: Point| {
        let colours: [fn(&RGB8) -> u8; 3] = [|it| it.r, |it| it.g, |it| it.b];
        let [r, g, b] = colours.map(|colour| extremes(point, colour));
        let is_lit = r.1 > 0 || g.1 > 0 || b.1 > 0;
        is_lit.then(|| {
            let light = json!([[r.0, g.0, b.0], [r.1, g.1, b.1]]);
            (point.to_string(), light)
        })
    };
    Point::all().filter_map(light).collect()
}
