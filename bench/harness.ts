/** Shared by all measurements: options, turns, medians, ratios, and requests to a server in the process. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Server } from '@trickle/mock-server';

type Settings = Readonly<Record<string, number | string>>;
/** Options with the types of their defaults. */
type Widened<S> = { readonly [K in keyof S]: S[K] extends number ? number : string };

/** Reads the options of a program. Their defaults say which there are, and of which type. */
export function readSettings<S extends Settings>(defaults: S): Widened<S> {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' } as const]),
  );
  const { values } = parseArgs({ options });
  const settings = Object.entries(defaults).map(([name, value]) => {
    const setting = values[name] ?? value;
    return [name, typeof value === 'number' ? Number(setting) : setting] as const;
  });
  return Object.fromEntries(settings) as Widened<S>; // each has the type of its default
}

/** Formats when something was measured, and with which command and numbers. */
export function titleOf(name: string, settings: Settings): string {
  const numbers = Object.entries(settings).filter(([, value]) => typeof value === 'number');
  const command = [name, ...numbers.map(([option, value]) => `--${option} ${value}`)].join(' ');
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node.js ${process.version}; \`npm run bench -- ${command}\`\n`;
}

const PEERS = join(import.meta.dirname, 'peers');

/** The folder of the compared packages. Installs them first; whoever is missing after that is left out. */
export function installPeers(): string {
  if (!existsSync(join(PEERS, 'node_modules/.package-lock.json'))) {
    process.stderr.write('Installing the peers (npm ci in bench/peers)…\n');
    const command = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
    const shell = process.platform === 'win32'; // npm is a script on Windows
    const { status } = spawnSync('npm', command, { cwd: PEERS, stdio: ['ignore', 2, 2], shell });
    if (status !== 0) console.error('The peers could not be installed, and are left out.');
  }
  return PEERS;
}

/** The median, or NaN for an empty list. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** The median of the ratios of values that were measured in the same turns. */
export interface Ratio {
  readonly value: number;
  /** By how much the first half of the run and the second half differ, as a share. */
  readonly spread: number;
}

/** Another contestant, compared with ours. */
export interface Rival {
  readonly name: string;
  readonly value: number;
  /** Ours divided by it. */
  readonly ratio: Ratio;
}

/** The names of something that was measured. */
type Names = readonly (string | number)[];

/** Measured values, by the names of what was measured. */
export class Samples {
  readonly #values = new Map<string, number[]>();

  add(value: number, ...names: Names): void {
    const key = names.join('\n');
    const values = this.#values.get(key);
    if (values) values.push(value);
    else this.#values.set(key, [value]);
  }

  median(...names: Names): number {
    return median(this.#of(names));
  }

  /** Compares what was measured as often, turn by turn: what else the machine does changes both alike. */
  ratio(names: Names, base: Names): Ratio {
    const bases = this.#of(base);
    const ratios = this.#of(names).map((value, turn) => value / (bases[turn] ?? Number.NaN));
    const half = Math.ceil(ratios.length / 2);
    const [first, second] = [median(ratios.slice(0, half)), median(ratios.slice(half))];
    return { value: median(ratios), spread: Math.abs(first - second) / Math.min(first, second) };
  }

  rival(names: Names, base: Names, name = String(base[0])): Rival {
    return { name, value: this.median(...base), ratio: this.ratio(names, base) };
  }

  #of(names: Names): readonly number[] {
    return this.#values.get(names.join('\n')) ?? [];
  }
}

/** Runs all contestants in each round, one after another. The first round warms them up. */
export async function inTurns<T>(
  contestants: readonly T[],
  rounds: number,
  turn: (contestant: T, isCounted: boolean) => Promise<void>,
): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    process.stderr.write(`round ${round} of ${rounds}\n`);
    for (const contestant of contestants) await turn(contestant, round > 0);
  }
}

/** Milliseconds of wall clock time, and of CPU time of this process. */
export interface Times {
  readonly wall: number;
  readonly cpu: number;
}

export async function timed(work: () => Promise<unknown>): Promise<Times> {
  const [before, begin] = [process.cpuUsage(), performance.now()];
  await work();
  const wall = performance.now() - begin;
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1000 };
}

/** The interface's limit for one batch. */
const BATCH = 1000;

/** Sends the records with the numbers `from` up to `to` in batches, and waits until all are applied. */
export async function sendBatches(
  server: Server,
  noun: 'subscribers' | 'events',
  make: (number: number) => object,
  [from, to]: readonly [number, number],
): Promise<void> {
  const call = callerOf(server);
  for (let first = from; first < to; first += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, to - first) }, (_, i) => make(first + i));
    await call('POST', `${noun}/batches`, { batches: [{ [noun]: records }] });
  }
  await server.settle();
}

/** Sends requests to a server in the process, as the owner of its account. */
export function callerOf({ fetch, connection: { baseUrl, accountId, apiKey } }: Server) {
  const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' };
  return async (method: string, path: string, body?: object): Promise<void> => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(new Request(`${baseUrl}/v2/${accountId}/${path}`, init));
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  };
}
