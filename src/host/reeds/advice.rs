//! What to change about a design whose margins are too narrow.

use super::field::Magnet;
use super::margins::Spot;
use crate::host::design::{Design, Reed};

/// A change that helps, and the narrower margin after it.
pub struct Advice {
    pub words: String,
    pub worst: f64,
}

/// The single changes that widen the narrower margin, those that widen it most first.
pub fn advice(design: &Design, now: f64) -> Vec<Advice> {
    let mut advice: Vec<Advice> = changed(design)
        .into_iter()
        .filter_map(|(words, design)| {
            let worst = Spot::new(design)?.margins(design.stray).worst();
            // A hair's breadth is nothing to saw for.
            (worst > now + 0.05).then_some(Advice { words, worst })
        })
        .collect();
    advice.sort_by(|one, other| other.worst.total_cmp(&one.worst));
    advice
}

/// Designs that differ in one dimension, each with what was done.
fn changed(design: &Design) -> Vec<(String, Design)> {
    let mut all = Vec::new();
    for board in [design.board - 1.0, design.board + 1.0] {
        if board >= 1.0 {
            all.push((
                format!("a board of {board} mm"),
                Design { board, ..*design },
            ));
        }
    }
    for pitch in [design.pitch + 2.0, design.pitch + 6.0] {
        all.push((
            format!("a pitch of {pitch} mm"),
            Design { pitch, ..*design },
        ));
    }
    for offset in [-2.0, -1.0, 1.0, 2.0].map(|by| design.offset + by) {
        if offset > 0.0 {
            let words = format!("the reed {offset} mm beside its point");
            all.push((words, Design { offset, ..*design }));
        }
    }
    let shortest = design.reed.glass + 4.0;
    for iron in [design.reed.iron / 2.0, design.reed.iron - 2.0] {
        let iron = iron.max(shortest);
        if iron < design.reed.iron {
            let reed = Reed {
                iron,
                ..design.reed
            };
            all.push((
                format!("leads cut to {iron} mm in all"),
                Design { reed, ..*design },
            ));
        }
    }
    for by in [-5.0, 5.0] {
        let reed = Reed {
            least: design.reed.least + by,
            most: design.reed.most + by,
            ..design.reed
        };
        if reed.least >= 5.0 {
            let words = format!("reeds of {} to {} AT", reed.least, reed.most);
            all.push((words, Design { reed, ..*design }));
        }
    }
    for (diameter, thickness) in [(-2.0, 0.0), (2.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
        let magnet = Magnet {
            diameter: design.magnet.diameter + diameter,
            thickness: design.magnet.thickness + thickness,
            ..design.magnet
        };
        if magnet.diameter >= 2.0 && magnet.thickness >= 1.0 {
            let words = format!("a magnet of {} x {} mm", magnet.diameter, magnet.thickness);
            all.push((words, Design { magnet, ..*design }));
        }
    }
    all
}
