//! The options on which rule sheets disagree, as data.

use core::fmt;

use crate::rules::notation::number;

/// A value of an option; the common interface of the options' types.
trait Setting {
    /// Takes the value that a word means; returns whether there is such a value.
    fn read(&mut self, word: &str) -> bool;
    /// Writes the value.
    fn write(&self, f: &mut fmt::Formatter) -> fmt::Result;
    /// Writes all possible values.
    fn explain(&self, f: &mut fmt::Formatter) -> fmt::Result;
    /// A number that is equal for equal values. A value keeps its number for ever: it may lie in a store.
    fn code(&self) -> u16;
    /// Takes the value with a number; returns whether there is such a value.
    fn decode(&mut self, code: u16) -> bool;
}

/// Defines an option with named values, the first of which is the default.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$value_about:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$value_about])* $value,)+
        }

        impl $name {
            /// All values, the default first.
            pub const ALL: &[Self] = &[$(Self::$value),+];

            /// The word for the value.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }

            /// The value that a word means.
            #[must_use]
            pub fn find(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        impl Setting for $name {
            fn read(&mut self, word: &str) -> bool {
                Self::find(word).map(|value| *self = value).is_some()
            }

            fn write(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(self.word())
            }

            fn explain(&self, f: &mut fmt::Formatter) -> fmt::Result {
                list(f, Self::ALL.iter().map(|value| value.word()))
            }

            fn code(&self) -> u16 {
                *self as u16
            }

            fn decode(&mut self, code: u16) -> bool {
                let value = Self::ALL.get(usize::from(code));
                value.map(|value| *self = *value).is_some()
            }
        }
    };
}

/// Writes words with commas between them.
pub(super) fn list(
    f: &mut fmt::Formatter,
    words: impl Iterator<Item = &'static str>,
) -> fmt::Result {
    for (i, word) in words.enumerate() {
        write!(f, "{}{word}", if i > 0 { ", " } else { "" })?;
    }
    Ok(())
}

choice! {
    /// Whether a possible capture is compulsory.
    Capture {
        /// If any capture exists the turn must capture.
        Must = "must",
        /// A paika is always allowed, but a step that can take, takes.
        May = "may",
    }
}

choice! {
    /// Which directions a chain may go on in.
    ChainDirection {
        /// In any but that of the step before.
        Change = "change",
        /// In any at all.
        Any = "any",
        /// In any that the turn has not gone in yet.
        New = "new",
    }
}

choice! {
    /// Whether a chain may be stopped.
    Chain {
        /// After any capture.
        May = "may",
        /// Only where no further capture is possible.
        Must = "must",
    }
}

choice! {
    /// Who starts a riatra.
    Starter {
        /// White.
        White = "white",
        /// The board draws lots.
        Lots = "lots",
    }
}

choice! {
    /// What it means to have no legal turn.
    Immobile {
        /// The side that cannot move loses.
        Loses = "loses",
        /// Nobody wins.
        Draw = "draw",
    }
}

choice! {
    /// What becomes of one stone against one.
    OneEach {
        /// The game goes on.
        Play = "play",
        /// A draw when the side to move cannot capture.
        Draw = "draw",
        /// A draw is offered when the side to move cannot capture.
        Offer = "offer",
    }
}

choice! {
    /// What it means to lift a stone.
    Touch {
        /// The stone may be put back.
        Free = "free",
        /// The stone must be played, if it can be; a step of it that has been at rest stays.
        Move = "move",
    }
}

choice! {
    /// Whether turns may be taken back.
    Takeback {
        /// Turns may be taken back.
        Yes = "yes",
        /// A turn that was played stays played, and so does a step of it that has been at rest.
        No = "no",
    }
}

choice! {
    /// The handicap game that follows a riatra which somebody won.
    Vela {
        /// There is none.
        Off = "off",
        /// In phase one the capturer takes one stone a turn, the nearest in the row.
        Nearest = "nearest",
        /// In phase one the capturer takes by the normal rules.
        Normal = "normal",
    }
}

choice! {
    /// Whether the other side must leave the capturer a capture in phase one, if it can.
    Leave {
        /// The other side need not.
        No = "no",
        /// The other side must.
        Yes = "yes",
    }
}

choice! {
    /// What it means for the capturer to have no capture in phase one.
    Stranded {
        /// The capturer wins.
        Wins = "wins",
        /// The capturer loses.
        Loses = "loses",
        /// The capturer plays a paika.
        Paika = "paika",
    }
}

choice! {
    /// How games are strung together.
    Series {
        /// Every game stands alone.
        Off = "off",
        /// One vela after a riatra that somebody won.
        Once = "once",
        /// Velas until the loser of the riatra wins one or gives up.
        UntilLoserWins = "until-loser-wins",
    }
}

choice! {
    /// A named set of rules, one for each rule sheet.
    Preset {
        /// All defaults.
        Standard = "standard",
        /// The booklet of a wooden set, in French.
        Booklet = "booklet",
        /// A French sheet in which capturing is not compulsory.
        Relaxed = "relaxed",
        /// A Spanish sheet on the game of the Merina kings.
        Royal = "royal",
        /// An English sheet on two troops of lemurs.
        Lemurs = "lemurs",
    }
}

/// The count that a word means, if it is not below the least.
fn count(word: &str, least: u16) -> Option<u16> {
    let count = number(word).and_then(|number| u16::try_from(number).ok());
    count.filter(|&count| count >= least)
}

/// A count of turns without a capture at which the game is drawn; or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quiet {
    /// Nothing is counted.
    Off,
    /// The game is drawn at this count.
    At(u16),
}

impl Quiet {
    /// Whether a count reaches the limit.
    #[must_use]
    pub fn is_reached(self, count: u16) -> bool {
        matches!(self, Self::At(limit) if count >= limit)
    }
}

impl Setting for Quiet {
    fn read(&mut self, word: &str) -> bool {
        let value = match word {
            "off" => Some(Self::Off),
            _ => count(word, 1).map(Self::At),
        };
        value.map(|value| *self = value).is_some()
    }

    fn write(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::At(number) => write!(f, "{number}"),
        }
    }

    fn explain(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "off, a number from 1 to {}", u16::MAX)
    }

    fn code(&self) -> u16 {
        match self {
            Self::Off => 0,
            Self::At(number) => *number,
        }
    }

    fn decode(&mut self, code: u16) -> bool {
        *self = match code {
            0 => Self::Off,
            number => Self::At(number),
        };
        true
    }
}

/// What becomes of a position that occurs again and again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// The game goes on.
    Off,
    /// A draw is offered from the third occurrence on.
    Offer,
    /// The game is drawn at this occurrence.
    At(u16),
}

impl Repetition {
    /// The least occurrence that can draw: the first is no repetition.
    const LEAST: u16 = 2;
    /// The occurrence from which on a draw is offered.
    const OFFERED: u16 = 3;

    /// Whether an occurrence draws.
    #[must_use]
    pub fn is_reached(self, times: u16) -> bool {
        matches!(self, Self::At(limit) if times >= limit)
    }

    /// Whether an occurrence offers a draw.
    #[must_use]
    pub fn is_offered(self, times: u16) -> bool {
        self == Self::Offer && times >= Self::OFFERED
    }
}

impl Setting for Repetition {
    fn read(&mut self, word: &str) -> bool {
        let value = match word {
            "off" => Some(Self::Off),
            "offer" => Some(Self::Offer),
            _ => count(word, Self::LEAST).map(Self::At),
        };
        value.map(|value| *self = value).is_some()
    }

    fn write(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Offer => f.write_str("offer"),
            Self::At(number) => write!(f, "{number}"),
        }
    }

    fn explain(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "off, offer, a number from {} to {}",
            Self::LEAST,
            u16::MAX
        )
    }

    fn code(&self) -> u16 {
        match self {
            Self::Off => 0,
            Self::Offer => 1,
            Self::At(number) => *number,
        }
    }

    fn decode(&mut self, code: u16) -> bool {
        *self = match code {
            0 => Self::Off,
            1 => Self::Offer,
            number => Self::At(number),
        };
        true
    }
}

/// Defines the rules: for each option its key, its field, its type and its default.
macro_rules! rules {
    ($($(#[$about:meta])* $key:ident = $word:literal, $field:ident: $type:ty = $default:expr;)+) => {
        choice! {
            /// The key of an option.
            Key {
                $($(#[$about])* $key = $word,)+
            }
        }

        /// A complete set of rules.
        ///
        /// ```
        /// use fanorona_board::rules::options::{ChainDirection, Preset, Rules};
        /// use fanorona_board::rules::terms::Terms;
        ///
        /// let rules = Rules { direction: ChainDirection::Any, ..Rules::of(Preset::Lemurs) };
        /// assert_eq!(rules.to_string(), "lemurs direction=any");
        /// assert_eq!("lemurs direction=any".parse::<Terms>()?.rules, rules);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Rules {
            $($(#[$about])* pub $field: $type,)+
        }

        impl Rules {
            /// All defaults.
            pub const STANDARD: Self = Self { $($field: $default,)+ };

            fn setting(&self, key: Key) -> &dyn Setting {
                match key {
                    $(Key::$key => &self.$field,)+
                }
            }

            fn setting_mut(&mut self, key: Key) -> &mut dyn Setting {
                match key {
                    $(Key::$key => &mut self.$field,)+
                }
            }
        }
    };
}

rules! {
    /// Whether a possible capture is compulsory.
    Capture = "capture", capture: Capture = Capture::Must;
    /// Which directions a chain may go on in.
    Direction = "direction", direction: ChainDirection = ChainDirection::Change;
    /// Whether a chain may be stopped.
    Chain = "chain", chain: Chain = Chain::May;
    /// Who starts a riatra.
    Starter = "starter", starter: Starter = Starter::White;
    /// What it means to have no legal turn.
    Immobile = "immobile", immobile: Immobile = Immobile::Loses;
    /// How many occurrences of a position (same side to move, same stones) make a draw.
    Repetition = "repetition", repetition: Repetition = Repetition::At(3);
    /// How many turns without a capture make a draw.
    Quiet = "quiet", quiet: Quiet = Quiet::Off;
    /// What becomes of one stone against one.
    OneEach = "one-each", one_each: OneEach = OneEach::Play;
    /// What it means to lift a stone.
    Touch = "touch", touch: Touch = Touch::Free;
    /// Whether turns may be taken back.
    Takeback = "takeback", takeback: Takeback = Takeback::Yes;
    /// The handicap game that follows a riatra which somebody won.
    Vela = "vela", vela: Vela = Vela::Off;
    /// Whether the other side must leave the capturer a capture in phase one, if it can.
    Leave = "leave", leave: Leave = Leave::No;
    /// What it means for the capturer to have no capture in phase one.
    Stranded = "stranded", stranded: Stranded = Stranded::Wins;
    /// How games are strung together.
    Series = "series", series: Series = Series::Off;
}

impl Rules {
    /// The rules of a preset.
    #[must_use]
    pub const fn of(preset: Preset) -> Self {
        match preset {
            Preset::Standard => Self::STANDARD,
            Preset::Booklet => Self {
                direction: ChainDirection::Any,
                repetition: Repetition::Offer,
                one_each: OneEach::Offer,
                takeback: Takeback::No,
                vela: Vela::Nearest,
                stranded: Stranded::Paika,
                series: Series::UntilLoserWins,
                ..Self::STANDARD
            },
            Preset::Relaxed => Self {
                capture: Capture::May,
                starter: Starter::Lots,
                vela: Vela::Nearest,
                series: Series::Once,
                ..Self::STANDARD
            },
            Preset::Royal => Self {
                direction: ChainDirection::New,
                vela: Vela::Normal,
                stranded: Stranded::Paika,
                series: Series::Once,
                ..Self::STANDARD
            },
            Preset::Lemurs => Self {
                repetition: Repetition::Offer,
                vela: Vela::Nearest,
                leave: Leave::Yes,
                series: Series::UntilLoserWins,
                ..Self::STANDARD
            },
        }
    }

    /// Sets one option to the value that a word means; returns whether there is such a value.
    pub fn set(&mut self, key: Key, word: &str) -> bool {
        self.setting_mut(key).read(word)
    }

    /// The options that differ from the standard, each by its number, with the number of its value.
    pub fn codes(&self) -> impl Iterator<Item = (u8, u16)> {
        let keys = self.differences(&Self::STANDARD);
        keys.map(|key| (key as u8, self.setting(key).code()))
    }

    /// Sets one option to the value with a number; returns whether there is such a value.
    pub fn set_code(&mut self, key: Key, code: u16) -> bool {
        self.setting_mut(key).decode(code)
    }

    /// The value of one option, for display.
    #[must_use]
    pub fn get(&self, key: Key) -> impl fmt::Display {
        fmt::from_fn(move |f| self.setting(key).write(f))
    }

    /// The keys whose values differ from another set of rules.
    fn differences(&self, other: &Self) -> impl Iterator<Item = Key> {
        let differs = move |key: &Key| self.setting(*key).code() != other.setting(*key).code();
        Key::ALL.iter().copied().filter(differs)
    }
}

impl Key {
    /// The values that the option can have, for display.
    #[must_use]
    pub fn values(self) -> impl fmt::Display {
        fmt::from_fn(move |f| Rules::STANDARD.setting(self).explain(f))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}

/// Writes the nearest preset and the options that differ from it, such as `lemurs direction=any`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let distance = |preset: &Preset| self.differences(&Self::of(*preset)).count();
        let nearest = Preset::ALL
            .iter()
            .copied()
            .min_by_key(distance)
            .unwrap_or(Preset::Standard);
        f.write_str(nearest.word())?;
        for key in self.differences(&Self::of(nearest)) {
            write!(f, " {}={}", key.word(), self.get(key))?;
        }
        Ok(())
    }
}
