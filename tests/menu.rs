//! The menu and the tones: what stones choose, what nobody chooses by accident, and what is heard.

mod common;

use common::figure;
use common::random::Random;
use common::rig::Rig;
use common::virtual_board::VirtualBoard;
use common::{rounds, turns};
use fanorona_board::app::{App, Panel};
use fanorona_board::console::{self, Device};
use fanorona_board::light::cues::Cue;
use fanorona_board::light::palette::Frame;
use fanorona_board::menu::KEY;
use fanorona_board::menu::door::{KNOCK, QUIET};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::{Preset, Rules};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;
use fanorona_board::sense::matrix::Sample;
use fanorona_board::sound::{Sound, Tone};
use fanorona_board::store::image::{Image, Section};
use fanorona_board::time::Millis;

fn say(device: &mut dyn Device, line: &str) -> String {
    let mut answer = String::new();
    console::answer(device, Ok(line), &mut answer).unwrap();
    answer
}

#[test]
fn ten_quiet_minutes_leave_the_menu_and_the_stone_that_stands_there_opens_nothing() {
    let mut board = VirtualBoard::new(0);
    let opened = say(&mut board, &format!("place e3 {}", KNOCK.0 + 10));
    assert_eq!(opened, "* phase menu\n=\n");
    // Something happens, and the time begins anew.
    say(&mut board, &format!("wait {}", QUIET.0 - 10_000));
    say(&mut board, "place b1 1000");
    say(&mut board, "lift b1 0");
    assert_eq!(
        say(&mut board, &format!("wait {}", QUIET.0 - 10_000)),
        "=\n"
    );
    assert_eq!(say(&mut board, "wait 20000"), "* phase setup\n=\n");
    assert_eq!(say(&mut board, &format!("wait {}", QUIET.0)), "=\n");
    assert_eq!(say(&mut board, "brightness"), "= 1\n");
    say(&mut board, "lift e3");
    assert_eq!(say(&mut board, "place e3 1100"), "* phase menu\n=\n");
}

/// Hands that move a stone every 300 ms choose the rules, put all 44 stones up, and play.
#[test]
fn a_lemurs_match_begins_with_stones_alone() {
    let mut board = VirtualBoard::new(0);
    let choose = ["place e3 1010", "place e5", "lift e5", "lift e3 510"];
    let start = (Board::Tsivy.start().both() - set("i5")).iter();
    let put_up = start.map(|point| format!("place {point}"));
    let mut heard = String::new();
    for line in choose.map(String::from).into_iter().chain(put_up) {
        heard += &say(&mut board, &line);
    }
    heard += &say(&mut board, "place i5 510");
    assert_eq!(say(&mut board, "rules"), "= lemurs\n");
    assert!(heard.ends_with("* phase to-move\n=\n"), "{heard}");
    let (choosing, all) = (1010 + 300 + 300 + 510, board.app().uptime().0);
    assert_eq!(all, choosing + 43 * 300 + 510);
    figure::record("menu.choosing", choosing);
    figure::record("menu.first-move", all);
}

/// Stones that stand, and tones that were heard.
#[derive(Default)]
struct Wood {
    stones: PointSet,
    tones: Vec<Tone>,
}

impl Panel for Wood {
    fn sample(&mut self) -> Sample {
        self.stones.into()
    }

    fn show(&mut self, _: &Frame) {}

    fn play(&mut self, tone: Tone) {
        self.tones.push(tone);
    }
}

/// An app with its panel.
struct Table {
    app: App,
    wood: Wood,
}

impl Table {
    fn new(board: Board, sound: Option<Sound>) -> Self {
        let mut app = App::new(Referee::new(board, Rules::STANDARD, 0));
        app.sound = sound;
        let wood = Wood::default();
        Self { app, wood }
    }

    /// Lifts these stones, puts those down, and lets time go by; tells which tones were heard.
    fn act(&mut self, lift: &str, place: &str, span: u64) -> Vec<Tone> {
        self.wood.stones -= set(lift);
        self.wood.stones |= set(place);
        for _ in 0..span {
            let uptime = self.app.uptime() + Millis(1);
            self.app.tick(&mut self.wood, uptime);
        }
        std::mem::take(&mut self.wood.tones)
    }
}

fn set(names: &str) -> PointSet {
    let names = names.split_ascii_whitespace();
    names.map(|name| Point::find(name).unwrap()).collect()
}

#[test]
fn a_board_without_a_piezo_offers_no_sound() {
    let mut table = Table::new(Board::Tsivy, None);
    table.act("", "e3", 1100);
    assert_eq!(table.app.cues().phase(), Phase::Menu);
    assert!((table.app.cues().lit() & set("h5 i5")).is_empty());
    assert!(table.act("", "i5", 300).is_empty());
    assert_eq!(table.app.cues()[Cue::Extra], set("i5"));
    assert_eq!(table.app.sound, None);
    let refused = say(&mut table.app, "sound on");
    assert_eq!(refused, "* phase menu\n? this board has no piezo\n");
    assert!(say(&mut table.app, "settings").contains("\n  sound none\n"));
    table.app.forget();
    assert_eq!(table.app.sound, None);
}

#[test]
fn tones_say_what_happens() {
    let mut table = Table::new(Board::Telo, Some(Sound::On));
    let start = "d2 e2 f2 d3 f3 d4 e4 f4";
    assert_eq!(table.act("", start, 1000), [], "putting up is silent");
    assert_eq!(table.act("f3", "", 300), []);
    assert_eq!(table.act("", "f3", 300), [Tone::Landing], "put back");
    table.act("f3", "", 300);
    assert_eq!(table.act("", "e3", 300), [Tone::Landing]);
    assert_eq!(table.act("d3", "", 300), [], "a capture is no landing");
    assert_eq!(table.act("d2 e2", "", 1000), [Tone::Wrong], "once");
    assert_eq!(table.act("", "d2 e2", 1000), [Tone::Landing]);
    let now = table.app.now();
    table.app.referee.resign(Side::White, now).unwrap();
    assert_eq!(table.act("", "", 1000), [Tone::End]);
    assert_eq!(table.act("e3", "", 1000), [], "they are put away");
}

#[test]
fn a_slide_is_heard_once() {
    let mut table = Table::new(Board::Telo, Some(Sound::On));
    table.act("", "d2 e2 f2 d3 f3 d4 e4 f4", 1000);
    let mut heard = table.act("", "e3", 40);
    heard.extend(table.act("f3", "", 1000));
    assert_eq!(heard, [Tone::Landing]);
}

#[test]
fn a_board_whose_sound_is_off_is_silent() {
    for sound in [None, Some(Sound::Off)] {
        let mut table = Table::new(Board::Telo, sound);
        table.act("", "d2 e2 f2 d3 f3 d4 e4 f4", 1000);
        table.act("f3", "", 300);
        assert_eq!(table.act("", "e3", 300), []);
        assert_eq!(table.act("d2 e2 f2", "", 1000), []);
    }
}

#[test]
fn in_the_menu_a_choice_is_heard_and_so_is_a_stone_beside_it() {
    let mut table = Table::new(Board::Tsivy, Some(Sound::On));
    assert_eq!(table.act("", "e3", 1100), []);
    assert_eq!(table.act("", "b5", 300), [Tone::Landing]);
    assert_eq!(*table.app.referee.rules(), Rules::of(Preset::Booklet));
    assert_eq!(table.act("", "f3", 300), [Tone::Wrong]);
    assert_eq!(table.act("", "h5", 300), [], "off is off");
}

#[test]
fn what_was_kept_before_there_was_sound_is_read() {
    let mut image = Image::new();
    image.take(Section::Settings, &[1, 0, 2, 3]);
    let mut app = App::new(Referee::new(Board::Tsivy, Rules::STANDARD, 0));
    assert!(image.give(&mut app));
    assert_eq!(app.sound, Some(Sound::Off));
    assert_eq!(app.drive.brightness.level(), 3);
    image.take(Section::Settings, &[1, 0, 2, 3, 3, 1]);
    assert!(image.give(&mut app));
    assert_eq!(app.sound, Some(Sound::On));
    // A board without a piezo stays silent, whatever another has kept.
    app.sound = None;
    assert!(image.give(&mut app));
    assert_eq!(app.sound, None);
    image.take(Section::Settings, &[3, 2]);
    assert!(!image.give(&mut app));
}

/// Hands that put positions up as slowly as they like, in any order, and clear them as slowly.
struct Slow {
    random: Random,
    rig: Rig,
    rules: Rules,
}

impl Slow {
    fn pause(&mut self) -> u64 {
        match self.random.below(4) {
            0 => 20 + self.random.below(100) as u64,
            1 => 200 + self.random.below(500) as u64,
            _ => 900 + self.random.below(2500) as u64,
        }
    }

    /// Changes these points one by one; the middle of the panel first, last, or anywhere.
    fn toggle(&mut self, points: PointSet) {
        let mut order: Vec<Point> = points.iter().collect();
        self.random.shuffle(&mut order);
        match self.random.below(3) {
            0 => order.sort_by_key(|&point| point != KEY),
            1 => order.sort_by_key(|&point| point == KEY),
            _ => {}
        }
        for point in order {
            self.rig.toggle(PointSet::of(point));
            let pause = self.pause();
            self.rig.wait(pause);
        }
    }

    /// A position after some turns: of a small board, so that many have few stones.
    fn any_position(&mut self) -> Position {
        let board = self
            .random
            .pick(&[Board::Telo, Board::Telo, Board::Dimy, Board::Tsivy]);
        let mut position = Position::riatra(board, Side::White);
        for _ in 0..self.random.below(12) {
            let all = turns(&position, &self.rules);
            if all.is_empty() {
                break;
            }
            let (_, after) = self.random.pick(&all);
            // Both sides have a stone, so that the game is on.
            if after.stones().white.is_empty() || after.stones().black.is_empty() {
                break;
            }
            position = after;
        }
        position
    }

    fn set_up(&mut self) {
        let position = self.any_position();
        self.rig.tell(|referee, now| referee.put_up(position, now));
        self.toggle(position.occupied());
        self.rig.wait(1000);
        // In the midst of the game all stones come off, and go on again.
        self.toggle(position.occupied());
        self.rig.wait(1000);
        self.toggle(position.occupied());
        self.rig.wait(1000);
        assert_eq!(self.rig.referee().game().start(), &position);
        if self.random.percent(30) {
            let _ = self.rig.tell(Referee::agree_draw);
        }
        self.toggle(self.rig.picture());
        self.rig.wait(1000);
    }
}

#[test]
fn nobody_gets_into_the_menu_by_putting_stones_up_however_slowly() {
    let (mut set_ups, mut with_key, mut entered) = (0, 0, 0);
    for seed in 1..=rounds(60, 1) as u64 {
        let referee = Referee::new(Board::Tsivy, Rules::STANDARD, seed);
        let mut slow = Slow {
            random: Random::seeded(seed),
            rig: Rig::new(referee, !seed, false),
            rules: Rules::STANDARD,
        };
        for _ in 0..10 {
            slow.set_up();
            set_ups += 1;
            let start = slow.rig.referee().game().start();
            with_key += usize::from(start.occupied().contains(KEY));
        }
        let before = slow.rig.menus;
        entered += before;
        // And who asks for it before a game gets there.
        slow.rig
            .tell(|referee, now| referee.restart(Board::Tsivy, now));
        slow.rig.toggle(PointSet::of(KEY));
        slow.rig.wait(2000);
        assert_eq!(slow.rig.menus, before + 1, "seed {seed}");
    }
    assert!(with_key * 4 > set_ups, "{with_key} of {set_ups}");
    figure::record("menu.set-ups", set_ups);
    figure::record("menu.set-ups.entered", entered);
    assert_eq!(entered, 0);
}
