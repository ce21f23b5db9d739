/* Short wooden sounds, synthesised by this script: a knock is a few decaying tones and a little
 * noise. They are soft, start softly, and are silent until the reader has touched the page. */
import { settings } from '../lib/settings.js';

/** @type {AudioContext | null} */
let context = null;
/** @type {Map<string, AudioBuffer>} */
const buffers = new Map();

const ATTACK_S = 0.004; // a sound that starts at full volume clicks and startles
const LOUDEST = 0.25;   // of 1
const TAIL = 6;         // a tone is cut after this many decay times (to 1/e)
// The tones of a struck piece of wood, relative to the lowest: [pitch, loudness, duration].
const WOOD = [[1, 1, 1], [2.76, 0.45, 0.55], [5.4, 0.2, 0.3]];
const BELL = [[1, 1, 1], [2, 0.25, 0.6], [3, 0.1, 0.4]];

/**
 * [when in s, lowest tone in Hz, s until it has fallen to 1/e, loudness, noise, tones].
 * @type {{ [name: string]: [number, number, number, number, number, number[][]][] }}
 */
const SOUNDS = {
  move: [[0, 310, 0.022, 0.7, 0.25, WOOD]],
  capture: [[0, 230, 0.026, 0.9, 0.35, WOOD], [0.045, 300, 0.02, 0.5, 0.2, WOOD]],
  check: [[0, 310, 0.022, 0.6, 0.25, WOOD], [0.05, 784, 0.07, 0.35, 0, BELL]],
  end: [[0, 392, 0.12, 0.4, 0, BELL], [0.14, 494, 0.12, 0.4, 0, BELL],
    [0.28, 587, 0.18, 0.45, 0, BELL]],
  ask: [[0, 523, 0.07, 0.35, 0, BELL], [0.16, 523, 0.07, 0.35, 0, BELL]],
};

export const NAMES = Object.keys(SOUNDS);

/**
 * The sound as samples between -1 and 1; always the same ones.
 * @param {string} name
 * @param {number} rate samples a second
 */
export function waveOf(name, rate) {
  const knocks = SOUNDS[name];
  const length = Math.max(...knocks.map(([at, , fall]) => at + TAIL * fall));
  const wave = new Float32Array(Math.ceil(length * rate));
  let seed = 1;
  for (const [at, pitch, fall, loudness, noise, tones] of knocks)
    for (let i = Math.ceil(at * rate); i < wave.length; i++) {
      const time = i / rate - at;
      let value = 0;
      for (const [multiple, part, lasting] of tones)
        value += part * Math.exp(-time / (fall * lasting))
          * Math.sin(2 * Math.PI * pitch * multiple * time);
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      value += noise * Math.exp(-time / 0.004) * (seed / 2 ** 31 - 1);
      wave[i] += LOUDEST * loudness * Math.min(1, time / ATTACK_S) * value
        * Math.min(1, (wave.length - i) / (ATTACK_S * rate));
    }
  return wave;
}

let playing = 0;

/** @param {string} name */
export function sound(name) {
  if (!settings.get('sound') || !SOUNDS[name] || !navigator.userActivation?.hasBeenActive)
    return;
  context ??= new AudioContext();
  const known = buffers.get(name);
  const wave = known ? null : waveOf(name, context.sampleRate);
  const buffer = known ?? context.createBuffer(1, wave?.length ?? 0, context.sampleRate);
  if (wave) {
    buffer.copyToChannel(wave, 0);
    buffers.set(name, buffer);
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  playing++;
  source.onended = () => {
    if (--playing === 0)
      context?.suspend(); // a running context costs power
  };
  context.resume();
  source.start();
}
