// The second core: its wait in the ROM, its launch, and the mailboxes between the cores.
//
// RP2040 datasheet 2.3.1 for the registers that both cores have at the same addresses, 2.8.2 for the launch. The locks in
// hardware are the emulator's own.

const CPUID = 0x00;
const [STATUS, WRITE, READ] = [0x50, 0x54, 0x58];
/** The divider and the interpolators. */
const [FIRST_OF_A_CORE, LAST_OF_A_CORE] = [0x60, 0xfc];
const [FIRST_OF_SYSTICK, LAST_OF_SYSTICK] = [0x10, 0x1c];

/** A word is there to be read; there is room for one; one was written without room; one was read that was not there. */
const [VALID, READY, OVERFLOWN, UNDERFLOWN] = [1, 2, 4, 8];
const DEPTH = 8;

/** Interrupts of the mailboxes: of core 0 and of core 1, each at its own core alone. */
const MAILBOX = [15, 16];
/** Pins have an interrupt for each core; that of core 1 is not modelled. */
const PINS = 13;

const FORCE_OFF = 0x04;
const CORE1 = 1 << 16;

const WFE = 0xbf20;

/** What the ROM of core 1 waits for, word by word; then come vector table, stack pointer and entry. */
const GREETING = [0, 0, 1];
const LAUNCH = GREETING.length + 3;

/** Words on their way to one core, and that core's errors. */
class Mailbox {
  words = [];
  errors = 0;
}

export class Core1 {
  /** Whether core 1 runs a program. */
  isRunning = false;
  /** When it executes its next instruction; asleep or not running it has none. */
  next = Infinity;
  /** Instructions executed since reset. */
  instructions = 0;
  /** Whether it does nothing until it is reset: held there, or in a lockup. */
  #isOff = false;
  /** What its ROM has been told so far. */
  #told = [];
  /** By the core that reads. */
  #mailboxes = [new Mailbox(), new Mailbox()];

  /** `forget` is called when the core is reset. */
  constructor(mcu, forget) {
    this.mcu = mcu;
    this.core0 = mcu.core;
    this.core = new mcu.core.constructor(mcu);
    this.forget = forget;
    this.#shareInterrupts();
    this.#mendSio();
    this.#followPower();
    this.#refuseSystick();
    this.#enterRom();
  }

  /**
   * Gap: `sev` is logged and forgotten, and a task that wakes another waits for the next interrupt. Both cores get the
   * event, and one that waits for it goes on.
   */
  sendEvent() {
    this.#receiveEvent(this.core0);
    if (this.isRunning) this.#receiveEvent(this.core);
  }

  /** Notes that the core has fallen asleep or has stopped, or was woken: then it goes on now. */
  follow() {
    if (!this.isRunning || this.core.waiting) this.next = Infinity;
    else if (this.next === Infinity) this.next = this.mcu.clock.nanosCounter;
  }

  /** Calls `act` with core 1 in the place of core 0. */
  instead(act) {
    this.mcu.core = this.core;
    try {
      return act();
    } finally {
      this.mcu.core = this.core0;
    }
  }

  /** A fault within a fault: only a reset helps. */
  lockUp() {
    this.#stop();
  }

  #receiveEvent(core) {
    // In the first instructions of a handler the lowest bit of its vector is still there.
    const last = (core.PC & ~1) - 2;
    if (core.waiting && this.mcu.readUint16(last) === WFE) core.waiting = false;
    else core.eventRegistered = true;
  }

  #stop() {
    this.isRunning = false;
    this.next = Infinity;
    this.#isOff = true;
  }

  /** The ROM throws away what it was sent before, and says with a zero that it waits. */
  #enterRom() {
    this.#isOff = false;
    this.#startOver();
  }

  #startOver() {
    this.#told = [];
    this.#mailboxes[1].words = [];
    this.#post(0, 0);
  }

  /** Each right word is echoed; any other begins anew, and so does a zero where an address is due. */
  #listen() {
    const word = this.#mailboxes[1].words.shift();
    const due = this.#told.length;
    const isRight = due < GREETING.length ? word === GREETING[due] : word !== 0;
    if (isRight) {
      this.#told.push(word);
      this.#post(0, word);
    } else {
      this.#startOver();
    }
    this.sendEvent();
    if (this.#told.length === LAUNCH) this.#launch();
  }

  #launch() {
    const [vectors, stack, entry] = this.#told.slice(GREETING.length);
    const { core } = this;
    this.#told = [];
    core.VTOR = vectors;
    core.SP = stack;
    core.PC = (entry & ~1) >>> 0;
    core.LR = 0xffff_ffff;
    this.isRunning = true;
    this.next = this.mcu.clock.nanosCounter;
  }

  /** Resets the core; only what asks for an interrupt all the time is as before. */
  #reset() {
    const { pendingInterrupts } = this.core;
    Object.assign(this.core, new this.core.constructor(this.mcu), { pendingInterrupts });
    this.#mailboxes[1].errors = 0;
    this.forget();
    this.#stop();
  }

  /** Puts a word into the mailbox of a core, or notes the error of the other that there was no room. */
  #post(reader, word) {
    const { words } = this.#mailboxes[reader];
    if (words.length < DEPTH) words.push(word >>> 0);
    else this.#mailboxes[1 - reader].errors |= OVERFLOWN;
    this.#ring();
  }

  #take(reader) {
    const mailbox = this.#mailboxes[reader];
    if (mailbox.words.length === 0) mailbox.errors |= UNDERFLOWN;
    const word = mailbox.words.shift() ?? 0;
    this.#ring();
    return word;
  }

  #status(reader) {
    const { words, errors } = this.#mailboxes[reader];
    const hasRoom = this.#mailboxes[1 - reader].words.length < DEPTH;
    return (words.length > 0 ? VALID : 0) | (hasRoom ? READY : 0) | errors;
  }

  /** Sets the interrupts of both mailboxes: a word to read or an error asks for one. */
  #ring() {
    for (const [reader, core] of [this.core0, this.core].entries()) {
      const { words, errors } = this.#mailboxes[reader];
      core.setInterrupt(MAILBOX[reader], words.length > 0 || errors !== 0);
    }
  }

  /** Gap: interrupts go to the one core that there is. */
  #shareInterrupts() {
    this.mcu.setInterrupt = (number, isOn) => {
      this.core0.setInterrupt(number, isOn);
      if (number !== PINS) this.core.setInterrupt(number, isOn);
    };
  }

  /** Which core it is that accesses something. */
  get #who() {
    return this.mcu.core === this.core ? 1 : 0;
  }

  /** Gap: every core is core 0, and the mailboxes are missing. */
  #mendSio() {
    const { sio } = this.mcu;
    const [read, write] = [sio.readUint32.bind(sio), sio.writeUint32.bind(sio)];
    sio.readUint32 = (offset) => {
      if (offset === CPUID) return this.#who;
      if (offset === STATUS) return this.#status(this.#who);
      if (offset === READ) return this.#take(this.#who);
      if (this.isRunning) this.#refuse(offset, FIRST_OF_A_CORE, LAST_OF_A_CORE, 'divider or interpolator');
      return read(offset);
    };
    sio.writeUint32 = (offset, value) => {
      if (offset === STATUS) {
        this.#mailboxes[this.#who].errors = 0;
        this.#ring();
      } else if (offset === WRITE) {
        this.#post(1 - this.#who, value);
        if (!this.isRunning && !this.#isOff) this.#listen();
      } else {
        if (this.isRunning) this.#refuse(offset, FIRST_OF_A_CORE, LAST_OF_A_CORE, 'divider or interpolator');
        write(offset, value);
      }
    };
  }

  /** Gap: the power-on state machine holds no core in reset. */
  #followPower() {
    const power = this.mcu.peripherals[0x40010];
    const write = power.writeUint32.bind(power);
    power.writeUint32 = (offset, value) => {
      const before = power.readUint32(FORCE_OFF) & CORE1;
      write(offset, value);
      const after = power.readUint32(FORCE_OFF) & CORE1;
      if (after && !before) this.#reset();
      if (before && !after) this.#enterRom();
    };
  }

  #refuseSystick() {
    const { ppb } = this.mcu;
    for (const access of ['readUint32', 'writeUint32']) {
      const pass = ppb[access].bind(ppb);
      ppb[access] = (offset, value) => {
        if (this.isRunning) this.#refuse(offset, FIRST_OF_SYSTICK, LAST_OF_SYSTICK, 'SysTick');
        return pass(offset, value);
      };
    }
  }

  /** Refuses to pretend: the emulator has one of these, which is core 0's. */
  #refuse(offset, first, last, what) {
    if (offset >= first && offset <= last && this.#who === 1) throw new Error(`the ${what} of core 1 is not modelled`);
  }
}
