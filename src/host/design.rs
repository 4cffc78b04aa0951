//! The designs of a board: every dimension of a point, its stone, its magnet and its reed, in millimetres.

use fanorona_board::point::{FILES, RANKS};

use super::reeds::field::{Grade, Magnet};

/// From the board's lower face to the axis of a reed that is glued to it.
pub const AXIS: f64 = 1.1;

/// How many holes for the light a point has: between the lines that meet there.
pub const LIGHT_HOLES: u8 = 8;

/// A lying reed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reed {
    /// The length of its glass.
    pub glass: f64,
    /// The length of its iron: the glass and what is left of its leads.
    pub iron: f64,
    /// Ampere-turns at which the most and the least sensitive reed of the sort closes.
    pub least: f64,
    pub most: f64,
    /// The part of that at which it opens again.
    pub drop_out: f64,
}

/// All dimensions of a board that matter for stones, reeds and lights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Design {
    pub name: &'static str,
    /// From point to point.
    pub pitch: f64,
    /// The thickness of the wood above the reeds.
    pub board: f64,
    /// What is between the magnet's lower face and the board: felt, and the floor of the hole in the stone.
    pub skin: f64,
    /// The diameter of a stone.
    pub stone: f64,
    /// The diameter of the circle on which the holes for the light lie, and that of each.
    pub ring: f64,
    pub light_hole: f64,
    /// The diameter and the depth of the chamber below a point, in which light and reed are.
    pub chamber: f64,
    pub depth: f64,
    pub magnet: Magnet,
    pub reed: Reed,
    /// From the point to the middle of the glass, along the rank towards file i.
    pub offset: f64,
    /// How far off-centre a stone is taken to stand when margins are told.
    pub stray: f64,
    /// From the outermost points to the edge of the wood.
    pub rim: f64,
    /// The price of all parts in euros, an order of magnitude.
    pub euros: u16,
}

impl Design {
    /// From the magnet's lower face to the axis of the reed.
    pub fn height(&self) -> f64 {
        self.board + self.skin + AXIS
    }

    /// The size of the wood, along the ranks and along the files.
    pub fn wood(&self) -> [f64; 2] {
        [FILES, RANKS].map(|points| f64::from(points - 1) * self.pitch + 2.0 * self.rim)
    }
}

const REED_14: Reed = Reed {
    glass: 14.0,
    iron: 20.0,
    least: 15.0,
    most: 20.0,
    drop_out: 0.5,
};

const fn magnet(diameter: f64, thickness: f64, grade: u8) -> Magnet {
    Magnet {
        diameter,
        thickness,
        grade: Grade(grade),
    }
}

pub const RECOMMENDED: Design = Design {
    name: "recommended",
    pitch: 40.0,
    board: 3.0,
    skin: 0.9,
    stone: 20.0,
    ring: 24.0,
    light_hole: 3.0,
    chamber: 30.0,
    depth: 12.0,
    magnet: magnet(8.0, 2.0, 42),
    reed: REED_14,
    offset: 8.0,
    stray: 5.0,
    rim: 30.0,
    euros: 90,
};

pub const CHEAP: Design = Design {
    name: "cheap",
    pitch: 42.0,
    magnet: magnet(8.0, 2.0, 35),
    reed: Reed {
        least: 10.0,
        ..REED_14
    },
    euros: 60,
    ..RECOMMENDED
};

pub const COMPACT: Design = Design {
    name: "compact",
    pitch: 32.0,
    board: 2.0,
    stone: 16.0,
    ring: 19.0,
    light_hole: 2.5,
    chamber: 24.0,
    depth: 10.0,
    magnet: magnet(6.0, 2.0, 42),
    reed: Reed {
        glass: 10.0,
        iron: 18.0,
        ..REED_14
    },
    offset: 6.5,
    stray: 3.0,
    rim: 25.0,
    euros: 100,
    ..RECOMMENDED
};

pub const DESIGNS: [Design; 3] = [RECOMMENDED, CHEAP, COMPACT];

/// The design of a name.
pub fn find(name: &str) -> Option<Design> {
    DESIGNS.into_iter().find(|design| design.name == name)
}
