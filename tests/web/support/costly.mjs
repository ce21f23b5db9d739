// Games on 16x16 that are expensive to compile.

/**
 * The definition of one with `count` pieces, at most 25, that all move as `moves` says.
 * @param {string} moves XBetza
 */
export function costly(moves, count) {
  const letters = 'ABCDEFGHIJLMNOPQRSTUVWXYZ'.slice(0, count);
  const row = [...Array(16).keys()].map(i => (i === 8 ? 'K' : letters[i % count])).join('');
  return ['[game]', 'name = Costly', '[board]', 'files = 16', 'ranks = 16', '[pieces]',
    'K = king, K, royal', ...[...letters].map((letter, i) => `${letter} = piece ${i}, ${moves}`),
    '[setup]', 'board =', row.toLowerCase(), ...Array(14).fill('.'.repeat(16)), row,
    ''].map((line, i, all) => (i > all.indexOf('board =') ? `    ${line}` : line)).join('\n');
}
