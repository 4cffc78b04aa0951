// The memory protection unit: its registers, and its refusal of what no right is given to.
//
// ARMv6-M Architecture Reference Manual, B3.5. Only regions without any right are modelled, and only outside of flash and RAM,
// which the commonest instructions access without asking (quick.mjs); the firmware has no others.
import { FLASH, RAM } from './memory.mjs';

const [CTRL, NUMBER, BASE, SIZE] = [0xd94, 0xd98, 0xd9c, 0xda0];
const REGIONS = 8;
const IS_ON = 1;
const IS_VALID = 1 << 4;
const RIGHTS = 7 << 24;
const SUBREGIONS = 0xff << 8;

export class Mpu {
  /** `refused` is called with the address of an access that is refused. */
  constructor({ core, ppb }, refused) {
    this.registers = new Map([[0xd90, REGIONS << 8]]);
    this.regions = Array.from({ length: REGIONS }, () => ({ base: 0, size: 0 }));
    this.#beRead(ppb);
    for (const access of ['readUint32', 'readUint16', 'readUint8', 'writeUint32', 'writeUint16', 'writeUint8']) {
      const pass = core[access].bind(core);
      core[access] = (address, value) => {
        if (!this.refuses(address)) return pass(address, value);
        refused(address);
        return 0;
      };
    }
  }

  /** Whether an access to an address is refused. */
  refuses(address) {
    if (!(this.registers.get(CTRL) & IS_ON)) return false;
    return this.regions.some(({ base, size }) => {
      if (!(size & IS_ON)) return false;
      const bytes = 2 ** (((size >> 1) & 31) + 1);
      return address >= base && address < base + bytes;
    });
  }

  #beRead(ppb) {
    const isOurs = (offset) => offset >= 0xd90 && offset <= SIZE;
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
  }

  /** Refuses to pretend. */
  #check({ base, size }) {
    if (!(size & IS_ON)) return;
    const end = base + 2 ** (((size >> 1) & 31) + 1);
    const isIn = ({ start, end: last }) => base < last && end > start;
    if (size & (RIGHTS | SUBREGIONS) || isIn(FLASH) || isIn(RAM)) throw new Error('a region of the MPU that is not modelled');
  }
}
