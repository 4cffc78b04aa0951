//! How fast turns are generated: perft of Tsivy by the standard rules, one thread.

#[path = "../common/figure.rs"]
mod figure;

use std::hint::black_box;
use std::time::{Duration, Instant};

use fanorona_board::rules::board::Board;
use fanorona_board::rules::options::Rules;
use fanorona_board::rules::position::Position;
use fanorona_board::rules::side::Side;

fn main() {
    for (depth, repeats) in [(6, 10), (7, 3)] {
        let start = black_box(Position::riatra(Board::Tsivy, Side::White));
        let mut count = 0;
        // The machine may be busy with other things: the best time says most about the program.
        let best = (0..repeats).map(|_| {
            let clock = Instant::now();
            count = start.perft(&Rules::STANDARD, depth);
            clock.elapsed()
        });
        let best = best.min().unwrap_or(Duration::ZERO);
        let rate = 1_000_000 * u128::from(count) / best.as_micros().max(1);
        println!(
            "perft {depth}: {count} turns, best of {repeats}: {best:.2?}, {} million a second",
            rate / 1_000_000
        );
        figure::record(&format!("perft-{depth}.turns"), count);
        figure::record(&format!("perft-{depth}.rate"), rate);
    }
}
