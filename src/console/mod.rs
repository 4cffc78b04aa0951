//! The line protocol, the same on USB, on the host and on the virtual board.
//!
//! The console stands above the line: its commands ask and tell the [`App`], and what happens in the app comes out of it
//! as events. Nothing on the way from reed to light knows of it.
//!
//! Every command is answered by exactly one line that begins with `=` (done) or `?` (refused, and why; nothing has
//! changed). The lines of a longer answer come before that line and begin with two blanks. Lines that begin with `*`
//! are events; those that a command causes come before its answer, so that a client that has read the answer has read
//! them all.

pub mod arguments;
pub mod command;
pub mod hands;
pub mod input;
pub mod part;
pub mod refusal;

use core::fmt::{self, Write};
use core::ops::ControlFlow;

use crate::app::opponent::News;
use crate::app::{App, Event};
use crate::console::arguments::Arguments;
use crate::console::command::Command;
use crate::console::hands::{Deed, Hands, Order};
use crate::console::refusal::Refusal;
use crate::crash::memory::Memory;
use crate::engine::level::Level;
use crate::light::cues::Assist;
use crate::light::palette::Brightness;
use crate::point::{FILES, Point, PointSet, RANKS};
use crate::referee::{self, Referee};
use crate::rules::board::Board;
use crate::rules::game::Game;
use crate::rules::notation::{ParseError, number};
use crate::rules::position::Position;
use crate::rules::record;
use crate::rules::series::Round;
use crate::rules::setup::Setup;
use crate::rules::side::{BySide, Side};
use crate::rules::terms::Terms;
use crate::sound::Sound;
use crate::store::archive::Head;
use crate::store::report::Report;
use crate::store::shelf::Keeper;
use crate::store::{ASKED, Forget};
use crate::time::Millis;

/// What a console controls.
pub trait Device {
    /// The app.
    fn app(&mut self) -> &mut App;
    /// Hands that obey commands; a real board has none.
    fn hands(&mut self) -> Option<&mut dyn Hands> {
        None
    }
    /// Does something with the store; tells whether there is one.
    fn keep(&mut self, _act: &mut dyn FnMut(&mut dyn Keeper, &mut App)) -> bool {
        false
    }
    /// Does something with the store and room for a game, which may be that of the app where the app is a copy; tells
    /// whether there is a store.
    fn look_up(&mut self, _act: &mut dyn FnMut(&mut dyn Keeper, &mut Game)) -> bool {
        false
    }
    /// How the store fares, if that is not what was told before.
    fn news(&mut self) -> Option<Report> {
        None
    }
    /// Has everything written that has changed: a command is answered after that.
    fn settle(&mut self) {}
    /// How the device has fared; by itself, an app has never crashed.
    fn health(&mut self) -> Health<'_> {
        Health {
            uptime: self.app().uptime(),
            dropped: 0,
            memory: &Memory::FRESH,
        }
    }
    /// Leaves for the boot drive, as soon as the answer is sent.
    ///
    /// # Errors
    /// If there is none; only the chip has one.
    fn leave(&mut self) -> Result<(), Refusal> {
        Err(Refusal::NoDrive)
    }
}

/// How a device has fared.
#[derive(Clone, Copy, Debug)]
pub struct Health<'a> {
    /// How long it has run.
    pub uptime: Millis,
    /// How many messages of its log were dropped.
    pub dropped: u32,
    /// Its crashes.
    pub memory: &'a Memory,
}

/// The board that this was built for.
const BOARD: &str = if cfg!(target_os = "none") {
    env!("BOARD_NAME")
} else {
    "virtual"
};

/// An app by itself, whose stones are moved by people.
impl Device for App {
    fn app(&mut self) -> &mut App {
        self
    }
}

/// The longest that hands wait in one command.
pub const LONGEST_WAIT: Millis = Millis(3_600_000);

/// Answers a line, or refuses input that is no line; see [`input::Input`].
///
/// # Errors
/// If the answer cannot be written.
pub fn answer(
    device: &mut dyn Device,
    line: Result<&str, Refusal>,
    out: &mut dyn Write,
) -> fmt::Result {
    tell(device, out)?;
    let result = line
        .map_err(Stop::Refused)
        .and_then(|line| Session { device, out }.run(line));
    device.settle();
    match result {
        Ok(()) => Ok(()),
        Err(Stop::Unwritten(error)) => Err(error),
        Err(Stop::Refused(refusal)) => writeln!(out, "? {refusal}"),
    }
}

/// The most that all unread events and an answer that is not long take together, in bytes.
pub const SHORT: usize = 6 * 1024;

/// Whether the command of a line is long; see [`Command::is_long`].
#[must_use]
pub fn is_long(line: Result<&str, Refusal>) -> bool {
    let arguments = line.and_then(Arguments::of);
    arguments.is_ok_and(|arguments| match arguments.command {
        // To say something of a sensor is short.
        Command::Sensors => arguments.text.is_empty(),
        command => command.is_long(),
    })
}

/// Writes all unread events, a line for each.
///
/// # Errors
/// If they cannot be written.
pub fn tell(device: &mut dyn Device, out: &mut dyn Write) -> fmt::Result {
    if let Some(report) = device.news() {
        writeln!(out, "* store {report}")?;
    }
    let app = device.app();
    while let Some(event) = app.event() {
        let board = app.referee.game().start().board();
        match event {
            Event::Game(referee::Event::Turn(turn)) => {
                writeln!(out, "* turn {}", board.text(&turn))
            }
            Event::Game(referee::Event::Takeback) => writeln!(out, "* takeback"),
            Event::Game(referee::Event::Phase(phase)) => writeln!(out, "* phase {phase}"),
            Event::Game(referee::Event::Over(outcome)) => writeln!(out, "* over {outcome}"),
            Event::Game(referee::Event::Offer(draw)) => writeln!(out, "* offer draw {draw}"),
            Event::Game(referee::Event::Round(round, BySide { white, black })) => {
                writeln!(out, "* round {round} {white}-{black}")
            }
            Event::Game(referee::Event::VelaFree) => writeln!(out, "* vela free"),
            Event::Sensor(report) => writeln!(out, "* sensor {report}"),
            Event::Wire(news) => writeln!(out, "* wire {news}"),
            Event::Tested(findings) => writeln!(out, "* selftest {findings}"),
            Event::Thought(News::Plays(turn)) => writeln!(out, "* plays {}", board.text(&turn)),
            Event::Thought(News::Hint(turn)) => writeln!(out, "* hint {}", board.text(&turn)),
            Event::Thought(News::Judged(turn, gave)) => {
                writeln!(out, "* judge {} gave={gave}", board.text(&turn))
            }
            Event::Closed(points) => writeln!(out, "* closed {points}"),
            Event::Opened(points) => writeln!(out, "* opened {points}"),
        }?;
    }
    Ok(())
}

/// Writes what is known of a game that is kept.
fn list(head: &Head, out: &mut dyn Write) -> fmt::Result {
    let Head {
        number,
        rules,
        start,
        outcome,
        turns,
    } = head;
    let vela = start.capturer().map_or("", |_| " vela");
    let (board, turns) = (start.board().word(), plural((*turns).into(), "turn"));
    let result = outcome.result();
    writeln!(out, "  {number} {board}{vela}; {rules}; {result}; {turns}")
}

/// How strongly the board plays either side: `white off black 5`.
fn levels(app: &App) -> impl fmt::Display {
    let levels = Side::BOTH.map(|side| (side, app.level(side)));
    fmt::from_fn(move |f| {
        for (i, (side, level)) in levels.into_iter().enumerate() {
            let blank = if i > 0 { " " } else { "" };
            match level {
                Some(level) => write!(f, "{blank}{side} {}", level.number())?,
                None => write!(f, "{blank}{side} off")?,
            }
        }
        Ok(())
    })
}

const fn on_or_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

/// `1 game`, `2 games`.
fn plural(count: u32, what: &str) -> impl fmt::Display {
    let s = if count == 1 { "" } else { "s" };
    fmt::from_fn(move |f| write!(f, "{count} {what}{s}"))
}

/// Why a command was not carried out to its end.
enum Stop {
    Refused(Refusal),
    Unwritten(fmt::Error),
}

impl From<fmt::Error> for Stop {
    fn from(error: fmt::Error) -> Self {
        Self::Unwritten(error)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// One command while it is carried out.
struct Session<'a> {
    device: &'a mut dyn Device,
    out: &'a mut dyn Write,
}

impl Session<'_> {
    fn run(&mut self, line: &str) -> Result<(), Stop> {
        let arguments = Arguments::of(line)?;
        match arguments.command {
            Command::Help => self.help(arguments),
            Command::Version => self.version(arguments),
            Command::Position => self.position(arguments),
            Command::Turns => self.turns(arguments),
            Command::Cues => self.cues(arguments),
            Command::Score => self.score(arguments),
            Command::Round => self.round(arguments),
            Command::Record => self.record(arguments),
            Command::Games => self.games(arguments),
            Command::Forget => self.forget(arguments),
            Command::New => self.start_anew(arguments),
            Command::Rules => self.rules(arguments),
            Command::Undo | Command::Stop | Command::Draw | Command::Resign => {
                self.declare(arguments)
            }
            Command::Assist => self.assist(arguments),
            Command::Brightness => self.brightness(arguments),
            Command::Sound => self.sound(arguments),
            Command::Level => self.level(arguments),
            Command::Hint => self.hint(arguments),
            Command::Why => self.why(arguments),
            Command::Judge => self.judge(arguments),
            Command::Settings => self.settings(arguments),
            Command::Sensors => self.sensors(arguments),
            Command::SelfTest => self.selftest(arguments),
            Command::Faults => self.faults(arguments),
            Command::Bootloader => self.bootloader(arguments),
            Command::Setup
            | Command::Clear
            | Command::Lift
            | Command::Place
            | Command::Wait
            | Command::Press
            | Command::Reed
            | Command::Cut => self.obey(arguments),
        }
    }

    fn referee(&mut self) -> &mut Referee {
        &mut self.device.app().referee
    }

    /// Answers that the command is done, after the events that it caused.
    fn done(&mut self) -> Result<(), Stop> {
        tell(self.device, self.out)?;
        Ok(writeln!(self.out, "=")?)
    }

    fn say(&mut self, answer: impl fmt::Display) -> Result<(), Stop> {
        Ok(writeln!(self.out, "= {answer}")?)
    }

    fn help(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let has_hands = self.device.hands().is_some();
        for command in Command::ALL {
            if has_hands || !command.needs_hands() {
                writeln!(self.out, "  {}", command.help())?;
            }
        }
        self.done()
    }

    fn version(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let rules = *self.referee().rules();
        let Health {
            uptime,
            dropped,
            memory,
        } = self.device.health();
        let seconds = uptime.0 / 1000;
        let (reset, restarts) = (memory.reset(), memory.restarts());
        self.say(format_args!(
            "{} {} git={} board={BOARD} uptime={seconds}s reset={reset} restarts={restarts} dropped={dropped} \
             rules={rules}",
            env!("CARGO_PKG_NAME"),
            env!("CARGO_PKG_VERSION"),
            env!("GIT"),
        ))
    }

    /// The last crashes, the newest last.
    fn faults(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let Health {
            dropped, memory, ..
        } = self.device.health();
        for (uptime, crash) in memory.crashes() {
            writeln!(self.out, "  after {} ms: {crash}", uptime.0)?;
        }
        let restarts = memory.restarts();
        let safe = if memory.is_safe() { "yes" } else { "no" };
        Ok(writeln!(
            self.out,
            "= restarts={restarts} safe={safe} dropped={dropped}"
        )?)
    }

    fn bootloader(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        self.device.leave()?;
        self.done()
    }

    fn position(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let position = self.referee().position();
        self.say(position)
    }

    fn turns(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let game = self.referee().game();
        let (rules, is_over) = (*game.rules(), game.outcome().is_some());
        let position = self.referee().position();
        self.out.write_str("=")?;
        if !is_over {
            let board = position.board();
            let written = position.try_for_each_turn(&rules, |turn, _| {
                match write!(self.out, " {}", board.text(turn)) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                }
            });
            if let ControlFlow::Break(error) = written {
                return Err(error.into());
            }
        }
        Ok(self.out.write_str("\n")?)
    }

    fn cues(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let cues = self.device.app().cues();
        self.say(cues)
    }

    /// The games that each side has won; then those of either kind, White's first.
    fn score(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let series = self.referee().series();
        let wins = series.wins();
        let BySide { white, black } = series.score();
        self.say(format_args!(
            "white {} black {}; riatra {}-{}, vela {}-{}",
            wins.white, wins.black, white.riatra, black.riatra, white.vela, black.vela
        ))
    }

    /// The game that is on, was last, or is put up.
    fn round(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let referee = self.referee();
        let round = Round::of(referee.game().start());
        let left = referee.game().position();
        let left = left.left_to_phase_two(referee.rules());
        match round {
            Round::Riatra { starter } => self.say(format_args!("riatra, {starter} starts")),
            Round::Vela { capturer } if left == 0 => {
                self.say(format_args!("vela, {capturer} captures, free"))
            }
            Round::Vela { capturer } => {
                let stones = plural(u32::try_from(left).unwrap_or(u32::MAX), "stone");
                self.say(format_args!("vela, {capturer} captures, {stones} to five"))
            }
        }
    }

    fn record(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [word] = arguments.words()?;
        let Some(word) = word else {
            record::write(self.device.app().referee.game(), "  ", self.out)?;
            return self.done();
        };
        let number = number(word).ok_or(arguments.misuse())?;
        // A number that is too large is none that a game has.
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let mut written = None;
        let has_store = self.device.look_up(&mut |keeper, game| {
            if keeper.load(number, game) {
                written = Some(record::write(game, "  ", self.out));
            }
        });
        match written {
            Some(written) => written?,
            None if has_store => return Err(Refusal::NotKept.into()),
            None => return Err(Refusal::NoStore.into()),
        }
        self.done()
    }

    /// The games that are kept, the oldest first.
    fn games(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let (mut count, mut spoilt, mut written) = (0, 0, Ok(()));
        let has_store = self.device.keep(&mut |keeper, _| {
            spoilt = keeper.games(&mut |head| {
                count += 1;
                written = written.and_then(|()| list(head, self.out));
            });
        });
        if !has_store {
            return Err(Refusal::NoStore.into());
        }
        written?;
        let games = plural(count, "game");
        if spoilt == 0 {
            return self.say(games);
        }
        let parts = plural(spoilt.into(), "part");
        self.say(format_args!("{games}; {parts} damaged or unknown"))
    }

    /// Forgets, once the same was said before: nothing of it comes back.
    fn forget(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [word] = arguments.words()?;
        let what = match word {
            Some("games") => Forget::Games,
            Some("all") => Forget::All,
            _ => return Err(arguments.misuse().into()),
        };
        let mut is_meant = false;
        let has_store = self.device.keep(&mut |keeper, app| {
            is_meant = keeper.is_meant(what, app.now());
            if is_meant {
                if what == Forget::All {
                    app.forget();
                }
                keeper.forget(what);
            }
        });
        if !has_store {
            return Err(Refusal::NoStore.into());
        }
        if is_meant {
            return self.done();
        }
        let (word, lost) = match what {
            Forget::Games => ("games", "all games that have ended"),
            Forget::All => ("all", "every game, the settings and the counters"),
        };
        let seconds = ASKED.0 / 1000;
        self.say(format_args!(
            "say forget {word} again within {seconds} s to lose {lost}"
        ))
    }

    /// All settings, how much was played, and how the store fares.
    fn settings(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let app = self.device.app();
        let board = app.referee.game().start().board();
        writeln!(self.out, "  board {}", board.word())?;
        writeln!(self.out, "  rules {}", app.referee.rules())?;
        writeln!(self.out, "  assist {}", app.assist)?;
        writeln!(self.out, "  brightness {}", app.drive.brightness.level())?;
        match app.sound {
            Some(sound) => writeln!(self.out, "  sound {sound}")?,
            None => writeln!(self.out, "  sound none")?,
        }
        writeln!(self.out, "  level {}", levels(app))?;
        writeln!(self.out, "  judge {}", on_or_off(app.judges()))?;
        let mut written = Ok(());
        let has_store = self.device.keep(&mut |keeper, _| {
            let (played, report) = (keeper.counters(), keeper.report());
            let counts = [
                ("games", played.games),
                ("turns", played.turns),
                ("hours", played.minutes / 60),
                ("restarts", played.starts.saturating_sub(1)),
            ];
            written = counts
                .iter()
                .try_for_each(|(what, count)| writeln!(self.out, "  {what} {count}"))
                .and_then(|()| writeln!(self.out, "  store {report}"));
        });
        if !has_store {
            writeln!(self.out, "  store none")?;
        }
        written?;
        self.done()
    }

    /// `new BOARD|POSITION [capturer=SIDE]`
    fn start_anew(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let (text, capturer) = record::split_capturer(arguments.text);
        let capturer = capturer.map_err(|()| arguments.misuse())?;
        if text.is_empty() {
            return Err(arguments.misuse().into());
        }
        let now = self.device.app().now();
        let referee = self.referee();
        let rules = *referee.rules();
        if let (Some(board), None) = (Board::find(text), capturer) {
            referee.restart(board, now);
            return self.done();
        }
        let setup = match Board::find(text) {
            Some(board) => {
                let starter = capturer.unwrap_or(Side::White);
                Setup::from(Position::riatra(board, starter))
            }
            None => text.parse().map_err(|mut error: ParseError| {
                error.at += arguments.column;
                Refusal::Parse(error)
            })?,
        };
        let setup = Setup { capturer, ..setup };
        let start = setup.position(&rules).map_err(Refusal::Faults)?;
        if start.chain().is_some() {
            return Err(Refusal::MidChain.into());
        }
        referee.put_up(start, now);
        self.done()
    }

    /// Tells the rules; with arguments, sets them for the game that has not begun yet.
    fn rules(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let now = self.device.app().now();
        let referee = self.referee();
        let (rules, game) = (*referee.rules(), referee.game());
        if arguments.text.is_empty() {
            return self.say(rules);
        }
        let is_over = game.outcome().is_some();
        let has_begun = !game.history().is_empty() || referee.position().chain().is_some();
        let start = *game.start();
        let before = Terms {
            rules,
            capturer: start.capturer(),
        };
        let terms = before.amended(arguments.text).map_err(|mut error| {
            error.at += arguments.column;
            Refusal::Terms(error)
        })?;
        if has_begun && !is_over {
            return Err(Refusal::UnderWay.into());
        }
        // A start position that was set with `new` survives a change of the rules.
        let setup = Setup {
            capturer: terms.capturer,
            ..Setup::from(start)
        };
        let is_usual = start == Position::riatra(start.board(), start.side());
        let wanted = setup.position(&terms.rules).map_err(Refusal::Faults)?;
        let keeps_start = !is_over && (!is_usual || terms.capturer.is_some());
        referee.set_rules(terms.rules, keeps_start.then_some(wanted), now);
        tell(self.device, self.out)?;
        self.say(terms.rules)
    }

    fn declare(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let app = self.device.app();
        let now = app.now();
        if app.selftest().is_on() {
            return Err(Refusal::Testing.into());
        }
        let no_game = |_| Refusal::NoGame;
        if arguments.command == Command::Resign {
            let [side] = arguments.words()?;
            let side = match side {
                None => self.referee().game().position().side(),
                Some(word) => Side::find(word).ok_or(arguments.misuse())?,
            };
            self.referee().resign(side, now).map_err(no_game)?;
            return self.done();
        }
        let [] = arguments.words()?;
        if arguments.command == Command::Undo {
            self.device.app().undo().map_err(Refusal::NoTakeback)?;
            return self.done();
        }
        let referee = self.referee();
        match arguments.command {
            Command::Stop => referee.stop(now).map_err(|_| Refusal::NothingToStop)?,
            _ => referee.agree_draw(now).map_err(no_game)?,
        }
        self.done()
    }

    fn assist(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [word] = arguments.words()?;
        if let Some(word) = word {
            self.device.app().assist = Assist::find(word).ok_or(Refusal::NoLevel)?;
        }
        let level = self.device.app().assist;
        self.say(level)
    }

    fn brightness(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [word] = arguments.words()?;
        if let Some(word) = word {
            let level = number(word).and_then(|level| u8::try_from(level).ok());
            let level = level.and_then(Brightness::new);
            self.device.app().drive.brightness = level.ok_or(Refusal::NoBrightness)?;
        }
        let level = self.device.app().drive.brightness.level();
        self.say(level)
    }

    fn sound(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [word] = arguments.words()?;
        let app = self.device.app();
        let mut sound = app.sound.ok_or(Refusal::NoPiezo)?;
        if let Some(word) = word {
            sound = Sound::find(word).ok_or(arguments.misuse())?;
            app.sound = Some(sound);
        }
        self.say(sound)
    }

    /// `level [white|black 1-9|off]`
    fn level(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [side, level] = arguments.words()?;
        let app = self.device.app();
        if let Some(side) = side {
            let side = Side::find(side).ok_or(Refusal::NoStrength)?;
            let level = level.ok_or(Refusal::NoStrength)?;
            let found = number(level).and_then(|level| u8::try_from(level).ok());
            let found = found.and_then(Level::new);
            if found.is_none() && level != "off" {
                return Err(Refusal::NoStrength.into());
            }
            app.set_level(side, found);
        }
        tell(self.device, self.out)?;
        let levels = levels(self.device.app());
        Ok(writeln!(self.out, "= {levels}")?)
    }

    fn hint(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [] = arguments.words()?;
        let asked = self.device.app().ask_hint();
        asked.map_err(|_| Refusal::NoHint)?;
        self.done()
    }

    /// `why POINT [POINT]`, in the game's own points
    fn why(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [from, to] = arguments.words()?;
        let referee = &self.device.app().referee;
        let (position, rules) = (referee.position(), *referee.game().rules());
        let board = position.board();
        let find = |name: &str| {
            let point = Point::find(name).and_then(|it| board.at(it.file(), it.rank()));
            point.ok_or(arguments.misuse())
        };
        let from = find(from.ok_or(arguments.misuse())?)?;
        let why = match to {
            Some(to) => position.why_not(&rules, from, find(to)?),
            None => position.why_stuck(&rules, from),
        };
        match why {
            Some(why) => Ok(writeln!(self.out, "= {}", why.on(board))?),
            None => self.say("nothing forbids it"),
        }
    }

    fn judge(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [word] = arguments.words()?;
        let app = self.device.app();
        match word {
            None => {}
            Some("on") => app.set_judges(true),
            Some("off") => app.set_judges(false),
            Some(_) => return Err(arguments.misuse().into()),
        }
        let judges = app.judges();
        self.say(on_or_off(judges))
    }

    /// The picture, seen from White's edge, and what is wrong with the sensors.
    fn sensors(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [word, point] = arguments.words()?;
        if word.is_some() {
            return self.judge_sensor(arguments, [word, point]);
        }
        let picture = self.device.app().closed();
        for rank in (0..RANKS).rev() {
            write!(self.out, "  {} ", rank + 1)?;
            for point in (0..FILES).filter_map(|file| Point::at(file, rank)) {
                let closed = picture.contains(point);
                self.out.write_str(if closed { "x" } else { "." })?;
            }
            writeln!(self.out)?;
        }
        writeln!(self.out, "    abcdefghi")?;
        let sensors = self.device.app().sensors();
        for report in sensors.troubles() {
            writeln!(self.out, "  {report}")?;
        }
        for report in sensors.harness.faults() {
            writeln!(self.out, "  wire {report}")?;
        }
        let (out_of_step, lost) = sensors.harness.mishaps();
        for (what, count) in [("out-of-step", out_of_step), ("lost", lost)] {
            if count > 0 {
                writeln!(self.out, "  scan {what} {count}")?;
            }
        }
        for margin in self.device.app().margins().worst() {
            writeln!(self.out, "  margin {margin}")?;
        }
        self.say(format_args!("{} closed", picture.len()))
    }

    /// Says that a sensor is dead, or well again.
    fn judge_sensor(&mut self, arguments: Arguments, words: [Option<&str>; 2]) -> Result<(), Stop> {
        let [Some(word), point] = words else {
            return Err(arguments.misuse().into());
        };
        if word == "watch" {
            return self.watch_sensors(arguments, point);
        }
        let point = point.ok_or(arguments.misuse())?;
        let point = PointSet::of(Point::find(point).ok_or(Refusal::NoPoint)?);
        let app = self.device.app();
        match word {
            "dead" => app.mark_dead(point).map_err(|_| Refusal::TooManyDead)?,
            "well" => app.mark_well(point),
            _ => return Err(arguments.misuse().into()),
        }
        self.done()
    }

    /// From now on tells every change of a reed, or no longer.
    fn watch_sensors(&mut self, arguments: Arguments, word: Option<&str>) -> Result<(), Stop> {
        let is_watched = match word {
            None => true,
            Some("off") => false,
            Some(_) => return Err(arguments.misuse().into()),
        };
        self.device.app().set_watched(is_watched);
        self.done()
    }

    /// Begins a self-test, leaves it, or tells what the last one has found; tells how far it is if it is on.
    fn selftest(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let [word] = arguments.words()?;
        let app = self.device.app();
        let is_on = app.selftest().is_on();
        match word {
            None if is_on => {
                let so_far = app.selftest().so_far();
                return self.say(so_far);
            }
            None => app.begin_selftest(),
            Some("off") if is_on => app.end_selftest(),
            Some("off") => return Err(Refusal::NoTest.into()),
            Some("last") => {
                let last = app.selftest().last().cloned();
                return self.say(last.ok_or(Refusal::NeverTested)?);
            }
            Some(_) => return Err(arguments.misuse().into()),
        }
        self.done()
    }

    /// Carries out a command for hands.
    fn obey(&mut self, arguments: Arguments) -> Result<(), Stop> {
        let start = self.referee().game().stones_to_put_up();
        let hands = self.device.hands().ok_or(Refusal::NoHands)?;
        let order = Order::read(arguments, LONGEST_WAIT)?;
        let Order { deed, then } = order.ok_or(arguments.misuse())?;
        let mut stones = hands.stones();
        match deed {
            Deed::Setup => stones = start.white | start.black,
            Deed::Clear => stones = PointSet::EMPTY,
            Deed::Lift(point) => {
                if !stones.remove(point) {
                    return Err(Refusal::Nothing(point).into());
                }
            }
            Deed::Place(point) => {
                if !stones.insert(point) {
                    return Err(Refusal::Occupied(point).into());
                }
            }
            Deed::Wait => {}
            Deed::Press(span) => {
                hands.press(true);
                for _ in 0..span.0 {
                    hands.tick();
                }
                hands.press(false);
            }
            Deed::Reed(point, reed) => hands.stick(point, reed),
            Deed::Cut => hands.cut(),
        }
        hands.put(stones);
        self.pass(then)
    }

    /// Lets time go by and writes the events.
    fn pass(&mut self, span: Millis) -> Result<(), Stop> {
        for _ in 0..span.0 {
            let hands = self.device.hands().ok_or(Refusal::NoHands)?;
            hands.tick();
            tell(self.device, self.out)?;
        }
        self.done()
    }
}
