// The definitions of all games as rules.wasm takes those that it has only the ids of.
import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('../../../variants/', import.meta.url);

export const gamesText = () => readdirSync(FOLDER).filter(name => name.endsWith('.variant'))
  .map(name => `#game-file ${name.slice(0, -8)}\n${readFileSync(new URL(name, FOLDER), 'utf8')}`)
  .join('');
