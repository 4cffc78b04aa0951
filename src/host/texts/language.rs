//! A language: its texts, and how they are put together.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{LANGUAGES, Place, Text, refusals};
use crate::host::json;

/// The texts of a language.
#[derive(Debug)]
pub struct Language {
    /// What it is called on the web: `en`.
    pub code: &'static str,
    texts: BTreeMap<&'static str, &'static str>,
}

static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let all = LANGUAGES.into_iter();
    all.map(|(code, file)| Language::read(code, file)).collect()
});

impl Language {
    /// All languages.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// The language that is called so.
    pub fn find(code: &str) -> Option<&'static Self> {
        Self::all().iter().find(|language| language.code == code)
    }

    /// What all languages are called.
    pub fn codes() -> [&'static str; LANGUAGES.len()] {
        LANGUAGES.map(|(code, _)| code)
    }

    fn read(code: &'static str, file: &'static str) -> Self {
        let lines = file.lines().filter(|line| !line.starts_with('#'));
        let texts = lines.filter_map(|line| line.split_once(" = ")).collect();
        Self { code, texts }
    }

    /// The keys and their texts, in the order of keys.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.texts.iter().map(|(key, text)| (*key, *text))
    }

    /// The text of a key; the key itself where there is none, which a test rules out.
    pub fn get<'a>(&self, key: &'a str) -> &'a str {
        self.texts.get(key).copied().unwrap_or(key)
    }

    /// All texts, for the page; also those for what the console refuses.
    pub fn json(&self) -> String {
        let refusals: Vec<(String, String)> = refusals::lines(self).collect();
        let refusals = refusals
            .iter()
            .map(|(line, text)| (line.as_str(), json::text(text)));
        let texts = self.texts().map(|(key, text)| (key, json::text(text)));
        json::object(texts.chain(refusals))
    }

    /// Puts a text into words.
    pub fn say(&self, text: &Text) -> String {
        self.fill(&text.key, text)
    }

    /// Puts what stands in a place into words.
    pub fn name(&self, place: &Place) -> String {
        match place {
            Place::Text(text) => self.say(text),
            Place::Name(name) => name.clone(),
            Place::Point(point) => point.to_string(),
        }
    }

    /// Puts a text into words by another key: `{side.of}` is the text of a side's key with `.of` behind it.
    fn fill(&self, key: &str, text: &Text) -> String {
        let key = text.count.map_or_else(
            || key.into(),
            |count| format!("{key}.{}", self.number(count)),
        );
        let mut words = String::new();
        let mut rest = self.get(&key);
        while let Some((before, (place, after))) = rest
            .split_once('{')
            .and_then(|(before, from)| Some((before, from.split_once('}')?)))
        {
            words += before;
            let lower = place.to_ascii_lowercase();
            let (name, form) = lower.split_once('.').unwrap_or((&lower, ""));
            let says = text.places.iter().find(|(it, _)| *it == name);
            let said = match says {
                Some((_, Place::Text(text))) if !form.is_empty() => {
                    self.fill(&format!("{}.{form}", text.key), text)
                }
                Some((_, says)) => self.name(says),
                None => format!("{{{place}}}"),
            };
            words += &if place.starts_with(char::is_uppercase) {
                capital(&said)
            } else {
                said
            };
            rest = after;
        }
        words + rest
    }

    /// Which of the texts for one and for several a number takes.
    fn number(&self, count: usize) -> &'static str {
        let mut ones = self.get("language.plural").split(' ');
        if ones.any(|one| one == count.to_string()) {
            "one"
        } else {
            "other"
        }
    }
}

/// With a capital at the beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The language for who asks: the one that was chosen, or the first that the browser wants, or the first of all.
pub fn of_request(cookies: Option<&str>, accepted: Option<&str>) -> &'static Language {
    let cookies = cookies.unwrap_or_default().split(';');
    let chosen = cookies.filter_map(|cookie| cookie.trim().strip_prefix("language="));
    let mut wanted: Vec<(&str, f32)> = accepted
        .unwrap_or_default()
        .split(',')
        .map(|one| {
            let (range, weight) = one.split_once(";q=").unwrap_or((one, "1"));
            let code = range.trim().split('-').next().unwrap_or_default();
            (code, weight.trim().parse().unwrap_or(0.0))
        })
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    wanted.sort_by(|a, b| b.1.total_cmp(&a.1));
    let wanted = wanted.into_iter().map(|(code, _)| code);
    let mut known = chosen.chain(wanted).filter_map(Language::find);
    known.next().unwrap_or(&Language::all()[0])
}
