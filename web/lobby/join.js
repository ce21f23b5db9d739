/* The page behind a secret link. */
import { post } from '../lib/api.js';
import { byId, toast } from '../lib/dom.js';
import { StartPicture } from './picture.js';

const { id, secret, variant, definition, number, fen, color } = byId('join').dataset;
const button = byId('join-button');

async function join() {
  button.disabled = true;
  try {
    const answer = await post(`/api/games/${id}/join`, { secret }, { patienceMs: 8000 });
    location.assign(answer.url ?? `/game/${id}`);
  } catch (error) {
    toast(error.message);
    button.disabled = false;
  }
}

if (button) {
  button.disabled = false;
  button.addEventListener('click', join);
}
new StartPicture(byId('join-picture'), color === 'black' ? 'black' : 'white')
  .show(variant, fen ? { fen } : { number: Number(number) || 1 }, definition);
