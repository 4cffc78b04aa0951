//! Why not: the reasons of the rules.

use fanorona_board::rules::illegal::Illegal;
use fanorona_board::rules::side::Side;
use fanorona_board::rules::turn::Take;
use fanorona_board::rules::why::Why;

use super::names::side;
use super::result::result;
use crate::host::texts::Text;

/// The reason, without a full stop.
pub fn reason(why: Why) -> Text {
    match why {
        Why::Over => Text::new("why.over"),
        Why::OtherSide(it) => Text::new("why.other-side").with("side", side(it)),
        Why::OtherStone(point) => Text::new("why.other-stone").with("point", point),
        Why::MustCapture(it, stones) => {
            let points = Text::list(stones, "list.or");
            let points = points.unwrap_or_else(|| Text::new("points.none").into());
            Text::new("why.must-capture")
                .with("side", side(it))
                .with("points", points)
        }
        Why::Enclosed => Text::new("why.enclosed"),
        Why::ChainEnds => Text::new("why.chain-ends"),
        Why::MustLeave(it) => Text::new("why.must-leave").with("side", side(it)),
        Why::OnlyCaptures(Side::White) => Text::new("why.only-captures.white"),
        Why::OnlyCaptures(Side::Black) => Text::new("why.only-captures.black"),
        Why::Step(illegal) => objection(illegal),
    }
}

/// What is wrong with a step.
fn objection(illegal: Illegal) -> Text {
    let at = |key: &str, point| Text::new(key).with("point", point);
    match illegal {
        Illegal::Over(outcome) => Text::new("why.over-result").with("result", result(outcome)),
        Illegal::NotYours(point) => at("why.not-yours", point),
        Illegal::NoLine(from, to) => Text::new("why.no-line").with("from", from).with("to", to),
        Illegal::Occupied(point) => at("why.occupied", point),
        Illegal::Visited(point) => at("why.visited", point),
        Illegal::Direction(point) => at("why.direction", point),
        Illegal::NoRow(point, Take::Approach) => at("why.no-row.approach", point),
        Illegal::NoRow(point, Take::Withdrawal) => at("why.no-row.withdrawal", point),
        Illegal::NoLetter(point) => at("why.no-letter", point),
        Illegal::MustCapture => Text::new("why.capture-possible"),
        Illegal::OnlyCaptures => Text::new("why.only-by-capturing"),
        Illegal::PaikaEnds => Text::new("why.paika-ends"),
        Illegal::MustGoOn => Text::new("why.must-go-on"),
        Illegal::TakesNothing => Text::new("why.takes-nothing"),
        Illegal::OneStone => Text::new("why.one-stone"),
        Illegal::MustLeave => Text::new("why.leave-capture"),
        Illegal::NoStep => Text::new("why.no-step"),
        Illegal::OtherChain => Text::new("why.other-chain"),
    }
}
