// The PIO blocks, driven by the emulated clock.
import { FIFO } from 'rp2040js';

const CTRL = 0x000;
const FIRST_SHIFTCTRL = 0x0d0;
const MACHINE_SIZE = 0x18;
const FIFO_WORDS = 4;

/** One state machine and when its next instruction begins. */
class Machine {
  constructor(clock, pio, machine) {
    this.clock = clock;
    this.pio = pio;
    this.machine = machine;
    /** Nanoseconds; counts only while the machine runs. */
    this.at = 0;
    this.stepping = false;
    // Gap: at reset there is nothing left to shift out (datasheet 3.5.4), so that the first OUT waits for data.
    machine.outputShiftCount = 32;
    this.#mendStart();
    this.#mendWait();
  }

  /** Length of a cycle in nanoseconds: the divider's average. The real one jitters by one cycle of the system. */
  get period() {
    const { clockDivInt, clockDivFrac } = this.machine;
    return ((clockDivInt || 65536) + clockDivFrac / 256) * this.clock.cycle();
  }

  /** Executes an instruction. */
  step() {
    const { machine, pio } = this;
    const { cycles, pc } = machine;
    this.stepping = true;
    machine.step();
    if (machine.pc === pc && !machine.waiting) this.#finishCountdown(pio.instructions[pc]);
    this.stepping = false;
    // One that waits keeps its place in the rhythm of the divider.
    this.at += (machine.waiting ? 1 : machine.cycles - cycles) * this.period;
    pio.checkChangedPins();
  }

  /** An instruction that counts down on the spot changes nothing else: its rest is done at once. */
  #finishCountdown(opcode) {
    const { machine } = this;
    const counter = { 2: 'x', 4: 'y' }[(opcode >> 5) & 7];
    if (opcode >> 13 !== 0 || (opcode & 0x1f) !== machine.pc || !counter) return;
    const delay = (opcode >> 8) & ((1 << (5 - machine.sidesetCount)) - 1);
    machine.cycles += (machine[counter] + 1) * (1 + delay);
    machine[counter] = 0xffff_ffff;
    machine.nextPC();
  }

  /** Starts in step with the clock when it is enabled or restarted. */
  start() {
    this.at = this.clock.now;
  }

  /** Gap: a restarted machine knows nothing of time. */
  #mendStart() {
    const restart = this.machine.restart.bind(this.machine);
    this.machine.restart = () => {
      restart();
      this.start();
    };
  }

  /** Gap: a machine that has waited goes on at once; on the chip it does so with its next cycle. */
  #mendWait() {
    const { machine } = this;
    const checkWait = machine.checkWait.bind(machine);
    machine.checkWait = () => {
      if (!machine.waiting) return;
      const { cycles } = machine;
      checkWait();
      if (machine.waiting || this.stepping) return;
      const { period } = this;
      const missed = Math.max(0, Math.ceil((this.clock.now - this.at) / period));
      this.at += (missed + 1 + machine.cycles - cycles) * period;
      this.clock.disturb();
    };
  }

  /** Gap: joined FIFOs. They are twice as long one way and not there the other way. */
  join() {
    const { machine } = this;
    const [tx, rx] = [(machine.shiftCtrl >>> 30) & 1, machine.shiftCtrl >>> 31];
    const words = (mine, other) => (mine ? 2 * FIFO_WORDS : other ? 0 : FIFO_WORDS);
    if (machine.txFIFO.size === words(tx, rx) && machine.rxFIFO.size === words(rx, tx)) return;
    machine.txFIFO = new FIFO(words(tx, rx));
    machine.rxFIFO = new FIFO(words(rx, tx));
    machine.updateDMATx();
    machine.updateDMARx();
  }
}

/**
 * Gap: the emulator steps the PIO from a timer of the host, without any relation to the emulated time. Here every
 * instruction has its moment, by the machine's clock divider; a machine that waits costs nothing.
 */
export class PioClock {
  /** `cycle` tells the length of a system cycle in nanoseconds. */
  constructor(mcu, cycle) {
    this.mcu = mcu;
    this.cycle = cycle;
    /** When the next instruction is due; infinity when all machines wait. */
    this.next = Infinity;
    /** The moment of the instruction that is being executed, if one is. */
    this.moment = null;
    /** Those that are enabled. */
    this.enabled = [];
    this.machines = mcu.pio.flatMap((pio) => pio.machines.map((machine) => new Machine(this, pio, machine)));
    mcu.pio.forEach((pio, i) => this.#mend(pio, this.machines.slice(4 * i, 4 * i + 4)));
  }

  /** The time, exact within an instruction of a machine. */
  get now() {
    return this.moment ?? this.mcu.clock.nanos;
  }

  /** Something may have set a machine going. */
  disturb() {
    this.next = 0;
  }

  /** Executes, in order, all instructions that are due. */
  run(until) {
    for (;;) {
      let first = null;
      for (const machine of this.enabled) {
        if (!machine.machine.waiting && (first === null || machine.at < first.at)) first = machine;
      }
      this.next = first === null ? Infinity : first.at;
      if (this.next > until) return;
      this.moment = this.next;
      first.step();
      this.moment = null;
    }
  }

  #mend(pio, machines) {
    pio.run = () => {};
    const write = pio.writeUint32.bind(pio);
    pio.writeUint32 = (offset, value) => {
      const enabled = offset === CTRL ? machines.map(({ machine }) => machine.enabled) : [];
      write(offset, value);
      if (offset === CTRL) {
        machines.forEach((it, i) => !enabled[i] && it.machine.enabled && it.start());
        this.enabled = this.machines.filter(({ machine }) => machine.enabled);
        this.disturb();
      } else if (offset >= FIRST_SHIFTCTRL && (offset - FIRST_SHIFTCTRL) % MACHINE_SIZE === 0) {
        machines[(offset - FIRST_SHIFTCTRL) / MACHINE_SIZE]?.join();
      }
      // An instruction written into a machine may have moved pins.
      pio.checkChangedPins();
    };
  }
}
