// The debug probe's end of RTT: what the firmware logs.

// Layout of SEGGER's control block: 16 bytes of name, two counts, then the first up channel.
const CHANNEL = 24;
const READ = 16;
const MODE = 20;
const BLOCK = 2;
/** Bytes of a message before its values: the number of its text, and the time. */
const HEAD = 2 + 8;

/** Takes the bytes that wait in the up channel of `chip`, as a debug probe would. */
export function drainRtt(chip) {
  const channel = chip.address('_SEGGER_RTT') + CHANNEL;
  const [, buffer, size, write, read] = chip.words(channel, 5);
  const bytes = [];
  for (let at = read; at !== write; at = (at + 1) % size) bytes.push(chip.mcu.readUint8(buffer + at));
  chip.mcu.writeUint32(channel + READ, write);
  return bytes;
}

/** Asks the firmware to wait whenever the channel is full, as probe-rs does for as long as it reads. */
export function blockWhenFull(chip) {
  chip.mcu.writeUint32(chip.address('_SEGGER_RTT') + CHANNEL + MODE, BLOCK);
}

/** The defmt frames in `bytes`: a zero byte ends each, and one not yet ended is left out. */
export function defmtFrames(bytes) {
  const frames = [];
  let start = 0;
  for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
    if (end > start) frames.push(bytes.slice(start, end));
    start = end + 1;
  }
  return frames;
}

/** Undoes the encoding that keeps zero bytes out of a frame (rzCOBS, which is read from its end). */
export function decodeFrame(frame) {
  const bytes = [];
  const rest = [...frame];
  const take = (count) => {
    for (let i = 0; i < count; i++) {
      if (rest.length === 0) throw new Error('a frame of the log is damaged');
      bytes.push(rest.pop());
    }
  };
  while (rest.length > 0) {
    const code = rest.pop();
    if (code === 0xff) {
      take(134);
    } else if (code & 0x80) {
      bytes.push(0);
      take((code & 0x7f) + 7);
    } else {
      for (let bit = 6; bit >= 0; bit--) {
        if (code & (1 << bit)) bytes.push(0);
        else take(1);
      }
    }
  }
  return bytes.reverse();
}

/**
 * What the frames in `bytes` say: level and text, the values left out. A frame begins with the number of its text,
 * and the image has a symbol at that address whose name holds the text.
 */
export function logLines(chip, bytes) {
  const texts = new Map();
  for (const [name, { address }] of chip.symbols) {
    if (name.startsWith('{"package"')) texts.set(address, JSON.parse(name));
  }
  return defmtFrames(bytes).map((frame) => {
    const [low, high] = decodeFrame(frame);
    const { tag, data } = texts.get(low | (high << 8)) ?? { tag: 'unknown', data: '' };
    return `${tag.replace('defmt_', '')} ${data}`;
  });
}

/** The values of each message in `bytes`, as they stand there. */
export function logValues(bytes) {
  return defmtFrames(bytes).map((frame) => Buffer.from(decodeFrame(frame).slice(HEAD)));
}
