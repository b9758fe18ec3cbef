import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const bin = new URL('../../packages/mock-server/bin/trickle-server.js', import.meta.url).pathname;

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Server processes on one database. A killed one is started again. */
export class Servers {
  readonly #argsOf: (index: number) => readonly string[];
  readonly #running = new Map<number, Running>();
  /** The servers that a proxy would have found to be away by now. */
  readonly #away = new Set<number>();
  /** Cuts the connections of clients to each port. */
  readonly #cut = new Map<number, AbortController>();
  #next = 0;
  #isOver = false;
  /** The lines that the servers wrote to standard error, by their first words. */
  readonly complaints = new Map<string, number>();

  /** `argsOf` gives the arguments of each server, which may reach the database by links of their own. */
  constructor(argsOf: (index: number) => readonly string[]) {
    this.#argsOf = argsOf;
  }

  /** The ports of the servers that answer. */
  get ports(): readonly number[] {
    return [...this.#running].filter(([index]) => !this.#away.has(index)).map(([, { port }]) => port);
  }

  /** Says whether a server answers, as the health checks of a proxy find out, which cuts the connections to one that is away. */
  setAway(index: number, isAway: boolean): void {
    if (isAway) this.#away.add(index);
    else this.#away.delete(index);
    if (isAway) this.#cut.get(this.#running.get(index)?.port ?? 0)?.abort();
  }

  cutClients(): void {
    for (const cut of this.#cut.values()) cut.abort();
  }

  /** Sends a request to the servers that answer, in turn. */
  readonly fetch: typeof fetch = (input, init) => {
    const { ports } = this;
    const port = ports[this.#next++ % ports.length] ?? 0;
    const request = new Request(input, init);
    const known = this.#cut.get(port);
    const cut = known && !known.signal.aborted ? known : new AbortController();
    this.#cut.set(port, cut);
    const { pathname, search } = new URL(request.url);
    const target = new Request(`http://127.0.0.1:${port}${pathname}${search}`, request);
    return fetch(target, { signal: AbortSignal.any([request.signal, cut.signal]) });
  };

  /** Freezes a server, or lets it go on. */
  freeze(index: number, isFrozen: boolean): void {
    this.#running.get(index)?.child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async start(count: number): Promise<void> {
    for (let i = 0; i < count; i++) await this.#start(i);
    if (this.#running.size < count) throw new Error([...this.complaints.keys()].join('\n'));
  }

  /** Kills a server without warning. It is started again after a while. */
  kill(index: number): void {
    const running = this.#running.get(index);
    if (running === undefined) return;
    this.#running.delete(index);
    running.child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    const children = [...this.#running.values()].map(({ child }) => child);
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  }

  async #start(index: number): Promise<void> {
    const child = spawn(process.execPath, [bin, '--port', '0', '--json', ...this.#argsOf(index)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '--conditions=trickle-source --no-warnings' },
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#note(text));
    child.once('exit', () => {
      this.#running.delete(index);
      void pause(1000).then(() => (this.#isOver ? undefined : this.#start(index)));
    });
    const line = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), once(child, 'exit')]);
    if (typeof line[0] !== 'string') return; // the database was not there; the exit starts it again
    this.#running.set(index, { child, port: Number(new URL(JSON.parse(line[0]).url).port) });
  }

  #note(text: string): void {
    const words = text.split('\n', 1)[0]?.replaceAll(/\d+/g, 'N').slice(0, 100) ?? '';
    this.complaints.set(words, (this.complaints.get(words) ?? 0) + 1);
  }
}
