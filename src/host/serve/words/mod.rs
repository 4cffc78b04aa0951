//! Talking with the board: questions, answers, orders for hands, sentences.

pub mod clerk;
pub mod impossible;
pub mod notes;
pub mod orders;
pub mod sentence;
