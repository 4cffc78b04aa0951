// The strip of lights: a decoder for its data line that lets nothing pass.
import { GPIOPinState } from 'rp2040js';

/** Nanoseconds a WS2812B (V5) allows: high and low of a zero, high of a one, the least low of a one. */
export const LIMITS = {
  zeroHigh: [220, 380],
  zeroLow: [580, 1010],
  oneHigh: [580, 1000],
  oneLow: [220, 5000],
};
/** Low for longer than this ends a frame, in nanoseconds. What is neither inside a frame nor this long is wrong. */
export const RESET = 280_000;
const BITS = 24;
// A bound of the emulated clock's floating-point error, far below one cycle.
const SLACK = 0.5;

/** Reads the data line of a number of LEDs. */
export class Strip {
  constructor(chip, pin, count) {
    this.chip = chip;
    this.bits = count * BITS;
    /** Called with every frame when its last bit has ended: `{ start, end, colours }`, colours as [r, g, b]. */
    this.onFrame = () => {};
    /** Everything that a LED might have misread. */
    this.violations = [];
    /** The extremes of each kind of pulse and of the gaps between frames, in nanoseconds. */
    this.widths = {};
    this.frames = 0;
    this.frame = [];
    this.rise = null;
    this.fall = null;
    chip.mcu.gpio[pin].addListener((state) => {
      if (state === GPIOPinState.High) this.#rises(chip.now);
      else if (this.rise !== null) this.#falls(chip.now);
    });
  }

  /** How long the line has been low, in nanoseconds. */
  get quiet() {
    return this.rise !== null ? 0 : this.fall === null ? Infinity : this.chip.now - this.fall;
  }

  /** A frame that was broken off shows only when the next begins, or here. */
  finish() {
    if (this.quiet > RESET && this.frame.length > 0) this.#endFrame();
  }

  #rises(now) {
    if (this.fall !== null) {
      const low = now - this.fall;
      if (low > RESET) {
        this.#note('gap', low, [RESET, Infinity]);
        if (this.frame.length > 0) this.#endFrame();
      } else if (this.frame.length === 0) {
        this.#note('gap', low, [RESET, Infinity]);
      } else {
        const kind = this.frame.at(-1) ? 'oneLow' : 'zeroLow';
        this.#note(kind, low, LIMITS[kind]);
      }
    }
    this.rise = now;
  }

  #falls(now) {
    const high = now - this.rise;
    const bit = high > (LIMITS.zeroHigh[1] + LIMITS.oneHigh[0]) / 2 ? 1 : 0;
    const kind = bit ? 'oneHigh' : 'zeroHigh';
    this.#note(kind, high, LIMITS[kind]);
    if (this.frame.length === 0) this.start = this.rise;
    this.frame.push(bit);
    this.rise = null;
    this.fall = now;
    if (this.frame.length === this.bits) this.#endFrame();
  }

  #endFrame() {
    const { frame, start } = this;
    this.frame = [];
    if (frame.length !== this.bits) {
      this.#violation(`a frame of ${frame.length} bits, not ${this.bits}`);
      return;
    }
    this.frames += 1;
    const byte = (at) => frame.slice(at, at + 8).reduce((value, bit) => 2 * value + bit, 0);
    const colours = [];
    // Green comes first.
    for (let at = 0; at < frame.length; at += BITS) colours.push([byte(at + 8), byte(at), byte(at + 16)]);
    this.onFrame({ start, end: this.fall, colours });
  }

  #note(kind, width, [least, most]) {
    const seen = (this.widths[kind] ??= { least: width, most: width });
    seen.least = Math.min(seen.least, width);
    seen.most = Math.max(seen.most, width);
    if (width < least - SLACK || width > most + SLACK) {
      this.#violation(`${kind} of ${width.toFixed(0)} ns, allowed are ${least} to ${most}`);
    }
  }

  #violation(what) {
    this.violations.push(`${what}, at ${(this.chip.now / 1e6).toFixed(3)} ms`);
  }
}
