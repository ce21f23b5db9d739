// Which drawing in the sprite shows a piece. Types are looked up by name; one without a drawing
// is shown by its letter.

const DRAWN = new Set(['archbishop', 'berolina', 'bishop', 'camel', 'cannon', 'champion',
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

/**
 * The drawing's name, or null.
 * @param {string} typeName
 */
export function pictureOf(typeName) {
  const name = typeName.toLowerCase();
  const picture = OTHER_NAMES[name] ?? name;
  return DRAWN.has(picture) ? picture : null;
}
