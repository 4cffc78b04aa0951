//! Case files: headings, sentences, names and lines.

use crate::common::transcript::{Failure, Line};

/// A behaviour that holds, and the lines that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Where its heading stands.
    pub number: usize,
    /// The behaviour.
    pub name: String,
    /// What is written below it, with the names filled in.
    lines: Vec<(usize, String)>,
    /// The sentences of rule sheets, with the sheet before each.
    sentences: Vec<String>,
}

impl Case {
    /// Its lines.
    pub fn lines(&self) -> Vec<Line<'_>> {
        let lines = self.lines.iter();
        lines.map(|(number, line)| (*number, &**line)).collect()
    }
}

/// How the cases of a file are to be read.
#[derive(Clone, Copy)]
pub struct Form {
    /// Whether a line expects something.
    pub is_check: fn(&str) -> bool,
    /// Whether every case has the sentence that it shows.
    pub has_sentences: bool,
}

/// What a name stands for, and whether it has been used.
struct Name {
    number: usize,
    word: String,
    text: String,
    used: bool,
}

/// The cases of a file.
pub fn read(text: &str, form: Form) -> Result<Vec<Case>, Failure> {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        let read = reader.line(number, line.trim_end());
        read.map_err(|why| (number, why))?;
    }
    if let Some(unused) = reader.names.iter().find(|name| !name.used) {
        return Err((unused.number, format!("nobody uses ${}", unused.word)));
    }
    if reader.cases.is_empty() {
        return Err((1, "no case".into()));
    }
    for (i, case) in reader.cases.iter().enumerate() {
        check(case, &reader.cases[..i], form).map_err(|why| (case.number, why.into()))?;
    }
    Ok(reader.cases)
}

/// Whether a case says all that it has to, and is not one of those before it.
fn check(case: &Case, before: &[Case], form: Form) -> Result<(), &'static str> {
    if before.iter().any(|other| other.name == case.name) {
        return Err("there is such a case already");
    }
    if form.has_sentences && case.sentences.is_empty() {
        return Err("no sentence of a sheet");
    }
    if !case.lines.iter().any(|(_, line)| (form.is_check)(line)) {
        return Err("nothing is expected");
    }
    Ok(())
}

#[derive(Default)]
struct Reader {
    cases: Vec<Case>,
    names: Vec<Name>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        if let Some(name) = line.strip_prefix("##") {
            return self.heading(number, name);
        }
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        if let Some(definition) = line.strip_prefix('$') {
            return self.define(number, definition);
        }
        let text = self.filled_in(line)?;
        let case = self.cases.last_mut().ok_or("a line before any heading")?;
        match line.strip_prefix('>') {
            Some(sentence) => case.sentences.push(sourced(sentence)?),
            None => case.lines.push((number, text)),
        }
        Ok(())
    }

    fn heading(&mut self, number: usize, name: &str) -> Result<(), String> {
        let name = name.strip_prefix(' ').unwrap_or_default();
        if name.trim() != name || name.is_empty() {
            return Err("a heading is ##, a blank and a name".into());
        }
        self.cases.push(Case {
            number,
            name: name.into(),
            lines: Vec::new(),
            sentences: Vec::new(),
        });
        Ok(())
    }

    /// `$NAME = TEXT`
    fn define(&mut self, number: usize, definition: &str) -> Result<(), String> {
        let halves = definition.split_once(" = ");
        let (name, text) = halves.ok_or("a name is given as $NAME = TEXT")?;
        let is_capital = |c: char| c.is_ascii_uppercase();
        if name.is_empty() || !name.chars().all(is_capital) {
            return Err(format!("${name} is no name: those are of capital letters"));
        }
        if self.names.iter().any(|known| known.word == name) {
            return Err(format!("${name} stands for something already"));
        }
        let text = self.filled_in(text)?;
        self.names.push(Name {
            number,
            word: name.into(),
            text,
            used: false,
        });
        Ok(())
    }

    /// A line with what its names stand for.
    fn filled_in(&mut self, line: &str) -> Result<String, String> {
        let mut pieces = line.split('$');
        let mut text = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            let end = piece.find(|c: char| !c.is_ascii_uppercase());
            let (name, rest) = piece.split_at(end.unwrap_or(piece.len()));
            let known = self.names.iter_mut().find(|known| known.word == name);
            let known = known.ok_or_else(|| format!("${name} stands for nothing"))?;
            known.used = true;
            text += &known.text;
            text += rest;
        }
        Ok(text)
    }
}

/// A sentence behind the number of its sheet, or behind `ours` where no sheet has it.
fn sourced(sentence: &str) -> Result<String, String> {
    let words = sentence.trim().split_once(' ');
    let source = words.map_or("", |(source, _)| source);
    let is_known = ["000", "001", "002", "003", "004", "ours"].contains(&source);
    is_known
        .then(|| sentence.trim().into())
        .ok_or("a sentence is >, 000 to 004 or ours, and its words".into())
}
