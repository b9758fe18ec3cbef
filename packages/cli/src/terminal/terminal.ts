import {
  fitted,
  PLAIN,
  pageText,
  rendered,
  screenOf,
  shortened,
  type Text,
  visible,
} from '@trickle/design/terminal';
import { EXIT, ExitSignal } from './exit-signal.ts';
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

  get columns(): number {
    return this.io.stderr.columns ?? 80;
  }

  /** Writes a human-readable result, and waits until it is flushed. */
  async print(text: Text): Promise<void> {
    const { stdout, env } = this.io;
    await writeOut(stdout, rendered(text, screenOf(env, stdout)));
  }

  /**
   * Writes a line with a link to its page. On a terminal, the line is cut to fit, and the link is only shown if links are
   * supported; elsewhere, the whole line and the URL are written.
   */
  async printLine(line: Text, page?: string): Promise<void> {
    const { stdout, env } = this.io;
    const { hasLinks } = screenOf(env, stdout);
    const link = page !== undefined && (hasLinks || stdout.isTTY !== true);
    const width = (stdout.columns ?? 80) - (link ? '  inspector'.length : 0);
    const way: Text = link ? ['  ', hasLinks ? pageText(page) : page] : '';
    await this.print([stdout.isTTY === true ? fitted(line, width) : line, way, '\n']);
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

  /** Writes JSON on one line on any output, for commands that print one line per event. */
  async jsonLine(value: unknown): Promise<void> {
    await this.print(`${JSON.stringify(value)}\n`);
  }

  /** Prints a message for users, unless `--quiet` or `--json` is set. */
  note(text: Text): void {
    if (!this.#isQuiet && !this.isJson) this.complain(text);
  }

  /** Prints a message that programs may wait for, such as that a server is listening, unless `--quiet` is set. */
  announce(text: Text): void {
    if (this.isJson && !this.#isQuiet) this.reportJson({ note: { message: rendered(text, PLAIN) } });
    else this.note(text);
  }

  /** Prints a warning or an error. Indents continuation lines, so that none looks like a separate message. */
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

  reportJson(value: unknown): void {
    this.io.stderr.write(`${visible(JSON.stringify(value))}\n`);
  }

  /** Runs work that Ctrl-C aborts through its signal. Removes the status line at the end. */
  async interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const stop = new AbortController();
    const release = this.io.onInterrupt(() => stop.abort(new ExitSignal(EXIT.interrupted)));
    try {
      return await work(stop.signal);
    } finally {
      this.live('');
      release();
    }
  }

  /** Redraws the status line where that is possible; an empty one removes it. */
  live(line: string): void {
    if (!this.canRedraw || (line === '' && this.#live === '')) return;
    this.#live = line;
    this.io.stderr.write(`\r\u001B[K${visible(line)}`);
  }
}
