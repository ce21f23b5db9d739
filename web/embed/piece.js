/* Describes a piece of a game: drawing, words, and a picture of its moves. */
import { movesPicture } from '../board/moves-picture.js';
import { piecePicture } from '../board/pieces.js';
import { h } from '../lib/dom.js';
import { COLORS } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { moveSentence } from '../lib/move-words.js';
import { pieceName, pieceTitle } from '../lib/piece-name.js';

/**
 * @param {HTMLElement} root
 * @param {Session} session
 * @param {{ options: import('./source.js').EmbedOptions, hasDrawings: boolean }} parts
 */
export function showPiece(root, session, { options, hasDrawings }) {
  const wanted = options.piece.toLowerCase(), types = session.types();
  const type = types.find(({ name }) => name === wanted)
    ?? types.find(({ letter }) => letter.toLowerCase() === wanted);
  if (type === undefined)
    throw new Error(t('{game} has no piece called “{piece}”.', { game: session.game.name,
      piece: options.piece }));
  const set = hasDrawings ? options.pieces : 'letters', sprite = '';
  const picture = movesPicture(session, type, { set, sprite });
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', t('Moves of the {piece}', { piece: pieceName(type) }));
  root.replaceChildren(h('figure', { class: 'piece apo-board' },
    h('figcaption', {}, COLORS.map(color => piecePicture({ ...type, color }, set, sprite)),
      h('strong', {}, pieceTitle(type)), h('span', {}, moveSentence(session, type))),
    picture));
}
