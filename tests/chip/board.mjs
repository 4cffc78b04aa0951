// A whole board: the chip with its image, the reeds, the lights and the cable.
import { Chip } from './chip.mjs';
import { Console } from './console.mjs';
import { Flash } from './flash.mjs';
import { Matrix } from './matrix.mjs';
import { Outputs } from './outputs.mjs';
import { Reeds } from './reeds.mjs';
import { Strip } from './strip.mjs';
import { UsbHost } from './usb.mjs';
import { BOARDS, POINTS } from './wiring.mjs';

/** How long a board may take to answer a command, in milliseconds of its own time. */
const PATIENCE = 2000;
const MILLISECOND = 1e6;

/**
 * The board as those around it see it: stones on points, colours of points, lines of text, milliseconds.
 *
 * Set `onFrame(lights)` (a Map from point to [r, g, b], whenever a frame is complete) and `onText(line)` (whenever
 * the board says a line), then call `run` as often as you like. Nothing happens outside of `run`.
 */
export class Board {
  /** When the power is to be cut, if it is; whether that is now; and what prevents it. */
  #cutTime = null;
  #isCut = false;
  #takeBack = () => {};

  /**
   * `elf` as in elf.mjs; `wiring` as in wiring.mjs; `bounces`: whether contacts do; `usb`: whether a host is there;
   * `margin` as in strip.mjs; `flash` as in flash.mjs; `restarts`: whether the board may crash and start anew, which is an
   * error otherwise.
   */
  constructor(elf, { wiring = BOARDS.pico, seed = 1, bounces = false, usb = true, margin, flash, restarts = false } = {}) {
    this.elf = elf;
    /** What outlives every chip. */
    this.flash = new Flash({ seed, ...flash });
    this.wiring = wiring;
    this.options = { seed, bounces, margin };
    this.restarts = restarts;
    /** Milliseconds from power-on to the last reset. */
    this.start = 0;
    this.onFrame = () => {};
    this.onText = () => {};
    /** Called after a cut that `cutAt` has asked for. */
    this.onCut = () => {};
    /** The colour of every point as [r, g, b]. */
    this.lights = new Map(POINTS.map((point) => [point, [0, 0, 0]]));
    this.#assemble(usb);
  }

  /** Milliseconds since power came on. */
  get now() {
    return this.start + this.chip.milliseconds;
  }

  /** Lets time go by, in milliseconds, or less if `done` says so. A board that has halted is an error. */
  run(milliseconds, done = () => false) {
    let end = this.now + milliseconds;
    for (;;) {
      this.chip.run(end - this.now, () => this.#isCut || done());
      const { breakpoint, faults, isReset } = this.chip;
      if (faults.length > 0) throw new Error(`the chip has faulted: ${faults.join('; ')}`);
      if (breakpoint) throw new Error(`the firmware has stopped at 0x${breakpoint.address.toString(16)}`);
      if (this.#isCut) {
        end -= this.now;
        this.cut();
        this.onCut();
        if (done()) return;
        continue;
      }
      if (!isReset) return;
      if (!this.restarts) throw new Error('the firmware was started anew');
      this.reset('watchdog');
      if (done()) return;
    }
  }

  /** Resets the chip, see chip.mjs; its RAM is kept. */
  reset(by) {
    this.start = this.now;
    this.#renew({ reset: by, before: this.chip });
  }

  /** Stones stand on these points and on no others. */
  reeds(points) {
    this.contacts.put(points);
  }

  /** Where stones stand. */
  get stones() {
    return this.contacts.stones;
  }

  /** Puts a stone on a point; false if one stands there. */
  place(point) {
    return this.contacts.set(point, true);
  }

  /** Takes the stone off a point; false if none stands there. */
  lift(point) {
    return this.contacts.set(point, false);
  }

  /** Slides a stone to the next point, as in reeds.mjs; false if none stands there, or one where it is to go. */
  slide(from, to, how) {
    return this.contacts.slide(from, to, how);
  }

  /** Presses the button, or lets it go. */
  press(isPressed = true) {
    this.isPressed = isPressed;
    this.chip.mcu.gpio[this.wiring.button].setInputValue(!isPressed);
  }

  /** Sends a line. The answer comes while time goes by. */
  send(line) {
    this.console.send(line);
  }

  /** Lets time go by until the port is open. */
  connect() {
    this.run(PATIENCE, () => this.host.state === 'configured');
    if (this.host.state !== 'configured') throw new Error('no USB device was found');
    this.run(5);
  }

  /** Sends a line and lets time go by until it is answered: all lines that came, the answer last. */
  ask(line) {
    this.send(line);
    this.run(PATIENCE, () => this.console.isAnswered);
    if (!this.console.isAnswered) throw new Error(`${line}: no answer in ${PATIENCE} ms`);
    return this.console.take();
  }

  /** Power off and on: the stones stay, and so does the flash. */
  cut() {
    this.#cutTime = null;
    this.#isCut = false;
    this.start = 0;
    this.#renew();
  }

  /**
   * Cuts the power when `now` is `time`, wherever the chip is then, also in the midst of a page or a sector. It happens in
   * `run`, which goes on with the chip that starts; a cut before that, or null, takes it back.
   */
  cutAt(time) {
    this.#cutTime = time;
    this.#prepareCut();
  }

  #prepareCut() {
    this.#takeBack();
    if (this.#cutTime === null) return;
    this.#takeBack = this.chip.after((this.#cutTime - this.now) * MILLISECOND, () => {
      this.#isCut = true;
    });
  }

  /** Another chip in the same board. */
  #renew(options) {
    const { stones, stuck, chattering, felt } = this.contacts;
    const { bridged, joints, lines } = this.matrix;
    const usb = this.host.state !== 'absent';
    const { isPressed } = this;
    this.#assemble(usb, options);
    this.press(isPressed);
    for (const { point } of bridged) this.matrix.bridge(point);
    this.matrix.inherit(lines, joints);
    for (const [point, isClosed] of stuck) this.contacts.stick(point, isClosed);
    for (const point of chattering) this.contacts.chatter(point);
    for (const [reed, points] of felt) this.contacts.feel(reed, points);
    this.contacts.put(stones);
  }

  /** Everything that was wrong on the pins so far. */
  get violations() {
    this.strip.finish();
    return [...this.outputs.violations, ...this.matrix.violations, ...this.strip.violations, ...this.flash.violations];
  }

  /** The supply of the lights: always there, or by a load switch, without which they are dark. */
  #feed(supply) {
    this.isFed = true;
    if (supply === null) return;
    const pin = this.chip.mcu.gpio[supply];
    const follow = () => {
      this.isFed = pin.outputEnable && pin.outputValue;
      if (!this.isFed) for (const point of POINTS) this.lights.set(point, [0, 0, 0]);
    };
    pin.addListener(follow);
    follow();
  }

  #assemble(usb, options = {}) {
    const { reeds, lights, data } = this.wiring;
    this.chip = new Chip(this.elf, { probe: !this.restarts, flash: this.flash, ...options });
    this.#prepareCut();
    this.matrix = new Matrix(this.chip, reeds);
    this.contacts = new Reeds(this.chip, this.matrix, this.options);
    this.strip = new Strip(this.chip, data, lights.length, this.options);
    const wires = [...reeds.values()].flatMap(({ column, row }) => [column, row]);
    const { switch: supply, piezo } = this.wiring;
    this.outputs = new Outputs(this.chip, [...wires, data, ...[supply, piezo].filter((pin) => pin !== null)]);
    this.#feed(supply);
    this.press(false);
    this.host = new UsbHost(this.chip);
    this.console = new Console(this.host);
    this.console.onLine = (line) => this.onText(line);
    this.strip.onFrame = ({ start, end, colours }) => {
      if (!this.isFed) this.strip.violations.push(`a frame for lights without power, at ${(end / 1e6).toFixed(3)} ms`);
      colours.forEach((colour, i) => this.lights.set(lights[i], colour));
      this.onFrame(this.lights, { start, end });
    };
    if (usb) this.host.plug();
  }
}
