//! What is counted, a row for each kind.

use std::fmt;

/// What became of what hands did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Right,
    /// The same position by another way.
    OtherWay,
    Misread,
    SentBack,
    Stuck,
}

/// The figures of a kind.
#[derive(Clone, Default)]
pub struct Row {
    pub turns: usize,
    /// Plans that are what the kind is about; the other turns are plain.
    pub proper: usize,
    pub misread: usize,
    pub sent_back: usize,
    pub stuck: usize,
    /// Pauses below 1.5 s in legal hands in which the phase was wrong, and those of them in which a point
    /// was lit as missing or extra.
    pub false_alarms: usize,
    pub lit_alarms: usize,
    pub other_way: usize,
    /// How often the board has asked who gives the game up, because a start position was put up, and without that.
    pub asked: usize,
    pub unasked: usize,
    /// Turns whose hands the stated rule takes for something else, and how many of them were lost so.
    pub against: usize,
    pub against_lost: usize,
    /// Times the menu was entered, which no hand asks for.
    pub menus: usize,
    /// From the last movement that a turn needs until it is told, in milliseconds.
    pub delays: Vec<u64>,
    /// Failures as scripts, and false alarms.
    pub failures: Vec<String>,
    pub alarms: Vec<String>,
}

impl Row {
    /// Counts a failure; those of hands that nobody could read stand apart.
    pub fn count(&mut self, verdict: Verdict, is_against: bool) {
        let counter = match verdict {
            Verdict::Right => return,
            Verdict::OtherWay => &mut self.other_way,
            Verdict::Stuck => &mut self.stuck,
            _ if is_against => &mut self.against_lost,
            Verdict::Misread => &mut self.misread,
            Verdict::SentBack => &mut self.sent_back,
        };
        *counter += 1;
    }

    fn delay(&self, percent: usize) -> u64 {
        let mut delays = self.delays.clone();
        delays.sort_unstable();
        let last = delays.len().saturating_sub(1);
        delays.get(last * percent / 100).copied().unwrap_or(0)
    }
}

/// The head of the table.
pub const HEAD: &str = "turns proper misread sent-back stuck alarms lit median-ms 95%-ms other-way against lost asked unasked";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{:5} {:6} {:7} {:9} {:5} {:6} {:3} {:9} {:6} {:9} {:7} {:4} {:5} {:7}",
            self.turns,
            self.proper,
            self.misread,
            self.sent_back,
            self.stuck,
            self.false_alarms,
            self.lit_alarms,
            self.delay(50),
            self.delay(95),
            self.other_way,
            self.against,
            self.against_lost,
            self.asked,
            self.unasked,
        )
    }
}
