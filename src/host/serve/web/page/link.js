// The connection to the board: a feed of news, and requests for acts and console lines.
import { refused, said, text } from './texts.js';

/** The name of this page's hand; it survives a reload. */
export const HAND = (() => {
  const known = sessionStorage.getItem('hand');
  if (known) return known;
  const fresh = crypto.randomUUID().replaceAll('-', '');
  sessionStorage.setItem('hand', fresh);
  return fresh;
})();

async function post(path, body) {
  const response = await fetch(path, { method: 'POST', body, headers: { 'Content-Type': 'text/plain' } }).catch(() => {
    throw new Error(text('said.gone'));
  });
  const answer = await response.text();
  if (response.status === 409) throw new Error(said(JSON.parse(answer)));
  if (!response.ok) throw Object.assign(new Error(refused(`? ${answer.trim()}`)), { why: answer.trim() });
  return answer;
}

/** How long a page waits before it looks for a board that has gone, in milliseconds. */
const LOOKS_AGAIN = 500;

/** Subscribes to the feed; `handlers` has a function for each kind of news, and `lost(isLost)`. */
export function listen(handlers, isBusy) {
  let feed = null;
  let isNew = true;
  const hear = (line) => {
    const end = line.indexOf(' ');
    const [kind, data] = [line.slice(0, end), line.slice(end + 1)];
    handlers[kind](kind === 'frame' ? data : JSON.parse(data));
  };
  const open = () => {
    if (feed || document.hidden) return;
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/feed?hand=${HAND}${isNew ? '&new=yes' : ''}`);
    feed = socket;
    socket.onopen = () => {
      isNew = false;
      handlers.lost(false);
    };
    socket.onmessage = ({ data }) => data.trimEnd().split('\n').forEach(hear);
    socket.onclose = () => {
      // One that was let go is none that was lost.
      if (feed !== socket) return;
      feed = null;
      handlers.lost(true);
      setTimeout(open, LOOKS_AGAIN);
    };
  };
  const letGo = () => {
    const socket = feed;
    feed = null;
    socket?.close();
  };
  // What nobody sees need not be told, unless this page's hand holds a stone, which would be put back.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) open();
    else if (!isBusy()) letGo();
  });
  // A page that is kept for the way back comes back like a new one.
  addEventListener('pagehide', letGo);
  addEventListener('pageshow', open);
  open();
}

/** Has a record played by the rules; resolves with its turns and positions, and changes nothing. */
export const replay = async (record) => JSON.parse(await post('replay', record));

/** Sends a line to the console; resolves with its answer. */
export const say = (line) => post('console', line);

/** Sends acts in order: those that come while a request is under way go with the next. */
export class Acts {
  #waiting = [];
  #isSending = false;
  #arrived = 0;

  /** `refused(why)` is called when the hand cannot do an act, `settled()` when all requests have been answered. */
  constructor(refused, settled) {
    this.refused = refused;
    this.settled = settled;
  }

  /** Whether a table of this version shows everything that was done. */
  shownBy(version) {
    return !this.#isSending && this.#waiting.length === 0 && version >= this.#arrived;
  }

  /** Starts over after a reconnect: another board counts versions from the beginning. */
  forget() {
    this.#arrived = 0;
  }

  /** Queues acts that are done together or not at all. */
  do(...lines) {
    // A newer place of a sliding stone replaces one that was not sent yet.
    const last = this.#waiting.at(-1);
    if (lines.length === 1 && lines[0].startsWith('slide') && last?.[0].startsWith('slide')) this.#waiting.pop();
    this.#waiting.push(lines);
    this.#send();
  }

  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.shift();
      try {
        this.#arrived = Number(await post(`hand?hand=${HAND}`, lines.join('\n')));
      } catch (error) {
        this.refused(error.message);
      }
    }
    this.#isSending = false;
    this.settled();
  }
}
