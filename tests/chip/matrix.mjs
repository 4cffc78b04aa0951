// The switch matrix around the chip: rows pulled low one at a time, columns read through pull-ups.

/** How long a line stays low after whatever pulled it has let go, in nanoseconds: its pull-up has wires to charge. */
export const RISE = 15_000;

/** A line of the matrix: one pin of the chip and what hangs on it. */
class Line {
  constructor(pin) {
    this.pin = pin;
    /** Whether something pulls it low now. */
    this.isPulled = false;
    /** Prevents the rise that is under way, if one is. */
    this.cancelRise = null;
    pin.setInputValue(false);
  }

  get drivesLow() {
    return this.pin.outputEnable && !this.pin.outputValue;
  }

  get drivesHigh() {
    return this.pin.outputEnable && this.pin.outputValue;
  }

  /** What the chip reads. */
  read(isHigh) {
    if (this.pin.rawInputValue !== isHigh) this.pin.setInputValue(isHigh);
  }
}

/**
 * Every point has a switch with a diode whose anode is at the column: a row that is low pulls down the columns of
 * its closed switches. A bridged diode conducts the other way too, so that a low column pulls down an idle row.
 */
export class Matrix {
  /** `reeds` as in wiring.mjs. */
  constructor(chip, reeds) {
    this.chip = chip;
    this.rise = RISE;
    /** How often any row was pulled low, and when it was last, in nanoseconds. */
    this.strobes = 0;
    this.strobed = 0;
    /** What no firmware must do, with its time. */
    this.violations = [];
    this.closed = new Set();
    this.bridged = new Set();
    this.lines = new Map();
    this.switches = new Map();
    for (const [point, { column, row }] of reeds) {
      this.switches.set(point, { point, column: this.#line(column), row: this.#line(row) });
    }
    this.rows = new Set([...this.switches.values()].map(({ row }) => row));
    for (const line of this.lines.values()) line.pin.addListener(() => this.#moved(line));
    this.settle();
  }

  /** Closes or opens the contact of a point. */
  set(point, isClosed) {
    if (isClosed) this.closed.add(this.switches.get(point));
    else this.closed.delete(this.switches.get(point));
    this.settle();
  }

  /** Bridges the diode of a point, or mends it. */
  bridge(point, isBridged = true) {
    if (isBridged) this.bridged.add(this.switches.get(point));
    else this.bridged.delete(this.switches.get(point));
    this.settle();
  }

  /** Works out which lines are pulled low, and lets the others rise. */
  settle() {
    const low = new Set();
    for (const line of this.rows) if (line.drivesLow) low.add(line);
    // More than once, because a row that a bridged diode pulls low pulls columns down in turn.
    for (let before = 0; before !== low.size; ) {
      before = low.size;
      for (const contact of this.closed) {
        if (low.has(contact.row)) low.add(contact.column);
        else if (this.bridged.has(contact) && low.has(contact.column)) low.add(contact.row);
      }
    }
    for (const line of this.lines.values()) this.#pull(line, low.has(line));
  }

  #line(index) {
    if (!this.lines.has(index)) this.lines.set(index, new Line(this.chip.mcu.gpio[index]));
    return this.lines.get(index);
  }

  #pull(line, isPulled) {
    if (isPulled) {
      line.cancelRise?.();
      line.cancelRise = null;
    } else if (line.isPulled) {
      line.cancelRise = this.chip.after(this.rise, () => {
        line.cancelRise = null;
        line.read(line.pin.pullupEnabled);
      });
    }
    line.isPulled = isPulled;
    // Without its pull-up a line floats: it counts as low, which no firmware can take for an empty board.
    line.read(!isPulled && line.cancelRise === null && line.pin.pullupEnabled);
  }

  /** The chip has changed what it does with a line. */
  #moved(line) {
    const isRow = this.rows.has(line);
    if (line.drivesHigh) this.#violation(`GP${line.pin.index} of the matrix is driven high`);
    if (line.drivesLow && !isRow) this.#violation(`column GP${line.pin.index} is driven low`);
    if (line.drivesLow && isRow) {
      this.strobes += 1;
      this.strobed = this.chip.now;
      for (const other of this.rows) {
        if (other !== line && other.drivesLow) {
          this.#violation(`rows GP${other.pin.index} and GP${line.pin.index} are low at once`);
        }
      }
    }
    this.settle();
  }

  #violation(what) {
    this.violations.push(`${what} at ${(this.chip.now / 1e6).toFixed(3)} ms`);
  }
}
