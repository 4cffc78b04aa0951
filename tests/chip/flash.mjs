// The flash, a W25Q16: cells that programming clears and only erasing sets, the time that takes, and what a cut leaves.
//
// The ROM's functions (rom.mjs) command it. While it works the core stands still, because the ROM only asks whether it is
// done; everything else goes on. It belongs to the board and not to the chip, so it outlives resets and cuts.
import { FLASH, STORE, XIP } from './memory.mjs';
import { seeded } from './random.mjs';

/** What is programmed at once, and what is erased at once. */
export const PAGE = 256;
export const SECTOR = 4096;
/** What the cache fetches at once, as a shift. */
const LINE = 3;
const ERASED = 0xff;
const MILLISECOND = 1e6;

const SSI = 0x18000;
const [CTRLR0, SSIENR, DR0, SPI_CTRLR0] = [0x00, 0x08, 0x60, 0xf4];
const FORMAT = 3 << 21;
const QUAD = 2 << 21;
const INSTRUCTION_LENGTH = 3 << 8;
/** Mode bits after the address that let the flash do without a command (W25Q16JV data sheet, 8.2.14). */
const CONTINUOUS = 0xa0;
const READ_STATUS_2 = 0x35;
/** The flash listens on four wires: the second boot stage of the first start ever has seen to that. */
const QUAD_ENABLED = 2;

const hex = (value) => `0x${value.toString(16)}`;

export class Flash {
  /** Whether code and data can be read: the flash answers to addresses, not to commands. */
  isXip = true;
  /** Whether it programs or erases. */
  isBusy = false;
  /** Whether an image was loaded into it. */
  hasImage = false;
  /** What no chip may do to its flash. It is kept over resets and cuts. */
  violations = [];
  /**
   * Pages programmed, bytes in them that were not 0xff, sectors erased, the longest time for which the core stood still in
   * milliseconds, and what was cut. What was cut does not count as programmed or erased.
   */
  figures = { programs: 0, bytes: 0, erases: 0, longest: 0, cutPrograms: 0, cutErases: 0 };
  /** How often each sector was erased. */
  wear = new Uint32Array(FLASH.size / SECTOR);
  /** Called with `doing` when a page or a sector is begun. */
  onBegin = () => {};
  /** Called with offset and length of what has changed: a page or a sector is done, or was cut. */
  onChange = () => {};

  /** Bits between 0 and 1: those that read differently with every read, and those that do with every start. */
  #wavers = new Uint8Array(FLASH.size);
  #drifts = new Uint8Array(FLASH.size);
  /** The sectors that may have such bits. */
  #restless = new Set();
  /** The page or sector in progress, if there is one, and the rest of that call. */
  #operation = null;
  /** When the core came to a stand. */
  #stopped = 0;
  /** Whether the cache may hold what was there before. */
  #isStale = false;
  /** Whether it was told already that the flash is read while it cannot be. */
  #isTold = false;
  #chip = null;
  #alarm = null;
  #random;

  /**
   * `program` and `erase`: milliseconds for a page and for a sector; at worst they are 3 and 400. `content`: bytes from the
   * start of the store on, or of the whole flash, over which the image is loaded; the rest is erased.
   */
  constructor({ program = 0.7, erase = 45, content = null, seed = 1 } = {}) {
    this.times = { program, erase };
    /** All cells as they were read last. */
    this.bytes = new Uint8Array(FLASH.size).fill(ERASED);
    this.#random = seeded(seed);
    if (content === null) return;
    if (content.length > STORE.size && content.length !== FLASH.size) {
      throw new Error(`${content.length} bytes are neither a store of ${STORE.size} nor a flash of ${FLASH.size}`);
    }
    this.put(content.length === FLASH.size ? 0 : STORE.start - FLASH.start, content);
  }

  /** Puts bytes there, as a programmer does that has the flash on its table. */
  put(offset, bytes) {
    this.bytes.set(bytes, offset);
    for (const bits of [this.#wavers, this.#drifts]) bits.fill(0, offset, offset + bytes.length);
  }

  /** A copy of the cells, read now. */
  read(offset = 0, length = FLASH.size - offset) {
    this.#advance();
    this.#sample(this.#wavers, offset, offset + length);
    return this.bytes.slice(offset, offset + length);
  }

  /** The second megabyte, read now. */
  get store() {
    return this.read(STORE.start - FLASH.start, STORE.size);
  }

  /**
   * What it does, or null: the `kind`, `program` or `erase`; the `offset` of the page or sector; `since` when and `until` when,
   * in milliseconds of the chip; and the `share` of that which is over.
   */
  get doing() {
    if (this.#operation === null) return null;
    const { kind, offset, since, until } = this.#operation;
    return { kind, offset, since: since / MILLISECOND, until: until / MILLISECOND, share: this.#share };
  }

  /** A chip starts with this flash. What another one had begun was cut when that one stopped. */
  attach(chip) {
    this.#interrupt();
    this.#chip = chip;
    this.#alarm = chip.mcu.clock.createAlarm(() => this.#finish());
    this.isXip = true;
    this.#isStale = false;
    this.#isTold = false;
    for (const sector of this.#restless) this.#sample(this.#drifts, sector * SECTOR, (sector + 1) * SECTOR);
    this.#tellCache();
    const { mcu } = chip;
    mcu.flash = this.bytes;
    mcu.flash16 = new Uint16Array(this.bytes.buffer);
    mcu.flashView = new DataView(this.bytes.buffer);
    this.#refuseWrites(mcu);
    this.#watchSsi(mcu.peripherals[SSI]);
    this.#watchDma(mcu.dma);
  }

  /** The flash leaves the mode in which it can be read. */
  exit() {
    this.isXip = false;
    this.#isTold = false;
  }

  /** The flash can be read again. */
  enter() {
    if (this.#isStale) this.#violate('the flash is read again, and the cache was not flushed');
    this.#isStale = false;
    this.isXip = true;
  }

  flushCache() {
    this.#isStale = false;
    this.#chip.cache.flush();
  }

  /** Erases sectors, one after the other. */
  erase(offset, count) {
    if (this.#mayBegin('erase', offset, count, SECTOR)) this.#begin({ kind: 'erase', offset, end: offset + count });
  }

  /** Programs pages, one after the other. `read` gives the bytes of a page, which goes out just before. */
  program(offset, count, read) {
    if (this.#mayBegin('program', offset, count, PAGE)) this.#begin({ kind: 'program', offset, end: offset + count, read });
  }

  /** Something reads from an address while the flash cannot be read. */
  refuse(address) {
    // What runs from flash then does nothing else.
    if (!this.#isTold) this.#violate(`the flash is read at ${hex(address)} while it ${this.isBusy ? 'is busy' : 'takes commands'}`);
    this.#isTold = true;
  }

  /** Something reads at an address past the cache. */
  readPastCache(address) {
    if (!this.isXip) this.refuse(address);
    this.#fetch((FLASH.start + (address & 0xff_ffff)) >>> LINE);
  }

  get #share() {
    const { since, until } = this.#operation;
    return (this.#chip.mcu.clock.nanos - since) / (until - since);
  }

  #mayBegin(kind, offset, count, unit) {
    const where = `${kind} of ${count} bytes at ${hex(offset)}`;
    const { core } = this.#chip.mcu;
    if (core !== this.#chip.core1.core0) throw new Error('core 1 writes to the flash, which is not modelled');
    if (this.isXip) this.#violate(`${where} while the flash takes no commands`);
    else if (offset % unit !== 0 || count % unit !== 0) this.#violate(`${where}, not by ${unit}`);
    else if (offset + count > FLASH.size) this.#violate(`${where}, beyond its end`);
    else {
      if (!core.PM) this.#violate(`${where} with interrupts on`);
      this.#stopped = this.#chip.mcu.clock.nanos;
      return count > 0;
    }
    return false;
  }

  #begin({ kind, offset, end, read = null }) {
    const since = this.#chip.mcu.clock.nanos;
    const until = since + this.times[kind] * MILLISECOND;
    const data = read?.(offset);
    this.#operation = { kind, offset, end, read, data, since, until, done: 0 };
    this.#isStale = true;
    this.isBusy = true;
    this.#alarm.schedule(until - since);
    this.onBegin(this.doing);
  }

  /** A page or a sector is done; the next follows, or the core goes on. */
  #finish() {
    const { kind, offset, end, read, data } = this.#operation;
    if (kind === 'program') {
      this.#programTo(PAGE);
      this.figures.programs += 1;
      this.figures.bytes += data.filter((byte) => byte !== ERASED).length;
    } else {
      this.put(offset, new Uint8Array(SECTOR).fill(ERASED));
      this.#restless.delete(offset / SECTOR);
      this.#tellCache();
      this.figures.erases += 1;
      this.wear[offset / SECTOR] += 1;
    }
    const length = kind === 'program' ? PAGE : SECTOR;
    this.#operation = null;
    if (offset + length < end) this.#begin({ kind, offset: offset + length, end, read });
    else this.#standDown();
    this.onChange(offset, length);
  }

  #standDown() {
    this.isBusy = false;
    const pause = (this.#chip.mcu.clock.nanos - this.#stopped) / MILLISECOND;
    this.figures.longest = Math.max(this.figures.longest, pause);
  }

  /** Brings the cells of a page in progress up to now; those of a sector turn all at once. */
  #advance() {
    if (this.#operation?.kind === 'program') this.#programTo(Math.floor(this.#share * PAGE));
  }

  /** Programs the bytes of the page in progress up to one: bits go from 1 to 0, and never back. */
  #programTo(end) {
    const { offset, data } = this.#operation;
    for (; this.#operation.done < end; this.#operation.done++) {
      const at = offset + this.#operation.done;
      for (const bits of [this.bytes, this.#wavers, this.#drifts]) bits[at] &= data[this.#operation.done];
    }
  }

  /** The power goes, or the chip is reset: what is in progress stays as far as it has come. */
  #interrupt() {
    if (this.#operation === null) return;
    const { kind, offset } = this.#operation;
    const share = Math.min(1, this.#share);
    if (kind === 'program') this.#halfProgram(share * PAGE);
    else this.#halfErase(share);
    this.figures[kind === 'program' ? 'cutPrograms' : 'cutErases'] += 1;
    this.#restless.add(Math.floor(offset / SECTOR));
    this.#operation = null;
    this.#standDown();
    this.onChange(offset, kind === 'program' ? PAGE : SECTOR);
  }

  /** Bytes before `end` are done. Bits of the one in progress are cleared, as they were, or undecided until the next start. */
  #halfProgram(end) {
    this.#advance();
    const { offset, data, done } = this.#operation;
    if (done === PAGE) return;
    const at = offset + done;
    const [begun, ended] = [this.#bits(end - done), this.#bits(end - done)];
    const wanted = ~data[done] & (this.bytes[at] | this.#wavers[at] | this.#drifts[at]);
    const cleared = wanted & begun & ended;
    const undecided = wanted & (begun ^ ended);
    this.bytes[at] &= ~cleared;
    this.#wavers[at] &= ~cleared;
    this.#drifts[at] = (this.#drifts[at] & ~cleared) | undecided;
  }

  /**
   * Every bit is set, as it was, or undecided with every read. Bits that were set may be undecided too, because the flash
   * clears a whole sector before it sets it.
   */
  #halfErase(share) {
    const { offset } = this.#operation;
    for (let at = offset; at < offset + SECTOR; at++) {
      const [begun, ended] = [this.#bits(share), this.#bits(share)];
      const [set, undecided] = [begun & ended, begun ^ ended];
      this.bytes[at] |= set;
      this.#wavers[at] = (this.#wavers[at] & ~set) | undecided;
      this.#drifts[at] &= ~(begun | ended);
    }
    this.#sample(this.#wavers, offset, offset + SECTOR);
  }

  /** Eight bits, each set with a likelihood. */
  #bits(likelihood) {
    let bits = 0;
    for (let i = 0; i < 8; i++) bits = (bits << 1) | (this.#random() < likelihood ? 1 : 0);
    return bits;
  }

  /** Decides anew what undecided bits read as; whether there were any. */
  #sample(undecided, start, end) {
    let any = false;
    for (let at = start; at < end; at++) {
      if (undecided[at] === 0) continue;
      any = true;
      this.bytes[at] = (this.bytes[at] & ~undecided[at]) | (Math.floor(this.#random() * 256) & undecided[at]);
    }
    return any;
  }

  /** The cache fetches a line; whether it reads differently the next time. */
  #fetch(line) {
    const offset = line * 2 ** LINE - FLASH.start;
    if (!this.#restless.has(Math.floor(offset / SECTOR))) return false;
    return this.#sample(this.#wavers, offset, offset + 2 ** LINE);
  }

  /** The cache keeps no line that would read differently: so every read is one of the flash, and nothing is asked otherwise. */
  #tellCache() {
    this.#chip.cache.onFetch = this.#restless.size > 0 ? (line) => this.#fetch(line) : null;
  }

  /** Gap: what is written to the window onto the flash goes into its cells. On the chip it goes nowhere. */
  #refuseWrites(mcu) {
    for (const access of ['writeUint32', 'writeUint16', 'writeUint8']) {
      const write = mcu[access].bind(mcu);
      mcu[access] = (address, value) => {
        if (XIP.holds(address)) this.#violate(`the flash is written at ${hex(address)} without a command`);
        else write(address, value);
      };
    }
  }

  /** The second boot stage lets the flash be read again, by commands of its own. */
  #watchSsi(ssi) {
    const write = ssi.writeUint32.bind(ssi);
    ssi.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === DR0) ssi.dr0 = value === READ_STATUS_2 ? QUAD_ENABLED : 0;
      if (offset !== SSIENR || value !== 1 || this.isXip) return;
      const [format, reading] = [ssi.readUint32(CTRLR0) & FORMAT, ssi.readUint32(SPI_CTRLR0)];
      if (format === QUAD && (reading & INSTRUCTION_LENGTH) === 0 && reading >>> 24 === CONTINUOUS) this.enter();
    };
  }

  /** The DMA reads past the core. */
  #watchDma({ channels }) {
    for (const channel of channels) {
      const { transfer, transferAlarm } = channel;
      transferAlarm.callback = () => {
        if (XIP.holds(channel.readAddr)) this.readPastCache(channel.readAddr);
        transfer();
      };
    }
  }

  #violate(what) {
    this.violations.push(`${what}, at ${(this.#chip.now / MILLISECOND).toFixed(3)} ms`);
  }
}
