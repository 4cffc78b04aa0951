//! Random rules and random positions, as texts.

use super::random::Random;
use fanorona_board::rules::board::Board;

type Options = [(&'static str, &'static [&'static str])];

/// The options on which legal turns and ends by position depend.
const PLAY: &Options = &[
    ("capture", &["must", "may"]),
    ("direction", &["change", "any", "new"]),
    ("chain", &["may", "must"]),
    ("immobile", &["loses", "draw"]),
    ("one-each", &["play", "draw", "offer"]),
    ("vela", &["off", "nearest", "normal"]),
    ("leave", &["no", "yes"]),
    ("stranded", &["wins", "loses", "paika"]),
];

/// The options on which ends by history depend.
const DRAWS: &Options = &[
    ("repetition", &["off", "offer", "2", "3", "4", "7"]),
    ("quiet", &["off", "off", "1", "2", "9", "40", "200"]),
];

/// The options that say nothing on a single game.
const REST: &Options = &[
    ("starter", &["white", "lots"]),
    ("touch", &["free", "move"]),
    ("takeback", &["yes", "no"]),
    ("series", &["off", "once", "until-loser-wins"]),
];

/// Random rules for turns, all options said, and a capturer in most of those that have a vela.
pub fn play_terms(random: &mut Random) -> String {
    let mut text = words(random, PLAY);
    if !text.contains("vela=off") && random.percent(80) {
        text += random.pick(&[",capturer=white", ",capturer=black"]);
    }
    text
}

/// Random rules for games: those for turns, and when to draw.
pub fn game_terms(random: &mut Random) -> String {
    format!("{},{}", words(random, DRAWS), play_terms(random))
}

/// Random rules with all options said.
pub fn all_terms(random: &mut Random) -> String {
    format!("{},{}", words(random, REST), game_terms(random))
}

fn words(random: &mut Random, options: &Options) -> String {
    let words = options
        .iter()
        .map(|(key, values)| format!("{key}={}", random.pick(values)));
    words.collect::<Vec<_>>().join(",")
}

/// Stones scattered over a board, at least one, of either side no more than at the start. Few stones
/// are as likely as many, and half of the time they crowd at one edge.
pub fn scatter(random: &mut Random, board: Board) -> String {
    let (files, ranks) = (usize::from(board.files()), usize::from(board.ranks()));
    let white = count(random, board.stones());
    let black = count(random, board.stones()).max(usize::from(white == 0));
    let spread = if random.percent(50) { 2 } else { 2 * files };
    let mut places: Vec<(usize, usize)> = (0..files * ranks)
        .map(|cell| (cell % files + random.below(spread), cell))
        .collect();
    random.shuffle(&mut places);
    places.sort_by_key(|&(priority, _)| priority);
    let mut stones = vec!['w'; white];
    stones.resize(white + black, 'b');
    random.shuffle(&mut stones);
    let mut cells = vec!['1'; files * ranks];
    for (stone, (_, cell)) in stones.into_iter().zip(places) {
        cells[cell] = stone;
    }
    let ranks: Vec<String> = cells.chunks(files).map(rank).collect();
    format!("{} {}", ranks.join("/"), random.pick(&['w', 'b']))
}

fn count(random: &mut Random, most: usize) -> usize {
    match random.below(20) {
        0 => 0,
        1..8 => 1 + random.below(3),
        _ => 1 + random.below(most),
    }
}

/// A rank with its runs of empty points counted.
fn rank(cells: &[char]) -> String {
    let pieces = cells.chunk_by(|a, b| a == b);
    pieces
        .map(|piece| match piece[0] {
            '1' => piece.len().to_string(),
            _ => piece.iter().collect(),
        })
        .collect()
}
