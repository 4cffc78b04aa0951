//! The host program.
use fanorona_board::rules::{board::Board, options::Rules, position::Position, side::Side};
pub fn main() -> std::process::ExitCode {
    let depth: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    for d in 1..=depth {
        let t = std::time::Instant::now();
        let n = Position::riatra(Board::Tsivy, Side::White).perft(&Rules::STANDARD, d);
        let s = t.elapsed().as_secs_f64();
        println!("{d} {n} {s:.3} s {:.1} M/s", n as f64 / s / 1e6);
    }
    std::process::ExitCode::SUCCESS
}
