/* Formats numbers and codes for people. */
import { mark, t, tn } from './i18n.js';

/** Both sides, White first. */
export const COLORS = /** @type {Color[]} */ (['white', 'black']);

/**
 * A time in the largest unit that fits: "10 days", "12 h", "90 min".
 * @param {number} ms
 */
function spanWords(ms) {
  const minutes = Math.round(ms / 60000);
  if (minutes >= 1440 && minutes % 1440 === 0)
    return tn('{n} day', '{n} days', minutes / 1440);
  return minutes >= 60 && minutes % 60 === 0 ? t('{n} h', { n: minutes / 60 })
    : t('{n} min', { n: minutes });
}

/** @param {Clock} clock */
function stockWords(clock) {
  const parts = [t('{time} in stock', { time: spanWords(clock.spare_ms) })];
  if (clock.grace_ms > 0)
    parts.push(t('{time} a move free', { time: spanWords(clock.grace_ms) }));
  if (clock.extra_ms > 0)
    parts.push(t('+ {time} a move', { time: spanWords(clock.extra_ms) }));
  if (clock.bonus_ms > 0)
    parts.push(t('+ {time} within {within}',
      { time: spanWords(clock.bonus_ms), within: spanWords(clock.within_ms) }));
  if (clock.cap_ms > 0)
    parts.push(t('at most {time}', { time: spanWords(clock.cap_ms) }));
  return parts.join(', ');
}

/**
 * True for correspondence clocks.
 * @param {Clock | null | undefined} clock
 */
export const isSlow = clock => clock?.kind === 'days' || clock?.kind === 'stock';

/**
 * True if help is allowed in the game: it is unrated and against the computer.
 * @param {Game} game
 */
export function mayHelp(game) {
  const other = game.you === 'white' ? game.black : game.you === 'black' ? game.white : null;
  return other?.kind === 'computer' && !game.rated && game.status === 'playing';
}

/**
 * A clock as the server describes it: "15 + 10", "3 days a move", "no clock".
 * @param {Clock | null | undefined} clock
 */
export function clockWords(clock) {
  if (!clock || clock.kind === 'none')
    return t('no clock');
  if (clock.kind === 'stock')
    return stockWords(clock);
  if (clock.kind === 'days')
    return tn('{n} day a move', '{n} days a move', clock.days);
  return `${minuteWords(clock.base_ms)} + ${Math.round(clock.increment_ms / 1000)}`;
}

/** @param {number} ms */
export function minuteWords(ms) {
  const value = ms / 60000;
  return { 0.25: '¼', 0.5: '½', 0.75: '¾', 1.5: '1½' }[value]
    ?? String(Math.round(value * 100) / 100);
}

/**
 * The remaining time, as a clock shows it.
 * @param {number} ms
 */
export function leftWords(ms, isDays = false) {
  const left = Math.max(0, ms);
  if (isDays || left >= 86400000) {
    const days = Math.floor(left / 86400000);
    const hours = Math.floor(left / 3600000) % 24;
    if (days > 0)
      return `${tn('{n} day', '{n} days', days)} ${t('{n} h', { n: hours })}`;
  }
  const seconds = Math.floor(left / 1000);
  const hours = Math.floor(seconds / 3600);
  /** @param {number} number */
  const two = number => String(number).padStart(2, '0');
  if (hours > 0)
    return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (left < 10000)
    return `0:${two(seconds)}.${Math.floor(left / 100) % 10}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/**
 * The remaining time in its largest unit, for lists.
 * @param {number} ms
 */
export function restWords(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60000));
  if (minutes >= 1440)
    return tn('{n} day', '{n} days', Math.floor(minutes / 1440));
  return minutes >= 60 ? tn('{n} hour', '{n} hours', Math.floor(minutes / 60))
    : t('{n} min', { n: minutes });
}

/**
 * Like leftWords, for screen readers.
 * @param {number} ms
 */
export function leftSpoken(ms) {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  /** @type {[number, (count: number) => string][]} */
  const parts = [[Math.floor(seconds / 86400), count => tn('{n} day', '{n} days', count)],
    [Math.floor(seconds / 3600) % 24, count => tn('{n} hour', '{n} hours', count)],
    [Math.floor(seconds / 60) % 60, count => tn('{n} minute', '{n} minutes', count)],
    [seconds % 60, count => tn('{n} second', '{n} seconds', count)]];
  const words = parts.filter(([count]) => count > 0).slice(0, 2).map(([count, say]) => say(count));
  return words.join(' ') || t('no time');
}

/**
 * A start: "start 17", "brouhaha-joker, start 3", "own position".
 * @param {Start | null | undefined} start
 */
export function startWords(start) {
  if (!start)
    return '';
  /** @type {string[]} */
  const words = [];
  if (start.name)
    words.push(start.name);
  if (start.number)
    words.push(t('start {number}', { number: start.number }));
  if (words.length === 0)
    words.push(t('custom position'));
  if (start.handicap)
    words.push(t('odds {odds}', { odds: start.handicap }));
  return words.join(', ');
}

/** @param {Color | string | null | undefined} color */
export const colorName = color => (color === 'white' ? t('White') : t('Black'));
/**
 * @param {Color | string | null | undefined} color
 * @returns {Color}
 */
export const otherColor = color => (color === 'white' ? 'black' : 'white');

/**
 * Whose move it is.
 * @param {Color | string} color
 * @param {boolean} [isCheck]
 */
export function turnWords(color, isCheck) {
  if (color === 'white')
    return isCheck ? t('White to move, in check') : t('White to move');
  return isCheck ? t('Black to move, in check') : t('Black to move');
}

/**
 * Describes an offer to the player who receives it.
 * @param {string} what
 * @param {Color | string} by
 */
export function offerWords(what, by) {
  const isWhite = by === 'white';
  return {
    draw: isWhite ? t('White offers a draw') : t('Black offers a draw'),
    'advantage-white': isWhite ? t('White offers to end the game with an advantage for White')
      : t('Black offers to end the game with an advantage for White'),
    'advantage-black': isWhite ? t('White offers to end the game with an advantage for Black')
      : t('Black offers to end the game with an advantage for Black'),
    takeback: isWhite ? t('White asks to take back a move') : t('Black asks to take back a move'),
  }[what] ?? what;
}

/**
 * A display name: that of an account, or one of the server's two names for other players,
 * translated. These contain a space, which no account name does.
 * @param {string} name
 */
export function personName(name) {
  const [, number] = /^Guest (\d+)$/.exec(name) ?? [];
  if (number)
    return t('Guest {number}', { number });
  return name === 'deleted account' ? t('deleted account') : name;
}

/**
 * The player of a side, for display: a name, or words in place of one.
 * @param {Player | null | undefined} player
 * @param {Color | string} [color]
 */
export function playerName(player, color) {
  if (player?.kind === 'computer')
    return t('Computer, level {level}', { level: player.level });
  return player?.name ? personName(player.name) : (player?.kind === 'open' ? t('Nobody yet')
    : colorName(color));
}

const RESULTS = [mark('Black wins'), mark('Advantage to Black'), mark('A draw'),
  mark('Advantage to White'),
  mark('White wins')];
// The same results from the player's own point of view.
const OWN_RESULTS = [mark('You lost'), mark('Advantage to your opponent'), mark('A draw'),
  mark('Advantage to you'), mark('You won')];
/** @type {{ [name: string]: string }} */
const REASONS = {
  mate: mark('checkmate'),
  stalemate: mark('no legal move is left'),
  bare: mark('both kings are bare'),
  repetition: mark('the position has been repeated too often'),
  movecount: mark('too many moves without a capture or a pawn move'),
  goal: mark('the goal is reached'),
  extinction: mark('the last decisive piece is gone'),
  checks: mark('the king has been checked too often'),
  bikjang: mark('the kings face each other'),
  dead: mark('no sequence of moves leads to mate'),
  passes: mark('both sides have passed'),
  resignation: mark('the other side has resigned'),
  agreement: mark('the players agree'),
  time: mark('the time is up'),
  abandoned: mark('the other side has left the game'),
  silence: mark('the other side has not moved for half a year'),
};

// Reasons for a loss, addressed to the player who lost.
/** @type {{ [name: string]: string }} */
const OWN_REASONS = {
  resignation: mark('you have resigned'),
  abandoned: mark('you have left the game'),
  silence: mark('you have not moved for half a year'),
};

/**
 * A result alone: "Advantage to White".
 * @param {number} quarters White's, 0 to 4
 */
export const resultName = quarters => t(RESULTS[quarters]);

/**
 * A result as a sentence in the page's language; events have it only in English. For a player it is
 * worded from their side: "You won: checkmate".
 * @param {GameResult} result
 * @param {Color | string | null} [you] the side of the person addressed; null for a spectator
 */
export function resultWords(result, you = null) {
  const { reason, white_quarters: quarters } = result;
  const known = REASONS[reason];
  if (quarters === null || quarters === undefined || known === undefined)
    return result.words;
  if (you !== 'white' && you !== 'black')
    return t('{result}: {reason}', { result: t(RESULTS[quarters]), reason: t(known) });
  const own = you === 'white' ? quarters : 4 - quarters;
  return t('{result}: {reason}', { result: t(OWN_RESULTS[own]),
    reason: t(own === 0 ? OWN_REASONS[reason] ?? known : known) });
}

/** @param {Color | string} by */
export const declineWords = by => (by === 'white' ? t('White declines.') : t('Black declines.'));

/**
 * The score of a result: "1-0", "¾-¼".
 * @param {GameResult | null | undefined} result
 */
export function scoreWords(result) {
  if (!result || result.white_quarters === null || result.white_quarters === undefined)
    return '';
  /** @param {number} quarters */
  const part = quarters => ['0', '¼', '½', '¾', '1'][quarters];
  return `${part(result.white_quarters)}–${part(4 - result.white_quarters)}`;
}
