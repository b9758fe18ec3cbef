import type { ImportRecord } from './targets.ts';

/** Members that identify a subscriber; the first one present counts. */
const IDENTIFIERS = ['email', 'id', 'visitor_uuid'];

/** The maximum number of remembered names, which take about 100 MB. */
const MOST = 1_000_000;

/** Counts records about the same subscriber as an earlier one, among the first million. */
export class RepeatCounter {
  repeats = 0;
  readonly #names = new Set<string>();

  add(record: ImportRecord): void {
    const identifier = IDENTIFIERS.find((one) => typeof record[one] === 'string');
    if (identifier === undefined) return;
    const name = `${identifier}:${String(record[identifier]).toLowerCase()}`;
    if (this.#names.has(name)) this.repeats += 1;
    else if (this.#names.size < MOST) this.#names.add(name);
  }
}
