//! The whole of Fanorona: boards, options, positions, turns, games, matches.
//!
//! The rules stand beside the line, below the referee, who asks them which turns there are. They know nothing of sensors,
//! lights or time.
//!
//! [`options::Rules`] is data and [`position::Position`] a value; together they say which turns are legal.

pub mod board;
pub mod game;
pub mod generate;
pub mod history;
pub mod illegal;
mod licence;
pub mod lines;
pub mod notation;
pub mod options;
pub mod outcome;
pub mod position;
pub mod record;
pub mod series;
pub mod setup;
pub mod side;
mod stone;
pub mod terms;
pub mod turn;
pub mod why;
