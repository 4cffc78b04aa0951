// The memory protection unit: its registers, and its refusal of what no right is given to.
//
// ARMv6-M Architecture Reference Manual, B3.5. Only regions without any right are modelled, and for core 0 only outside of
// flash and RAM, which the commonest instructions access without asking (quick.mjs); the firmware has no others. Core 1 asks
// always, so its stack may have a guard.
import { FLASH, RAM } from './memory.mjs';

const [CTRL, NUMBER, BASE, SIZE] = [0xd94, 0xd98, 0xd9c, 0xda0];
const REGIONS = 8;
const IS_ON = 1;
const IS_VALID = 1 << 4;
const RIGHTS = 7 << 24;
const SUBREGIONS = 0xff << 8;

export class Mpu {
  /** The unit of `core`. `refused` is called with the address of an access that is refused; `asksAlways`: see above. */
  constructor(mcu, core, refused, asksAlways = false) {
    this.asksAlways = asksAlways;
    this.forget();
    this.#beRead(mcu, core);
    for (const access of ['readUint32', 'readUint16', 'readUint8', 'writeUint32', 'writeUint16', 'writeUint8']) {
      const pass = core[access].bind(core);
      core[access] = (address, value) => {
        if (!this.refuses(address)) return pass(address, value);
        refused(address);
        return 0;
      };
    }
  }

  /** A reset: no region is there. */
  forget() {
    this.registers = new Map([[0xd90, REGIONS << 8]]);
    this.regions = Array.from({ length: REGIONS }, () => ({ base: 0, size: 0 }));
    /** What is refused, from a start to an end: every access asks, so it is worked out when a register is written. */
    this.refused = [];
  }

  /** Whether an access to an address is refused. */
  refuses(address) {
    for (const { start, end } of this.refused) if (address >= start && address < end) return true;
    return false;
  }

  /** Works out what is refused: of every region that is on, each eighth that is. */
  #settle() {
    const isOn = this.registers.get(CTRL) & IS_ON;
    this.refused = this.regions.flatMap(({ base, size }) => {
      if (!isOn || !(size & IS_ON)) return [];
      const bytes = 2 ** (((size >> 1) & 31) + 1);
      if (!(size & SUBREGIONS)) return [{ start: base, end: base + bytes }];
      const eighths = Array.from({ length: 8 }, (_, i) => i).filter((i) => (size & (1 << (8 + i))) === 0);
      return eighths.map((i) => ({ start: base + (i * bytes) / 8, end: base + ((i + 1) * bytes) / 8 }));
    });
  }

  #beRead(mcu, core) {
    const { ppb } = mcu;
    const isOurs = (offset) => offset >= 0xd90 && offset <= SIZE && mcu.core === core;
    const [read, write] = [ppb.readUint32.bind(ppb), ppb.writeUint32.bind(ppb)];
    ppb.readUint32 = (offset) => (isOurs(offset) ? (this.registers.get(offset) ?? 0) : read(offset));
    ppb.writeUint32 = (offset, value) => (isOurs(offset) ? this.#write(offset, value) : write(offset, value));
  }

  #write(offset, value) {
    this.registers.set(offset, value);
    const number = () => (this.registers.get(NUMBER) ?? 0) & (REGIONS - 1);
    if (offset === BASE) {
      if (value & IS_VALID) this.registers.set(NUMBER, value & 15);
      this.regions[number()].base = (value & ~0xff) >>> 0;
    }
    if (offset === SIZE) this.regions[number()].size = value;
    this.#check(this.regions[number()]);
    this.#settle();
  }

  /** Refuses to pretend. */
  #check({ base, size }) {
    if (!(size & IS_ON)) return;
    const end = base + 2 ** (((size >> 1) & 31) + 1);
    const isIn = ({ start, end: last }) => base < last && end > start;
    const isInMemory = size & SUBREGIONS || isIn(FLASH) || isIn(RAM);
    if (size & RIGHTS || (isInMemory && !this.asksAlways)) throw new Error('a region of the MPU that is not modelled');
  }
}
