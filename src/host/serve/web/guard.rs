//! Which requests are served: those of the board's own page, in this machine's browser.

use super::http::{Refused, Request};

/// Refuses requests of other sites' pages, which run in the same browser as the board's.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// The port that is served.
    pub port: u16,
}

impl Guard {
    /// Checks where a request comes from.
    ///
    /// # Errors
    /// If it does not come from the board's own page.
    pub fn check(self, request: &Request) -> Result<(), Refused> {
        // Against DNS rebinding: a foreign name that resolves to this machine is still a foreign name.
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
            // Typed in, or followed from a link: that opens the page and tells no other site what is on it.
            (_, Some("none")) => !changes,
            (_, Some(_)) => is_link,
            // A browser sends at least one of the two headers with a request that changes something.
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
