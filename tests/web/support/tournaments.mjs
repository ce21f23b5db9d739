// Waiting for tournaments.
import { api } from './world.mjs';

/** Waits until the tournament is in the wanted state, and returns it. */
export async function untilTournament(page, id, condition) {
  for (const latest = Date.now() + 300000; ;) {
    const state = await api(page, `/api/tournaments/${id}`);
    if (condition(state))
      return state;
    if (Date.now() > latest)
      throw new Error(`the tournament never came there: ${JSON.stringify(state)}`);
    await new Promise(done => setTimeout(done, 100));
  }
}
