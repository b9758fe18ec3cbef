/** What the measurements share: options, clocks, medians, and requests to a server in the process. */
import { parseArgs } from 'node:util';
import type { Server } from '@trickle/mock-server';

type Settings = Readonly<Record<string, number | string | boolean>>;
/** Options with the types of their defaults. */
type Widened<S> = {
  readonly [K in keyof S]: S[K] extends number ? number : S[K] extends string ? string : boolean;
};

/** Reads the options of a program. Their defaults say which there are, and of which type. */
export function readSettings<S extends Settings>(defaults: S): Widened<S> {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      const type = typeof value === 'boolean' ? 'boolean' : 'string';
      return [name, { type } as const];
    }),
  );
  const { values } = parseArgs({ options });
  const settings = Object.entries(defaults).map(([name, value]) => {
    const setting = values[name] ?? value;
    return [name, typeof value === 'number' ? Number(setting) : setting] as const;
  });
  return Object.fromEntries(settings) as Widened<S>; // each has the type of its default
}

/** Formats the heading of a section: what was measured, when, and with which command and numbers. */
export function titleOf(title: string, name: string, settings: Settings): string {
  const numbers = Object.entries(settings).filter(([, value]) => typeof value === 'number');
  const command = [name, ...numbers.map(([option, value]) => `--${option} ${value}`)].join(' ');
  const day = new Date().toISOString().slice(0, 10);
  return `## ${title}\n\n${day}, Node.js ${process.version}; \`npm run bench -- ${command}\`\n`;
}

/** The median, or NaN for an empty list. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Measured values, by the names of what was measured. */
export class Samples {
  readonly #values = new Map<string, number[]>();

  add(value: number, ...names: readonly (string | number)[]): void {
    const key = names.join('\n');
    this.#values.set(key, [...(this.#values.get(key) ?? []), value]);
  }

  median(...names: readonly (string | number)[]): number {
    return median(this.#values.get(names.join('\n')) ?? []);
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
