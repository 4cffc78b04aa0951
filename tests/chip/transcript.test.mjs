// What is compared with the robot's run, and that it can fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playTranscript, wrongLights } from './transcript.mjs';

test('a light must lie between the least and the most, and all others be dark', () => {
  const expected = { a1: [[1, 2, 3], [5, 2, 3]] };
  const wrong = (a1, b1 = [0, 0, 0]) => wrongLights(expected, new Map([['a1', a1], ['b1', b1]])).length;
  assert.equal(wrong([1, 2, 3]), 0);
  assert.equal(wrong([5, 2, 3]), 0);
  assert.equal(wrong([6, 2, 3]), 1);
  assert.equal(wrong([1, 1, 3]), 1);
  assert.equal(wrong([1, 2, 3], [0, 0, 1]), 1);
});

test('another event, position or cue is told', () => {
  const look = { commands: ['wait 1'], events: ['* turn a1b1'], position: '= p', cues: '= c', lights: {} };
  const play = (answers) => {
    const hands = { board: { lights: new Map([['a1', [0, 0, 0]]]) }, perform: (line) => answers[line] };
    return playTranscript(hands, [look]);
  };
  const good = { 'wait 1': ['* phase over', '* turn a1b1', '='], position: ['= p'], cues: ['= c'] };
  assert.deepEqual(play(good), { turns: 1, differences: [] });
  for (const wrong of [{ 'wait 1': ['='] }, { position: ['= q'] }, { cues: ['? c'] }, { cues: ['* takeback', '= c'] }]) {
    assert.equal(play({ ...good, ...wrong }).differences.length, 1, JSON.stringify(wrong));
  }
});
