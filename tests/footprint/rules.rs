//! The footprint of the whole rules: texts, games and matches too.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod common;

/// Uses every part of the rules once, so that the linker keeps it.
#[cfg(target_os = "none")]
fn work() -> u32 {
    use core::fmt::{self, Write};
    use core::hint::black_box;

    use fanorona_board::rules::board::Board;
    use fanorona_board::rules::game::Game;
    use fanorona_board::rules::series::Match;
    use fanorona_board::rules::setup::Setup;
    use fanorona_board::rules::side::Side;
    use fanorona_board::rules::terms::Terms;

    /// Counts what is written.
    struct Sink(u32);

    impl Write for Sink {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = text
                .bytes()
                .fold(self.0, |sum, byte| sum.wrapping_add(u32::from(byte)));
            Ok(())
        }
    }

    let mut sink = Sink(0);
    let terms = black_box("lemurs direction=any").parse::<Terms>();
    match &terms {
        Err(error) => _ = write!(sink, "{error}"),
        Ok(terms) => _ = write!(sink, "{}", terms.rules),
    }
    let rules = terms.unwrap_or_default().rules;
    match black_box("bbb/b1w/www w").parse::<Setup>() {
        Err(error) => _ = write!(sink, "{error}"),
        Ok(setup) => match setup.position(&rules) {
            Err(faults) => _ = write!(sink, "{faults}"),
            Ok(position) => _ = write!(sink, "{position}"),
        },
    }
    let mut series = Match::new(black_box(Board::Telo), rules, 1);
    let mut game = Game::new(rules, series.start());
    for text in black_box(["a1b2A", "a1b2"]) {
        match Board::Telo.read_turn(text) {
            Err(error) => _ = write!(sink, "{error}"),
            Ok(turn) => {
                if let Err(illegal) = game.play(&turn) {
                    _ = write!(sink, "{}", illegal.on(Board::Telo));
                }
            }
        }
    }
    if let Err(error) = game.take_back() {
        _ = write!(sink, "{error}");
    }
    _ = black_box(game.agree_draw());
    _ = black_box(game.resign(black_box(Side::White)));
    if let Some(outcome) = game.outcome() {
        _ = write!(sink, "{outcome}");
        _ = black_box(series.finish(outcome));
    }
    sink.0
}

#[cfg(not(target_os = "none"))]
fn main() {}
