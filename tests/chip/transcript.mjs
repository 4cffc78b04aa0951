// What a robot did and what a board must show for it; tests/robot/transcript.rs writes it.

const DARK = [[0, 0, 0], [0, 0, 0]];

/** The points whose light is not between the least and the most that is expected. */
export function wrongLights(expected, lights) {
  return [...lights].flatMap(([point, colour]) => {
    const [least, most] = expected[point] ?? DARK;
    const isRight = colour.every((value, i) => value >= least[i] && value <= most[i]);
    return isRight ? [] : [`${point} is ${colour}, not from ${least} to ${most}`];
  });
}

/** Does with `hands` what the robot did; how many turns the board told, and all that is not as expected. */
export function playTranscript(hands, looks, onLook = () => {}) {
  const differences = [];
  let turns = 0;
  looks.forEach((look, i) => {
    const said = look.commands.flatMap((command) => hands.perform(command));
    const lights = wrongLights(look.lights, hands.board.lights);
    const [position, cues] = ['position', 'cues'].map((question) => hands.perform(question));
    const events = [...said, ...position, ...cues].filter((line) => /^\*/.test(line) && !line.startsWith('* phase'));
    turns += events.filter((line) => line.startsWith('* turn')).length;
    const note = (what, expected, got) => {
      if (expected === got) return;
      const after = look.commands.join(', ');
      differences.push(`look ${i + 1}, ${what}: expected ${expected}, got ${got}; after ${after}`);
    };
    note('events', look.events.join(' '), events.join(' '));
    note('position', look.position, position.at(-1));
    note('cues', look.cues, cues.at(-1));
    note('lights', '', lights.join('; '));
    onLook(look);
  });
  return { turns, differences };
}
