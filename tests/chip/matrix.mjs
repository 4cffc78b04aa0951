// The switch matrix around the chip: wires pulled low one at a time, all of them read through pull-ups.

/** How long a line stays low after whatever pulled it has let go, in nanoseconds: its pull-up has wires to charge. */
export const RISE = 15_000;

/** A line of the matrix: one pin of the chip and what hangs on it. */
class Line {
  constructor(pin) {
    this.pin = pin;
    /** Whether something pulls it low now, and whether something was found that will. */
    this.isPulled = false;
    this.isDown = false;
    /** Prevents the rise that is under way, if one is. */
    this.cancelRise = null;
    /** What is wrong with it: `ground`, `high` (connected to the supply), `undriven` (the chip cannot pull it), or null. */
    this.fault = null;
    pin.setInputValue(false);
  }

  /** The chip means to pull it low. */
  get drivesLow() {
    return this.pin.outputEnable && !this.pin.outputValue;
  }

  /** Something on its own wire pulls it low. */
  get isLow() {
    return this.fault === 'ground' || (this.drivesLow && this.fault !== 'undriven');
  }

  /** What it is while nothing pulls it low. */
  get floats() {
    // Without its pull-up it counts as low, which no firmware can take for an empty board.
    return this.fault === 'high' || this.pin.pullupEnabled;
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
  /** All lines, in a list that is quick to walk. */
  #all;

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
    /** Pairs of lines that are connected to each other. */
    this.joints = [];
    this.lines = new Map();
    this.switches = new Map();
    for (const [point, { column, row }] of reeds) {
      this.switches.set(point, { point, column: this.#line(column), row: this.#line(row) });
    }
    this.rows = new Set([...this.switches.values()].map(({ row }) => row));
    this.#all = [...this.lines.values()];
    for (const line of this.#all) line.pin.addListener(() => this.#moved(line));
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

  /** The line of a column (`c`) or a row (`2`). */
  wire(name) {
    const isColumn = name >= 'a';
    const { column, row } = this.switches.get(isColumn ? `${name}1` : `a${name}`);
    return isColumn ? column : row;
  }

  /** Gives a wire a fault, see `Line`, or mends it with `null`. */
  spoil(name, fault) {
    this.wire(name).fault = fault;
    this.settle();
  }

  /** Connects wires to each other, or parts them. */
  join(names, isJoined = true) {
    const [first, ...others] = [...names].map((name) => this.wire(name));
    const isBetween = ([one, other]) => one === first && others.includes(other);
    this.joints = this.joints.filter((joint) => !isBetween(joint));
    if (isJoined) this.joints.push(...others.map((other) => [first, other]));
    this.settle();
  }

  /** Has the faults of another matrix that is wired alike. */
  inherit(lines, joints) {
    const own = ({ pin }) => this.lines.get(pin.index);
    for (const line of lines.values()) own(line).fault = line.fault;
    this.joints = joints.map((joint) => joint.map(own));
    this.settle();
  }

  /** Works out which lines are pulled low, and lets the others rise. */
  settle() {
    let changes = 0;
    const pull = (line) => {
      // Nothing in the matrix is stronger than the supply.
      if (line.isDown || line.fault === 'high') return;
      line.isDown = true;
      changes += 1;
    };
    const lines = this.#all;
    for (const line of lines) line.isDown = false;
    for (const line of lines) if (line.isLow) pull(line);
    // More than once, because a row that a bridged diode pulls low pulls columns down in turn.
    while (changes > 0) {
      changes = 0;
      for (const contact of this.closed) {
        if (contact.row.isDown) pull(contact.column);
        else if (contact.column.isDown && this.bridged.has(contact)) pull(contact.row);
      }
      for (const joint of this.joints) if (joint.some((line) => line.isDown)) joint.forEach(pull);
    }
    for (const line of lines) this.#pull(line, line.isDown);
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
        line.read(line.floats);
      });
    }
    line.isPulled = isPulled;
    line.read(!isPulled && line.cancelRise === null && line.floats);
  }

  /** The chip has changed what it does with a line. */
  #moved(line) {
    if (line.drivesHigh) this.#violation(`GP${line.pin.index} of the matrix is driven high`);
    if (line.drivesLow) {
      if (this.rows.has(line)) {
        this.strobes += 1;
        this.strobed = this.chip.now;
      }
      for (const other of this.#all) {
        if (other !== line && other.drivesLow) {
          this.#violation(`GP${other.pin.index} and GP${line.pin.index} of the matrix are low at once`);
        }
      }
    }
    this.settle();
  }

  #violation(what) {
    this.violations.push(`${what} at ${(this.chip.now / 1e6).toFixed(3)} ms`);
  }
}
