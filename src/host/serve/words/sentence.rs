//! What the lights mean, as a sentence.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fanorona_board::light::cues::{Cue, Cues};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::situation::{Handicap, Phase};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::outcome::{Draw, Outcome, Win};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::{BySide, Side};
use fanorona_board::rules::turn::LegalStep;

/// The most points that are named; more are better found by their lights.
const MOST_NAMED: usize = 6;
/// The board whose names are those of the panel.
const PANEL: Board = Board::Tsivy;

/// What a sentence depends on besides the cues.
pub struct Surroundings {
    /// The points on which stones stand.
    pub standing: PointSet,
    /// The stones with which the game starts.
    pub start: BySide<PointSet>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// The sides that the board plays.
    pub plays: BySide<bool>,
    /// Whether automatic hands move its stones.
    pub automatic: bool,
    /// Where the game stands, if it is on, and its rules.
    pub game: Option<(Position, Rules)>,
}

/// The sentence for what the lights show.
pub fn sentence(cues: &Cues, around: &Surroundings) -> String {
    let words = Words { cues, around };
    let said = match cues.phase() {
        Phase::Setup => words.setup(),
        Phase::ToMove => words.to_move(),
        Phase::Carrying => words.carrying(),
        Phase::Choosing => words.choosing(),
        Phase::Clearing => words.clearing(),
        Phase::Chaining => words.chaining(),
        Phase::Wrong => words.wrong(),
        Phase::Over => words.over(),
        Phase::Resume => words.resume(),
        Phase::Ending => words.ending(),
        Phase::Menu => {
            "Put a second stone on a lit point to choose it; take all stones off to leave.".into()
        }
        Phase::SelfTest => words.selftest(),
    };
    let said = match cues.handicap() {
        Some(handicap) => format!("{said} {}", vela(handicap)),
        None => said,
    };
    let dead = cues[Cue::Dead];
    let lit = Cue::ALL.into_iter().filter(|&cue| !cues[cue].is_empty());
    let sensors = if dead.is_single() {
        "sensor"
    } else {
        "sensors"
    };
    match lit.count() {
        _ if dead.is_empty() || cues.phase() == Phase::SelfTest => said,
        // While a diode is bridged nothing is known of the stones.
        1 => format!(
            "The {sensors} of {} cannot be trusted: the game waits.",
            points(dead, "and")
        ),
        _ => format!(
            "{said} The {sensors} of {} cannot be trusted.",
            points(dead, "and")
        ),
    }
}

struct Words<'a> {
    cues: &'a Cues,
    around: &'a Surroundings,
}

impl Words<'_> {
    fn side(&self) -> &'static str {
        name(self.cues.side())
    }

    fn setup(&self) -> String {
        let wanted = self.cues[Cue::White] | self.cues[Cue::Black];
        let start = self.around.start.white | self.around.start.black;
        if wanted.is_empty() && self.cues[Cue::Extra].is_empty() {
            return if self.around.standing == start {
                "All stones stand: the game begins.".into()
            } else {
                "A smaller game stands: lift a stone to begin it, or put more stones up.".into()
            };
        }
        if !wanted.is_empty() && self.around.standing.contains_all(wanted) {
            return "This is the start of a larger game: leave it for three seconds to give the game up for it, or put \
                    the stones back."
                .into();
        }
        self.complete()
    }

    /// What a self-test asks for, or has found.
    fn selftest(&self) -> String {
        let (next, untried) = (self.cues[Cue::Next], self.cues[Cue::Untried]);
        let dead = self.cues[Cue::Dead];
        if !next.is_empty() {
            let point = points(next, "and");
            let act = if self.around.standing.contains_all(next) {
                format!("Lift the stone on {point}")
            } else {
                format!("Set a stone on {point}")
            };
            return match untried.len() {
                0 => format!("{act}: no other point is asked now."),
                1 => format!("{act}; one more point is to be tried."),
                more => format!("{act}; {more} more points are to be tried, in any order."),
            };
        }
        let well = self.cues[Cue::Green];
        match dead.len() {
            0 if well == PointSet::ALL => "The self-test is over: all points are well.".into(),
            0 => "Watch the lights: each is red, green and blue in turn.".into(),
            1..=MOST_NAMED => format!("The self-test is over. Not well: {}.", points(dead, "and")),
            many => format!("The self-test is over. {many} points are not well."),
        }
    }

    /// What is to be put up, and what is to be taken off.
    fn complete(&self) -> String {
        let (white, black) = (self.cues[Cue::White].len(), self.cues[Cue::Black].len());
        let put_up = match (white, black) {
            (0, 0) => None,
            _ if white + black <= MOST_NAMED => Some(self.put("put")),
            (white, 0) => Some(format!("put {white} white stones on the lit points")),
            (0, black) => Some(format!("put {black} black stones on the lit points")),
            (white, black) => Some(format!(
                "put the stones up, {white} white ones on the bright points and {black} black ones on the violet points"
            )),
        };
        spoken([
            put_up,
            take_off(
                self.cues[Cue::Extra],
                [", which belongs elsewhere", ", which belong elsewhere"],
            ),
        ])
    }

    fn resume(&self) -> String {
        let wanted = self.cues[Cue::White] | self.cues[Cue::Black];
        if wanted.is_empty() && self.cues[Cue::Extra].is_empty() {
            return "The board looks at its stones.".into();
        }
        format!(
            "A game was on when the power went. To go on with it, {} To begin another, put up its start.",
            lower(&self.complete())
        )
    }

    fn to_move(&self) -> String {
        let side = self.side();
        let mover = self.cues[Cue::Mover];
        let movable = self.cues[Cue::Movable];
        if !self.cues[Cue::Offer].is_empty() {
            return format!("A draw is offered: agree on it, or play on. {side} to move.");
        }
        let lapse = if self.cues[Cue::Lapse].is_empty() {
            ""
        } else {
            " The last turn gave something away."
        };
        if !self.cues[Cue::Thinking].is_empty() {
            return format!("The board plays {side}, and thinks.{lapse}");
        }
        let targets = self.cues[Cue::Target];
        if !mover.is_empty() && !targets.is_empty() {
            let (mover, to) = (stones(mover), points(targets, "or"));
            return if self.around.automatic {
                format!("The board plays {side}: {mover} goes to {to}.{lapse}")
            } else {
                format!("The board plays {side}: move {mover} to {to}.{lapse}")
            };
        }
        if let Some(said) = self.after_taking() {
            return said;
        }
        if !mover.is_empty() {
            return format!("{side} to move: {} must go on.", stones(mover));
        }
        let hint = self.cues[Cue::Hint];
        if !hint.is_empty() {
            return format!("{side} to move: {} is a good one.", stones(hint));
        }
        if !lapse.is_empty() {
            return format!("{side} to move.{lapse}");
        }
        if !movable.is_empty() {
            return format!("{side} to move: the breathing stones can.");
        }
        format!("{side} to move: lift a stone to see where it may go.")
    }

    fn carrying(&self) -> String {
        let (origin, targets) = (self.cues[Cue::Origin], self.cues[Cue::Target]);
        if self.is_moved_by_itself() {
            let (from, to) = (points(origin, "or"), points(targets, "or"));
            return format!("The board plays {}: from {from} to {to}.", self.side());
        }
        let holds = match origin.first() {
            Some(point) if origin.is_single() => {
                format!("{} holds the stone of {point}", self.side())
            }
            _ => format!("{} holds a stone", self.side()),
        };
        let goes = match (targets.is_empty(), origin.first()) {
            (false, _) => format!("set it down on {}", points(targets, "or")),
            (true, Some(point)) => {
                let back = format!("put it back on {point}");
                let rest = match self.why_stuck(point) {
                    Some(why) => format!("{why}. {}", spoken([Some(back), None])),
                    None => format!("{back}."),
                };
                return format!("{holds}. This stone cannot move: {rest}");
            }
            (true, None) => "set it down".into(),
        };
        let also = take_off(self.cues[Cue::Victim], [" too"; 2]);
        match also {
            None => format!("{holds}: {goes}."),
            Some(also) => format!("{holds}: {goes}; {also}."),
        }
    }

    /// Whether automatic hands have the turn.
    fn is_moved_by_itself(&self) -> bool {
        self.around.automatic && self.around.plays[self.cues.side()]
    }

    /// The reason for which a stone cannot move.
    fn why_stuck(&self, at: Point) -> Option<String> {
        let (position, rules) = self.around.game.as_ref()?;
        let why = position.why_stuck(rules, at)?;
        Some(why.on(PANEL).to_string())
    }

    /// Why it is wrong: a stone that may not go where it is, or one that may not move or be taken now.
    fn why_wrong(&self) -> Option<String> {
        let (position, rules) = self.around.game.as_ref()?;
        let (missing, extra) = (self.cues[Cue::Missing], self.cues[Cue::Extra]);
        let from = missing.first().filter(|_| missing.is_single())?;
        let is_enemy = position.stones()[!position.side()].contains(from);
        let taken = is_enemy.then(|| position.why_nothing_taken(rules));
        let why = match (extra.first(), extra.len()) {
            (Some(to), 1) => position.why_not(rules, from, to),
            (Some(_), _) => None,
            (None, _) => taken.flatten().or(position.why_stuck(rules, from)),
        };
        Some(why?.on(PANEL).to_string())
    }

    /// What is to be moved where, once stones were taken off first: `e4 is off: now move e2 to e3 or d3`.
    fn after_taking(&self) -> Option<String> {
        let (position, rules) = self.around.game.as_ref()?;
        let off = position.stones()[!position.side()] - self.around.standing;
        let mut ways: BTreeMap<Point, PointSet> = BTreeMap::new();
        let _ = position.try_for_each_step(rules, |LegalStep { step, row }| {
            if row.contains_all(off) {
                ways.entry(step.from).or_default().add(step.to);
            }
            ControlFlow::<()>::Continue(())
        });
        let is_told = !off.is_empty() && (1..=MOST_NAMED).contains(&ways.len());
        let ways = ways.iter();
        let ways: Vec<String> = ways
            .map(|(from, to)| format!("{from} to {}", points(*to, "or")))
            .collect();
        let are = if off.is_single() { "is" } else { "are" };
        let said = || {
            format!(
                "{} {are} off: now move {}.",
                points(off, "and"),
                ways.join(", or ")
            )
        };
        is_told.then(said)
    }

    fn choosing(&self) -> String {
        let (ahead, behind) = (self.cues[Cue::Approach], self.cues[Cue::Withdrawal]);
        format!(
            "{} chooses what to take: {} ahead, lit yellow, or {} behind, lit blue; the first stone taken off decides.",
            self.side(),
            points(ahead, "and"),
            points(behind, "and"),
        )
    }

    fn clearing(&self) -> String {
        let victims = self.cues[Cue::Victim];
        let movers = self.cues[Cue::Mover] | self.cues[Cue::Movable];
        if victims.is_empty()
            && let Some(said) = self.after_taking()
        {
            return said;
        }
        if victims.is_empty() {
            let what = if movers.is_empty() {
                "finish the turn".into()
            } else {
                format!("now move {}", stones(movers))
            };
            return format!("{} takes: {what}.", self.side());
        }
        if self.around.automatic {
            return format!("{} takes {}.", self.side(), stones(victims));
        }
        format!("{} takes: take {} off.", self.side(), stones(victims))
    }

    fn chaining(&self) -> String {
        let (mover, targets) = (self.cues[Cue::Mover], self.cues[Cue::Target]);
        let onwards = if targets.is_empty() {
            String::new()
        } else {
            format!(" to {}", points(targets, "or"))
        };
        if self.is_moved_by_itself() {
            let mover = stones(mover);
            return format!("The board plays {}: {mover} goes on{onwards}.", self.side());
        }
        let other = !self.cues.side();
        let or = if self.around.plays[other] && self.around.automatic {
            "or wait".into()
        } else {
            format!("or let {} lift a stone", name(other))
        };
        format!(
            "{} may go on with {}{onwards}, or end the turn: tap the stone, press Stop, {or}.",
            self.side(),
            stones(mover),
        )
    }

    fn wrong(&self) -> String {
        let takeback = self.cues[Cue::Takeback];
        if !takeback.is_empty() {
            return self.take_back(takeback);
        }
        let missing = self.cues[Cue::Missing] - self.around.standing;
        let put_back = (!missing.is_empty()).then(|| self.put("put back"));
        let extra = take_off(
            self.cues[Cue::Extra],
            [
                ", which does not belong there",
                ", which do not belong there",
            ],
        );
        if put_back.is_none() && extra.is_none() {
            return format!("No turn of {} leads here yet.", self.side());
        }
        let mend = spoken([put_back, extra]);
        match self.why_wrong() {
            None => format!("Something is wrong. {mend}"),
            Some(why) if self.cues[Cue::Extra].is_empty() => {
                format!("This stone cannot move: {why}. {mend}")
            }
            Some(why) => format!("Something is wrong: {why}. {mend}"),
        }
    }

    fn over(&self) -> String {
        let takeback = self.cues[Cue::Takeback];
        if !takeback.is_empty() {
            return self.take_back(takeback);
        }
        let how = self
            .around
            .outcome
            .map_or_else(|| "The game is over".into(), result);
        format!("{how}. Put the stones up for the next game.")
    }

    fn ending(&self) -> String {
        let start = self.cues[Cue::White] | self.cues[Cue::Black];
        let lifted = start - self.around.standing;
        match lifted.first().and_then(|point| self.cues.stone(point)) {
            Some(side) => format!(
                "Set the stone down where it stood, and {} gives the game up; on e3, and it is a draw.",
                name(side)
            ),
            None => "This is a start position. Who gives the game up lifts one of their stones and sets it down again; \
                     a stone on e3 is a draw; after three seconds the game is given up without a result."
                .into(),
        }
    }

    fn take_back(&self, points: PointSet) -> String {
        let to_put = points - self.around.standing;
        let put = (!to_put.is_empty()).then(|| self.put("put back"));
        let off = points & self.around.standing;
        let off = (!off.is_empty()).then(|| format!("take {} off", stones(off)));
        format!("To take the last turn back: {}", lower(&spoken([put, off])))
    }

    /// Where stones are to be put, in their colours.
    fn put(&self, verb: &str) -> String {
        let wanted = self.cues.wanted();
        let parts: Vec<String> = Side::BOTH
            .into_iter()
            .map(|side| (side, wanted[side] - self.around.standing))
            .filter(|(_, points)| !points.is_empty())
            .map(|(side, at)| {
                let stones = if at.is_single() {
                    format!("a {side} stone")
                } else {
                    format!("{side} stones")
                };
                format!("{stones} on {}", points(at, "and"))
            })
            .collect();
        format!("{verb} {}", parts.join(" and "))
    }
}

/// Who captures in a vela, and for how long.
fn vela(Handicap { capturer, left }: Handicap) -> String {
    let side = name(capturer);
    match left {
        0 => format!("In this vela of {side} both capture now."),
        1 => format!("In this vela {side} captures: 1 stone is left to five."),
        _ => format!("In this vela {side} captures: {left} stones are left to five."),
    }
}

/// Tells which stones to take off, and why; `why` is the reason for one stone, and for several.
fn take_off(at: PointSet, why: [&str; 2]) -> Option<String> {
    let [one, many] = why;
    let why = if at.is_single() { one } else { many };
    (!at.is_empty()).then(|| format!("take {} off{why}", stones(at)))
}

/// Joins the parts that there are into one sentence.
fn spoken(parts: [Option<String>; 2]) -> String {
    let all: Vec<String> = parts.into_iter().flatten().collect();
    let text = all.join("; ");
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// How a game ended.
pub fn result(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won { winner, by } => {
            let loser = name(!winner);
            let why = match by {
                Win::Captured => format!("{loser} has no stone left"),
                Win::Immobile => format!("{loser} cannot move"),
                Win::Resigned => format!("{loser} has resigned"),
                Win::Stranded => "the capturer found no capture".into(),
            };
            format!("{} has won: {why}", name(winner))
        }
        Outcome::Drawn(by) => {
            let why = match by {
                Draw::Repetition => "the position came again too often",
                Draw::Quiet => "too many turns went by without a capture",
                Draw::OneEach => "one stone is left to each",
                Draw::Agreed => "both agreed",
                Draw::Immobile => "no turn is left",
                Draw::Length => "the most turns that a game may have were played",
            };
            format!("The game is drawn: {why}")
        }
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// `the stone on e3`, `the stones on e3 and f4`.
fn stones(at: PointSet) -> String {
    match (at.len(), at.first()) {
        (1, Some(point)) => format!("the stone on {point}"),
        _ => format!("the stones on {}", points(at, "and")),
    }
}

/// `e3`, `e3 and f4`, `the 12 lit points`.
fn points(at: PointSet, last: &str) -> String {
    if at.len() > MOST_NAMED {
        return format!("the {} lit points", at.len());
    }
    let names: Vec<String> = at.iter().map(|point: Point| point.to_string()).collect();
    match names.split_last() {
        Some((end, [])) => end.clone(),
        Some((end, before)) => format!("{} {last} {end}", before.join(", ")),
        None => "nowhere".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::virtual_board::VirtualBoard;
    use fanorona_board::console;

    fn set(names: &str) -> PointSet {
        names
            .split_ascii_whitespace()
            .map(|name| Point::find(name).unwrap())
            .collect()
    }

    fn around(standing: &str) -> Surroundings {
        Surroundings {
            standing: set(standing),
            start: Board::Telo.start(),
            outcome: None,
            plays: BySide::default(),
            automatic: false,
            game: None,
        }
    }

    #[track_caller]
    fn says(cues: &str, around: &Surroundings, expected: &str) {
        assert_eq!(sentence(&cues.parse().unwrap(), around), expected);
    }

    /// Plays all scenarios; the cues after every line can be parsed, and have a sentence.
    #[test]
    #[cfg_attr(miri, ignore = "reads files")]
    fn whatever_the_board_shows_is_said_in_words() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios");
        let mut said = std::collections::BTreeSet::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let mut board = VirtualBoard::new(0);
            for line in text
                .lines()
                .filter(|line| !line.starts_with(['#', '=', '?', '*', ' ', '|']))
            {
                let mut answer = String::new();
                for command in [line, "cues"] {
                    answer.clear();
                    console::answer(&mut board, Ok(command), &mut answer).unwrap();
                }
                let cues = answer
                    .lines()
                    .last()
                    .and_then(|line| line.strip_prefix("= "));
                let cues = cues.and_then(|cues| cues.parse().ok());
                let cues = cues.unwrap_or_else(|| panic!("{answer}"));
                said.insert(sentence(&cues, &around("d3")));
            }
        }
        assert!(said.len() > 100, "{said:#?}");
        for words in said {
            assert!(
                words.ends_with('.') && !words.contains("nowhere"),
                "{words}"
            );
            assert!(words.starts_with(char::is_uppercase), "{words}");
        }
    }

    #[test]
    fn setup_says_what_is_still_to_be_put_up() {
        says(
            "setup white white=e2 black=d4,e4",
            &around("d2"),
            "Put a white stone on e2 and black stones on d4 and e4.",
        );
        says(
            "setup white white=a1,a2,a3,b1,b2,b3 black=c1,c2,c3,c4",
            &around(""),
            "Put the stones up, 6 white ones on the bright points and 4 black ones on the violet points.",
        );
        says(
            "setup white extra=a1",
            &around("a1"),
            "Take the stone on a1 off, which belongs elsewhere.",
        );
    }

    #[test]
    fn a_self_test_says_what_to_do_and_what_it_has_found() {
        says(
            "selftest white blue=a1",
            &around(""),
            "Watch the lights: each is red, green and blue in turn.",
        );
        says(
            "selftest white untried=c1,d1 next=b1",
            &around(""),
            "Set a stone on b1; 2 more points are to be tried, in any order.",
        );
        says(
            "selftest white next=b1",
            &around("b1"),
            "Lift the stone on b1: no other point is asked now.",
        );
        says(
            "selftest white dead=e3 green=a1",
            &around(""),
            "The self-test is over. Not well: e3.",
        );
        let all = PointSet::ALL.to_string();
        says(
            &format!("selftest white green={all}"),
            &around(""),
            "The self-test is over: all points are well.",
        );
    }

    #[test]
    fn setup_tells_an_offer_from_a_beginning_and_from_the_question() {
        let all = "d2 e2 f2 d3 f3 d4 e4 f4";
        says(
            "setup white",
            &around(all),
            "All stones stand: the game begins.",
        );
        says(
            "setup white",
            &around("a1"),
            "A smaller game stands: lift a stone to begin it, or put more stones up.",
        );
        says(
            "setup white white=d2,e2,f2,f3 black=d3,d4,e4,f4",
            &around(all),
            "This is the start of a larger game: leave it for three seconds to give the game up for it, or put the \
             stones back.",
        );
    }

    #[test]
    fn the_question_who_gives_up_is_said_in_words() {
        let cues = "ending black white=d2,e2,f2,f3 black=d3,d4,e4,f4 offer=e3";
        says(
            cues,
            &around("d2 e2 f2 d3 f3 d4 e4 f4"),
            "This is a start position. Who gives the game up lifts one of their stones and sets it down again; a stone \
             on e3 is a draw; after three seconds the game is given up without a result.",
        );
        says(
            cues,
            &around("d2 e2 f2 d3 f3 d4 e4"),
            "Set the stone down where it stood, and Black gives the game up; on e3, and it is a draw.",
        );
    }

    #[test]
    fn a_vela_that_is_on_is_said_in_words() {
        let none = around("");
        says(
            "to-move white turn=a1 vela=white,17",
            &none,
            "White to move: lift a stone to see where it may go. In this vela White captures: 17 stones are left to \
             five.",
        );
        says(
            "to-move white turn=a1 vela=black,1",
            &none,
            "White to move: lift a stone to see where it may go. In this vela Black captures: 1 stone is left to five.",
        );
        says(
            "to-move black turn=a5 vela=black,free",
            &none,
            "Black to move: lift a stone to see where it may go. In this vela of Black both capture now.",
        );
    }

    #[test]
    fn after_a_power_cut_it_says_what_is_missing_to_go_on() {
        says(
            "resume white",
            &around(""),
            "The board looks at its stones.",
        );
        says(
            "resume white white=d2 extra=e3,f5",
            &around("e3 f5"),
            "A game was on when the power went. To go on with it, put a white stone on d2; take the stones on e3 and f5 \
             off, which belong elsewhere. To begin another, put up its start.",
        );
        says(
            "resume black white=d2,e2,f2,e3 black=d4,e4,f4",
            &around(""),
            "A game was on when the power went. To go on with it, put the stones up, 4 white ones on the bright points \
             and 3 black ones on the violet points. To begin another, put up its start.",
        );
        says(
            "resume black extra=e3",
            &around("e3"),
            "A game was on when the power went. To go on with it, take the stone on e3 off, which belongs elsewhere. To \
             begin another, put up its start.",
        );
    }

    #[test]
    fn a_turn_is_told_step_by_step() {
        let none = around("");
        says(
            "to-move white turn=a1",
            &none,
            "White to move: lift a stone to see where it may go.",
        );
        says(
            "to-move black turn=f4 offer=e2,f4",
            &none,
            "A draw is offered: agree on it, or play on. Black to move.",
        );
        says(
            "carrying white turn=a1 origin=d3 target=e3,e4",
            &none,
            "White holds the stone of d3: set it down on e3 or e4.",
        );
        says(
            "carrying black turn=a5 origin=a5",
            &none,
            "Black holds the stone of a5. This stone cannot move: put it back on a5.",
        );
        says(
            "choosing white turn=a1 approach=f3 withdrawal=b3,c3 mover=e3",
            &none,
            "White chooses what to take: f3 ahead, lit yellow, or b3 and c3 behind, lit blue; the first stone taken off \
             decides.",
        );
        says(
            "clearing black turn=a5 victim=d1,d2 mover=d3",
            &none,
            "Black takes: take the stones on d1 and d2 off.",
        );
        says(
            "chaining white turn=a1 mover=e3",
            &none,
            "White may go on with the stone on e3, or end the turn: tap the stone, press Stop, or let Black lift a stone.",
        );
    }

    #[test]
    fn automatic_hands_are_not_told_what_to_do() {
        let mut around = around("");
        (around.automatic, around.plays.black) = (true, true);
        for (cues, sentence) in [
            (
                "to-move black turn=a5 target=d3 mover=d4",
                "The board plays Black: the stone on d4 goes to d3.",
            ),
            (
                "carrying black turn=a5 origin=d4 target=d3",
                "The board plays Black: from d4 to d3.",
            ),
            (
                "clearing black turn=a5 victim=d1,d2 mover=d3",
                "Black takes the stones on d1 and d2.",
            ),
            (
                "chaining black turn=a5 mover=e5 target=e4",
                "The board plays Black: the stone on e5 goes on to e4.",
            ),
            (
                "chaining white turn=a1 mover=e3",
                "White may go on with the stone on e3, or end the turn: tap the stone, press Stop, or wait.",
            ),
        ] {
            says(cues, &around, sentence);
        }
    }

    #[test]
    fn what_cannot_be_done_comes_with_its_reason() {
        let rules = Rules::default();
        let mut around = around("");
        let start = Position::riatra(Board::Tsivy, Side::White);
        around.game = Some((start, rules));
        around.standing = start.occupied();
        says(
            "carrying white turn=a1 origin=a2",
            &around,
            "White holds the stone of a2. This stone cannot move: no line leads from it to an empty point. Put it back on a2.",
        );
        around.standing = start.occupied() - set("d3");
        says(
            "wrong white turn=a1 missing=d3w extra=f4",
            &around,
            "Something is wrong: no line from d3 to f4. Put back a white stone on d3; take the stone on f4 off, which does \
             not belong there.",
        );
        around.standing = start.occupied() - set("e4");
        says(
            "clearing white turn=a1 movable=e2",
            &around,
            "e4 is off: now move e2 to e3.",
        );
    }

    #[test]
    fn what_is_wrong_comes_with_how_to_mend_it() {
        says(
            "wrong white turn=b1 missing=a1w extra=e3",
            &around("e3"),
            "Something is wrong. Put back a white stone on a1; take the stone on e3 off, which does not belong there.",
        );
        says(
            "wrong white turn=a1 takeback=d3,d4b",
            &around("d3"),
            "To take the last turn back: put back a black stone on d4; take the stone on d3 off.",
        );
    }

    #[test]
    fn a_sensor_that_cannot_be_trusted_is_named() {
        let none = around("");
        says(
            "to-move white dead=e3,f3",
            &none,
            "The sensors of e3 and f3 cannot be trusted: the game waits.",
        );
        says(
            "setup white extra=a1 dead=e3",
            &none,
            "Take the stone on a1 off, which belongs elsewhere. The sensor of e3 cannot be trusted.",
        );
    }

    #[test]
    fn the_end_says_who_won_and_why() {
        let mut over = around("e2");
        over.outcome = Some(Outcome::Won {
            winner: Side::White,
            by: Win::Captured,
        });
        says(
            "over white winner=e2",
            &over,
            "White has won: Black has no stone left. Put the stones up for the next game.",
        );
        over.outcome = Some(Outcome::Drawn(Draw::Agreed));
        says(
            "over white winner=e2",
            &over,
            "The game is drawn: both agreed. Put the stones up for the next game.",
        );
    }
}
