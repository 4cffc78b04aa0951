// The watchdog, and what the chip says has reset it.

const CTRL = 0x00;
const LOAD = 0x04;
const REASON = 0x08;
const SCRATCH = 0x0c;
const TICK = 0x2c;
const SCRATCHES = 8;

const TRIGGER = 2 ** 31;
const ENABLE = 1 << 30;
/** Stop while a core is halted by a probe; a bit for each core, and one for JTAG. */
const PAUSE = 7 << 24;
const COUNT = 0xff_ffff;
const TICK_ENABLE = 1 << 9;
const TICK_CYCLES = 0x1ff;
/** Of the crystal, which is the reference clock of all boards here. */
const REFERENCE = 12e6;
/** RP2040-E1: the counter goes down twice with every tick. */
const PER_TICK = 2;

const TIMER = 1;
const FORCE = 2;

/** Bits of CHIP_RESET (datasheet 2.12.8), by what has reset the whole chip. */
const CHIP_RESET = 0x08;
const CHIP = { 'power-on': 1 << 8, pin: 1 << 16, probe: 1 << 20 };

/** All blocks but those that the ROM needs are held in reset after a reset (2.14.3, and the ROM's source). */
const IN_RESET = 0x01ff_ffff & ~((1 << 6) | (1 << 9) | (1 << 21));

/**
 * Gap: the emulator's watchdog calls back again and again once it has run out, and ignores the speed of its tick and a
 * probe that has halted the core.
 */
export class Watchdog {
  /** `expire` is called when it resets the chip; `kept` is what the watchdog before the reset was. */
  constructor(mcu, expire, kept = null) {
    this.clock = mcu.clock;
    this.alarm = mcu.clock.createAlarm(() => this.#reset(TIMER));
    this.expire = expire;
    this.control = PAUSE;
    this.tick = TICK_ENABLE | 1;
    this.scratch = kept ? [...kept.scratch] : Array(SCRATCHES).fill(0);
    this.reason = kept?.reason ?? 0;
    /** What is left of the counter at `since`. */
    this.left = 0;
    this.since = 0;
    this.isHeld = false;
    const peripheral = mcu.peripherals[0x40058];
    peripheral.readUint32 = (offset) => this.#read(offset);
    peripheral.writeUint32 = (offset, value) => this.#write(offset, value);
  }

  /** A probe halts the core, or lets it go on. */
  hold(isHeld) {
    this.#settle();
    this.isHeld = isHeld;
    this.#schedule();
  }

  /** Stops for good. */
  stop() {
    this.control = PAUSE;
    this.alarm.cancel();
  }

  get #runs() {
    return (this.control & ENABLE) !== 0 && (this.tick & TICK_ENABLE) !== 0 && !(this.isHeld && this.control & PAUSE);
  }

  /** Nanoseconds for a step of the counter. */
  get #step() {
    return ((this.tick & TICK_CYCLES || 1) * 1e9) / REFERENCE / PER_TICK;
  }

  #read(offset) {
    this.#settle();
    if (offset === CTRL) return this.control | Math.ceil(this.left);
    if (offset === REASON) return this.reason;
    if (offset === TICK) return this.tick;
    return this.scratch[(offset - SCRATCH) / 4] ?? 0;
  }

  #write(offset, value) {
    this.#settle();
    if (offset === CTRL) this.control = value & (ENABLE | PAUSE);
    else if (offset === LOAD) this.left = value & COUNT;
    else if (offset === TICK) this.tick = value & (TICK_ENABLE | TICK_CYCLES);
    else if (offset >= SCRATCH && offset < TICK) this.scratch[(offset - SCRATCH) / 4] = value >>> 0;
    this.#schedule();
    if (offset === CTRL && value & TRIGGER) this.#reset(FORCE);
  }

  /** Counts down to now. */
  #settle() {
    const { nanos } = this.clock;
    if (this.#runs) this.left = Math.max(0, this.left - (nanos - this.since) / this.#step);
    this.since = nanos;
  }

  #schedule() {
    this.alarm.cancel();
    if (this.#runs) this.alarm.schedule(this.left * this.#step);
  }

  #reset(reason) {
    this.alarm.cancel();
    this.control = PAUSE;
    this.reason = reason;
    this.expire();
  }
}

/**
 * Gap: nothing tells what has reset the chip, and no block of it is in reset at the start. Where the core alone was
 * reset, the blocks run on.
 */
export function mendResets(mcu, cause, isCoreAlone) {
  mcu.peripherals[0x40064] = {
    readUint32: (offset) => (offset === CHIP_RESET ? CHIP[cause] : 0),
    writeUint32() {},
    writeUint32Atomic() {},
  };
  mcu.peripherals[0x4000c].reset = isCoreAlone ? 0 : IN_RESET;
}
