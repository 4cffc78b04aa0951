// The strip of lights: a decoder for its data line that lets nothing pass.
import { GPIOPinState } from 'rp2040js';

/** Nanoseconds that the two data sheets of a WS2812B allow, the old one and that of its fifth version. */
export const DATA_SHEETS = {
  WS2812B: { zeroHigh: [250, 550], zeroLow: [700, 1000], oneHigh: [650, 950], oneLow: [300, 600] },
  'WS2812B V5': { zeroHigh: [220, 380], zeroLow: [580, 1010], oneHigh: [580, 1000], oneLow: [220, 5000] },
};
/** By how much the level shifter between chip and strip makes a pulse longer or shorter, in nanoseconds. */
const SHIFTER = 10;
/** How far a pulse must then still be from every limit, in nanoseconds. */
export const MARGIN = 40;
/** The margin of a pulse that may be at a limit before the level shifter. */
export const NONE_LEFT = -SHIFTER;
/** Between the high of a zero and that of a one, in nanoseconds. */
const EITHER = 480;
/** Low for longer than this ends a frame, in nanoseconds. What is neither inside a frame nor this long is wrong. */
export const RESET = 280_000;
const BITS = 24;
// A bound of the emulated clock's floating-point error, far below one cycle.
const SLACK = 0.5;

/** The limits of a kind of pulse by both data sheets. */
export const limits = (kind) => Object.values(DATA_SHEETS).map((sheet) => sheet[kind]);

/** Reads the data line of a number of LEDs. */
export class Strip {
  /** `margin`: what every pulse must keep from each limit, behind the level shifter. */
  constructor(chip, pin, count, { margin = MARGIN } = {}) {
    this.chip = chip;
    this.spare = margin + SHIFTER;
    /** The widths of each kind of pulse that are right by both data sheets. */
    this.right = Object.fromEntries(
      Object.keys(DATA_SHEETS.WS2812B).map((kind) => {
        const least = Math.max(...limits(kind).map(([lowest]) => lowest));
        const most = Math.min(...limits(kind).map(([, highest]) => highest));
        return [kind, { least: least + this.spare - SLACK, most: most - this.spare + SLACK }];
      }),
    );
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

  /** The least distance of any pulse so far from any limit, behind the level shifter, in nanoseconds. */
  get margin() {
    const spare = Object.entries(this.widths).flatMap(([kind, { least, most }]) =>
      kind === 'gap' ? [] : limits(kind).flatMap(([lowest, highest]) => [least - lowest, highest - most]),
    );
    return Math.min(...spare) - SHIFTER;
  }

  /** A frame that was broken off shows only when the next begins, or here. */
  finish() {
    if (this.quiet > RESET && this.frame.length > 0) this.#endFrame();
  }

  #rises(now) {
    if (this.fall !== null) {
      const low = now - this.fall;
      if (low > RESET) {
        this.#note('gap', low);
        if (this.frame.length > 0) this.#endFrame();
      } else if (this.frame.length === 0) {
        this.#note('gap', low);
        this.#violation(`gap of ${low.toFixed(0)} ns, allowed are ${RESET} or more`);
      } else {
        this.#pulse(this.frame.at(-1) ? 'oneLow' : 'zeroLow', low);
      }
    }
    this.rise = now;
  }

  #falls(now) {
    const high = now - this.rise;
    const bit = high > EITHER ? 1 : 0;
    this.#pulse(bit ? 'oneHigh' : 'zeroHigh', high);
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

  /** Holds a pulse to both data sheets. */
  #pulse(kind, width) {
    this.#note(kind, width);
    const { least, most } = this.right[kind];
    if (width >= least && width <= most) return;
    for (const [sheet, { [kind]: [least, most] }] of Object.entries(DATA_SHEETS)) {
      if (width - this.spare < least - SLACK || width + this.spare > most + SLACK) {
        const from = `${least} to ${most}, less ${this.spare} at either end`;
        this.#violation(`${kind} of ${width.toFixed(0)} ns, ${sheet} allows ${from}`);
      }
    }
  }

  #note(kind, width) {
    const seen = (this.widths[kind] ??= { least: width, most: width });
    seen.least = Math.min(seen.least, width);
    seen.most = Math.max(seen.most, width);
  }

  #violation(what) {
    this.violations.push(`${what}, at ${(this.chip.now / 1e6).toFixed(3)} ms`);
  }
}
