import { after } from '../../shared/platform/timers.ts';
import { ALL_TABLES } from './transaction-end.ts';

/** The minimum interval between two announcements, in real milliseconds: others look for news after each of them. */
const PACE = 50;

/** Real milliseconds until a failed announcement is repeated. */
const RETRY = 1000;

/** The longest announcement that PostgreSQL accepts is 8,000 bytes; ids and names of tables are ASCII. */
const MAX_LENGTH = 7900;

/** Tables whose changes are not announced: they change with requests that change nothing else. */
const SILENT: ReadonlySet<string> = new Set(['rate_windows', 'script_messages', 'mail_links', 'instances']);

/** The tables that changed in an account; null stands for any account. */
export type News = readonly [accountId: string | null, tables: readonly string[]];

const EVERYTHING: News = [null, [ALL_TABLES]];

export class Announcer {
  readonly #send: (text: string) => Promise<void>;
  readonly #news = new Map<string | null, Set<string>>();
  #isPausing = false;
  #isEnded = false;
  #cancelPause = () => {};

  constructor(send: (text: string) => Promise<void>) {
    this.#send = send;
  }

  add(accountId: string | undefined, tables: Iterable<string>): void {
    const told = [...tables].filter((table) => !SILENT.has(table));
    if (told.length === 0) return;
    const key = accountId ?? null;
    const known = this.#news.get(key) ?? new Set();
    this.#news.set(key, known);
    for (const table of told) known.add(table);
    this.#flush();
  }

  end(): void {
    this.#isEnded = true;
    this.#cancelPause();
  }

  #flush(): void {
    if (this.#isEnded || this.#isPausing || this.#news.size === 0) return;
    const text = textOf([...this.#news].map(([accountId, tables]) => [accountId, [...tables]]));
    this.#news.clear();
    this.#pause(PACE);
    this.#send(text).catch(() => {
      const [accountId, tables] = EVERYTHING; // which includes what could not be announced
      this.#news.set(accountId, new Set(tables));
      this.#pause(RETRY);
    });
  }

  #pause(milliseconds: number): void {
    if (this.#isEnded) return;
    this.#isPausing = true;
    this.#cancelPause();
    this.#cancelPause = after(milliseconds, () => {
      this.#isPausing = false;
      this.#flush();
    });
  }
}

function textOf(news: readonly News[]): string {
  const text = JSON.stringify(news);
  return text.length <= MAX_LENGTH ? text : JSON.stringify([EVERYTHING]);
}

/** Reads an announcement. One that this version cannot read, as from a newer server, may mean any change. */
export function newsIn(text: string): readonly News[] {
  try {
    const news: unknown = JSON.parse(text);
    return Array.isArray(news) && news.every(isNews) ? news : [EVERYTHING];
  } catch {
    return [EVERYTHING];
  }
}

const isNews = (value: unknown): value is News =>
  Array.isArray(value) &&
  (value[0] === null || typeof value[0] === 'string') &&
  Array.isArray(value[1]) &&
  value[1].every((table) => typeof table === 'string');
