//! A line of a case on the rules: a word, its text, an expectation.

use std::fmt;

/// A line, taken to pieces.
pub struct Parts<'a> {
    pub word: &'a str,
    /// What stands behind the word, as it is written.
    pub text: &'a str,
    pub expected: Option<Expected<'a>>,
}

/// What is expected: an answer, or a refusal with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected<'a> {
    Answer(&'a str),
    Refusal(&'a str),
}

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Answer(text) => write!(f, "= {text}"),
            Self::Refusal(text) => write!(f, "? {text}"),
        }
    }
}

impl<'a> Parts<'a> {
    /// `WORD [TEXT] [= ANSWER | ? REFUSAL]`
    pub fn read(line: &'a str) -> Result<Self, String> {
        let (line, expected) = match sign(line) {
            None => (line, None),
            Some(at) => {
                let (before, behind) = (&line[..at], &line[at + 2..]);
                let behind = behind.strip_prefix(' ').unwrap_or_default();
                if behind.is_empty() {
                    return Err("nothing is expected; what is nothing is none".into());
                }
                let is_answer = line[at..].starts_with(" =");
                let kind = if is_answer {
                    Expected::Answer
                } else {
                    Expected::Refusal
                };
                (before, Some(kind(behind)))
            }
        };
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        Ok(Self {
            word,
            text: text.trim(),
            expected,
        })
    }
}

/// Whether a line expects something.
pub fn is_check(line: &str) -> bool {
    Parts::read(line).is_ok_and(|parts| parts.expected.is_some())
}

/// The line with the other kind of expectation, an answer for a refusal or a refusal for an answer.
pub fn other_kind(line: &str) -> Option<String> {
    let at = sign(line)? + 1;
    let other = if line[at..].starts_with('=') {
        "?"
    } else {
        "="
    };
    Some(format!("{}{other}{}", &line[..at], &line[at + 1..]))
}

/// Where the first ` =` or ` ?` stands that a blank or the end follows, quoted text aside.
fn sign(line: &str) -> Option<usize> {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        quoted ^= c == '"';
        let rest = &line[at..];
        let is_sign = rest.starts_with(" =") || rest.starts_with(" ?");
        if !quoted && is_sign && [None, Some(b' ')].contains(&rest.as_bytes().get(2).copied()) {
            return Some(at);
        }
    }
    None
}

/// A text as it is meant: without its quotes, and with `\t`, `\r`, `\n` and `\u{…}` read.
pub fn meant(text: &str) -> Result<String, String> {
    let Some(quoted) = text.strip_prefix('"') else {
        return Ok(text.into());
    };
    let mut rest = quoted.strip_suffix('"').ok_or("a quote is not closed")?;
    let mut meant = String::new();
    while let Some((before, behind)) = rest.split_once('\\') {
        meant += before;
        let (c, behind) = escaped(behind).ok_or("only \\t, \\r, \\n and \\u{…} are known")?;
        meant.push(c);
        rest = behind;
    }
    Ok(meant + rest)
}

/// The character behind a backslash, and what follows it.
fn escaped(text: &str) -> Option<(char, &str)> {
    if let Some(code) = text.strip_prefix("u{") {
        let (code, rest) = code.split_once('}')?;
        let c = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
        return Some((c, rest));
    }
    let c = match text.chars().next()? {
        't' => '\t',
        'r' => '\r',
        'n' => '\n',
        _ => return None,
    };
    Some((c, &text[1..]))
}
