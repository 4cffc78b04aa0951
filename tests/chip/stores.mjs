// Contents of the store that no game has left here: old, of a later version, of another board, of nobody. The format is in
// src/store/ring.rs.
import { PAGE, SECTOR } from './flash.mjs';
import { STORE } from './memory.mjs';
import { seeded } from './random.mjs';
import { POINTS } from './wiring.mjs';

const SECTORS = STORE.size / SECTOR;
/** The sectors of the journal; the others are the archive's. */
const JOURNAL = 64;
const MARK = 32;

/** The checksum of the format, CRC-32. */
export function checksum(bytes) {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
}

const word = (value) => [value, value >>> 8, value >>> 16, value >>> 24].map((byte) => byte & 0xff);
const summed = (bytes) => [...bytes, ...word(checksum(bytes))];

/** The mark of a sector that was erased so often. */
const ready = (erases) => summed([...Buffer.from('FRdy'), ...word(erases)]);
/** The mark of a sector that was opened. */
const opened = ({ format, content, board, number }) =>
  summed([...Buffer.from('Fano'), format, content, 0, 0, ...word(checksum(Buffer.from(board))), ...word(number)]);

/** A frame of the archive: the end of the first game was taken back. */
const TAKEN_BACK = summed([5, 1, 2, ...word(1)]);

/** A store without anything. */
export const blank = () => new Uint8Array(STORE.size).fill(0xff);

/**
 * A store whose sectors were all written once, and nothing in them counts any more: some are ready, and every other must be
 * erased before it is written. `format` and `board` are those that all marks tell.
 */
export function old({ isReady = 16, format = 1, board = 'pico' } = {}) {
  const bytes = blank();
  for (let sector = 0; sector < SECTORS; sector++) {
    const isJournal = sector < JOURNAL;
    const [place, count] = isJournal ? [sector, JOURNAL] : [sector - JOURNAL, SECTORS - JOURNAL];
    bytes.set(ready(3), sector * SECTOR);
    // The last one is the newest, and those that are ready come next: at the beginning.
    if (place < isReady) continue;
    const content = (isJournal ? 'J' : 'A').charCodeAt(0);
    bytes.set(opened({ format, content, board, number: 3 * count + place }), sector * SECTOR + MARK);
    if (!isJournal) bytes.set(TAKEN_BACK, sector * SECTOR + PAGE);
  }
  return bytes;
}

/** Bytes at random. */
export function noise(seed, length = STORE.size) {
  const random = seeded(seed);
  return Uint8Array.from({ length }, () => Math.floor(256 * random()));
}

/** A store with bytes at random behind every mark that says it is this board's. */
export function garbage(seed) {
  const bytes = old();
  const random = seeded(seed);
  for (let at = 0; at < bytes.length; at++) {
    if (at % SECTOR >= PAGE) bytes[at] = Math.floor(256 * random());
  }
  return bytes;
}

/** The first part of a store; the rest is blank. */
export function truncated(store, length = store.length / 2) {
  const bytes = blank();
  bytes.set(store.subarray(0, length));
  return bytes;
}

/** A step of the journal: turns from this byte on. */
function turnsFrame(from, turns) {
  const [STEP, TURNS, FORMAT] = [3, 7, 1];
  const content = [TURNS, turns.length + 2, from & 0xff, from >> 8, ...turns];
  return summed([content.length + 1, FORMAT, STEP, ...content]);
}

/**
 * A store with a game in which two stones go to and fro for so many turns, a multiple of four, after the store of the same game
 * before its first turn: `LONG` says what to put up.
 */
export function longGame(store, turns) {
  const bytes = store.slice();
  const marked = Array.from({ length: JOURNAL }, (_, sector) => sector * SECTOR + MARK).filter(
    (at) => Buffer.from(bytes.subarray(at, at + 4)).toString() === 'Fano',
  );
  const number = (at) => new DataView(bytes.buffer).getUint32(at + 12, true);
  const newest = marked.toSorted((a, b) => number(a) - number(b)).at(-1) - MARK;
  const pages = Array.from({ length: SECTOR / PAGE }, (_, page) => newest + page * PAGE);
  const used = pages.findLastIndex((at) => bytes.subarray(at, at + PAGE).some((byte) => byte !== 0xff));
  const round = ['a1', 'a2', 'i5', 'i4', 'a2', 'a1', 'i4', 'i5'].map((point, i) => POINTS.indexOf(point) * 4 + (i % 2));
  const all = Array.from({ length: turns / 4 }, () => round).flat();
  const ROOM = 240;
  for (let from = 0, page = used + 1; from < all.length; from += ROOM, page++) {
    bytes.set(turnsFrame(from, all.slice(from, from + ROOM)), pages[page]);
  }
  return bytes;
}

/** The rules and the position of a game that may last. */
export const LONG = ['rules standard repetition=off', 'new 7bb/9/9/9/ww7 w'];
export const LONG_STONES = ['a1', 'b1', 'h5', 'i5'];
