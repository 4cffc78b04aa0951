// What lies where: memory of the RP2040 with the Pico's flash.

class Region {
  constructor(start, size) {
    this.start = start;
    this.end = start + size;
    this.size = size;
  }

  /** Whether `size` bytes from `address` lie inside. */
  holds(address, size = 1) {
    return address >= this.start && address + size <= this.end;
  }
}

/** The mask ROM; the chip's own harness answers calls into it. */
export const ROM = new Region(0, 16 * 1024);
/** The Pico's flash. */
export const FLASH = new Region(0x1000_0000, 2 * 1024 * 1024);
/** The window in which it is read; beyond the cache's own part the same flash shows past the cache. */
export const XIP = new Region(FLASH.start, 64 * 1024 * 1024);
/** The second megabyte, which is for the store. */
export const STORE = new Region(FLASH.start + 1024 * 1024, 1024 * 1024);
/** The second boot stage, which the ROM copies to RAM and checks. */
export const BOOT2 = new Region(FLASH.start, 256);
/** All six banks of RAM. */
export const RAM = new Region(0x2000_0000, 264 * 1024);
/** What memory.x has for core 1: nobody touches it before that is started. */
export const FREE = new Region(0x2002_1000, 108 * 1024);
/** Where the second boot stage looks for the vector table. */
export const VECTORS = BOOT2.end;
/** What an image may take, as memory.x has it, and core 1 of it: the rest is for the store and the stack. */
export const BUDGET = { flash: 1024 * 1024, ram: (96 + 16) * 1024, mind: 115 * 1024 };
