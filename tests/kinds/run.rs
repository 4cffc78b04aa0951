//! Plays games with hands of one kind.

use crate::common::random::Random;
use crate::draft::Draft;
use crate::kind::{Game, Kind};
use crate::plan::Plan;
use crate::player::Player;
use crate::table::{Row, Verdict};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::{Preset, Rules, Vela};
use fanorona_board::rules::position::Position;
use fanorona_board::rules::series::Match;
use fanorona_board::rules::side::Side;

/// How many turns a seed is good for.
const TURNS: usize = 30;
/// After how many plans the game begins anew where it is, which keeps scripts short.
const PLANS: usize = 8;
/// How often a plan is drafted anew that cannot be done.
const ATTEMPTS: usize = 20;

/// What is to be played.
pub struct Order {
    pub preset: Preset,
    pub is_vela: bool,
    /// The board; any if none is named.
    pub board: Option<Board>,
    pub total: usize,
    pub first: u64,
}

impl Order {
    /// The name of this table.
    pub fn name(&self) -> String {
        let game = if self.is_vela { "-vela" } else { "" };
        format!("{}{game}", self.preset.word())
    }

    /// Whether the figures of this table are recorded; those of other lengths and other seeds are only printed.
    pub fn is_reported(&self) -> bool {
        self.board.is_none() && (self.total, self.first) == (1000, 500_001)
    }

    /// Whether hands of a kind are to be played: those of the vela in the vela, if the rules have one.
    pub fn has(&self, kind: &Kind) -> bool {
        let has_vela = Rules::of(self.preset).vela != Vela::Off;
        kind.game != Game::Vela || self.is_vela == has_vela
    }
}

/// Plays as many turns of a kind as the order says.
pub fn run(kind: Kind, order: &Order) -> Row {
    let mut row = Row::default();
    for seed in order.first.. {
        if row.turns >= order.total {
            break;
        }
        let most = (row.turns + TURNS).min(order.total);
        let mut player = player(seed, kind.game, order);
        let mut plans = 0;
        while row.turns < most && player.game.outcome().is_none() {
            let verdict = turn(kind, &mut player, &mut row);
            plans += 1;
            let again = plans % PLANS == 0 && player.past.as_ref().is_none_or(|past| past.told);
            let start = *player.game.position();
            if player.game.outcome().is_none() && (again || !is_right(verdict)) {
                player.begin(start);
            }
        }
    }
    row
}

fn is_right(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Right | Verdict::OtherWay)
}

/// Plays one plan.
fn turn(kind: Kind, player: &mut Player, row: &mut Row) -> Verdict {
    let plan = draft(kind, player);
    let verdict = player.play(&plan, row);
    if !is_right(verdict) {
        return verdict;
    }
    if player.game.outcome().is_none() {
        let think = player.random.below(2000) as u64;
        player.pass(think);
    }
    player.end_chain(row)
}

/// A plan of this kind, or a plain one where there is none.
pub fn draft(kind: Kind, player: &mut Player) -> Plan {
    for attempt in 0.. {
        let fresh = player.rig.referee().series().start();
        let mut draft = Draft::new(&mut player.random, &player.game, fresh);
        let drafted = if attempt < ATTEMPTS {
            (kind.draft)(&mut draft)
        } else {
            draft.instead()
        };
        let mut plan = draft.plan;
        if drafted.is_some() && plan.is_possible(player.reeds) {
            return plan;
        }
    }
    unreachable!("plain hands can always play")
}

/// A board of a seed: the same seed plays the same.
pub fn player(seed: u64, game: Game, order: &Order) -> Player {
    let mut random = Random::seeded(seed);
    let rules = game.rules(Rules::of(order.preset));
    let any = random.pick(&[
        Board::Tsivy,
        Board::Tsivy,
        Board::Tsivy,
        Board::Dimy,
        Board::Telo,
    ]);
    let board = order.board.unwrap_or(any);
    let start = if order.is_vela || game == Game::Vela {
        Position::vela(board, random.pick(&Side::BOTH))
    } else {
        Match::new(board, rules, seed).start()
    };
    Player::new(seed, board, rules, start)
}
