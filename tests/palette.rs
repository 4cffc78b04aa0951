//! Whether the lights can be told apart, by calculation, and what they draw.

mod common;
mod situations;
mod vision;

use common::random::Random;
use fanorona_board::light::cues::{Assist, Cue, Cues};
use fanorona_board::light::palette::{
    Brightness, DARK, Drive, Frame, LOWEST_BREATH, Lights, Look, MAX_MA, Motion, cap, current_ma,
    frame, look, owner,
};
use fanorona_board::point::Point;
use fanorona_board::referee::notice::BREATH;
use fanorona_board::referee::situation::{Phase, Situation};
use fanorona_board::rules::side::Side;
use fanorona_board::time::Millis;
use situations::{points, random_set};
use smart_leds::RGB8;
use std::collections::BTreeSet;
use vision::OBSERVERS;

/// A clear difference in lightness: a fifth of the way from black to white, two whole steps of Munsell's ten greys.
/// One step is plain side by side; but the lights stand apart, around stones of two colours, and no two LEDs are quite
/// alike.
const CLEAR: f64 = 20.0;

/// How far a breathing light must go down in lightness to be seen to move, also in the corner of an eye: a fourth of the way
/// from white to black.
const BREATH_SEEN: f64 = 25.0;

/// A cue as it is drawn.
type Seen = (Cue, Option<Side>);

fn looks(cues: &Cues) -> BTreeSet<Seen> {
    let look = |point| {
        let cue = cues.at(point)?;
        Some((cue, owner(cue, point, cues)))
    };
    Point::all().filter_map(look).collect()
}

/// What is shown in any situation, with and without a hint and dead points.
fn each_picture(seed: u64, count: usize, mut check: impl FnMut(&mut Random, &Cues)) {
    let mut random = Random::seeded(seed);
    for _ in 0..count {
        let situation = situations::random(&mut random);
        let cues = Cues::of(&situation, random.pick(&Assist::ALL))
            .with_hint(random_set(&mut random))
            .with_dead(random_set(&mut random))
            .with_lapse(random_set(&mut random))
            .with_thought(random.percent(50));
        check(&mut random, &cues);
    }
}

/// All pairs of looks that can be seen together, the lower first.
fn pairs() -> BTreeSet<(Seen, Seen)> {
    let mut pairs = BTreeSet::new();
    each_picture(51, 100_000, |_, cues| {
        let looks = looks(cues);
        for &one in &looks {
            pairs.extend(looks.range(one..).skip(1).map(|&other| (one, other)));
        }
    });
    let menu = Cues::of_menu(Side::White, points("a1"), points("b1"), points("c1"));
    let test =
        |one, other| Cues::of_selftest(Side::White, [(one, points("a1")), (other, points("b1"))]);
    let tests = [test(Cue::Next, Cue::Untried), test(Cue::Dead, Cue::Green)];
    for cues in [menu].iter().chain(&tests) {
        let looks = looks(cues);
        for &one in &looks {
            pairs.extend(looks.range(one..).skip(1).map(|&other| (one, other)));
        }
    }
    pairs
}

/// What a look is driven with at its height.
fn drawn((cue, owner): Seen, brightness: Brightness) -> RGB8 {
    let RGB8 { r, g, b } = look(cue, owner).colour;
    let level = u32::from(white(brightness));
    let part = |value| u8::try_from(u32::from(value) * level / 255).unwrap();
    RGB8::new(part(r), part(g), part(b))
}

/// What a colour that is driven fully is driven with at this brightness.
fn white(brightness: Brightness) -> u8 {
    // The target of a carried stone is steady and its green is full.
    let situation = Situation {
        targets: points("e3"),
        ..situations::start(Phase::Carrying, Side::White)
    };
    let cues = Cues::of(&situation, Assist::Play);
    let drive = Drive {
        brightness,
        ..Drive::default()
    };
    frame(&cues, Millis(0), drive)[Point::CENTRE.index()].g
}

#[test]
fn cues_seen_together_differ_in_motion_or_clearly_in_lightness_for_everybody() {
    let pairs = pairs();
    // The list is not empty by mistake: it has those that are hard to keep apart, and none of two phases.
    let together = |one, other| {
        pairs
            .iter()
            .any(|((a, _), (b, _))| (*a, *b) == (one, other))
    };
    for (one, other) in [
        (Cue::White, Cue::Black),
        (Cue::Turn, Cue::Target),
        (Cue::Approach, Cue::Withdrawal),
        (Cue::Approach, Cue::Victim),
        (Cue::Movable, Cue::Hint),
        (Cue::Missing, Cue::Missing),
        (Cue::Missing, Cue::Extra),
        (Cue::Winner, Cue::Winner),
        (Cue::Thinking, Cue::Lapse),
    ] {
        assert!(together(one, other), "{one} {other}");
    }
    assert!(!together(Cue::Victim, Cue::Extra));
    for brightness in [Brightness::FULL, Brightness::default(), Brightness::NIGHT] {
        let white = f64::from(white(brightness));
        for (one, other) in pairs.iter().copied() {
            if look(one.0, one.1).motion != look(other.0, other.1).motion {
                continue;
            }
            for observer in &OBSERVERS {
                let [a, b] =
                    [one, other].map(|look| observer.lightness(drawn(look, brightness), white));
                assert!(
                    (a - b).abs() >= CLEAR,
                    "{}, {brightness:?}: {one:?} has {a:.1} and {other:?} has {b:.1}",
                    observer.name
                );
            }
        }
    }
}

#[test]
fn a_breathing_light_is_seen_to_move_beside_a_steady_one_by_everybody() {
    let breathing = |cue: &Cue| look(*cue, None).motion == Motion::Breathe;
    let lowest = u32::from(LOWEST_BREATH);
    for cue in Cue::ALL.into_iter().filter(breathing) {
        for owner in Side::BOTH {
            let high = drawn((cue, Some(owner)), Brightness::default());
            let part = |value: u8| u8::try_from(u32::from(value) * lowest / 255).unwrap();
            let low = RGB8::new(part(high.r), part(high.g), part(high.b));
            let white = f64::from(white(Brightness::default()));
            for observer in &OBSERVERS {
                let [high, low] = [high, low].map(|drawn| observer.lightness(drawn, white));
                assert!(
                    high - low >= BREATH_SEEN,
                    "{}: {cue} of {owner} goes from {high:.1} to {low:.1}",
                    observer.name
                );
            }
        }
    }
}

#[test]
fn an_offered_draw_breathes_once() {
    let Look { motion, .. } = look(Cue::Offer, Some(Side::White));
    assert_eq!(motion, Motion::Breathe);
    assert_eq!(BREATH, motion.period());
}

#[test]
fn motions_differ_and_none_flashes_more_than_three_times_a_second() {
    assert!(Motion::Blink.period() >= Millis(3 * Motion::FastBlink.period().0));
    for motion in [Motion::Blink, Motion::FastBlink] {
        assert!(3 * motion.period().0 > 1000, "{motion:?}");
        let lit = (0..motion.period().0).filter(|&t| motion.level(Millis(t)) > 0);
        assert_eq!(lit.count() as u64, motion.period().0 / 2, "{motion:?}");
    }
    let breath = || (0..Motion::Breathe.period().0).map(|t| Motion::Breathe.level(Millis(t)));
    assert_eq!(
        (breath().min(), breath().max()),
        (Some(LOWEST_BREATH), Some(255))
    );
    for motion in Motion::ALL {
        assert_eq!(motion.level(Millis(0)), 255, "{motion:?} begins lit");
        assert_eq!(motion.level(motion.period()), 255, "{motion:?} repeats");
        let near_the_end_of_time = Millis(u64::MAX / motion.period().0 * motion.period().0);
        assert_eq!(motion.level(near_the_end_of_time), 255, "{motion:?}");
    }
}

#[test]
fn no_light_changes_before_it_says_so() {
    for motion in Motion::ALL {
        let mut shown_for = Millis(0);
        let mut changes = 0;
        while let Some(next) = motion.next_change(shown_for)
            && next < Millis(10_000)
        {
            for t in shown_for.0..next.0 {
                assert_eq!(
                    motion.level(Millis(t)),
                    motion.level(shown_for),
                    "{motion:?} {t}"
                );
                assert_eq!(motion.next_change(Millis(t)), Some(next), "{motion:?} {t}");
            }
            shown_for = next;
            changes += 1;
        }
        // A steady one never does, and none is drawn more than 50 times a second.
        assert_eq!(changes == 0, motion == Motion::Steady);
        assert!(changes <= 10 * 50, "{motion:?} {changes}");
    }
    each_picture(56, 5_000, |random, cues| {
        let lights = Lights::of(cues);
        let shown_for = Millis(random.next() >> 32);
        let until = lights
            .next_change(shown_for)
            .unwrap_or(shown_for + Millis(5000));
        let drive = Drive::default();
        let t = Millis(shown_for.0 + random.next() % (until.0 - shown_for.0));
        assert_eq!(
            lights.frame(t, drive),
            lights.frame(shown_for, drive),
            "{cues}"
        );
    });
}

#[test]
fn a_light_that_does_not_blink_is_never_dark_at_any_brightness() {
    each_picture(52, 20_000, |random, cues| {
        let brightness = random.pick(&Brightness::all().collect::<Vec<_>>());
        let shown_for = Millis(random.next() >> random.below(64));
        let drive = Drive {
            brightness,
            ..Drive::default()
        };
        let frame = frame(cues, shown_for, drive);
        for point in cues.lit() {
            let cue = cues.at(point).unwrap();
            let motion = look(cue, owner(cue, point, cues)).motion;
            let dark = frame[point.index()] == DARK;
            assert_eq!(
                dark,
                motion.level(shown_for) == 0,
                "{cues} {point} {brightness:?}"
            );
        }
    });
}

#[test]
fn target_and_turn_are_steady_and_the_turn_is_the_dimmer() {
    for owner in Side::BOTH.map(Some) {
        let [turn, target] = [Cue::Turn, Cue::Target].map(|cue| look(cue, owner));
        assert_eq!([turn.motion, target.motion], [Motion::Steady; 2]);
        let setup = look(Cue::White, owner).colour;
        let quarter = [setup.r, setup.g, setup.b].map(|value| value / 4 + 1);
        let turn = [turn.colour.r, turn.colour.g, turn.colour.b];
        assert!(
            turn.iter()
                .zip(quarter)
                .all(|(&value, quarter)| value <= quarter)
        );
    }
}

#[test]
fn no_frame_draws_more_than_the_cap() {
    each_picture(53, 20_000, |random, cues| {
        let max_ma = random.pick(&[45, 55, 100, MAX_MA, 1500, 3000]);
        let brightness = Brightness::FULL;
        let shown_for = Millis(random.next());
        let frame = frame(cues, shown_for, Drive { brightness, max_ma });
        assert!(current_ma(&frame) <= max_ma, "{cues} {max_ma}");
        // Nothing is scaled twice.
        assert_eq!(cap(&frame, max_ma), frame, "{cues} {max_ma}");
    });
    let mut random = Random::seeded(54);
    for _ in 0..20_000 {
        let wild: Frame = [(); Point::COUNT].map(|()| {
            let [r, g, b, ..] = random.next().to_le_bytes();
            RGB8::new(r, g, b)
        });
        let max_ma = 45 + u32::try_from(random.below(3000)).unwrap();
        let capped = cap(&wild, max_ma);
        assert!(current_ma(&capped) <= max_ma);
        assert_eq!(capped == wild, current_ma(&wild) <= max_ma);
        // It is used, too: what rounding gives away is less than one of 255 for each colour.
        assert!(current_ma(&capped) + 11 >= max_ma.min(current_ma(&wild)));
    }
    assert_eq!(current_ma(&[DARK; Point::COUNT]), 45);
    assert_eq!(current_ma(&[RGB8::new(255, 255, 255); Point::COUNT]), 2745);
    assert_eq!(
        cap(&[RGB8::new(255, 0, 0); Point::COUNT], 0),
        [DARK; Point::COUNT]
    );
}

#[test]
fn a_higher_level_makes_no_light_darker() {
    each_picture(55, 5_000, |random, cues| {
        let shown_for = Millis(random.next());
        let frames: Vec<Frame> = Brightness::all()
            .map(|brightness| {
                let drive = Drive {
                    brightness,
                    ..Drive::default()
                };
                frame(cues, shown_for, drive)
            })
            .collect();
        for pair in frames.windows(2) {
            for (darker, brighter) in pair[0].iter().zip(&pair[1]) {
                let rises =
                    darker.r <= brighter.r && darker.g <= brighter.g && darker.b <= brighter.b;
                assert!(rises, "{cues} {darker:?} {brighter:?}");
            }
        }
    });
    let levels: Vec<u8> = Brightness::all().map(white).collect();
    assert!(
        levels.is_sorted_by(|a, b| a < b) && levels.len() == 9,
        "{levels:?}"
    );
    assert_eq!(Brightness::new(8), Some(Brightness::FULL));
    assert_eq!(Brightness::new(9), None);
}
