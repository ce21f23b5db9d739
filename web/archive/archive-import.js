/* Imports games from files or pasted text, one after the other, and lists their errors. */
import { post } from '../lib/api.js';
import { byId, h } from '../lib/dom.js';
import { t, tn } from '../lib/i18n.js';

const PATIENCE_MS = 20000;

/** The texts: [{ name, text }]. */
async function texts() {
  const chosen = [...byId('import-file').files ?? [], ...byId('import-folder').files ?? []];
  const files = await Promise.all(chosen.map(async file =>
    ({ name: file.name, text: await file.text() })));
  const pasted = byId('import-text').value.trim();
  return pasted ? [...files, { name: t('pasted text'), text: pasted }] : files;
}

/**
 * @param {any} answer
 * @param {string} name
 */
function tell(answer, name) {
  for (const { game, line, detail } of answer.faults)
    byId('import-faults').append(h('li', {}, t('{name}, line {line}, game {game}: {detail}',
      { name, line, game, detail })));
  if (answer.is_cut)
    byId('import-faults').append(h('li', {}, t('{name}: too many games; the rest was left out',
      { name })));
}

async function bringIn() {
  const all = await texts();
  let added = 0, known = 0, left = 0;
  if (all.length === 0)
    throw new Error(t('Choose a file, or paste games.'));
  for (const { name, text } of all) {
    byId('import-words').textContent = t('Reading {name}…', { name });
    const answer = await post('/api/archive/import',
      { text, variant: byId('import-variant').value, start: byId('import-start').value.trim() },
      { patienceMs: PATIENCE_MS });
    tell(answer, name);
    added += answer.added;
    known += answer.known;
    left += answer.faults.length;
  }
  byId('import-words').textContent = [tn('{n} game added', '{n} games added', added),
    tn('{n} already there', '{n} already there', known),
    tn('{n} left out', '{n} left out', left)].join(', ');
}

byId('import-form').addEventListener('submit', async event => {
  event.preventDefault();
  byId('import-faults').replaceChildren();
  byId('import-button').disabled = true;
  try {
    await bringIn();
  } catch (error) {
    byId('import-words').textContent = error.message;
  }
  byId('import-button').disabled = false;
});
