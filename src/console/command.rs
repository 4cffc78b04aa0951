//! The commands: their words, usage and help texts.

use core::fmt;

use crate::console::refusal::Refusal;

/// A command to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Lists the commands.
    Help,
    /// Tells which firmware this is.
    Version,
    /// Tells the position of the game.
    Position,
    /// Lists all legal turns.
    Turns,
    /// Tells what the lights mean.
    Cues,
    /// Tells the games won.
    Score,
    /// Tells which game of the match is played.
    Round,
    /// Writes the game so far, or one that is kept.
    Record,
    /// Lists the games that are kept.
    Games,
    /// Forgets games, or everything.
    Forget,
    /// Starts another game.
    New,
    /// Tells or sets the rules.
    Rules,
    /// Takes back what happened last.
    Undo,
    /// Ends a chain.
    Stop,
    /// Ends the game by agreement.
    Draw,
    /// Ends the game: a side gives up.
    Resign,
    /// Tells or sets how much the lights help.
    Assist,
    /// Tells or sets how bright the lights are.
    Brightness,
    /// Tells or sets whether tones are played.
    Sound,
    /// Tells or sets how strongly the board plays.
    Level,
    /// Asks for a good turn.
    Hint,
    /// Tells why a stone cannot move.
    Why,
    /// Tells or sets whether the board says what turns give away.
    Judge,
    /// Tells all settings, how much was played, and how the store fares.
    Settings,
    /// Tells which points are closed.
    Sensors,
    /// Tries every light and every reed.
    SelfTest,
    /// Tells why the firmware was started anew.
    Faults,
    /// Leaves for the boot drive.
    Bootloader,
    /// Puts the start position up.
    Setup,
    /// Takes all stones off.
    Clear,
    /// Takes a stone off.
    Lift,
    /// Puts a stone down.
    Place,
    /// Lets time go by.
    Wait,
    /// Presses the button.
    Press,
    /// Breaks a reed, or mends it.
    Reed,
    /// Switches the power off and on.
    Cut,
}

impl Command {
    /// All commands, those for hands last.
    pub const ALL: [Self; 36] = [
        Self::Help,
        Self::Version,
        Self::Position,
        Self::Turns,
        Self::Cues,
        Self::Score,
        Self::Round,
        Self::Record,
        Self::Games,
        Self::Forget,
        Self::New,
        Self::Rules,
        Self::Undo,
        Self::Stop,
        Self::Draw,
        Self::Resign,
        Self::Assist,
        Self::Brightness,
        Self::Sound,
        Self::Level,
        Self::Hint,
        Self::Why,
        Self::Judge,
        Self::Settings,
        Self::Sensors,
        Self::SelfTest,
        Self::Faults,
        Self::Bootloader,
        Self::Setup,
        Self::Clear,
        Self::Lift,
        Self::Place,
        Self::Wait,
        Self::Press,
        Self::Reed,
        Self::Cut,
    ];

    /// The command that a word means.
    ///
    /// # Errors
    /// If the word means no command.
    pub fn find(word: &str) -> Result<Self, Refusal> {
        let found = Self::ALL.into_iter().find(|command| command.word() == word);
        found.ok_or(Refusal::Unknown)
    }

    /// Whether the command needs hands that obey it.
    #[must_use]
    pub const fn needs_hands(self) -> bool {
        self as u8 >= Self::Setup as u8
    }

    /// Whether the command changes nothing and its answer is long, so that a snapshot of the app had better answer it.
    #[must_use]
    pub const fn is_long(self) -> bool {
        matches!(
            self,
            Self::Help | Self::Turns | Self::Record | Self::Games | Self::Sensors
        )
    }

    /// The word for the command.
    #[must_use]
    pub fn word(self) -> &'static str {
        let usage = self.usage();
        usage.split_once(' ').map_or(usage, |(word, _)| word)
    }

    /// The word with its arguments.
    #[must_use]
    pub const fn usage(self) -> &'static str {
        self.texts().0
    }

    /// What the command does.
    #[must_use]
    pub const fn about(self) -> &'static str {
        self.texts().1
    }

    /// Its line in the list of commands.
    #[must_use]
    pub fn help(self) -> impl fmt::Display {
        let (usage, about) = self.texts();
        fmt::from_fn(move |f| write!(f, "{usage:34}  {about}"))
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Help => ("help", "this list"),
            Self::Version => ("version", "which firmware this is, and how it has fared"),
            Self::Position => ("position", "the position, or the final one"),
            Self::Turns => ("turns", "the legal turns, sorted"),
            Self::Cues => ("cues", "the phase, the side and what the lights mean"),
            Self::Score => ("score", "the games won, by side and by kind"),
            Self::Round => (
                "round",
                "which game of the match this is, and how far a vela is",
            ),
            Self::Record => (
                "record [N]",
                "the game so far, or game N, for fanorona-board replay",
            ),
            Self::Games => ("games", "the games that are kept"),
            Self::Forget => (
                "forget games|all",
                "erases those games, or everything; to be said twice",
            ),
            Self::New => (
                "new BOARD|POSITION [capturer=SIDE]",
                "another game; capturer: a vela",
            ),
            Self::Rules => (
                "rules [PRESET] [KEY=VALUE...]",
                "tells the rules, or sets them before a game",
            ),
            Self::Undo => ("undo", "takes back what happened last"),
            Self::Stop => ("stop", "ends a chain that could go on"),
            Self::Draw => ("draw", "ends the game: both agree on a draw"),
            Self::Resign => (
                "resign [white|black]",
                "ends the game: the side to move, or that side, gives up",
            ),
            Self::Assist => (
                "assist [teach|play|quiet]",
                "tells or sets how much the lights help",
            ),
            Self::Brightness => (
                "brightness [0-8]",
                "tells or sets how bright the lights are; 0: night",
            ),
            Self::Sound => ("sound [on|off]", "tells or sets whether tones are played"),
            Self::Level => (
                "level [white|black 1-9|off]",
                "tells or sets which side the board plays, how strongly",
            ),
            Self::Hint => ("hint", "lights a good turn, and tells it"),
            Self::Why => ("why POINT [POINT]", "why a stone cannot move, or not there"),
            Self::Judge => (
                "judge [on|off]",
                "tells or sets whether the board says what turns give away",
            ),
            Self::Settings => (
                "settings",
                "all settings, how much was played, how the store fares",
            ),
            Self::Sensors => (
                "sensors [watch [off]|dead|well POINT]",
                "which are closed, and which bad; or tells every change; or says that one is",
            ),
            Self::SelfTest => (
                "selftest [off|last]",
                "tries every light and reed; leaves that; what the last one has found",
            ),
            Self::Faults => ("faults", "why the firmware was started anew"),
            Self::Bootloader => ("bootloader", "becomes a USB drive for new firmware"),
            Self::Setup => ("setup", "puts the start position up"),
            Self::Clear => ("clear", "takes all stones off"),
            Self::Lift => ("lift POINT [MS]", "takes a stone off, then waits 300 ms"),
            Self::Place => ("place POINT [MS]", "puts a stone down, then waits 300 ms"),
            Self::Wait => ("wait MS", "lets time go by"),
            Self::Press => ("press [MS]", "presses the button for 100 ms"),
            Self::Reed => ("reed POINT open|closed|well", "breaks a reed, or mends it"),
            Self::Cut => ("cut", "power off and on"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_means_its_command() {
        for command in Command::ALL {
            assert_eq!(Command::find(command.word()), Ok(command));
        }
        for word in ["", "Help", "helps", "hel", "setup "] {
            assert_eq!(Command::find(word), Err(Refusal::Unknown));
        }
    }
}
