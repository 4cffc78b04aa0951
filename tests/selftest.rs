//! The self-test with reeds that fail, and a hand that follows the lights or does not.

mod common;

use common::figure;
use common::random::Random;
use fanorona_board::app::{App, Event, Panel};
use fanorona_board::console;
use fanorona_board::light::cues::{Cue, Cues};
use fanorona_board::light::palette::{DARK, Drive, Frame, IDLE_MA, current_ma};
use fanorona_board::point::{Point, PointSet};
use fanorona_board::referee::Referee;
use fanorona_board::referee::situation::Phase;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::selftest::{BOUNCE, COLOUR, PATIENCE, PAUSE, QUIET, SHOWN, way};
use fanorona_board::sense::margins::STILL;
use fanorona_board::sense::matrix::Sample;
use fanorona_board::store::image::{Image, Section};
use fanorona_board::time::Millis;

fn point(name: &str) -> Point {
    Point::find(name).unwrap()
}

fn set(names: &str) -> PointSet {
    names.split_ascii_whitespace().map(point).collect()
}

/// Stones, and reeds that may fail.
struct Wood {
    stones: PointSet,
    /// Reeds that never close, and those that never open.
    open: PointSet,
    closed: PointSet,
    /// Points whose reeds answer for each other.
    swapped: Vec<(Point, Point)>,
    /// A point, and another whose reed a stone there closes too.
    neighbours: Vec<(Point, Point)>,
    /// Reeds that bounce for so many samples whenever they change.
    bouncing: PointSet,
    bounce: u64,
    changed: [u64; Point::COUNT],
    before: PointSet,
    samples: u64,
    pressed: bool,
    frame: Frame,
}

impl Wood {
    /// The reeds that stones on these points would close.
    fn felt(&self) -> PointSet {
        let mut felt = self.stones;
        for &(one, other) in &self.swapped {
            felt -= PointSet::of(one) | PointSet::of(other);
            for (stone, reed) in [(one, other), (other, one)] {
                if self.stones.contains(stone) {
                    felt.add(reed);
                }
            }
        }
        for &(stone, reed) in &self.neighbours {
            if self.stones.contains(stone) {
                felt.add(reed);
            }
        }
        (felt - self.open) | self.closed
    }
}

impl Panel for Wood {
    fn sample(&mut self) -> Sample {
        self.samples += 1;
        let mut felt = self.felt();
        for point in (felt - self.before) | (self.before - felt) {
            self.changed[point.index()] = self.samples;
        }
        self.before = felt;
        for point in self.bouncing {
            let since = self.samples - self.changed[point.index()];
            if self.changed[point.index()] > 0 && since < self.bounce && since % 2 == 1 {
                felt = (felt - PointSet::of(point)) | (PointSet::of(point) - felt);
            }
        }
        felt.into()
    }

    fn button(&mut self) -> bool {
        self.pressed
    }

    fn show(&mut self, frame: &Frame) {
        self.frame = *frame;
    }
}

/// A board, and a hand that takes its time.
struct Table {
    app: App,
    wood: Wood,
}

/// How long a hand takes to set a stone down, and to come to the next point.
const DOWN: u64 = 300;
const UP: u64 = 300;

impl Table {
    fn new() -> Self {
        let app = App::new(Referee::new(Board::Tsivy, Rules::STANDARD, 0));
        let wood = Wood {
            stones: PointSet::EMPTY,
            open: PointSet::EMPTY,
            closed: PointSet::EMPTY,
            swapped: vec![],
            neighbours: vec![],
            bouncing: PointSet::EMPTY,
            bounce: 0,
            changed: [0; Point::COUNT],
            before: PointSet::EMPTY,
            samples: 0,
            pressed: false,
            frame: [DARK; Point::COUNT],
        };
        Self { app, wood }
    }

    /// A board whose lights have all been shown.
    fn asking() -> Self {
        let mut table = Self::new();
        table.pass(100);
        assert_eq!(table.say("selftest"), "* phase selftest\n=\n");
        table.pass(lights());
        table
    }

    fn pass(&mut self, span: u64) {
        for _ in 0..span {
            let uptime = self.app.uptime() + Millis(1);
            self.app.tick(&mut self.wood, uptime);
        }
    }

    fn say(&mut self, line: &str) -> String {
        let mut answer = String::new();
        console::answer(&mut self.app, Ok(line), &mut answer).unwrap();
        answer
    }

    /// Touches a point: sets a stone down and lifts it, or lifts the one that stands there and sets it back.
    fn touch(&mut self, point: Point) {
        for span in [DOWN, UP] {
            if !self.wood.stones.remove(point) {
                self.wood.stones.add(point);
            }
            self.pass(span);
        }
    }

    fn touch_all(&mut self, points: impl IntoIterator<Item = Point>) {
        points.into_iter().for_each(|point| self.touch(point));
    }

    fn cues(&self) -> Cues {
        self.app.cues()
    }

    fn next(&self) -> Option<Point> {
        self.cues()[Cue::Next].first()
    }

    fn is_asking(&self) -> bool {
        self.next().is_some()
    }

    /// Follows the bright light to the end. Where that stays, the hand tries twice, goes on to others that are lit, and waits
    /// in the end.
    fn follow(&mut self) -> String {
        let mut tries = [0; Point::COUNT];
        let mut alone = None;
        while let Some(next) = self.next() {
            let others = self.cues()[Cue::Untried];
            if others.is_empty() && alone != Some(next) {
                alone = Some(next);
                tries[next.index()] = 0;
            }
            let fresh = (others | PointSet::of(next)).iter();
            let fresh = fresh.filter(|point| tries[point.index()] < 2).collect();
            match way::ahead(fresh, way::place(next)).or_else(|| way::ahead(fresh, 0)) {
                Some(point) => {
                    tries[point.index()] += 1;
                    self.touch(point);
                }
                None => self.pass(100),
            }
        }
        self.told()
    }

    /// Goes to the bright light and nowhere else; where nothing answers, the hand waits there.
    fn follow_only(&mut self) -> String {
        let mut before = None;
        while let Some(next) = self.next() {
            if before == Some(next) {
                self.pass(100);
            } else {
                self.touch(next);
            }
            before = Some(next);
        }
        self.told()
    }

    /// Goes over the whole way without a look at the lights.
    fn go_over(&mut self) {
        self.touch_all((0..).map_while(way::at));
    }

    /// What was told of the test.
    fn told(&mut self) -> String {
        let events = std::iter::from_fn(|| self.app.event());
        let tested = events.filter_map(|event| match event {
            Event::Tested(findings) => Some(findings.to_string()),
            _ => None,
        });
        tested.collect::<Vec<_>>().join("\n")
    }
}

/// How long the lights are shown.
fn lights() -> u64 {
    u64::from(COLOUR) * 3 * Point::COUNT as u64
}

#[test]
fn each_light_in_turn_is_red_green_and_blue_and_no_other_is_lit() {
    let mut table = Table::new();
    table.say("brightness 8");
    table.say("selftest");
    let mut shown: Vec<(Point, [bool; 3])> = vec![];
    let mut most = 0;
    for _ in 0..lights() - 1 {
        table.pass(1);
        let lit = Point::all().filter(|point| table.wood.frame[point.index()] != DARK);
        let lit: Vec<Point> = lit.collect();
        assert_eq!(lit.len(), 1, "{lit:?}");
        let light = table.wood.frame[lit[0].index()];
        let colour = [light.r, light.g, light.b].map(|value| value > 0);
        if shown.last() != Some(&(lit[0], colour)) {
            shown.push((lit[0], colour));
        }
        most = most.max(current_ma(&table.wood.frame));
    }
    let colours = [0, 1, 2].map(|on| [0, 1, 2].map(|colour| colour == on));
    let expected = (0..).map_while(way::at);
    let expected = expected.flat_map(|point| colours.map(|colour| (point, colour)));
    assert_eq!(shown, expected.collect::<Vec<_>>());
    let dark = u32::try_from(Point::COUNT).unwrap() * IDLE_MA;
    assert_eq!(most, dark + 20);
    assert!(most < Drive::USUAL.max_ma / 5);
}

#[test]
fn a_hand_that_follows_the_light_finds_all_points_well() {
    let mut table = Table::asking();
    assert_eq!(table.follow(), "45 points well");
    assert_eq!(table.cues()[Cue::Green], PointSet::ALL);
    let hand = table.app.uptime().0 - 100;
    assert_eq!(hand, lights() + 45 * (DOWN + UP));
    figure::record("selftest.hand", hand);
    table.pass(SHOWN.into());
    assert_eq!(
        table.say("selftest last").lines().last(),
        Some("= 45 points well")
    );
    assert_eq!(table.cues().phase(), Phase::Setup);
}

/// Whoever takes the points in any order, and thinks now and then, is asked for none again.
#[test]
fn any_order_will_do() {
    for seed in 1..20 {
        let mut random = Random::seeded(seed);
        let mut table = Table::asking();
        let mut order: Vec<Point> = Point::all().collect();
        random.shuffle(&mut order);
        for point in order {
            table.pass(random.below(3000) as u64);
            table.touch(point);
        }
        assert_eq!(table.told(), "45 points well", "seed {seed}");
    }
}

/// By files, with the end of the way before the last ones: nobody who goes so has passed these over.
#[test]
fn a_hand_that_does_not_follow_the_way_is_not_at_its_end_there() {
    let mut table = Table::asking();
    let mut order: Vec<Point> = Point::all().collect();
    order.swap(38, 44);
    table.touch_all(order[..39].iter().copied());
    table.pass(u64::from(PAUSE) + 500);
    assert_eq!(table.cues()[Cue::Untried].len(), 5, "and one is next");
    table.touch_all(order[39..].iter().copied());
    assert_eq!(table.told(), "45 points well");
}

#[test]
fn a_board_with_all_stones_up_is_tried_by_lifting_each_and_setting_it_back() {
    let mut table = Table::new();
    table.wood.stones = Board::Tsivy.start().both();
    table.pass(1000);
    table.say("selftest");
    table.pass(lights());
    assert_eq!(table.follow(), "45 points well");
    assert_eq!(table.wood.stones, Board::Tsivy.start().both());
    table.pass(u64::from(SHOWN) + 600);
    assert_eq!(
        table.say("cues"),
        "* phase to-move\n= to-move white turn=a1\n"
    );
}

#[test]
fn a_hand_may_begin_while_the_lights_are_shown() {
    let mut table = Table::new();
    table.say("selftest");
    table.touch(point("a1"));
    table.touch(point("b1"));
    assert_eq!(table.say("selftest"), "= 2 points well; 43 untried\n");
    table.pass(lights());
    assert_eq!(table.next(), Some(point("c1")));
}

#[test]
fn every_reed_that_never_closes_is_named() {
    for dead in Point::all() {
        let mut table = Table::asking();
        table.wood.open.add(dead);
        assert_eq!(table.follow(), format!("44 points well; {dead} open"));
        assert_eq!(table.cues()[Cue::Dead], PointSet::of(dead));
    }
}

/// The hand is led on, also from two points in a row, or it would wait for ever.
#[test]
fn whoever_waits_where_nothing_answers_is_led_on() {
    for place in 0..44 {
        let dead = [place, place + 1].map(|place| way::at(place).unwrap());
        let dead: PointSet = dead.into_iter().collect();
        let mut table = Table::asking();
        table.wood.open = dead;
        assert_eq!(
            table.follow_only(),
            format!("43 points well; {dead} open"),
            "{dead}"
        );
    }
}

#[test]
fn every_reed_that_never_opens_is_named() {
    for stuck in Point::all() {
        let mut table = Table::new();
        table.wood.closed.add(stuck);
        table.pass(100);
        table.say("selftest");
        table.pass(lights());
        assert_eq!(table.follow(), format!("44 points well; {stuck} closed"));
    }
}

#[test]
fn a_whole_row_that_is_dead_is_named() {
    let mut table = Table::asking();
    table.wood.open = Point::all().filter(|point| point.rank() == 2).collect();
    let told = "36 points well; a3,b3,c3,d3,e3,f3,g3,h3,i3 open";
    assert_eq!(table.follow(), told);
}

/// Every pair of neighbours on the wires: both hands that see the light and hands that do not look.
#[test]
fn two_reeds_that_are_swapped_are_named() {
    for one in Point::all() {
        for (files, ranks) in [(1, 0), (0, 1), (3, 1)] {
            let Some(other) = Point::at(one.file() + files, one.rank() + ranks) else {
                continue;
            };
            let told = format!("43 points well; {one},{other} swapped");
            for looks in [true, false] {
                let mut table = Table::asking();
                table.wood.swapped.push((one, other));
                if !looks {
                    table.go_over();
                }
                assert_eq!(table.follow(), told, "looks: {looks}");
                assert_eq!(
                    table.cues()[Cue::Dead],
                    PointSet::of(one) | PointSet::of(other)
                );
            }
        }
    }
}

#[test]
fn with_stones_up_swapped_reeds_are_named_too() {
    let mut table = Table::new();
    table.wood.stones = Board::Tsivy.start().both();
    table.wood.swapped.push((point("c2"), point("d2")));
    table.pass(1000);
    table.say("selftest");
    table.pass(lights());
    assert_eq!(table.follow(), "43 points well; c2,d2 swapped");
}

#[test]
fn a_neighbour_that_answers_too_is_named() {
    for one in Point::all() {
        let Some(other) = Point::at(one.file() + 1, one.rank()) else {
            continue;
        };
        for (stone, reed) in [(one, other), (other, one)] {
            let mut table = Table::asking();
            table.wood.neighbours.push((stone, reed));
            let told = format!("43 points well; {one},{other} together");
            assert_eq!(table.follow(), told, "{stone} closes {reed}");
        }
    }
}

#[test]
fn a_reed_that_bounces_for_long_is_named_and_one_that_does_so_once_is_not() {
    let mut table = Table::asking();
    table.wood.bouncing = set("c3");
    table.wood.bounce = u64::from(BOUNCE) + 4;
    let told = table.follow();
    assert_eq!(told, format!("44 points well; c3 bounce {} ms", BOUNCE + 3));

    let mut table = Table::asking();
    table.wood.bouncing = set("a1");
    table.wood.bounce = u64::from(BOUNCE) + 4;
    table.touch(point("a1"));
    assert_eq!(table.next(), Some(point("a1")), "it is asked for again");
    table.wood.bounce = 0;
    assert_eq!(table.follow(), "45 points well");
}

#[test]
fn a_short_bounce_is_clean() {
    let mut table = Table::asking();
    table.wood.bouncing = PointSet::ALL;
    table.wood.bounce = u64::from(BOUNCE);
    assert_eq!(table.follow(), "45 points well");
}

#[test]
fn several_things_at_once_are_all_named() {
    let mut table = Table::asking();
    table.wood.open = set("e3 i5");
    table.wood.swapped.push((point("b4"), point("b5")));
    table.wood.neighbours.push((point("g1"), point("h1")));
    let told = "39 points well; e3,i5 open; b4,b5 swapped; g1,h1 together";
    assert_eq!(table.follow(), told);
}

#[test]
fn stones_that_are_swept_are_not_tried() {
    let mut table = Table::asking();
    for stones in [PointSet::ALL, PointSet::EMPTY] {
        table.wood.stones = stones;
        table.pass(1000);
    }
    assert_eq!(table.say("selftest"), "= 0 points well; 45 untried\n");
}

#[test]
fn a_touch_in_passing_is_no_answer() {
    let mut table = Table::asking();
    table.wood.stones = set("a1");
    table.pass(u64::from(STILL) - 10);
    table.wood.stones = PointSet::EMPTY;
    table.pass(1000);
    assert_eq!(table.next(), Some(point("a1")));
}

#[test]
fn it_is_left_by_the_button_by_a_word_and_after_ten_quiet_minutes() {
    let by_button = |table: &mut Table| {
        table.wood.pressed = true;
        table.pass(2000);
        table.wood.pressed = false;
    };
    let by_word = |table: &mut Table| drop(table.say("selftest off"));
    let by_nobody = |table: &mut Table| {
        table.pass(u64::from(QUIET) - 1000);
        assert!(table.is_asking());
        table.pass(1001);
    };
    let ways: [&dyn Fn(&mut Table); 3] = [&by_button, &by_word, &by_nobody];
    for (i, leave) in ways.iter().enumerate() {
        let mut table = Table::new();
        table.wood.stones = Board::Tsivy.start().both();
        table.pass(1000);
        // A turn, which a button held in the game would take back.
        table.wood.stones = (table.wood.stones - set("e2 e4 e5")) | set("e3");
        table.pass(1000);
        table.say("selftest");
        table.pass(lights());
        table.touch(point("a1"));
        leave(&mut table);
        table.pass(600);
        assert!(!table.app.selftest().is_on(), "way {i}");
        assert_eq!(table.cues().phase(), Phase::ToMove, "way {i}");
        let said = table.say("selftest last");
        assert!(
            said.ends_with("? no self-test was finished yet\n"),
            "{said}"
        );
        assert_eq!(table.app.referee.game().history().len(), 1, "way {i}");
    }
}

#[test]
fn what_was_found_is_told_when_it_is_left_early() {
    let mut table = Table::asking();
    table.touch(point("a1"));
    let left = table.say("selftest off");
    assert_eq!(
        left,
        "* selftest 1 point well; 44 untried\n* phase setup\n=\n"
    );
    assert_eq!(table.say("selftest off"), "? no self-test is on\n");
}

/// Who goes away in the midst has not found forty dead reeds.
#[test]
fn many_points_that_are_not_tried_are_not_called_dead() {
    let mut table = Table::asking();
    table.touch_all((0..30).map_while(way::at));
    table.pass(u64::from(QUIET) + 10);
    assert_eq!(table.told(), "30 points well; 15 untried");
}

#[test]
fn a_stone_on_the_middle_after_the_test_opens_no_menu() {
    let mut table = Table::asking();
    table.wood.stones = set("e3");
    table.pass(1000);
    table.say("selftest off");
    table.pass(3000);
    assert!(!table.app.is_in_menu());
    // One that lands later does.
    table.wood.stones = PointSet::EMPTY;
    table.pass(600);
    table.wood.stones = set("e3");
    table.pass(1100);
    assert!(table.app.is_in_menu());
    assert_eq!(table.say("selftest").lines().last(), Some("="));
    assert_eq!(table.cues().phase(), Phase::SelfTest, "it leaves the menu");
}

#[test]
fn the_game_goes_on_when_the_stones_were_taken_off_for_it() {
    let mut table = Table::new();
    let start = Board::Tsivy.start().both();
    table.wood.stones = start;
    table.pass(1000);
    table.wood.stones = (start - set("e2 e4 e5")) | set("e3");
    table.pass(1000);
    let stood = table.wood.stones;
    table.say("selftest");
    table.wood.stones = PointSet::EMPTY;
    table.pass(lights());
    assert_eq!(table.follow(), "45 points well");
    table.pass(u64::from(SHOWN) + 600);
    assert_eq!(table.cues().phase(), Phase::Wrong);
    // The lights ask for every stone.
    let wanted = table.cues()[Cue::Missing];
    assert_eq!(wanted, stood);
    for point in wanted {
        table.wood.stones.add(point);
        table.pass(300);
    }
    table.pass(600);
    assert_eq!(table.cues().phase(), Phase::ToMove);
    assert_eq!(table.app.referee.game().history().len(), 1);
}

#[test]
fn nothing_is_erased_and_nobody_is_at_rest_meanwhile() {
    let mut table = Table::asking();
    table.pass(PATIENCE.into());
    assert_eq!(table.app.rest(), None);
    table.say("selftest off");
    table.pass(600);
    assert!(table.app.rest().is_some());
}

#[test]
fn what_was_found_is_kept() {
    let mut table = Table::asking();
    table.wood.open = set("e3");
    table.wood.swapped.push((point("b4"), point("b5")));
    table.wood.neighbours.push((point("g1"), point("h1")));
    let told = table.follow();
    let mut image = Image::new();
    image.look(&table.app, |_| {});
    let mut after = Table::new();
    assert!(image.give(&mut after.app));
    assert_eq!(after.say("selftest last"), format!("= {told}\n"));
    after.app.forget();
    let forgotten = after.say("selftest last");
    assert!(forgotten.ends_with("? no self-test was finished yet\n"));
    // What makes no sense is told, and leaves the rest as it is.
    for nonsense in [&[1; 7][..], &[0xff; 32], &[1; 33]] {
        image.take(Section::Test, nonsense);
        assert!(!image.give(&mut after.app));
    }
}
