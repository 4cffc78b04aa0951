//! What no hand can do, for the page.

use fanorona_board::rules::side::Side;

use crate::host::serve::room::table::Impossible;
use crate::host::texts::Text;

/// Why a hand cannot do something.
pub fn impossible(why: Impossible) -> Text {
    match why {
        Impossible::NoStone(point) => {
            Text::new("impossible.no-stone").with("point", point.to_string())
        }
        Impossible::Occupied(point) => {
            Text::new("impossible.occupied").with("point", point.to_string())
        }
        Impossible::FullHand => Text::new("impossible.full-hand"),
        Impossible::EmptyHand => Text::new("impossible.empty-hand"),
        Impossible::NotSliding => Text::new("impossible.not-sliding"),
        Impossible::Wooden => Text::new("impossible.wooden"),
        Impossible::EmptyTray(Side::White) => Text::new("impossible.empty-tray.white"),
        Impossible::EmptyTray(Side::Black) => Text::new("impossible.empty-tray.black"),
    }
}
