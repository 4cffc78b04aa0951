//! What the virtual board serves, to whom, and what it refuses.

// Miri starts no programs.
#![cfg(not(miri))]

#[path = "common/folder.rs"]
mod folder;
#[path = "common/program.rs"]
mod program;
#[path = "common/served.rs"]
mod served;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use folder::Folder;
use served::Served;

/// What is on the table, in one line: nothing that was refused changes it.
fn state(board: &Served) -> String {
    let (sensors, position) = (board.say("sensors"), board.say("position"));
    format!("{sensors} {position} {}", board.say("cues"))
}

#[test]
fn a_game_is_played_by_hand() {
    let board = Served::start();
    assert_eq!(board.say("setup"), "=");
    for acts in ["lift d3", "place e3", "remove f3"] {
        let (status, answer) = board.post("/hand?hand=left", acts);
        assert_eq!(status, 200, "{answer}");
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(
        board.say("record"),
        "  rules standard\n  start bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w\n  1 d3e3A\n="
    );
}

#[test]
fn the_console_has_hands_in_real_time() {
    let board = Served::start();
    board.say("new telo");
    board.say("setup");
    let before = Instant::now();
    assert_eq!(board.say("lift f3 400"), "=");
    assert!(before.elapsed() >= Duration::from_millis(400));
    assert_eq!(
        board.say("cues"),
        "= carrying white turn=d2 origin=f3 target=e3"
    );
    assert_eq!(board.say("lift f3"), "? no stone stands on f3");
    assert_eq!(
        board.say("place j9"),
        "? expected a point of the panel, a1 to i5"
    );
    let help = board.say("help");
    assert!(
        help.contains("\n  lift POINT [MS]") && help.ends_with("\n="),
        "{help}"
    );
    assert_eq!(board.say("wait"), "? say it like this: wait MS");
    assert_eq!(
        board.say("wait 3600000"),
        "? expected milliseconds, at most 60000: here they are real"
    );
    board.say("cut");
    assert_eq!(board.say("rules"), "= standard");
}

#[test]
fn every_file_of_the_page_comes_with_a_strict_policy() {
    let board = Served::start();
    let address = &board.address;
    let get = |path: &str| {
        board.raw(format!("GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n").as_bytes())
    };
    let page = get("/");
    let names = page
        .split('"')
        .filter(|part| ["style.css", "main.js"].contains(part));
    let mut files: Vec<String> = names.map(|name| format!("/{name}")).collect();
    assert!(files.len() >= 2);
    files.push("/".into());
    for file in files {
        let answer = get(&file);
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{file}");
        assert!(answer.contains("Content-Security-Policy: default-src 'none'; script-src 'self';"));
        assert!(answer.contains("Cross-Origin-Resource-Policy: same-origin"));
        assert!(!answer.contains("unsafe-inline") && !answer.contains("Access-Control-Allow"));
        for elsewhere in ["http://", "https://", "//cdn"] {
            let (_, body) = answer.split_once("\r\n\r\n").unwrap();
            let own = body.replace("http://www.w3.org/2000/svg", "");
            assert!(!own.contains(elsewhere), "{file} names {elsewhere}");
        }
    }
}

#[test]
fn a_strangers_page_can_neither_move_stones_nor_read() {
    let board = Served::start();
    board.say("setup");
    let before = state(&board);
    let own = board.address.clone();
    let port = own.rsplit(':').next().unwrap().to_owned();
    let mine = format!("http://{own}");
    let rebound = format!("evil.example:{port}");
    let others = [
        "http://evil.example",
        "null",
        "http://localhost:1",
        "https://evil.example",
        &format!("{mine}.evil.example"),
    ];
    for path in ["/hand?hand=x", "/console"] {
        let line = format!("POST {path}");
        let body = if path == "/console" {
            "clear"
        } else {
            "lift d3"
        };
        for origin in others {
            let headers = [("Host", own.as_str()), ("Origin", origin)];
            assert_eq!(
                board.request(&line, &headers, body).0,
                403,
                "{path} from {origin}"
            );
        }
        for site in ["cross-site", "same-site", "none", "nonsense"] {
            let headers = [("Host", own.as_str()), ("Sec-Fetch-Site", site)];
            assert_eq!(
                board.request(&line, &headers, body).0,
                403,
                "{path} from {site}"
            );
        }
        let twice = [
            ("Host", own.as_str()),
            ("Origin", &mine),
            ("Origin", "http://evil.example"),
        ];
        assert_eq!(board.request(&line, &twice, body).0, 400);
        assert_eq!(
            board.request(&line, &[("Host", &own)], body).0,
            403,
            "{path} without a word of whose it is"
        );
        for host in [
            &rebound,
            "evil.example",
            "127.0.0.1",
            "127.0.0.1:1",
            "",
            "0.0.0.0:4545",
        ] {
            let origin = format!("http://{host}");
            let headers = [
                ("Host", host),
                ("Origin", &origin),
                ("Sec-Fetch-Site", "same-origin"),
            ];
            assert_eq!(
                board.request(&line, &headers, body).0,
                421,
                "{path} as {host}"
            );
        }
    }
    for path in ["/feed?hand=x", "/", "/main.js"] {
        let line = format!("GET {path}");
        let rebound = [
            ("Host", rebound.as_str()),
            ("Sec-Fetch-Site", "same-origin"),
        ];
        assert_eq!(board.request(&line, &rebound, "").0, 421, "{path} rebound");
        for site in ["cross-site", "same-site"] {
            let framed = [
                ("Host", own.as_str()),
                ("Sec-Fetch-Site", site),
                ("Sec-Fetch-Mode", "navigate"),
                ("Sec-Fetch-Dest", "iframe"),
            ];
            assert_eq!(board.request(&line, &framed, "").0, 403, "{path} framed");
            let read = [
                ("Host", own.as_str()),
                ("Sec-Fetch-Site", site),
                ("Sec-Fetch-Mode", "no-cors"),
            ];
            assert_eq!(board.request(&line, &read, "").0, 403, "{path} read");
        }
    }
    assert_eq!(state(&board), before);
}

#[test]
fn a_link_from_elsewhere_opens_the_page() {
    let board = Served::start();
    let headers = [
        ("Host", board.address.as_str()),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "navigate"),
        ("Sec-Fetch-Dest", "document"),
    ];
    assert_eq!(board.request("GET /", &headers, "").0, 200);
    let localhost = board.address.replace("127.0.0.1", "localhost");
    assert_eq!(board.request("GET /", &[("Host", &localhost)], "").0, 200);
}

#[test]
fn garbage_is_refused_and_changes_nothing() {
    let board = Served::start();
    board.say("setup");
    let before = state(&board);
    let long = "x".repeat(257);
    let many = "lift a1\n".repeat(65);
    for (path, body, status) in [
        ("/hand?hand=x", "", 400),
        ("/hand?hand=x", "lift z9", 400),
        ("/hand?hand=x", "lift d3\nfly e3", 400),
        ("/hand?hand=x", "lift d3\nplace d2", 409),
        ("/hand?hand=x", "place d3", 409),
        ("/hand?hand=x", &many, 400),
        ("/hand", "lift d3", 400),
        ("/hand?hand=", "lift d3", 400),
        ("/hand?hand=../x", "lift d3", 400),
        ("/hand?hand=%00", "lift d3", 400),
        ("/console", "", 400),
        ("/console", "  ", 400),
        ("/console", "new telo\nclear", 400),
        ("/console", "clear\u{0}", 400),
        ("/console", &long, 400),
        ("/nowhere", "lift d3", 405),
        ("/replay", "start bbb/b1w/www w\n1 a1a3", 400),
        ("/replay", "start bbb/b1w/www w\n1 c1b2W", 400),
        ("/replay", "nonsense", 400),
        ("/feed?hand=x", "", 405),
    ] {
        let (got, answer) = board.post(path, body);
        assert_eq!(got, status, "{path} {body:?}: {answer}");
        assert!(
            !answer.is_empty(),
            "{path} {body:?} is refused without a word"
        );
    }
    assert_eq!(
        board.say("frobnicate"),
        "? no such command; help lists them all"
    );
    let host = [("Host", board.address.as_str())];
    for (line, status) in [
        ("GET /../Cargo.toml", 404),
        ("GET /feed", 400),
        ("GET /feed?hand=x", 426),
        ("GET /hand?hand=x", 404),
        ("OPTIONS /console", 403),
        ("DELETE /", 403),
    ] {
        assert_eq!(board.request(line, &host, "").0, status, "{line}");
    }
    let address = &board.address;
    let origin = format!("Host: {address}\r\nOrigin: http://{address}\r\n");
    for (bytes, status) in [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(), "400"),
        (b"\0\0\0\0\r\n\r\n".to_vec(), "400"),
        (b"GET\r\n\r\n".to_vec(), "400"),
        (format!("GET /{} HTTP/1.1\r\n", "a".repeat(10_000)).into_bytes(), "431"),
        (format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(70)).into_bytes(), "431"),
        (format!("POST /console HTTP/1.1\r\n{origin}Content-Length: 50000\r\n\r\n").into_bytes(), "413"),
        (format!("POST /console HTTP/1.1\r\n{origin}Content-Length: 99999999999999999999999\r\n\r\n").into_bytes(), "413"),
        (format!("POST /console HTTP/1.1\r\n{origin}Content-Length: -1\r\n\r\nclear").into_bytes(), "400"),
        (format!("POST /console HTTP/1.1\r\n{origin}Content-Length: 5\r\nContent-Length: 6\r\n\r\nclear").into_bytes(), "400"),
        (format!("POST /console HTTP/1.1\r\n{origin}Transfer-Encoding: chunked\r\n\r\n5\r\nclear\r\n0\r\n\r\n").into_bytes(), "411"),
        ([format!("POST /console HTTP/1.1\r\n{origin}Connection: close\r\nContent-Length: 2\r\n\r\n").as_bytes(), b"\xff\xfe"].concat(), "400"),
    ] {
        let answer = board.raw(&bytes);
        let shown = String::from_utf8_lossy(&bytes);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{shown:.60?}: {answer:.80}");
    }
    assert_eq!(state(&board), before);
}

#[test]
fn slow_and_many_clients_hold_nobody_up() {
    let board = Served::start();
    // Begun and never ended; more of them than are served at a time.
    let mut slow: Vec<_> = (0..60).map(|_| board.connect()).collect();
    for stream in &mut slow {
        stream
            .write_all(b"POST /console HTTP/1.1\r\nHost:")
            .unwrap();
    }
    let before = Instant::now();
    assert!(board.say("version").starts_with("= fanorona-board "));
    assert!(before.elapsed() < Duration::from_secs(1));
    let mut more: Vec<_> = (0..10).map(|_| board.connect()).collect();
    let mut answer = String::new();
    more.pop().unwrap().read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    // The slow ones are not waited for without end.
    answer.clear();
    slow[0].read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    drop(slow);
    drop(more);
    assert!(board.say("version").starts_with("= fanorona-board "));
}

/// Subscribes to the news, and waits until that is accepted.
fn subscribe(board: &Served, query: &str) -> TcpStream {
    let mut page = board.connect();
    let address = &board.address;
    let request = format!(
        "GET /feed?{query} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    page.write_all(request.as_bytes()).unwrap();
    let mut accepted = [0; 12];
    page.read_exact(&mut accepted).unwrap();
    assert_eq!(&accepted, b"HTTP/1.1 101");
    page
}

#[test]
fn a_page_that_is_loaded_again_holds_nothing_even_if_it_has_not_gone_yet() {
    let board = Served::start();
    assert_eq!(board.say("setup"), "=");
    let _before = subscribe(&board, "hand=left&new=yes");
    let (status, answer) = board.post("/hand?hand=left", "lift d3");
    assert_eq!(status, 200, "{answer}");
    board.say("wait 300");
    let carrying = "= carrying white turn=a1 origin=d3 target=e3";
    assert_eq!(board.say("cues"), carrying);
    // One that has only lost its connection keeps the stone.
    let _again = subscribe(&board, "hand=left");
    board.say("wait 300");
    assert_eq!(board.say("cues"), carrying);
    let _loaded = subscribe(&board, "hand=left&new=yes");
    board.say("wait 1000");
    assert_eq!(board.say("cues"), "= to-move white turn=a1");
}

#[test]
fn a_page_that_does_not_read_holds_nobody_up() {
    let board = Served::start();
    let _lazy = subscribe(&board, "hand=lazy");
    // More messages than may wait for a page.
    for _ in 0..400 {
        assert!(board.say("help").ends_with('='));
    }
    let before = Instant::now();
    assert_eq!(board.say("wait 10"), "=");
    assert!(before.elapsed() < Duration::from_secs(1));
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = program::run(&["--port", &port], b"");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(&format!("port {port} is taken")), "{said}");
    let output = program::run(&["--port", "70000"], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_the_chip_needs_and_is_missing_is_named() {
    let output = Folder::new()
        .program()
        .args(["--chip", "--port", "0"])
        .env("PATH", "")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("node is missing; install Node.js 20.11 or later"),
        "{said}"
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn a_real_board_that_is_not_there_is_an_error() {
    let folder = Folder::new();
    let mut program = folder.program();
    let output = program.args(["--port", "0", "--serial", "no-such-port"]);
    let output = output.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("no-such-port: there is no such port; is the board plugged in?"),
        "{said}"
    );
    assert!(output.stdout.is_empty());
    let output = program::run(&["--serial", "x", "--chip"], b"");
    assert_eq!(output.status.code(), Some(2));
}
