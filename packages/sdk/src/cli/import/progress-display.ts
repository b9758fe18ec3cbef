import type { BulkProgress } from '@trickle/sdk';
import type { Terminal } from '../terminal/terminal.ts';
import { duration, grouped, ProgressMeter } from './progress-meter.ts';
import type { Source } from './source.ts';

/** How often a terminal is drawn anew, and how often a line goes to a log. */
const REDRAW = 200;
const LINE = 10_000;

/** What is shown of an import. */
export interface Shown {
  readonly progress: BulkProgress;
  /** Rows that were refused, by this program as well as by the client. */
  readonly refused: number;
  /** Rows that were taken from the file. */
  readonly rows: number;
}

/** Shows how an import goes on: a bar on a terminal, now and then a line elsewhere. */
export class ProgressDisplay {
  readonly #terminal: Terminal;
  readonly #source: Pick<Source, 'position' | 'size'>;
  readonly #meter: ProgressMeter;
  readonly #show: () => Shown;
  readonly #now: () => number;
  #waitingUntil: Date | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: {
    readonly terminal: Terminal;
    readonly source: Pick<Source, 'position' | 'size'>;
    readonly perHour: number | undefined;
    readonly show: () => Shown;
    readonly now?: () => number;
  }) {
    this.#terminal = options.terminal;
    this.#source = options.source;
    this.#meter = new ProgressMeter(options.perHour);
    this.#show = options.show;
    this.#now = options.now ?? (() => performance.now());
  }

  start(): void {
    this.update();
    const canRedraw = this.#terminal.canRedraw;
    if (canRedraw) this.draw();
    this.#timer = setInterval(() => this.draw(), canRedraw ? REDRAW : LINE);
    this.#timer.unref();
  }

  /** Takes a reading: something is done. */
  update(): void {
    const { progress, refused, rows } = this.#show();
    const { accepted, failed, unknown, resumed } = progress;
    const done = accepted + failed + unknown + refused;
    const passed = done + resumed;
    const { position, size } = this.#source;
    // Bytes that were read for records that are under way are not done with.
    const bytes = rows === 0 ? 0 : Math.min(1, passed / rows) * position;
    this.#meter.take({ at: this.#now(), done, passed, bytes, size }, this.#waitingUntil !== undefined);
  }

  /** The service takes no more before this time. */
  wait(until: Date): void {
    this.update();
    const isNew = this.#waitingUntil === undefined;
    this.#waitingUntil = until;
    if (isNew && !this.#terminal.canRedraw) {
      this.#terminal.note(`The hour's budget is used up: waiting until ${clock(until)}.`);
    }
  }

  /** Something is being sent again. */
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

  /** One line that says how far it is; with a bar where its width is given. */
  line(width?: number): string {
    const { progress, refused } = this.#show();
    const { share, rate, timeLeft, recordsLeft } = this.#meter;
    const done = progress.accepted + progress.resumed;
    const all =
      recordsLeft === undefined ? '' : ` of about ${grouped(rounded(done + refused + recordsLeft))}`;
    const parts = [
      share === undefined ? undefined : `${Math.floor(share * 100)} %`,
      `${grouped(done)}${all} done`,
      refused > 0 ? `${grouped(refused)} refused` : undefined,
      progress.failed + progress.unknown > 0
        ? `${grouped(progress.failed + progress.unknown)} failed`
        : undefined,
      this.#waitingUntil === undefined
        ? rate && `${grouped(rate)}/s`
        : `waiting for the next hour, until ${clock(this.#waitingUntil)}`,
      timeLeft === undefined || share === 1 ? undefined : `${duration(timeLeft)} left`,
    ];
    const text = parts.filter(Boolean).join(', ');
    if (width === undefined || share === undefined) return text.slice(0, width && width - 1);
    const room = Math.min(30, width - text.length - 4);
    return room < 8 ? text.slice(0, width - 1) : `${bar(share, room)} ${text}`;
  }
}

function bar(share: number, width: number): string {
  const full = Math.floor(share * width);
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}]`;
}

/** Two digits that matter, since it is a guess. */
function rounded(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, number))) - 1);
  return Math.round(number / unit) * unit;
}

const clock = (time: Date) => time.toTimeString().slice(0, 8);
