// Figures in Markdown: each stands between two comments that no reader sees, as in `<!--figure KEY-->5.09 ms<!--/figure-->`.
import { FIGURES } from './declared.mjs';

/** A value as the documents write it. */
export function write(value, { unit, digits, per, step }) {
  const scaled = value / per;
  const rounded = step > 0 ? Math.round(scaled / step) * step : scaled;
  const [whole, fraction] = rounded.toFixed(digits).split('.');
  const number = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction ? `.${fraction}` : '');
  return unit ? `${number} ${unit}` : number;
}

/** The marks of a text: key, what is said, where it stands. `name` is for messages. Marks in code are examples. */
export function marks(text, name) {
  const blank = (code) => code.replace(/[^\n]/g, ' ');
  const visible = text.replace(/^```.*?^```/gms, blank).replace(/`[^`\n]*`/g, blank);
  const found = [];
  let open = null;
  for (const match of visible.matchAll(/<!--\s*(\/?)figure\b(.*?)-->/gs)) {
    const at = match.index;
    const end = at + match[0].length;
    const line = text.slice(0, at).split('\n').length;
    const fail = (why) => {
      throw new Error(`${name}:${line}: ${match[0]}: ${why}`);
    };
    if (match[1]) {
      if (!open) fail('ends a figure, and none has begun');
      const said = text.slice(open.end, at);
      if (said.includes('\n')) fail('must stand on the line on which the figure begins');
      found.push({ key: open.key, said, start: open.end, end: at, name, line });
      open = null;
    } else {
      if (open) fail(`the figure before it, ${open.key}, has no <!--/figure-->`);
      const key = match[2].trim();
      if (!/^[\w.-]+$/.test(key)) fail('takes one key, as in <!--figure KEY-->');
      if (!FIGURES[key]) fail('tests/figures/declared.mjs does not declare this key');
      open = { key, end, line };
    }
  }
  if (open) throw new Error(`${name}:${open.line}: the figure ${open.key} has no <!--/figure-->`);
  return found;
}

/** The text with every recorded value in its marks. */
export function fill(text, name, values) {
  let filled = '';
  let from = 0;
  for (const { key, start, end } of marks(text, name)) {
    if (!values.has(key)) continue;
    filled += text.slice(from, start) + write(values.get(key), FIGURES[key]);
    from = end;
  }
  return filled + text.slice(from);
}

/** What a mark says against what was measured: `same`, `differs`, `varies` with the machine, or `unmeasured`. */
export function compare({ key, said }, values) {
  if (!values.has(key)) return 'unmeasured';
  const { noise, per, unit } = FIGURES[key];
  if (said === write(values.get(key), FIGURES[key])) return 'same';
  const number = said.endsWith(unit) ? Number.parseFloat(said.replaceAll(',', '')) : NaN;
  const ratio = number / (values.get(key) / per);
  const isNoise = noise.factor > 1 && ratio <= noise.factor && ratio >= 1 / noise.factor;
  if (isNoise) return 'same';
  return noise.fails ? 'differs' : 'varies';
}
