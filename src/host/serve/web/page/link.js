// The connection to the board: a feed of news, and requests for acts and console lines.

/** The name of this page's hand; it survives a reload. */
export const HAND = (() => {
  const known = sessionStorage.getItem('hand');
  if (known) return known;
  const fresh = crypto.randomUUID().replaceAll('-', '');
  sessionStorage.setItem('hand', fresh);
  return fresh;
})();

async function post(path, body) {
  const response = await fetch(path, { method: 'POST', body, headers: { 'Content-Type': 'text/plain' } });
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim());
  return text;
}

/** Subscribes to the feed; `handlers` has a function for each kind of news, and `lost(isLost)`. */
export function listen(handlers, isBusy) {
  let feed = null;
  const open = () => {
    if (feed) return;
    feed = new EventSource(`feed?hand=${HAND}`);
    feed.onopen = () => handlers.lost(false);
    feed.onerror = () => {
      handlers.lost(true);
      // A browser gives up after some errors; the board may come back later.
      if (feed?.readyState === EventSource.CLOSED) {
        feed = null;
        setTimeout(open, 1000);
      }
    };
    feed.addEventListener('frame', ({ data }) => handlers.frame(data));
    for (const kind of ['table', 'words', 'line']) {
      feed.addEventListener(kind, ({ data }) => handlers[kind](JSON.parse(data)));
    }
  };
  // A browser allows six connections to a server for all pages together, so a hidden page closes its feed.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && !isBusy()) {
      feed?.close();
      feed = null;
    } else if (!document.hidden) {
      open();
    }
  });
  open();
}

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
