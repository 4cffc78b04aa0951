// The record and the position: copied, saved and loaded.
import { say } from './link.js';
import { text } from './texts.js';

/** The lines of a long answer, without the blanks before them. */
const lines = (answer) => answer.split('\n').filter((line) => line.startsWith('  ')).map((line) => `${line.slice(2)}\n`).join('');

async function copy(what, told) {
  await navigator.clipboard.writeText(what);
  told(text('record.copied'));
}

function save(what, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([what], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Connects the buttons; `told` shows a word about it. */
export function connectRecord(told) {
  const on = (id, does) => document.getElementById(id).addEventListener('click', () => does().catch((error) => told(error.message)));
  on('copy-record', async () => copy(lines(await say('record')), told));
  on('save-record', async () => save(lines(await say('record')), 'fanorona.txt'));
  on('copy-position', async () => copy((await say('position')).trim().replace(/^= /, ''), told));
}
