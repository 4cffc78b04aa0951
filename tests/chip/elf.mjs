// A reader for ELF32 little-endian files.
import { readFileSync } from 'node:fs';

const PT_LOAD = 1;
const SHT_SYMTAB = 2;
const SHT_NOBITS = 8;
const SHF_ALLOC = 2;
const STT_FUNC = 2;

/**
 * Segments to load by physical address, sections that take room on the chip, symbols by name, functions, and where code
 * and data begin among each other. A segment's `size` is its room in memory; its `bytes` are what the file holds of it.
 */
export function parseElf(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const u16 = (at) => view.getUint16(at, true);
  const u32 = (at) => view.getUint32(at, true);
  // Magic number, 32 bits, little-endian.
  if (u32(0) !== 0x464c457f || file[4] !== 1 || file[5] !== 1) throw new Error('not an ELF32 little-endian file');

  const table = (offset, entrySize, count) => Array.from({ length: count }, (_, i) => offset + i * entrySize);
  const text = (at) => file.subarray(at, file.indexOf(0, at)).toString('latin1');

  const segments = table(u32(28), u16(42), u16(44))
    .filter((at) => u32(at) === PT_LOAD)
    .map((at) => ({
      address: u32(at + 12),
      size: u32(at + 20),
      bytes: file.subarray(u32(at + 4), u32(at + 4) + u32(at + 16)),
    }));

  const headers = table(u32(32), u16(46), u16(48)).map((at) => ({
    name: u32(at),
    type: u32(at + 4),
    flags: u32(at + 8),
    address: u32(at + 12),
    offset: u32(at + 16),
    size: u32(at + 20),
    link: u32(at + 24),
  }));
  const names = headers[u16(50)];
  const sections = headers
    .filter(({ flags, size }) => flags & SHF_ALLOC && size > 0)
    .map(({ name, type, address, offset, size }) => ({
      name: text(names.offset + name),
      address,
      size,
      bytes: type === SHT_NOBITS ? file.subarray(0, 0) : file.subarray(offset, offset + size),
    }));

  const symbols = new Map();
  const functions = [];
  const marks = [];
  for (const { offset, size, link } of headers.filter(({ type }) => type === SHT_SYMTAB)) {
    for (const at of table(offset, 16, size / 16)) {
      const name = text(headers[link].offset + u32(at));
      if (name) symbols.set(name, { address: u32(at + 4), size: u32(at + 8) });
      if ((file[at + 12] & 15) === STT_FUNC) functions.push({ name, address: u32(at + 4) & ~1, size: u32(at + 8) });
      if (/^\$[td]/.test(name)) marks.push({ address: u32(at + 4), isCode: name[1] === 't' });
    }
  }
  return { segments, sections, symbols, functions, marks };
}

/** Reads the ELF file at `path`; `build` is the command that makes it. */
export function readElf(path, build) {
  try {
    return parseElf(readFileSync(path));
  } catch (error) {
    if (error.code === 'ENOENT') throw new Error(`no image at ${path}: build it with \`${build}\``);
    throw new Error(`${path}: ${error.message}`);
  }
}
