//! Who may ask: this machine's browser, for the board's own page.

use super::http::{Refused, Request};

/// Keeps other people's pages away, which run in the same browser as the board's.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// The port that is served.
    pub port: u16,
}

impl Guard {
    /// Lets a request pass.
    ///
    /// # Errors
    /// Why it is a stranger's.
    pub fn check(self, request: &Request) -> Result<(), Refused> {
        // A stranger's name that was made to mean this machine (DNS rebinding) is still a stranger's name.
        let host = request.header("Host")?.unwrap_or_default();
        if !self.is_own(host) {
            let why = format!("this board is served as 127.0.0.1:{} only", self.port);
            return Err(Refused::new("421 Misdirected Request", why));
        }
        let changes = request.method != "GET";
        let origin = request.header("Origin")?;
        let from_own = origin.map(|origin| origin.strip_prefix("http://") == Some(host));
        let site = request.header("Sec-Fetch-Site")?;
        let is_link = request.path == "/"
            && !changes
            && request.header("Sec-Fetch-Mode")? == Some("navigate")
            && request.header("Sec-Fetch-Dest")? == Some("document");
        let is_own = match (from_own, site) {
            (Some(false), _) => false,
            (_, Some("same-origin")) => true,
            // Typed in, or followed from a link: that opens the page and tells nobody else what is on it.
            (_, Some("none")) => !changes,
            (_, Some(_)) => is_link,
            // No browser says neither when it changes something.
            (from_own, None) => from_own.unwrap_or(!changes),
        };
        if is_own {
            return Ok(());
        }
        Err(Refused::new(
            "403 Forbidden",
            "only the board's own page may do that",
        ))
    }

    fn is_own(self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) => (name, port),
            None => (host, "80"),
        };
        let is_loopback = name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost");
        is_loopback && port == self.port.to_string()
    }
}
