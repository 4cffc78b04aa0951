//! The power goes after every byte of every write, and at several moments of every erase.

use crate::common::random::Random;
use crate::kept::{Digest, On};
use crate::nor::{Nor, Op};
use crate::robot::Robot;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::store::ring::SECTOR;
use fanorona_board::store::shelf::Shelf;
use fanorona_board::store::{Did, Store};
use fanorona_board::time::Millis;
use std::cell::RefCell;
use std::rc::Rc;

/// After this time without a change all must be written.
const WRITTEN: [Millis; 4] = [Millis(100), Millis(450), Millis(700), Millis(1600)];

/// The sectors of the journal; the others are the archive's.
pub const JOURNAL: usize = 64;

/// What a robot's match did to the flash.
pub struct Recording {
    pub ops: Vec<Op>,
    /// How the app looked, each with the number of ops before.
    looks: Vec<(usize, Digest)>,
    /// How it looked when all had to be written.
    calm: Vec<(usize, Digest)>,
    pub turns: usize,
    pub games: usize,
    pub velas: usize,
    pub written: usize,
    /// How many sectors were opened, of the journal and of the archive.
    pub opened: [usize; 2],
    pub overwritten: usize,
}

struct Live {
    store: Store,
    flash: Nor,
    looks: Vec<(usize, Digest)>,
    calm: Vec<(usize, Digest)>,
}

/// Lets a robot play on a board with a store.
pub fn record(seed: u64, board: Board, rules: Rules, turns: usize) -> Recording {
    let mut robot = Robot::new(seed, board, rules, true);
    let mut flash = Nor::new(seed);
    flash.ops = Some(Vec::new());
    let mut store = Store::new();
    store.begin(crate::kept::NAME, &mut flash, &mut robot.rig.app);
    let live = Rc::new(RefCell::new(Live {
        store,
        flash,
        looks: Vec::new(),
        calm: Vec::new(),
    }));
    let beside = Rc::clone(&live);
    robot.rig.beside = Some(Box::new(move |app| {
        let Live {
            store,
            flash,
            looks,
            calm,
        } = &mut *beside.borrow_mut();
        let ops = |flash: &Nor| flash.ops.as_ref().map_or(0, Vec::len);
        let before = ops(flash);
        let did = Shelf { store, flash }.tick(app);
        let digest = Digest::of(app);
        let stood = app.referee.stood(app.now());
        let now = ops(flash);
        if did == Did::Nothing && before == now && WRITTEN.contains(&stood) {
            calm.push((now, digest.clone()));
        }
        if looks.last().is_none_or(|(_, last)| *last != digest) {
            looks.push((before, digest));
        }
        None
    }));
    if let Err(failure) = robot.play_match(turns) {
        println!("seed {seed}: the robot was misread: {}", failure.text);
    }
    robot.rig.beside = None;
    let live = Rc::into_inner(live)
        .expect("nobody else has it")
        .into_inner();
    let ops = live.flash.ops.unwrap_or_default();
    Recording {
        opened: opened(&ops),
        ops,
        looks: live.looks,
        calm: live.calm,
        turns: robot.tally.turns,
        games: robot.tally.games,
        velas: robot.tally.velas,
        written: live.flash.written,
        overwritten: live.flash.overwritten,
    }
}

/// How many marks of opened sectors were written.
fn opened(ops: &[Op]) -> [usize; 2] {
    let mut opened = [0; 2];
    for op in ops {
        if let Op::Write(at, _) = op
            && at % SECTOR == 32
        {
            opened[usize::from(at / SECTOR >= JOURNAL)] += 1;
        }
    }
    opened
}

/// What cutting has shown.
#[derive(Default, Debug)]
pub struct Tried {
    pub cuts: usize,
    /// Cuts during the recovery from a cut.
    pub again: usize,
    pub lost: usize,
    pub overwritten: usize,
}

/// One state that the flash was in between two ops.
struct Point {
    flash: Nor,
    digest: Digest,
    games: Vec<u32>,
}

impl Point {
    fn of(flash: &Nor) -> Self {
        let mut on = On::boot(flash.clone());
        Self {
            flash: flash.clone(),
            digest: on.digest(),
            games: on.games(),
        }
    }
}

/// Cuts a recorded match: one of `every` cuts is tried, and of these one of `second` has another cut in its recovery.
pub fn cut_all(name: &str, recording: &Recording, every: usize, second: usize) -> Tried {
    let mut random = Random::seeded(recording.ops.len() as u64);
    let mut tried = Tried {
        overwritten: recording.overwritten,
        ..Tried::default()
    };
    let mut calm = recording.calm.iter().peekable();
    let mut seen = 0;
    let mut before = Point::of(&Nor::new(1));
    for (n, op) in recording.ops.iter().enumerate() {
        let mut flash = before.flash.clone();
        flash.apply(op);
        let after = Point::of(&flash);
        // What a restart shows has occurred, and in that order.
        if after.digest != before.digest {
            let found = recording.looks[seen..]
                .iter()
                .position(|(_, look)| *look == after.digest);
            match found {
                Some(place) => seen += place,
                None => fail(&mut tried, || {
                    format!("{name}: op {n}: has not occurred: {:?}", after.digest)
                }),
            }
        }
        while let Some((_, look)) = calm.next_if(|(ops, _)| *ops == n + 1) {
            if *look != after.digest {
                fail(&mut tried, || {
                    format!(
                        "{name}: op {n}: not written: {look:?} but {:?}",
                        after.digest
                    )
                });
            }
        }
        let first = random.below(every);
        for cut in (first..op.cuts()).step_by(every) {
            try_cut(
                name,
                n,
                op,
                cut,
                [&before, &after],
                &mut random,
                second,
                &mut tried,
            );
        }
        before = after;
    }
    tried
}

fn fail(tried: &mut Tried, text: impl FnOnce() -> String) {
    tried.lost += 1;
    if tried.lost <= 3 {
        println!("{}", text());
    }
}

#[allow(clippy::too_many_arguments)]
fn try_cut(
    name: &str,
    n: usize,
    op: &Op,
    cut: usize,
    [before, after]: [&Point; 2],
    random: &mut Random,
    second: usize,
    tried: &mut Tried,
) {
    tried.cuts += 1;
    let mut flash = before.flash.clone();
    flash.random = Random::seeded(random.next());
    flash.cut(op, cut);
    flash.overwritten = 0;
    let label = |what: &str| format!("{name}: op {n} of {op:?}, cut {cut}: {what}");
    let either = |digest: &Digest| *digest == before.digest || *digest == after.digest;
    // At first doubtful bits lean one way, and later another.
    let leans = [0; 3].map(|_| random.pick(&[50, 100, 0, 95, 5]));
    flash.lean = leans[0];
    let cut_flash = flash.clone();
    let mut on = On::boot(flash);
    let digest = on.digest();
    if !either(&digest) {
        let text = label("another state");
        return fail(tried, || format!("{text}: {digest:?}"));
    }
    let games = on.games();
    let is_kept = |number: &u32| games.contains(number);
    let known = |number: &u32| before.games.contains(number) || after.games.contains(number);
    let stays = before
        .games
        .iter()
        .filter(|number| after.games.contains(number));
    if !stays.copied().all(|number| is_kept(&number)) || !games.iter().all(known) {
        let text = label("other games");
        return fail(tried, || {
            format!(
                "{text}: {games:?}, not {:?} or {:?}",
                before.games, after.games
            )
        });
    }
    on.settle();
    let written = on.flash.written;
    tried.overwritten += on.flash.overwritten;
    let mut settled = on.flash;
    settled.lean = leans[1];
    let mut on = On::boot(settled);
    if on.digest() != digest {
        let (text, now) = (label("forgotten after the recovery"), on.digest());
        return fail(tried, || format!("{text}: {digest:?} but {now:?}"));
    }
    let again = on.games();
    // The archive hears only after the journal that the end of a game was taken back.
    let is_back = before.digest.outcome.is_some() && after.digest.outcome.is_none();
    let taken_back = after.games.iter().max().filter(|_| is_back);
    let stays = |number: &&u32| after.games.contains(number) && Some(*number) != taken_back;
    if !games
        .iter()
        .filter(stays)
        .all(|number| again.contains(number))
    {
        let text = label("games forgotten after the recovery");
        return fail(tried, || format!("{text}: {games:?} but {again:?}"));
    }
    if random.below(second) > 0 {
        return;
    }
    // The power goes again while that is written.
    let written = written - before.flash.written.min(written);
    for power in 1..=written {
        tried.again += 1;
        let mut flash = cut_flash.clone();
        flash.lean = leans[0];
        flash.power = Some(power);
        let mut on = On::boot(flash);
        let first = on.digest();
        on.settle();
        tried.overwritten += on.flash.overwritten;
        let mut flash = on.flash;
        flash.power = None;
        flash.overwritten = 0;
        flash.lean = leans[1];
        let mut on = On::boot(flash);
        if !either(&first) || !either(&on.digest()) {
            let text = label("another state after a second cut");
            return fail(tried, || format!("{text}, {power}: {:?}", on.digest()));
        }
        // And then it stays.
        let digest = on.digest();
        on.settle();
        tried.overwritten += on.flash.overwritten;
        let mut flash = on.flash;
        flash.lean = leans[2];
        if On::boot(flash).digest() != digest {
            let text = label("forgotten after a second cut");
            return fail(tried, || format!("{text}, {power}"));
        }
    }
}
