// The lights, drawn from the LEDs' drive values, as seen through the ring around each stone.

const DIGITS = 6;
// The light of an LED is proportional to its drive value; that of a screen is not.
const GAMMA = 2.2;
// An LED in the wood is brighter than the screen around it: how much dim lights are raised for that.
const GLOW = 0.5;

/** Factor by which a light must get brighter before it is redrawn under reduced motion. */
const BRIGHTER = 1.25;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** A level as it is drawn, from 0 to 1. */
const glow = (level) => (level * (1 + GLOW)) / (1 + GLOW * level);

/** How the drive values r, g, b look: the colour at its brightest, and its level. */
function seen(r, g, b) {
  const most = Math.max(r, g, b);
  if (most === 0) return { colour: 'transparent', level: 0 };
  const part = (value) => Math.round(255 * (value / most) ** (1 / GAMMA));
  return { colour: `rgb(${part(r)} ${part(g)} ${part(b)})`, level: glow((most / 255) ** (1 / GAMMA)) };
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

  /** Takes the motions of the cues, which are drawn under reduced motion, and the brightness. */
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

  /** Puts all lights out: nobody knows what they would show. */
  dark() {
    this.#forget();
    for (const [i, button] of this.#board.buttons.entries()) this.#light(i, button.firstElementChild, [0, 0, 0]);
  }

  /** Under reduced motion, a light stays about as bright as it was at its brightest. */
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
