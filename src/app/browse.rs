//! The menu in the line: while it is open the referee sees no picture, and stones choose.

use crate::app::App;
use crate::menu::{self, Choices, KEY, Value};
use crate::point::{Point, PointSet};
use crate::referee::situation::Phase;
use crate::rules::options::Rules;
use crate::rules::side::Side;
use crate::sound::Tone;
use crate::time::Millis;

impl App {
    /// Takes the settled picture to the referee, or to the menu while it is open.
    pub(super) fn look(&mut self, changed: PointSet, now: Millis) {
        let settled = self.debounce.settled();
        let picture = settled - self.sensors.unknown();
        // Most of the time nothing changes, and the door is shut. A reed that is no longer believed is a change too.
        if changed.is_empty() && picture == self.door.picture() && self.door.is_shut() {
            self.referee.see(settled, now);
        } else {
            if self.doubt.is_some() && !changed.is_empty() {
                self.believe_blame(now);
            }
            self.voice.note(changed, picture);
            self.watch(picture, now);
        }
    }

    /// The same, where the menu may open, or is open.
    #[inline(never)]
    fn watch(&mut self, picture: PointSet, now: Millis) {
        if self.selftest.is_on() {
            self.examine(self.debounce.settled(), now);
        } else if self.door.is_open() {
            self.browse(picture, now);
        } else {
            self.referee.see(picture, now);
            if self.door.is_knocked(picture, now) && self.may_open() {
                self.door.open(now);
                self.referee.stand_aside(Phase::Menu);
            }
        }
        self.show_choices();
    }

    /// Whether the menu is open.
    #[must_use]
    pub const fn is_in_menu(&self) -> bool {
        self.door.is_open()
    }

    /// How often the menu has changed a setting.
    #[must_use]
    pub const fn chosen(&self) -> u32 {
        self.chosen
    }

    /// Notes what the menu shows, while it is open: every millisecond, because the console may change it too.
    fn show_choices(&mut self) {
        let choices = self.door.is_open().then(|| self.choices());
        if choices != self.choices {
            self.choices = choices;
            self.browsed = self.browsed.wrapping_add(1);
        }
    }

    #[cold]
    fn choices(&self) -> Choices {
        let mut choices = Choices::default();
        for (point, value) in menu::values() {
            if self.offers(value) {
                choices.offered.add(point);
            }
            if self.is_chosen(value) {
                choices.chosen.add(point);
            }
        }
        choices.extra = self.door.picture() - choices.offered - PointSet::of(KEY);
        choices
    }

    /// Whether it is the menu that a stone alone on the key means: not if play, or a position to be put up, has a stone
    /// there, and not if its reed is not to be trusted.
    #[cold]
    fn may_open(&self) -> bool {
        let is_trusted = self.sensors.blind().is_empty() && !self.sensors.dead().contains(KEY);
        is_trusted && self.referee.disowns(KEY)
    }

    /// The menu sees a picture.
    #[cold]
    fn browse(&mut self, picture: PointSet, now: Millis) {
        let landed = self.door.landed(picture, now);
        if !landed.is_empty() && self.is_putting_up(picture) {
            self.door.shut();
            self.come_back(picture, now);
            return;
        }
        for point in landed {
            self.land(point, now);
        }
        if self.door.is_left(now) {
            self.come_back(picture, now);
        }
    }

    /// Whether stones in the menu mean that a game is put up: they stand on two values of one setting, and what has stood on the
    /// key since power-on may be a reed that sticks.
    fn is_putting_up(&self, picture: PointSet) -> bool {
        !self.sensors.has_changed(KEY) && menu::is_at_odds(picture)
    }

    /// Lets the referee see the stones again.
    pub(super) fn come_back(&mut self, picture: PointSet, now: Millis) {
        // As of the last change: what stands has been at rest since.
        self.referee.see(picture, self.door.changed_at());
        self.referee.see(picture, now);
        self.referee.come_back();
    }

    /// A stone has landed in the menu: it chooses what lies there.
    fn land(&mut self, point: Point, now: Millis) {
        // Also where all lights stay as they are, the tone is due.
        self.browsed = self.browsed.wrapping_add(1);
        let value = menu::values().find(|&(at, _)| at == point);
        match value {
            Some((_, value)) if self.offers(value) => {
                self.choose(value, now);
                self.voice.say(Tone::Landing);
            }
            _ => self.voice.say(Tone::Wrong),
        }
    }

    /// Whether this board has such a setting.
    const fn offers(&self, value: Value) -> bool {
        match value {
            Value::Sound(_) => self.sound.is_some(),
            Value::Rules(_)
            | Value::Game(_)
            | Value::Assist(_)
            | Value::Brightness(_)
            | Value::Plays(_)
            | Value::Level(_) => true,
        }
    }

    /// Whether a value is in force.
    fn is_chosen(&self, value: Value) -> bool {
        match value {
            Value::Rules(preset) => *self.referee.rules() == Rules::of(preset),
            Value::Game(board) => self.referee.series().board() == board,
            Value::Assist(assist) => self.assist == assist,
            Value::Brightness(brightness) => self.drive.brightness == brightness,
            Value::Sound(sound) => self.sound == Some(sound),
            Value::Plays(plays) => {
                let is_so = |side| self.level(side).is_some() == plays.has(side);
                Side::BOTH.into_iter().all(is_so)
            }
            Value::Level(level) => {
                let levels = Side::BOTH.map(|side| self.level(side));
                let mut levels = levels.into_iter().flatten().chain([self.usual_level()]);
                levels.next() == Some(level)
            }
        }
    }

    /// Puts a value into force. Other rules, or another game, begin a match.
    fn choose(&mut self, value: Value, now: Millis) {
        if self.is_chosen(value) {
            return;
        }
        self.chosen = self.chosen.wrapping_add(1);
        match value {
            Value::Rules(preset) => self.referee.set_rules(Rules::of(preset), None, now),
            Value::Game(board) => self.referee.restart(board, now),
            Value::Assist(assist) => self.assist = assist,
            Value::Brightness(brightness) => self.drive.brightness = brightness,
            Value::Sound(sound) => self.sound = Some(sound),
            Value::Plays(plays) => {
                for side in Side::BOTH {
                    let level = self.usual_level();
                    self.set_level(side, plays.has(side).then_some(level));
                }
            }
            Value::Level(level) => self.set_usual_level(level),
        }
    }
}
