//! Something to say, before it is put into words.

use crate::host::json;

/// A text of the languages' files, with what stands in its places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The key in the files.
    pub(super) key: String,
    /// A number, if the text depends on how many there are.
    pub(super) count: Option<usize>,
    pub(super) places: Vec<(&'static str, Place)>,
}

/// What stands in a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Another text.
    Text(Text),
    /// A name or a number, the same in all languages.
    Name(String),
}

impl From<Text> for Place {
    fn from(text: Text) -> Self {
        Self::Text(text)
    }
}

impl From<String> for Place {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl Text {
    /// The text of a key.
    pub fn new(key: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            count: None,
            places: Vec::new(),
        }
    }

    /// The text of a key for so many, a number that also stands in the place `{count}`.
    pub fn counted(key: impl Into<String>, count: usize) -> Self {
        let text = Self::new(key).with("count", count.to_string());
        Self {
            count: Some(count),
            ..text
        }
    }

    /// The same with one place more.
    #[must_use]
    pub fn with(mut self, place: &'static str, says: impl Into<Place>) -> Self {
        self.places.push((place, says.into()));
        self
    }

    /// Texts or names one after another; `last` is the key that joins the last one. None if there is nothing.
    pub fn list<P: Into<Place>>(all: impl IntoIterator<Item = P>, last: &str) -> Option<Place> {
        let mut all: Vec<Place> = all.into_iter().map(Into::into).collect();
        let end = all.pop()?;
        let join = |key: &str, before, last| {
            let text = Self::new(key).with("before", before);
            Place::Text(text.with("last", last))
        };
        let before = all
            .into_iter()
            .reduce(|before, next| join("list.more", before, next));
        Some(match before {
            None => end,
            Some(before) => join(last, before, end),
        })
    }

    /// This text and another sentence behind it.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self::new("list.sentences")
            .with("before", self)
            .with("last", next)
    }

    /// The text for the page, which puts it into words.
    pub fn json(&self) -> String {
        let places = self.places.iter().map(|(name, says)| {
            let says = match says {
                Place::Text(text) => text.json(),
                Place::Name(name) => json::text(name),
            };
            (*name, says)
        });
        let count = self.count.map(|count| ("count", count.to_string()));
        let fields = [("key", json::text(&self.key))].into_iter().chain(count);
        json::object(fields.chain([("places", json::object(places))]))
    }
}
