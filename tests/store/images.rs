//! Flash that holds anything: noise, images that were spoilt, and frames whose checksums are right and whose content is not.

use crate::common::random::Random;
use crate::cuts::record;
use crate::lives::Lived;
use crate::nor::Nor;
use crc::{CRC_32_ISO_HDLC, Crc};
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::{Preset, Rules};
use fanorona_board::store::ring::{PAGE, SECTOR};

const CHECKSUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);
const SECTORS: usize = 256;

/// Good images: what matches have left.
pub fn good() -> Vec<Nor> {
    let matches = Board::ALL.into_iter().zip(Preset::ALL).zip(1..);
    let left = |((board, &preset), seed)| {
        let recording = record(seed, board, Rules::of(preset), 25);
        let mut flash = Nor::new(seed);
        recording.ops.iter().for_each(|op| flash.apply(op));
        flash
    };
    matches.map(left).collect()
}

fn used(flash: &Nor, random: &mut Random) -> usize {
    let is_used = |sector: &usize| flash.sector(*sector)[PAGE] != 0xff;
    let used: Vec<usize> = (0..SECTORS).filter(is_used).collect();
    if used.is_empty() {
        0
    } else {
        random.pick(&used)
    }
}

/// Puts a right checksum behind what is said.
pub fn sum(bytes: &mut [u8], said: usize) {
    let sum = CHECKSUM.checksum(&bytes[..said]).to_le_bytes();
    bytes[said..said + 4].copy_from_slice(&sum);
}

/// Changes the content of some frames of a sector, and mends their checksums.
fn change_frames(bytes: &mut [u8; SECTOR], random: &mut Random) {
    let mut at = PAGE;
    while at < SECTOR {
        let left = PAGE - at % PAGE;
        let length = usize::from(bytes[at]) + 6;
        if bytes[at] == 0xff || length > left {
            at += left;
            continue;
        }
        if random.percent(30) {
            for _ in 0..=random.below(4) {
                // Mostly small numbers, which mean something more often.
                let byte = random.next().to_le_bytes()[0];
                let byte = if random.percent(60) { byte % 16 } else { byte };
                bytes[at + 1 + random.below(length - 5)] = byte;
            }
            // The version mostly stays, or nothing is read.
            if random.percent(95) {
                bytes[at + 1] = 1;
            }
            sum(&mut bytes[at..at + length], length - 4);
        }
        at += length;
    }
}

/// Spoils an image; a few ways may be taken one after another.
pub fn spoil(flash: &mut Nor, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let sector = used(flash, random);
        let mut bytes = *flash.sector(sector);
        match random.below(10) {
            0 => bytes.fill_with(|| random.next().to_le_bytes()[0]),
            1 => {
                for _ in 0..=random.below(20) {
                    bytes[random.below(SECTOR)] ^= 1 << random.below(8);
                }
            }
            2 => {
                let other = random.below(SECTORS);
                let (a, b) = (bytes, *flash.sector(other));
                flash.change(other, &a);
                bytes = b;
            }
            3 => bytes[random.below(16) * PAGE..][..PAGE].fill(random.pick(&[0, 0xff])),
            4 => {
                // The mark.
                bytes[32 + random.below(16)] = random.next().to_le_bytes()[0];
                sum(&mut bytes[32..52], 16);
            }
            5 => {
                // Cut off.
                for sector in sector..SECTORS {
                    flash.change(sector, &[random.pick(&[0, 0xff]); SECTOR]);
                }
                continue;
            }
            _ => change_frames(&mut bytes, random),
        }
        flash.change(sector, &bytes);
    }
}

/// Whether a board with such a flash starts, knows nothing impossible, and plays on.
pub fn plays(flash: &Nor, seed: u64) -> Result<(), String> {
    let mut board = Lived::with(flash.clone(), seed);
    board.is_spoilt = true;
    let referee = board.referee();
    let game = referee.game();
    let mut again = Game::new(*game.rules(), *game.start());
    let is_legal = game.history().turns().all(|turn| again.play(&turn).is_ok());
    if !is_legal || again.position() != game.position() {
        return Err("an impossible game".into());
    }
    if referee.series().board() != game.start().board() {
        return Err("a game on another board".into());
    }
    let is_off = board.report().off.is_some();
    board.stand();
    board.play();
    board.rest();
    board.begin(Board::Telo, Rules::STANDARD);
    board.play();
    if board.referee().game().history().is_empty() {
        return Err("no turn is read".into());
    }
    board.rest();
    if is_off {
        let is_left_alone = board.on.flash.holds_as(flash);
        return is_left_alone
            .then_some(())
            .ok_or("written all the same".into());
    }
    let _ = board.report().to_string();
    board.on.games();
    board.restart(50)
}
