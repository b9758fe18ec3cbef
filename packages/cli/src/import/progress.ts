import type { BulkProgress } from '@trickle/sdk';
import { counted, grouped } from '../terminal/counted.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { duration, ProgressMeter } from './progress-meter.ts';
import type { Source } from './source.ts';

/** Intervals of redrawing a terminal and of writing a line to a log, in milliseconds. */
const REDRAW = 200;
const LINE = 10_000;

/** State of an import to display. */
export interface ImportProgress {
  readonly progress: BulkProgress;
  /** Rows that were rejected, by this command or by the client. */
  readonly rejected: number;
  /** Rows that were read from the file. */
  readonly rows: number;
  /** The share of the latest bytes whose rows are still to come, from 0 to 1. */
  readonly pending: number;
}

/** Shows the progress of an import: a bar on a terminal, a line every ten seconds elsewhere. */
export class ProgressDisplay {
  readonly #terminal: Terminal;
  readonly #source: Pick<Source, 'position' | 'size' | 'latest'>;
  readonly #meter: ProgressMeter;
  readonly #show: () => ImportProgress;
  readonly #now: () => number;
  #waitingUntil: Date | undefined;
  #started = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: {
    readonly terminal: Terminal;
    readonly source: Pick<Source, 'position' | 'size' | 'latest'>;
    readonly perHour: number | undefined;
    readonly show: () => ImportProgress;
    readonly now?: () => number;
  }) {
    this.#terminal = options.terminal;
    this.#source = options.source;
    this.#meter = new ProgressMeter(options.perHour);
    this.#show = options.show;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return this.#now() - this.#started;
  }

  start(): void {
    this.#started = this.#now();
    this.update();
    const canRedraw = this.#terminal.canRedraw;
    if (canRedraw) this.draw();
    this.#timer = setInterval(() => this.draw(), canRedraw ? REDRAW : LINE);
    this.#timer.unref();
  }

  /** Measures the progress. */
  update(): void {
    const { progress, rejected, rows, pending } = this.#show();
    const { accepted, failed, unknown, resumed } = progress;
    const done = accepted + failed + unknown + rejected;
    const passed = done + resumed;
    const { position, latest, size = 0 } = this.#source;
    // Bytes of records without a response do not count.
    const bytes = rows === 0 ? 0 : Math.min(1, passed / rows) * (position - latest * pending);
    const isGrowing = position > size;
    const sample = { at: this.#now(), done, passed, bytes, size: isGrowing ? undefined : size };
    this.#meter.take(sample, this.#waitingUntil !== undefined);
  }

  /** The rate limit is reached until this time. */
  wait(until: Date): void {
    this.update();
    const isNew = this.#waitingUntil === undefined;
    this.#waitingUntil = until;
    if (isNew && !this.#terminal.canRedraw) {
      this.#terminal.note(`Rate limit reached. Resuming at ${clock(until)}.`);
    }
  }

  /** The wait for the rate limit is over. */
  go(): void {
    if (this.#waitingUntil === undefined) return;
    this.update();
    this.#waitingUntil = undefined;
  }

  draw(): void {
    if (this.#terminal.canRedraw) this.#terminal.live(this.line(this.#terminal.columns));
    else if (this.#waitingUntil === undefined) this.#terminal.note(this.line());
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#terminal.canRedraw) this.#terminal.live('');
  }

  /** The progress as one line. With a width, it has a bar and fits the width. */
  line(width?: number): string {
    const parts = this.#parts();
    if (width === undefined) return parts.join(', ');
    // Drops parts that do not fit, least important first.
    while (parts.length > 1 && parts.join(', ').length >= width) parts.pop();
    const text = parts.join(', ');
    const { share } = this.#meter;
    const room = Math.min(30, width - text.length - 4);
    return share === undefined || room < 8 ? text : `${bar(share, room)} ${text}`;
  }

  #parts(): string[] {
    const { progress, rejected } = this.#show();
    const { share, rate, timeLeft, recordsLeft } = this.#meter;
    const done = progress.accepted + progress.resumed;
    const all = recordsLeft ? roundedUp(done + rejected + recordsLeft) : undefined;
    const missed = progress.failed + progress.unknown;
    const parts = [
      share === undefined ? undefined : `${Math.floor(share * 100)}%`,
      all === undefined ? counted(done, 'record') : `${grouped(done)} of about ${counted(all, 'record')}`,
      rejected > 0 ? `${grouped(rejected)} rejected` : undefined,
      missed > 0 ? `${grouped(missed)} failed` : undefined,
      this.#waitingUntil === undefined
        ? rate && `${grouped(rate)}/s`
        : `rate limit reached, resuming at ${clock(this.#waitingUntil)}`,
      timeLeft === undefined || share === 1 ? undefined : `${duration(timeLeft)} left`,
    ];
    return parts.filter((part) => typeof part === 'string');
  }
}

function bar(share: number, width: number): string {
  const full = Math.floor(share * width);
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}]`;
}

/** Two significant digits, since it is an estimate. It is never below the work done. */
function roundedUp(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, number))) - 1);
  return Math.ceil(number / unit) * unit;
}

const clock = (time: Date) => time.toTimeString().slice(0, 8);
