//! The self-test in the line: while it is on the referee sees no picture, and reeds are tried.

use crate::app::App;
use crate::point::PointSet;
use crate::referee::situation::Phase;
use crate::selftest::SelfTest;
use crate::selftest::findings::Findings;
use crate::sense::margins::Margins;
use crate::time::Millis;

impl App {
    /// Learns how the reeds work that move, and tries them if a self-test is on.
    #[inline(never)]
    pub(super) fn measure(&mut self, believed: PointSet, settled: PointSet) {
        let Self {
            margins, selftest, ..
        } = self;
        margins.watch(believed, settled, |movement| selftest.hear(movement));
    }

    /// What was learnt of the reeds.
    #[must_use]
    pub const fn margins(&self) -> &Margins {
        &self.margins
    }

    /// The self-test, and what the last one has found.
    #[must_use]
    pub const fn selftest(&self) -> &SelfTest {
        &self.selftest
    }

    /// Remembers what the last self-test has found before a restart.
    pub fn recall_selftest(&mut self, findings: Findings) {
        self.selftest.recall(Some(findings));
    }

    /// Begins a self-test, and leaves the menu for it.
    #[inline(never)]
    pub fn begin_selftest(&mut self) {
        self.door.pass(self.debounce.settled(), self.now);
        self.choices = None;
        self.selftest.begin();
        self.referee.stand_aside(Phase::SelfTest);
        self.browsed = self.browsed.wrapping_add(1);
    }

    /// Leaves a self-test.
    #[inline(never)]
    pub fn end_selftest(&mut self) {
        self.selftest.leave();
        self.return_to_game();
    }

    /// The self-test sees a picture.
    #[inline(never)]
    pub(super) fn examine(&mut self, picture: PointSet, now: Millis) {
        self.door.pass(picture, now);
        if self.selftest.tick(picture) {
            self.browsed = self.browsed.wrapping_add(1);
        }
        if !self.selftest.is_on() {
            self.heed_findings();
            self.return_to_game();
        }
    }

    /// Reeds that a whole self-test has found well are believed again, and the few that never change count as dead.
    fn heed_findings(&mut self) {
        let whole = self.selftest.last().filter(|last| last.untried.is_empty());
        if let Some(found) = whole {
            let (well, dead) = (found.well(), found.open | found.closed);
            self.mark_well(well & self.sensors.dead());
            // Where there are too many, none is: then the board cannot go on without them.
            let _ = self.mark_dead(dead);
        }
    }

    /// Leaves a self-test, or the menu: the referee sees the stones again, and those that stand open nothing.
    #[inline(never)]
    pub(super) fn return_to_game(&mut self) {
        self.choices = None;
        self.browsed = self.browsed.wrapping_add(1);
        self.door.shut();
        self.come_back(self.debounce.settled(), self.now);
    }
}
