// Prints where the cycles of core 1 go while it searches: node profile.mjs [FUNCTION]
// With a part of a function's name it tells every instruction of it.
import { readElf } from './elf.mjs';
import { firmware } from './paths.mjs';
import { LEVEL, NODES, POSITIONS, ponder } from './ponder.mjs';

const elf = readElf(firmware, 'cargo fw');
const [asked] = process.argv.slice(2);

/** Cycles by the address of the instruction, and how often it was executed. */
const spent = new Map();
const times = new Map();

/** Notes what each instruction of core 1 takes, what the cache costs aside. */
function watch({ core1 }) {
  const { core } = core1;
  const execute = core.executeInstruction.bind(core);
  core.executeInstruction = () => {
    const { PC } = core;
    const cycles = execute();
    spent.set(PC, (spent.get(PC) ?? 0) + cycles);
    times.set(PC, (times.get(PC) ?? 0) + 1);
    return cycles;
  };
}

for (const position of POSITIONS) {
  const span = ponder(elf, position, LEVEL, watch);
  console.log(`${Math.round((1000 * NODES) / span)} nodes a second: ${position}`);
}

const nodes = NODES * POSITIONS.length;
const ordered = elf.functions.toSorted((a, b) => a.address - b.address);
const functionAt = (pc) => ordered.findLast(({ address, size }) => address <= pc && pc < address + size)?.name ?? '?';
const plain = (name) => name.replace(/^_ZN/, '').replace(/17h[0-9a-f]{16}E$/, '').replaceAll(/\d+(?=[a-zA-Z_])/g, '::').slice(-60);
const byFunction = new Map();
for (const [pc, cycles] of spent) {
  const name = functionAt(pc);
  const sum = byFunction.get(name) ?? { cycles: 0, calls: 0 };
  sum.cycles += cycles;
  if (ordered.some(({ address }) => address === pc)) sum.calls += times.get(pc);
  byFunction.set(name, sum);
}
const total = [...spent.values()].reduce((sum, cycles) => sum + cycles, 0);
console.log(`${Math.round(total / nodes)} cycles a node`);
for (const [name, { cycles, calls }] of [...byFunction].toSorted(([, a], [, b]) => b.cycles - a.cycles).slice(0, 30)) {
  console.log(`${(cycles / nodes).toFixed(1).padStart(8)} cycles ${(calls / nodes).toFixed(2).padStart(7)} calls  ${plain(name)}`);
}
if (asked !== undefined) {
  for (const pc of [...spent.keys()].filter((pc) => functionAt(pc).includes(asked)).toSorted((a, b) => a - b)) {
    console.log(`${pc.toString(16)} ${(spent.get(pc) / nodes).toFixed(2).padStart(8)} ${(times.get(pc) / nodes).toFixed(2).padStart(8)}`);
  }
}
