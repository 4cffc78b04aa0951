//! The host program as other programs see it.

// Miri starts no programs.
#![cfg(not(miri))]

#[path = "common/folder.rs"]
mod folder;
#[path = "common/program.rs"]
mod program;

use folder::Folder;
use program::run;

#[track_caller]
fn prints(arguments: &[&str], input: &[u8], expected: &str) {
    let output = run(arguments, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(0));
}

/// Checks the exit code, what was printed before, and that the error says this.
#[track_caller]
fn refuses(arguments: &[&str], input: &[u8], before: &str, error: &str) {
    let output = run(arguments, input);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(error), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), before);
    assert_eq!(output.status.code(), Some(2));
}

const START: &str = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w";

#[test]
fn perft_prints_a_line_for_each_depth() {
    prints(&["perft", "4"], b"", "1 5\n2 39\n3 724\n4 18026\n");
    prints(&["perft", "--board", "telo", "3"], b"", "1 4\n2 7\n3 14\n");
    prints(
        &["perft", "--board=dimy", "--rules", "royal,vela=off", "3"],
        b"",
        "1 5\n2 21\n3 180\n",
    );
}

#[test]
fn perft_of_a_vela_starts_with_the_capturer() {
    for capturer in ["capturer=white", "capturer=black"] {
        let rules = format!("vela=nearest,stranded=paika,{capturer}");
        prints(
            &["perft", "--rules", &rules, "4"],
            b"",
            "1 5\n2 24\n3 94\n4 817\n",
        );
    }
}

#[test]
fn turns_prints_a_sorted_line() {
    prints(&["turns", START], b"", "d2e3A d3e3A d3e3W e2e3A f2e3A\n");
    let black = START.replace(" w", " b");
    prints(&["turns", &black], b"", "d4e3A e4e3A f3e3A f3e3W f4e3A\n");
}

#[test]
fn turns_reads_a_position_a_line_and_answers_each_with_a_line() {
    let input = format!("{START}\r\nbbb/3/3 w\nbbb/b1w/www w");
    let expected = "d2e3A d3e3A d3e3W e2e3A f2e3A\n\na1b2A b1b2A c1b2A c2b2A\n";
    prints(&["turns", "-"], input.as_bytes(), expected);
    prints(&["turns", "-"], b"", "");
}

#[test]
fn turns_in_mid_chain_are_whole_turns() {
    prints(
        &[
            "turns",
            "b2b1bbbb/b3bbbbb/1bwbwbwbw/w3wwwww/www2wwww w c3 b2c3A",
        ],
        b"",
        "b2c3A b2c3Ab4A b2c3Ab4Ab5W b2c3Ab4Ab5Wc5A b2c3Ab4Ac4W\n",
    );
}

#[test]
fn a_bad_line_ends_the_run_with_its_number_and_loses_nothing() {
    let input = format!("{START}\n{START} z\n{START}\n");
    let first = "d2e3A d3e3A d3e3W e2e3A f2e3A\n";
    refuses(
        &["turns", "-"],
        input.as_bytes(),
        first,
        "line 2: column 53: expected a point of tsivy",
    );
    refuses(&["turns", "-"], b"\n", "", "line 1: column 1: expected");
    refuses(
        &["turns", "-"],
        b"bbb/b1w/www w\n\xff\xfe\n",
        "a1b2A b1b2A c1b2A c2b2A\n",
        "line 2: ",
    );
}

#[test]
fn a_position_that_cannot_stand_is_refused_with_every_fault() {
    refuses(&["turns", "9/9/9/9/9 w"], b"", "", "there is no stone");
    refuses(
        &["turns", "wwwwwwwww/wwwwwwwww/wwwww4/9/bbbbbbbbb w e3 e2e3A"],
        b"",
        "",
        "white has 23 stones, 22 at most",
    );
}

#[test]
fn bad_words_are_refused() {
    refuses(&["perft"], b"", "", "<DEPTH>");
    refuses(&["perft", "x"], b"", "", "invalid value 'x'");
    refuses(&["perft", "0"], b"", "", "invalid value '0'");
    refuses(&["perft", "-1"], b"", "", "unexpected argument '-1'");
    refuses(
        &["perft", "--board", "chess", "1"],
        b"",
        "",
        "possible values: telo, dimy, tsivy",
    );
    refuses(
        &["perft", "--rules", "lemur", "1"],
        b"",
        "",
        "no such preset; there are standard,",
    );
    refuses(
        &["perft", "--rules", "quiet=0", "1"],
        b"",
        "",
        "quiet takes off, a number from 1",
    );
    refuses(
        &["perft", "--rules", "capturer=white", "1"],
        b"",
        "",
        "needs vela=nearest",
    );
    refuses(&["turns"], b"", "", "<POSITION>");
    refuses(&["turns", START, START], b"", "", "unexpected argument");
    refuses(
        &["turn", START],
        b"",
        "",
        "a similar subcommand exists: 'turns'",
    );
    refuses(&["--fast"], b"", "", "unexpected argument '--fast'");
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [
        &["--help"][..],
        &["perft", "--help"],
        &["help", "turns"],
        &["--version"],
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!output.stdout.is_empty());
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn best_answers_a_position_with_a_turn() {
    let output = run(&["best", "--nodes", "500", START], b"");
    let line = String::from_utf8(output.stdout).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words.len(), 4, "{line}");
    assert!(["d2e3A", "d3e3A", "d3e3W", "e2e3A", "f2e3A"].contains(&words[0]));
    assert_eq!(words[1], "nodes=500");
    assert!(words[2].starts_with("depth=") && words[3].starts_with("score="));
    // One turn: nothing to think about.
    prints(
        &["best", "--level", "9", "9/9/9/9/1b6w b"],
        b"",
        &String::from_utf8(run(&["best", "9/9/9/9/1b6w b"], b"").stdout).unwrap(),
    );
}

#[test]
fn best_answers_line_by_line_and_goes_on_after_a_bad_one() {
    let input = "new\nbbb/b1w/www w\nnonsense\nbbb/b1w/www w a1a1\nnew\nbbb/3/3 w\nbbb/b1w/www w c1b2A a2a3W\n";
    let output = run(&["best", "--nodes", "300", "-"], input.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert!(lines[0].contains("b2A nodes="), "{text}");
    assert!(lines[1].starts_with("? column 1: expected"), "{text}");
    assert!(lines[2].starts_with("? a1a1: "), "{text}");
    assert_eq!(
        lines[3],
        "? the game is over: black won: white captured out"
    );
    assert!(lines[4].contains(" nodes="), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn best_goes_on_in_mid_chain() {
    let text = "b2b1bbbb/b3bbbbb/1bwbwbwbw/w3wwwww/www2wwww w c3 b2c3A";
    let output = run(&["best", "--nodes", "300", "-"], text.as_bytes());
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("b2c3A"));
}

#[test]
fn the_engine_refuses_bad_words() {
    refuses(&["best", "9/9/9/9/9 w"], b"", "", "there is no stone");
    refuses(
        &["best", "bbb/3/3 w"],
        b"",
        "",
        "the game is over: black won",
    );
    refuses(
        &["best", "--level", "10", START],
        b"",
        "",
        "invalid value '10'",
    );
    refuses(
        &["best", "--level", "1", "--nodes", "1", START],
        b"",
        "",
        "cannot be used with",
    );
    refuses(
        &["match", "1", "10"],
        b"",
        "",
        "expected a level from 1 to 9",
    );
    refuses(&["analyse", "no/such/file"], b"", "", "no/such/file: ");
    refuses(&["analyse", "-"], b"1 a1a2\n", "", "line 1: ");
}

#[test]
fn a_match_tells_share_error_and_games() {
    let output = run(&["match", "1", "1", "--games", "4", "--board", "telo"], b"");
    let line = String::from_utf8(output.stdout).unwrap();
    // Each opening is played by both from both sides.
    assert!(line.starts_with("50.0 % ± "), "{line}");
    assert!(line.contains(" won=") && line.contains(" drawn=") && line.contains(" lost="));
}

#[test]
fn analyse_tells_what_each_turn_gave_away() {
    let record = b"start bbb/b1w/www w\n1 a1b2A\n";
    let output = run(&["analyse", "-"], record);
    let line = String::from_utf8(output.stdout).unwrap();
    // White could have won in 11, and has lost.
    assert!(line.starts_with("1 a1b2A score=-299"), "{line}");
    assert!(line.contains(" best=c2b2A gave=599"), "{line}");
}

#[test]
fn reeds_tells_margins_and_what_to_change() {
    let says = |arguments: &[&str], words: &[&str]| {
        let output = run(arguments, b"");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        for words in words {
            assert!(said.contains(words), "{said}");
        }
        assert!(!said.contains("NaN"), "{said}");
    };
    says(
        &["reeds", "--pitch", "40", "--magnet", "8x2"],
        &[
            "\nfelt    2.1",
            "\nreopens 1.8",
            "5.5 mm off-centre with",
            "Nothing needs to change.",
        ],
    );
    says(
        &["reeds", "compact"],
        &["pitch 32 mm", "magnet 6 x 2 mm N42"],
    );
    let uncut = ["felt too far", "leads cut to 22 mm in all"];
    says(&["reeds", "--iron", "44"], &uncut);
    says(
        &["reeds", "--board", "6"],
        &["felt too weakly", "a board of 5 mm"],
    );
    says(
        &["reeds", "--board", "30", "--magnet", "2x0.5"],
        &["closes nowhere", "no single change does"],
    );
}

#[test]
fn reeds_refuses_what_is_no_magnet_and_no_reed() {
    let cases = [
        (["--magnet", "8"], "--magnet 8: say it like this: 8x2"),
        (
            ["--magnet", "8xy"],
            "--magnet y: expected a number from 0.5 to 20",
        ),
        (["--grade", "N99"], "--grade N99: known are N30"),
        (
            ["--pitch", "NaN"],
            "--pitch NaN: expected a number from 10 to 100",
        ),
        (
            ["--turns", "30-10"],
            "--turns 30-10: the smaller number comes first",
        ),
        (
            ["--reed", "20"],
            "--reed 20: expected a number from 7 to 14",
        ),
        (
            ["--iron", "5"],
            "--iron 5: expected a number from 14 to 100",
        ),
    ];
    for ([option, value], error) in cases {
        refuses(&["reeds", option, value], b"", "", error);
    }
    refuses(&["reeds", "enormous"], b"", "", "invalid value 'enormous'");
}

#[test]
fn draw_writes_every_sheet_and_names_it() {
    let folder = Folder::new();
    let to = folder.path().join("sheets");
    let to = to.to_str().unwrap();
    for (more, holes) in [
        (&["--paper", "a3"][..], 1),
        (&["--design", "compact"], 2),
        (&[], 3),
    ] {
        let output = run(&[&["draw", "rp2040-zero", to], more].concat(), b"");
        assert_eq!(output.status.code(), Some(0), "{more:?}");
        let said = String::from_utf8(output.stdout).unwrap();
        for file in said.lines() {
            let svg = std::fs::read_to_string(file).unwrap();
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        }
        assert_eq!(said.lines().count(), holes + 4, "{said}");
    }
}

#[test]
fn draw_refuses_what_is_no_board_and_no_folder() {
    refuses(
        &["draw", "arduino", "x"],
        b"",
        "",
        "invalid value 'arduino'",
    );
    refuses(&["draw", "pico"], b"", "", "<FOLDER>");
    refuses(&["draw", "pico", "Cargo.toml"], b"", "", "Cargo.toml: ");
}

#[test]
fn leaflet_draws_a_sheet_in_either_language() {
    for (language, words) in [("en", "The lights"), ("fr", "Les lumières")] {
        let output = run(&["leaflet", language], b"");
        assert_eq!(output.status.code(), Some(0));
        let svg = String::from_utf8(output.stdout).unwrap();
        assert!(svg.starts_with("<svg ") && svg.contains(words), "{svg}");
    }
    refuses(&["leaflet", "de"], b"", "", "invalid value 'de'");
}
