// The commonest instructions, done at once: the emulator looks for each in a long row of questions.
//
// Whatever is not here, and every access to anything but flash and RAM, is left to the emulator. Results, flags and
// cycles are the emulator's own, which a test holds them to; what the cache costs comes on top.
import { FLASH, RAM } from './memory.mjs';

/** Not done here. */
export const NOT_DONE = 0;

const SP = 13;
const LR = 14;
const PC = 15;

/**
 * An executor for the core of `mcu`: does the instruction at its PC and returns its cycles, or `NOT_DONE`; what `cache`
 * is owed for an instruction that is not done stays owed.
 */
export function quickCore(mcu, cache) {
  const { core, flash16, flashView, sramView } = mcu;
  const sram16 = new Uint16Array(mcu.sram.buffer);
  const registers = core.registers;

  const [ramStart, ramEnd, flashStart, flashEnd] = [RAM.start, RAM.end, FLASH.start, FLASH.end];
  const inRam = (address) => address >= ramStart && address < ramEnd;
  const inFlash = (address) => address >= flashStart && address < flashEnd;

  /** The halfword of code at an address of flash or RAM. */
  const fetch = (address) => {
    if (!inFlash(address)) return sram16[(address - RAM.start) >> 1];
    cache.read(address);
    return flash16[(address - FLASH.start) >> 1];
  };

  /** Flags of a logical operation. */
  const logical = (result) => {
    core.N = result < 0;
    core.Z = result === 0;
  };

  const add = (a, b) => {
    const sum = a + b;
    const result = sum | 0;
    core.N = result < 0;
    core.Z = result === 0;
    core.C = sum > 0xffff_ffff;
    core.V = ((a ^ result) & (b ^ result)) < 0;
    return result;
  };

  const subtract = (a, b) => {
    const result = (a - b) | 0;
    core.N = result < 0;
    core.Z = result === 0;
    core.C = a >= b;
    core.V = ((a ^ b) & (a ^ result)) < 0;
    return result;
  };

  const holds = (condition) => {
    switch (condition) {
      case 0: return core.Z;
      case 1: return !core.Z;
      case 2: return core.C;
      case 3: return !core.C;
      case 4: return core.N;
      case 5: return !core.N;
      case 6: return core.V;
      case 7: return !core.V;
      case 8: return core.C && !core.Z;
      case 9: return !core.C || core.Z;
      case 10: return core.N === core.V;
      case 11: return core.N !== core.V;
      case 12: return core.N === core.V && !core.Z;
      default: return core.N !== core.V || core.Z;
    }
  };

  const load = (target, address, pc) => {
    if (address & 3) return NOT_DONE;
    if (inRam(address)) registers[target] = sramView.getUint32(address - RAM.start, true);
    else if (inFlash(address)) {
      cache.read(address);
      registers[target] = flashView.getUint32(address - FLASH.start, true);
    } else return NOT_DONE;
    registers[PC] = pc + 2;
    return 2;
  };

  const store = (source, address, pc) => {
    if (address & 3 || !inRam(address)) return NOT_DONE;
    sramView.setUint32(address - RAM.start, registers[source], true);
    registers[PC] = pc + 2;
    return 2;
  };

  const loadByte = (target, address, pc) => {
    if (inRam(address)) registers[target] = sramView.getUint8(address - RAM.start);
    else if (inFlash(address)) {
      cache.read(address);
      registers[target] = flashView.getUint8(address - FLASH.start);
    } else return NOT_DONE;
    registers[PC] = pc + 2;
    return 2;
  };

  const loadHalf = (target, address, pc) => {
    if (address & 1) return NOT_DONE;
    if (inRam(address)) registers[target] = sramView.getUint16(address - RAM.start, true);
    else if (inFlash(address)) {
      cache.read(address);
      registers[target] = flashView.getUint16(address - FLASH.start, true);
    } else return NOT_DONE;
    registers[PC] = pc + 2;
    return 2;
  };

  const storeHalf = (source, address, pc) => {
    if (address & 1 || !inRam(address)) return NOT_DONE;
    sramView.setUint16(address - RAM.start, registers[source], true);
    registers[PC] = pc + 2;
    return 2;
  };

  const storeByte = (source, address, pc) => {
    if (!inRam(address)) return NOT_DONE;
    sramView.setUint8(address - RAM.start, registers[source]);
    registers[PC] = pc + 2;
    return 2;
  };

  /** Loads and stores at the sum of two registers. */
  const access = (opcode, pc) => {
    const [target, address] = [opcode & 7, registers[(opcode >> 3) & 7] + registers[(opcode >> 6) & 7]];
    switch ((opcode >> 9) & 7) {
      case 0b000: return store(target, address, pc);
      case 0b001: return storeHalf(target, address, pc);
      case 0b010: return storeByte(target, address, pc);
      case 0b100: return load(target, address, pc);
      case 0b101: return loadHalf(target, address, pc);
      case 0b110: return loadByte(target, address, pc);
      default: return NOT_DONE;
    }
  };

  /** Shifts by a register. The emulator takes the carry from wherever its own shift leads, and so it is here. */
  const shifted = (kind, value, by) => {
    switch (kind) {
      case 0b0010:
        if (by > 0) core.C = (value & (1 << (32 - by))) !== 0;
        return by < 32 ? value << by : 0;
      case 0b0011:
        core.C = by <= 32 && ((value >>> (by - 1)) & 1) === 1;
        return by < 32 ? value >>> by : 0;
      default: {
        const most = Math.min(by, 32);
        core.C = (value & (1 << (most - 1))) !== 0;
        return value >> Math.min(most, 31);
      }
    }
  };

  /** Two low registers. */
  const operate = (opcode, pc) => {
    const [target, source] = [opcode & 7, (opcode >> 3) & 7];
    const [a, b] = [registers[target], registers[source]];
    switch ((opcode >> 6) & 15) {
      case 0b0000: logical((registers[target] = a & b) | 0); break;
      case 0b0001: logical((registers[target] = a ^ b) | 0); break;
      case 0b0010:
      case 0b0011:
      case 0b0100: logical((registers[target] = shifted((opcode >> 6) & 15, a, b & 0xff)) | 0); break;
      case 0b0101: registers[target] = add(b, a + (core.C ? 1 : 0)); break;
      case 0b0110: registers[target] = subtract(a, b + (core.C ? 0 : 1)); break;
      case 0b1000: logical(a & b); break;
      case 0b1001: registers[target] = subtract(0, b); break;
      case 0b1010: subtract(a, b); break;
      case 0b1011: add(a, b); break;
      case 0b1100: logical((registers[target] = a | b) | 0); break;
      case 0b1101: logical((registers[target] = Math.imul(a, b)) | 0); break;
      case 0b1110: logical((registers[target] = a & ~b) | 0); break;
      case 0b1111: logical((registers[target] = ~b) | 0); break;
      default: return NOT_DONE;
    }
    registers[PC] = pc + 2;
    return 1;
  };

  /** Goes to an address, unless that means the end of an interrupt; `cycles` if it does go. */
  const jump = (address, cycles) => {
    if (address >>> 28 === 15) return NOT_DONE;
    registers[PC] = address & ~1;
    return cycles;
  };

  /** Jumps to where a register says, and calls. */
  const branch = (opcode, pc) => {
    const source = (opcode >> 3) & 15;
    if (source === PC || opcode & 7) return NOT_DONE;
    if (!(opcode & 0x80)) return jump(registers[source], 2);
    if (source === LR) return NOT_DONE;
    registers[LR] = (pc + 2) | 1;
    registers[PC] = registers[source] & ~1;
    return 2;
  };

  /** Any two registers but SP and PC: add, compare, move. */
  const operateHigh = (opcode, pc) => {
    const target = ((opcode >> 4) & 8) | (opcode & 7);
    const source = (opcode >> 3) & 15;
    if (target === SP || target === PC || source === PC) return NOT_DONE;
    switch ((opcode >> 8) & 3) {
      case 0: registers[target] += registers[source]; break;
      case 1: subtract(registers[target], registers[source]); break;
      default: registers[target] = registers[source]; break;
    }
    registers[PC] = pc + 2;
    return 1;
  };

  const addOrSubtract = (opcode, pc) => {
    const third = (opcode >> 6) & 7;
    const value = opcode & 0x400 ? third : registers[third];
    const base = registers[(opcode >> 3) & 7];
    registers[opcode & 7] = opcode & 0x200 ? subtract(base, value) : add(base, value);
    registers[PC] = pc + 2;
    return 1;
  };

  const shiftLeft = (opcode, pc) => {
    const count = (opcode >> 6) & 31;
    const input = registers[(opcode >> 3) & 7];
    const result = input << count;
    if (count > 0) core.C = ((input >>> (32 - count)) & 1) === 1;
    logical(result);
    registers[opcode & 7] = result;
    registers[PC] = pc + 2;
    return 1;
  };

  const shiftRight = (opcode, pc) => {
    const count = (opcode >> 6) & 31;
    const input = registers[(opcode >> 3) & 7];
    const result = count > 0 ? input >>> count : 0;
    core.C = ((input >>> (count > 0 ? count - 1 : 31)) & 1) === 1;
    logical(result | 0);
    registers[opcode & 7] = result;
    registers[PC] = pc + 2;
    return 1;
  };

  const shiftRightSigned = (opcode, pc) => {
    const count = (opcode >> 6) & 31;
    const input = registers[(opcode >> 3) & 7];
    const result = input >> (count > 0 ? count : 31);
    core.C = ((input >>> (count > 0 ? count - 1 : 31)) & 1) === 1;
    logical(result);
    registers[opcode & 7] = result;
    registers[PC] = pc + 2;
    return 1;
  };

  /** Extends a byte or a halfword. */
  const extend = (opcode, pc) => {
    const value = registers[(opcode >> 3) & 7];
    const kind = (opcode >> 6) & 3;
    const by = kind & 1 ? 24 : 16;
    registers[opcode & 7] = kind < 2 ? (value << by) >> by : (value << by) >>> by;
    registers[PC] = pc + 2;
    return 1;
  };

  /** How many bits are set. */
  const count = (bits) => {
    let sum = 0;
    for (let rest = bits; rest > 0; rest &= rest - 1) sum += 1;
    return sum;
  };

  /** Loads low registers from RAM on, as the bits of `list` say. */
  const loadLow = (list, address) => {
    let at = address - RAM.start;
    for (let i = 0, rest = list; rest > 0; i++, rest >>= 1) {
      if (rest & 1) {
        registers[i] = sramView.getUint32(at, true);
        at += 4;
      }
    }
  };

  const loadMany = (opcode, pc) => {
    const [base, list] = [(opcode >> 8) & 7, opcode & 0xff];
    const [start, words] = [registers[base], count(list)];
    if (start & 3 || !inRam(start) || !inRam(start + 4 * words)) return NOT_DONE;
    loadLow(list, start);
    if (!(list & (1 << base))) registers[base] = start + 4 * words;
    registers[PC] = pc + 2;
    return 1 + words;
  };

  const storeMany = (opcode, pc) => {
    const [base, list] = [(opcode >> 8) & 7, opcode & 0xff];
    const [start, words] = [registers[base], count(list)];
    if (start & 3 || !inRam(start) || !inRam(start + 4 * words)) return NOT_DONE;
    let at = start - RAM.start;
    for (let i = 0; i < 8; i++) {
      if (list & (1 << i)) {
        sramView.setUint32(at, registers[i], true);
        at += 4;
      }
    }
    if (!(list & (1 << base))) registers[base] = start + 4 * words;
    registers[PC] = pc + 2;
    return 1 + words;
  };

  const pop = (opcode, pc) => {
    const [list, returns] = [opcode & 0xff, (opcode & 0x100) !== 0];
    const [start, words] = [registers[SP], count(list)];
    const end = start + 4 * words;
    if (!inRam(start) || !inRam(end + 4)) return NOT_DONE;
    if (!returns) registers[PC] = pc + 2;
    else if (jump(sramView.getUint32(end - RAM.start, true), 1) === NOT_DONE) return NOT_DONE;
    loadLow(list, start);
    registers[SP] = returns ? end + 4 : end;
    return 1 + words + (returns ? 2 : 0);
  };

  const push = (opcode, pc) => {
    const words = count(opcode & 0x1ff);
    const bottom = registers[SP] - 4 * words;
    if (!inRam(bottom) || !inRam(registers[SP] - 4)) return NOT_DONE;
    let at = bottom - RAM.start;
    for (let i = 0; i < 8; i++) {
      if (opcode & (1 << i)) {
        sramView.setUint32(at, registers[i], true);
        at += 4;
      }
    }
    if (opcode & 0x100) sramView.setUint32(at, registers[LR], true);
    registers[SP] = bottom;
    registers[PC] = pc + 2;
    // The emulator does not count the link register.
    return 1 + words - ((opcode >> 8) & 1);
  };

  /** What has two halfwords: a call, and a barrier, which holds nothing up here. */
  const wide = (opcode, pc) => {
    const second = fetch(pc + 2);
    if (opcode === 0xf3bf && second >>> 4 >= 0x8f4 && second >>> 4 <= 0x8f6) {
      registers[PC] = pc + 4;
      return 3;
    }
    if (second >>> 14 !== 3 || (second & 0x1000) === 0) return NOT_DONE;
    const sign = (opcode >> 10) & 1;
    const [first, next] = [1 - (sign ^ ((second >> 13) & 1)), 1 - (sign ^ ((second >> 11) & 1))];
    const offset = ((sign ? 0xff : 0) << 24) | (first << 23) | (next << 22) | ((opcode & 0x3ff) << 12) | ((second & 0x7ff) << 1);
    registers[LR] = (pc + 4) | 1;
    registers[PC] = pc + 4 + offset;
    return 3;
  };

  const execute = (opcode, pc) => {
    const low = (opcode >> 8) & 7;
    const byte = opcode & 0xff;
    switch (opcode >>> 11) {
      case 0b00000: return shiftLeft(opcode, pc);
      case 0b00001: return shiftRight(opcode, pc);
      case 0b00010: return shiftRightSigned(opcode, pc);
      case 0b00011: return addOrSubtract(opcode, pc);
      case 0b00100:
        registers[low] = byte;
        core.N = false;
        core.Z = byte === 0;
        break;
      case 0b00101: subtract(registers[low], byte); break;
      case 0b00110: registers[low] = add(registers[low], byte); break;
      case 0b00111: registers[low] = subtract(registers[low], byte); break;
      case 0b01000:
        if (!(opcode & 0x400)) return operate(opcode, pc);
        return (opcode & 0x300) === 0x300 ? branch(opcode, pc) : operateHigh(opcode, pc);
      case 0b01001: return load(low, ((pc + 4) & ~3) + 4 * byte, pc);
      case 0b01010:
      case 0b01011: return access(opcode, pc);
      case 0b01100: return store(opcode & 7, registers[(opcode >> 3) & 7] + ((opcode >> 4) & 0x7c), pc);
      case 0b01101: return load(opcode & 7, registers[(opcode >> 3) & 7] + ((opcode >> 4) & 0x7c), pc);
      case 0b01110: return storeByte(opcode & 7, registers[(opcode >> 3) & 7] + ((opcode >> 6) & 31), pc);
      case 0b01111: return loadByte(opcode & 7, registers[(opcode >> 3) & 7] + ((opcode >> 6) & 31), pc);
      case 0b10000: return storeHalf(opcode & 7, registers[(opcode >> 3) & 7] + ((opcode >> 5) & 62), pc);
      case 0b10001: return loadHalf(opcode & 7, registers[(opcode >> 3) & 7] + ((opcode >> 5) & 62), pc);
      case 0b10010: return store(low, registers[SP] + 4 * byte, pc);
      case 0b10011: return load(low, registers[SP] + 4 * byte, pc);
      case 0b10100: registers[low] = ((pc + 4) & ~3) + 4 * byte; break;
      case 0b10101: registers[low] = registers[SP] + 4 * byte; break;
      case 0b10110:
        if (opcode >> 9 === 0b1011010) return push(opcode, pc);
        if (opcode >> 8 === 0b10110010) return extend(opcode, pc);
        if (opcode >> 8 !== 0b10110000) return NOT_DONE;
        registers[SP] += (opcode & 0x80 ? -4 : 4) * (opcode & 0x7f);
        break;
      case 0b10111: return opcode >> 9 === 0b1011110 ? pop(opcode, pc) : NOT_DONE;
      case 0b11000: return storeMany(opcode, pc);
      case 0b11001: return loadMany(opcode, pc);
      case 0b11010:
      case 0b11011: {
        const condition = (opcode >> 8) & 15;
        if (condition >= 14) return NOT_DONE;
        if (!holds(condition)) break;
        registers[PC] = pc + 4 + ((byte << 24) >> 23);
        return 2;
      }
      case 0b11100:
        registers[PC] = pc + 4 + ((opcode << 21) >> 20);
        return 2;
      case 0b11110: return wide(opcode, pc);
      default: return NOT_DONE;
    }
    registers[PC] = pc + 2;
    return 1;
  };

  return () => {
    const pc = registers[PC];
    if (core.interruptsUpdated || !(inFlash(pc) || inRam(pc))) return NOT_DONE;
    const cycles = execute(fetch(pc), pc);
    return cycles === NOT_DONE ? NOT_DONE : cycles + cache.collect();
  };
}
