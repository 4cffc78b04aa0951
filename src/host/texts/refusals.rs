//! What the console refuses to a button of the page, as players say it.

use fanorona_board::console::refusal::Refusal;
use fanorona_board::rules::game::NoTakeback;

use super::Language;

/// The refusals that buttons meet. The page knows each by the console's words, which are a contract.
const REFUSALS: [(Refusal, &str); 9] = [
    (Refusal::NoHint, "refusal.no-hint"),
    (Refusal::NothingToStop, "refusal.nothing-to-stop"),
    (Refusal::NoGame, "refusal.no-game"),
    (Refusal::UnderWay, "refusal.under-way"),
    (
        Refusal::NoTakeback(NoTakeback::Forbidden),
        "refusal.takeback-forbidden",
    ),
    (
        Refusal::NoTakeback(NoTakeback::NothingPlayed),
        "refusal.nothing-played",
    ),
    (Refusal::NoTest, "refusal.no-test"),
    (Refusal::Testing, "refusal.testing"),
    (Refusal::MidChain, "refusal.mid-chain"),
];

/// Lines of the console, each with the text for it.
pub fn lines(language: &Language) -> impl Iterator<Item = (String, String)> {
    let known = REFUSALS.map(|(refusal, key)| (refusal.to_string(), key));
    let own = [
        (NO_ANSWER.to_owned(), "refusal.no-answer"),
        (TOO_MANY.to_owned(), "refusal.too-many"),
    ];
    let all = known.into_iter().chain(own);
    all.map(|(said, key)| (format!("? {said}"), language.get(key).to_owned()))
}

/// What is said when the board does not answer a line in time.
pub const NO_ANSWER: &str = "the board does not answer";
/// What is said when lines come faster than they are answered.
pub const TOO_MANY: &str = "too many lines at once";
