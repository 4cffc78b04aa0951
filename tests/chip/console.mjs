// Lines over USB: commands one way, answers and events the other.

/** Splits what the board says into lines and keeps answers and events apart. */
export class Console {
  constructor(host) {
    this.host = host;
    /** Called with every line. */
    this.onLine = () => {};
    /** All lines since the last `take`. */
    this.lines = [];
    this.rest = '';
    const decoder = new TextDecoder();
    host.onBytes = (bytes) => this.#receive(decoder.decode(Uint8Array.from(bytes), { stream: true }));
  }

  /** Sends a line. */
  send(line) {
    this.host.send(new TextEncoder().encode(`${line}\n`));
  }

  /** The lines that have come, which are forgotten then. */
  take() {
    return this.lines.splice(0);
  }

  /** Whether a command has been answered. */
  get isAnswered() {
    return this.lines.some((line) => /^[=?]/.test(line));
  }

  #receive(text) {
    const lines = (this.rest + text).split(/\r\n|\n|\r/);
    this.rest = lines.pop();
    for (const line of lines.filter((it) => it !== '')) {
      this.lines.push(line);
      this.onLine(line);
    }
  }
}
