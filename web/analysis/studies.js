/* The list of studies: the form for a new one. */
import { post } from '../lib/api.js';
import { byId } from '../lib/dom.js';
import { CHAPTERS_MAX, writeStudy } from '../lib/study-text.js';
import { offerGames, takeChapters } from './chapter-form.js';

/** @param {Error} error */
const showError = error => { byId('problem').textContent = error.message; };

async function create() {
  const name = byId('study-title').value.trim();
  const { id } = await post('/api/studies', { name, visibility: 'private',
    text: writeStudy(takeChapters('', CHAPTERS_MAX)) });
  location.assign(`/study/${id}`);
}

offerGames().catch(showError);
byId('new-study').addEventListener('submit', event => {
  event.preventDefault();
  create().catch(showError);
});
