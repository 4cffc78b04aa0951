// A file that holds the second megabyte of the flash, so that a board outlives the program that emulates it.
//
// Every page and every sector is patched in place when it is done, and is on the disk before the board goes on. A patch is at
// most one block of the disk, and what half of one would leave is what a cut in mid-write leaves, which a board must bear
// anyway; no patch changes the size. A new file gets its name only when it is whole. To write all of a megabyte anew for
// every 256 bytes would be as safe, and wear the disk. What is undecided in the flash is written as it reads.
import { closeSync, fdatasyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { FLASH, STORE } from './memory.mjs';

const FIRST = STORE.start - FLASH.start;

export class FlashFile {
  /** Opens the file at `path`, or makes one of an erased flash. An error says what is wrong with it. */
  constructor(path) {
    /** What the file held, for the flash to begin with. */
    this.content = read(path);
    try {
      if (this.content === null) create(path);
      this.file = openSync(path, 'r+');
    } catch (error) {
      throw new Error(`the flash cannot be kept in ${path}: ${error.message}`);
    }
    this.content ??= erased();
  }

  /** Notes from now on what changes in `flash`. */
  follow(flash) {
    flash.onChange = (offset, length) => {
      if (offset < FIRST) return;
      writeSync(this.file, flash.read(offset, length), 0, length, offset - FIRST);
      fdatasyncSync(this.file);
    };
  }

  close() {
    closeSync(this.file);
  }
}

const erased = () => new Uint8Array(STORE.size).fill(0xff);

function read(path) {
  let content;
  try {
    content = readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw new Error(`the flash in ${path} cannot be read: ${error.message}`);
  }
  if (content.length === STORE.size) return content;
  throw new Error(`${path} is no flash: it has ${content.length} bytes, not ${STORE.size}`);
}

function create(path) {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, erased(), { flush: true });
  renameSync(unfinished, path);
}
