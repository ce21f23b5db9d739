// Which drawing in the sprite shows a piece. Types are looked up by name; one without a drawing
// is shown by its letter.

export const DRAWN = new Set(['archbishop', 'berolina', 'bishop', 'camel', 'cannon', 'champion',
  'chancellor',
  'checker', 'dragon', 'elephant', 'griffin', 'joker', 'kangaroo', 'king', 'knight', 'knightrider',
  'mameluk', 'mortar', 'osprey', 'pawn', 'queen', 'rook', 'sangoma', 'unicorn', 'valkyrie', 'varan',
  'vulture', 'warlock', 'wizard', 'zebra']);

/** @type {{ [name: string]: string }} */
const OTHER_NAMES = {
  'berolina pawn': 'berolina',
  'siege elephant': 'elephant',
  princess: 'archbishop', cardinal: 'archbishop', janus: 'archbishop',
  empress: 'chancellor', marshall: 'chancellor', marshal: 'chancellor',
  nightrider: 'knightrider', horse: 'knight', chariot: 'rook', soldier: 'pawn', jester: 'joker',
  hawk: 'osprey',
};

const MARKED_SHARE = 0.88; // of a square: the drawing below a mark
const SIZE = 100;

/**
 * The symbols of the sprite that show a piece, without their side: { symbol, x, y, size }. Null: it
 * has no drawing.
 * @param {{ name: string, picture?: string }} type
 */
export function symbolsOf({ name, picture = '' }) {
  const [body, mark] = picture.split('-');
  const symbol = body || pictureOf(name), size = Math.round(SIZE * MARKED_SHARE);
  if (symbol === null || !DRAWN.has(symbol))
    return null;
  return mark === undefined ? [{ symbol, x: 0, y: 0, size: SIZE }]
    : [{ symbol, x: 0, y: SIZE - size, size }, { symbol: `mark-${mark}`, x: 0, y: 0, size: SIZE }];
}

/**
 * The drawing's name, or null.
 * @param {string} typeName
 */
export function pictureOf(typeName) {
  const name = typeName.toLowerCase();
  const picture = OTHER_NAMES[name] ?? name;
  return DRAWN.has(picture) ? picture : null;
}
