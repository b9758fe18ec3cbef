import {
  definitionOf,
  field,
  type Infer,
  issue,
  issuesOf,
  OrderActivity,
  type Schema,
  type ValidationIssue,
} from '@trickle/sdk/contract';
import { CoercionReport, type Origin, show, type Warning } from '../../shared/coercion/findings.ts';
import { readerOf } from '../../shared/coercion/reader.ts';
import { RECOMMENDED_FORMATS } from '../../shared/coercion/text-formats.ts';
import { lengthIssues } from '../../shared/values/lengths.ts';
import { DomainError } from '../errors.ts';

const ORDER: Schema = OrderActivity;

export interface ParsedRecord<S extends Schema = Schema> {
  /** The normalized value. It has the schema's type if there are no issues. */
  readonly value: Infer<S>;
  /** The values that were read differently from how they were written. */
  readonly warnings: readonly Warning[];
  /** Validation issues. Empty if the value is valid. */
  readonly issues: readonly ValidationIssue[];
}

const MAX_ISSUES = 1000;

/** Reads a value leniently, drops unknown members and validates it. */
// Unspecified: U-37
export function parseRecord<S extends Schema>(schema: S, value: unknown, origin?: Origin): ParsedRecord<S> {
  const findings = new CoercionReport(origin);
  const record = schema === ORDER ? withoutInvalidPlacedTime(value, findings) : value;
  const read = readerOf(schema())(record, findings);
  const issues = [...findings.issues];
  const add = (others: readonly ValidationIssue[]) => {
    const attributes = new Set(issues.map(({ attribute }) => attribute));
    for (const other of others) if (!attributes.has(other.attribute)) issues.push(other);
  };
  if (findings.kind === 'member') add(lengthIssues(read));
  add(issuesIn(schema, read));
  return {
    value: withCleared(read, findings) as Infer<S>,
    warnings: findings.warnings,
    issues: inSchemaOrder(schema, issues).slice(0, MAX_ISSUES),
  };
}

/** Reads a record leniently (see `parseRecord`). Throws a `DomainError` with all its issues if it is not valid. */
export function readRecord<S extends Schema>(schema: S, value: unknown): Infer<S> {
  const { value: read, issues } = parseRecord(schema, value);
  if (issues.length) throw new DomainError(issues);
  return read;
}

/** Reads the records of a batch one after another, without validating them. */
export class BatchReader {
  readonly #schema: Schema;
  readonly #findings = new CoercionReport(undefined, 1);
  #count = 0;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  get warnings(): readonly Warning[] {
    return this.#findings.warnings;
  }

  read(record: unknown): unknown {
    const findings = this.#findings;
    findings.enter(this.#count++);
    const placed = this.#schema === ORDER ? withoutInvalidPlacedTime(record, findings) : record;
    const value = withCleared(readerOf(this.#schema())(placed, findings), findings);
    findings.leave();
    return value;
  }
}

/** Sorts issues by the order of the schema's members, whether reading or validating found them. */
function inSchemaOrder(schema: Schema, issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  if (issues.length < 2) return issues;
  const names = Object.keys(definitionOf(schema()).shape ?? {});
  const place = ({ attribute }: ValidationIssue) => names.indexOf(attribute.split(/[.[]/, 1)[0] ?? '');
  return issues.toSorted((left, right) => place(left) - place(right));
}

/** Restores the empty texts that clear attributes, which would fail the format check. */
function withCleared(read: unknown, findings: CoercionReport): unknown {
  const cleared = findings.takeCleared().map((name) => [name, '']);
  return cleared.length === 0 ? read : { ...(read as object), ...Object.fromEntries(cleared) };
}

function issuesIn(schema: Schema, read: unknown): readonly ValidationIssue[] {
  try {
    return issuesOf(schema, read, RECOMMENDED_FORMATS);
  } catch (error) {
    // With 100,000 issues or more, collecting them exceeds a limit of the JavaScript engine.
    if (error instanceof RangeError) return [issue('length_error', 'record', 'has too many issues')];
    throw error;
  }
}

/** Removes an invalid time from an order that is `placed`, which then counts as placed now; others are rejected for it. */
// Unspecified: U-69
function withoutInvalidPlacedTime(activity: unknown, findings: CoercionReport): unknown {
  if (typeof activity !== 'object' || activity === null) return activity;
  if (!('action' in activity && 'occurred_at' in activity) || activity.action !== 'placed') return activity;
  const { occurred_at, ...rest } = activity;
  // Null means absent, which is not a mistake.
  if (occurred_at === undefined || occurred_at === null) return rest;
  if (field.isoTime().safeParse(occurred_at).success) return activity;
  findings.enter('occurred_at');
  findings.warn(`is read as absent: ${show(occurred_at)}`);
  findings.leave();
  return rest;
}
