// Small PNG files: browsers write theirs quickly, not tightly.
import { deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const CHANNELS = 3;

const TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
const crc = (bytes) => ~bytes.reduce((c, byte) => TABLE[(c ^ byte) & 255] ^ (c >>> 8), ~0) >>> 0;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

/** The neighbour that the three known ones let expect (PNG specification, 9.4). */
function paeth(left, above, corner) {
  const expected = left + above - corner;
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(expected - value));
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

const FILTERS = [() => 0, (left) => left, (_, above) => above, (left, above) => (left + above) >> 1, paeth];

/** A row by the filter that leaves the smallest differences. */
function filtered(row, before) {
  const tried = FILTERS.map((expect, kind) => {
    const out = Buffer.alloc(row.length + 1);
    out[0] = kind;
    let size = 0;
    row.forEach((value, i) => {
      const left = i < CHANNELS ? [0, 0] : [row[i - CHANNELS], before[i - CHANNELS]];
      out[i + 1] = value - expect(left[0], before[i], left[1]);
      size += Math.min(out[i + 1], 256 - out[i + 1]);
    });
    return { out, size };
  });
  return tried.reduce((best, one) => (one.size < best.size ? one : best)).out;
}

/** The file of a picture of `width` pixels a row, three bytes each. */
export function encode(pixels, width) {
  const stride = width * CHANNELS;
  const height = pixels.length / stride;
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  let before = Buffer.alloc(stride);
  const rows = Array.from({ length: height }, (_, y) => {
    const row = pixels.subarray(y * stride, (y + 1) * stride);
    const out = filtered(row, before);
    before = row;
    return out;
  });
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
