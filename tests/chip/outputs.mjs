// A guard on all pins: outputs other than those of the board are never driven.

/** Notes every pin that is driven although it is not among `allowed`. */
export class Outputs {
  constructor(chip, allowed) {
    this.violations = [];
    const permitted = new Set(allowed);
    chip.mcu.gpio.forEach((pin, index) => {
      if (permitted.has(index)) return;
      pin.addListener(() => {
        if (pin.outputEnable) this.violations.push(`GP${index} is driven at ${(chip.now / 1e6).toFixed(3)} ms`);
      });
    });
  }
}
