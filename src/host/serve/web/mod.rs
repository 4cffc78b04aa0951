//! The connection to the browser: the page, its server, and the news for pages.

pub mod audience;
pub mod guard;
mod http;
mod looks;
pub mod news;
pub mod server;
mod socket;
