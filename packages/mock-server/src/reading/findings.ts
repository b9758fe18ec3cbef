import {
  attributeOf,
  issue,
  suggester,
  type ValidationCode,
  type ValidationIssue,
} from '@trickle/sdk/contract';

/** Something in a request that was let pass and may be a mistake. */
export interface Warning {
  readonly text: string;
  /** The member or parameter; undefined where the warning is about the request as a whole. */
  readonly attribute?: string | undefined;
}

/** No request gets more warnings. */
const MOST_WARNINGS = 20;

/** Longer names and values are cut in messages. */
const LONGEST_SHOWN = 60;

/** How the values that are read were sent. */
export interface Origin {
  /** `parameter` where all values are texts by nature, as in a query. */
  readonly kind: 'member' | 'parameter';
}

/** Collects what a reader notices, and knows where the reader is. */
export class Findings {
  readonly warnings: Warning[] = [];
  /** What cannot be read; the schema does not know these rules. */
  readonly faults: ValidationIssue[] = [];
  readonly kind: Origin['kind'];
  readonly #path: PropertyKey[] = [];
  /** How many keys lead to the record itself. */
  readonly #depth: number;
  readonly #didYouMean = suggester(MOST_WARNINGS);
  #cleared: string[] = [];

  constructor({ kind }: Origin = { kind: 'member' }, depth = 0) {
    this.kind = kind;
    this.#depth = depth;
  }

  enter(key: PropertyKey): void {
    this.#path.push(key);
  }

  leave(): void {
    this.#path.pop();
  }

  /** Notes how the value at this place was read. */
  warn(saying: string): void {
    if (this.warnings.length >= MOST_WARNINGS) return;
    const attribute = this.#attribute();
    this.warnings.push({ attribute, text: `${attribute} ${saying}` });
  }

  /** Notes a name that the interface does not know. */
  warnUnknown(name: string, known: Iterable<string>): void {
    if (this.warnings.length >= MOST_WARNINGS) return;
    this.enter(name);
    const attribute = this.#attribute();
    this.leave();
    this.warnings.push({
      attribute,
      text: `unknown ${this.kind} ${attribute}${this.#didYouMean(name, known)}`,
    });
  }

  refuse(code: ValidationCode, saying?: string): void {
    this.faults.push(issue(code, attributeOf(this.#path.slice(this.#depth)), saying));
  }

  /** Notes that an empty text clears the attribute at this place, which is one of the record itself. */
  clear(): void {
    const [name, ...more] = this.#path.slice(this.#depth);
    if (typeof name === 'string' && more.length === 0) this.#cleared.push(name);
  }

  /** The attributes of the record that are cleared; the next record starts with none. */
  takeCleared(): readonly string[] {
    const cleared = this.#cleared;
    this.#cleared = [];
    return cleared;
  }

  #attribute(): string {
    return attributeOf(this.#path.map((key) => (typeof key === 'string' ? shown(key, LONGEST_SHOWN) : key)));
  }
}

/** Reads a value of one type; undefined where it is as good as absent. */
export type Read = (value: unknown, findings: Findings) => unknown;

/** A value as a warning shows it. */
export function show(value: unknown): string {
  return typeof value === 'string' ? `'${shown(value, LONGEST_SHOWN)}'` : String(value);
}

const shown = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}...` : text);
