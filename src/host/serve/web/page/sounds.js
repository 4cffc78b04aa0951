// Sounds, off until they are asked for: a stone that lands, one that is taken, something wrong, and the end.

/** What each sounds like: tones one after another, each its pitch in hertz and how long it lasts, in seconds. */
const SOUNDS = {
  landing: [[210, 0.07]],
  capture: [[520, 0.05], [390, 0.06]],
  wrong: [[330, 0.14], [220, 0.2]],
  end: [[392, 0.14], [494, 0.14], [587, 0.3]],
};
/** How loud the loudest moment is. */
const VOLUME = 0.25;

const toggle = document.getElementById('sound');
let player = null;
/** What was heard of last: stones, and what the board has said. */
let before = null;
let said = null;

/** A browser lets nothing sound before somebody has touched the page. */
function wake() {
  if (!toggle.checked) return;
  player ??= new AudioContext();
  player.resume();
}

function play(name) {
  if (!toggle.checked || player?.state !== 'running') return;
  let at = player.currentTime;
  for (const [pitch, lasts] of SOUNDS[name]) {
    const tone = new OscillatorNode(player, { type: 'triangle', frequency: pitch });
    const volume = new GainNode(player, { gain: 0 });
    volume.gain.setValueAtTime(VOLUME, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
    tone.connect(volume).connect(player.destination);
    tone.start(at);
    tone.stop(at + lasts);
    at += lasts;
  }
}

/** Hears stones that land or go into the tray. */
export function hearTable({ stones, tray }) {
  const lies = tray.white + tray.black;
  if (before) {
    const lands = [...stones].some((stone, i) => stone !== '.' && stone !== before.stones[i]);
    if (lies > before.lies) play('capture');
    else if (lands) play('landing');
  }
  before = { stones, lies };
}

/** Hears what goes wrong, and what ends. */
export function hearWords({ phase, result }) {
  if (said && result && !said.result) play('end');
  else if (said && phase === 'wrong' && said.phase !== 'wrong') play('wrong');
  said = { phase, result };
}

toggle.checked = localStorage.getItem('sound') === 'on';
toggle.addEventListener('change', () => {
  localStorage.setItem('sound', toggle.checked ? 'on' : 'off');
  wake();
});
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, wake, true);
