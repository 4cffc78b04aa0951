// The console in its drawer: the board's line protocol.
import { refuse } from './controls.js';
import { say } from './link.js';

const MOST = 400;
const log = document.getElementById('log');
const line = document.getElementById('line');
const typed = [];
let recalled = 0;

/** Prints a line from or to the board. */
export function print(text) {
  const element = document.createElement('div');
  element.textContent = text;
  element.className = { '>': 'said', '*': 'event', '?': 'refused', '=': 'done' }[text[0]] ?? 'long';
  log.append(element);
  while (log.childElementCount > MOST) log.firstElementChild.remove();
  log.scrollTop = log.scrollHeight;
}

/** Empties the log. */
export function clear() {
  log.replaceChildren();
}

/** Sends lines one after another; skips those that begin like an answer or a comment of a scenario. */
async function sayAll(text) {
  for (const one of text.split(/[\r\n]+/)) {
    if (/^\s*($|[#=?*])|^ {2}/.test(one)) continue;
    try {
      await say(one);
    } catch (error) {
      refuse(error.message);
      return;
    }
  }
}

document.getElementById('typed').addEventListener('submit', (event) => {
  event.preventDefault();
  if (!line.value.trim()) return;
  typed.push(line.value);
  recalled = typed.length;
  sayAll(line.value);
  line.value = '';
});

line.addEventListener('paste', (event) => {
  const text = event.clipboardData?.getData('text') ?? '';
  if (!/[\r\n]/.test(text.trim())) return;
  event.preventDefault();
  sayAll(text);
});

line.addEventListener('keydown', (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  recalled = Math.min(Math.max(recalled + step, 0), typed.length);
  line.value = typed[recalled] ?? '';
});
