//! The board in memory that transcripts are played on.

pub use fanorona_board::console::hands::VirtualBoard;
