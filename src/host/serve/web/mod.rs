//! The way to the browser and back: the page, its server, and what pages are told.

pub mod audience;
pub mod guard;
mod http;
mod json;
pub mod news;
pub mod server;
