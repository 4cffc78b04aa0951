//! Kinds do what they say: what their plans contain is counted.

use crate::kind::{ALL, Game};
use crate::mistakes::TOUCHED;
use crate::plan::{Beat, Deed, Plan, Play};
use crate::run::{Order, draft, player};
use fanorona_board::point::Point;
use fanorona_board::rules::options::{Preset, Rules, Touch};
use fanorona_board::rules::position::Position;

/// How many plans are looked at.
const PLANS: usize = 300;

/// Whatever else is to be counted, these are looked at by standard rules.
const ORDER: Order = Order {
    preset: Preset::Standard,
    is_vela: false,
    board: None,
    total: PLANS,
    first: 1,
};

/// Plans of a kind that are what it is about, in games that go on as planned.
fn plans(name: &str, game: Game) -> Vec<Plan> {
    let kind = ALL.iter().find(|kind| kind.name == name);
    let kind = *kind.expect("a kind");
    assert!(kind.game == game, "{name} has a game of its own");
    let mut plans = Vec::new();
    for seed in 1.. {
        let mut player = player(seed, game, &ORDER);
        for _ in 0..20 {
            if player.game.outcome().is_some() {
                break;
            }
            let plan = draft(kind, &mut player);
            player.game = plan.goal.clone();
            player.reeds = plan.goal.position().stones();
            if plan.is_proper {
                plans.push(plan);
            }
            if plans.len() == PLANS {
                return plans;
            }
        }
    }
    unreachable!("there are seeds enough")
}

impl Plan {
    /// The beats of one of its turns, in their order.
    fn own(&self, play: &Play) -> Vec<&Beat> {
        let own = self
            .beats
            .iter()
            .filter(|beat| beat.turn == Some(play.index));
        own.collect()
    }

    /// When one of its turns begins, and when it is complete.
    fn span(&self, play: &Play) -> (u64, u64) {
        let own = self.own(play);
        (own[0].at, own[own.len() - 1].at)
    }
}

#[test]
fn three_turns_overlap() {
    let mut landed = 0;
    for plan in plans("three", Game::Any) {
        let [first, second, third] = &plan.plays[..] else {
            panic!("{} turns", plan.plays.len());
        };
        let (_, end) = plan.span(first);
        assert!(plan.span(second).0 < end && plan.span(third).0 < end);
        assert!(!first.victims().is_empty());
        let lands = |beat: &&&Beat| matches!(beat.deed, Deed::Place(..));
        let landing = plan.own(third).iter().find(lands).map(|beat| beat.at);
        landed += usize::from(landing.is_some_and(|at| at < end));
    }
    assert!(landed > PLANS / 4, "{landed} have landed before");
}

#[test]
fn players_of_a_vela_wait_differently() {
    let (mut takes_late, mut takes_soon, mut early, mut waits) = (0, 0, 0, 0);
    for plan in plans("vela", Game::Vela) {
        let rules = plan.goal.rules();
        for play in &plan.plays {
            let is_first = play.index == 0;
            if !play.start.is_phase_one(rules) {
                assert!(!is_first, "it begins in phase one");
                continue;
            }
            let takes = play.start.capturer() == Some(play.side());
            assert_eq!(play.victims().len(), usize::from(takes), "a stone or none");
            let own = plan.own(play);
            let [.., before, last] = &own[..] else {
                panic!("a turn is more than one movement");
            };
            if takes && matches!(last.deed, Deed::Lift(_)) {
                takes_late += usize::from(last.at - before.at >= 800);
                takes_soon += usize::from(last.at - before.at < 800);
            }
        }
        if let [first, reply] = &plan.plays[..] {
            let ((_, end), (begin, _)) = (plan.span(first), plan.span(reply));
            early += usize::from(begin < end);
            waits += usize::from(begin >= end + 800);
        }
    }
    let counts = [takes_late, takes_soon, early, waits];
    assert!(counts.iter().all(|&count| count > PLANS / 20), "{counts:?}");
}

/// Stones that were lifted and put back before a turn, and for how long they were off.
fn put_back(plan: &Plan) -> Vec<(Point, u64)> {
    let stray: Vec<&Beat> = plan
        .beats
        .iter()
        .filter(|beat| beat.turn.is_none())
        .collect();
    let pairs = stray
        .chunks(2)
        .map(|pair| match (pair[0].deed, pair[1].deed) {
            (Deed::Lift(point), Deed::Place(back, _)) if point == back => {
                (point, pair[1].at - pair[0].at)
            }
            other => panic!("{other:?}"),
        });
    pairs.collect()
}

#[test]
fn stones_that_were_touched_are_played() {
    let (mut played, mut tried, mut straight) = (0, 0, 0);
    for plan in plans("touch-move", Game::TouchMove) {
        assert_eq!(plan.goal.rules().touch, Touch::Move);
        let origin = plan.plays[0].turn.origin();
        let touched = put_back(&plan);
        let bound = touched.iter().find(|(_, off)| *off >= TOUCHED.0 as u64);
        match (bound, touched.len()) {
            (None, 1) => straight += 1,
            (Some((stone, _)), count) => {
                assert_eq!(*stone, origin, "the first that was touched is played");
                played += 1;
                tried += usize::from(count == 2);
            }
            (None, count) => panic!("{count} were touched"),
        }
    }
    let counts = [played, tried, straight];
    assert!(counts.iter().all(|&count| count > PLANS / 10), "{counts:?}");
}

/// Where the rules have no vela, and no stone must be played, kinds that need it have it.
#[test]
fn kinds_have_the_rules_that_they_need() {
    let vela: Position = *player(1, Game::Vela, &ORDER).game.position();
    assert!(vela.is_phase_one(&Game::Vela.rules(Rules::STANDARD)));
    assert_eq!(Game::Any.rules(Rules::STANDARD), Rules::STANDARD);
}
