// Our own server for the tests: started, killed and restarted on one data folder.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skip } from '../suite.mjs';

const COMMAND = process.argv[2];
const START_MS = 300000;

if (!COMMAND)
  skip('it needs the command: node FILE APOTHECARY');
if (!process.env.SERVER
  && !/^ *serve /m.test(execFileSync(COMMAND, ['help'], { encoding: 'utf8' })))
  skip('the command has no server');

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

export class Server {
  #child = null;
  #data = mkdtempSync(join(tmpdir(), 'apothecary-web-'));
  #port = 0;
  #options;
  log = '';

  /** `options` are those of "apothecary serve". */
  constructor(...options) {
    this.#options = options;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** "apothecary moderate" on this server's data. */
  moderate(...words) {
    execFileSync(COMMAND, ['moderate', ...words, '--data', this.#data]);
  }

  async start() {
    this.#port ||= await freePort();
    this.#child = spawn(COMMAND, ['serve', '--listen', `127.0.0.1:${this.#port}`, '--data',
      this.#data, '--limits', 'off', '--office-factors', 'one', '--quick-passwords',
      ...this.#options, ...process.env.WEB ? ['--web', process.env.WEB] : []],
    { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child.stderr.on('data', text => { this.log += text; });
    for (const until = Date.now() + START_MS; ;) {
      try {
        if ((await fetch(`${this.url}/healthz`)).ok)
          return this;
      } catch {
        // Not yet.
      }
      if (this.#child.exitCode !== null || Date.now() > until)
        throw new Error(`the server did not start:\n${this.log}`);
      await new Promise(done => setTimeout(done, 50));
    }
  }

  /** Kills it, like a power cut. */
  kill() {
    return this.#end('SIGKILL', 'exit');
  }

  /** Fails if its loop has compiled definitions, which holds everybody up. */
  async stop() {
    await this.#end('SIGTERM', 'close'); // with all of its log
    rmSync(this.#data, { recursive: true, force: true });
    const held = this.log.split('\n').filter(line => line.includes('"compiled_in_loop"'));
    if (held.length > 0)
      throw new Error(`the loop compiled definitions:\n${held.join('\n')}`);
  }

  #end(signal, event) {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null)
      return Promise.resolve();
    return new Promise(done => {
      child.once(event, done);
      child.kill(signal);
    });
  }
}
