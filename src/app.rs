//! The straight line: sample, debounce, referee, cues, show.

mod browse;
mod doubt;
mod examine;
pub mod opponent;
pub mod thinker;
mod voice;

use crate::app::doubt::Doubt;
use crate::app::opponent::{News as Thought, Opponent, USUAL};
use crate::app::voice::Voice;
use crate::light::cues::{Assist, Cues};
use crate::light::palette::{Brightness, Drive, Frame, Lights};
use crate::menu::Choices;
use crate::menu::door::Door;
use crate::point::PointSet;
use crate::referee::situation::Phase;
use crate::referee::{self, Referee};
use crate::rules::side::Side;
use crate::selftest::SelfTest;
use crate::selftest::findings::Findings;
use crate::sense::button::{Button, Press};
use crate::sense::debounce::Debounce;
use crate::sense::margins::Margins;
use crate::sense::matrix::Sample;
use crate::sense::sensors::{Report, Sensors};
use crate::sense::wires::{Mishap, News};
use crate::sound::{Sound, Tone};
use crate::time::Millis;

/// The hardware, or what stands for it.
pub trait Panel {
    /// Samples all sensors.
    fn sample(&mut self) -> Sample;
    /// Whether the button is pressed now.
    fn button(&mut self) -> bool {
        false
    }
    /// Lights the points in the frame's colours.
    fn show(&mut self, frame: &Frame);
    /// Plays a tone, without any wait.
    fn play(&mut self, _tone: Tone) {}
}

/// Everything between the sensors and the lights.
///
/// ```
/// use fanorona_board::app::{App, Panel};
/// use fanorona_board::light::cues::Cue;
/// use fanorona_board::light::palette::{DARK, Frame};
/// use fanorona_board::point::{Point, PointSet};
/// use fanorona_board::referee::Referee;
/// use fanorona_board::rules::board::Board;
/// use fanorona_board::rules::options::Rules;
/// use fanorona_board::sense::matrix::Sample;
/// use fanorona_board::time::Millis;
///
/// /// Stones that stand, and lights that were shown.
/// struct Wood {
///     stones: PointSet,
///     frame: Frame,
/// }
///
/// impl Panel for Wood {
///     fn sample(&mut self) -> Sample {
///         self.stones.into()
///     }
///
///     fn show(&mut self, frame: &Frame) {
///         self.frame = *frame;
///     }
/// }
///
/// let mut app = App::new(Referee::new(Board::Tsivy, Rules::STANDARD, 0));
/// let mut wood = Wood { stones: PointSet::EMPTY, frame: [DARK; Point::COUNT] };
/// app.tick(&mut wood, Millis(1));
///
/// // An empty board asks for all 44 stones, each in its colour.
/// assert_eq!(app.cues()[Cue::White].len(), 22);
/// assert_eq!(app.cues()[Cue::Black].len(), 22);
/// assert_eq!(wood.frame.iter().filter(|&&light| light != DARK).count(), 44);
/// ```
#[derive(Clone, Debug)]
pub struct App {
    sensors: Sensors,
    debounce: Debounce,
    button: Button,
    /// Which reed is to blame, since the button asked for it and nothing was touched.
    doubt: Option<Doubt>,
    door: Door,
    selftest: SelfTest,
    margins: Margins,
    /// What the menu shows, while it is open, and how often that, or what a self-test shows, has changed.
    choices: Option<Choices>,
    browsed: u32,
    /// How often the menu has changed a setting.
    chosen: u32,
    voice: Voice,
    opponent: Opponent,
    /// Decides which turns the settled pictures mean.
    pub referee: Referee,
    /// How much the lights help.
    pub assist: Assist,
    /// How bright the lights are.
    pub drive: Drive,
    /// Whether tones are played; none if the board cannot.
    pub sound: Option<Sound>,
    shown: Option<Shown>,
    /// The picture that was told last, while all changes of reeds are to be told.
    watched: Option<PointSet>,
    /// The moment of the last tick.
    now: Millis,
}

/// The moment of the start. Not zero: what was played before it has a time too.
const DAWN: Millis = Millis(60 * 60_000);

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// In the game.
    Game(referee::Event),
    /// A sensor fails, or has recovered.
    Sensor(Report),
    /// A wire fails or has recovered, or the scan has stumbled.
    Wire(News),
    /// A self-test has ended.
    Tested(Findings),
    /// The board has thought.
    Thought(Thought),
    /// These reeds have closed, while they are watched.
    Closed(PointSet),
    /// The same, of reeds that have opened.
    Opened(PointSet),
}

/// Everything except the time that the lights depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scene {
    /// How often the situation, what the menu shows, or what else is lit has changed: all are large, and this is compared
    /// every millisecond.
    changes: u32,
    assist: Assist,
    drive: Drive,
    /// How often it has changed which sensors are well.
    sensors: u32,
}

/// The lights that are shown.
#[derive(Clone, Debug)]
struct Shown {
    scene: Scene,
    cues: Cues,
    lights: Lights,
    /// The moment at which the cues were first shown.
    since: Millis,
    /// The moment of the next change of a blinking or breathing light, if there is one.
    due: Option<Millis>,
}

impl App {
    /// An app with a referee. Constant, so that a static of it needs no stack.
    #[must_use]
    pub const fn new(mut referee: Referee) -> Self {
        referee.begin_at(DAWN);
        Self {
            sensors: Sensors::new(),
            debounce: Debounce::new(),
            button: Button::new(),
            doubt: None,
            door: Door::new(),
            selftest: SelfTest::NEW,
            margins: Margins::NEW,
            choices: None,
            browsed: 0,
            chosen: 0,
            voice: Voice::new(),
            opponent: Opponent::new(),
            referee,
            assist: Assist::Play,
            drive: Drive::USUAL,
            sound: Some(Sound::Off),
            shown: None,
            watched: None,
            now: DAWN,
        }
    }

    /// Becomes a copy of another app, part by part: no copy of the whole stands on the stack.
    #[inline(never)]
    pub fn copy(&mut self, other: &Self) {
        // All fields are named, so that none is forgotten.
        let Self {
            sensors,
            debounce,
            button,
            doubt,
            door,
            selftest,
            margins,
            choices,
            browsed,
            chosen,
            voice,
            opponent,
            referee,
            assist,
            drive,
            sound,
            shown,
            watched,
            now,
        } = other;
        self.referee.copy(referee);
        self.sensors.clone_from(sensors);
        self.debounce.clone_from(debounce);
        self.selftest.clone_from(selftest);
        self.margins.clone_from(margins);
        self.shown.clone_from(shown);
        self.watched = *watched;
        (self.button, self.doubt) = (*button, *doubt);
        (self.door, self.choices) = (*door, *choices);
        (self.browsed, self.chosen) = (*browsed, *chosen);
        (self.voice, self.sound) = (*voice, *sound);
        self.opponent = *opponent;
        (self.assist, self.drive, self.now) = (*assist, *drive, *now);
    }

    /// The moment of the last tick, for the referee.
    #[must_use]
    pub const fn now(&self) -> Millis {
        self.now
    }

    /// The time from the start to the last tick.
    #[must_use]
    pub fn uptime(&self) -> Millis {
        self.now - DAWN
    }

    /// Runs the line once; to be called every millisecond, with the time since the start.
    pub fn tick(&mut self, panel: &mut impl Panel, uptime: Millis) {
        let now = DAWN + uptime;
        self.now = now;
        let settled = self.debounce.settled();
        let believed = self.sensors.believe(panel.sample(), settled);
        let changed = self.debounce.sample(believed);
        if believed != settled || self.margins.is_measuring() {
            self.measure(believed, settled);
        }
        if self.sensors.settle(changed) {
            self.heed();
        }
        if self.sensors.is_at_a_loss() {
            self.wonder();
        }
        if self.doubt.is_some() {
            self.look_for_culprit(now);
        }
        self.look(changed, now);
        if let Some(press) = self.button.sample(panel.button()) {
            self.press(press, now);
        }
        if self.opponent.is_awake {
            self.consider();
        }
        if let Some(frame) = self.light(now) {
            panel.show(&frame);
            let tone = self.voice.take();
            if let (Some(tone), Some(Sound::On)) = (tone, self.sound) {
                panel.play(tone);
            }
        }
    }

    /// What the lights are to mean now.
    #[must_use]
    pub fn cues(&self) -> Cues {
        let mut cues = self.plain_cues();
        self.opponent.mark(&mut cues);
        cues
    }

    /// For how long nothing has changed, if nobody waits for the lights: no stone is in a hand, the menu is shut, and no
    /// self-test is on.
    #[must_use]
    pub fn rest(&self) -> Option<Millis> {
        let rest = self.referee.rest(self.now);
        rest.filter(|_| !self.door.is_open() && !self.selftest.is_on())
    }

    /// The points that seem to be closed.
    #[must_use]
    pub const fn closed(&self) -> PointSet {
        self.debounce.settled()
    }

    /// What is known of the sensors themselves.
    #[must_use]
    pub const fn sensors(&self) -> &Sensors {
        &self.sensors
    }

    /// Becomes as new, but for what is known of the stones and the time: waits for the stones of the first game.
    pub fn forget(&mut self) {
        self.assist = Assist::Play;
        self.drive.brightness = Brightness::ROOM;
        self.sound = self.sound.map(|_| Sound::Off);
        self.remember_dead(PointSet::EMPTY);
        self.selftest.recall(None);
        for side in Side::BOTH {
            self.set_level(side, None);
        }
        self.set_usual_level(USUAL);
        self.set_judges(false);
        self.referee.forget(self.now);
    }

    /// Notes a mishap of the scan.
    pub fn stumble(&mut self, mishap: Mishap) {
        self.sensors.harness.stumble(mishap);
    }

    /// The next unread event.
    pub fn event(&mut self) -> Option<Event> {
        let wire = self.sensors.harness.news().map(Event::Wire);
        let sensor = wire.or_else(|| self.sensors.report_next().map(Event::Sensor));
        let tested = sensor.or_else(|| self.selftest.news().map(Event::Tested));
        let game = tested.or_else(|| self.referee.event().map(Event::Game));
        let thought = game.or_else(|| self.opponent.news().map(Event::Thought));
        thought.or_else(|| self.next_watched())
    }

    /// From now on all changes of reeds are told as events, or no longer.
    pub fn set_watched(&mut self, is_watched: bool) {
        self.watched = is_watched.then_some(self.closed());
    }

    /// What has changed since it was told last.
    #[inline(never)]
    fn next_watched(&mut self) -> Option<Event> {
        let (now, before) = (self.closed(), self.watched?);
        let (closed, opened) = (now - before, before - now);
        if !opened.is_empty() {
            self.watched = Some(before - opened);
            return Some(Event::Opened(opened));
        }
        self.watched = Some(now);
        (!closed.is_empty()).then_some(Event::Closed(closed))
    }

    /// A short press stops a chain, or says that all is as it should be; where there is nothing of the kind, it blames a reed if
    /// the lights ask in vain. A long one takes back. Either leaves a self-test, or the menu.
    #[inline(never)]
    fn press(&mut self, press: Press, now: Millis) {
        if self.selftest.is_on() {
            self.end_selftest();
            return;
        }
        if self.door.is_open() {
            self.return_to_game();
            return;
        }
        match press {
            // An undo that is refused changes nothing, so the lights stay as they are.
            Press::Held => drop(self.undo()),
            Press::Short(span) => {
                let since = now - Millis(span.into());
                // While the light of a reed asks, the button answers that.
                if self.doubt.is_some() || self.referee.stop_since(since, now).is_err() {
                    self.blame();
                }
            }
        }
    }

    /// The frame to show from now on; none while the last frame stays.
    fn light(&mut self, now: Millis) -> Option<Frame> {
        let shown = match &self.shown {
            Some(shown) if shown.scene == self.scene() => {
                if shown.due.is_none_or(|due| now < due) {
                    return None;
                }
                self.shown.as_mut()
            }
            _ => Some(self.redraw(now)),
        }?;
        let shown_for = now - shown.since;
        let due = shown.lights.next_change(shown_for);
        shown.due = due.map(|due| shown.since + due);
        Some(shown.lights.frame(shown_for, shown.scene.drive))
    }

    /// Computes the lights of the present scene.
    fn redraw(&mut self, now: Millis) -> &mut Shown {
        self.voice.hear(&self.referee);
        if self.sensors.has_moved() {
            self.recheck();
        }
        let scene = self.scene();
        let cues = self.cues();
        // While the board asks for the reed itself, the stones stay asked for.
        if self.blamed().is_empty() {
            let phases = [Phase::Setup, Phase::Resume, Phase::Wrong];
            let is_wrong = phases.contains(&cues.phase());
            self.sensors.ask(cues.asks(), is_wrong);
        }
        // While the cues are the same, blinking goes on in its phase.
        let same = self.shown.as_ref().filter(|before| before.cues == cues);
        let since = same.map_or(now, |before| before.since);
        self.shown.insert(Shown {
            scene,
            cues,
            lights: Lights::of(&cues),
            since,
            due: None,
        })
    }

    fn scene(&self) -> Scene {
        Scene {
            changes: self
                .referee
                .changes()
                .wrapping_add(self.browsed)
                .wrapping_add(self.opponent.marked),
            assist: self.assist,
            drive: self.drive,
            sensors: self.sensors.stirs(),
        }
    }
}

impl App {
    /// While a diode is bridged or a wire faulty nothing is known of the stones, so nothing else is shown; nor while the board
    /// asks whether a reed is dead.
    #[inline(never)]
    fn plain_cues(&self) -> Cues {
        let situation = self.referee.situation();
        let only = self.sensors.blind() | self.blamed();
        if !only.is_empty() {
            return Cues::only_dead(situation, only);
        }
        if self.selftest.is_on() {
            return self.selftest.cues(situation.side);
        }
        match &self.choices {
            Some(Choices {
                offered,
                chosen,
                extra,
            }) => Cues::of_menu(situation.side, *offered, *chosen, *extra),
            None => Cues::of(situation, self.assist).with_dead(self.sensors.dead()),
        }
    }
}
