// The cache in front of the flash: what reading from there costs beyond what reading from RAM does.
//
// RP2040 datasheet 2.6.3.1: 16 KB, two ways, lines of 8 bytes. Which of the two ways gives way is not written there;
// here it is the one that was used longer ago. With `CACHE=off` a miss costs nothing, to compare.

/** Bytes of a line, as a shift. */
const LINE = 3;
/** Pairs of lines. */
const SETS = 1024;
/** Cycles at 125 MHz that reading a line takes: 8 bytes over four wires at half the clock, with address and turnaround. */
export const MISS = 64;
const NONE = -1;

/** Notes what is read from flash; the cycles that cost add up until they are collected. */
export class Cache {
  constructor(miss = MISS) {
    this.miss = miss;
    /** By set: the line used last, and the other. */
    this.lines = new Int32Array(2 * SETS).fill(NONE);
    /** Reads that were not in the cache. */
    this.misses = 0;
    /** Cycles that nobody has counted yet. */
    this.owed = 0;
    /** Called, if there is one, with the number of a line that is fetched; whether the line must not stay. */
    this.onFetch = null;
  }

  /** Reads at an address of the flash. */
  read(address) {
    const line = address >>> LINE;
    const at = 2 * (line & (SETS - 1));
    const { lines } = this;
    const last = lines[at];
    if (last === line) return;
    if (lines[at + 1] !== line) {
      this.misses += 1;
      this.owed += this.miss;
      if (this.onFetch !== null && this.onFetch(line)) return;
    }
    lines[at + 1] = last;
    lines[at] = line;
  }

  /** The cycles since it was last called. */
  collect() {
    const { owed } = this;
    this.owed = 0;
    return owed;
  }

  /** Forgets all lines, as the ROM does after the flash was written. */
  flush() {
    this.lines.fill(NONE);
  }
}

/** The cache that `CACHE` asks for. */
export function cacheOf({ CACHE = 'on' } = process.env) {
  if (CACHE !== 'on' && CACHE !== 'off') throw new Error(`CACHE is on or off, not ${CACHE}`);
  return new Cache(CACHE === 'on' ? MISS : 0);
}
