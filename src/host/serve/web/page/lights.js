// The lights as the LEDs are driven, seen through the ring around each stone.

const DIGITS = 6;
// LEDs answer in proportion to what drives them, screens do not.
const GAMMA = 2.2;

/** So much brighter is worth a change where nothing should change. */
const BRIGHTER = 1.25;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** What is driven with r, g, b: the colour at its full and how much of it the eye sees. */
function seen(r, g, b) {
  const most = Math.max(r, g, b);
  if (most === 0) return { colour: 'transparent', level: 0 };
  const part = (value) => Math.round(255 * (value / most) ** (1 / GAMMA));
  return { colour: `rgb(${part(r)} ${part(g)} ${part(b)})`, level: (most / 255) ** (1 / GAMMA) };
}

/** Shows frames on the lights of a board. */
export class Lights {
  #shown = [];
  #peaks = [];
  #brightness = '';
  #board;

  constructor(board) {
    this.#board = board;
    still.addEventListener('change', () => this.#forget());
  }

  /** Knows how the cues move, which is drawn where nothing may move, and how bright they are. */
  know(motions, brightness) {
    if (brightness !== this.#brightness) this.#forget();
    this.#brightness = brightness;
    for (const button of this.#board.buttons) button.dataset.motion = motions[button.dataset.cue] ?? '';
  }

  /** Shows a frame: six hexadecimal digits for each point. */
  show(frame) {
    for (const [i, button] of this.#board.buttons.entries()) {
      const digits = frame.slice(i * DIGITS, (i + 1) * DIGITS);
      const number = Number.parseInt(digits, 16);
      const rgb = [number >> 16, (number >> 8) & 255, number & 255];
      this.#light(i, button.firstElementChild, still.matches ? this.#peak(i, rgb, button.dataset.cue) : rgb);
    }
  }

  /** Where lights may not move, a light stays as bright as it was when it was about its brightest. */
  #peak(i, rgb, cue) {
    const sum = (values) => values.reduce((a, b) => a + b, 0);
    const before = this.#peaks[i];
    const isBrighter = before && sum(rgb) > BRIGHTER * sum(before.rgb);
    if (!before || before.cue !== cue || isBrighter) this.#peaks[i] = { cue, rgb };
    return cue ? this.#peaks[i].rgb : rgb;
  }

  #light(i, element, rgb) {
    const key = rgb.join();
    if (this.#shown[i] === key) return;
    this.#shown[i] = key;
    const { colour, level } = seen(...rgb);
    element.style.setProperty('--colour', colour);
    element.style.setProperty('--level', level.toFixed(3));
  }

  #forget() {
    this.#peaks = [];
  }
}
