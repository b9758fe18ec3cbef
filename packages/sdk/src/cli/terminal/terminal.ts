import { once } from 'node:events';
import { styleText } from 'node:util';
import type { Output, Surroundings } from './surroundings.ts';

type Style = Parameters<typeof styleText>[0];

/** What a command says: results to standard output, everything else to standard error. */
export class Terminal {
  readonly surroundings: Surroundings;
  readonly #isQuiet: boolean;
  /** The line that is drawn anew again and again, which others must not run into. */
  #live = '';

  constructor(surroundings: Surroundings, { isQuiet = false } = {}) {
    this.surroundings = surroundings;
    this.#isQuiet = isQuiet;
  }

  /** Whether a line on standard error can be drawn anew. */
  get canRedraw(): boolean {
    return !this.#isQuiet && this.surroundings.stderr.isTTY === true && this.surroundings.env.TERM !== 'dumb';
  }

  /** The width of the screen. */
  get columns(): number {
    return this.surroundings.stderr.columns ?? 80;
  }

  /** Writes a result. Comes back when the reader at the other end has taken what there is. */
  async write(text: string): Promise<void> {
    const { stdout } = this.surroundings;
    if (!stdout.write(text)) await once(stdout, 'drain');
  }

  /** Writes a result as JSON, indented for people and on one line for programs. */
  async json(value: unknown): Promise<void> {
    const isForPeople = this.surroundings.stdout.isTTY === true;
    await this.write(`${JSON.stringify(value, undefined, isForPeople ? 2 : 0)}\n`);
  }

  /** Tells something by the way, unless nothing but errors is wanted. */
  note(line: string): void {
    if (!this.#isQuiet) this.complain(line);
  }

  /** Tells what went wrong. */
  complain(line: string): void {
    const live = this.#live;
    this.live('');
    this.surroundings.stderr.write(`${line}\n`);
    this.live(live);
  }

  /** Draws the live line anew; an empty one takes it away. */
  live(line: string): void {
    if (line === '' && this.#live === '') return;
    this.#live = line;
    this.surroundings.stderr.write(`\r\u001B[K${line}`);
  }

  /** A text in a style for standard error. */
  style(style: Style, text: string): string {
    return styled(this.surroundings, this.surroundings.stderr, style, text);
  }

  /** A text in a style for standard output. */
  styleResult(style: Style, text: string): string {
    return styled(this.surroundings, this.surroundings.stdout, style, text);
  }
}

function styled({ env }: Surroundings, stream: Output, style: Style, text: string): string {
  return hasColors(env, stream) ? styleText(style, text, { validateStream: false }) : text;
}

/** Whether colours are wanted: NO_COLOR says no, FORCE_COLOR yes, else a terminal decides. */
export function hasColors(env: Surroundings['env'], stream: Output): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return stream.isTTY === true && env.TERM !== 'dumb';
}
