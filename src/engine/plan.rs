//! What a search is told: how strong, by which evaluation, and for which stone.

use crate::engine::level::Strength;
use crate::engine::worth::Weights;
use crate::point::Point;

/// How the engine searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How strong.
    pub strength: Strength,
    /// By which evaluation.
    pub weights: Weights,
    /// Decides between turns that seem equally good.
    pub seed: u32,
    /// The stone that is to move, if only its turns are of interest.
    pub stone: Option<Point>,
}

impl Plan {
    /// A plan with the evaluation that the levels play by.
    #[must_use]
    pub const fn of(strength: Strength) -> Self {
        Self {
            strength,
            weights: Weights::TUNED,
            seed: 0,
            stone: None,
        }
    }
}
