/* The two players above and below the board: names, notes, and where their clocks are shown. */
import { byId, nameLink } from '../lib/dom.js';
import { colorName, otherColor, playerName } from '../lib/format.js';
import { t } from '../lib/i18n.js';

/**
 * @param {PageElement} root with the players' ratings in its data
 * @param {Game} game
 * @param {{ bottom: Color, turn: Color, clocks: import('./clocks.js').Clocks,
 *   taken: (side: Color) => HTMLElement | null }} parts `taken`: what that side has lost
 */
export function showPlayers(root, game, { bottom, turn, clocks, taken }) {
  /** @type {Partial<BySide<HTMLElement>>} */
  const places = {};
  /** @type {[Color, PageElement][]} */
  const players = [[bottom, byId('player-bottom')], [otherColor(bottom), byId('player-top')]];
  for (const [color, element] of players) {
    const player = game[color] ?? {};
    element.querySelector('.presence').classList.toggle('is-online', Boolean(player.is_online));
    element.querySelector('.player-name').replaceChildren(nameLink(player,
      playerName(player, color)));
    const note = [[colorName(color), noteOn(game, color)].filter(Boolean).join(', '),
      root.dataset[`${color}Rating`]].filter(Boolean).join(' · ');
    element.querySelector('.player-note').replaceChildren(note,
      ...[taken(otherColor(color))].filter(pieces => pieces !== null));
    element.classList.toggle('is-turn', game.status === 'playing' && turn === color);
    places[color] = element.querySelector('.player-clock');
  }
  clocks.place(places);
}

/**
 * @param {Game} game
 * @param {Color} color
 */
function noteOn(game, color) {
  const player = game[color] ?? {};
  return restWords(game, color) || (color === game.you ? t('you')
    // After the game it matters to nobody, and leaves no space for what the rating has become.
    : player.is_online === false && player.kind !== 'open' && game.status !== 'finished'
      ? t('away') : '');
}

/**
 * A correspondence clock can be paused although it is its player's turn.
 * @param {Game} game
 * @param {Color} color
 */
function restWords({ clock }, color) {
  if (clock[color]?.is_on_vacation)
    return t('on vacation');
  return clock.is_resting && clock.running === color ? t('weekend') : '';
}
