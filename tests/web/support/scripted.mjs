// People without a browser: their requests come from the test itself, which costs next to nothing.
import { randomUUID } from 'node:crypto';
import { PASSWORD } from './accounts.mjs';
import { serverUrl } from './world.mjs';

export class Scripted {
  #cookies = new Map();

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /** Asks the server: { status, ...answer }. Without a body it is a GET. */
  async ask(path, body = null) {
    const origin = await serverUrl();
    const cookies = [...this.#cookies].map(pair => pair.join('=')).join('; ');
    const answer = await fetch(`${origin}${path}`, {
      headers: { 'Content-Type': 'application/json', Origin: origin, Cookie: cookies },
      ...body && { method: 'POST', body: JSON.stringify({ key: randomUUID(), ...body }) } });
    for (const line of answer.headers.getSetCookie())
      this.#cookies.set(...line.split(';')[0].split(/=(.*)/, 2));
    return { status: answer.status, ...await answer.json() };
  }

  /** The same, and it must succeed. */
  async sure(path, body = null) {
    const answer = await this.ask(path, body);
    if (answer.status >= 300)
      throw new Error(`${this.name}: ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

/** One with an account. */
export async function scripted(name) {
  const somebody = new Scripted(name);
  await somebody.sure('/api/register', { name, password: PASSWORD });
  return somebody;
}

/** A move of each in a game of two, so that it may be rated. */
export async function openGame(players, id) {
  for (let ply = 0; ply < 2; ply++) {
    const games = await Promise.all(players.map(one => one.sure(`/api/games/${id}`)));
    const at = games.findIndex(({ turn, you }) => turn === you);
    await players[at].sure(`/api/games/${id}/moves`, { ply, move: games[at].legal_moves[0] });
  }
}
