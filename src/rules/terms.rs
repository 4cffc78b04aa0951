//! Rules as text: a preset and `key=value` words.

use core::fmt;
use core::str::FromStr;

use crate::rules::options::{Key, Preset, Rules, Vela, list};
use crate::rules::side::Side;

/// The key that names the capturer, allowed beside the keys of the rules.
const CAPTURER: &str = "capturer";

/// What a rules text says: the rules, and whether they are for a position in a vela.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// The rules.
    pub rules: Rules,
    /// The capturer of the vela; none in a riatra.
    pub capturer: Option<Side>,
}

impl Terms {
    /// Parses `[PRESET] [KEY=VALUE…]`, separated by blanks or commas. What the text does not name stays as it is in
    /// `self`.
    ///
    /// # Errors
    /// The first word that is not understood.
    pub fn amended(mut self, text: &str) -> Result<Self, TermsError> {
        let mut rest = text;
        if let Some((at, word)) = words(text).next()
            && !word.contains('=')
        {
            let preset = Preset::find(word).ok_or(TermsError {
                at,
                why: no_preset(word),
            })?;
            self = Self {
                rules: Rules::of(preset),
                capturer: None,
            };
            rest = &text[at + word.len()..];
        }
        let before = text.len() - rest.len();
        for (at, word) in words(rest) {
            let error = |why| TermsError {
                at: before + at,
                why,
            };
            let Some((name, value)) = word.split_once('=') else {
                return Err(error(match (Preset::find(word), no_preset(word)) {
                    (Some(_), _) => BadWord::LatePreset,
                    (None, BadWord::UnknownPreset) => BadWord::NoKey,
                    (None, why) => why,
                }));
            };
            if words(&rest[..at]).any(|(_, word)| word.split('=').next() == Some(name)) {
                return Err(error(BadWord::Twice));
            }
            if value.is_empty() {
                return Err(error(BadWord::NoValue));
            }
            if name == CAPTURER {
                let side = Side::find(value);
                self.capturer = Some(side.ok_or(error(BadWord::BadCapturer))?);
                continue;
            }
            let key = Key::find(name).ok_or(error(BadWord::UnknownKey))?;
            if !self.rules.set(key, value) {
                return Err(error(BadWord::BadValue(key)));
            }
        }
        if self.rules.vela == Vela::Off {
            if let Some(at) = text.find(CAPTURER) {
                return Err(TermsError {
                    at,
                    why: BadWord::NoVela,
                });
            }
            self.capturer = None;
        }
        Ok(self)
    }
}

impl FromStr for Terms {
    type Err = TermsError;

    fn from_str(text: &str) -> Result<Self, TermsError> {
        Self::default().amended(text)
    }
}

/// The words of a text, each with the byte at which it begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_separator = |c: char| c == ',' || c.is_ascii_whitespace();
    let mut at = 0;
    core::iter::from_fn(move || {
        at += text[at..].find(|c| !is_separator(c))?;
        let word = text[at..].split(is_separator).next()?;
        at += word.len();
        Some((at - word.len(), word))
    })
}

/// What is wrong with a word without `=` that is no preset.
fn no_preset(word: &str) -> BadWord {
    if Key::find(word).is_some() || word == CAPTURER {
        BadWord::NoValue
    } else {
        BadWord::UnknownPreset
    }
}

/// A rules text that was not understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermsError {
    /// The byte at which the offending word begins.
    pub at: usize,
    /// What is wrong with that word.
    pub why: BadWord,
}

/// What can be wrong with a word of a rules text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadWord {
    /// A word without `=` that is no preset.
    UnknownPreset,
    /// A preset after other words, which the preset would undo.
    LatePreset,
    /// A key without a value.
    NoValue,
    /// A word that is neither a preset nor a key.
    NoKey,
    /// No such key.
    UnknownKey,
    /// A value that the key does not have.
    BadValue(Key),
    /// A key that was given before.
    Twice,
    /// A capturer that is neither side.
    BadCapturer,
    /// A capturer where no vela is played.
    NoVela,
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "column {}: ", self.at + 1)?;
        match self.why {
            BadWord::UnknownPreset => {
                f.write_str("no such preset; there are ")?;
                list(f, Preset::ALL.iter().map(|preset| preset.word()))
            }
            BadWord::LatePreset => f.write_str("there is one preset at most, before all keys"),
            BadWord::NoValue => f.write_str("a key needs a value right behind it, as capture=may"),
            BadWord::NoKey => f.write_str("expected a key and its value, as capture=may"),
            BadWord::UnknownKey => {
                f.write_str("no such key; there are ")?;
                list(f, Key::ALL.iter().map(|key| key.word()).chain([CAPTURER]))
            }
            BadWord::BadValue(key) => write!(f, "{} takes {}", key.word(), key.values()),
            BadWord::Twice => f.write_str("this key was given before"),
            BadWord::BadCapturer => write!(f, "{CAPTURER} takes white, black"),
            BadWord::NoVela => write!(f, "a {CAPTURER} needs vela=nearest or vela=normal"),
        }
    }
}

impl core::error::Error for TermsError {}
