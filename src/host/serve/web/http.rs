//! HTTP requests and responses on a connection, within limits.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// The longest head of a request, in bytes.
const MOST_HEAD: usize = 8 * 1024;
/// The most headers; a browser sends about twenty.
const MOST_HEADERS: usize = 64;
/// The longest body, in bytes: a record of the longest game has fewer.
const MOST_BODY: usize = 32 * 1024;
/// Timeout of a connection without a request.
const IDLE: Duration = Duration::from_secs(30);
/// Timeout of a request from its first byte to its last, and of a client that does not read.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why a request is not served.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The status code and its reason phrase.
    pub status: &'static str,
    /// What the client should know.
    pub why: String,
}

impl Refused {
    /// A refusal.
    pub fn new(status: &'static str, why: impl Into<String>) -> Self {
        let why = why.into();
        Self { status, why }
    }
}

/// A request.
#[derive(Debug)]
pub struct Request {
    /// `GET`, `POST` or something else.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    /// The query, without the question mark.
    pub query: String,
    headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// Whether the connection stays open for another request.
    pub keep_alive: bool,
}

impl Request {
    /// The value of a header, if the request has it.
    ///
    /// # Errors
    /// If the request has the header twice: then it is ambiguous.
    pub fn header(&self, name: &str) -> Result<Option<&str>, Refused> {
        let mut values = self
            .headers
            .iter()
            .filter(|(it, _)| it.eq_ignore_ascii_case(name));
        match (values.next(), values.next()) {
            (Some(_), Some(_)) => Err(Refused::new(
                "400 Bad Request",
                format!("more than one header {name}"),
            )),
            (value, _) => Ok(value.map(|(_, value)| value.as_str())),
        }
    }

    /// The value of a query parameter, not decoded.
    pub fn query(&self, name: &str) -> Option<&str> {
        let mut pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        pairs.find(|(it, _)| *it == name).map(|(_, value)| value)
    }
}

/// A connection.
pub struct Connection {
    stream: TcpStream,
    /// What was read beyond the last request.
    read: Vec<u8>,
}

impl Connection {
    /// Takes over an accepted stream.
    ///
    /// # Errors
    /// If its options cannot be set.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Self {
            stream,
            read: Vec::new(),
        })
    }

    /// Reads the next request; none when the client has no more.
    ///
    /// # Errors
    /// Why the request cannot be served. The connection must not be read from afterwards.
    pub fn request(&mut self) -> Result<Option<Request>, Refused> {
        if self.read.is_empty() && !matches!(self.more(Instant::now() + IDLE), Ok(true)) {
            return Ok(None);
        }
        let until = Instant::now() + PATIENCE;
        let (mut request, length) = loop {
            if let Some(head) = self.head()? {
                break head;
            }
            if self.read.len() > MOST_HEAD {
                return Err(too_large_head());
            }
            self.more_of_request(until)?;
        };
        while self.read.len() < length {
            self.more_of_request(until)?;
        }
        let rest = self.read.split_off(length);
        request.body = std::mem::replace(&mut self.read, rest);
        Ok(Some(request))
    }

    /// Sends a response with a body and the headers that every response has.
    ///
    /// # Errors
    /// If the client does not read it.
    pub fn respond(
        &mut self,
        status: &str,
        kind: &str,
        body: &str,
        keep_alive: bool,
    ) -> io::Result<()> {
        let (length, connection) = (body.len(), if keep_alive { "keep-alive" } else { "close" });
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: {connection}\r\n\
             {HEADERS}\r\n"
        );
        self.stream.write_all((head + body).as_bytes())
    }

    /// Agrees to speak as a WebSocket from now on, which proves itself by this answer to the client's key.
    ///
    /// # Errors
    /// If the client does not read it.
    pub fn upgrade(&mut self, accept: &str) -> io::Result<()> {
        let head = format!(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Accept: {accept}\r\n\r\n"
        );
        self.send(head.as_bytes())
    }

    /// Sends bytes of such a conversation.
    ///
    /// # Errors
    /// If the client does not read them, or too slowly.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Waits in a thread of its own until the client says something or goes away, and then does this.
    ///
    /// # Errors
    /// If the system has no thread, or no other name for the connection.
    pub fn when_heard(&self, does: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut stream = self.stream.try_clone()?;
        stream.set_read_timeout(None)?;
        thread::Builder::new().spawn(move || {
            let _ = stream.read(&mut [0; 64]);
            does();
        })?;
        Ok(())
    }

    /// Closes the connection after a short wait for the client to close it: bytes that are still unread would make the
    /// system reset the connection, and the client would lose the response.
    pub fn finish(mut self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Write);
        let until = Instant::now() + Duration::from_millis(500);
        while matches!(self.more(until), Ok(true)) {
            self.read.clear();
        }
    }

    /// Parses the head of a request, if it is complete; returns the length of the body with it.
    fn head(&mut self) -> Result<Option<(Request, usize)>, Refused> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        let bad = |why: &str| Refused::new("400 Bad Request", why);
        let end = match head.parse(&self.read) {
            Ok(httparse::Status::Complete(end)) if end <= MOST_HEAD => end,
            Ok(httparse::Status::Partial) => return Ok(None),
            Ok(_) | Err(httparse::Error::TooManyHeaders) => return Err(too_large_head()),
            Err(error) => return Err(bad(&format!("this is no HTTP request: {error}"))),
        };
        let (Some(method), Some(target), Some(version)) = (head.method, head.path, head.version)
        else {
            return Err(bad("this is no HTTP request"));
        };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut request = Request {
            method: method.into(),
            path: path.into(),
            query: query.into(),
            headers: Vec::new(),
            body: Vec::new(),
            keep_alive: version == 1,
        };
        for header in head.headers.iter() {
            let value = str::from_utf8(header.value).map_err(|_| bad("a header is no text"))?;
            request.headers.push((header.name.into(), value.into()));
        }
        if request.header("Transfer-Encoding")?.is_some() {
            return Err(Refused::new(
                "411 Length Required",
                "say with Content-Length how long the body is",
            ));
        }
        let length = match request.header("Content-Length")? {
            None => 0,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse().unwrap_or(usize::MAX)
            }
            Some(_) => return Err(bad("Content-Length is no number")),
        };
        if length > MOST_BODY {
            let why = format!("a body has at most {MOST_BODY} bytes");
            return Err(Refused::new("413 Content Too Large", why));
        }
        if let Some(options) = request.header("Connection")? {
            request.keep_alive &= !options.to_ascii_lowercase().contains("close");
        }
        self.read.drain(..end);
        Ok(Some((request, length)))
    }

    fn more_of_request(&mut self, until: Instant) -> Result<(), Refused> {
        match self.more(until) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Refused::new(
                "400 Bad Request",
                "the request ended too early",
            )),
            Err(_) => Err(Refused::new(
                "408 Request Timeout",
                "the request came too slowly",
            )),
        }
    }

    /// Reads at least one byte, waiting until the deadline; returns whether there was one, or the stream has ended.
    fn more(&mut self, until: Instant) -> io::Result<bool> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut bytes = [0; 4096];
        let count = self.stream.read(&mut bytes)?;
        self.read.extend(&bytes[..count]);
        Ok(count > 0)
    }
}

fn too_large_head() -> Refused {
    let why =
        format!("the head of a request has at most {MOST_HEAD} bytes and {MOST_HEADERS} headers");
    Refused::new("431 Request Header Fields Too Large", why)
}

/// The page needs nothing from other sites, no other site needs the page, and the page changes with the program.
const HEADERS: &str = "Cache-Control: no-store\r\n\
    Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Referrer-Policy: no-referrer\r\n\
    X-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\n";
