//! The whole line over a virtual panel, in virtual time.

use super::random::Random;
use fanorona_board::app::{App, Panel};
use fanorona_board::light::palette::Frame;
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::{Phase, Situation};
use fanorona_board::sense::debounce::Debounce;
use fanorona_board::sense::matrix::Sample;
use fanorona_board::time::Millis;

/// Contacts chatter for 0.1 to 1 ms; here they do so for one to three samples.
const CHATTER: usize = 3;
/// Samples after a movement until nothing changes any more but by the clock.
const BUSY: u64 = CHATTER as u64 + Debounce::SAMPLES as u64 + 1;
/// How long after a change of the settled picture the referee may decide something, or the menu open.
const RESTS: [u64; 10] = [160, 500, 660, 1000, 1500, 2000, 2160, 2500, 3500, 5500];

/// An app on a table with stones.
pub struct Rig {
    pub app: App,
    wires: Wires,
    now: Millis,
    busy_until: Millis,
    /// Moments at which something may be decided.
    due: Vec<Millis>,
    /// Whether every millisecond is stepped through, also those in which nothing can happen.
    patient: bool,
    /// What is done beside the line after every step; tells for how long hands wait if the board was switched on anew.
    pub beside: Option<Beside>,
    /// When the board was switched on.
    begun: Millis,
    /// How often the menu was entered, and whether it is open.
    pub menus: usize,
    is_in_menu: bool,
}

type Beside = Box<dyn FnMut(&mut App) -> Option<u64>>;

struct Wires {
    stones: PointSet,
    /// Reeds that stay open, and those that stay closed.
    open: PointSet,
    shut: PointSet,
    chattering: PointSet,
    left: [u8; Point::COUNT],
    random: Random,
    debounce: Debounce,
    changed: bool,
    pressed: bool,
}

impl Panel for Wires {
    fn sample(&mut self) -> Sample {
        let mut sample = self.stones;
        for point in self.chattering {
            if self.random.percent(50) {
                sample.add(point);
            } else {
                sample.discard(point);
            }
            self.left[point.index()] -= 1;
            if self.left[point.index()] == 0 {
                self.chattering.discard(point);
            }
        }
        let sample = (sample - self.open) | self.shut;
        self.changed |= !self.debounce.sample(sample).is_empty();
        sample.into()
    }

    fn button(&mut self) -> bool {
        self.pressed
    }

    fn show(&mut self, _: &Frame) {}
}

impl Rig {
    pub fn new(referee: Referee, seed: u64, patient: bool) -> Self {
        Self {
            app: App::new(referee),
            wires: Wires {
                stones: PointSet::EMPTY,
                open: PointSet::EMPTY,
                shut: PointSet::EMPTY,
                chattering: PointSet::EMPTY,
                left: [0; Point::COUNT],
                random: Random::seeded(seed),
                debounce: Debounce::default(),
                changed: false,
                pressed: false,
            },
            now: Millis(0),
            busy_until: Millis(0),
            due: Vec::new(),
            patient,
            beside: None,
            begun: Millis(0),
            menus: 0,
            is_in_menu: false,
        }
    }

    pub const fn now(&self) -> Millis {
        self.now
    }

    pub const fn referee(&self) -> &Referee {
        &self.app.referee
    }

    pub const fn situation(&self) -> &Situation {
        self.app.referee.situation()
    }

    pub const fn phase(&self) -> Phase {
        self.situation().phase
    }

    /// Where stones stand.
    pub const fn picture(&self) -> PointSet {
        self.wires.stones
    }

    /// From now on these reeds stay open, and those stay closed, whatever stands there.
    pub fn stick(&mut self, open: PointSet, shut: PointSet) {
        (self.wires.open, self.wires.shut) = (open, shut);
        self.busy_until = self.now + Millis(BUSY);
    }

    /// Presses the button, or lets it go.
    pub const fn press(&mut self, pressed: bool) {
        self.wires.pressed = pressed;
    }

    /// Lifts what stands on these points and puts stones on those that are empty, all at once.
    pub fn toggle(&mut self, points: PointSet) {
        let stones = self.wires.stones;
        self.wires.stones = (stones - points) | (points - stones);
        self.wires.chattering |= points;
        for point in points {
            let samples = 1 + self.wires.random.below(CHATTER);
            self.wires.left[point.index()] = u8::try_from(samples).expect("few");
        }
        self.busy_until = self.now + Millis(BUSY);
    }

    /// Lets time go by. Milliseconds in which nothing can happen are left out.
    pub fn wait(&mut self, span: u64) {
        self.watch(span, |_, _| {});
    }

    /// The same, with a look at the app after every step.
    pub fn watch(&mut self, span: u64, mut look: impl FnMut(&mut App, Millis)) {
        let end = self.now + Millis(span);
        while self.now < end {
            self.now = if self.patient || self.now < self.busy_until {
                self.now + Millis(1)
            } else {
                let due = self.due.iter().copied().filter(|&due| due > self.now);
                due.min().map_or(end, |due| due.min(end))
            };
            self.tick();
            look(&mut self.app, self.now);
        }
    }

    fn tick(&mut self) {
        self.app.tick(&mut self.wires, self.now - self.begun);
        let was_in_menu = core::mem::replace(&mut self.is_in_menu, self.app.is_in_menu());
        self.menus += usize::from(self.is_in_menu && !was_in_menu);
        if let Some(beside) = &mut self.beside
            && let Some(pause) = beside(&mut self.app)
        {
            self.begun = self.now;
            for _ in 0..pause {
                self.now = self.now + Millis(1);
                self.tick();
            }
        }
        if core::mem::take(&mut self.wires.changed) {
            let now = self.now;
            self.due.retain(|&due| due > now);
            self.due.extend(RESTS.map(|rest| now + Millis(rest)));
        }
    }

    /// Tells the referee something, as a button or the console would.
    pub fn tell<T>(&mut self, what: impl FnOnce(&mut Referee, Millis) -> T) -> T {
        let now = self.app.now();
        let told = what(&mut self.app.referee, now);
        self.busy_until = self.now + Millis(BUSY);
        told
    }
}
