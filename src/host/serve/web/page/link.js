// The way to the board: a feed of what happens, and two doors for what is done.

/** This page's hand; it survives that the page is loaded again. */
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

/** Listens to the feed; `handlers` has a function for each kind of news, and `lost(isLost)`. */
export function listen(handlers, isBusy) {
  let feed = null;
  const open = () => {
    if (feed) return;
    feed = new EventSource(`feed?hand=${HAND}`);
    feed.onopen = () => handlers.lost(false);
    feed.onerror = () => {
      handlers.lost(true);
      // A browser gives up after some errors; a board that comes back should be seen.
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
  // A browser grants all pages of a board six connections together, so a page that nobody sees gives its own back.
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

/** Says a line to the console; resolves with its answer. */
export const say = (line) => post('console', line);

/** Does what hands do, in order: what comes while a request is on its way goes with the next one. */
export class Acts {
  #waiting = [];
  #isSending = false;
  #arrived = 0;

  /** `refused(why)` is called when the hand cannot do that, `settled()` when everything has been answered. */
  constructor(refused, settled) {
    this.refused = refused;
    this.settled = settled;
  }

  /** Whether a table of this version shows everything that was done. */
  shownBy(version) {
    return !this.#isSending && this.#waiting.length === 0 && version >= this.#arrived;
  }

  /** Begins anew with a board that may be another one, which counts from the beginning. */
  forget() {
    this.#arrived = 0;
  }

  /** Does these together or not at all. */
  do(...lines) {
    // A place that a sliding stone has left before it was told is no longer of interest.
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
