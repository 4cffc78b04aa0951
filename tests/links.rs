//! Whether every link and every path in the project's pages leads somewhere, and whether every page can be found.
//!
//! Links in code blocks are none. Paths are words of code spans and of `sh` blocks that end in an extension or a slash;
//! a `*` in one stands for anything within a name, and something must be there. What is built, in target/, is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Where a reader begins.
const ENTRANCE: &str = "README.md";
/// The only address of a machine's own that a page may name: that of the virtual board.
const OWN_ADDRESS: &str = "http://127.0.0.1:4545/";
/// What the names of hosts that hand out packages are made of.
const REGISTRIES: [&str; 5] = ["crates", "npmjs", "pypi", "registry", "yarnpkg"];
/// Folders with files of others.
const NOT_OURS: [&str; 3] = [".git", "node_modules", "target"];

#[test]
fn every_link_and_path_leads_somewhere_and_every_page_is_found() {
    let tree = Tree::read(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(tree.pages.len() > 5, "{:?}", tree.pages.keys());
    let faults = tree.faults();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The files of the project.
#[derive(Default)]
struct Tree {
    /// Files and folders, by their paths from the root, which is the empty one.
    paths: BTreeSet<String>,
    /// The pages among them.
    pages: BTreeMap<String, Page>,
}

/// A page, taken apart.
#[derive(Default)]
struct Page {
    /// What its headings are called in a link.
    anchors: BTreeSet<String>,
    /// Where its links and pictures lead.
    links: Vec<String>,
    /// The words of its code spans and commands.
    words: Vec<String>,
    /// The addresses on the web that stand anywhere in it.
    addresses: Vec<String>,
}

impl Tree {
    fn read(root: &Path) -> Self {
        let mut tree = Self::default();
        tree.read_folder(root, "");
        tree
    }

    fn read_folder(&mut self, folder: &Path, path: &str) {
        self.paths.insert(path.into());
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if NOT_OURS.contains(&name.as_str()) {
                continue;
            }
            let path = resolve(path, &name).unwrap();
            if entry.file_type().unwrap().is_dir() {
                self.read_folder(&entry.path(), &path);
            } else if is_page(&path) {
                self.add(&path, &fs::read_to_string(entry.path()).unwrap());
            } else {
                self.paths.insert(path);
            }
        }
    }

    fn add(&mut self, path: &str, text: &str) {
        self.paths.insert(path.into());
        if is_page(path) {
            self.pages.insert(path.into(), Page::read(text));
        }
    }

    /// Everything that is wrong, a line for each fault.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (path, page) in &self.pages {
            let links = page.links.iter().filter(|link| !link.contains("://"));
            let links = links.map(|link| (link, self.follow(path, link).err()));
            let words = page.words.iter().filter(|word| is_path(word));
            let words = words.map(|word| (word, self.look_for(path, word).err()));
            let addresses = page.addresses.iter();
            let addresses = addresses.map(|address| (address, check_address(address).err()));
            for (what, fault) in links.chain(words).chain(addresses) {
                faults.extend(fault.map(|fault| format!("{path}: {what} {fault}")));
            }
        }
        let found = self.found();
        let lost = self.pages.keys().filter(|path| !found.contains(*path));
        faults.extend(lost.map(|path| format!("{path}: no way leads here from {ENTRANCE}")));
        faults
    }

    /// The path that a link leads to, from a page.
    fn follow(&self, from: &str, link: &str) -> Result<String, &'static str> {
        let (path, anchor) = match link.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor)),
            None => (link, None),
        };
        let to = match path {
            "" => from.to_owned(),
            _ => resolve(folder_of(from), path).ok_or("leads out of the project")?,
        };
        if !self.paths.contains(&to) || link.is_empty() {
            return Err("leads nowhere");
        }
        // A folder shows its page.
        let inside = resolve(&to, ENTRANCE).filter(|page| self.pages.contains_key(page));
        let to = inside.unwrap_or(to);
        if let Some(anchor) = anchor {
            let page = self.pages.get(&to).ok_or("has an anchor, but is no page")?;
            if !page.anchors.contains(anchor) {
                return Err("leads to no heading");
            }
        }
        Ok(to)
    }

    /// Whether a path that a page names exists, seen from the page's folder or from the root.
    fn look_for(&self, page: &str, word: &str) -> Result<(), &'static str> {
        let places = [folder_of(page), ""].map(|folder| resolve(folder, word));
        let exists = |pattern: String| self.paths.iter().any(|path| fits(&pattern, path));
        if places.into_iter().flatten().any(exists) {
            Ok(())
        } else {
            Err("does not exist")
        }
    }

    /// The pages to which links lead, one after another, from the first one.
    fn found(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut next = vec![ENTRANCE.to_owned()];
        while let Some(path) = next.pop() {
            let Some(page) = self.pages.get(&path) else {
                continue;
            };
            let links = page.links.iter();
            next.extend(links.filter_map(|link| self.follow(&path, link).ok()));
            next.retain(|page| *page != path && !found.contains(page));
            found.insert(path);
        }
        found
    }
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Self {
            addresses: addresses(text),
            ..Self::default()
        };
        let mut paragraph = String::new();
        let mut block: Option<&str> = None;
        for line in text.lines() {
            let trimmed = line.trim();
            match (trimmed.strip_prefix("```"), block) {
                (Some(_), Some(_)) => block = None,
                (Some(language), None) => block = Some(language),
                (None, Some("sh")) => page.add_words(trimmed),
                (None, Some(_)) => {}
                (None, None) => {
                    // Code spans go on in the next line of a paragraph, but not beyond it.
                    if trimmed.is_empty() || trimmed.starts_with(['#', '|']) {
                        page.add_prose(&std::mem::take(&mut paragraph));
                    }
                    if let Some(heading) = heading(line) {
                        page.add_anchor(heading);
                    }
                    paragraph += line;
                    paragraph.push('\n');
                }
            }
        }
        page.add_prose(&paragraph);
        page
    }

    /// A heading that occurs again gets a number.
    fn add_anchor(&mut self, heading: &str) {
        let anchor = anchor(heading);
        let numbered = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.clone())
            .chain(numbered)
            .find(|name| !self.anchors.contains(name));
        self.anchors.extend(free);
    }

    fn add_prose(&mut self, text: &str) {
        let mut prose = String::new();
        let mut rest = text;
        while let Some(start) = rest.find('`') {
            prose += &rest[..start];
            rest = &rest[start..];
            let ticks = rest.len() - rest.trim_start_matches('`').len();
            let (fence, code) = rest.split_at(ticks);
            let (code, behind) = code.split_once(fence).unwrap_or(("", code));
            self.add_words(code);
            rest = behind;
        }
        prose += rest;
        let mut rest = prose.as_str();
        while let Some((link, behind)) =
            rest.split_once("](").and_then(|(_, at)| at.split_once(')'))
        {
            // A title may stand behind it.
            let link = link.split_whitespace().next().unwrap_or_default();
            self.links.push(link.into());
            rest = behind;
        }
    }

    fn add_words(&mut self, code: &str) {
        self.words
            .extend(code.split_whitespace().map(str::to_owned));
    }
}

fn is_page(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|end| end == "md")
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path seen from a folder, as seen from the root; none if it leads out of it.
fn resolve(folder: &str, path: &str) -> Option<String> {
    let mut names: Vec<&str> = folder.split_terminator('/').collect();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()?),
            _ => names.push(name),
        }
    }
    Some(names.join("/"))
}

/// Whether a word of code is the path of a file with an extension, or of a folder.
fn is_path(word: &str) -> bool {
    let Some((folder, name)) = word.rsplit_once('/') else {
        return false;
    };
    let is_plain = word
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"._-/*".contains(&byte));
    let is_ours = !word.starts_with('/') && !folder.split('/').any(|name| NOT_OURS.contains(&name));
    is_plain && is_ours && (name.is_empty() || has_extension(name))
}

fn has_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, end)| {
        let starts = end.starts_with(|first: char| first.is_ascii_alphabetic());
        !stem.is_empty() && starts && end.len() <= 5
    })
}

/// Whether a path is what a pattern stands for.
fn fits(pattern: &str, path: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else {
        return pattern == path;
    };
    let Some(rest) = path.strip_prefix(before) else {
        return false;
    };
    let name = rest.find('/').unwrap_or(rest.len());
    let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    ends.take_while(|&at| at <= name)
        .any(|at| fits(after, &rest[at..]))
}

/// The text of a heading, if a line is one.
fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let depth = line.len() - text.len();
    (1..=6).contains(&depth).then(|| text.strip_prefix(' '))?
}

/// What GitHub calls a heading in a link.
fn anchor(heading: &str) -> String {
    let mut text = heading.trim().to_lowercase();
    // Of a link its text is left.
    while let Some((start, end)) = text
        .find("](")
        .and_then(|start| Some((start, start + text[start..].find(')')?)))
    {
        text.replace_range(start..=end, "");
    }
    text.chars()
        .filter(|&letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

/// All addresses on the web in a text.
fn addresses(text: &str) -> Vec<String> {
    let mut addresses = Vec::new();
    let is_end = |letter: char| letter.is_whitespace() || "`()<>[]\"',;|".contains(letter);
    for word in text.split(is_end) {
        if let Some(start) = word.find("https://").or_else(|| word.find("http://")) {
            addresses.push(word[start..].trim_end_matches('.').to_owned());
        }
    }
    addresses
}

/// Whether a page may name an address; nothing is fetched.
fn check_address(address: &str) -> Result<(), &'static str> {
    if address == OWN_ADDRESS {
        return Ok(());
    }
    let rest = address.strip_prefix("https://").ok_or("is not https")?;
    let host = rest.split(['/', '#', '?']).next().unwrap_or_default();
    let mut names = host.split('.');
    let is_domain = names.clone().count() > 1
        && names.clone().all(|name| !name.is_empty())
        && host.ends_with(|last: char| last.is_ascii_alphabetic())
        && !host.contains([':', '@']);
    if !is_domain {
        return Err("is no public host");
    }
    if names.any(|name| REGISTRIES.contains(&name)) {
        return Err("is a package registry");
    }
    Ok(())
}

/// What is wrong with a project of these files.
fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
    let mut tree = Tree::default();
    for (path, text) in files {
        let mut folder = folder_of(path);
        while tree.paths.insert(folder.into()) && !folder.is_empty() {
            folder = folder_of(folder);
        }
        tree.add(path, text);
    }
    tree.faults()
}

#[track_caller]
fn is_faulty(text: &str, fault: &str) {
    let files = [
        ("README.md", text),
        ("src/app.rs", ""),
        ("src/rules/a.rs", ""),
    ];
    assert_eq!(faults_of(&files), [format!("README.md: {fault}")]);
}

#[track_caller]
fn is_well(text: &str) {
    let files = [
        ("README.md", text),
        ("src/app.rs", ""),
        ("src/rules/a.rs", ""),
    ];
    assert_eq!(faults_of(&files), [""; 0]);
}

#[test]
fn a_broken_link_is_found() {
    is_well(
        "# It\n\nThe [app](src/app.rs), the [rules](src/rules), ![a picture](src/app.rs \"title\").",
    );
    is_faulty("[app](src/apps.rs)", "src/apps.rs leads nowhere");
    is_faulty(
        "[the\napp][`app`](src/apps.rs)",
        "src/apps.rs leads nowhere",
    );
    is_faulty("![picture](board.png)", "board.png leads nowhere");
    is_faulty("| [`a`](src/app.rs) | [b](b) |", "b leads nowhere");
    is_faulty(
        "[up](../other/README.md)",
        "../other/README.md leads out of the project",
    );
    is_faulty("[nothing]()", " leads nowhere");
}

#[test]
fn a_broken_anchor_is_found() {
    is_well("# A `b`, c-d: [e](src/app.rs)?\n\n[it](#a-b-c-d-e) [it](README.md#a-b-c-d-e)");
    is_well("## Twice\n\n## Twice\n\n[one](#twice) [two](#twice-1)");
    is_faulty("# Here\n\n[there](#there)", "#there leads to no heading");
    is_faulty("# Here\n\n[here](#Here)", "#Here leads to no heading");
    is_faulty(
        "```sh\n# Here\n```\n\n[here](#here)",
        "#here leads to no heading",
    );
    is_faulty(
        "[line](src/app.rs#L1)",
        "src/app.rs#L1 has an anchor, but is no page",
    );
    let other = [("README.md", "[it](b#it)"), ("b/README.md", "# That")];
    assert_eq!(
        faults_of(&other),
        [
            "README.md: b#it leads to no heading",
            "b/README.md: no way leads here from README.md"
        ]
    );
}

#[test]
fn a_path_that_does_not_exist_is_found() {
    is_well(
        "`src/app.rs`, `src/*.rs`, `src/*/a.rs`, `src/rules/`, `node src/app.rs`, `target/x/y.elf`, `b/1w w`, `/dev/x.y`",
    );
    is_faulty("`src/apps.rs`", "src/apps.rs does not exist");
    is_faulty(
        "Some `cargo x\nsrc/b.rs` in prose",
        "src/b.rs does not exist",
    );
    is_faulty("`rules/`", "rules/ does not exist");
    is_faulty("`src/*/app.rs`", "src/*/app.rs does not exist");
    is_faulty("`*/a.rs`", "*/a.rs does not exist");
    is_faulty("```sh\nnode src/b.mjs\n```", "src/b.mjs does not exist");
    // From the page's folder or from the root.
    let files = [
        ("README.md", "[src](src)"),
        (
            "src/README.md",
            "`rules/a.rs` `src/rules/a.rs` `../src/rules/a.rs`",
        ),
        ("src/rules/a.rs", ""),
    ];
    assert_eq!(faults_of(&files), [""; 0]);
}

#[test]
fn what_stands_in_a_code_block_is_no_link() {
    is_well("```\n[a](b.md) `c/d.rs`\n```\n\n`[a](b.md)`");
    is_faulty("```\nx\n```\n\n[a](b.md)", "b.md leads nowhere");
}

#[test]
fn a_page_that_no_link_leads_to_is_found() {
    let chain = [
        ("README.md", "[a](src/README.md)"),
        ("src/README.md", "[b](rules) [back](../README.md)"),
        ("src/rules/README.md", "[itself](README.md)"),
    ];
    assert_eq!(faults_of(&chain), [""; 0]);
    let lost = [("README.md", "`src/README.md`"), ("src/README.md", "")];
    assert_eq!(
        faults_of(&lost),
        ["src/README.md: no way leads here from README.md"]
    );
}

#[test]
fn an_address_that_no_page_may_name_is_found() {
    is_well("[Rust](https://rustup.rs), <https://a.b-c.dev/d?e#f>. `http://127.0.0.1:4545/`");
    is_faulty("[a](http://example.org)", "http://example.org is not https");
    is_faulty(
        "`http://127.0.0.1:8000/`",
        "http://127.0.0.1:8000/ is not https",
    );
    for host in ["localhost", "127.0.0.1", "example.org:80", "a..b", ""] {
        is_faulty(
            &format!("https://{host}/"),
            &format!("https://{host}/ is no public host"),
        );
    }
    is_faulty(
        "```sh\ncurl https://registry.example.org/x\n```",
        "https://registry.example.org/x is a package registry",
    );
}
