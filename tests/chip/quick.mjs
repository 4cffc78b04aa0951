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

  const inRam = (address) => address >= RAM.start && address < RAM.end;
  const inFlash = (address) => address >= FLASH.start && address < FLASH.end;

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

  const storeByte = (source, address, pc) => {
    if (!inRam(address)) return NOT_DONE;
    sramView.setUint8(address - RAM.start, registers[source]);
    registers[PC] = pc + 2;
    return 2;
  };

  /** Two low registers: the operations that need no carry and no shift. */
  const operate = (opcode, pc) => {
    const [target, source] = [opcode & 7, (opcode >> 3) & 7];
    const [a, b] = [registers[target], registers[source]];
    switch ((opcode >> 6) & 15) {
      case 0b0000: logical((registers[target] = a & b) | 0); break;
      case 0b0001: logical((registers[target] = a ^ b) | 0); break;
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

  /** Any two registers but SP and PC: add, compare, move. */
  const operateHigh = (opcode, pc) => {
    const target = ((opcode >> 4) & 8) | (opcode & 7);
    const source = (opcode >> 3) & 15;
    if (target === SP || target === PC || source === PC) return NOT_DONE;
    switch ((opcode >> 8) & 3) {
      case 0: registers[target] += registers[source]; break;
      case 1: subtract(registers[target], registers[source]); break;
      case 2: registers[target] = registers[source]; break;
      default: return NOT_DONE;
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

  const push = (opcode, pc) => {
    let count = 0;
    for (let bits = opcode & 0x1ff; bits > 0; bits &= bits - 1) count += 1;
    const bottom = registers[SP] - 4 * count;
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
    return 1 + count - ((opcode >> 8) & 1);
  };

  const call = (opcode, pc) => {
    const second = fetch(pc + 2);
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
      case 0b00011: return addOrSubtract(opcode, pc);
      case 0b00100:
        registers[low] = byte;
        core.N = false;
        core.Z = byte === 0;
        break;
      case 0b00101: subtract(registers[low], byte); break;
      case 0b00110: registers[low] = add(registers[low], byte); break;
      case 0b00111: registers[low] = subtract(registers[low], byte); break;
      case 0b01000: return opcode & 0x400 ? operateHigh(opcode, pc) : operate(opcode, pc);
      case 0b01001: return load(low, ((pc + 4) & ~3) + 4 * byte, pc);
      case 0b01100: return store(opcode & 7, registers[(opcode >> 3) & 7] + ((opcode >> 4) & 0x7c), pc);
      case 0b01101: return load(opcode & 7, registers[(opcode >> 3) & 7] + ((opcode >> 4) & 0x7c), pc);
      case 0b01110: return storeByte(opcode & 7, registers[(opcode >> 3) & 7] + ((opcode >> 6) & 31), pc);
      case 0b01111: return loadByte(opcode & 7, registers[(opcode >> 3) & 7] + ((opcode >> 6) & 31), pc);
      case 0b10010: return store(low, registers[SP] + 4 * byte, pc);
      case 0b10011: return load(low, registers[SP] + 4 * byte, pc);
      case 0b10101: registers[low] = registers[SP] + 4 * byte; break;
      case 0b10110:
        if (opcode >> 9 === 0b1011010) return push(opcode, pc);
        if (opcode >> 8 !== 0b10110000) return NOT_DONE;
        registers[SP] += (opcode & 0x80 ? -4 : 4) * (opcode & 0x7f);
        break;
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
      case 0b11110: return call(opcode, pc);
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
