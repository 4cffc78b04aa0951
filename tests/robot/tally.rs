//! What a robot counts.

use crate::common::figure;
use std::fmt;
use std::ops::AddAssign;

/// What went wrong, with all that was done before.
pub struct Failure {
    pub fault: Fault,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    Misread,
    Stuck,
}

/// Defines counters that can be added and written.
macro_rules! tally {
    ($($name:ident: $text:literal,)+) => {
        #[derive(Clone, Default)]
        pub struct Tally {
            $(pub $name: usize,)+
            /// The most steps in which lights led back to play.
            pub longest: usize,
        }

        impl AddAssign for Tally {
            fn add_assign(&mut self, other: Self) {
                $(self.$name += other.$name;)+
                self.longest = self.longest.max(other.longest);
            }
        }

        impl fmt::Display for Tally {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                $(writeln!(f, "{:>10}  {}", self.$name, $text)?;)+
                let tenths = 10 * self.follow_steps / self.follows.max(1);
                writeln!(f, "{:>8}.{}  steps on average", tenths / 10, tenths % 10)?;
                writeln!(f, "{:>10}  steps at most", self.longest)
            }
        }
    };
}

tally! {
    turns: "turns",
    games: "games",
    velas: "of them velas",
    misread: "misread",
    stuck: "stuck",
    ruled: "hands with a mirror on the way, as the rule has them",
    against: "plans dropped because the rule would read them otherwise",
    hopeless: "turns of which no plan was as the rule has it",
    mirrors: "mirror hands on purpose",
    as_ruled: "of them read as the rule says",
    tapped: "chains stopped by a tap",
    told: "chains stopped by the button",
    shown: "chains stopped by the reply",
    takebacks: "turns taken back by hand",
    mistakes: "mistakes made",
    unnoticed: "of them not shown as such",
    led_back: "of them led to a takeback",
    abandoned: "start positions put up in the midst of a game",
    asked: "of them asked who gives up",
    unasked: "times the board asked so where none was put up",
    answered: "games ended by an answer",
    menus: "times the menu was entered, which no hand asks for",
    follows: "times the lights were followed",
    follow_steps: "steps in all",
}

impl Tally {
    /// Records what the documents tell of a run.
    pub fn record(&self, run: &str) {
        // Of ten thousand plans; every turn that was played had one that was not dropped.
        let dropped = 10_000 * self.against / (self.turns + self.against);
        for (name, value) in [
            ("turns", self.turns),
            ("games", self.games),
            ("misread", self.misread),
            ("stuck", self.stuck),
            ("mirrors", self.mirrors),
            ("dropped", dropped),
            ("asked", self.asked),
            ("unasked", self.unasked),
        ] {
            figure::record(&format!("{run}.{name}"), value);
        }
    }

    pub fn followed(&mut self, steps: usize) {
        self.follows += 1;
        self.follow_steps += steps;
        self.longest = self.longest.max(steps);
    }
}
