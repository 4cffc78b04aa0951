//! The file for the board's drive, and images from which none can be made.

// Miri starts no programs.
#![cfg(not(miri))]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A file of this test alone.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn convert(elf: &[u8], name: &str) -> (Output, PathBuf) {
    let (from, to) = (file(&format!("{name}.elf")), file(&format!("{name}.uf2")));
    fs::write(&from, elf).unwrap();
    let _ = fs::remove_file(&to);
    let output = Command::new(env!("CARGO_BIN_EXE_fanorona-board"))
        .arg("uf2")
        .args([&from, &to])
        .output()
        .unwrap();
    (output, to)
}

/// An ELF file for the chip with these segments: kind, address to be loaded to, content.
fn elf(segments: &[(u32, u32, &[u8])]) -> Vec<u8> {
    const HEADER: u32 = 52;
    const ENTRY: u32 = 32;
    let mut file = b"\x7fELF\x01\x01\x01".to_vec();
    file.resize(16, 0);
    file.extend([2, 0, 40, 0]);
    file.extend([1, 0, HEADER].into_iter().flat_map(u32::to_le_bytes)); // version, entry, program headers
    file.extend([0; 8]); // section headers, flags
    let count = u16::try_from(segments.len()).unwrap();
    file.extend(
        [52, 32, count, 0, 0, 0]
            .into_iter()
            .flat_map(u16::to_le_bytes),
    );
    let mut offset = HEADER + ENTRY * u32::from(count);
    for (kind, address, content) in segments {
        let length = u32::try_from(content.len()).unwrap();
        let header = [*kind, offset, 0x2000_0000, *address, length, length, 0, 4];
        file.extend(header.into_iter().flat_map(u32::to_le_bytes));
        offset += length;
    }
    file.extend(segments.iter().flat_map(|(_, _, content)| content.iter()));
    file
}

#[test]
fn a_file_brings_the_image_to_its_place_in_whole_sectors() {
    let (boot, code, data) = ([1; 256], [2; 5000], [3; 8]);
    let image = elf(&[
        (1, 0x1000_0100, &code),
        (1, 0x1000_1488, &data),
        (1, 0x1000_0000, &boot),
        (0x6474_e551, 0, &[]),
    ]);
    let (output, path) = convert(&image, "whole");
    assert!(output.status.success(), "{output:?}");
    let file = fs::read(path).unwrap();
    assert_eq!(file.len(), 2 * 4096 / 256 * 512);
    let mut flash: Vec<u8> = Vec::new();
    for (number, block) in file.chunks(512).enumerate() {
        let word = |at: usize| u32::from_le_bytes(block[at..at + 4].try_into().unwrap());
        let number = u32::try_from(number).unwrap();
        let head = [0, 4, 8, 12, 16, 20, 24, 28].map(word);
        let address = 0x1000_0000 + 256 * number;
        let expected = [
            0x0a32_4655,
            0x9e5d_5157,
            0x2000,
            address,
            256,
            number,
            32,
            0xe48b_ff56,
        ];
        assert_eq!(head, expected);
        assert_eq!(word(508), 0x0ab1_6f30);
        flash.extend(&block[32..32 + 256]);
    }
    assert_eq!(flash[..256], boot);
    assert_eq!(flash[256..5256], code);
    assert_eq!(flash[0x1488..0x1490], data);
    assert!(flash[0x1490..].iter().all(|&byte| byte == 0));
}

#[test]
fn what_is_no_image_is_refused_and_nothing_is_written() {
    let good = elf(&[(1, 0x1000_0000, &[7; 600])]);
    let mut other_machine = good.clone();
    other_machine[18] = 62;
    let cases: [(&str, Vec<u8>, &str); 6] = [
        ("empty", Vec::new(), "no ELF file for the chip"),
        ("text", b"hello".to_vec(), "no ELF file for the chip"),
        ("machine", other_machine, "no ELF file for the chip"),
        (
            "ram",
            elf(&[(1, 0x2000_0000, &[1])]),
            "does not go to flash",
        ),
        (
            "beyond",
            elf(&[(1, 0x10ff_ffff, &[1, 2])]),
            "does not go to flash",
        ),
        (
            "none",
            elf(&[(0, 0x1000_0000, &[1])]),
            "nothing of it goes to flash",
        ),
    ];
    for (name, bytes, why) in cases {
        let (output, path) = convert(&bytes, name);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(why), "{name}: {said}");
        assert!(!path.exists(), "{name}");
    }
    // Cut off anywhere.
    for length in (0..good.len()).step_by(23) {
        let (output, path) = convert(&good[..length], "cut");
        assert_eq!(output.status.code(), Some(2), "{length}");
        assert!(!path.exists(), "{length}");
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = Command::new(env!("CARGO_BIN_EXE_fanorona-board"))
        .args(["uf2", "no-such-file", "out.uf2"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("no-such-file")
    );
}

#[test]
fn without_paths_the_image_is_built_and_named_by_its_board() {
    let folder = file("named");
    fs::create_dir_all(&folder).unwrap();
    let image = file("named.elf");
    fs::write(&image, elf(&[(1, 0x1000_0000, &[7; 600])])).unwrap();
    for (board, name) in [
        (None, "fanorona-pico.uf2"),
        (Some("rp2040-zero"), "fanorona-rp2040-zero.uf2"),
    ] {
        let _ = fs::remove_file(folder.join(name));
        let mut command = Command::new(env!("CARGO_BIN_EXE_fanorona-board"));
        // An image that is named is not built.
        command
            .arg("uf2")
            .env("FIRMWARE", &image)
            .current_dir(&folder);
        match board {
            Some(board) => command.env("BOARD", board),
            None => command.env_remove("BOARD"),
        };
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{name}\n"));
        assert_eq!(fs::read(folder.join(name)).unwrap().len(), 4096 / 256 * 512);
    }
}

#[test]
fn an_image_alone_is_not_enough() {
    let output = Command::new(env!("CARGO_BIN_EXE_fanorona-board"))
        .args(["uf2", "some.elf"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("<UF2>"),
        "{output:?}"
    );
}
