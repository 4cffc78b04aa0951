//! What is wrong, and how it is put right.

use crate::point::{Point, PointSet};
use crate::referee::clause::Clause;
use crate::referee::cost::{Cost, LANDING};
use crate::referee::picture::Picture;
use crate::referee::play::{Ledger, Play, Sight};
use crate::referee::readings::Account;
use crate::referee::search::Search;
use crate::referee::show::{show, show_pair};
use crate::referee::situation::{Phase, Restore, Situation};
use crate::referee::story::{DOUBT, Known, Pair};
use crate::rules::game::Game;
use crate::rules::lines::{Direction, neighbour};
use crate::rules::options::Takeback;
use crate::rules::position::Position;
use crate::rules::side::BySide;

impl Play {
    /// What to show when no turn explains what stands, or what is taken back by it; nothing, if it may still be in passing.
    ///
    /// Everything leads back to the picture that was explained last, unless turns are being taken back.
    pub fn wrong(&mut self, ledger: &mut Ledger, sight: Sight) -> Option<Situation> {
        let may_take_back = ledger.game.rules().takeback == Takeback::Yes;
        if may_take_back && let Some(situation) = self.take_back_to(ledger, sight) {
            return Some(situation);
        }
        // What was explained once and is not any more is begun anew.
        if sight.picture.shows(self.explained.both()) {
            self.explained = self.course.start().stones();
            self.course.release(ledger.game.rules());
        }
        let earlier = self.nearest(ledger.game, sight.picture);
        let earlier = earlier.filter(|_| may_take_back);
        let back = self.restore(earlier, sight, ledger.game);
        if back.is_some() || !sight.at_rest {
            return back;
        }
        if Clause::BetweenTwo
            .holds(!Clause::WrongStays.holds(self.is_wrong) && !self.course.has_stood(DOUBT, sight))
        {
            let reading = self.between_two(ledger, sight).next();
            if reading.is_some() {
                return reading;
            }
        }
        self.is_wrong = true;
        Some(self.mistake(self.explained, sight, ledger.game))
    }

    /// The latest earlier position to which everything leads that has changed since a picture was explained, and more than
    /// half of the way.
    fn nearest(&self, game: &Game, picture: Picture) -> Option<BySide<PointSet>> {
        let explained = self.explained.both();
        let changed = picture.difference(explained).points();
        let explained = Picture::new(explained, picture.unknown);
        let leads_to = |position: &Position| {
            let needed = explained.difference(position.occupied()).points();
            !Clause::NearestAll.holds(!needed.contains_all(changed))
                && 2 * changed.len() > needed.len()
        };
        let before = self.course.first.map(|_| self.course.base);
        let mut earlier = before.into_iter().chain(self.earlier(game));
        earlier.find(leads_to).map(|position| position.stones())
    }

    /// What is still to be restored of the earlier position that was being restored, or else of this one, as long as a
    /// stone of it is back.
    pub(super) fn restore(
        &mut self,
        earlier: Option<BySide<PointSet>>,
        sight: Sight,
        game: &Game,
    ) -> Option<Situation> {
        let is_back = |stones: &BySide<PointSet>| {
            let back = stones.both() - self.explained.both();
            back.intersects(sight.picture.closed)
        };
        self.restoring = self.restoring.filter(is_back);
        let stones = self.restoring.or(earlier.filter(is_back))?;
        if sight.at_rest {
            self.restoring = Some(stones);
        }
        self.course
            .has_stood(Clause::RestoreStands.span(LANDING), sight)
            .then(|| Situation {
                takeback: sight.picture.restore(stones),
                fleeting: true,
                ..self.plain(Phase::Wrong, game)
            })
    }

    /// What may be meant if a stone stands between two points and closes both: one of two neighbours has no stone of its
    /// own, and all would be well without it.
    fn between_two<'a>(
        &'a self,
        ledger: &'a Ledger,
        sight: Sight,
    ) -> impl Iterator<Item = Situation> + 'a {
        let is_beside = move |point: &Point| {
            let mut around = Direction::ALL
                .into_iter()
                .filter_map(|to| neighbour(*point, to));
            around.any(|point| sight.picture.closed.contains(point))
        };
        let strays = sight.picture.difference(self.explained.both()).closed;
        strays.iter().filter(is_beside).filter_map(move |point| {
            let picture = sight.picture.without(PointSet::of(point));
            self.glance(ledger, Sight { picture, ..sight })
        })
    }

    /// Whether all stands as it should.
    #[must_use]
    pub fn stands(&self, picture: Picture) -> bool {
        picture.shows(self.course.start().occupied())
    }

    /// What it would cost to explain what stands if nothing were believed of one point more; none, if that explains nothing.
    /// What was read so far may have come from the same fault, and counts for nothing. Where all seems to stand as it should,
    /// what was read instead of a turn that was told may.
    pub fn doubt(&mut self, game: &Game, sight: Sight, point: Point) -> Option<Cost> {
        let unknown = sight.picture.unknown;
        let doubted = unknown | PointSet::of(point);
        self.course.log.mistrust(doubted);
        let stands = self.stands(sight.picture);
        let picture = Picture::new(sight.picture.closed, doubted);
        let sight = Sight { picture, ..sight };
        let cost = if stands {
            self.denied_cost(game, sight)
        } else {
            self.least_cost(game, sight)
        };
        self.course.log.mistrust(unknown);
        cost
    }

    /// What it would cost that the turn was played that was told before another was read instead, and that it has been replied
    /// to.
    fn denied_cost(&self, game: &Game, sight: Sight) -> Option<Cost> {
        let denied = self.denied.as_ref()?;
        let mut scene = self.course.scene(game.rules(), None, game, sight);
        let later = self.course.later(denied, sight.picture);
        scene.known = Some(Known::new(denied, later, true));
        let pair = scene.known_pair()?;
        pair.reply.whole().map(|_| pair.reply.oddity)
    }

    /// The turn that was told before another was read instead was played after all, if that explains what stands now.
    pub fn reinstate(&mut self, ledger: &mut Ledger, sight: Sight) {
        if self.stands(sight.picture)
            && self.denied_cost(ledger.game, sight).is_some()
            && let Some(denied) = self.denied
        {
            self.adopt(ledger, Some(denied));
            ledger.pass(&denied.turn, &denied.after);
            self.denied = None;
        }
    }

    fn least_cost(&self, game: &Game, sight: Sight) -> Option<Cost> {
        if sight.picture.shows(self.course.start().occupied()) {
            return Some(Cost::NONE);
        }
        let whole = |account: &Account, cost: Cost| {
            let is_whole = account.whole().is_some();
            if is_whole { account.oddity } else { cost }
        };
        let mut scene = self.course.scene(game.rules(), None, game, sight);
        let read = scene.known.take();
        let mut search = Search::new();
        while !search.go_on(&mut scene, true) {}
        let of_pair = |pair: &Pair| whole(&pair.reply, pair.cost);
        let Search { alone, pair, .. } = &search;
        let alone = alone.as_ref().map(|(account, cost)| whole(account, *cost));
        let pair = pair.as_ref().map(of_pair);
        scene.known = read;
        let known = scene.known_pair();
        let least = alone
            .into_iter()
            .chain(known.as_ref().map(of_pair))
            .chain(pair)
            .min();
        // Or the turn after the one that was read was the first that was not seen, and has been replied to.
        least.or_else(|| {
            search.forget();
            while !search.go_on(&mut scene, true) {}
            search.third.as_ref().map(of_pair)
        })
    }

    /// The place of a point among those that have changed, in their order; behind all, if it has not.
    #[must_use]
    pub fn touched(&self, point: Point) -> usize {
        self.course.log.place(point)
    }

    /// What a picture would show.
    fn glance(&self, ledger: &Ledger, sight: Sight) -> Option<Situation> {
        if sight.picture.shows(self.course.start().occupied()) {
            let first = self.course.first.as_ref();
            let undoes = first.is_some_and(|first| self.course.undoes(first, ledger.game));
            return (!undoes).then(|| self.rest(ledger));
        }
        let search = self.look(ledger.game, sight);
        let is_one_turn = search.is_one_turn();
        match (search.alone, search.pair) {
            (Some((account, _)), _) if is_one_turn => Some(show(&self.course.base, &account)),
            (_, pair) => pair.map(|pair| show_pair(&pair)),
        }
    }

    /// A phase, the stones as they should stand, and whose turn it is: while a chain may go on, the
    /// mover's.
    pub(super) fn plain(&self, phase: Phase, game: &Game) -> Situation {
        let mut situation = Situation::at(phase, self.course.start());
        if self.course.chain(game).is_some() {
            situation.side = self.course.base.side();
        }
        situation
    }

    /// What stands otherwise than these stones should.
    pub(super) fn mistake(&self, target: BySide<PointSet>, sight: Sight, game: &Game) -> Situation {
        let Restore { put, take } = sight.picture.restore(target);
        Situation {
            stones: target,
            wanted: put,
            extra: take,
            ..self.plain(Phase::Wrong, game)
        }
    }
}
