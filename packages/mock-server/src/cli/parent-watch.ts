import { fstatSync, readFileSync } from 'node:fs';
import { after, defer } from '../platform/timers.ts';

/** How often the parents are looked at, in real milliseconds. */
const INTERVAL = 250;

/** Programs that stand between a command and the one that wanted it: shells, and runners of packages. */
const BETWEEN = /^(?:ba|da|z|a|k|fi|)sh$|^(?:busybox|npx|npm|pnpm|yarn|bunx?|corepack|env|timeout)\b/;

/** A process, as far as it can be known. */
interface Process {
  readonly parent: number;
  readonly name: string;
}

/** Reads what Linux says of a process; undefined elsewhere, and when the process is gone. */
function processOf(id: number): Process | undefined {
  try {
    // The name stands in parentheses and may itself have some, so what follows begins after the last one.
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const [, , parent] = text.slice(end).split(' ');
    return { name: text.slice(text.indexOf('(') + 1, end), parent: Number(parent) };
  } catch {
    return undefined; // it is gone, or this is no Linux
  }
}

/** The process that started this one, and those above it as long as shells and runners stand between. */
function ancestors(): number[] {
  const ids = [process.ppid];
  for (;;) {
    const last = ids.at(-1) ?? 0;
    const found = processOf(last);
    if (!found || found.parent <= 1 || !BETWEEN.test(found.name)) return ids;
    ids.push(found.parent);
  }
}

/** Whether each process is still the parent of the one below it. */
function isWhole(chain: readonly number[]): boolean {
  const [parent = 0, ...above] = chain;
  if (process.ppid !== parent || !isThere(parent)) return false;
  return above.every((id, i) => processOf(chain[i] ?? 0)?.parent === id);
}

/** Whether a process is there; Windows names a parent that is gone, too. */
function isThere(id: number): boolean {
  if (process.platform !== 'win32') return true;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether standard input is a pipe, the end of which says that the parent is gone. */
function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false; // it was closed before the start
  }
}

/**
 * Watches whether the parent of this process is there: it is gone once it closes the pipe to standard input, and once
 * it or a shell between the two has ended. Input that is closed from the start says nothing.
 */
// Unspecified: U-163
export class ParentWatch {
  readonly #chain = ancestors();
  #end: (() => void) | undefined;
  #forget = () => {};

  constructor() {
    if (!isPipe()) return;
    const { stdin } = process;
    stdin.once('end', () => this.#finish()).once('error', () => this.#finish());
    stdin.resume();
    if ('unref' in stdin) stdin.unref(); // it does not keep the process
  }

  /** Calls `end` once the parent is gone. */
  async begin(end: () => void): Promise<void> {
    // The end of input that is closed already comes with the next turn of the event loop.
    for (let turns = 0; turns < 3; turns++) await new Promise<void>(defer);
    this.#end = end;
    this.#look();
  }

  stop(): void {
    this.#end = undefined;
    this.#forget();
  }

  #look(): void {
    if (isWhole(this.#chain)) this.#forget = after(INTERVAL, () => this.#look());
    else this.#finish();
  }

  #finish(): void {
    const end = this.#end;
    this.stop();
    end?.();
  }
}
