// Turns a list of moves (from rules.js) into a board's targets. Pure.

import { list, t } from '../lib/i18n.js';

/**
 * Where each piece can go: from -> [target]. A target is { to, isCapture, isDrop, isLaunch,
 * isPromotion, isCastling, captures, partner }; several moves between the same squares make one. A
 * checker's series can be clicked through, so its first landing squares are targets too.
 * @param {Move[]} moves
 */
export function targetsOf(moves) {
  /** @type {{ [from: string]: any }} */
  const all = {};
  for (const move of moves) {
    addTarget(all, move, move.to);
    for (const path of move.paths ?? [])
      addTarget(all, move, path[0]);
  }
  for (const from of Object.keys(all))
    all[from] = [...all[from].values()];
  return all;
}

/**
 * @param {{ [from: string]: Map<string, Target> }} all
 * @param {Move} move
 * @param {string} to
 */
function addTarget(all, move, to) {
  all[move.from] ??= new Map();
  const target = all[move.from].get(to) ?? { to, captures: move.captures, partner: move.partner };
  target.isCapture ||= move.isCapture;
  target.isDrop ||= move.kind === 'drop';
  target.isLaunch ||= move.kind !== 'drop' && move.launched !== null;
  target.isPromotion ||= move.promoted !== null;
  target.isCastling ||= move.kind === 'castling';
  all[move.from].set(to, target);
}

/**
 * Describes a target for screen readers: "capture of b7 and d5, launch". `others` are the other
 * squares on which pieces are captured.
 * @param {Target} target
 * @param {any} [others]
 */
export function targetWords(target, others = []) {
  /** @type {string[]} */
  const words = [];
  if (target.isCapture)
    words.push(others.length > 0 ? t('capture of {squares}', { squares: list(others) })
      : t('capture'));
  if (target.isCastling)
    words.push(t('castling'));
  if (target.isPromotion)
    words.push(t('promotion'));
  if (target.isDrop)
    words.push(t('drop'));
  if (target.isLaunch)
    words.push(t('launch possible'));
  return words.length > 0 ? words.join(', ') : t('move');
}
