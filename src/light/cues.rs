//! Cues: what the lights should say, before any colour.
//!
//! Cues draw and never decide: a [`Situation`] goes in, a set of points for each [`Cue`] comes out.

use core::fmt;
use core::ops::Index;
use core::str::FromStr;

use crate::point::{Point, PointSet, RANKS};
use crate::referee::situation::{Handicap, Phase, Situation};
use crate::rules::side::{BySide, Side};

/// What a light can mean.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cue {
    /// Put a white stone here.
    White,
    /// Put a black stone here.
    Black,
    /// The side of this stone has the turn.
    Turn,
    /// This stone may move.
    Movable,
    /// The lifted stone stood here.
    Origin,
    /// The lifted stone may land here.
    Target,
    /// Take this row off if the step approached; the other row then stays.
    Approach,
    /// Take this row off if the step withdrew; the other row then stays.
    Withdrawal,
    /// Take this stone off.
    Victim,
    /// This stone is on its way.
    Mover,
    /// The stone that belongs here is not here.
    Missing,
    /// The stone that is here does not belong here.
    Extra,
    /// Restore this point, and the last turn is taken back.
    Takeback,
    /// The sensor of this point is not to be trusted.
    Dead,
    /// A good turn goes here.
    Hint,
    /// This stone has won; at a draw, stones of both sides are lit.
    Winner,
    /// A draw is offered.
    Offer,
    /// A game that this side has won.
    Score,
    /// This stone captures in the vela.
    Capturer,
    /// A value that can be chosen.
    Value,
    /// The value in force.
    Chosen,
    /// A point whose reed is still to be tried.
    Untried,
    /// The one that is to be tried next.
    Next,
    /// The light shows its red.
    Red,
    /// The light shows its green; at the end of a self-test, this point is well.
    Green,
    /// The light shows its blue.
    Blue,
    /// The board, which plays the side of this stone, thinks.
    Thinking,
    /// The turn that ended here gave something away.
    Lapse,
}

impl Cue {
    /// All cues, in the order in which they are written.
    pub const ALL: [Self; 28] = [
        Self::White,
        Self::Black,
        Self::Turn,
        Self::Movable,
        Self::Origin,
        Self::Target,
        Self::Approach,
        Self::Withdrawal,
        Self::Victim,
        Self::Mover,
        Self::Missing,
        Self::Extra,
        Self::Takeback,
        Self::Dead,
        Self::Hint,
        Self::Winner,
        Self::Offer,
        Self::Score,
        Self::Capturer,
        Self::Value,
        Self::Chosen,
        Self::Untried,
        Self::Next,
        Self::Red,
        Self::Green,
        Self::Blue,
        Self::Thinking,
        Self::Lapse,
    ];

    /// The cue that a word means.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cue| cue.word() == word)
    }

    /// Whether the cue's points are written with the stone that belongs there.
    const fn names_stones(self) -> bool {
        matches!(self, Self::Missing | Self::Takeback)
    }

    /// The word for the cue.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Turn => "turn",
            Self::Movable => "movable",
            Self::Origin => "origin",
            Self::Target => "target",
            Self::Approach => "approach",
            Self::Withdrawal => "withdrawal",
            Self::Victim => "victim",
            Self::Mover => "mover",
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Takeback => "takeback",
            Self::Dead => "dead",
            Self::Hint => "hint",
            Self::Winner => "winner",
            Self::Offer => "offer",
            Self::Score => "score",
            Self::Capturer => "capturer",
            Self::Value => "value",
            Self::Chosen => "chosen",
            Self::Untried => "untried",
            Self::Next => "next",
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Thinking => "thinking",
            Self::Lapse => "lapse",
        }
    }
}

/// Writes the word for the cue.
impl fmt::Display for Cue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How much the lights help.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Assist {
    /// As `Play`, and what can move, and what each step would take.
    Teach,
    /// As `Quiet`, and the destinations of the lifted stone, and of a chain that can go on.
    #[default]
    Play,
    /// Captures, mistakes and the turn only.
    Quiet,
}

impl Assist {
    /// All levels, the most helpful first.
    pub const ALL: [Self; 3] = [Self::Teach, Self::Play, Self::Quiet];

    /// The word for the level.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Teach => "teach",
            Self::Play => "play",
            Self::Quiet => "quiet",
        }
    }

    /// The level that a word means.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// Writes `teach`, `play` or `quiet`.
impl fmt::Display for Assist {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The points of each cue, with the phase and the side that they are for.
///
/// Invariant: a point has one cue. The exceptions are `hint` and `dead`, which are laid over the others, and `turn`
/// when no stone of the side is without a cue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cues {
    phase: Phase,
    side: Side,
    points: [PointSet; Cue::ALL.len()],
    /// The stones that are asked for, at the points where they belong, and the stones that have won, capture, or might
    /// agree on a draw.
    stones: BySide<PointSet>,
    /// The vela that is on.
    handicap: Option<Handicap>,
}

impl Cues {
    /// The cues of a situation: each phase shows only its own part of it.
    #[must_use]
    pub fn of(situation: &Situation, assist: Assist) -> Self {
        let mut cues = Self {
            handicap: situation.handicap,
            ..Self::none(situation.phase, situation.side)
        };
        match situation.phase {
            Phase::Setup | Phase::Resume => cues.show_setup(situation),
            Phase::Wrong => cues.show_mistake(situation),
            Phase::Over => cues.show_end(situation),
            Phase::Ending => {
                cues.claim(Cue::Offer, situation.offer);
                cues.show_setup(situation);
            }
            // The referee does not know what can be chosen, or what is tried.
            Phase::Menu | Phase::SelfTest => {}
            Phase::ToMove if is_notice(situation) => cues.show_notice(situation),
            Phase::ToMove
            | Phase::Carrying
            | Phase::Choosing
            | Phase::Clearing
            | Phase::Chaining => cues.show_step(situation, assist),
        }
        if !matches!(
            situation.phase,
            Phase::Setup
                | Phase::Resume
                | Phase::Over
                | Phase::Ending
                | Phase::Menu
                | Phase::SelfTest
        ) {
            cues.show_turn(situation);
        }
        cues
    }

    /// The cues of a menu: what can be chosen, what is in force, and stones that mean nothing there.
    #[cold]
    #[must_use]
    pub fn of_menu(side: Side, values: PointSet, chosen: PointSet, extra: PointSet) -> Self {
        let mut cues = Self::none(Phase::Menu, side);
        cues.claim(Cue::Chosen, chosen);
        cues.claim(Cue::Value, values);
        cues.claim(Cue::Extra, extra);
        cues
    }

    /// The cues of a self-test.
    #[cold]
    #[must_use]
    pub fn of_selftest(side: Side, lamps: [(Cue, PointSet); 2]) -> Self {
        let mut cues = Self::none(Phase::SelfTest, side);
        for (cue, points) in lamps {
            cues.claim(cue, points);
        }
        cues
    }

    const fn none(phase: Phase, side: Side) -> Self {
        Self {
            phase,
            side,
            points: [PointSet::EMPTY; Cue::ALL.len()],
            stones: BySide {
                white: PointSet::EMPTY,
                black: PointSet::EMPTY,
            },
            handicap: None,
        }
    }

    /// Adds a hint: before a step anywhere, while a stone is carried only where the stone may land. What is to be known before
    /// a turn comes first.
    #[must_use]
    pub fn with_hint(mut self, points: PointSet) -> Self {
        self.points[Cue::Hint as usize] = match self.phase {
            Phase::ToMove | Phase::Chaining if self.has_notice() => PointSet::EMPTY,
            Phase::ToMove | Phase::Chaining => points,
            Phase::Carrying => points & self[Cue::Target],
            Phase::Setup
            | Phase::Resume
            | Phase::Choosing
            | Phase::Clearing
            | Phase::Wrong
            | Phase::Over
            | Phase::Ending
            | Phase::Menu
            | Phase::SelfTest => PointSet::EMPTY,
        };
        self
    }

    /// Adds the end of a turn that gave something away, as long as nothing else is lit there, and nobody moves a stone.
    #[must_use]
    pub fn with_lapse(mut self, points: PointSet) -> Self {
        if self.phase == Phase::ToMove && !self.has_notice() {
            self.claim(Cue::Lapse, points);
        }
        self
    }

    /// Says that the board thinks, in the place of whose turn it is; not where something else is to be said.
    #[must_use]
    pub fn with_thought(mut self, thinks: bool) -> Self {
        let turn = self[Cue::Turn];
        if thinks && self.phase == Phase::ToMove && self.lit() - self[Cue::Lapse] == turn {
            self.points[Cue::Turn as usize] = PointSet::EMPTY;
            self.points[Cue::Thinking as usize] = turn;
        }
        self
    }

    /// Adds the points whose sensors are dead, which are shown before a game and not during it.
    #[must_use]
    pub fn with_dead(mut self, points: PointSet) -> Self {
        if matches!(self.phase, Phase::Setup | Phase::Resume) {
            self.points[Cue::Dead as usize] = points;
        }
        self
    }

    fn has_notice(&self) -> bool {
        !(self[Cue::Offer] | self[Cue::Score] | self[Cue::Capturer]).is_empty()
    }

    /// Only points whose sensors are dead, in any phase: no other sensor can be trusted meanwhile, or the board asks whether it
    /// is these.
    #[must_use]
    pub fn only_dead(situation: &Situation, points: PointSet) -> Self {
        let mut cues = Self::none(situation.phase, situation.side);
        cues.points[Cue::Dead as usize] = points;
        cues
    }

    /// The points at which the lights ask for a stone to be put on or taken off.
    #[must_use]
    pub fn asks(&self) -> PointSet {
        let asking = [
            Cue::White,
            Cue::Black,
            Cue::Victim,
            Cue::Missing,
            Cue::Extra,
        ];
        let points = asking.into_iter().map(|cue| self[cue]);
        points.fold(PointSet::EMPTY, |all, points| all | points)
    }

    /// The points at which the lights ask for a stone, by its colour.
    #[must_use]
    pub fn wanted(&self) -> BySide<PointSet> {
        let asking = [Cue::White, Cue::Black, Cue::Missing, Cue::Takeback];
        let points = asking.into_iter().map(|cue| self[cue]);
        let points = points.fold(PointSet::EMPTY, |all, points| all | points);
        BySide {
            white: points & self.stones.white,
            black: points & self.stones.black,
        }
    }

    /// The side whose stone is asked for at a point, or has won there.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|&side| self.stones[side].contains(point))
    }

    /// The phase that the cues are for.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The side that has the turn; the winner at the end.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The vela that is on.
    #[must_use]
    pub const fn handicap(&self) -> Option<Handicap> {
        self.handicap
    }

    /// All points that have a cue.
    #[must_use]
    pub fn lit(&self) -> PointSet {
        let all = self.points.iter();
        all.fold(PointSet::EMPTY, |lit, &points| lit | points)
    }

    /// The cue that is seen at a point: of several, the last in the order of [`Cue::ALL`].
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Cue> {
        let mut topmost = Cue::ALL.into_iter().rev();
        topmost.find(|&cue| self[cue].contains(point))
    }

    /// Stones to put up, in their colours, and stones that stand in the way.
    fn show_setup(&mut self, situation: &Situation) {
        let BySide { white, black } = situation.wanted;
        self.claim_stones(Cue::White, white, Side::White);
        self.claim_stones(Cue::Black, black, Side::Black);
        self.claim(Cue::Extra, situation.extra);
    }

    /// Only what is wrong: everything else waits until that is put right.
    fn show_mistake(&mut self, situation: &Situation) {
        let BySide { white, black } = situation.wanted;
        self.claim_stones(Cue::Missing, white, Side::White);
        self.claim_stones(Cue::Missing, black, Side::Black);
        self.claim(Cue::Extra, situation.extra);
        self.show_takeback(situation);
    }

    /// The winner, until somebody begins to take the last turn back.
    fn show_end(&mut self, situation: &Situation) {
        self.show_takeback(situation);
        if self[Cue::Takeback].is_empty() {
            // At a draw `winner` holds the stones of both sides.
            let loser = !situation.side;
            let losers = situation.winner & situation.stones[loser];
            self.claim_stones(Cue::Winner, losers, loser);
            self.claim_stones(Cue::Winner, situation.winner, situation.side);
        }
    }

    /// The points to restore, so that the last turn is taken back.
    fn show_takeback(&mut self, situation: &Situation) {
        let BySide { white, black } = situation.takeback.put;
        self.claim_stones(Cue::Takeback, white, Side::White);
        self.claim_stones(Cue::Takeback, black, Side::Black);
        self.claim(Cue::Takeback, situation.takeback.take);
    }

    /// What is to be known before a turn: that a draw is offered, or else the score, and who captures.
    fn show_notice(&mut self, situation: &Situation) {
        let (cue, points) = if situation.offer.is_empty() {
            self.claim(Cue::Score, situation.score);
            (Cue::Capturer, situation.capturer)
        } else {
            (Cue::Offer, situation.offer)
        };
        for side in Side::BOTH {
            self.claim_stones(cue, points & situation.stones[side], side);
        }
    }

    /// The turn so far, and how it may go on.
    fn show_step(&mut self, situation: &Situation, assist: Assist) {
        // What the board plays itself nobody can know but by its lights.
        let helps = assist != Assist::Quiet || situation.guided;
        let teaches = assist == Assist::Teach;
        let phase = situation.phase;
        let is_shown = match phase {
            Phase::Carrying | Phase::Chaining => helps,
            Phase::ToMove => situation.guided,
            // Where a stone may have landed that cannot be seen: a question.
            Phase::Choosing => true,
            _ => false,
        };
        // Claimed first, so that no other cue can take a destination away.
        if is_shown {
            self.claim(Cue::Target, situation.targets);
        }
        if phase == Phase::Carrying {
            if helps {
                self.claim(Cue::Origin, situation.origin);
            }
        } else {
            // A stone that is carried stands nowhere.
            self.claim(Cue::Mover, situation.mover);
        }
        // The other answer to the question: no stone stands there.
        let rows = situation.approach | situation.withdrawal | situation.victims;
        if phase == Phase::Choosing && rows.is_empty() {
            self.claim(Cue::Extra, situation.origin);
        }
        self.show_captures(situation);
        if teaches && phase == Phase::Carrying {
            self.claim(Cue::Approach, situation.prey.approach);
            self.claim(Cue::Withdrawal, situation.prey.withdrawal);
        }
        // At the start of a turn only learners need to see what may move; once an enemy stone is off, all do, because a
        // stone that can take it has to move. Once a stone is lifted or has moved, nobody does.
        let begun = !(situation.origin | situation.mover).is_empty();
        if !begun && (teaches || helps && phase != Phase::ToMove) {
            self.claim(Cue::Movable, situation.movable);
        }
    }

    /// Two rows are a choice; one row is to be taken off like any other stone.
    fn show_captures(&mut self, situation: &Situation) {
        let (approach, withdrawal) = (situation.approach, situation.withdrawal);
        self.claim(Cue::Victim, situation.victims);
        if approach.is_empty() || withdrawal.is_empty() {
            self.claim(Cue::Victim, approach | withdrawal);
        } else {
            self.claim(Cue::Approach, approach);
            self.claim(Cue::Withdrawal, withdrawal);
        }
    }

    /// Shows whose turn it is, under one stone: of the side's stones that stand, have no cue and may not move, the one
    /// nearest to the side's own edge; of several, the one on the lowest point. So nobody takes the light for "move this
    /// stone", unless all of them may move.
    ///
    /// If all of its stones have a cue, one of them gets a second; the colour of the moving stone then tells the side.
    fn show_turn(&mut self, situation: &Situation) {
        let stones = situation.stones[situation.side] | situation.origin;
        let absent = situation.origin | situation.wanted.white | situation.wanted.black;
        let free = stones - absent - self.lit();
        let choices = [free - situation.movable, free, stones];
        let from = choices.into_iter().find(|points| !points.is_empty());
        let ranks_away = |point: &Point| match situation.side {
            Side::White => point.rank(),
            Side::Black => RANKS - 1 - point.rank(),
        };
        // Of equals `min_by_key` returns the first, and points come upwards.
        if let Some(point) = from.and_then(|from| from.iter().min_by_key(ranks_away)) {
            self.points[Cue::Turn as usize].add(point);
        }
    }

    /// Gives a cue those of the points that have no cue yet, and returns them.
    fn claim(&mut self, cue: Cue, points: PointSet) -> PointSet {
        let free = points - self.lit();
        self.points[cue as usize] |= free;
        free
    }

    /// Gives a cue points on which stones of a side belong.
    fn claim_stones(&mut self, cue: Cue, points: PointSet, side: Side) {
        let claimed = self.claim(cue, points);
        self.stones[side] |= claimed;
    }
}

/// Whether something is to be known before a turn.
fn is_notice(situation: &Situation) -> bool {
    !(situation.offer | situation.score | situation.capturer).is_empty()
}

/// The points of a cue.
impl Index<Cue> for Cues {
    type Output = PointSet;

    fn index(&self, cue: Cue) -> &PointSet {
        &self.points[cue as usize]
    }
}

/// The word for a vela that is on, and for its second phase.
const VELA: &str = "vela";
const FREE: &str = "free";

/// Writes phase, side and cues, such as `carrying white turn=a1 origin=d3 target=e3`, and at the end a vela that is on,
/// such as `vela=white,17`: who captures, and how many stones are left to five.
///
/// Points of `missing` and `takeback` are written with the stone that belongs there, as `missing=d3w,f3b`, and bare where
/// the point must be empty.
impl fmt::Display for Cues {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.phase, self.side)?;
        for cue in Cue::ALL {
            for (i, point) in self[cue].iter().enumerate() {
                match i {
                    0 => write!(f, " {cue}={point}")?,
                    _ => write!(f, ",{point}")?,
                }
                if let Some(side) = self.stone(point).filter(|_| cue.names_stones()) {
                    write!(f, "{}", side.letter())?;
                }
            }
        }
        match self.handicap {
            Some(Handicap { capturer, left: 0 }) => write!(f, " {VELA}={capturer},{FREE}"),
            Some(Handicap { capturer, left }) => write!(f, " {VELA}={capturer},{left}"),
            None => Ok(()),
        }
    }
}

/// Parses what [`Cues`] writes. The colours of stones that have won, capture or might agree are not written: all are read
/// as the side's.
impl FromStr for Cues {
    type Err = NoCues;

    fn from_str(text: &str) -> Result<Self, NoCues> {
        read(text).ok_or(NoCues)
    }
}

fn read(text: &str) -> Option<Cues> {
    let mut words = text.split_ascii_whitespace();
    let phase = Phase::find(words.next()?)?;
    let side = Side::find(words.next()?)?;
    let mut cues = Cues::none(phase, side);
    for word in words {
        let (cue, points) = word.split_once('=')?;
        if cue == VELA {
            cues.handicap = Some(read_handicap(points)?);
            continue;
        }
        let cue = Cue::find(cue)?;
        for text in points.split(',') {
            let (name, named) = match split_stone(text) {
                Some((name, side)) if cue.names_stones() => (name, Some(side)),
                _ => (text, None),
            };
            let point = Point::find(name)?;
            let stone = match cue {
                Cue::White => Some(Side::White),
                Cue::Black => Some(Side::Black),
                Cue::Winner | Cue::Offer | Cue::Capturer => Some(side),
                Cue::Missing => Some(named?),
                _ => named,
            };
            cues.points[cue as usize].add(point);
            if let Some(side) = stone {
                cues.stones[side].add(point);
            }
        }
    }
    Some(cues)
}

/// Who captures, and how many stones are left to phase two, as `white,17` or `white,free`.
fn read_handicap(text: &str) -> Option<Handicap> {
    let (capturer, left) = text.split_once(',')?;
    let left = match left {
        FREE => 0,
        number => number.parse().ok()?,
    };
    Some(Handicap {
        capturer: Side::find(capturer)?,
        left,
    })
}

/// A point and the stone that belongs there, as `d3w`.
fn split_stone(text: &str) -> Option<(&str, Side)> {
    let mut sides = Side::BOTH.into_iter();
    sides.find_map(|side| Some((text.strip_suffix(side.letter())?, side)))
}

/// The text does not name cues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoCues;

impl fmt::Display for NoCues {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("expected a phase, a side and cues with their points")
    }
}

impl core::error::Error for NoCues {}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::*;

    fn point(name: &str) -> Point {
        Point::find(name).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "to-move white",
            "carrying white turn=a1 origin=d3 target=e3,f4",
            "setup black white=a1,a2 black=e5 extra=c3 dead=e3",
            "wrong white turn=b1 missing=d3w,f3b extra=e4",
            "wrong black turn=a5 takeback=d3,d4b,e3w",
            "over white winner=a1,b1",
            "to-move white turn=c1 score=a1,b1 capturer=a2,b2",
            "ending black white=a1 black=a5 offer=e3",
            "menu white extra=d3 value=a1,b1 chosen=c1",
            "selftest white untried=a1,b1 next=c1",
            "selftest black dead=e3 green=a1",
            "to-move black turn=a5 vela=white,17",
            "carrying white turn=a1 origin=d3 vela=black,free",
        ] {
            let cues: Cues = text.parse().unwrap();
            assert_eq!(cues.to_string(), text);
        }
        let cues: Cues = "wrong white missing=d3w,f3b takeback=e3,e4b"
            .parse()
            .unwrap();
        assert_eq!((cues.phase(), cues.side()), (Phase::Wrong, Side::White));
        assert_eq!(cues.at(point("f3")), Some(Cue::Missing));
        assert_eq!(cues.at(point("a1")), None);
        assert_eq!(cues.stone(point("d3")), Some(Side::White));
        assert_eq!(cues.stone(point("e3")), None);
        assert_eq!(cues.wanted().black.to_string(), "e4,f3");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "setup",
            "setup red",
            "sleep white",
            "setup white x=a1",
            "setup white turn=",
            "setup white turn=a1w",
            "setup white a1",
            "wrong white missing=a1",
            "wrong white missing=a1x",
            "wrong white missing=w",
            "wrong white takeback=a1wb",
        ] {
            assert_eq!(text.parse::<Cues>(), Err(NoCues), "{text:?}");
        }
    }
}
