// The emulated flash: an image that writes and erases it as it is told, and cuts in the midst of that.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chipWith, sleepingChip } from './bare.mjs';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { Flash, PAGE, SECTOR } from './flash.mjs';
import { FlashFile } from './flashfile.mjs';
import { FLASH, RAM, STORE, VECTORS } from './memory.mjs';
import { example, firmware } from './paths.mjs';
import { begin } from './play.mjs';
import { seeded } from './random.mjs';

const IMAGE = readElf(example('flash'), 'cargo fw --example flash');
const [WRITE, ERASE, READ, WRITE_CONSTANT] = [1, 2, 3, 4];
/** Where the store begins. */
const AT = STORE.start - FLASH.start;
const LOOP = 0xe7fe;
const DMA = 0x5000_0000;
const WATCHDOG = 0x4005_8000;

/** A board with the image, which waits for tasks. */
function boardWith(flash = {}, options = {}) {
  const board = new Board(IMAGE, { usb: false, flash, ...options });
  board.run(2);
  return board;
}

const put = ({ chip }, symbol, value) => chip.mcu.writeUint32(chip.address(symbol), value);
const get = ({ chip }, symbol) => chip.mcu.readUint32(chip.address(symbol));
const data = ({ chip }, length) => chip.mcu.sram.subarray(chip.address('DATA') - RAM.start).subarray(0, length);

/** Gives the image a task. */
function give(board, task, offset, length, bytes = []) {
  data(board, bytes.length).set(bytes);
  put(board, 'OFFSET', offset);
  put(board, 'LENGTH', length);
  put(board, 'TASK', task);
  board.chip.core1.sendEvent();
}

/** Lets the image do a task to its end; the milliseconds that it took by the image's own clock. */
function perform(board, ...task) {
  const done = get(board, 'DONE');
  give(board, ...task);
  board.run(10_000, () => get(board, 'DONE') !== done);
  assert.equal(get(board, 'DONE'), done + 1, 'the task is done');
  return get(board, 'TOOK') / 1000;
}

const write = (board, offset, bytes) => perform(board, WRITE, offset, bytes.length, bytes);
const erase = (board, offset, length = SECTOR) => perform(board, ERASE, offset, length);

/** What the image reads. */
function read(board, offset, length) {
  perform(board, READ, offset, length);
  return data(board, length).slice();
}

/** Cuts a task when `share` of its first page or sector is over; the board has started again then. */
function cutIn(board, share, ...task) {
  give(board, ...task);
  board.run(100, () => board.flash.doing !== null);
  const { since, until } = board.flash.doing;
  board.run(since + (until - since) * share - board.chip.milliseconds);
  board.cut();
  board.run(2);
}

const filled = (length, value) => new Uint8Array(length).fill(value);
const noise = (length, seed) => Uint8Array.from({ length }, ((random) => () => Math.floor(random() * 256))(seeded(seed)));
const isNear = (value, expected, most) => assert.ok(Math.abs(value - expected) < most, `${value}, not ${expected}`);
const ones = (bytes) => bytes.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);

test('what the image writes it reads back, wherever it begins and ends', () => {
  const board = boardWith();
  for (const [offset, length] of [[AT, 256], [AT + 4096 + 100, 700], [AT + 8192 + 250, 1], [FLASH.size - 1024, 1024]]) {
    const bytes = noise(length, offset);
    write(board, offset, bytes);
    assert.deepEqual(read(board, offset, length), bytes);
    assert.deepEqual(board.flash.read(offset, length), bytes);
    assert.equal(board.flash.bytes[offset - 1], 0xff);
  }
  assert.equal(get(board, 'REFUSED'), 0);
  assert.deepEqual(board.violations, []);
});

test('programming clears bits and sets none, and erasing sets those of its sectors alone', () => {
  const board = boardWith({ content: filled(4 * SECTOR, 0b0110_0110) });
  write(board, AT + SECTOR + 10, [0b1100_0011, 0xff]);
  assert.deepEqual([...read(board, AT + SECTOR + 9, 4)], [0b0110_0110, 0b0100_0010, 0b0110_0110, 0b0110_0110]);
  erase(board, AT + SECTOR, 2 * SECTOR);
  const expected = filled(4 * SECTOR, 0b0110_0110).fill(0xff, SECTOR, 3 * SECTOR);
  assert.deepEqual(board.flash.read(AT, 4 * SECTOR), expected);
  assert.deepEqual(read(board, AT + SECTOR - 1, 2), expected.subarray(SECTOR - 1, SECTOR + 1));
  assert.deepEqual(board.violations, []);
});

test('a page takes 0.7 ms and a sector 45 ms, or what a test says', () => {
  for (const [times, page, sector] of [[{}, 0.7, 45], [{ program: 3, erase: 400 }, 3, 400]]) {
    const board = boardWith(times);
    isNear(write(board, AT, [1]), page, 0.1);
    isNear(write(board, AT + 256, noise(1024, 1)), 4 * page, 0.2);
    isNear(erase(board, AT), sector, 0.1);
    isNear(erase(board, AT, 2 * SECTOR), 2 * sector, 0.1);
    const { programs, bytes, erases, longest } = board.flash.figures;
    assert.deepEqual([programs, erases], [5, 3]);
    assert.equal(bytes, 1 + noise(1024, 1).filter((byte) => byte !== 0xff).length);
    isNear(longest, 2 * sector, 1e-6);
    assert.deepEqual([...board.flash.wear.subarray(AT / SECTOR, AT / SECTOR + 3)], [2, 1, 0]);
  }
});

test('it tells what it does and since when, and bytes are programmed one after the other', () => {
  const board = boardWith();
  assert.equal(board.flash.doing, null);
  const begun = [];
  board.flash.onBegin = ({ kind, offset }) => begun.push([kind, offset]);
  give(board, WRITE, AT, 512, filled(512, 0));
  board.run(10, () => board.flash.doing !== null);
  const { since, until, share, ...doing } = board.flash.doing;
  assert.deepEqual(doing, { kind: 'program', offset: AT });
  assert.ok(share < 0.001);
  isNear(since, board.chip.milliseconds, 0.001);
  isNear(until - since, 0.7, 1e-9);
  const programmed = () => board.flash.read(AT, 512).filter((byte) => byte === 0).length;
  board.run(0.35);
  assert.ok(Math.abs(programmed() - 128) <= 1, `${programmed()}`);
  board.run(0.7);
  assert.equal(board.flash.doing.offset, AT + PAGE);
  assert.ok(Math.abs(programmed() - 384) <= 1, `${programmed()}`);
  board.run(1);
  assert.equal(board.flash.doing, null);
  erase(board, AT);
  assert.deepEqual(begun, [['program', AT], ['program', AT + PAGE], ['erase', AT]]);
});

test('while the core stands still the scan, its DMA, the clock and the cable go on', () => {
  const board = new Board(readElf(firmware, 'cargo fw'), {});
  board.connect();
  begin(board);
  board.run(100);
  const { chip } = board;
  const { core } = chip.mcu;
  // A core that calls the ROM is awake.
  board.run(5, () => !core.waiting);
  core.PM = true;
  board.flash.exit();
  board.flash.erase(AT, SECTOR);
  const [strobes, instructions, awake] = [board.matrix.strobes, chip.instructions, chip.awake];
  const timer = () => chip.mcu.readUint32(0x4005_4028);
  const [start, pc] = [timer(), core.PC];
  board.run(44.9);
  assert.deepEqual([chip.instructions, core.PC], [instructions, pc]);
  isNear(chip.awake - awake, 44.9e6, 100);
  isNear(timer() - start, 44_900, 2);
  isNear(board.matrix.strobes - strobes, 44.9 * 5, 3);
  board.run(0.1);
  assert.equal(board.flash.doing, null);
  board.flash.flushCache();
  board.flash.enter();
  core.PM = false;
  board.run(50);
  assert.ok(chip.instructions > instructions);
  assert.match(board.ask('cues').at(-1), /^= to-move white/);
  assert.deepEqual(board.flash.violations, []);
});

test('a read while the flash is busy or takes commands is told, once for each time', () => {
  const chip = chipWith(LOOP);
  chip.run(0.01);
  chip.flash.exit();
  chip.run(0.01);
  assert.equal(chip.flash.violations.length, 1);
  assert.match(chip.flash.violations[0], /read at 0x10000108 while it takes commands, at 0\.010 ms/);
  chip.flash.enter();
  chip.run(0.01);
  assert.equal(chip.flash.violations.length, 1);

  // DMA, a byte at a time.
  const dma = sleepingChip();
  const start = (from) => {
    const registers = [[0x0, from], [0x4, RAM.start], [0x8, 4], [0xc, (0x3f << 15) | 1]];
    for (const [register, value] of registers) dma.mcu.writeUint32(DMA + register, value);
    dma.run(0.01);
  };
  start(VECTORS);
  assert.deepEqual(dma.flash.violations, []);
  dma.mcu.core.PM = true;
  dma.flash.exit();
  dma.flash.erase(AT, SECTOR);
  start(RAM.start + 16);
  assert.deepEqual(dma.flash.violations, []);
  start(VECTORS);
  assert.match(dma.flash.violations.join(), /^the flash is read at 0x10000100 while it is busy/);
});

test('core 1 may run meanwhile, but not from the flash', () => {
  for (const [entry, wrong] of [[VECTORS + 8, 1], [RAM.start + 0x100, 0]]) {
    const chip = chipWith(LOOP);
    chip.mcu.sram.set([LOOP & 255, LOOP >> 8], 0x100);
    const [STATUS, TO, FROM] = [0xd000_0050, 0xd000_0054, 0xd000_0058];
    while (chip.mcu.readUint32(STATUS) & 1) chip.mcu.readUint32(FROM);
    for (const word of [0, 0, 1, VECTORS, RAM.start + 0x1000, entry + 1]) chip.mcu.writeUint32(TO, word);
    chip.run(0.01);
    const { instructions } = chip.core1;
    chip.mcu.core.PM = true;
    chip.flash.exit();
    chip.flash.erase(AT, SECTOR);
    chip.run(0.1);
    assert.ok(chip.core1.instructions > instructions + 1000);
    assert.equal(chip.flash.violations.length, wrong, chip.flash.violations.join());
  }
});

test('what the ROM does not allow is told and not done', () => {
  const told = (act, { masked = true, away = true } = {}) => {
    const chip = sleepingChip();
    chip.mcu.core.PM = masked;
    if (away) chip.flash.exit();
    act(chip);
    chip.run(50);
    return chip.flash.violations.join();
  };
  const page = () => filled(PAGE, 0);
  assert.equal(told(({ flash }) => flash.program(AT, PAGE, page)), '');
  assert.match(told(({ flash }) => flash.program(AT + 1, PAGE, page)), /^program of 256 bytes at 0x100001, not by 256/);
  assert.match(told(({ flash }) => flash.program(AT, 100, page)), /^program of 100 bytes at 0x100000, not by 256/);
  assert.match(told(({ flash }) => flash.erase(AT + 256, SECTOR)), /^erase of 4096 bytes at 0x100100, not by 4096/);
  assert.match(told(({ flash }) => flash.erase(AT, 256)), /not by 4096/);
  assert.match(told(({ flash }) => flash.program(FLASH.size, PAGE, page)), /beyond its end/);
  assert.match(told(({ flash }) => flash.erase(FLASH.size - SECTOR, 2 * SECTOR)), /beyond its end/);
  assert.match(told(({ flash }) => flash.erase(AT, SECTOR), { away: false }), /while the flash takes no commands/);
  assert.match(told(({ flash }) => flash.erase(AT, SECTOR), { masked: false }), /with interrupts on/);
  assert.match(told(({ mcu }) => mcu.writeUint32(FLASH.start + AT, 0)), /^the flash is written at 0x10100000 without a command/);
  const unflushed = ({ flash }) => {
    flash.onChange = () => flash.enter();
    flash.erase(AT, SECTOR);
  };
  assert.match(told(unflushed), /the cache was not flushed/);

  const chip = sleepingChip();
  chip.mcu.core.PM = true;
  chip.flash.put(AT, [0x12]);
  chip.flash.exit();
  chip.flash.erase(AT, 256);
  chip.flash.program(AT + 1, PAGE, page);
  chip.mcu.writeUint8(FLASH.start + AT, 0);
  assert.ok(!chip.flash.isBusy);
  assert.equal(chip.flash.read(AT, 1)[0], 0x12);
});

test('a constant is written by way of RAM, and the flash is not read meanwhile', () => {
  const board = boardWith();
  perform(board, WRITE_CONSTANT, AT, 256);
  assert.deepEqual(board.flash.read(AT, 256), filled(256, 0x5a));
  assert.deepEqual(board.violations, []);
  // Straight from the flash it would be a read.
  const chip = sleepingChip();
  chip.mcu.core.PM = true;
  chip.flash.exit();
  chip.flash.program(AT, PAGE, () => Uint8Array.from({ length: PAGE }, (_, i) => chip.mcu.core.readUint8(VECTORS + i)));
  assert.match(chip.flash.violations.join(), /read at 0x10000100/);
});

test('the cache is empty after the flash was written', () => {
  const board = boardWith();
  const { cache } = board.chip;
  board.run(1);
  const { misses } = cache;
  board.run(1);
  assert.equal(cache.misses, misses, 'the image waits within the cache');
  write(board, AT, [1]);
  const warm = cache.misses;
  write(board, AT, [1]);
  assert.ok(cache.misses - warm > 50, `${cache.misses - warm} misses after a flush`);
});

test('content outlives cuts and resets, and can be given', () => {
  const content = noise(STORE.size, 3);
  const board = boardWith({ content });
  assert.deepEqual(board.flash.store, content);
  assert.deepEqual(read(board, AT + 5000, 1000), content.slice(5000, 6000));
  erase(board, AT);
  write(board, AT, [1, 2, 3]);
  const expected = content.slice().fill(0xff, 0, SECTOR);
  expected.set([1, 2, 3]);
  for (const restart of [() => board.cut(), () => board.reset('pin'), () => board.reset('watchdog'), () => board.cut()]) {
    restart();
    board.run(2);
    assert.deepEqual(board.flash.store, expected);
    assert.deepEqual([...read(board, AT, 4)], [1, 2, 3, 0xff]);
  }
  // So does what the firmware does to its own image.
  const { address, bytes } = IMAGE.segments.findLast((segment) => FLASH.holds(segment.address));
  const last = address - FLASH.start + bytes.findLastIndex((byte) => byte !== 0);
  write(board, last, [0]);
  board.cut();
  assert.equal(board.flash.read(last, 1)[0], 0);

  const short = new Flash({ content: [1, 2] });
  assert.deepEqual([...short.store.subarray(0, 3)], [1, 2, 0xff]);
  const whole = boardWith({ content: noise(FLASH.size, 4) });
  assert.deepEqual(whole.flash.store, noise(FLASH.size, 4).subarray(AT));
  assert.throws(() => new Flash({ content: new Uint8Array(STORE.size + 1) }), /neither a store of 1048576 nor a flash/);
});

test('a cut in mid-write leaves the bytes before, half of one, and nothing of the rest', () => {
  let halves = 0;
  let drifted = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const [before, after] = [noise(PAGE, seed), noise(PAGE, 1000 + seed)];
    const board = boardWith({ seed, content: before });
    const share = seeded(seed)();
    cutIn(board, share, WRITE, AT, PAGE, after);
    const found = board.flash.read(AT, PAGE);
    const at = Math.floor(share * PAGE);
    const result = before.map((byte, i) => byte & after[i]);
    for (let i = 0; i < PAGE; i++) {
      if (i !== at) assert.equal(found[i], i < at ? result[i] : before[i], `byte ${i} of a cut at ${at}, seed ${seed}`);
    }
    assert.equal(found[at] & result[at], result[at], 'no bit is cleared that was not to be');
    assert.equal(found[at] & ~before[at], 0, 'no bit is set');
    if (found[at] !== result[at] && found[at] !== before[at]) halves += 1;
    assert.deepEqual(board.flash.figures.cutPrograms, 1);
    assert.deepEqual(board.flash.figures.programs, 0);
    // Undecided bits are the same until the next start.
    assert.deepEqual(board.flash.read(AT, PAGE), found);
    assert.deepEqual(read(board, AT, PAGE), found);
    const starts = Array.from({ length: 8 }, () => {
      board.cut();
      return board.flash.read(AT, PAGE).join();
    });
    if (new Set(starts).size > 1) drifted += 1;
    // Written once more, all is as it was to be.
    board.run(2);
    write(board, AT, after);
    for (let i = 0; i < 4; i++) {
      assert.deepEqual(board.flash.read(AT, PAGE), result);
      board.cut();
    }
  }
  assert.ok(halves > 10, `${halves} bytes half programmed`);
  assert.ok(drifted > 10, `${drifted} bytes that differ from start to start`);
});

test('a cut in mid-erase leaves every bit as it was, set, or undecided with every read', () => {
  for (const [share, asWas, undecided] of [[0.05, 0.9, 0.1], [0.5, 0.25, 0.5], [0.95, 0, 0.1]]) {
    const board = boardWith({ content: filled(3 * SECTOR, 0x0f) });
    cutIn(board, share, ERASE, AT + SECTOR, SECTOR);
    const reads = Array.from({ length: 20 }, () => board.flash.read(AT + SECTOR, SECTOR));
    const always = (bit) => filled(SECTOR, 0).map((_, i) => reads.reduce((all, bytes) => all & (bit ? bytes[i] : ~bytes[i]), 0xff));
    const [set, clear] = [always(1), always(0)];
    const bits = 8 * SECTOR;
    isNear(1 - (ones(set) + ones(clear)) / bits, undecided, 0.02);
    isNear(ones(clear) / (bits / 2), asWas, 0.02);
    assert.equal(ones(clear.map((byte) => byte & 0x0f)), 0, 'a bit that was set is set or undecided');
    // The sectors beside it are as they were.
    for (const sector of [0, 2]) assert.deepEqual(board.flash.read(AT + sector * SECTOR, SECTOR), filled(SECTOR, 0x0f));
    assert.equal(board.flash.figures.cutErases, 1);
  }
});

test('the image sees undecided bits change from read to read, until it clears or erases them', () => {
  const board = boardWith({ content: filled(SECTOR, 0) });
  cutIn(board, 0.5, ERASE, AT, SECTOR);
  const first = read(board, AT, 256);
  assert.notDeepEqual(read(board, AT, 256), first);
  // So does what is read past the cache.
  const { core } = board.chip.mcu;
  const past = () => Array.from({ length: 64 }, (_, i) => core.readUint32(0x1300_0000 + AT + 4 * i)).join();
  assert.notEqual(past(), past());
  // Cleared bits stay so, others go on.
  write(board, AT, filled(256, 0xf0));
  const [one, other] = [read(board, AT, 256), read(board, AT, 256)];
  for (const bytes of [one, other]) assert.ok(bytes.every((byte) => (byte & 0x0f) === 0));
  assert.notDeepEqual(one, other);
  write(board, AT, filled(256, 0));
  assert.deepEqual(read(board, AT, 256), filled(256, 0));
  assert.notDeepEqual(read(board, AT + 256, 256), read(board, AT + 256, 256));
  erase(board, AT);
  for (let i = 0; i < 3; i++) assert.deepEqual(read(board, AT, 1024), filled(1024, 0xff));
  assert.deepEqual(board.violations, []);
});

test('a watchdog that resets the chip in the midst of it cuts what is in progress', () => {
  const board = boardWith({ content: filled(SECTOR, 0) }, { restarts: true });
  const { mcu } = board.chip;
  give(board, ERASE, AT, SECTOR);
  board.run(10, () => board.flash.doing !== null);
  mcu.writeUint32(WATCHDOG + 0x2c, (1 << 9) | 12);
  mcu.writeUint32(WATCHDOG + 0x04, 2 * 22_500);
  mcu.writeUint32(WATCHDOG, 1 << 30);
  board.run(100);
  assert.notEqual(board.chip.mcu, mcu);
  assert.equal(board.flash.doing, null);
  assert.equal(board.flash.figures.cutErases, 1);
  isNear(board.flash.figures.longest, 22.5, 0.01);
  isNear(ones(board.flash.read(AT, SECTOR)) / (8 * SECTOR), 0.5, 0.02);
  erase(board, AT);
  assert.deepEqual(board.flash.read(AT, SECTOR), filled(SECTOR, 0xff));
});

test('a cut can be set for any moment, also within one call, and the board goes on after it', () => {
  const board = boardWith();
  let cuts = 0;
  board.onCut = () => {
    cuts += 1;
  };
  board.cutAt(board.now + 7.25);
  give(board, WRITE, AT, 1024, filled(1024, 0));
  board.run(10);
  assert.equal(cuts, 1);
  isNear(board.now, 10 - 7.25, 0.001);
  assert.deepEqual(board.flash.figures.cutPrograms, 0);

  // In the third page of four.
  board.flash.onBegin = ({ offset, since, until }) => {
    if (offset === AT + SECTOR + 512) board.cutAt(board.start + since + (until - since) / 2);
  };
  give(board, WRITE, AT + SECTOR, 1024, filled(1024, 0));
  board.run(20);
  assert.equal(cuts, 2);
  const { programs, cutPrograms } = board.flash.figures;
  assert.deepEqual([programs, cutPrograms], [6, 1]);
  const written = board.flash.read(AT + SECTOR, 1024);
  assert.deepEqual(written.subarray(0, 640), filled(640, 0));
  assert.deepEqual(written.subarray(641), filled(383, 0xff));

  // One that is taken back, and one that outlasts a reset.
  board.flash.onBegin = () => {};
  board.cutAt(board.now + 1);
  board.cutAt(null);
  board.run(5);
  assert.equal(cuts, 2);
  board.cutAt(board.now + 5);
  board.reset('pin');
  board.run(4);
  assert.equal(cuts, 2);
  board.run(2);
  assert.equal(cuts, 3);
  isNear(board.now, 1, 0.001);
});

test('the same seed leaves the same', () => {
  const after = (seed) => {
    const board = boardWith({ content: filled(SECTOR, 0), seed });
    cutIn(board, 0.3, ERASE, AT, SECTOR);
    return board.flash.read(AT, SECTOR);
  };
  assert.deepEqual(after(5), after(5));
  assert.notDeepEqual(after(5), after(6));
});

/** A name in a folder of its own, for as long as the test runs. */
function fileFor(it) {
  const folder = mkdtempSync(join(tmpdir(), 'flash-'));
  it.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'store');
}

test('a file keeps the store, page by page', (it) => {
  const path = fileFor(it);
  const bytes = noise(300, 9);
  const first = new FlashFile(path);
  const board = boardWith({ content: first.content });
  first.follow(board.flash);
  write(board, AT + 70_000, bytes);
  assert.deepEqual(new Uint8Array(readFileSync(path)), board.flash.store);
  erase(board, AT + STORE.size - SECTOR);
  write(board, AT - SECTOR, [0]);
  assert.deepEqual(new Uint8Array(readFileSync(path)), board.flash.store);
  cutIn(board, 0.5, WRITE, AT, PAGE, filled(PAGE, 0));
  assert.equal(readFileSync(path)[127], 0);
  assert.equal(readFileSync(path)[129], 0xff);
  first.close();
  const second = new FlashFile(path);
  assert.deepEqual(new Flash({ content: second.content }).read(AT + 70_000, 300), bytes);
  second.close();
});

test('a file that is no flash, or cannot be read or made, is an error that says so', (it) => {
  const path = fileFor(it);
  writeFileSync(path, 'something else');
  assert.throws(() => new FlashFile(path), /store is no flash: it has 14 bytes, not 1048576/);
  assert.equal(readFileSync(path, 'utf8'), 'something else');
  assert.throws(() => new FlashFile(join(path, '..')), /cannot be read: EISDIR/);
  assert.throws(() => new FlashFile(join(path, '../nowhere/store')), /cannot be kept in .*: ENOENT/);
});

/** Starts the bridge; gives its standard output until it is ready or has ended, and its complaint. */
function bridge(path) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'bridge.mjs')], { env: { ...process.env, FIRMWARE: firmware, FLASH: path } });
    let [said, complaint] = ['', ''];
    child.stderr.on('data', (text) => (complaint += text));
    child.stdout.on('data', (text) => {
      said += text;
      if (/^ready$/m.test(said)) child.stdin.end();
    });
    child.on('close', (code) => resolve({ code, said, complaint }));
  });
}

test('the bridge keeps its flash in the file that FLASH names, and refuses one that is none', async (it) => {
  const path = fileFor(it);
  const made = await bridge(path);
  assert.equal(made.complaint, '');
  assert.match(made.said, /^ready$/m);
  assert.equal(readFileSync(path).length, STORE.size);
  writeFileSync(path, noise(1000, 1));
  const refused = await bridge(path);
  assert.equal(refused.code, 1);
  assert.match(refused.complaint, /^.*store is no flash: it has 1000 bytes, not 1048576\n$/);
});
