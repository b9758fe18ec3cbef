import { PLAIN, rendered, screenOf, shortened, type Text, visible } from '@trickle/design/terminal';
import { writeOut } from './output.ts';
import type { ProcessIo } from './process-io.ts';

/** Maximum length of a printed message, since a server may send errors of any length. */
export const MAX_MESSAGE = 2000;

/**
 * Prints results to standard output, everything else to standard error. All text passes through {@link rendered}, so
 * the content of a server or a file cannot control the terminal.
 */
export class Terminal {
  readonly io: ProcessIo;
  /** Whether all output is JSON. */
  readonly isJson: boolean;
  readonly #isQuiet: boolean;
  /** The current status line, redrawn after other lines. */
  #live = '';

  constructor(io: ProcessIo, { isQuiet = false, isJson = false } = {}) {
    this.io = io;
    this.isJson = isJson;
    this.#isQuiet = isQuiet;
  }

  /** Whether a line on standard error can be redrawn. */
  get canRedraw(): boolean {
    return !this.#isQuiet && !this.isJson && this.io.stderr.isTTY === true && this.io.env.TERM !== 'dumb';
  }

  /** The width of the screen. */
  get columns(): number {
    return this.io.stderr.columns ?? 80;
  }

  /** Writes a human-readable result, and waits until it is flushed. */
  async print(text: Text): Promise<void> {
    const { stdout, env } = this.io;
    await writeOut(stdout, rendered(text, screenOf(env, stdout)));
  }

  /** Writes data unchanged to a file or a pipe, with visible control characters to a terminal. */
  async writeData(text: string): Promise<void> {
    const { stdout } = this.io;
    await writeOut(stdout, stdout.isTTY === true ? visible(text) : text);
  }

  /** Writes a result as JSON, indented on a terminal and on one line elsewhere. */
  async json(value: unknown): Promise<void> {
    const isScreen = this.io.stdout.isTTY === true;
    await this.print(`${JSON.stringify(value, undefined, isScreen ? 2 : 0)}\n`);
  }

  /** Writes one line of JSON, whatever the output is: for commands that print a line per event. */
  async jsonLine(value: unknown): Promise<void> {
    await this.print(`${JSON.stringify(value)}\n`);
  }

  /** Prints a message for users, unless `--quiet` or `--json` is set. */
  note(text: Text): void {
    if (!this.#isQuiet && !this.isJson) this.complain(text);
  }

  /** Prints a message that programs may wait for, such as that a server listens, unless `--quiet` is set. */
  announce(text: Text): void {
    if (this.isJson && !this.#isQuiet) this.reportJson({ note: { message: rendered(text, PLAIN) } });
    else this.note(text);
  }

  /** Prints a warning or an error. Indents further lines, so none looks like a separate message. */
  complain(text: Text): void {
    const short = typeof text === 'string' ? shortened(text, MAX_MESSAGE) : text;
    if (this.isJson) {
      this.reportJson({ warning: { message: rendered(short, PLAIN) } });
      return;
    }
    const { stderr, env } = this.io;
    const live = this.#live;
    this.live('');
    stderr.write(`${rendered(short, screenOf(env, stderr)).replaceAll('\n', '\n  ')}\n`);
    this.live(live);
  }

  /** Writes a line of JSON to standard error. */
  reportJson(value: unknown): void {
    this.io.stderr.write(`${visible(JSON.stringify(value))}\n`);
  }

  /** Redraws the status line; an empty one removes it. */
  live(line: string): void {
    if (line === '' && this.#live === '') return;
    this.#live = line;
    this.io.stderr.write(`\r\u001B[K${visible(line)}`);
  }
}
