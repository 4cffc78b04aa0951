// Loading: a record or a position is read by the rules, and looked at before anything changes.
import { replay, say } from './link.js';
import { text } from './texts.js';

const find = (id) => document.getElementById(id);
const dialog = find('load');

/** A position by itself is a record of no turn. */
const asRecord = (typed) => (/^\s*[wb1-9/]+\/[wb1-9]+ [wb]( capturer=\w+)?\s*$/.test(typed) ? `start ${typed.trim()}` : typed);

function complain(why) {
  find('load-error').textContent = why;
}

/** Connects its dialog: what was loaded is shown by `history`; `press` does what a button says, and asks before a game is lost. */
export function connectLoad(history, press) {
  find('open-load').addEventListener('click', () => {
    complain('');
    dialog.showModal();
  });
  find('load-file').addEventListener('change', async ({ target }) => {
    const [file] = target.files;
    if (file) find('load-text').value = await file.text();
    target.value = '';
  });
  dialog.querySelector('form').addEventListener('submit', async (event) => {
    if (event.submitter?.value === 'no') return;
    // Until it has been read the dialog stays, with all that was typed.
    event.preventDefault();
    try {
      const game = await replay(asRecord(find('load-text').value));
      dialog.close();
      history.load(game);
    } catch (error) {
      complain(text('load.error', { why: error.why ?? error.message }));
    }
  });
  find('loaded-play').addEventListener('click', () => {
    const { position, rules } = history.shown;
    press('begin', async () => {
      const answer = await say(`new ${position}`);
      if (/^\?/m.test(answer)) return answer;
      history.load(null);
      return say(`rules ${rules}`);
    });
  });
}
