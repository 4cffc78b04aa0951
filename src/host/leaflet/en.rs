//! The leaflet in English.

use fanorona_board::menu::Setting;

use super::Texts;

pub const TEXTS: Texts = Texts {
    title: "Fanorona",
    subtitle: "a game from Madagascar, on a board that knows its rules",
    start: "The start: White begins. The middle point is empty.",
    play: (
        "How to play",
        &[
            "Move one stone one point along a line, to an empty point. Where diagonals are drawn you may use them.",
            "Approach: step towards an enemy stone, and take it with all that stand behind it in an unbroken row.",
            "Withdrawal: step straight away from an enemy stone, and take it with the row behind it.",
            "Where both are possible, choose one: the first stone that you take off decides. If you can capture, you must.",
            "The same stone may go on capturing, as long as it visits no point twice and does not go on in the same direction. You may stop after any capture: tap your stone, or wait for your opponent to lift one.",
            "Who has no stone left, or cannot move, has lost.",
        ],
    ),
    pictures: ["approach: x are taken", "withdrawal: x are taken"],
    hands: (
        "At the board",
        &[
            "Put the stones up, and the game begins. Lift or slide; take stones off before or after the move, in any order.",
            "Put everything back to change your mind. Restore the position before the last turn to take that turn back.",
            "Start position up again in the middle of a game: the board asks who gives up. Lift a stone of that side and set it back.",
        ],
    ),
    lights: (
        "The lights",
        &[
            (
                "warm white or violet, steady",
                "put a white or a black stone here",
            ),
            ("the same, dim, a single one", "this side has the turn"),
            ("green", "the stone in your hand may land here"),
            ("orange red, blinking", "take this stone off"),
            (
                "yellow, blinking, and light blue, blinking fast",
                "take one of these two rows off",
            ),
            (
                "warm white or violet, blinking",
                "a stone of this colour is missing here",
            ),
            ("red, blinking fast", "this stone does not belong here"),
            (
                "sea green, breathing",
                "restore this point: the last turn is taken back",
            ),
            (
                "warm white or violet, breathing",
                "dim: it is on its way, or may move; bright: it has won",
            ),
        ],
    ),
    menu: (
        "The menu, with stones",
        "Take all stones off and set one on e3. After a second the values light up: set a second stone on one to choose it. Take both off to leave.",
    ),
    vela: (
        "Vela",
        &[
            "After a won game (riatra) its loser may get a vela: the loser begins, and takes one stone a turn, the nearest of the row. The winner only moves, until five stones are left; then both capture as always.",
            "The rules booklet, relaxed, royal and lemurs have it.",
        ],
    ),
    words: (
        "Words",
        &[
            ("vato", "a stone"),
            ("laka", "a strong point, where eight lines meet"),
            ("paika", "a move that takes nothing"),
            ("riatra", "the normal game"),
            ("vela", "the game after it, with a handicap"),
            (
                "tsivy, dimy, telo",
                "nine, five, three: boards of 9 x 5, 5 x 5 and 3 x 3 points",
            ),
        ],
    ),
    history: (
        "Where it comes from",
        &[
            "Fanorona has been played on Madagascar since the 17th century (1, 2). Its board is that of two games of alquerque side by side (1).",
            "Boards are carved into the rock at royal hills around Antananarivo; the one of Alasora is said to be of the 16th century (3).",
            "A legend: King Ralambo would leave his realm to the son who came home first; one was held up by a hard game, and his brother became king (2).",
            "The strong points are said to stand for the mountains of the island (1). By tradition the loser plays vela until one is won (1, 2).",
        ],
    ),
    sources: "Rule sheets: (1) a French booklet with a board of pine; (2) Lemery Games, after R. C. Bell, 1979; (3) a Spanish sheet.",
    setting,
    value: |value| value,
};

const fn setting(setting: Setting) -> &'static str {
    match setting {
        Setting::Rules => "rules",
        Setting::Sound => "sound",
        Setting::Game => "game",
        Setting::Assist => "help by the lights",
        Setting::Brightness => "brightness",
        Setting::Plays => "the board plays",
        Setting::Level => "how strongly",
    }
}
