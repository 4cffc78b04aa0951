//! The connection to the browser: the page, its server, and the news for pages.

pub mod audience;
pub mod guard;
mod http;
mod json;
pub mod news;
pub mod server;
