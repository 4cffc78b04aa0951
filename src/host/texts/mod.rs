//! All that is said to players, a file for each language.

mod language;
pub mod menu;
pub mod page;
pub mod refusals;
mod text;

pub use language::{Language, of_request};
pub use text::{Place, Text};

/// The languages, the first for who reads none of them: what it is called on the web, and its texts.
const LANGUAGES: [(&str, &str); 2] = [
    ("en", include_str!("en.txt")),
    ("fr", include_str!("fr.txt")),
];

#[cfg(test)]
mod tests;
