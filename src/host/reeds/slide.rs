//! What a stone that slides from a point to the next does to the two reeds.

use super::margins::Spot;
use crate::host::design::Design;

/// The eight ways to a neighbour: files towards i, ranks away from White.
pub const WAYS: [(i8, i8); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

/// A reed that changes while the stone is on its way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// How far the stone has come, in millimetres.
    pub at: f64,
    /// Whether it is the reed of the point that the stone comes to; otherwise, of the one that it leaves.
    pub is_next: bool,
    pub is_closed: bool,
}

/// How far a way leads, in millimetres.
pub fn length(design: &Design, (files, ranks): (i8, i8)) -> f64 {
    design.pitch * f64::from(files).hypot(f64::from(ranks))
}

/// All changes of reeds that close at `turns`, in their order.
pub fn slide(design: Design, way: (i8, i8), turns: f64) -> Option<Vec<Change>> {
    const STEP: f64 = 0.05;
    let spot = Spot::new(design)?;
    let closing = spot.closing()[1] * turns / design.reed.most;
    let opening = closing * design.reed.drop_out;
    let (end, [files, ranks]) = (length(&design, way), [way.0, way.1].map(f64::from));
    let mut changes = Vec::new();
    let mut is_closed = [true, false];
    let places = (0u32..).map(|step| STEP * f64::from(step));
    for at in places.take_while(|&at| at <= end) {
        let part = at / end;
        for (reed, from) in [(0, part), (1, part - 1.0)] {
            let [x, y] = [files, ranks].map(|steps| from * steps * design.pitch);
            let felt = spot.felt(x, y).abs();
            let bound = if is_closed[reed] { opening } else { closing };
            if is_closed[reed] != (felt >= bound) {
                is_closed[reed] = !is_closed[reed];
                changes.push(Change {
                    at,
                    is_next: reed == 1,
                    is_closed: is_closed[reed],
                });
            }
        }
    }
    Some(changes)
}

/// How long the stone goes on with no reed closed between the two points, in millimetres; less than nothing if both are
/// closed for a while, and none if one of them never changes.
pub fn gap(changes: &[Change]) -> Option<f64> {
    let left = changes.iter().rev().find(|c| !c.is_next && !c.is_closed)?;
    let met = changes.iter().find(|c| c.is_next && c.is_closed)?;
    Some(met.at - left.at)
}

/// How long a reed is open in the middle of being closed, in millimetres.
pub fn blinks(changes: &[Change]) -> Vec<f64> {
    let of = |is_next: bool| changes.iter().filter(move |c| c.is_next == is_next);
    [false, true]
        .into_iter()
        .flat_map(|reed| of(reed).zip(of(reed).skip(1)))
        .filter(|(one, other)| !one.is_closed && other.is_closed)
        .map(|(one, other)| other.at - one.at)
        .collect()
}

/// The slides along all ways as JSON, a line each: over the least and the most sensitive reed. A change is how far the
/// stone has come, whose reed changes, and whether it closes.
pub fn table(design: Design) -> Option<String> {
    let mut lines = Vec::new();
    for turns in [design.reed.least, design.reed.most] {
        for way in WAYS {
            let changes = slide(design, way, turns)?;
            let change = |change: &Change| {
                let reed = if change.is_next { "next" } else { "left" };
                format!(r#"[{:.2},"{reed}",{}]"#, change.at, change.is_closed)
            };
            let changes: Vec<String> = changes.iter().map(change).collect();
            lines.push(format!(
                r#"{{"turns":{turns},"files":{},"ranks":{},"length":{:.2},"changes":[{}]}}"#,
                way.0,
                way.1,
                length(&design, way),
                changes.join(",")
            ));
        }
    }
    Some(format!("[\n{}\n]\n", lines.join(",\n")))
}
