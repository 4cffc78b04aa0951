//! The page in a language.

use super::Language;
use crate::host::draw::sheet::escaped;

/// Puts the texts into a page that has `{{key}}` for them; in a text `[Esc]` is a key of the keyboard.
pub fn fill(page: &str, language: &Language) -> String {
    let mut filled = String::new();
    let mut rest = page;
    while let Some((before, (key, after))) = rest
        .split_once("{{")
        .and_then(|(before, from)| Some((before, from.split_once("}}")?)))
    {
        filled += before;
        filled += &match key {
            "code" => language.code.into(),
            "languages" => options(language),
            key => escaped(language.get(key))
                .replace('[', "<kbd>")
                .replace(']', "</kbd>"),
        };
        rest = after;
    }
    filled + rest
}

/// The languages to choose from, each by its own name.
fn options(chosen: &Language) -> String {
    let option = |language: &Language| {
        let selected = if language.code == chosen.code {
            " selected"
        } else {
            ""
        };
        format!(
            r#"<option value="{0}" lang="{0}"{selected}>{1}</option>"#,
            language.code,
            escaped(language.get("language.name"))
        )
    };
    Language::all().iter().map(option).collect()
}
