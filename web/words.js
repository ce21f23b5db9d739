/* Numbers and codes in words. */

const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** So much time in the largest units that fit: "10 days", "12 h", "90 min". */
export function spanWords(ms) {
  const minutes = Math.round(ms / 60000);
  if (minutes >= 1440 && minutes % 1440 === 0)
    return plural(minutes / 1440, 'day');
  return minutes >= 60 && minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

function stockWords(clock) {
  const parts = [`${spanWords(clock.spare_ms)} in stock`];
  if (clock.grace_ms > 0)
    parts.push(`${spanWords(clock.grace_ms)} a move free`);
  if (clock.extra_ms > 0)
    parts.push(`+ ${spanWords(clock.extra_ms)} a move`);
  if (clock.bonus_ms > 0)
    parts.push(`+ ${spanWords(clock.bonus_ms)} within ${spanWords(clock.within_ms)}`);
  if (clock.cap_ms > 0)
    parts.push(`at most ${spanWords(clock.cap_ms)}`);
  return parts.join(', ');
}

/** True for clocks of correspondence. */
export const isSlow = clock => clock?.kind === 'days' || clock?.kind === 'stock';

/** A clock as the server describes it: "15 + 10", "3 days a move", "no clock". */
export function clockWords(clock) {
  if (!clock || clock.kind === 'none')
    return 'no clock';
  if (clock.kind === 'stock')
    return stockWords(clock);
  if (clock.kind === 'days')
    return clock.days === 1 ? '1 day a move' : `${clock.days} days a move`;
  return `${minutes(clock.base_ms)} + ${Math.round(clock.increment_ms / 1000)}`;
}

function minutes(ms) {
  const value = ms / 60000;
  return { 0.25: '¼', 0.5: '½', 0.75: '¾', 1.5: '1½' }[value] ?? String(Math.round(value * 100) / 100);
}
export { minutes as minuteWords };

/** Time that is left, as a clock shows it. */
export function leftWords(ms, isDays = false) {
  const left = Math.max(0, ms);
  if (isDays || left >= 86400000) {
    const days = Math.floor(left / 86400000);
    const hours = Math.floor(left / 3600000) % 24;
    if (days > 0)
      return `${plural(days, 'day')} ${hours} h`;
  }
  const seconds = Math.floor(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const two = number => String(number).padStart(2, '0');
  if (hours > 0)
    return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (left < 10000)
    return `0:${two(seconds)}.${Math.floor(left / 100) % 10}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** The same, to be read aloud. */
export function leftSpoken(ms) {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const parts = [[Math.floor(seconds / 86400), 'day'], [Math.floor(seconds / 3600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'], [seconds % 60, 'second']];
  const words = parts.filter(([count]) => count > 0).slice(0, 2).map(([count, word]) => plural(count, word));
  return words.join(' ') || 'no time';
}

/** A start: "start 17", "brouhaha-joker, start 3", "own position". */
export function startWords(start) {
  if (!start)
    return '';
  const words = [];
  if (start.name)
    words.push(start.name);
  if (start.number)
    words.push(`start ${start.number}`);
  if (words.length === 0)
    words.push('own position');
  if (start.handicap)
    words.push(`odds ${start.handicap}`);
  return words.join(', ');
}

export const colorName = color => (color === 'white' ? 'White' : 'Black');
export const otherColor = color => (color === 'white' ? 'black' : 'white');

/** What is offered, said to the one who is asked. */
export function offerWords(what, by) {
  const who = colorName(by);
  return {
    draw: `${who} offers a draw`,
    'advantage-white': `${who} offers to end the game with an advantage for White`,
    'advantage-black': `${who} offers to end the game with an advantage for Black`,
    takeback: `${who} asks to take back a move`,
  }[what] ?? `${who} offers ${what}`;
}

/** The score of a result: "1-0", "¾-¼". */
export function scoreWords(result) {
  if (!result || result.white_quarters === null || result.white_quarters === undefined)
    return '';
  const part = quarters => ['0', '¼', '½', '¾', '1'][quarters];
  return `${part(result.white_quarters)}–${part(4 - result.white_quarters)}`;
}
