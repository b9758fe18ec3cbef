import { fstatSync, readFileSync } from 'node:fs';
import { after, defer } from '../shared/platform/timers.ts';

/** Polling interval, in real milliseconds. */
const INTERVAL = 250;

/** Shells and package runners, which may run between the server and the process that wants it. */
const BETWEEN = /^(?:ba|da|z|a|k|fi|)sh$|^(?:busybox|npx|npm|pnpm|yarn|bunx?|corepack|env|timeout)\b/;

/** A process as Linux describes it. */
interface Process {
  readonly parent: number;
  readonly name: string;
}

/** Reads a process from `/proc`. Undefined on other systems, and if the process has ended. */
function processOf(id: number): Process | undefined {
  try {
    // The name is in parentheses and may contain some, so the fields start after the last one.
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const [, , parent] = text.slice(end).split(' ');
    return { name: text.slice(text.indexOf('(') + 1, end), parent: Number(parent) };
  } catch {
    return undefined; // the process has ended, or this is not Linux
  }
}

/** The parent process and its ancestors, through shells and package runners. */
function ancestors(): number[] {
  const ids = [process.ppid];
  for (;;) {
    const last = ids.at(-1) ?? 0;
    const ancestor = processOf(last);
    if (!ancestor || ancestor.parent <= 1 || !BETWEEN.test(ancestor.name)) return ids;
    ids.push(ancestor.parent);
  }
}

/** Whether each process is still the parent of the next. */
function isWhole(chain: readonly number[]): boolean {
  const [parent = 0, ...above] = chain;
  if (process.ppid !== parent || !isThere(parent)) return false;
  return above.every((id, i) => processOf(chain[i] ?? 0)?.parent === id);
}

/** Whether a process exists. Windows reports the id of a parent even after it has ended. */
function isThere(id: number): boolean {
  if (process.platform !== 'win32') return true;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether standard input is a pipe, which closes when the parent ends. */
function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false; // closed before the start
  }
}

/** Detects the end of the parent, or of a shell in between, or of the pipe to standard input, unless that is closed from the start. */
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
    if ('unref' in stdin) stdin.unref(); // do not keep the process alive
  }

  /** Calls `end` once the parent has ended. */
  async begin(end: () => void): Promise<void> {
    // If input is already closed, `end` is emitted on the next turn of the event loop.
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
