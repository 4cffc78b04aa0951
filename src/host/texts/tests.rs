//! The languages have the same texts, and all that are asked for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fanorona_board::light::cues::Cue;
use fanorona_board::rules::options::Preset;

use super::{Language, Text, of_request};

fn english() -> &'static Language {
    Language::find("en").unwrap()
}

fn keys(language: &Language) -> BTreeSet<&'static str> {
    language.texts().map(|(key, _)| key).collect()
}

/// The places of a text, each by its name: `{Side.of}` is `side`.
fn places(text: &str) -> BTreeSet<String> {
    let inner = text
        .split('{')
        .skip(1)
        .filter_map(|from| from.split_once('}'));
    let names = inner.map(|(place, _)| place.split('.').next().unwrap().to_ascii_lowercase());
    // Who says "one stone" needs no number.
    names.filter(|name| name != "count").collect()
}

#[test]
fn every_line_is_a_text_and_no_key_comes_twice() {
    for (code, file) in super::LANGUAGES {
        let mut seen = BTreeSet::new();
        for line in file
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let (key, text) = line
                .split_once(" = ")
                .unwrap_or_else(|| panic!("{code}: {line}"));
            assert!(seen.insert(key), "{code}: {key} comes twice");
            assert!(!text.is_empty() && text == text.trim(), "{code}: {key}");
            assert_eq!(
                text.matches('{').count(),
                text.matches('}').count(),
                "{code}: {key}"
            );
        }
    }
}

#[test]
fn all_languages_have_the_same_texts_with_the_same_places() {
    for language in Language::all() {
        let (ours, theirs) = (keys(english()), keys(language));
        let differ: Vec<_> = ours.symmetric_difference(&theirs).collect();
        assert!(differ.is_empty(), "{}: {differ:?}", language.code);
        for (key, text) in language.texts() {
            assert_eq!(
                places(text),
                places(english().get(key)),
                "{}: {key}",
                language.code
            );
        }
    }
}

/// The files of a folder that speak to players.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
            continue;
        }
        let name = path.to_string_lossy().into_owned();
        let is_source = [".rs", ".js", ".html"]
            .iter()
            .any(|end| name.ends_with(end));
        if is_source && !name.ends_with("tests.rs") {
            found.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Whether something looks like a key: `said.move`, of which the first word begins other keys too.
fn is_key(word: &str) -> bool {
    let section = word
        .split_once('.')
        .map(|(section, _)| format!("{section}."));
    let is_plain = word
        .chars()
        .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || ".-".contains(it));
    is_plain
        && section
            .is_some_and(|section| keys(english()).iter().any(|key| key.starts_with(&section)))
}

/// The keys that sources ask for, and those that only begin so: `cue.` of `` `cue.${cue}` ``.
fn asked() -> (BTreeSet<String>, BTreeSet<String>) {
    let mut files = Vec::new();
    sources(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/host")),
        &mut files,
    );
    let (mut whole, mut begun) = (BTreeSet::new(), BTreeSet::new());
    for (_, source) in &files {
        whole.extend(
            source
                .split("{{")
                .filter_map(|part| Some(part.split_once("}}")?.0)),
        );
        // Also what stands between two quoted words: it looks like no key.
        whole.extend(source.split(['"', '\'', '`']));
        let templates = source
            .split(['"', '`'])
            .filter_map(|part| Some(part.split_once(['$', '{'])?.0));
        begun.extend(
            templates
                .filter(|start| start.ends_with('.') && is_key(start))
                .map(String::from),
        );
    }
    let whole = whole.into_iter().filter(|word| is_key(word));
    (whole.map(String::from).collect(), begun)
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn every_text_that_is_asked_for_is_there() {
    let keys = keys(english());
    let (whole, begun) = asked();
    assert!(whole.len() > 100 && begun.len() > 5, "{whole:?} {begun:?}");
    for key in whole {
        let is_there =
            keys.contains(key.as_str()) || keys.contains(format!("{key}.other").as_str());
        assert!(is_there, "there is no {key}");
    }
    for start in begun {
        assert!(
            keys.iter().any(|key| key.starts_with(&start)),
            "nothing begins with {start}"
        );
    }
    for cue in Cue::ALL {
        assert!(keys.contains(format!("cue.{cue}").as_str()), "{cue}");
    }
    for preset in Preset::ALL {
        for start in ["preset", "rules.preset"] {
            assert!(
                keys.contains(format!("{start}.{}", preset.word()).as_str()),
                "{start}.{}",
                preset.word()
            );
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn every_text_is_used() {
    let (whole, begun) = asked();
    let is_form = |key: &str| {
        let Some((_, form)) = key.rsplit_once('.') else {
            return false;
        };
        let place = format!(".{form}}}");
        let mut languages = Language::all().iter().flat_map(Language::texts);
        languages.any(|(_, text)| text.contains(&place))
    };
    for key in keys(english()) {
        let plain = key
            .strip_suffix(".one")
            .or(key.strip_suffix(".other"))
            .unwrap_or(key);
        let is_begun = begun.iter().any(|start| key.starts_with(start));
        assert!(
            whole.contains(key) || whole.contains(plain) || is_begun || is_form(key),
            "nobody says {key}"
        );
    }
}

#[test]
fn a_text_is_put_into_words_with_its_places() {
    let list = |names: &[&str]| {
        Text::list(names.iter().map(|name| (*name).to_owned()), "list.or").unwrap()
    };
    let said = |count: usize, names| {
        let side = Text::new("side.white");
        let stones = Text::counted("stones.on", count).with("points", list(names));
        english().say(
            &Text::new("said.takes")
                .with("side", side)
                .with("stones", stones),
        )
    };
    assert_eq!(said(1, &["a1"]), "White takes the stone on a1.");
    assert_eq!(
        said(3, &["a1", "b1", "c1"]),
        "White takes the stones on a1, b1 or c1."
    );
}

#[test]
fn who_asks_gets_the_language_that_was_chosen_or_the_browsers() {
    let code = |cookies, accepted| of_request(cookies, accepted).code;
    assert_eq!(code(None, None), "en");
    assert_eq!(code(None, Some("fr-MG,fr;q=0.9,en;q=0.8")), "fr");
    assert_eq!(code(None, Some("mg, en;q=0.5, fr;q=0.7")), "fr");
    assert_eq!(code(None, Some("xx, fr;q=0, *;q=nonsense")), "en");
    assert_eq!(code(Some("a=b; language=fr"), Some("en")), "fr");
    assert_eq!(code(Some("language=xx"), Some("fr")), "fr");
}

#[test]
fn french_has_its_own_spaces_numbers_and_forms() {
    let french = Language::find("fr").unwrap();
    for (key, text) in french.texts() {
        for mark in [":", ";", "?", "!", "»"] {
            let spaced = text.matches(&format!("\u{a0}{mark}")).count();
            assert_eq!(spaced, text.matches(mark).count(), "{key}: {mark}");
        }
        assert_eq!(
            text.matches('«').count(),
            text.matches("«\u{a0}").count(),
            "{key}"
        );
        assert!(!text.contains('\''), "{key}: ’");
    }
    let left = |count| french.say(&Text::counted("tray.white", count));
    assert_eq!(left(0), "Réserve, 0 pion blanc");
    assert_eq!(left(2), "Réserve, 2 pions blancs");
    let turn = Text::new("said.move.short").with("side", Text::new("side.black"));
    assert_eq!(french.say(&turn), "Aux Noirs de jouer.");
}
