//! `uf2`: a firmware image as a file for the bootloader's USB drive.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

use clap::{Arg, ArgMatches, Command, value_parser};

use super::{Failure, image};

/// The address of flash.
const FLASH: u32 = 0x1000_0000;
/// The most flash that the chip can address, in bytes.
const MOST: usize = 16 * 1024 * 1024;
/// The unit in which flash is erased. The last one is padded: the chip's ROM may leave a partly filled one unwritten.
const SECTOR: usize = 4096;

/// The format (<https://github.com/microsoft/uf2>): bytes of image in a block, bytes of a block, magic numbers, flags.
const PAYLOAD: usize = 256;
const BLOCK: usize = 512;
const BEGIN: [u32; 2] = [0x0a32_4655, 0x9e5d_5157];
const END: u32 = 0x0ab1_6f30;
const HAS_FAMILY: u32 = 0x2000;
const RP2040: u32 = 0xe48b_ff56;

pub fn command() -> Command {
    let path = |name: &'static str| Arg::new(name).value_parser(value_parser!(PathBuf));
    Command::new("uf2")
        .about("Turns a firmware image into a file to be copied to the board's drive")
        .long_about(
            "Turns a firmware image into a file to be copied to the board's drive. Without an image, builds the one \
             for the board that BOARD names, and writes fanorona-BOARD.uf2 into this folder.",
        )
        .arg(path("ELF").requires("UF2").help("What `cargo fw` has built"))
        .arg(path("UF2").help("The file to be written"))
}

pub fn run(arguments: &ArgMatches) -> Result<(), Failure> {
    let path = |name| arguments.get_one::<PathBuf>(name).cloned();
    let (Some(from), Some(to)) = (path("ELF"), path("UF2")) else {
        let sources = image::sources("uf2").map_err(Failure::new)?;
        let image = image::build(&sources).map_err(Failure::new)?;
        let board = env::var("BOARD").unwrap_or_else(|_| "pico".to_owned());
        let to = PathBuf::from(format!("fanorona-{board}.uf2"));
        convert(&image, &to)?;
        return Ok(writeln!(io::stdout(), "{}", to.display())?);
    };
    convert(&from, &to)
}

fn convert(from: &Path, to: &Path) -> Result<(), Failure> {
    let said = |path: &Path, why: &str| Failure::new(format!("{}: {why}", path.display()));
    let elf = fs::read(from).map_err(|error| said(from, &error.to_string()))?;
    let image = flash_image(&elf).map_err(|why| said(from, why))?;
    fs::write(to, blocks(&image)).map_err(|error| said(to, &error.to_string()))
}

/// The contents of flash that an ELF file describes, from the start of flash, in whole sectors.
fn flash_image(elf: &[u8]) -> Result<Vec<u8>, &'static str> {
    const SHORT: &str = "the file ends too early";
    const LOAD: u32 = 1;
    let half = |at: usize| bytes::<2>(elf, at).map(u16::from_le_bytes).ok_or(SHORT);
    let word = |at: usize| bytes::<4>(elf, at).map(u32::from_le_bytes).ok_or(SHORT);
    if !elf.starts_with(b"\x7fELF\x01\x01") || half(18)? != 40 {
        return Err("this is no ELF file for the chip");
    }
    let (table, size, count) = (word(28)? as usize, half(42)?, half(44)?);
    let mut image = Vec::new();
    for header in (0..count).map(|number| table + usize::from(number) * usize::from(size)) {
        let (offset, address, length) = (word(header + 4)?, word(header + 12)?, word(header + 16)?);
        if word(header)? != LOAD || length == 0 {
            continue;
        }
        let data = elf.get(offset as usize..).ok_or(SHORT)?;
        let data = data.get(..length as usize).ok_or(SHORT)?;
        let start = address.checked_sub(FLASH).map(|start| start as usize);
        let start = start.filter(|start| start + data.len() <= MOST);
        let start = start.ok_or("a part of it does not go to flash")?;
        if image.len() < start + data.len() {
            image.resize((start + data.len()).next_multiple_of(SECTOR), 0);
        }
        image[start..start + data.len()].copy_from_slice(data);
    }
    if image.is_empty() {
        return Err("nothing of it goes to flash");
    }
    Ok(image)
}

fn bytes<const N: usize>(all: &[u8], at: usize) -> Option<[u8; N]> {
    all.get(at..)?.first_chunk().copied()
}

/// The blocks that carry an image to the start of flash.
fn blocks(image: &[u8]) -> Vec<u8> {
    let fits = |number: usize| u32::try_from(number).expect("it is less than the flash has");
    let count = fits(image.len().div_ceil(PAYLOAD));
    let mut file = Vec::new();
    for (number, payload) in image.chunks(PAYLOAD).enumerate() {
        let at = FLASH + fits(number * PAYLOAD);
        let [first, second] = BEGIN;
        let head = [
            first,
            second,
            HAS_FAMILY,
            at,
            fits(PAYLOAD),
            fits(number),
            count,
            RP2040,
        ];
        let start = file.len();
        file.extend(head.into_iter().flat_map(u32::to_le_bytes));
        file.extend(payload);
        file.resize(start + BLOCK - size_of_val(&END), 0);
        file.extend(END.to_le_bytes());
    }
    file
}
