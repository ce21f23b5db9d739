// usage: node animation.test.mjs APOTHECARY [--only WORD]
// A game as an animated GIF: the file is read back by a decoder of its own, and by the browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { api, finish, newGame, person } from './support/world.mjs';
import { run, test } from './suite.mjs';
import { compress, encodeGif } from '../../web/board/gif.js';

/** LZW as GIF has it: codes of 9 bits at first, the lowest bit first. */
function decode(bytes) {
  let at = 0;
  const next = width => {
    let code = 0;
    for (let i = 0; i < width; i++, at++)
      code |= (bytes[at >> 3] >> (at & 7) & 1) << i;
    return code;
  };
  const out = [];
  let table = [], width = 9, before = null;
  for (;;) {
    const code = next(width);
    if (code === 257)
      return out;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, i) => [i]);
      width = 9;
      before = null;
      continue;
    }
    const word = table[code] ?? [...before, before[0]];
    out.push(...word);
    if (before !== null && table.length < 4096)
      table.push([...before, word[0]]);
    if (table.length === 1 << width && width < 12)
      width++;
    before = word;
  }
}

test('what is compressed is read back', () => {
  let seed = 1;
  const random = limit => (seed = seed * 48271 % 2147483647) % limit;
  for (const [length, colors] of [[1, 2], [5000, 1], [40000, 3], [60000, 256]]) {
    const indices = Uint8Array.from({ length }, () => random(colors));
    assert.deepEqual(Uint8Array.from(decode(compress(indices))), indices);
  }
});

/** A finished game of some moves; gives the page of it. */
async function finishedGame(player, variant = 'modern', move = 'e3e5') {
  await player.page.goto('/about');
  const { id } = await newGame(player.page,
    { variant, opponent: { kind: 'computer', level: 1 } });
  await api(player.page, `/api/games/${id}/moves`, { ply: 0, move });
  await api(player.page, `/api/games/${id}/resign`, {});
  await player.page.goto(`/game/${id}`);
  await player.page.waitForSelector('#board .apo-piece');
  return id;
}

test('a finished game offers its animation', async () => {
  const player = await person(), { page } = player;
  const id = await finishedGame(player);
  const [download] = await Promise.all([page.waitForEvent('download'),
    page.click('#animation-gif')]);
  assert.equal(download.suggestedFilename(), `${id}.gif`);
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.subarray(0, 6).toString(), 'GIF89a');
  assert.ok(bytes.length < 200000, `${bytes.length} bytes`);
  const size = await page.evaluate(async data => {
    const image = new Image();
    image.src = `data:image/gif;base64,${data}`;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, bytes.toString('base64'));
  assert.deepEqual(size, [320, 384]);
  await player.close();
});

test('the animation shows what is drawn on the board', async () => {
  const player = await person(), { page } = player;
  await finishedGame(player, 'xiangqi', 'a4a5');
  const [download] = await Promise.all([page.waitForEvent('download'),
    page.click('#animation-gif')]);
  const bytes = readFileSync(await download.path());
  const [water, land] = await page.evaluate(async data => {
    const image = new Image(), canvas = document.createElement('canvas');
    image.src = `data:image/gif;base64,${data}`;
    await image.decode();
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    // The river lies between the fifth and the sixth rank from below, 32 pixels each.
    return [160, 144].map(y => [...context.getImageData(48, y, 1, 1).data]);
  }, bytes.toString('base64'));
  assert.ok(water[2] > water[0], `${water} is blue`);
  assert.ok(land[2] < land[0], `${land} is not`);
  await player.close();
});

test('only what changes is drawn again', () => {
  const picture = at => {
    const data = new Uint8ClampedArray(4 * 64 * 64).fill(255);
    data.set([200, 30, 30], 4 * at);
    return { data, width: 64, height: 64 };
  };
  const one = encodeGif([picture(5)], [100]).length;
  const three = encodeGif([picture(5), picture(6), picture(6)], [100, 100, 100]).length;
  assert.ok(three - one < 80, `${three - one}`);
});

await run(finish);
