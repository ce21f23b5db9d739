/* Short sounds, synthesised rather than loaded. Silent unless switched on in the settings. */
import { settings } from '../lib/settings.js';

/** @type {AudioContext | null} */
let context = null;

// [frequency in Hz, start in s, length in s, loudness]
/** @type {{ [name: string]: number[][] }} */
const NOTES = {
  move: [[220, 0, 0.07, 0.25], [330, 0, 0.03, 0.1]],
  capture: [[150, 0, 0.09, 0.35], [110, 0.03, 0.1, 0.3]],
  check: [[660, 0, 0.09, 0.2], [880, 0.08, 0.12, 0.2]],
  end: [[440, 0, 0.18, 0.2], [550, 0.16, 0.18, 0.2], [660, 0.32, 0.3, 0.2]],
  ask: [[520, 0, 0.12, 0.2], [520, 0.18, 0.12, 0.2]],
  low: [[990, 0, 0.06, 0.15], [990, 0.12, 0.06, 0.15]],
};

/** @param {string} name */
export function sound(name) {
  if (!settings.get('sound') || !NOTES[name])
    return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, start, length, loudness] of NOTES[name]) {
    const tone = context.createOscillator(), volume = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(loudness, now + start);
    volume.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
