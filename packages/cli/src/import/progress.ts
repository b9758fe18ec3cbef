import type { BulkProgress } from '@trickle/sdk';
import { counted, grouped } from '../terminal/counted.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Source } from './source.ts';

/** Intervals of redrawing a terminal and of writing a line to a log, in milliseconds. */
const REDRAW = 200;
const LINE = 10_000;

export interface ImportProgress {
  readonly progress: BulkProgress;
  /** Rows that were rejected, by this command or by the client. */
  readonly rejected: number;
  readonly rows: number;
}

/** Shows the progress of an import: a bar on a terminal, a line every ten seconds elsewhere. */
export class ProgressDisplay {
  readonly #terminal: Terminal;
  readonly #source: Pick<Source, 'position' | 'size'>;
  readonly #show: () => ImportProgress;
  readonly #now: () => number;
  #waitingUntil: Date | undefined;
  #started = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: {
    readonly terminal: Terminal;
    readonly source: Pick<Source, 'position' | 'size'>;
    readonly show: () => ImportProgress;
    readonly now?: () => number;
  }) {
    this.#terminal = options.terminal;
    this.#source = options.source;
    this.#show = options.show;
    this.#now = options.now ?? (() => performance.now());
  }

  get elapsed(): number {
    return this.#now() - this.#started;
  }

  start(): void {
    this.#started = this.#now();
    const { canRedraw } = this.#terminal;
    if (canRedraw) this.draw();
    this.#timer = setInterval(() => this.draw(), canRedraw ? REDRAW : LINE);
    this.#timer.unref();
  }

  wait(until: Date): void {
    const isNew = this.#waitingUntil === undefined;
    this.#waitingUntil = until;
    if (isNew && !this.#terminal.canRedraw) {
      this.#terminal.note(`Rate limit reached. Resuming at ${clock(until)}.`);
    }
  }

  go(): void {
    this.#waitingUntil = undefined;
  }

  draw(): void {
    if (this.#terminal.canRedraw) this.#terminal.live(this.line(this.#terminal.columns));
    else if (this.#waitingUntil === undefined) this.#terminal.note(this.line());
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#terminal.live('');
  }

  /** The progress as one line. With a width, it includes a bar and fits the width. */
  line(width?: number): string {
    const { share, parts } = this.#state();
    if (width === undefined) return parts.join(', ');
    // Drops parts that do not fit, least important first.
    while (parts.length > 1 && parts.join(', ').length >= width) parts.pop();
    const text = parts.join(', ');
    const room = Math.min(30, width - text.length - 4);
    return share === undefined || room < 8 ? text : `${bar(share, room)} ${text}`;
  }

  #state(): { readonly share: number | undefined; readonly parts: string[] } {
    const { progress, rejected, rows } = this.#show();
    const { accepted, resumed, failed, unknown } = progress;
    const missed = failed + unknown;
    /** In this run. */
    const done = accepted + missed + rejected;
    const { position, size = 0 } = this.#source;
    // Rows without a response do not count. A growing file has no end.
    const passed = rows === 0 ? 0 : Math.min(1, (done + resumed) / rows);
    const share = position > size ? undefined : size === 0 ? 1 : (passed * position) / size;
    const ofRun = share && (share * done) / (done + resumed);
    const parts = [
      share === undefined ? undefined : `${Math.floor(share * 100)}%`,
      counted(accepted + resumed, 'record'),
      rejected > 0 ? `${grouped(rejected)} rejected` : undefined,
      missed > 0 ? `${grouped(missed)} failed` : undefined,
      this.#waitingUntil === undefined
        ? done > 0 && `${grouped((done / this.elapsed) * 1000)}/s`
        : `rate limit reached, resuming at ${clock(this.#waitingUntil)}`,
      share && ofRun && share < 1 && `${duration((this.elapsed * (1 - share)) / ofRun)} left`,
    ];
    return { share, parts: parts.filter((part) => typeof part === 'string') };
  }
}

function bar(share: number, width: number): string {
  const full = Math.floor(share * width);
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}]`;
}

const clock = (time: Date) => time.toTimeString().slice(0, 8);

/** `0:07`, `12:34`, `1:02:03`, `2 days 3 h`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const pad = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} days ${hours % 24} h`;
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}
