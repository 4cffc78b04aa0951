//! Values as JSON, for the page.

use std::fmt::Write;

/// A string.
pub fn text(value: &str) -> String {
    let mut out = String::from('"');
    for letter in value.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            letter if letter < ' ' || matches!(letter, '\u{2028}' | '\u{2029}') => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// An array of JSON values.
pub fn list(values: impl IntoIterator<Item = String>) -> String {
    let values: Vec<String> = values.into_iter().collect();
    format!("[{}]", values.join(","))
}

/// An object: names with their JSON values.
pub fn object<'a>(fields: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let fields = fields
        .into_iter()
        .map(|(name, value)| format!("{}:{value}", text(name)));
    let fields: Vec<String> = fields.collect();
    format!("{{{}}}", fields.join(","))
}

/// A string, or null.
pub fn maybe(value: Option<&str>) -> String {
    value.map_or_else(|| "null".into(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let texts = ["", "a\"b\\c", "line\nline\t\u{1}", "é ✓ \u{2028}"];
        let written = object([("list", list(texts.map(text))), ("none", maybe(None))]);
        let read: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!(read["list"], serde_json::json!(texts));
        assert!(read["none"].is_null());
    }
}
