import {
  attributeOf,
  issue,
  suggester,
  type ValidationCode,
  type ValidationIssue,
} from '@trickle/sdk/contract';
import { hasWrittenDigits, textOf, writtenAs } from '../values/json.ts';

/** A possible mistake in an accepted request. */
export interface Warning {
  readonly text: string;
  /** The member or parameter; undefined for the request as a whole. */
  readonly attribute?: string | undefined;
}

/** Maximum number of warnings per request. */
export const MAX_WARNINGS = 20;

/** Maximum length of names and values in messages. */
const MAX_SHOWN_LENGTH = 60;

export interface Origin {
  /** `parameter` if all values are strings, as in a query. */
  readonly kind: 'member' | 'parameter';
}

/** Collects a reader's warnings and issues, with the current path. */
export class CoercionReport {
  readonly warnings: Warning[] = [];
  /** Issues from rules that the schema does not express. */
  readonly issues: ValidationIssue[] = [];
  readonly kind: Origin['kind'];
  readonly #path: PropertyKey[] = [];
  /** Number of keys that lead to the record. */
  readonly #depth: number;
  readonly #didYouMean = suggester(MAX_WARNINGS);
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

  warn(message: string): void {
    if (this.warnings.length >= MAX_WARNINGS) return;
    const attribute = this.#attribute();
    this.warnings.push({ attribute, text: `${attribute} ${message}` });
  }

  warnUnknown(name: string, names: Iterable<string>): void {
    if (this.warnings.length >= MAX_WARNINGS) return;
    this.enter(name);
    const attribute = this.#attribute();
    this.leave();
    this.warnings.push({
      attribute,
      text: `unknown ${this.kind} ${attribute}${this.#didYouMean(name, names)}`,
    });
  }

  reject(code: ValidationCode, message?: string): void {
    this.issues.push(issue(code, attributeOf(this.#path.slice(this.#depth)), message));
  }

  /** Records that an empty string clears the current attribute, which belongs to the record itself. */
  clear(): void {
    const [name, ...more] = this.#path.slice(this.#depth);
    if (typeof name === 'string' && more.length === 0) this.#cleared.push(name);
  }

  /** Returns and resets the cleared attributes of the record. */
  takeCleared(): readonly string[] {
    const cleared = this.#cleared;
    this.#cleared = [];
    return cleared;
  }

  #attribute(): string {
    return attributeOf(
      this.#path.map((key) => (typeof key === 'string' ? quoted(key, MAX_SHOWN_LENGTH) : key)),
    );
  }
}

/** Reads a value of a type; undefined if it counts as absent. */
export type Read = (value: unknown, findings: CoercionReport) => unknown;

/** Reads a member that is stored as text. A number becomes the digits that were sent, with a warning. */
export function digitsAsText(holder: object, key: string | number, findings: CoercionReport): unknown {
  const digits = writtenAs(holder, key);
  if (digits === undefined) return (holder as Readonly<Record<string | number, unknown>>)[key]; // one of its members
  findings.warn(`is read as a string: ${digits}`);
  return digits;
}

/** Warns of integers in free values that became strings, since they would be rounded. `isFree`: which members are free. */
export function warnOfTexts(
  value: unknown,
  findings: CoercionReport,
  isFree: (name: string) => boolean = () => true,
): void {
  if (!hasWrittenDigits(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (!isFree(name)) continue;
    findings.enter(Array.isArray(value) ? Number(name) : name);
    const digits = typeof member === 'string' ? writtenAs(value, name) : undefined;
    if (digits !== undefined) findings.warn(`is read as a string: ${digits}`);
    else warnOfTexts(member, findings);
    findings.leave();
  }
}

export function show(value: unknown): string {
  if (typeof value === 'string') return `'${quoted(value, MAX_SHOWN_LENGTH)}'`;
  return quoted(value === null ? 'null' : textOf(value), MAX_SHOWN_LENGTH);
}

const quoted = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
