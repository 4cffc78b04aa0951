//! A board with a flash, as it was switched on, and what it must remember.

use crate::nor::Nor;
use fanorona_board::app::App;
use fanorona_board::light::cues::Assist;
use fanorona_board::point::PointSet;
use fanorona_board::referee::Referee;
use fanorona_board::referee::resume::Open;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::outcome::Outcome;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::series::{Round, Score};
use fanorona_board::rules::side::BySide;
use fanorona_board::store::shelf::{Keeper, Shelf};
use fanorona_board::store::{Did, Store};

pub const NAME: &str = "virtual";

/// Everything that a restart must not change.
#[derive(Clone, PartialEq, Debug)]
pub struct Digest {
    rules: Rules,
    board: Board,
    round: Round,
    score: BySide<Score>,
    seeds: [u64; 2],
    start: Position,
    position: Position,
    turns: Vec<u8>,
    pub outcome: Option<Outcome>,
    found: Option<PointSet>,
    /// What is open of the game, and what was seen and said.
    open: Open,
    touches: Vec<u8>,
    assist: Assist,
    brightness: u8,
    dead: PointSet,
}

impl Digest {
    pub fn of(app: &App) -> Self {
        let referee = &app.referee;
        let (series, game) = (referee.series(), referee.game());
        Self {
            rules: *referee.rules(),
            board: series.board(),
            round: series.round(),
            score: series.score(),
            seeds: [referee.seed(), series.lots()],
            start: *game.start(),
            position: *game.position(),
            turns: game.history().bytes().to_vec(),
            outcome: game.outcome(),
            found: referee.found(),
            open: referee.open(),
            touches: referee.touches().collect(),
            assist: app.assist,
            brightness: app.drive.brightness.level(),
            dead: app.sensors().unknown(),
        }
    }
}

/// A board that is on.
#[derive(Clone)]
pub struct On {
    pub app: App,
    pub store: Store,
    pub flash: Nor,
}

impl On {
    /// Switches a board on.
    pub fn boot(mut flash: Nor) -> Self {
        let mut app = fresh();
        let mut store = Store::new();
        store.begin(NAME, &mut flash, &mut app);
        Self { app, store, flash }
    }

    pub fn digest(&self) -> Digest {
        Digest::of(&self.app)
    }

    pub const fn shelf(&mut self) -> (Shelf<'_, Nor>, &mut App) {
        let Self { app, store, flash } = self;
        (Shelf { store, flash }, app)
    }

    /// Writes everything that is to be written.
    pub fn settle(&mut self) {
        let (mut keeper, app) = self.shelf();
        keeper.settle(app);
    }

    /// Erases and writes as long as there is something to do.
    pub fn rest(&mut self) {
        for _ in 0..1000 {
            self.store.look(&self.app, true);
            if self.store.work(&mut self.flash, true) == Did::Nothing {
                return;
            }
        }
        panic!("no end");
    }

    /// The numbers of the games that are kept.
    pub fn games(&mut self) -> Vec<u32> {
        let mut numbers = Vec::new();
        let (mut keeper, _) = self.shelf();
        keeper.games(&mut |head| numbers.push(head.number));
        numbers
    }
}

/// An app that knows nothing.
pub fn fresh() -> App {
    App::new(Referee::new(Board::Tsivy, Rules::STANDARD, 0))
}
