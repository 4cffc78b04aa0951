// A bound of the stack that no run can exceed: what the functions of an image push, along the deepest way of calls.
//
// Every instruction is looked at, none is executed. A function counts with all that it ever pushes. A call by a pointer
// may lead to every function whose address is taken anywhere, as far as `REACH` does not know better. Recursion is
// bounded by `ROUNDS`; any other is an error. Panics are left out: a board that panics has shown its reason and restarts.

/** How often functions may be on the stack at a time that call themselves by way of others. */
const ROUNDS = [
  // A text within a text: an answer, a list in it, an item, its parts.
  { pattern: /core3fmt5write$|3fmtRDNt.*3fmt/, most: 6 },
  // A step of a chain takes at least one of 22 stones. What goes through chains goes on where another has stopped.
  { pattern: /rules8generate.*5go_on|readings.*(5enter|6covers)17h/, most: 22 },
  { pattern: /6Others5enter/, most: 22 },
  { pattern: /engine8generate6Chains5go_on17h/, most: 22 },
  // What a command does with the store, and what it does with each game that is kept.
  { pattern: /console.*closure|vtable\.shim/, most: 3 },
];

/** Which functions those of a kind call by a pointer. */
const WRITE = /9write_str|10write_char|9write_fmt/;
const TEXT = /3fmt|core3fmt|9write_str|10write_char|9write_fmt|FromFn|Setting|write_prefix/;
const POLL = /TaskStorage.*4poll/;
const WAKER = /executor3raw5waker|RawWaker/;
const HANDLER = /embassy_usb.*Handler|firmware3usb.*Witness|Witness.*Handler/;
/** What a command hands to the store, and what the store does for it. */
const ACT = /console.*closure|vtable\.shim/;
const KEEPER = /Keeper\$GT\$/;
const DEVICE = /console\.\.Device\$GT\$/;
const REACH = [
  { from: /console\.\.Device\$GT\$(4keep|7look_up)|firmware5vault|store7archive|Keeper\$GT\$/, to: ACT },
  { from: ACT, to: new RegExp(`${KEEPER.source}|${WRITE.source}`) },
  { from: /7console(6answer|4tell|7Session)/, to: new RegExp(`${DEVICE.source}|${WRITE.source}`) },
  // Code of the ROM and of the boot stage, which has a stack of a few words.
  { from: /embassy_rp5flash/, to: /^$/ },
  { from: /rules6record5write/, to: WRITE },
  // Options are compared, and kept, by the numbers of their values.
  { from: /adapters.*4fold|8call_mut|store5image|rules7options/, to: /Setting.*(4read|4code|6decode)/ },
  // Only these two ask others for their text; the rest writes its own.
  { from: /core3fmt5write$|3fmtRDNt.*3fmt/, to: TEXT },
  { from: TEXT, to: WRITE },
  { from: /executor3raw.*8Executor4poll/, to: POLL },
  { from: /firmware(5panel4show|5vault7changed|4mind4wake)|Handler\$GT\$|waitqueue|embassy_time|time_queue|TIMER_IRQ|embassy_sync|5waker|dma|DMA_IRQ/, to: WAKER },
  { from: /embassy_usb/, to: new RegExp(`${HANDLER.source}|${WAKER.source}`) },
];

/** What never returns because the board stops. */
const PANIC = /panick|panic|unwrap_failed|expect_failed|slice_.*fail|slice_error|_defmt_panic|HardFault|fault4stop/;
/** The value by which the stack pointer is lowered, if it is one. */
const isFrame = (value) => value < 0 && value > -0x10000;

const FRAME_OF_EXCEPTION = 32 + 4;

/** Reads code: for each function its name, its frame in bytes, and whom it calls. */
export class CallGraph {
  constructor({ sections, functions, marks }) {
    this.sections = sections.filter(({ address, bytes }) => bytes.length > 0 && address >= 0x1000_0000);
    const ordered = functions.toSorted((a, b) => a.address - b.address || b.size - a.size);
    this.functions = ordered.filter(({ address }, i) => i === 0 || ordered[i - 1].address !== address);
    this.byAddress = new Map(this.functions.map((it) => [it.address, it]));
    this.#measure();
    this.#readMarks(marks);
    for (const it of this.functions) this.#decode(it);
    this.#findTaken();
  }

  /** A function by a pattern of its name. */
  find(pattern) {
    const found = this.functions.filter(({ name }) => pattern.test(name));
    if (found.length !== 1) throw new Error(`${found.length} functions are called ${pattern}`);
    return found[0];
  }

  /** The deepest stack from a function on, and the way there; `never` is a pattern of those who are not called. */
  deepest(start, never = /^$/) {
    const rounds = ROUNDS.map(({ most }) => most);
    const known = new Map();
    const visit = (it, left, above) => {
      const round = ROUNDS.findIndex(({ pattern }) => pattern.test(it.name));
      if (round >= 0) {
        if (left[round] === 0) return { bytes: 0, way: [] };
        left = left.with(round, left[round] - 1);
      }
      const key = `${it.address} ${left}`;
      if (known.has(key)) return known.get(key);
      if (above.has(key)) throw new Error(`unbounded recursion: ${[...above.values()].slice(-6).join(' > ')} > ${it.name}`);
      above.set(key, it.name);
      let worst = { bytes: 0, way: [] };
      for (const callee of this.callees(it)) {
        if (never.test(callee.name)) continue;
        const below = visit(callee, left, above);
        if (below.bytes > worst.bytes) worst = below;
      }
      above.delete(key);
      const result = { bytes: it.frame + worst.bytes, way: [it, ...worst.way] };
      known.set(key, result);
      return result;
    };
    return visit(start, rounds, new Map());
  }

  /** Whom a function may call. */
  callees(it) {
    const { from, to } = REACH.find((reach) => reach.from.test(it.name)) ?? { from: null, to: null };
    const byPointer = !it.isIndirect ? [] : [...this.taken].filter(({ name }) => (from === null ? !this.#isOfKind(name) : to.test(name)));
    return new Set([...it.calls, ...byPointer].filter(({ name }) => !PANIC.test(name)));
  }

  /** Functions that a rule is for are called by nobody else. */
  #isOfKind(name) {
    return ACT.test(name) || KEEPER.test(name) || DEVICE.test(name) || POLL.test(name) || WAKER.test(name) || HANDLER.test(name) || TEXT.test(name) || /IRQ|Reset|^main$|PreInit|DefaultHandler|__embassy_main|cortex_m_rt|core1_startup/.test(name);
  }

  #section(address) {
    return this.sections.find((section) => address >= section.address && address < section.address + section.bytes.length);
  }

  #half(address) {
    const section = this.#section(address);
    return section === undefined ? 0 : section.bytes[address - section.address] | (section.bytes[address - section.address + 1] << 8);
  }

  #word(address) {
    return (this.#half(address) | (this.#half(address + 2) << 16)) >>> 0;
  }

  /** What the assembler wrote may have no size: it ends where the next begins. */
  #measure() {
    this.functions.forEach((it, i) => {
      if (it.size > 0) return;
      const section = this.#section(it.address);
      const end = section === undefined ? it.address : section.address + section.bytes.length;
      it.size = Math.min(end, this.functions[i + 1]?.address ?? end) - it.address;
    });
  }

  /** Constants stand among the code. */
  #readMarks(marks) {
    this.marks = marks.toSorted((a, b) => a.address - b.address || Number(a.isCode) - Number(b.isCode));
  }

  #isCode(address) {
    let [low, high] = [0, this.marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.marks[middle].address <= address) low = middle + 1;
      else high = middle;
    }
    return low > 0 && this.marks[low - 1].isCode;
  }

  /** The function at an address, or around it. */
  #at(address) {
    const exact = this.byAddress.get(address & ~1);
    if (exact !== undefined) return exact;
    return this.functions.findLast((it) => it.address <= address && address < it.address + it.size);
  }

  #decode(it) {
    Object.assign(it, { frame: 0, calls: new Set(), isIndirect: false, isRead: false });
    const end = it.address + it.size;
    const call = (target) => {
      const callee = this.#at(target);
      if (callee !== undefined && callee !== it) it.calls.add(callee);
      // A call of itself is a round of its own.
      if (callee === it && target === it.address) it.calls.add(it);
    };
    const constants = new Map();
    for (let at = it.address; at < end; at += 2) {
      if (!this.#isCode(at)) continue;
      const opcode = this.#half(at);
      const low = opcode & 0xff;
      if (opcode >>> 9 === 0b1011010) {
        it.frame += 4 * [...(opcode & 0x1ff).toString(2)].filter((bit) => bit === '1').length;
      } else if ((opcode & 0xff80) === 0xb080) {
        it.frame += 4 * (opcode & 0x7f);
      } else if (opcode >>> 11 === 0b01001) {
        const value = this.#word(((at + 4) & ~3) + 4 * low);
        constants.set((opcode >> 8) & 7, value | 0);
        if (/LongThunk/.test(it.name)) call(value & ~1);
      } else if ((opcode & 0xff87) === 0x4485) {
        const value = constants.get((opcode >> 3) & 15);
        if (value === undefined) throw new Error(`${it.name}: a frame of unknown size`);
        if (isFrame(value)) it.frame -= value;
      } else if (opcode >>> 11 === 0b11110) {
        const second = this.#half(at + 2);
        const sign = (opcode >> 10) & 1;
        const [first, next] = [1 - (sign ^ ((second >> 13) & 1)), 1 - (sign ^ ((second >> 11) & 1))];
        const offset = ((sign ? 0xff : 0) << 24) | (first << 23) | (next << 22) | ((opcode & 0x3ff) << 12) | ((second & 0x7ff) << 1);
        if (second >>> 14 === 3 && second & 0x1000) call((at + 4 + offset) & ~1);
        at += 2;
      } else if (opcode >>> 11 === 0b11100) {
        const target = at + 4 + ((opcode << 21) >> 20);
        if (target < it.address || target >= end) call(target);
      } else if ((opcode & 0xff87) === 0x4780) {
        it.isIndirect = true;
      } else if ((opcode & 0xff87) === 0x4700 && (opcode & 0x78) !== 0x70) {
        it.isIndirect = true;
      }
    }
  }

  /** All functions whose address stands somewhere as a number. */
  #findTaken() {
    this.taken = new Set();
    for (const { name, address, bytes } of this.sections) {
      if (name === '.vector_table' || name === '.boot2') continue;
      for (let at = 0; at + 4 <= bytes.length; at += 4) {
        const value = this.#word(address + at);
        const it = value & 1 ? this.byAddress.get(value - 1) : undefined;
        // The address in a thunk is that of a call.
        if (it !== undefined && !/LongThunk/.test(this.#at(address + at)?.name ?? '')) this.taken.add(it);
      }
    }
  }

  /** The handlers in the vector table. */
  handlers() {
    const { address, bytes } = this.sections.find(({ name }) => name === '.vector_table');
    const words = Array.from({ length: bytes.length / 4 }, (_, i) => this.#word(address + 4 * i)).slice(2);
    return new Set(words.filter((word) => word & 1).map((word) => this.byAddress.get(word - 1)).filter((it) => it !== undefined));
  }
}

/** What the game alone does, and what is done for those who talk while they have the app, and the game is held up. */
const GAME = /firmware5panel/;
const TALK = /firmware3usb3run|store5Store|firmware5vault3run/;
const HELD = /3app3App4copy|referee7Referee(4undo|4stop|5judge|6resign|7restart|9set_rules|6put_up|8wait_for|10agree_draw|3end)|Referee\$GT\$7declare|Play(\$GT\$)?(7confirm|8conclude)/;

/** The bound for core 1: what it does, and the one interrupt that it has. */
export function boundOfCore1(elf) {
  const graph = new CallGraph(elf);
  const [start, pause] = [/core1_startup/, /^SIO_IRQ_PROC1$/].map((pattern) => graph.deepest(graph.find(pattern)));
  return { bytes: start.bytes + FRAME_OF_EXCEPTION + pause.bytes, way: start.way };
}

/**
 * The bound for the firmware: what runs below all interrupts, and one interrupt of each priority on top of it. The game does
 * not interrupt who has the app. Each level has its `name`, its `bytes` and the `way` to its deepest.
 */
export function bound(elf) {
  const graph = new CallGraph(elf);
  const level = (name, starts, never) => {
    const all = starts.map((it) => ({ name, ...graph.deepest(it, never) }));
    return all.toSorted((a, b) => b.bytes - a.bytes)[0];
  };
  const [main, game, usb] = [/^main$/, /^SWI_IRQ_0$/, /^USBCTRL_IRQ$/].map((pattern) => graph.find(pattern));
  const handlers = [...graph.handlers()].filter((it) => /IRQ/.test(it.name) && it !== game && it !== usb);
  const above = [level('USB', [usb]), level('other interrupts', handlers)];
  const cases = [
    [level('with the app', [main], GAME), ...above],
    [level('without the app', [main], new RegExp(`${GAME.source}|${HELD.source}`)), level('the game', [game], TALK), ...above],
  ];
  const sums = cases.map((levels) => ({
    levels,
    bytes: levels.reduce((sum, it) => sum + it.bytes, FRAME_OF_EXCEPTION * (levels.length - 1)),
  }));
  return sums.toSorted((a, b) => b.bytes - a.bytes)[0];
}
