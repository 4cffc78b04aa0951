//! Something to say, before it is put into words.

use fanorona_board::point::Point;
use fanorona_board::rules::board::Board;

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
    /// A point of the panel, which each board calls by a name of its own.
    Point(Point),
}

impl Place {
    /// The same with the names that a board has for the points. Those outside of it keep the panel's, and say so.
    fn named(self, board: Board) -> Self {
        match self {
            Self::Text(text) => Self::Text(text.named(board)),
            Self::Name(name) => Self::Name(name),
            Self::Point(point) if board.place(point).is_some() => {
                Self::Name(board.name(point).to_string())
            }
            Self::Point(point) => {
                Self::Text(Text::new("point.outside").with("point", point.to_string()))
            }
        }
    }
}

impl From<Point> for Place {
    fn from(point: Point) -> Self {
        Self::Point(point)
    }
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

    /// The same with the names that a board has for the points.
    #[must_use]
    pub fn named(mut self, board: Board) -> Self {
        for (_, place) in &mut self.places {
            let unnamed = std::mem::replace(place, Place::Name(String::new()));
            *place = unnamed.named(board);
        }
        self
    }

    /// The text for the page, which puts it into words.
    pub fn json(&self) -> String {
        let places = self.places.iter().map(|(name, says)| {
            let says = match says {
                Place::Text(text) => text.json(),
                Place::Name(name) => json::text(name),
                Place::Point(point) => json::text(&point.to_string()),
            };
            (*name, says)
        });
        let count = self.count.map(|count| ("count", count.to_string()));
        let fields = [("key", json::text(&self.key))].into_iter().chain(count);
        json::object(fields.chain([("places", json::object(places))]))
    }
}
