//! What is kept, as bytes: sections that are written whole, and tapes, which mostly grow at their end.
//!
//! The same value is what the app is to remember, what the flash holds, and what is found there after a restart.

use heapless::Vec;

use crate::app::App;
use crate::engine::level::Level;
use crate::light::cues::Assist;
use crate::light::palette::Brightness;
use crate::point::{Point, PointSet};
use crate::referee::habit::Habit;
use crate::referee::resume::{Kept, Open, Stand, TOUCHES};

use crate::rules::board::Board;
use crate::rules::history::{self, History};
use crate::rules::options::{Key, Rules};
use crate::rules::outcome::{Draw, Outcome, Win};
use crate::rules::position::Position;
use crate::rules::series::{Match, Round, Score};
use crate::rules::setup::Setup;
use crate::rules::side::{BySide, Side};
use crate::rules::turn::Turn;
use crate::selftest::findings::Findings;
use crate::sound::Sound;

/// The longest section.
pub const LONGEST: usize = 96;
/// The bytes of a section.
pub type Bytes = Vec<u8, LONGEST>;

/// The sections, by the number that stands before them. Numbers are never given again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// How much the lights help, how bright they are, and whether tones are played.
    Settings = 1,
    /// How much was played.
    Counters = 2,
    /// Which sensors are bad.
    Sensors = 3,
    /// The rules, the match and its score.
    Match = 4,
    /// The game: how it began, and whether it was given up.
    Game = 5,
    /// What is on its way: the turns that are shown and not in the record yet.
    Story = 6,
    /// What the last self-test has found.
    Test = 8,
}

/// The tapes, by the number that stands before them, as before sections: from a place on these are their bytes, and nothing
/// follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tape {
    /// The turns of the game.
    Turns = 7,
    /// What was seen and said since the position that is certain.
    Touches = 9,
}

impl Tape {
    /// All tapes, in the order in which they are written.
    pub const ALL: [Self; 2] = [Self::Turns, Self::Touches];

    /// The tape with a number.
    #[must_use]
    pub fn find(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|tape| *tape as u8 == number)
    }
}

/// Something that has changed.
#[derive(Clone, Copy, Debug)]
pub enum Item<'a> {
    /// A section, with all its bytes.
    Section(Section, &'a [u8]),
    /// A tape, from this place on.
    Tape(Tape, usize, &'a [u8]),
}

impl Section {
    /// All sections, in the order in which they are written.
    pub const ALL: [Self; 7] = [
        Self::Settings,
        Self::Counters,
        Self::Sensors,
        Self::Match,
        Self::Game,
        Self::Story,
        Self::Test,
    ];

    /// The section with a number.
    #[must_use]
    pub fn find(number: u8) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|section| *section as u8 == number)
    }

    /// Its place among all sections.
    const fn place(self) -> usize {
        let number = self as u8;
        // The number in between is that of a tape.
        (if number < Tape::Turns as u8 {
            number - 1
        } else {
            number - 2
        }) as usize
    }
}

/// How much was played on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Games that have ended.
    pub games: u32,
    /// Turns.
    pub turns: u32,
    /// Minutes that it was on.
    pub minutes: u32,
    /// Times that it was switched on.
    pub starts: u32,
    /// The number of the game in progress.
    pub game: u32,
    /// The number of the last game that was put into the archive.
    pub saved: u32,
    /// Games before this number were forgotten.
    pub forgotten: u32,
    /// Whether what was forgotten is still to be erased: 1 in the archive, 2 in the journal too.
    pub wipe: u32,
}

impl Counters {
    /// Nothing was played.
    pub const NONE: Self = Self {
        games: 0,
        turns: 0,
        minutes: 0,
        starts: 0,
        game: 0,
        saved: 0,
        forgotten: 0,
        wipe: 0,
    };
}

/// Everything that is kept but the finished games.
#[derive(Clone, Debug)]
pub struct Image {
    sections: [Bytes; Section::ALL.len()],
    turns: Vec<u8, { History::BYTES }>,
    touches: Vec<u8, TOUCHES>,
}

impl Default for Image {
    fn default() -> Self {
        Self::new()
    }
}

impl Image {
    /// Nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            sections: [const { Vec::new() }; Section::ALL.len()],
            turns: Vec::new(),
            touches: Vec::new(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for section in &mut self.sections {
            section.clear();
        }
        self.turns.clear();
        self.touches.clear();
    }

    /// The bytes of a section; none, if it is not known.
    #[must_use]
    pub fn section(&self, section: Section) -> &[u8] {
        &self.sections[section.place()]
    }

    /// The bytes of a tape.
    #[must_use]
    pub fn tape(&self, tape: Tape) -> &[u8] {
        match tape {
            Tape::Turns => &self.turns,
            Tape::Touches => &self.touches,
        }
    }

    /// Takes a section; tells whether it differs from what was known.
    pub fn take(&mut self, section: Section, bytes: &[u8]) -> bool {
        let known = &mut self.sections[section.place()];
        if known == bytes {
            return false;
        }
        known.clear();
        known.extend_from_slice(bytes).is_ok()
    }

    /// Takes a tape from a place on; tells whether there is such a place, and room.
    pub fn take_tape(&mut self, tape: Tape, from: usize, bytes: &[u8]) -> bool {
        match tape {
            Tape::Turns => take_from(&mut self.turns, from, bytes),
            Tape::Touches => take_from(&mut self.touches, from, bytes),
        }
    }

    /// The counters.
    #[must_use]
    pub fn counters(&self) -> Counters {
        let mut bytes = Reader(self.section(Section::Counters));
        let mut next = || bytes.u32().unwrap_or(0);
        Counters {
            games: next(),
            turns: next(),
            minutes: next(),
            starts: next(),
            game: next(),
            saved: next(),
            forgotten: next(),
            wipe: next(),
        }
    }

    /// Whether a game is kept that has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let mut bytes = Reader(self.section(Section::Game));
        let is_put_up = bytes.u8()? == PUTTING_UP;
        start(&mut bytes)?;
        outcome(bytes.u8()?).filter(|_| !is_put_up)
    }

    /// Gives an app what is kept; tells whether all of it could be used. What makes no sense leaves the app as it is.
    pub fn give(&self, app: &mut App) -> bool {
        let mut is_sound = true;
        let mut settings = Reader(self.section(Section::Settings));
        while let Some(key) = settings.u8() {
            let Some(value) = settings.u8() else {
                return false;
            };
            match key {
                ASSIST => match Assist::ALL.get(usize::from(value)) {
                    Some(&assist) => app.assist = assist,
                    None => is_sound = false,
                },
                BRIGHTNESS => match Brightness::new(value) {
                    Some(brightness) => app.drive.brightness = brightness,
                    None => is_sound = false,
                },
                SOUND => match Sound::ALL.get(usize::from(value)) {
                    Some(&sound) => app.sound = app.sound.map(|_| sound),
                    None => is_sound = false,
                },
                USUAL => match Level::new(value) {
                    Some(level) => app.set_usual_level(level),
                    None => is_sound = false,
                },
                JUDGE => app.set_judges(value != 0),
                key if LEVELS.iter().any(|&(_, of)| of == key) => {
                    let level = Level::new(value);
                    is_sound &= level.is_some();
                    let levels = LEVELS.into_iter().filter(|&(_, of)| of == key);
                    levels.for_each(|(side, _)| app.set_level(side, level));
                }
                // A setting that a later version knows.
                _ => {}
            }
        }
        let mut sensors = Reader(self.section(Section::Sensors));
        if let Some(points) = sensors.points() {
            app.remember_dead(points);
        }
        let mut test = Reader(self.section(Section::Test));
        match test.u8() {
            None | Some(UNTESTED) => {}
            Some(_) => match findings(&mut test) {
                Some(findings) => app.recall_selftest(findings),
                None => is_sound = false,
            },
        }
        let has_game = self.section(Section::Match).is_empty() || self.give_game(app).is_some();
        is_sound && has_game
    }

    /// The rules of the match.
    #[must_use]
    pub fn rules(&self) -> Option<Rules> {
        rules(&mut Reader(self.section(Section::Match)))
    }

    fn give_game(&self, app: &mut App) -> Option<()> {
        let mut bytes = Reader(self.section(Section::Match));
        let rules = rules(&mut bytes)?;
        let board = *Board::ALL.get(usize::from(bytes.u8()?))?;
        let seed = bytes.u64()?;
        let lots = bytes.u64()?;
        let kind = bytes.u8()?;
        let side = side(bytes.u8()?)?;
        let round = match kind {
            0 => Round::Riatra { starter: side },
            1 => Round::Vela { capturer: side },
            _ => return None,
        };
        let mut score = BySide::<Score>::default();
        for side in Side::BOTH {
            score[side] = Score {
                riatra: bytes.u16()?,
                vela: bytes.u16()?,
            };
        }
        let mut bytes = Reader(self.section(Section::Game));
        let stage = bytes.u8()?;
        let start = start(&mut bytes)?.position(&rules).ok()?;
        if start.board() != board {
            return None;
        }
        let declared = outcome(bytes.u8()?);
        let found = bytes.points()?;
        let stand = match stage {
            PUTTING_UP => Stand::PuttingUp(found),
            PLAYING | PUT_AWAY => Stand::Playing {
                declared: declared.filter(|outcome| outcome.is_declared()),
                is_put_away: stage == PUT_AWAY,
                open: self.open()?,
                touches: &self.touches,
            },
            _ => return None,
        };
        let kept = Kept {
            series: Match::kept(board, rules, round, score, lots),
            seed,
            start,
            stand,
        };
        let turns = history::unpacked(&self.turns);
        app.referee.resume(&kept, turns).then_some(())
    }

    fn open(&self) -> Option<Open> {
        let mut bytes = Reader(self.section(Section::Story));
        let is_told = bytes.u8()? != 0;
        let bound = Point::new(bytes.u8()?);
        let mut turn = || {
            let length = usize::from(bytes.u8()?);
            let turn = history::unpacked(bytes.take(length)?).next();
            Some(turn.filter(|turn| !turn.is_empty()))
        };
        let turns = [turn()?, turn()?];
        // Not known to earlier versions.
        let stays = [(); 2].map(|()| bytes.u8().map_or(0, usize::from));
        let chosen = bytes.u8().and_then(|length| bytes.take(length.into()));
        let chosen = chosen.and_then(|bytes| history::unpacked(bytes).next());
        let complete = bytes.u8().map_or(0, usize::from);
        let [white, black] = [(); 2].map(|()| Habit::after(bytes.u8().unwrap_or(0)));
        Some(Open {
            is_told,
            turns,
            bound,
            stays,
            chosen: chosen.filter(|turn| !turn.is_empty()),
            complete,
            habits: BySide { white, black },
            explained: BySide {
                white: bytes.points().unwrap_or_default(),
                black: bytes.points().unwrap_or_default(),
            },
        })
    }

    /// Takes what has changed in an app, and calls `changed` for each. The counters are the store's own.
    pub fn look(&mut self, app: &App, mut changed: impl FnMut(Item<'_>)) {
        for section in Section::ALL {
            let mut bytes = Bytes::new();
            if write(section, app, &mut bytes).is_some() && self.take(section, &bytes) {
                changed(Item::Section(section, &bytes));
            }
        }
        let turns = app.referee.game().history().bytes();
        if let Some(from) = differ(&self.turns, turns.iter().copied()) {
            // Whole turns are written, so that no turn is ever half there.
            let from = history::start_of_turn(turns, from.min(turns.len()));
            self.take_tape(Tape::Turns, from, &turns[from..]);
            changed(Item::Tape(Tape::Turns, from, &self.turns[from..]));
        }
        if let Some(from) = differ(&self.touches, app.referee.touches()) {
            self.touches.truncate(from);
            self.touches.extend(app.referee.touches().skip(from));
            changed(Item::Tape(Tape::Touches, from, &self.touches[from..]));
        }
    }

    /// Sets the counters; tells whether they have changed.
    pub fn count(&mut self, counters: Counters) -> bool {
        let mut bytes = Bytes::new();
        let Counters {
            games,
            turns,
            minutes,
            starts,
            game,
            saved,
            forgotten,
            wipe,
        } = counters;
        for number in [games, turns, minutes, starts, game, saved, forgotten, wipe] {
            bytes.extend(number.to_le_bytes());
        }
        self.take(Section::Counters, &bytes)
    }
}

/// Replaces what follows a place; tells whether there is such a place, and room.
fn take_from<const N: usize>(tape: &mut Vec<u8, N>, from: usize, bytes: &[u8]) -> bool {
    if from > tape.len() {
        return false;
    }
    tape.truncate(from);
    tape.extend_from_slice(bytes).is_ok()
}

/// From which place on bytes differ from what is known; none, if they do not.
fn differ(known: &[u8], bytes: impl Iterator<Item = u8>) -> Option<usize> {
    let mut bytes = bytes.peekable();
    let same = known
        .iter()
        .take_while(|&byte| bytes.next_if_eq(byte).is_some());
    let from = same.count();
    (from < known.len() || bytes.peek().is_some()).then_some(from)
}

/// How far a game has come: its stones are put up, it is on or over, it is over and its stones are put away.
const PUTTING_UP: u8 = 0;
const PLAYING: u8 = 1;
const PUT_AWAY: u8 = 2;

/// Whether there was a self-test. What was forgotten has to be said too.
const UNTESTED: u8 = 0;
const TESTED: u8 = 1;

const ASSIST: u8 = 1;
const BRIGHTNESS: u8 = 2;
const SOUND: u8 = 3;
/// How strongly the board plays each side, 0 if it does not, and whether it judges.
const LEVELS: [(Side, u8); 2] = [(Side::White, 4), (Side::Black, 5)];
const JUDGE: u8 = 6;
const USUAL: u8 = 7;

/// Writes a section of an app; none, if the app does not have it.
fn write(section: Section, app: &App, bytes: &mut Bytes) -> Option<()> {
    let referee = &app.referee;
    match section {
        Section::Counters => return None,
        Section::Settings => {
            let assist = Assist::ALL.iter().position(|&level| level == app.assist)?;
            #[allow(clippy::cast_possible_truncation)] // there are three
            let assist = assist as u8;
            bytes.extend([ASSIST, assist]);
            bytes.extend([BRIGHTNESS, app.drive.brightness.level()]);
            if let Some(sound) = app.sound {
                bytes.extend([SOUND, sound as u8]);
            }
            bytes.extend([USUAL, app.usual_level().number()]);
            for (side, key) in LEVELS {
                if let Some(level) = app.level(side) {
                    bytes.extend([key, level.number()]);
                }
            }
            if app.judges() {
                bytes.extend([JUDGE, 1]);
            }
        }
        Section::Sensors => bytes.extend(points(app.sensors().unknown())),
        Section::Test => match app.selftest().last() {
            None => drop(bytes.push(UNTESTED)),
            Some(findings) => {
                let _ = bytes.push(TESTED);
                write_findings(findings, bytes);
            }
        },
        Section::Match => {
            let series = referee.series();
            write_rules(referee.rules(), bytes);
            let _ = bytes.push(series.board() as u8);
            bytes.extend(referee.seed().to_le_bytes());
            bytes.extend(series.lots().to_le_bytes());
            let (kind, side) = match series.round() {
                Round::Riatra { starter } => (0, starter),
                Round::Vela { capturer } => (1, capturer),
            };
            bytes.extend([kind, side as u8]);
            for side in Side::BOTH {
                let Score { riatra, vela } = series.score()[side];
                bytes.extend(riatra.to_le_bytes());
                bytes.extend(vela.to_le_bytes());
            }
        }
        Section::Game => {
            let game = referee.game();
            let found = referee.found();
            let _ = bytes.push(match found {
                Some(_) => PUTTING_UP,
                None if referee.is_put_away() => PUT_AWAY,
                None => PLAYING,
            });
            write_start(game.start(), bytes);
            let _ = bytes.push(outcome_code(game.outcome()));
            bytes.extend(points(found.unwrap_or(PointSet::EMPTY)));
        }
        Section::Story => {
            let Open {
                is_told,
                turns,
                bound,
                stays,
                chosen,
                complete,
                habits,
                explained,
            } = referee.open();
            let bound = bound.map_or(0xff, Point::index);
            #[allow(clippy::cast_possible_truncation)] // there are 45
            bytes.extend([u8::from(is_told), bound as u8]);
            for turn in turns {
                write_turn(turn.as_ref(), bytes);
            }
            #[allow(clippy::cast_possible_truncation)] // at most 22
            bytes.extend(stays.map(|steps| steps as u8));
            write_turn(chosen.as_ref(), bytes);
            #[allow(clippy::cast_possible_truncation)] // at most 22
            let _ = bytes.push(complete as u8);
            bytes.extend([habits.white.turns(), habits.black.turns()]);
            bytes.extend(points(explained.white));
            bytes.extend(points(explained.black));
        }
    }
    Some(())
}

#[inline(never)]
fn write_findings(findings: &Findings, bytes: &mut Bytes) {
    let Findings {
        untried,
        open,
        closed,
        bouncing,
        bounce,
        together,
        swapped,
    } = findings;
    for &set in [untried, open, closed, bouncing, together] {
        bytes.extend(points(set));
    }
    let _ = bytes.push(*bounce);
    #[allow(clippy::cast_possible_truncation)] // there are 45
    bytes.extend(
        swapped
            .iter()
            .flat_map(|(one, other)| [one.index() as u8, other.index() as u8]),
    );
}

/// Reads what a self-test has found; none, if it makes no sense.
fn findings(bytes: &mut Reader) -> Option<Findings> {
    let mut findings = Findings {
        untried: bytes.points()?,
        open: bytes.points()?,
        closed: bytes.points()?,
        bouncing: bytes.points()?,
        together: bytes.points()?,
        bounce: bytes.u8()?,
        swapped: Vec::new(),
    };
    while let Some(one) = bytes.u8() {
        let pair = (Point::new(one)?, Point::new(bytes.u8()?)?);
        findings.swapped.push(pair).ok()?;
    }
    Some(findings)
}

fn write_turn(turn: Option<&Turn>, bytes: &mut Bytes) {
    let mut packed = History::new();
    if let Some(turn) = turn {
        packed.push(turn);
    }
    #[allow(clippy::cast_possible_truncation)] // at most 23
    let _ = bytes.push(packed.bytes().len() as u8);
    let _ = bytes.extend_from_slice(packed.bytes());
}

/// Writes the options that differ from the standard, each by its number.
pub fn write_rules<const N: usize>(rules: &Rules, bytes: &mut Vec<u8, N>) {
    for (number, code) in rules.codes() {
        let [low, high] = code.to_le_bytes();
        let _ = bytes.extend_from_slice(&[number, low, high]);
    }
    let _ = bytes.push(0xff);
}

/// Reads rules; none, if an option or a value of it is not known.
pub fn rules(bytes: &mut Reader) -> Option<Rules> {
    let mut rules = Rules::STANDARD;
    loop {
        let number = bytes.u8()?;
        if number == 0xff {
            return Some(rules);
        }
        let key = *Key::ALL.get(usize::from(number))?;
        let code = bytes.u16()?;
        rules.set_code(key, code).then_some(())?;
    }
}

/// The bytes of the position that a game begins with.
pub const START: usize = 15;

/// Writes the position that a game begins with.
pub fn write_start<const N: usize>(start: &Position, bytes: &mut Vec<u8, N>) {
    let stones = start.stones();
    let capturer = start.capturer().map_or(0xff, |side| side as u8);
    let board = start.board() as u8;
    let _ = bytes.extend_from_slice(&[board, start.side() as u8, capturer]);
    let _ = bytes.extend_from_slice(&points(stones.white));
    let _ = bytes.extend_from_slice(&points(stones.black));
}

/// Reads the position that a game begins with, which may make no sense.
pub fn start(bytes: &mut Reader) -> Option<Setup> {
    let board = *Board::ALL.get(usize::from(bytes.u8()?))?;
    let first = side(bytes.u8()?)?;
    let capturer = match bytes.u8()? {
        0xff => None,
        code => Some(side(code)?),
    };
    let (white, black) = (bytes.points()?, bytes.points()?);
    Some(Setup {
        board,
        stones: BySide { white, black },
        side: first,
        capturer,
        chain: None,
    })
}

fn side(code: u8) -> Option<Side> {
    Side::BOTH.get(usize::from(code)).copied()
}

/// The outcomes, by their numbers; 0 is none. Numbers are never given again.
const OUTCOMES: [Outcome; 14] = {
    const fn won(winner: Side, by: Win) -> Outcome {
        Outcome::Won { winner, by }
    }
    [
        won(Side::White, Win::Captured),
        won(Side::Black, Win::Captured),
        won(Side::White, Win::Immobile),
        won(Side::Black, Win::Immobile),
        won(Side::White, Win::Resigned),
        won(Side::Black, Win::Resigned),
        won(Side::White, Win::Stranded),
        won(Side::Black, Win::Stranded),
        Outcome::Drawn(Draw::Repetition),
        Outcome::Drawn(Draw::Quiet),
        Outcome::Drawn(Draw::OneEach),
        Outcome::Drawn(Draw::Agreed),
        Outcome::Drawn(Draw::Immobile),
        Outcome::Drawn(Draw::Length),
    ]
};

/// The number of an outcome.
#[must_use]
pub fn outcome_code(outcome: Option<Outcome>) -> u8 {
    let place = OUTCOMES.iter().position(|&known| Some(known) == outcome);
    #[allow(clippy::cast_possible_truncation)] // there are few
    place.map_or(0, |place| place as u8 + 1)
}

/// The outcome with a number.
#[must_use]
pub fn outcome(code: u8) -> Option<Outcome> {
    OUTCOMES.get(usize::from(code).checked_sub(1)?).copied()
}

/// Points take six bytes.
fn points(points: PointSet) -> [u8; 6] {
    let mut bytes = [0; 6];
    bytes.copy_from_slice(&points.bits().to_le_bytes()[..6]);
    bytes
}

/// Bytes that are read one after another.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// The next bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// The next byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// The next number of two bytes.
    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// The next number of four bytes.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn points(&mut self) -> Option<PointSet> {
        let mut bits = [0; 8];
        bits[..6].copy_from_slice(self.take(6)?);
        let bits = u64::from_le_bytes(bits);
        // A point that the panel does not have.
        (bits >> Point::COUNT == 0).then(|| PointSet::from_bits(bits))
    }
}
