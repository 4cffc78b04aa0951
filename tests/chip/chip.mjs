// The emulated chip: rp2040js with its gaps mended and a main loop of its own.
import { RP2040 } from 'rp2040js';
import { cacheOf } from './cache.mjs';
import { Core1 } from './core1.mjs';
import { Flash } from './flash.mjs';
import { BOOT2, FLASH, RAM, ROM, VECTORS, XIP } from './memory.mjs';
import { Mpu } from './mpu.mjs';
import { PioClock } from './pio.mjs';
import { NOT_DONE, quickCore } from './quick.mjs';
import { answerRomCall, romImage } from './rom.mjs';
import { mendTimer } from './timer.mjs';
import { Watchdog, mendResets } from './watchdog.mjs';

const WFE = 0xbf20;
const MILLISECOND = 1e6;
const HARD_FAULT = 3;
/** What the ROM overwrites when it starts an image: the second boot stage, and below it some of its own stack. */
const ROM_STACK = 1024;

/**
 * Core 0, its memory and its clock, and core 1 once it is launched. Time passes only in `run`, and asleep it jumps to the next alarm or
 * instruction of the PIO, so a run is the same every time. Parts around the chip live in files of their own
 * and use `mcu`.
 */
export class Chip {
  /**
   * Loads `elf` (see elf.mjs) and stands at its reset vector, as after the second boot stage. `probe`: whether a debug
   * probe stops the core at a breakpoint or a fault; without one, both are hard faults. `reset`: what has reset the chip,
   * `power-on`, its `pin`, a `probe`, its `watchdog`, or a probe that resets the `core` alone; `before`: the chip as it
   * was, if there was power all the time; `flash` as in flash.mjs, with what it holds from earlier chips.
   */
  constructor(elf, { probe = true, reset = 'power-on', before = null, flash = before?.flash ?? new Flash() } = {}) {
    this.symbols = elf.symbols;
    this.mcu = new RP2040();
    // Before all else, because it wipes the emulator's own flash and resets its core.
    this.mcu.loadBootrom(romImage());
    /** Instructions that core 0 has executed since reset; what is said of the core below is core 0's too. */
    this.instructions = 0;
    /** Nanoseconds awake since reset. */
    this.awake = 0;
    /** The longest time in interrupts in one piece since `forgetLongest`: what is below them waits. */
    this.longest = { nanoseconds: 0, instructions: 0, at: 0 };
    /** The longest time with all interrupts off since `forgetMasked`, but for that in which the flash works, and where it began. */
    this.masked = { nanoseconds: 0, pc: 0 };
    /** When and where they were switched off, if they are. */
    this.maskedSince = null;
    /** When the core went into an interrupt, if it is in one, and how many instructions it had executed then. */
    this.interrupted = null;
    /** Nanoseconds for which the flash has worked since reset. */
    this.flashed = 0;
    /** Set when a `bkpt` or `udf` was met: its number and its address. */
    this.breakpoint = null;
    /** What would be a hard fault on the real chip: the emulator only logs it and goes on. */
    this.faults = [];
    this.hasProbe = probe;
    /** Whether the core does nothing: `halted` by a probe, or in `lockup`, from which only a reset leads. */
    this.stopped = null;
    /** Set when the watchdog has reset the chip, or the firmware has sent it to its boot drive. */
    this.isReset = false;
    this.isDrive = false;
    /** What has reset the whole chip last. */
    const isWhole = reset !== 'watchdog' && reset !== 'core';
    this.cause = isWhole ? reset : before.cause;

    this.#listen();
    this.#mendXipControl();
    mendTimer(this.mcu);
    this.watchdog = new Watchdog(this.mcu, () => (this.isReset = true), isWhole ? null : before.watchdog);
    mendResets(this.mcu, this.cause, reset === 'core');
    this.#followClock();
    this.pio = new PioClock(this.mcu, () => this.cycle);
    /** The cache in front of the flash. */
    this.cache = cacheOf();
    this.flash = flash;
    this.flash.attach(this);
    this.#readThroughCache(this.mcu.core);
    const refused = (address) => this.faults.push(`the MPU refuses 0x${address.toString(16)} (pc ${this.mcu.core.PC.toString(16)})`);
    this.mpu = new Mpu(this.mcu, this.mcu.core, refused);
    this.core1 = new Core1(this.mcu, () => this.mpu1.forget());
    this.#readThroughCache(this.core1.core);
    this.mpu1 = new Mpu(this.mcu, this.core1.core, refused, true);
    this.quick = quickCore(this.mcu, this.cache);
    this.#load(elf);
    if (before !== null) this.#keep(before.mcu);
    this.#reset();
  }

  /** Emulated time since reset. */
  get milliseconds() {
    return this.mcu.clock.nanos / MILLISECOND;
  }

  /** The same in nanoseconds, exact also while a state machine of the PIO moves a pin. */
  get now() {
    return this.pio.now;
  }

  /** Whether the core waits in a `wfe` for an event. */
  get asleep() {
    const { core } = this.mcu;
    return core.waiting && this.mcu.readUint16(core.PC - 2) === WFE;
  }

  /** Whether nothing will happen any more: a breakpoint or a fault was met, or the chip was reset. */
  get halted() {
    return this.breakpoint !== null || this.faults.length > 0 || this.isReset || this.isDrive;
  }

  /** A probe halts the core, or lets it go on. */
  halt(isHalted = true) {
    this.stopped = isHalted ? 'halted' : null;
    this.watchdog.hold(isHalted);
  }

  /**
   * Runs for a span of emulated time; a breakpoint, a fault or `done` ends it early. `done` is asked whenever
   * something around the core may have changed.
   */
  run(milliseconds, done = () => false) {
    const { clock, core } = this.mcu;
    const end = clock.nanos + milliseconds * MILLISECOND;
    while (clock.nanosCounter < end && !this.halted && !done()) {
      if (this.flash.isBusy) {
        const span = Math.max(0, this.#nextEvent(end) - clock.nanosCounter);
        this.awake += span;
        this.flashed += span;
        clock.tick(span);
        this.#stepPio();
      } else if (core.waiting || this.stopped !== null) {
        clock.tick(Math.max(0, this.#nextEvent(end) - clock.nanosCounter));
        this.#stepPio();
      } else {
        const before = clock.nanosCounter;
        const next = this.#nextEvent(end);
        this.#dash(next);
        clock.tick(clock.nanosCounter < next ? this.#execute() * this.cycle : 0);
        this.awake += clock.nanosCounter - before;
        if (core.PM !== (this.maskedSince !== null)) this.#noteMask();
        if ((core.IPSR !== 0) !== (this.interrupted !== null)) this.#noteInterrupt();
        this.#stepPio();
      }
      if (this.core1.isRunning) this.#stepCore1();
    }
    // In its boot drive the chip waits for new firmware.
    if (this.isDrive && !done()) clock.tick(Math.max(0, end - clock.nanosCounter));
  }

  /** Starts anew to look for the longest time with all interrupts off. */
  forgetMasked() {
    this.masked = { nanoseconds: 0, pc: 0 };
  }

  /** Starts anew to look for the longest time in interrupts. */
  forgetLongest() {
    this.longest = { nanoseconds: 0, instructions: 0, at: 0 };
  }

  /** Calls `act` after some nanoseconds; returns a function that prevents that. */
  after(nanoseconds, act) {
    const alarm = this.mcu.clock.createAlarm(act);
    alarm.schedule(Math.max(0, this.now + nanoseconds - this.mcu.clock.nanos));
    return () => alarm.cancel();
  }

  /** Address of a symbol of the image. */
  address(symbol) {
    const found = this.symbols.get(symbol);
    if (!found) throw new Error(`the image has no symbol ${symbol}`);
    return found.address;
  }

  /** `count` words of memory from `address` on. */
  words(address, count) {
    return Array.from({ length: count }, (_, i) => this.mcu.readUint32(address + 4 * i));
  }

  /** When something happens by itself, or `end` if nothing does before. */
  #nextEvent(end) {
    const alarm = this.mcu.clock.nextAlarm;
    return Math.min(end, this.pio.next, this.core1.next, alarm === null ? end : alarm.nanos);
  }

  /** Executes instructions that concern the core and its memory alone, until `next` at most. */
  #dash(next) {
    // They read the flash without asking whether they may.
    if (!this.flash.isXip) return;
    const { clock } = this.mcu;
    const { cycle, quick } = this;
    let now = clock.nanosCounter;
    let count = 0;
    for (let cycles = 0; now < next; now += cycles * cycle) {
      cycles = quick();
      if (cycles === NOT_DONE) break;
      count += 1;
    }
    this.instructions += count;
    clock.nanosCounter = now;
  }

  /** Core 1 does what it has time for until now. It wakes as core 0 does, by an event or an interrupt. */
  #stepCore1() {
    const { core1 } = this;
    const { clock, core } = this.mcu;
    core1.follow();
    while (core1.next <= clock.nanosCounter && !this.halted) {
      const cycles = core1.instead(() => this.#execute(core1));
      core1.next += cycles * this.cycle;
      core1.follow();
    }
  }

  /** Executes any instruction, which `counter` counts; how many cycles it took. */
  #execute(counter = this) {
    const { core } = this.mcu;
    if (ROM.holds(core.PC)) return answerRomCall(this);
    counter.instructions += 1;
    const at = core.PC;
    const cycles = core.executeInstruction() + this.cache.collect();
    if (!this.hasProbe && this.halted) this.#hardFault(at);
    return cycles;
  }

  /**
   * Gap: the emulator logs a fault and goes on. The instruction at `at` has not happened then, except that what it reads
   * may be in a register. A fault within this fault, or one whose registers find no stack, is a lockup.
   */
  #hardFault(at) {
    const { core } = this.mcu;
    if (this.breakpoint === null && this.faults.length === 0) return;
    const isNested = core.IPSR === HARD_FAULT;
    this.breakpoint = null;
    this.faults = [];
    core.PC = at;
    core.waiting = false;
    if (!isNested) core.exceptionEntry(HARD_FAULT);
    if (isNested || this.faults.length > 0) {
      if (core === this.core1.core) this.core1.lockUp();
      else this.stopped = 'lockup';
    }
    this.faults = [];
  }

  #stepPio() {
    const { clock } = this.mcu;
    if (this.pio.next <= clock.nanosCounter) this.pio.run(clock.nanosCounter);
  }

  /** Interrupts were switched off, or on again. */
  #noteMask() {
    const { clock, core } = this.mcu;
    const since = this.maskedSince;
    this.maskedSince = core.PM ? { nanoseconds: clock.nanosCounter - this.flashed, pc: core.PC } : null;
    if (since === null) return;
    const nanoseconds = clock.nanosCounter - this.flashed - since.nanoseconds;
    if (nanoseconds > this.masked.nanoseconds) this.masked = { nanoseconds, pc: since.pc };
  }

  /** An interrupt has begun, or the last has ended. */
  #noteInterrupt() {
    const { clock, core } = this.mcu;
    const since = this.interrupted;
    const now = { nanoseconds: clock.nanosCounter, instructions: this.instructions };
    this.interrupted = core.IPSR === 0 ? null : now;
    if (since === null) return;
    const nanoseconds = now.nanoseconds - since.nanoseconds;
    if (nanoseconds <= this.longest.nanoseconds) return;
    this.longest = { nanoseconds, instructions: now.instructions - since.instructions, at: since.nanoseconds };
  }

  /** The flash is loaded once: what the firmware does to its own image stays. */
  #load({ segments }) {
    const { hasImage } = this.flash;
    this.flash.hasImage = true;
    for (const { address, bytes } of segments) {
      if (FLASH.holds(address, bytes.length)) {
        if (!hasImage) this.flash.put(address - FLASH.start, bytes);
      } else if (RAM.holds(address, bytes.length)) this.mcu.sram.set(bytes, address - RAM.start);
      else throw new Error(`a segment at 0x${address.toString(16)} fits neither flash nor RAM`);
    }
  }

  /** A reset keeps the RAM, but for what the ROM needs to start the image. */
  #keep({ sram }) {
    this.mcu.sram.set(sram);
    const end = RAM.size - BOOT2.size;
    this.mcu.sram.fill(0x5a, end - ROM_STACK, end);
    this.mcu.sram.set(this.flash.bytes.subarray(0, BOOT2.size), end);
  }

  #reset() {
    const { core } = this.mcu;
    const [stack, entry] = this.words(VECTORS, 2);
    core.VTOR = VECTORS;
    core.SP = stack;
    core.PC = entry & ~1;
    core.LR = 0xffff_ffff;
  }

  /** The log is the only place where the emulator tells of events, faults and breakpoints. */
  #listen() {
    const { mcu } = this;
    const fault = (part, message) => {
      // Other parts warn of registers they do not model; only the bus and the core warn of what would fault.
      if (part === 'RP2040' || part === 'CortexM0Core') this.faults.push(`${message} (pc ${mcu.core.PC.toString(16)})`);
    };
    mcu.logger = {
      debug() {},
      info: (_, message) => message === 'SEV' && this.core1.sendEvent(),
      warn: fault,
      error: fault,
    };
    mcu.onBreak = (number) => {
      this.breakpoint = { number, address: mcu.core.PC - mcu.core.breakRewind };
    };
  }

  /** Gap: XIP_CTRL is missing. Its STREAM_CTR must read zero, or flash code waits for ever. */
  #mendXipControl() {
    this.mcu.peripherals[0x14000] = { readUint32: () => 0, writeUint32Atomic() {} };
  }

  /** Gap: flash is as fast as RAM. What the core reads from it, code or data, goes through the cache. */
  #readThroughCache(core) {
    const { cache, flash, mcu } = this;
    for (const read of ['readUint32', 'readUint16', 'readUint8']) {
      core[read] = (address) => {
        if (FLASH.holds(address)) {
          if (!flash.isXip) flash.refuse(address);
          cache.read(address);
        } else if (XIP.holds(address)) flash.readPastCache(address);
        return mcu[read](address);
      };
    }
  }

  /** Length of a cycle in nanoseconds, as the firmware sets the system clock. */
  #followClock() {
    const nanoseconds = (frequency) => 1e9 / frequency;
    this.cycle = nanoseconds(this.mcu.clkSys);
    this.mcu.addClockListener((frequency) => {
      this.cycle = nanoseconds(frequency);
    });
  }
}
