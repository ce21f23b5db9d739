// Animated GIFs: pictures with at most 256 colours, one after the other. Pure.

const COLORS = 256;
const BITS = 8;          // of a colour's index
const CODES = 4096;      // LZW codes have at most 12 bits
const BLOCK = 255;       // bytes of a data block
const GROSS = 4;         // bits of a channel by which colours are counted

/** @typedef {{ data: Uint8ClampedArray, width: number, height: number }} Pixels as ImageData */

/** The bucket of a pixel's colour. @param {Uint8ClampedArray} data @param {number} at */
const bucketOf = (data, at) => data[at] >> 8 - GROSS << 2 * GROSS
  | data[at + 1] >> 8 - GROSS << GROSS | data[at + 2] >> 8 - GROSS;

/**
 * The most frequent colours of some pictures, and the index of each bucket of colours.
 * @param {Pixels[]} pictures
 */
function paletteOf(pictures) {
  const size = 1 << 3 * GROSS, sums = new Float64Array(4 * size);
  for (const { data } of pictures)
    for (let at = 0; at < data.length; at += 4) {
      const bucket = 4 * bucketOf(data, at);
      for (let channel = 0; channel < 3; channel++)
        sums[bucket + channel] += data[at + channel];
      sums[bucket + 3]++;
    }
  const used = Array.from({ length: size }, (_, bucket) => bucket)
    .filter(bucket => sums[4 * bucket + 3] > 0);
  /** @param {number} bucket */
  const mean = bucket => [0, 1, 2].map(channel =>
    Math.round(sums[4 * bucket + channel] / sums[4 * bucket + 3]));
  const colors = [...used].sort((a, b) => sums[4 * b + 3] - sums[4 * a + 3]).slice(0, COLORS)
    .map(mean);
  const indices = new Uint8Array(size);
  for (const bucket of used)
    indices[bucket] = nearest(colors, mean(bucket));
  return { colors, indices };
}

/**
 * @param {number[][]} colors
 * @param {number[]} wanted
 */
function nearest(colors, wanted) {
  let best = 0, least = Infinity;
  for (const [index, color] of colors.entries()) {
    const distance = color.reduce((sum, each, i) => sum + (each - wanted[i]) ** 2, 0);
    if (distance < least) {
      best = index;
      least = distance;
    }
  }
  return best;
}

/** Bytes that grow. */
class Bytes {
  #bytes = new Uint8Array(65536);
  #length = 0;

  /** @param {ArrayLike<number>} more */
  add(more) {
    while (this.#length + more.length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(more, this.#length);
    this.#length += more.length;
  }

  /** @param {string} text */
  text(text) {
    this.add([...text].map(letter => letter.charCodeAt(0)));
  }

  /** @param {number[]} numbers of 16 bits */
  words(...numbers) {
    this.add(numbers.flatMap(number => [number & 255, number >> 8]));
  }

  get all() {
    return this.#bytes.slice(0, this.#length);
  }
}

/**
 * The indices compressed by LZW.
 * @param {Uint8Array} indices
 */
export function compress(indices) {
  const out = new Bytes(), clear = 1 << BITS, end = clear + 1;
  /** @type {Map<number, number>} */
  let known = new Map();
  let width = BITS + 1, next = end + 1, held = 0, heldBits = 0;
  /** @param {number} code */
  const put = code => {
    held |= code << heldBits;
    heldBits += width;
    for (; heldBits >= 8; heldBits -= 8, held >>>= 8)
      out.add([held & 255]);
  };
  put(clear);
  let prefix = indices[0];
  for (let at = 1; at < indices.length; at++) {
    const pair = prefix << BITS | indices[at], code = known.get(pair);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    if (next < CODES) {
      known.set(pair, next);
      if (next === 1 << width)
        width++;
      next++;
    } else {
      put(clear);
      known = new Map();
      width = BITS + 1;
      next = end + 1;
    }
    prefix = indices[at];
  }
  put(prefix);
  put(end);
  if (heldBits > 0)
    out.add([held & 255]);
  return out.all;
}

/**
 * The smallest box in which two pictures differ; one pixel if they do not.
 * @param {Uint8Array} before
 * @param {Uint8Array} after
 * @param {number} width
 */
function changedBox(before, after, width) {
  let left = width, right = -1, top = -1, bottom = -1;
  for (let at = 0; at < after.length; at++) {
    if (before[at] === after[at])
      continue;
    const x = at % width, y = (at - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = top < 0 ? y : top;
    bottom = y;
  }
  return right < 0 ? { x: 0, y: 0, w: 1, h: 1 }
    : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

/**
 * The file: all pictures have the size of the first, each is shown for `pauses[i]` hundredths of a
 * second, and then it begins again.
 * @param {Pixels[]} pictures
 * @param {number[]} pauses
 */
export function encodeGif(pictures, pauses) {
  const [{ width, height }] = pictures, out = new Bytes();
  const { colors, indices } = paletteOf(pictures);
  out.text('GIF89a');
  out.words(width, height);
  out.add([0x80 | BITS - 1, 0, 0]); // a palette for all pictures
  for (let i = 0; i < COLORS; i++)
    out.add(colors[i] ?? [0, 0, 0]);
  out.add([0x21, 0xff, 11]);
  out.text('NETSCAPE2.0');
  out.add([3, 1, 0, 0, 0]); // for ever
  let before = new Uint8Array(0);
  for (const [number, { data }] of pictures.entries()) {
    const now = new Uint8Array(width * height);
    for (let at = 0; at < now.length; at++)
      now[at] = indices[bucketOf(data, 4 * at)];
    const { x, y, w, h } = number === 0 ? { x: 0, y: 0, w: width, h: height }
      : changedBox(before, now, width);
    out.add([0x21, 0xf9, 4, 1 << 2]); // keeps the parts that are not redrawn
    out.words(pauses[number]);
    out.add([0, 0, 0x2c]);
    out.words(x, y, w, h);
    out.add([0, BITS]);
    const part = new Uint8Array(w * h);
    for (let row = 0; row < h; row++)
      part.set(now.subarray((y + row) * width + x, (y + row) * width + x + w), row * w);
    const packed = compress(part);
    for (let at = 0; at < packed.length; at += BLOCK) {
      const block = packed.subarray(at, at + BLOCK);
      out.add([block.length]);
      out.add(block);
    }
    out.add([0]);
    before = now;
  }
  out.add([0x3b]);
  return out.all;
}
