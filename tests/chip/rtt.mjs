// The debug probe's end of RTT: what the firmware logs.

// Layout of SEGGER's control block: 16 bytes of name, two counts, then the first up channel.
const CHANNEL = 24;
const READ = 16;

/** Takes the bytes that wait in the up channel of `chip`, as a debug probe would. */
export function drainRtt(chip) {
  const channel = chip.address('_SEGGER_RTT') + CHANNEL;
  const [, buffer, size, write, read] = chip.words(channel, 5);
  const bytes = [];
  for (let at = read; at !== write; at = (at + 1) % size) bytes.push(chip.mcu.readUint8(buffer + at));
  chip.mcu.writeUint32(channel + READ, write);
  return bytes;
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
