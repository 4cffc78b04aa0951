//! A sheet of paper: SVG in millimetres, for print, also in black and white.

use std::fmt::Write;

/// How a line is drawn, and whether what it encloses is filled.
pub const THIN: &str = r##"stroke="#000" stroke-width="0.2" fill="none""##;
pub const LINE: &str = r##"stroke="#000" stroke-width="0.4" fill="none""##;
pub const THICK: &str = r##"stroke="#000" stroke-width="0.9" fill="none""##;
pub const DASHED: &str =
    r##"stroke="#000" stroke-width="0.25" stroke-dasharray="1.5 1" fill="none""##;
pub const BLACK: &str = r##"fill="#000""##;
pub const WHITE: &str = r##"stroke="#000" stroke-width="0.3" fill="#fff""##;
pub const GREY: &str = r##"stroke="#000" stroke-width="0.3" fill="#ddd""##;

/// Where a text stands by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Left,
    Middle,
    Right,
}

/// A drawing that grows, part by part. A place is millimetres from the left and from the top.
#[derive(Default)]
pub struct Sheet {
    body: String,
}

impl Sheet {
    pub fn new() -> Self {
        Self::default()
    }

    /// The parts so far, to be put into another sheet.
    pub fn body(&self) -> &str {
        &self.body
    }

    pub fn put(&mut self, part: &str) {
        self.body += part;
        self.body.push('\n');
    }

    pub fn begin(&mut self, id: &str) {
        self.put(&format!(r#"<g id="{id}">"#));
    }

    pub fn end(&mut self) {
        self.put("</g>");
    }

    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], style: &str) {
        self.way(&[from, to], style);
    }

    /// A line through several places.
    pub fn way(&mut self, places: &[[f64; 2]], style: &str) {
        let mut way = String::new();
        for (number, [x, y]) in places.iter().enumerate() {
            let letter = if number == 0 { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(way, "{letter}{} {}", mm(*x), mm(*y));
        }
        self.put(&format!(r#"<path d="{way}" {style}/>"#));
    }

    pub fn circle(&mut self, [x, y]: [f64; 2], diameter: f64, style: &str) {
        let (x, y, radius) = (mm(x), mm(y), mm(diameter / 2.0));
        self.put(&format!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" {style}/>"#
        ));
    }

    /// A rectangle around its middle.
    pub fn block(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], style: &str) {
        let (left, top) = (mm(x - width / 2.0), mm(y - height / 2.0));
        let (width, height) = (mm(width), mm(height));
        self.put(&format!(
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" {style}/>"#
        ));
    }

    /// A line with an arrow at its end.
    pub fn arrow(&mut self, from: [f64; 2], to: [f64; 2], style: &str) {
        self.line(from, to, style);
        let angle = (to[1] - from[1]).atan2(to[0] - from[0]);
        let wing = |turn: f64| {
            [
                to[0] - 2.2 * (angle + turn).cos(),
                to[1] - 2.2 * (angle + turn).sin(),
            ]
        };
        self.way(&[wing(0.35), to, wing(-0.35)], style);
    }

    /// A length between two places, with its name in the middle.
    pub fn measure(&mut self, from: [f64; 2], to: [f64; 2], words: &str) {
        let middle = [0, 1].map(|axis| f64::midpoint(from[axis], to[axis]));
        self.arrow(middle, from, THIN);
        self.arrow(middle, to, THIN);
        let is_upright = (to[0] - from[0]).abs() < (to[1] - from[1]).abs();
        if is_upright {
            self.text([middle[0] + 1.5, middle[1] + 1.0], 3.0, Side::Left, words);
        } else {
            self.text([middle[0], middle[1] - 1.2], 3.0, Side::Middle, words);
        }
    }

    pub fn text(&mut self, place: [f64; 2], size: f64, beside: Side, words: &str) {
        self.words(place, size, beside, "", words);
    }

    pub fn bold(&mut self, place: [f64; 2], size: f64, beside: Side, words: &str) {
        self.words(place, size, beside, r#" font-weight="bold""#, words);
    }

    fn words(&mut self, [x, y]: [f64; 2], size: f64, beside: Side, weight: &str, words: &str) {
        let anchor = match beside {
            Side::Left => "start",
            Side::Middle => "middle",
            Side::Right => "end",
        };
        let (x, y, size) = (mm(x), mm(y), mm(size));
        let words = escaped(words);
        self.put(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{weight}>{words}</text>"#
        ));
    }

    /// A ruler of 100 mm, to see whether the print has the right scale.
    pub fn ruler(&mut self, [x, y]: [f64; 2]) {
        self.begin("ruler");
        self.line([x, y], [x + 100.0, y], LINE);
        for step in 0..=10u8 {
            let at = x + 10.0 * f64::from(step);
            let height = if step % 5 == 0 { 4.0 } else { 2.5 };
            self.line([at, y], [at, y - height], THIN);
        }
        self.end();
        let words = "100 mm: measure it, and print at 100 % if it is not";
        self.text([x + 102.0, y], 3.0, Side::Left, words);
    }

    /// The whole file.
    pub fn finish(self, title: &str, [width, height]: [f64; 2]) -> String {
        let (width, height, title) = (mm(width), mm(height), escaped(title));
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" font-family="sans-serif">
<title>{title}</title>
<rect width="{width}" height="{height}" fill="#fff"/>
{}</svg>
"##,
            self.body
        )
    }
}

/// A length as SVG has it, to a hundredth of a millimetre.
pub fn mm(length: f64) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".into()
    } else {
        text.into()
    }
}

/// Words that are no markup.
pub fn escaped(words: &str) -> String {
    words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Whether all parts of a drawing are closed in their order, and all their values are in quotes.
    pub fn is_well_formed(svg: &str) -> bool {
        let mut open = Vec::new();
        for part in svg.split('<').skip(1) {
            let Some((tag, text)) = part.split_once('>') else {
                return false;
            };
            let entities = ["&amp;", "&lt;", "&gt;"];
            let left = entities
                .iter()
                .fold(text.to_owned(), |text, entity| text.replace(entity, ""));
            if left.contains('&') || tag.matches('"').count() % 2 != 0 {
                return false;
            }
            let name = tag.split([' ', '/']).find(|word| !word.is_empty());
            let Some(name) = name else { return false };
            if tag.starts_with('/') {
                if open.pop() != Some(name) {
                    return false;
                }
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        open.is_empty() && svg.starts_with("<svg xmlns=")
    }

    /// The numbers in the value of an attribute, at its first place behind a text.
    pub fn numbers(svg: &str, behind: &str, attribute: &str) -> Vec<f64> {
        let (_, rest) = svg
            .split_once(behind)
            .unwrap_or_else(|| panic!("no {behind}"));
        let start = format!(r#"{attribute}=""#);
        let (_, rest) = rest
            .split_once(&start)
            .unwrap_or_else(|| panic!("no {attribute}"));
        let (value, _) = rest.split_once('"').unwrap();
        let words = value.split(|letter: char| !(letter.is_ascii_digit() || "-.".contains(letter)));
        words.filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn a_drawing_that_is_not_well_formed_is_noticed() {
        let mut sheet = Sheet::new();
        sheet.text([0.0, 0.0], 3.0, Side::Left, "a < b & c");
        let svg = sheet.finish("It", [10.0, 10.0]);
        assert!(is_well_formed(&svg), "{svg}");
        assert!(!is_well_formed(&svg.replace("</text>", "")));
        assert!(!is_well_formed(&svg.replace("&amp;", "&")));
        assert!(!is_well_formed(&svg.replacen("mm\"", "mm", 1)));
    }

    #[test]
    fn a_unit_is_a_millimetre_and_the_ruler_has_a_hundred() {
        let mut sheet = Sheet::new();
        sheet.ruler([20.0, 30.0]);
        let svg = sheet.finish("It", [210.0, 297.0]);
        let [width, height] = ["width", "height"].map(|side| numbers(&svg, "<svg", side)[0]);
        assert_eq!(numbers(&svg, "<svg", "viewBox"), [0.0, 0.0, width, height]);
        assert!(svg.contains(r#"width="210mm" height="297mm""#));
        let ruler = numbers(&svg, r#"id="ruler""#, " d");
        assert_eq!(ruler, [20.0, 30.0, 120.0, 30.0]);
    }
}
