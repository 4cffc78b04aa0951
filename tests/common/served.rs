//! The virtual board, started as a player would, and raw HTTP to it.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use super::folder::Folder;

/// A virtual board that ends with the test.
pub struct Served {
    child: Child,
    /// Where it keeps its game.
    pub folder: Folder,
    /// Its address, as `127.0.0.1:4545`.
    pub address: String,
}

impl Served {
    /// Starts one on a port that is free.
    pub fn start() -> Self {
        Self::start_in(Folder::new(), &[])
    }

    /// Starts one that is at home in this folder, with more arguments.
    pub fn start_in(folder: Folder, arguments: &[&str]) -> Self {
        let mut child = folder
            .program()
            .args(["--port", "0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let (_, rest) = line.split_once("http://").unwrap();
        let (address, _) = rest.split_once('/').unwrap();
        Self {
            child,
            folder,
            address: address.into(),
        }
    }

    /// Ends it as a power cut would, and starts it again.
    #[allow(dead_code)] // not every test does
    pub fn restart(self) -> Self {
        self.restart_with(&[])
    }

    /// Ends it, and starts it again with more arguments.
    #[allow(dead_code)] // not every test does
    pub fn restart_with(mut self, arguments: &[&str]) -> Self {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let folder = std::mem::replace(&mut self.folder, Folder::new());
        Self::start_in(folder, arguments)
    }

    /// A connection that gives up after a while.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        stream
    }

    /// Sends bytes and reads what comes until the board closes the connection.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The board may refuse before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A request with these headers and no others; the status and the body of the answer.
    pub fn request(&self, line: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let mut head = format!(
            "{line} HTTP/1.1\r\nContent-Length: {}\r\nConnection: close\r\n",
            body.len()
        );
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        let answer = self.raw(format!("{head}\r\n{body}").as_bytes());
        let status = answer.split(' ').nth(1).unwrap_or_default();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        (status.parse().unwrap_or_default(), body.trim_end().into())
    }

    /// What the board's own page would post.
    pub fn post(&self, path: &str, body: &str) -> (u16, String) {
        let origin = format!("http://{}", self.address);
        let headers = [("Host", self.address.as_str()), ("Origin", &origin)];
        self.request(&format!("POST {path}"), &headers, body)
    }

    /// What the console answers.
    pub fn say(&self, line: &str) -> String {
        let (status, answer) = self.post("/console", line);
        assert_eq!(status, 200, "{line}: {answer}");
        answer
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
