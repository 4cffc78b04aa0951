// Transcripts of the console, played on a board.

/** The longest wait that is played, in milliseconds; longer ones are cut to it, and the test says so. */
export const LONGEST = 20_000;

/** The most milliseconds after the end of a wait in which its decisions are told. */
const TELLING = 15;

/** The board's scans have a phase of their own: the milliseconds by which it may see something later than the board in memory. */
const SCAN = 2;

const KINDS = [
  [/^[=?]/, 'answer'],
  [/^\*/, 'event'],
  [/^ {2}/, 'part'],
];
const kindOf = (line) => KINDS.find(([pattern]) => pattern.test(line))?.[1] ?? 'input';

/** The commands of a transcript, each with the lines that are expected after it. */
export function parseScenario(text) {
  const exchanges = [];
  text.split('\n').forEach((raw, i) => {
    const line = raw.trimEnd();
    if (line === '' || line.startsWith('#')) return;
    if (kindOf(line) === 'input') exchanges.push({ number: i + 1, command: line, expected: [] });
    else if (exchanges.length > 0) exchanges.at(-1).expected.push(line);
    else throw new Error(`line ${i + 1}: an expectation before any command`);
  });
  return exchanges;
}

/** The command as it is played, and whether that is shorter than it says. */
export function shortened(command) {
  const short = command.replace(/\d{5,}$/, (span) => String(Math.min(Number(span), LONGEST)));
  return { command: short, isShorter: short !== command };
}

/**
 * What is not as expected after a command. As for the board in memory, kinds of lines that are not mentioned are not
 * compared, except that nothing is refused silently.
 */
export function differences({ number, command, expected }, said) {
  const mentioned = new Set(expected.map(kindOf));
  const got = said.filter((line) => mentioned.has(kindOf(line)));
  if (!mentioned.has('answer') && said.some((line) => line.startsWith('?'))) {
    return [`line ${number}: ${command} was refused: ${said.at(-1)}`];
  }
  const count = Math.max(expected.length, got.length);
  for (let i = 0; i < count; i++) {
    if (expected[i] !== got[i]) {
      return [`line ${number}: after ${command}\n  expected ${expected[i] ?? 'nothing more'}\n  got      ${got[i] ?? 'nothing'}`];
    }
  }
  return [];
}

/** Plays a transcript with `hands`; everything that is not as expected. */
export function playScenario(hands, text) {
  return parseScenario(text).flatMap((exchange) => {
    const said = hands.perform(shortened(exchange.command).command);
    const answer = said.pop();
    if (exchange.expected.some((line) => kindOf(line) === 'event')) {
      hands.idle(TELLING);
      said.push(...hands.board.console.take());
    }
    const found = differences(exchange, [...said, answer]);
    if (found.length === 0 || exchange.command !== 'cues') return found;
    hands.idle(SCAN);
    return differences(exchange, hands.perform(exchange.command));
  });
}
