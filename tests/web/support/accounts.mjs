// People with accounts, and finished games between them.
import { api, newGame, person } from './world.mjs';

export const PASSWORD = 'correct horse battery';

/** A logged-in account: as person(). */
export async function account(name, options) {
  const somebody = await person(options);
  await somebody.page.goto('/about');
  const made = await api(somebody.page, '/api/register', { name, password: PASSWORD });
  if (made.status !== 200)
    throw new Error(`no account: ${JSON.stringify(made)}`);
  return somebody;
}

/** A finished rated game: `loser` has resigned. Gives its id. */
export async function ratedGame(winner, loser, setup = {}) {
  const { id } = await newGame(winner.page, { variant: 'alert', opponent: { kind: 'open' },
    clock: { kind: 'live', base_ms: 300000, increment_ms: 3000 }, ...setup });
  await api(loser.page, `/api/games/${id}/join`, {});
  for (let ply = 0; ply < 2; ply++) {
    const game = await api(winner.page, `/api/games/${id}`);
    const mover = game.turn === game.you ? winner : loser;
    await api(mover.page, `/api/games/${id}/moves`, { ply, move: game.legal_moves[0] });
  }
  await api(loser.page, `/api/games/${id}/resign`, {});
  return id;
}

/** Waits until the profile counts that many games. */
export async function untilCounted(page, name, count) {
  for (const until = Date.now() + 300000; ;) {
    const { record } = await api(page, `/api/people/${name}`);
    if (record.people.reduce((sum, part) => sum + part, 0) >= count)
      return;
    if (Date.now() > until)
      throw new Error(`the games of ${name} were never counted`);
    await new Promise(done => setTimeout(done, 100));
  }
}
