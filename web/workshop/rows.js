/* The rows of a start board: their text, and the places it stands for. Pure. */

/**
 * The places of a row: letters, ".", "*", and "+L" for promoted forms.
 * @param {string} row
 */
export const readRow = row => [...row.matchAll(/\d+|\+?[A-Za-z]['!]?|[.*]/g)]
  .flatMap(([part]) => (/\d/.test(part) ? Array.from({ length: Number(part) }, () => '.')
    : [part]));

/**
 * The same rows with another piece on a place ("." for none); `row` counts from the top. Rows that
 * do not change keep their text.
 * @param {string[]} rows
 * @param {number} row
 * @param {number} file
 * @param {string} piece
 */
export function withPiece(rows, row, file, piece) {
  const places = readRow(rows[row] ?? '');
  if (places[file] === undefined || places[file] === piece)
    return rows;
  places[file] = piece;
  return rows.map((text, i) => (i === row ? places.join('') : text));
}

/**
 * The rows for a board of another size: files come and go on the right, ranks in the middle.
 * @param {string[]} rows
 * @param {number} files
 * @param {number} more ranks; negative for fewer
 */
export function resized(rows, files, more) {
  const wide = rows.map(row => {
    const places = readRow(row);
    return places.length === files ? row
      : Array.from({ length: files }, (_, i) => places[i] ?? '.').join('');
  });
  const middle = Math.ceil(wide.length / 2);
  if (more >= 0)
    wide.splice(middle, 0, ...Array.from({ length: more }, () => '.'.repeat(files)));
  else
    wide.splice(middle - Math.ceil(-more / 2), -more);
  return wide;
}

/** @param {string} piece */
export const swapped = piece => (piece === piece.toUpperCase() ? piece.toLowerCase()
  : piece.toUpperCase());
