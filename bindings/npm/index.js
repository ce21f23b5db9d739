/* The rules and the engine of apothecary. The module is loaded when this one is. */
import { load } from './module.js';

export * from './lazy.js';

await load();
