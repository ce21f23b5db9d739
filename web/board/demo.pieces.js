// A contact sheet: all drawings with all marks, and the tablets of every piece of the games, on
// both colours of squares and on none, large and as small as on a phone. ?size=30 shows only that
// size.

import { loadRules } from '../lib/rules.js';
import { drawPiece, piecePicture } from './pieces.js';
import { svg } from './svg.js';

const GAMES = ['alert', 'modern', 'classic', 'apothecary2', 'prequel', 'grasshopper', 'shogi',
  'xiangqi', 'nightrider', 'torpedo', 'falcon', 'omega', 'tori-shogi'];
const wanted = Number(new URLSearchParams(location.search).get('size'));
const SIZES = wanted > 0 ? [wanted] : [60, 30];

/** @param {Piece} piece */
const squareOf = (piece, set, size, isDark) => svg('svg', { viewBox: '0 0 100 100', width: size,
  height: size, class: 'apo-picture', role: 'img', 'aria-label': `${piece.color} ${piece.name}` },
svg('rect', { class: `apo-square ${isDark ? 'dark' : 'light'}`, width: 100, height: 100 }),
drawPiece(piece, set));

function sized(picture, size) {
  picture.setAttribute('width', size);
  picture.setAttribute('height', size);
  return picture;
}

function row(title, type, set) {
  const line = document.createElement('div'), name = document.createElement('span');
  name.textContent = title;
  line.append(name, ...SIZES.flatMap(size => ['white', 'black'].flatMap(color =>
    [false, true].map(isDark => squareOf({ ...type, color }, set, size, isDark)))));
  return line;
}

const sprite = await (await fetch(new URL('../pieces.svg', import.meta.url))).text();
const names = [...sprite.matchAll(/id="w-([a-z-]+)"/g)].map(([, name]) => name);
const marks = names.filter(name => name.startsWith('mark-')).map(name => name.slice(5));
for (const body of names.filter(name => !name.startsWith('mark-'))) {
  const line = document.createElement('div');
  for (const picture of [body, ...marks.map(mark => `${body}-${mark}`)])
    line.append(...['white', 'black'].map((color, at) => squareOf({ color, name: picture,
      letter: '?', picture }, 'drawn', SIZES[0], at === 0)));
  document.getElementById('drawings').append(line);
  document.getElementById('bare').append(...['white', 'black'].map(color =>
    sized(piecePicture({ color, name: body, letter: '?', picture: body }), SIZES[0])));
}

const rules = await loadRules();
for (const id of GAMES) {
  const game = rules.open({ id }), heading = document.createElement('h3');
  heading.textContent = game.game.name;
  document.getElementById('moves').append(heading,
    ...game.types().map(type => row(type.name, type, 'moves')));
  document.getElementById('bare').append(...['white', 'black'].flatMap(color =>
    SIZES.map(size => sized(piecePicture({ ...game.types()[0], color }, 'moves'), size))));
  game.close();
}
document.body.dataset.isReady = 'yes';
