//! The web server: serves the page's files and passes its requests to the room.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use fanorona_board::console::input::LONGEST;
use fanorona_board::rules::record::Reader;

use super::guard::Guard;
use super::http::{Connection, Refused, Request};
use super::looks;
use super::news;
use super::socket;
use crate::host::card;
use crate::host::serve::room::act::Act;
use crate::host::serve::room::table::Hand;
use crate::host::serve::room::{Call, LONGEST_WAIT};
use crate::host::serve::words::impossible::impossible;
use crate::host::texts::{self, Language, page};

/// The most connections at a time; a browser opens one for each page, and six more for all of them together.
const MOST_CONNECTIONS: usize = 64;
/// The capacity of a page's queue of messages; a page whose queue is full is dropped and has to connect again.
const MOST_BEHIND: usize = 256;
/// The most acts of a hand in one request.
const MOST_ACTS: usize = 64;
/// Timeout of an answer from the room.
const PATIENCE: Duration = Duration::from_millis(LONGEST_WAIT.0 + 10_000);

/// The files of the page: path, content type, content.
const FILES: [(&str, &str, &str); 23] = [
    (
        "/style.css",
        "text/css; charset=utf-8",
        include_str!("page/style.css"),
    ),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/wood.svg", "image/svg+xml", include_str!("page/wood.svg")),
    ("/main.js", JAVASCRIPT, include_str!("page/main.js")),
    ("/link.js", JAVASCRIPT, include_str!("page/link.js")),
    ("/board.js", JAVASCRIPT, include_str!("page/board.js")),
    ("/lights.js", JAVASCRIPT, include_str!("page/lights.js")),
    ("/hand.js", JAVASCRIPT, include_str!("page/hand.js")),
    ("/controls.js", JAVASCRIPT, include_str!("page/controls.js")),
    ("/drawer.js", JAVASCRIPT, include_str!("page/drawer.js")),
    ("/glide.js", JAVASCRIPT, include_str!("page/glide.js")),
    ("/start.js", JAVASCRIPT, include_str!("page/start.js")),
    ("/ask.js", JAVASCRIPT, include_str!("page/ask.js")),
    ("/drawing.js", JAVASCRIPT, include_str!("page/drawing.js")),
    ("/rules.js", JAVASCRIPT, include_str!("page/rules.js")),
    ("/lessons.js", JAVASCRIPT, include_str!("page/lessons.js")),
    ("/tour.js", JAVASCRIPT, include_str!("page/tour.js")),
    ("/record.js", JAVASCRIPT, include_str!("page/record.js")),
    ("/load.js", JAVASCRIPT, include_str!("page/load.js")),
    ("/sounds.js", JAVASCRIPT, include_str!("page/sounds.js")),
    ("/history.js", JAVASCRIPT, include_str!("page/history.js")),
    ("/turns.js", JAVASCRIPT, include_str!("page/turns.js")),
    ("/texts.js", JAVASCRIPT, include_str!("page/texts.js")),
];
/// The page itself, which is served in a language.
const PAGE: &str = include_str!("page/index.html");
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// Accepts connections, each in a thread of its own so that a slow connection delays no other.
pub fn serve(listener: &TcpListener, guard: Guard, room: &SyncSender<Call>) {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Most likely out of file descriptors; connections that end free some.
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        let permit = Permit::take(&open);
        let room = room.clone();
        // If the thread cannot be started, the connection is dropped.
        let _ = thread::Builder::new().spawn(move || match permit {
            Some(_permit) => drop(converse(stream, guard, &room)),
            None => drop(turn_away(stream)),
        });
    }
}

/// A permit for one of [`MOST_CONNECTIONS`].
struct Permit(Arc<AtomicUsize>);

impl Permit {
    fn take(open: &Arc<AtomicUsize>) -> Option<Self> {
        let permit = Self(open.clone());
        (open.fetch_add(1, Ordering::Relaxed) < MOST_CONNECTIONS).then_some(permit)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn turn_away(stream: TcpStream) -> io::Result<()> {
    let mut connection = Connection::new(stream)?;
    connection.respond(
        "503 Service Unavailable",
        TEXT,
        "too many connections\n",
        false,
    )?;
    connection.finish();
    Ok(())
}

fn converse(stream: TcpStream, guard: Guard, room: &SyncSender<Call>) -> io::Result<()> {
    let mut connection = Connection::new(stream)?;
    loop {
        let request = match connection.request() {
            Ok(Some(request)) => request,
            Ok(None) => return Ok(()),
            Err(refused) => {
                refuse(&mut connection, &refused, false)?;
                connection.finish();
                return Ok(());
            }
        };
        let keep_alive = request.keep_alive;
        match guard.check(&request).and_then(|()| answer(&request, room)) {
            Ok(Answer::Whole { kind, body }) => {
                connection.respond("200 OK", kind, &body, keep_alive)?;
            }
            Ok(Answer::Feed(page)) => return feed(connection, page, room),
            Err(refused) => refuse(&mut connection, &refused, keep_alive)?,
        }
        if !keep_alive {
            return Ok(());
        }
    }
}

fn refuse(connection: &mut Connection, refused: &Refused, keep_alive: bool) -> io::Result<()> {
    connection.respond(
        refused.status,
        TEXT,
        &format!("{}\n", refused.why),
        keep_alive,
    )
}

/// The response to a request.
enum Answer {
    Whole {
        kind: &'static str,
        body: String,
    },
    /// Everything that happens from now on, for the page of this hand.
    Feed(Page),
}

/// A page that subscribes to the news.
struct Page {
    hand: Hand,
    /// Whether it was loaded just now.
    is_new: bool,
    /// Its key.
    key: String,
}

fn answer(request: &Request, room: &SyncSender<Call>) -> Result<Answer, Refused> {
    let said = |body| Answer::Whole { kind: TEXT, body };
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/feed") => watch(request),
        ("POST", "/hand") => act(request, room).map(said),
        ("POST", "/console") => say(request, room).map(said),
        ("POST", "/replay") => replay(request),
        ("GET", "/") => Ok(Answer::Whole {
            kind: "text/html; charset=utf-8",
            body: page::fill(PAGE, language(request)?),
        }),
        ("GET", "/card.svg") => Ok(Answer::Whole {
            kind: "image/svg+xml",
            body: card::svg(language(request)?),
        }),
        ("GET", "/palette.json") => Ok(Answer::Whole {
            kind: "application/json",
            body: looks::palette(),
        }),
        ("GET", path) if path.starts_with("/texts/") => texts(path),
        ("GET", path) => {
            let file = FILES.into_iter().find(|(name, ..)| *name == path);
            let (_, kind, body) = file.ok_or_else(no_such_page)?;
            Ok(Answer::Whole {
                kind,
                body: body.into(),
            })
        }
        _ => Err(Refused::new(
            "405 Method Not Allowed",
            "pages take GET; /hand, /console and /replay take POST",
        )),
    }
}

fn no_such_page() -> Refused {
    Refused::new("404 Not Found", "there is no such page")
}

/// The language that a request asks for.
fn language(request: &Request) -> Result<&'static Language, Refused> {
    let (chosen, accepted) = (
        request.header("Cookie")?,
        request.header("Accept-Language")?,
    );
    Ok(texts::of_request(chosen, accepted))
}

/// The texts of a language: `/texts/en.json`.
fn texts(path: &str) -> Result<Answer, Refused> {
    let code = path
        .strip_prefix("/texts/")
        .and_then(|name| name.strip_suffix(".json"));
    let language = code.and_then(Language::find).ok_or_else(no_such_page)?;
    Ok(Answer::Whole {
        kind: "application/json",
        body: language.json(),
    })
}

fn bad(why: impl Into<String>) -> Refused {
    Refused::new("400 Bad Request", why)
}

fn hand(request: &Request) -> Result<Hand, Refused> {
    let name = request.query("hand").and_then(Hand::new);
    name.ok_or_else(|| bad("expected ?hand= and up to 32 letters and digits"))
}

fn watch(request: &Request) -> Result<Answer, Refused> {
    let hand = hand(request)?;
    let key = request.header("Sec-WebSocket-Key")?;
    let key = key.ok_or_else(|| {
        Refused::new(
            "426 Upgrade Required",
            "the news is told over a WebSocket only",
        )
    })?;
    let key = key.into();
    let is_new = request.query("new").is_some();
    Ok(Answer::Feed(Page { hand, is_new, key }))
}

fn body(request: &Request) -> Result<&str, Refused> {
    str::from_utf8(&request.body).map_err(|_| bad("the body is no text"))
}

/// Carries out a hand's acts, one on each line of the body: all of them or none.
fn act(request: &Request, room: &SyncSender<Call>) -> Result<String, Refused> {
    let hand = hand(request)?;
    let mut acts = Vec::new();
    for (i, line) in body(request)?.lines().enumerate() {
        let act = Act::read(line).map_err(|why| bad(format!("line {}: {why}", i + 1)))?;
        acts.push(act);
    }
    if !(1..=MOST_ACTS).contains(&acts.len()) {
        return Err(bad(format!("expected 1 to {MOST_ACTS} lines")));
    }
    let (reply, answer) = sync_channel(1);
    ask(room, Call::Act { hand, acts, reply })?;
    match answer.recv_timeout(PATIENCE) {
        Ok(Ok(version)) => Ok(version.to_string()),
        Ok(Err(why)) => Err(Refused::new("409 Conflict", impossible(why).json())),
        Err(_) => Err(unavailable()),
    }
}

/// Plays a record by the rules, and tells its turns and positions; the board does not hear of it.
fn replay(request: &Request) -> Result<Answer, Refused> {
    let mut reader = Reader::default();
    for (i, line) in body(request)?.lines().enumerate() {
        let line = reader.line(line);
        line.map_err(|why| bad(format!("line {}: {why}", i + 1)))?;
    }
    Ok(Answer::Whole {
        kind: "application/json",
        body: news::replayed(&reader.game()),
    })
}

/// Passes a line to the console, and its answer back.
fn say(request: &Request, room: &SyncSender<Call>) -> Result<String, Refused> {
    let line = body(request)?.trim();
    if line.is_empty() || line.len() > LONGEST || line.contains(char::is_control) {
        return Err(bad(format!("expected one line of at most {LONGEST} bytes")));
    }
    let (reply, answer) = sync_channel(1);
    ask(
        room,
        Call::Say {
            line: line.into(),
            reply,
        },
    )?;
    answer.recv_timeout(PATIENCE).map_err(|_| unavailable())
}

fn ask(room: &SyncSender<Call>, call: Call) -> Result<(), Refused> {
    room.send(call).map_err(|_| unavailable())
}

fn unavailable() -> Refused {
    Refused::new("503 Service Unavailable", "the board does not answer")
}

/// Sends a page the news until the page goes away or falls behind.
fn feed(mut connection: Connection, page: Page, room: &SyncSender<Call>) -> io::Result<()> {
    static WATCHERS: AtomicUsize = AtomicUsize::new(0);
    let watcher = WATCHERS.fetch_add(1, Ordering::Relaxed);
    let (feed, messages) = sync_channel::<Arc<str>>(MOST_BEHIND);
    let Page { hand, is_new, key } = page;
    let watch = Call::Watch {
        hand,
        is_new,
        watcher,
        feed,
    };
    if ask(room, watch).is_err() {
        return refuse(&mut connection, &unavailable(), false);
    }
    connection.upgrade(&socket::accept(&key))?;
    // A page says nothing here but that it goes.
    let leaves = room.clone();
    connection.when_heard(move || drop(leaves.send(Call::Leave { watcher })))?;
    // The room keeps the other end as long as the page is there.
    for message in messages {
        connection.send(&socket::message(&message))?;
    }
    connection.send(&socket::END)?;
    connection.finish();
    Ok(())
}
