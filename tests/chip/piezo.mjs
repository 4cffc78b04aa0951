// A piezo at a pin: which pitches it is given, and for how long.

/** Two notes are parted where the pitch changes by more than this share, or by a pause longer than this, in ns. */
const SHARE = 0.02;
const PAUSE = 20e6;

/** Listens to a pin from now on. */
export class Piezo {
  constructor(chip, index) {
    this.pin = chip.mcu.gpio[index];
    /** The moments at which it went high, in ns. */
    this.edges = [];
    let was = this.isHigh;
    this.pin.addListener(() => {
      const is = this.isHigh;
      if (is && !was) this.edges.push(chip.now);
      was = is;
    });
  }

  get isHigh() {
    return this.pin.outputEnable && this.pin.outputValue;
  }

  /** The notes since it was last asked: pitch in hertz, and length in milliseconds. */
  take() {
    const edges = this.edges.splice(0);
    const notes = [];
    for (let i = 1; i < edges.length; i++) {
      const period = edges[i] - edges[i - 1];
      if (period > PAUSE) {
        notes.push(null);
        continue;
      }
      const last = notes.at(-1);
      if (last && Math.abs(period - last.total / last.periods) < SHARE * period) {
        last.total += period;
        last.periods += 1;
      } else {
        notes.push({ total: period, periods: 1 });
      }
    }
    // A single period lies between two notes.
    return notes
      .filter((note) => note && note.periods > 1)
      .map(({ total, periods }) => ({ hertz: (periods * 1e9) / total, lasts: total / 1e6 }));
  }
}
