//! What the board says by sound: short tones, for a board with a piezo.

use core::fmt;

use crate::time::Millis;

/// Whether tones are played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Sound {
    /// The board is silent.
    #[default]
    Off,
    /// The board plays its tones.
    On,
}

impl Sound {
    /// Both, silence first.
    pub const ALL: [Self; 2] = [Self::Off, Self::On];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On => "on",
        }
    }

    /// What a word means.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sound| sound.word() == word)
    }
}

/// Writes `off` or `on`.
impl fmt::Display for Sound {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a tone says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tone {
    /// A stone has landed where it may.
    Landing,
    /// Something is wrong.
    Wrong,
    /// The game has ended.
    End,
    /// A draw is offered.
    Offer,
}

/// A part of a tone: one pitch for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// The pitch, in hertz.
    pub hertz: u16,
    /// How long it sounds.
    pub lasts: Millis,
}

const fn note(hertz: u16, lasts: u64) -> Note {
    Note {
        hertz,
        lasts: Millis(lasts),
    }
}

impl Tone {
    /// All tones.
    pub const ALL: [Self; 4] = [Self::Landing, Self::Wrong, Self::End, Self::Offer];

    /// The notes, one after another: what is well rises or is a tick, what is wrong falls.
    #[must_use]
    pub const fn notes(self) -> &'static [Note] {
        match self {
            Self::Landing => const { &[note(2000, 15)] },
            Self::Wrong => const { &[note(440, 80), note(330, 120)] },
            Self::End => const { &[note(1047, 120), note(1319, 120), note(1568, 200)] },
            Self::Offer => const { &[note(1319, 100), note(1047, 100), note(1319, 100)] },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_means_its_sound() {
        for sound in Sound::ALL {
            assert_eq!(Sound::find(sound.word()), Some(sound));
        }
        assert_eq!(Sound::find("On"), None);
    }

    #[test]
    fn tones_differ_are_short_and_can_be_heard() {
        for (at, tone) in Tone::ALL.into_iter().enumerate() {
            let notes = tone.notes();
            let lasts = notes.iter().map(|note| note.lasts.0).sum::<u64>();
            assert!((1..=500).contains(&lasts), "{tone:?}: {lasts}");
            assert!(notes.iter().all(|note| (200..=4000).contains(&note.hertz)));
            let others = &Tone::ALL[..at];
            assert!(others.iter().all(|other| other.notes() != notes));
        }
    }
}
